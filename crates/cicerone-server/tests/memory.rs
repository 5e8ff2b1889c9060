//! What hostile work leaves behind in memory. Alone in its process: the memory of
//! other tests is not to be told from the server's.

#![cfg(all(target_os = "linux", target_env = "gnu"))]
#![allow(clippy::unwrap_used)]

mod served;

use std::time::{Duration, Instant};

use cicerone::world::{GenerateConfig, Journey, generate, to_json};
use cicerone_server::ServerConfig;
use serde_json::json;
use served::Served;

fn resident(served: &Served) -> f64 {
    let text = served.get("/metrics").text;
    let line = text.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes "));
    line.unwrap().trim().parse().unwrap()
}

#[test]
fn memory_comes_back_after_large_maps_and_long_routes() {
    let served = Served::start(ServerConfig { rate: 0, ..ServerConfig::default() });
    let maze = generate(GenerateConfig { places: 20_000, openness: 0.0, ..Default::default() });
    let maze = maze.unwrap();
    let map = to_json(&maze);
    let id = served.post("/api/worlds", "application/json", map.as_bytes()).json()["id"].clone();
    let route = Journey::between("0,0", "140,139").route(&maze).unwrap();
    let poses = serde_json::to_value(route.record(&maze).unwrap()).unwrap();
    let costly = json!({"world": id, "path": poses["poses"]});
    let ordinary = json!({"world": "office", "from": "0,0", "to": "14,8"});
    // What is kept in memory, worlds in use above all, is there before.
    assert_eq!([&ordinary, &costly].map(|body| served.guide(body).status), [200, 200]);
    std::thread::sleep(Duration::from_secs(4));
    let before = resident(&served);
    std::thread::scope(|scope| {
        for thread in 0..6 {
            let (served, map, costly) = (&served, &map, &costly);
            scope.spawn(move || {
                for count in 0..2 {
                    let name = format!("world-{thread}-{count}");
                    let map = map.replace("generated-20000", &name);
                    served.post("/api/worlds", "application/json", map.as_bytes());
                    served.guide(costly);
                }
            });
        }
    });
    let started = Instant::now();
    while resident(&served) > 1.2 * before {
        let after = resident(&served);
        assert!(started.elapsed() < Duration::from_secs(20), "{before} before, {after} after");
        std::thread::sleep(Duration::from_millis(200));
    }
}
