//! Load on a server that runs beside this process: many clients who ask the
//! guide, one question after the other.
//!
//! ```text
//! cicerone serve --listen 127.0.0.1:8080 --rate 0 &
//! cargo run --release -p cicerone-server --example load -- http://127.0.0.1:8080 50 60
//! ```
//!
//! prints requests a second, the median and the 99th percentile of the times,
//! how many went wrong, and the memory of the server before and after.

#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use cicerone::world::{PlaceId, Position, embedded};

/// What one client saw.
#[derive(Default)]
struct Seen {
    /// Seconds of every answer that was one.
    times: Vec<f64>,
    /// Turned away with 503, as a full queue should.
    refused: usize,
    failed: Vec<String>,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [url, clients, seconds] = &arguments[..] else {
        eprintln!("usage: load URL CLIENTS SECONDS");
        std::process::exit(2);
    };
    let url = url.trim_end_matches('/');
    let (clients, seconds): (usize, u64) = (clients.parse().unwrap(), seconds.parse().unwrap());
    // The first answers fill caches; they are not what is measured.
    run(url, clients, Duration::from_secs(2));
    let before = memory(url);
    let started = Instant::now();
    let mut seen = run(url, clients, Duration::from_secs(seconds));
    let elapsed = started.elapsed().as_secs_f64();
    let after = memory(url);
    seen.times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let index = ((seen.times.len() as f64 * share) as usize).min(seen.times.len() - 1);
        seen.times[index] * 1000.0
    };
    assert!(!seen.times.is_empty(), "no answer at all: {:?}", seen.failed.first());
    println!("{clients} clients for {elapsed:.1} s");
    println!("answers     {}, {:.0} a second", seen.times.len(), seen.times.len() as f64 / elapsed);
    println!("p50 p90 p99 {:.1} {:.1} {:.1} ms", at(0.5), at(0.9), at(0.99));
    println!("refused 503 {}", seen.refused);
    println!("failed      {} {:?}", seen.failed.len(), seen.failed.first());
    println!("memory      {:.1} MB before, {:.1} MB after", before / 1e6, after / 1e6);
    std::process::exit(i32::from(!seen.failed.is_empty()));
}

/// All clients at once, for so long.
fn run(url: &str, clients: usize, duration: Duration) -> Seen {
    let until = Instant::now() + duration;
    let work = |client: usize| move || ask(url, client, until);
    let mut all = Seen::default();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..clients).map(|client| scope.spawn(work(client))).collect();
        for thread in threads {
            let seen = thread.join().unwrap();
            all.times.extend(seen.times);
            all.failed.extend(seen.failed);
            all.refused += seen.refused;
        }
    });
    all
}

/// One client: routes between places of the office, another one each time.
fn ask(url: &str, client: usize, until: Instant) -> Seen {
    let world = embedded::world("office").unwrap();
    let places: Vec<PlaceId> = world.place_ids().collect();
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .timeout_global(Some(Duration::from_secs(60)))
        .build()
        .into();
    let mut seen = Seen::default();
    for number in client.. {
        if Instant::now() >= until {
            break;
        }
        let [from, to] = [number * 7, number * 13 + 5].map(|index| {
            let (x, y) = world.place(places[index % places.len()]).position;
            Position { x, y, heading: None }.to_string()
        });
        let body = serde_json::json!({"world": "office", "from": from, "to": to});
        let started = Instant::now();
        match agent.post(format!("{url}/api/guide")).send_json(body) {
            Ok(mut answer) => {
                let text = answer.body_mut().read_to_string().unwrap_or_default();
                match answer.status().as_u16() {
                    200 => seen.times.push(started.elapsed().as_secs_f64()),
                    503 => {
                        seen.refused += 1;
                        std::thread::sleep(Duration::from_millis(50));
                    }
                    _ => seen.failed.push(text),
                }
            }
            Err(error) => seen.failed.push(error.to_string()),
        }
    }
    seen
}

/// What the server says it uses, in bytes.
fn memory(url: &str) -> f64 {
    let mut answer = ureq::get(format!("{url}/metrics")).call().unwrap();
    let text = answer.body_mut().read_to_string().unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes "));
    line.and_then(|value| value.parse().ok()).unwrap_or(0.0)
}
