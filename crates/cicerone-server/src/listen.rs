//! From a socket to answers, until somebody says stop.

use std::collections::HashMap;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
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
use crate::limits::network;
use crate::patience::Patient;
use crate::tidy;
use crate::work::WorkQueue;

/// Runs a server with these models until the process is told to stop; `ready`
/// hears where it listens.
pub fn serve(
    config: ServerConfig,
    bundle: Bundle,
    ready: impl FnOnce(SocketAddr),
) -> cicerone::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        // The queue lets no more work at once; every thread more would keep
        // memory of its own.
        .max_blocking_threads(WorkQueue::threads(config.workers) + 2)
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
    tidy::keep_little();
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
    accept(&listener, &router, &open, config, stop).await;
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
    config: &ServerConfig,
    stop: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(config.connections.max(1)));
    // A proxy's connections are everybody's.
    let most = if config.behind_proxy { usize::MAX } else { config.connections_per_client };
    let addresses = Arc::new(Addresses { most: most.max(1), open: Mutex::default() });
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
        let Some(held) = Addresses::enter(&addresses, peer.ip()) else {
            // Hung up on at once: others need the place.
            tracing::debug!(%peer, "has as many connections as one address may have");
            continue;
        };
        // Small answers should not wait for a full packet.
        let _ = stream.set_nodelay(true);
        let service = router.clone().map_request(move |mut request: Request<_>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            request.map(axum::body::Body::new)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(config.patience)
            .serve_connection(
                TokioIo::new(Patient::new(stream, config.patience)),
                TowerToHyperService::new(service),
            );
        let connection = open.watch(connection);
        tokio::spawn(async move {
            let _held = (place, held);
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke");
            }
        });
    }
}

/// How many connections each address has open.
struct Addresses {
    most: usize,
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// One connection of an address, while it is open.
struct Held {
    addresses: Arc<Addresses>,
    address: IpAddr,
}

impl Addresses {
    /// A place for one more, unless the address has as many as it may. Those of
    /// one network of IPv6 are one address.
    fn enter(addresses: &Arc<Addresses>, address: IpAddr) -> Option<Held> {
        let address = network(address);
        let mut open = addresses.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *count >= addresses.most {
            return None;
        }
        *count += 1;
        drop(open);
        Some(Held { addresses: addresses.clone(), address })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut open = self.addresses.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
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
