//! What one client can do to a server and to its other clients.

#![allow(clippy::unwrap_used)]

mod served;

use std::io::{Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use cicerone::world::{GenerateConfig, Journey, embedded, generate, to_json};
use cicerone_server::ServerConfig;
use serde_json::{Value, json};
use served::Served;

fn config() -> ServerConfig {
    ServerConfig { rate: 0, ..ServerConfig::default() }
}

/// A connection from another of this machine's own addresses.
fn connect(from: [u8; 4], to: SocketAddr) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::new(IpAddr::from(from), 0)).unwrap();
        socket.connect(to).await.unwrap().into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    stream
}

/// What a stranger is answered, and how long that took.
fn asked(served: &Served, from: [u8; 4]) -> (String, Duration) {
    let started = Instant::now();
    let mut stream = connect(from, served.address);
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    (answer, started.elapsed())
}

/// Four places in a row, the second full of sofas.
fn sofas(count: usize) -> String {
    let place = |n: usize| {
        let objects = if n == 1 { vec!["sofa"; count] } else { Vec::new() };
        json!({"id": n.to_string(), "x": n, "y": 0, "objects": objects})
    };
    let passage =
        |n: usize| json!({"between": [n.to_string(), (n + 1).to_string()], "floor": "blue"});
    json!({
        "format": "cicerone-world", "version": 1, "name": "Sofas",
        "places": (0..4).map(place).collect::<Vec<_>>(),
        "passages": (0..3).map(passage).collect::<Vec<_>>(),
    })
    .to_string()
}

#[test]
fn a_world_of_sofas_is_refused_by_name() {
    let served = Served::start(config());
    let answer = served.post("/api/worlds", "application/json", sofas(200_000).as_bytes());
    let said = answer.problem(422);
    assert!(said.contains("place 2 at 1,0: 200000 things at a place"), "{said}");
    let kind = json!({"name": "sofa", "cas": "Sofa", "words": ["very ".repeat(19_999) + "soft"]});
    let mut map: Value = serde_json::from_str(&sofas(0)).unwrap();
    map["vocabulary"] = json!({"floors": [{"name": "blue", "cas": "Blue"}], "objects": [kind]});
    let answer = served.post("/api/worlds", "application/json", map.to_string().as_bytes());
    assert!(answer.problem(422).contains("phrase 1"), "{}", answer.text);
    let words: Vec<String> = (0..200_000).map(|n| format!("sofa {n}")).collect();
    map["vocabulary"]["objects"][0]["words"] = json!(words);
    let answer = served.post("/api/worlds", "application/json", map.to_string().as_bytes());
    assert!(answer.problem(422).contains("200000 phrases of a kind"), "{}", answer.text);
    assert_eq!(served.get("/health").json()["status"], "ok");
}

#[test]
fn what_takes_too_long_is_ended_and_the_worker_is_free() {
    let timeout = Duration::from_millis(700);
    let served = Served::start(ServerConfig { timeout, workers: 2, ..config() });
    let maze = generate(GenerateConfig { places: 20_000, openness: 0.0, ..Default::default() });
    let maze = maze.unwrap();
    let route = Journey::between("0,0", "140,139").route(&maze).unwrap();
    assert!(route.poses().len() > 500);
    let poses = serde_json::to_value(route.record(&maze).unwrap()).unwrap();
    let id = served.post("/api/worlds", "application/json", to_json(&maze).as_bytes());
    assert_eq!(id.status, 201, "{}", id.text);
    let costly = json!({"world": id.json()["id"], "path": poses["poses"]});
    let started = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let answer = served.guide(&costly);
                assert!(answer.problem(503).contains("longer than 0.7 seconds"), "{}", answer.text);
            });
        }
        std::thread::sleep(Duration::from_millis(300));
        let health = served.get("/health").json();
        assert_eq!((&health["status"], &health["working"]), (&json!("ok"), &json!(2)));
    });
    while served.get("/health").json()["working"] != 0 {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(started.elapsed() < timeout + Duration::from_secs(1), "{:?}", started.elapsed());
    assert!(served.get("/metrics").text.contains("\ncicerone_queue 0\n"));
    assert_eq!(served.get("/api/worlds/office/view?at=0,0,90").status, 200);
}

#[test]
fn a_long_route_keeps_nobody_waiting_and_is_told_all_the_same() {
    let served = Served::start(ServerConfig { workers: 1, behind_proxy: true, ..config() });
    let maze = generate(GenerateConfig { places: 20_000, openness: 0.0, ..Default::default() });
    let maze = maze.unwrap();
    let id = served.post("/api/worlds", "application/json", to_json(&maze).as_bytes());
    let route = Journey::between("0,0", "140,139").route(&maze).unwrap();
    let poses = serde_json::to_value(route.record(&maze).unwrap()).unwrap();
    let costly = json!({"world": id.json()["id"], "path": poses["poses"]}).to_string();
    let ordinary = json!({"world": "office", "from": "0,0", "to": "14,8"}).to_string();
    let guide = |body: &str, from: &str| {
        let body = Some(("application/json", body.as_bytes()));
        served.ask_freely("POST", "/api/guide", body, &[("x-forwarded-for", from)])
    };
    std::thread::scope(|scope| {
        let long = scope.spawn(|| guide(&costly, "192.0.2.1").status);
        while served.get("/health").json()["working"] != 1 {
            std::thread::sleep(Duration::from_millis(1));
        }
        let answer = guide(&ordinary, "192.0.2.2");
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert!(!long.is_finished(), "there is one worker, and it was not waited for");
        assert_eq!(long.join().unwrap(), 200, "nor was it ended");
    });
}

#[test]
fn who_hangs_up_ends_the_work() {
    let served = Served::start(ServerConfig { workers: 1, ..config() });
    let maze = generate(GenerateConfig { places: 20_000, openness: 0.0, ..Default::default() });
    let maze = maze.unwrap();
    let id = served.post("/api/worlds", "application/json", to_json(&maze).as_bytes());
    let route = Journey::between("0,0", "140,139").route(&maze).unwrap();
    let poses = serde_json::to_value(route.record(&maze).unwrap()).unwrap();
    let body = json!({"world": id.json()["id"], "path": poses["poses"]}).to_string();
    let mut stream = connect([127, 0, 0, 1], served.address);
    let head = format!(
        "POST /api/guide HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).unwrap();
    while served.get("/health").json()["working"] != 1 {
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(stream);
    let started = Instant::now();
    while served.get("/health").json()["working"] != 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(started.elapsed() < Duration::from_secs(1), "{:?}", started.elapsed());
}

#[test]
fn idle_connections_of_one_address_leave_room_for_others() {
    let served =
        Served::start(ServerConfig { connections: 60, connections_per_client: 30, ..config() });
    let silent: Vec<TcpStream> = (0..80).map(|_| connect([127, 0, 0, 1], served.address)).collect();
    for _ in 0..5 {
        let (answer, took) = asked(&served, [127, 0, 0, 2]);
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert!(took < Duration::from_secs(2), "{took:?}");
    }
    // Those that are one too many are hung up on.
    let mut last = &silent[79];
    last.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
    assert_eq!(last.read(&mut [0]).unwrap_or(0), 0);
}

#[test]
fn who_never_reads_is_hung_up_on() {
    let served = Served::start(ServerConfig {
        connections_per_client: 1,
        patience: Duration::from_millis(400),
        ..config()
    });
    let mut deaf = connect([127, 0, 0, 1], served.address);
    // More answers than the system keeps for somebody who does not read.
    let ask = "GET /api/worlds/hospital HTTP/1.1\r\nHost: x\r\n\r\n".repeat(500);
    deaf.set_nonblocking(true).unwrap();
    let _ = deaf.write(ask.as_bytes());
    std::thread::sleep(Duration::from_millis(100));
    let (answer, _) = asked(&served, [127, 0, 0, 1]);
    assert_eq!(answer, "", "one connection is all there is");
    let started = Instant::now();
    while asked(&served, [127, 0, 0, 1]).0.is_empty() {
        assert!(started.elapsed() < Duration::from_secs(30));
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn pages_and_counts_are_limited_too() {
    let served = Served::start(ServerConfig { rate: 1, burst: 3, ..ServerConfig::default() });
    let statuses: Vec<u16> = ["/", "/metrics", "/", "/nothing", "/metrics"]
        .iter()
        .map(|path| served.ask_freely("GET", path, None, &[]).status)
        .collect();
    assert_eq!(statuses, [200, 200, 200, 429, 429]);
    assert_eq!(served.get("/health").status, 200);
    assert_eq!(served.get("/api/worlds").status, 200, "counted apart");
}

#[test]
fn one_client_cannot_fill_the_storage() {
    let practice = to_json(&embedded::world("practice").unwrap());
    let storage_per_client = practice.len() as u64 * 2;
    let served = Served::start(ServerConfig { storage_per_client, behind_proxy: true, ..config() });
    let upload = |name: &str, from: &str| {
        let world = practice.replace("\"Practice\"", &format!("{name:?}"));
        let headers = [("x-forwarded-for", from)];
        let body = Some(("application/json", world.as_bytes()));
        served.ask_freely("POST", "/api/worlds", body, &headers)
    };
    assert_eq!(upload("A", "192.0.2.1").status, 201);
    let said = (0..9).find_map(|n| {
        let answer = upload(&format!("B{n}"), "192.0.2.1");
        (answer.status != 201).then(|| answer.problem(507))
    });
    assert!(said.unwrap().contains("one client may fill"));
    assert_eq!(upload("C", "192.0.2.2").status, 201);
}
