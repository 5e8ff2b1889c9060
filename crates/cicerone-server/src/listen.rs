//! From a socket to answers, until somebody says stop.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use cicerone::Error;
use cicerone::guide::Bundle;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower::ServiceExt;

use crate::app::{self, App};
use crate::config::ServerConfig;

/// Whoever opens a connection and says nothing is hung up on.
const PATIENCE: Duration = Duration::from_secs(15);

/// Runs a server with these models until the process is told to stop; `ready`
/// hears where it listens.
pub fn serve(
    config: ServerConfig,
    bundle: Bundle,
    ready: impl FnOnce(SocketAddr),
) -> cicerone::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Error::io(format!("no threads to be had: {error}"), error))?;
    let grace = config.grace;
    let result = runtime.block_on(run(config, bundle, ready, signal()));
    // Work that nobody waits for any more is not waited for either.
    runtime.shutdown_timeout(grace.min(Duration::from_secs(1)));
    result
}

/// Runs a server with these models until `stop` is done.
pub async fn run(
    config: ServerConfig,
    bundle: Bundle,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> cicerone::Result<()> {
    let router = app::router(App::new(config.clone(), bundle)?)?;
    listen(&config, router, ready, stop).await
}

/// Answers by these routes until `stop` is done.
pub async fn listen(
    config: &ServerConfig,
    router: Router,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> cicerone::Result<()> {
    let (address, grace) = (config.listen, config.grace);
    let cannot =
        |error: std::io::Error| Error::io(format!("cannot listen on {address}: {error}"), error);
    let listener = TcpListener::bind(address).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    tracing::info!(%address, "listening");
    ready(address);
    let open = GracefulShutdown::new();
    accept(&listener, &router, &open, config.connections, stop).await;
    drop(listener);
    tracing::info!("stopping: open requests are finished, new ones refused");
    if tokio::time::timeout(grace, open.shutdown()).await.is_err() {
        tracing::warn!(seconds = grace.as_secs(), "some requests took too long and are dropped");
    }
    Ok(())
}

async fn accept(
    listener: &TcpListener,
    router: &Router,
    open: &GracefulShutdown,
    connections: usize,
    stop: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(connections.max(1)));
    tokio::pin!(stop);
    loop {
        // More connections wait in the system's own queue.
        let place = tokio::select! {
            place = places.clone().acquire_owned() => place,
            () = &mut stop => return,
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => return,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Out of file handles, say: wait until some are closed.
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        // Small answers should not wait for a full packet.
        let _ = stream.set_nodelay(true);
        let service = router.clone().map_request(move |mut request: Request<_>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.map(axum::body::Body::new)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(PATIENCE)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = open.watch(connection);
        tokio::spawn(async move {
            let _place = place;
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke");
            }
        });
    }
}

/// Done when the process is told to stop, by a key or by the system.
pub async fn signal() {
    let key = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let told = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => drop(signal.recv().await),
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let told = std::future::pending::<()>();
    tokio::select! {
        () = key => {}
        () = told => {}
    }
}
