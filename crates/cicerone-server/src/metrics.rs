//! How the server is: `/health` for whoever restarts it, `/metrics` for
//! Prometheus.

use axum::Json;
use axum::http::{Method, header};
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};
use serde_json::{Value, json};

use crate::problem::Problem;

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    method: String,
    route: String,
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

/// Everything that is counted.
pub struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    durations: Family<Route, Histogram, fn() -> Histogram>,
    memory: Gauge,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::default();
        let requests = Family::default();
        // From half a millisecond to 32 seconds.
        let histogram: fn() -> Histogram = || Histogram::new(exponential_buckets(0.0005, 2.0, 17));
        let durations = Family::new_with_constructor(histogram);
        let memory = Gauge::default();
        registry.register("cicerone_requests", "Answers", requests.clone());
        registry.register_with_unit(
            "cicerone_request",
            "Time from request to answer",
            Unit::Seconds,
            durations.clone(),
        );
        registry.register_with_unit(
            "process_resident_memory",
            "Memory in use",
            Unit::Bytes,
            memory.clone(),
        );
        Metrics { registry, requests, durations, memory }
    }
}

impl Metrics {
    /// One more number to watch.
    pub fn gauge(&mut self, name: &str, help: &str) -> Gauge {
        let gauge = Gauge::default();
        self.registry.register(name, help, gauge.clone());
        gauge
    }

    pub(crate) fn count(&self, method: &Method, route: &str, status: u16, seconds: f64) {
        // A method may be any word; only the known ones are counted apart.
        let method = match *method {
            Method::GET | Method::POST | Method::HEAD | Method::OPTIONS => method.to_string(),
            _ => "other".to_owned(),
        };
        let route = route.to_owned();
        self.durations.get_or_create(&Route { route: route.clone() }).observe(seconds);
        self.requests.get_or_create(&Answered { method, route, status }).inc();
    }

    /// All counts, as Prometheus reads them.
    pub(crate) fn answer(&self) -> Response {
        self.memory.set(resident_bytes().unwrap_or(0));
        let mut out = String::new();
        if let Err(error) = text::encode(&mut out, &self.registry) {
            return Problem::internal(error).into_response();
        }
        let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
        ([(header::CONTENT_TYPE, kind)], out).into_response()
    }
}

/// Alive, and how it is: what the routes say, and the version.
pub(crate) fn health(mut said: Value) -> Json<Value> {
    said["version"] = json!(env!("CARGO_PKG_VERSION"));
    Json(said)
}

/// Where the system tells, which is on Linux.
fn resident_bytes() -> Option<i64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<i64>().ok().map(|kilobytes| kilobytes * 1024)
}
