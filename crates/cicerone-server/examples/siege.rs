//! Normal clients beside hostile ones, on a server that runs beside this process;
//! each client has an address of its own on this machine.
//!
//! ```text
//! cicerone serve --listen 127.0.0.1:8080 --rate 0 &
//! cargo run --release -p cicerone-server --example siege -- 127.0.0.1:8080 50 0 30
//! cargo run --release -p cicerone-server --example siege -- 127.0.0.1:8080 50 10 30
//! cargo run --release -p cicerone-server --example siege -- 127.0.0.1:8080 50 1 60 clinic.building.yaml
//! cargo run --release -p cicerone-server --example siege -- 127.0.0.1:8080 sockets
//! ```
//!
//! prints what the normal ones saw, in the embedded office or between the named
//! places of a map: answers a second, the median and the 99th
//! percentile of the times, failures, and the memory of the server; `sockets`
//! opens 1,100 connections that never send and 1,100 that never read, and tells
//! how long a stranger waits meanwhile.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use cicerone::world::{GenerateConfig, Journey, Position, embedded, generate, to_json};
use serde_json::{Value, json};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [server, what] if what == "sockets" => sockets(server.parse().unwrap()),
        [server, normal, hostile, seconds] => {
            let seconds = Duration::from_secs(seconds.parse().unwrap());
            let server = server.parse().unwrap();
            let office = Errands::in_the_office();
            siege(server, &office, normal.parse().unwrap(), hostile.parse().unwrap(), seconds);
        }
        [server, normal, hostile, seconds, map] => {
            let seconds = Duration::from_secs(seconds.parse().unwrap());
            let server = server.parse().unwrap();
            let errands = Errands::in_a_map(server, map);
            siege(server, &errands, normal.parse().unwrap(), hostile.parse().unwrap(), seconds);
        }
        _ => {
            eprintln!(
                "usage: siege ADDRESS NORMAL HOSTILE SECONDS [MAP], or siege ADDRESS sockets"
            );
            std::process::exit(2);
        }
    }
}

/// A connection from an address of this machine.
fn connect(from: [u8; 4], to: SocketAddr) -> std::io::Result<TcpStream> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(IpAddr::from(from), 0))?;
        socket.connect(to).await?.into_std()
    })?;
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    Ok(stream)
}

/// Asks, and reads the answer to its end.
fn ask(from: [u8; 4], to: SocketAddr, head: &str, body: &str) -> std::io::Result<(u16, String)> {
    let mut stream = connect(from, to)?;
    let length = body.len();
    let request = format!(
        "{head} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes())?;
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let status = line.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    let mut rest = String::new();
    reader.read_to_string(&mut rest)?;
    let body = rest.split_once("\r\n\r\n").map_or("", |(_, body)| body).to_owned();
    Ok((status, body))
}

fn memory(server: SocketAddr) -> f64 {
    let (_, text) = ask([127, 0, 0, 9], server, "GET /metrics", "").unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("process_resident_memory_bytes "));
    line.and_then(|value| value.trim().parse().ok()).unwrap_or(0.0)
}

#[derive(Default)]
struct Seen {
    times: Vec<f64>,
    refused: usize,
    failed: Vec<String>,
}

/// What normal clients ask for.
struct Errands {
    world: String,
    ends: Vec<String>,
}

impl Errands {
    fn in_the_office() -> Errands {
        let world = embedded::world("office").unwrap();
        let end = |place| {
            let (x, y) = world.place(place).position;
            Position { x, y, heading: None }.to_string()
        };
        Errands { world: "office".to_owned(), ends: world.place_ids().map(end).collect() }
    }

    fn in_a_map(server: SocketAddr, map: &str) -> Errands {
        let text = std::fs::read_to_string(map).unwrap();
        let (_, uploaded) = ask([127, 0, 3, 2], server, "POST /api/worlds", &text).unwrap();
        let world = serde_json::from_str::<Value>(&uploaded).unwrap()["id"].clone();
        let world = world.as_str().unwrap().to_owned();
        let head = format!("GET /api/worlds/{world}/places");
        let (_, named) = ask([127, 0, 3, 2], server, &head, "").unwrap();
        let named: Value = serde_json::from_str(&named).unwrap();
        let ends = named["places"].as_array().unwrap().iter();
        let ends = ends.map(|one| one["id"].as_str().unwrap().to_owned());
        Errands { world, ends: ends.collect() }
    }
}

/// One who asks for routes, one after the other.
fn normal(server: SocketAddr, errands: &Errands, client: usize, until: Instant) -> Seen {
    let Errands { world, ends } = errands;
    let from = [127, 0, 1, client as u8 + 1];
    let mut seen = Seen::default();
    for number in client.. {
        if Instant::now() >= until {
            break;
        }
        let [a, b] = [number * 7, number * 13 + 5].map(|index| &ends[index % ends.len()]);
        let body = json!({"world": world, "from": a, "to": b}).to_string();
        let started = Instant::now();
        match ask(from, server, "POST /api/guide", &body) {
            Ok((200, _)) => seen.times.push(started.elapsed().as_secs_f64()),
            Ok((503, _)) => {
                seen.refused += 1;
                std::thread::sleep(Duration::from_millis(50));
            }
            Ok((_, text)) => seen.failed.push(text),
            Err(error) => seen.failed.push(error.to_string()),
        }
    }
    seen
}

/// One who asks for the costliest there is, several things at once.
fn hostile(server: SocketAddr, client: usize, costly: &str, map: &str, until: Instant) -> usize {
    let from = [127, 0, 2, client as u8 + 1];
    // What is sent is made once: the attackers should not tire themselves.
    let (before, after) = map.split_once("generated-20000").unwrap();
    let long = "very ".repeat(19_999) + "soft";
    let wordy = json!({"format": "cicerone-world", "version": 1, "name": "x",
        "vocabulary": {"floors": [{"name": "b", "cas": "B", "words": [long]}]},
        "places": [{"id": "0", "x": 0, "y": 0}], "passages": []})
    .to_string();
    let wordy = &*wordy;
    let one = |kind: usize| {
        let mut count = 0;
        while Instant::now() < until {
            let answer = match kind {
                0..=2 => ask(from, server, "POST /api/guide", costly),
                3 => {
                    // The same places under another name are another world.
                    let map = format!("{before}world-{client}-{count}{after}");
                    ask(from, server, "POST /api/worlds", &map)
                }
                _ => ask(from, server, "POST /api/worlds", wordy),
            };
            count += 1;
            if !answer.is_ok_and(|(status, _)| status < 300) {
                std::thread::sleep(Duration::from_millis(100));
            }
        }
        count
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..5).map(|kind| scope.spawn(move || one(kind))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    })
}

fn siege(server: SocketAddr, errands: &Errands, clients: usize, hostiles: usize, time: Duration) {
    let maze = generate(GenerateConfig { places: 20_000, openness: 0.0, ..Default::default() });
    let maze = maze.unwrap();
    let map = to_json(&maze);
    let (_, uploaded) = ask([127, 0, 3, 1], server, "POST /api/worlds", &map).unwrap();
    let id = serde_json::from_str::<Value>(&uploaded).unwrap()["id"].clone();
    let route = Journey::between("0,0", "140,139").route(&maze).unwrap().record(&maze).unwrap();
    let route = serde_json::to_value(route).unwrap();
    let costly = json!({"world": id, "path": route["poses"]}).to_string();
    // The first answers fill caches; they are not what is measured.
    normal(server, errands, 0, Instant::now() + Duration::from_secs(2));
    let before = memory(server);
    let (started, until) = (Instant::now(), Instant::now() + time);
    let mut all = Seen::default();
    let mut elapsed = 0.0;
    let attacks = std::thread::scope(|scope| {
        let attackers: Vec<_> = (0..hostiles)
            .map(|client| {
                let (costly, map) = (&*costly, &*map);
                scope.spawn(move || hostile(server, client, costly, map, until))
            })
            .collect();
        let threads: Vec<_> = (0..clients)
            .map(|client| scope.spawn(move || normal(server, errands, client, until)))
            .collect();
        for thread in threads {
            let seen = thread.join().unwrap();
            all.times.extend(seen.times);
            all.refused += seen.refused;
            all.failed.extend(seen.failed);
        }
        // Attackers may still wait for their last answers.
        elapsed = started.elapsed().as_secs_f64();
        attackers.into_iter().map(|thread| thread.join().unwrap()).sum::<usize>()
    });
    std::thread::sleep(Duration::from_secs(3));
    let after = memory(server);
    all.times.sort_by(f64::total_cmp);
    let at = |share: f64| all.times[(all.times.len() as f64 * share) as usize] * 1000.0;
    println!(
        "{clients} normal clients, {hostiles} hostile ones ({attacks} attacks), {elapsed:.1} s"
    );
    println!("answers     {}, {:.1} a second", all.times.len(), all.times.len() as f64 / elapsed);
    println!("p50 p90 p99 {:.0} {:.0} {:.0} ms", at(0.5), at(0.9), at(0.99));
    println!("refused {}, failed {} {:?}", all.refused, all.failed.len(), all.failed.first());
    println!("memory      {:.1} MB before, {:.1} MB after", before / 1e6, after / 1e6);
}

fn sockets(server: SocketAddr) {
    let stranger = |what: &str| {
        let started = Instant::now();
        let (status, _) = ask([127, 0, 0, 2], server, "GET /api/worlds", "").unwrap_or_default();
        println!("{what}: {status} after {:.0} ms", started.elapsed().as_secs_f64() * 1000.0);
    };
    stranger("nobody else");
    let open = |number: usize| {
        if number % 100 == 99 {
            stranger(&format!("{} sockets", number + 1));
        }
        connect([127, 0, 0, 1], server).ok()
    };
    let silent: Vec<TcpStream> = (0..1100).filter_map(open).collect();
    stranger("1,100 that never send");
    let asks = "GET /api/worlds/hospital HTTP/1.1\r\nHost: x\r\n\r\n".repeat(500);
    let deaf: Vec<TcpStream> = (0..1100)
        .filter_map(|number| {
            let mut stream = open(number)?;
            stream.set_nonblocking(true).ok()?;
            let _ = stream.write(asks.as_bytes());
            Some(stream)
        })
        .collect();
    for second in 0..20 {
        stranger(&format!("{second} s with all of them"));
        std::thread::sleep(Duration::from_secs(1));
    }
    drop((silent, deaf));
}
