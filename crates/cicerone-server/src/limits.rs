//! How often a client may ask, and how long an answer may take.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::config::ServerConfig;
use crate::front::Front;
use crate::problem::Problem;

/// Who asks, as far as limits go.
#[derive(Debug, Clone, Copy)]
pub struct Client(pub IpAddr);

/// After so many requests, clients who have been quiet are forgotten.
const FORGET_EVERY: u32 = 4096;

/// Counts the requests of every client.
pub(crate) struct Limiter {
    clients: Option<DefaultKeyedRateLimiter<IpAddr>>,
    /// The same again for what costs little.
    small: Option<DefaultKeyedRateLimiter<IpAddr>>,
    clock: DefaultClock,
    asked: AtomicU32,
    behind_proxy: bool,
}

impl Limiter {
    pub(crate) fn new(config: &ServerConfig) -> Limiter {
        let quota = NonZeroU32::new(config.rate).map(|rate| {
            Quota::per_second(rate).allow_burst(NonZeroU32::new(config.burst).unwrap_or(rate))
        });
        Limiter {
            clients: quota.map(RateLimiter::keyed),
            small: quota.map(RateLimiter::keyed),
            clock: DefaultClock::default(),
            asked: AtomicU32::new(0),
            behind_proxy: config.behind_proxy,
        }
    }

    /// Who asks: the peer, or whom the proxy in front names last. An IPv6
    /// client owns a whole /64, so that is what is counted.
    pub(crate) fn client(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        let forwarded = || {
            let header = headers.get_all("x-forwarded-for").iter().next_back()?;
            header.to_str().ok()?.rsplit(',').next()?.trim().parse::<IpAddr>().ok()
        };
        network(self.behind_proxy.then(forwarded).flatten().unwrap_or(peer.ip()))
    }

    /// Counts a request; an error is the number of seconds to wait.
    fn check(&self, client: IpAddr) -> Result<(), u64> {
        self.count(self.clients.as_ref(), client)
    }

    /// The same for one that costs little.
    fn check_small(&self, client: IpAddr) -> Result<(), u64> {
        self.count(self.small.as_ref(), client)
    }

    fn count(
        &self,
        clients: Option<&DefaultKeyedRateLimiter<IpAddr>>,
        client: IpAddr,
    ) -> Result<(), u64> {
        let Some(clients) = clients else { return Ok(()) };
        if self.asked.fetch_add(1, Ordering::Relaxed) % FORGET_EVERY == FORGET_EVERY - 1 {
            for clients in [&self.clients, &self.small].into_iter().flatten() {
                clients.retain_recent();
                clients.shrink_to_fit();
            }
        }
        clients.check_key(&client).map_err(|early| {
            early.wait_time_from(self.clock.now()).as_secs_f64().ceil().max(1.0) as u64
        })
    }
}

/// What one client has: an address, or of IPv6 a whole /64.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)))
        }
        address => address,
    }
}

/// Refuses what a client asks too often.
pub(crate) async fn rate(
    State(front): State<Arc<Front>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    within(Limiter::check, &front, peer, request, next).await
}

/// The same for what costs little.
pub(crate) async fn rate_of_small(
    State(front): State<Arc<Front>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    within(Limiter::check_small, &front, peer, request, next).await
}

async fn within(
    check: fn(&Limiter, IpAddr) -> Result<(), u64>,
    front: &Front,
    peer: SocketAddr,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    let client = front.limiter.client(peer, request.headers());
    check(&front.limiter, client).map_err(|seconds| too_often(front, seconds))?;
    Ok(next.run(request).await)
}

fn too_often(front: &Front, seconds: u64) -> Problem {
    let detail = format!("at most {} requests a second, please", front.config.rate);
    Problem::new(StatusCode::TOO_MANY_REQUESTS, detail).retry_after(seconds)
}

/// Gives up on what takes too long, a slow upload as much as slow work.
pub(crate) async fn timeout(
    State(front): State<Arc<Front>>,
    request: Request,
    next: Next,
) -> Result<Response, Problem> {
    tokio::time::timeout(front.config.timeout, next.run(request)).await.map_err(|_| {
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            format!("it took longer than {} seconds", front.config.timeout.as_secs_f64()),
        )
        .retry_after(5)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limiter(behind_proxy: bool) -> Limiter {
        Limiter::new(&ServerConfig { rate: 1, burst: 2, behind_proxy, ..Default::default() })
    }

    #[test]
    fn each_client_has_its_own_burst() {
        let limiter = limiter(false);
        let [a, b] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(IpAddr::from);
        assert!(limiter.check(a).is_ok() && limiter.check(a).is_ok());
        assert_eq!(limiter.check(a), Err(1));
        assert!(limiter.check(b).is_ok());
    }

    #[test]
    fn only_a_proxy_is_believed() {
        let peer = SocketAddr::from(([10, 0, 0, 1], 4000));
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", "1.1.1.1, 2.2.2.2".parse().unwrap());
        assert_eq!(limiter(false).client(peer, &headers), peer.ip());
        assert_eq!(limiter(true).client(peer, &headers), IpAddr::from([2, 2, 2, 2]));
        headers.insert("x-forwarded-for", "nobody".parse().unwrap());
        assert_eq!(limiter(true).client(peer, &headers), peer.ip());
    }

    #[test]
    fn addresses_of_one_network_are_one_client() {
        let client = |text: &str| {
            let address: IpAddr = text.parse().unwrap();
            limiter(false).client(SocketAddr::new(address, 1), &HeaderMap::new())
        };
        assert_eq!(client("2001:db8::1"), client("2001:db8::2:3"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:10.0.0.1"), client("10.0.0.1"));
    }
}
