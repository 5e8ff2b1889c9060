//! Who asks: normal clients, hostile ones, and those who hold sockets open. Each
//! has an address of its own on this machine.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use cicerone::world::{GenerateConfig, Journey, Position, embedded, generate, to_json};
use serde_json::{Value, json};

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
pub(crate) fn ask(
    from: [u8; 4],
    to: SocketAddr,
    head: &str,
    body: &str,
) -> std::io::Result<(u16, String)> {
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

/// What normal clients saw.
#[derive(Default)]
pub(crate) struct Seen {
    /// Seconds of every answer that was one.
    pub(crate) times: Vec<f64>,
    /// Turned away with 503, as a full queue should.
    pub(crate) refused: usize,
    pub(crate) failed: Vec<String>,
}

/// What normal clients ask for.
pub(crate) struct Errands {
    world: String,
    ends: Vec<String>,
}

impl Errands {
    pub(crate) fn in_the_office() -> Errands {
        let world = embedded::world("office").unwrap();
        let end = |place| {
            let (x, y) = world.place(place).position;
            Position { x, y, heading: None }.to_string()
        };
        Errands { world: "office".to_owned(), ends: world.place_ids().map(end).collect() }
    }

    pub(crate) fn in_a_map(server: SocketAddr, map: &str) -> Errands {
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

/// Those who ask for routes, one after the other.
pub(crate) fn normal(server: SocketAddr, errands: &Errands, many: usize, until: Instant) -> Seen {
    let mut all = Seen::default();
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..many)
            .map(|client| scope.spawn(move || one_normal(server, errands, client, until)))
            .collect();
        for thread in threads {
            let seen = thread.join().unwrap();
            all.times.extend(seen.times);
            all.refused += seen.refused;
            all.failed.extend(seen.failed);
        }
    });
    all.times.sort_by(f64::total_cmp);
    all
}

fn one_normal(server: SocketAddr, errands: &Errands, client: usize, until: Instant) -> Seen {
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

/// What hostile clients send, made once: they should not tire themselves.
pub(crate) struct Weapons {
    /// A question about a very long route.
    costly: String,
    /// The map of it, before and after its name.
    map: (String, String),
    /// A map with a phrase of 20,000 words.
    wordy: String,
}

/// How often each attack was answered with what; 0 is no answer.
pub(crate) type Attacks = BTreeMap<(&'static str, u16), usize>;

impl Weapons {
    pub(crate) fn new(server: SocketAddr) -> Weapons {
        let maze = generate(GenerateConfig { places: 20_000, openness: 0.0, ..Default::default() });
        let maze = maze.unwrap();
        let map = to_json(&maze);
        let (_, uploaded) = ask([127, 0, 3, 1], server, "POST /api/worlds", &map).unwrap();
        let id = serde_json::from_str::<Value>(&uploaded).unwrap()["id"].clone();
        let route = Journey::between("0,0", "140,139").route(&maze).unwrap();
        let route = serde_json::to_value(route.record(&maze).unwrap()).unwrap();
        let costly = json!({"world": id, "path": route["poses"]}).to_string();
        let (before, after) = map.split_once("generated-20000").unwrap();
        let long = "very ".repeat(19_999) + "soft";
        let wordy = json!({"format": "cicerone-world", "version": 1, "name": "x",
            "vocabulary": {"floors": [{"name": "b", "cas": "B", "words": [long]}]},
            "places": [{"id": "0", "x": 0, "y": 0}], "passages": []})
        .to_string();
        Weapons { costly, map: (before.to_owned(), after.to_owned()), wordy }
    }
}

/// One who asks for the costliest there is, several things at once.
pub(crate) fn hostile(
    server: SocketAddr,
    client: usize,
    weapons: &Weapons,
    until: Instant,
) -> Attacks {
    let from = [127, 0, 2, client as u8 + 1];
    let one = |kind: usize| {
        let mut attacks = Attacks::new();
        for count in 0.. {
            if Instant::now() >= until {
                break;
            }
            let (what, answer) = match kind {
                0..=2 => ("guide", ask(from, server, "POST /api/guide", &weapons.costly)),
                3 => {
                    // The same places under another name are another world.
                    let (before, after) = &weapons.map;
                    let map = format!("{before}world-{client}-{count}{after}");
                    ("map", ask(from, server, "POST /api/worlds", &map))
                }
                _ => ("phrase", ask(from, server, "POST /api/worlds", &weapons.wordy)),
            };
            let status = answer.map_or(0, |(status, _)| status);
            *attacks.entry((what, status)).or_default() += 1;
            if !(200..300).contains(&status) {
                std::thread::sleep(Duration::from_millis(100));
            }
        }
        attacks
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..5).map(|kind| scope.spawn(move || one(kind))).collect();
        let mut all = Attacks::new();
        for thread in threads {
            add(&mut all, thread.join().unwrap());
        }
        all
    })
}

pub(crate) fn add(all: &mut Attacks, more: Attacks) {
    for (what, count) in more {
        *all.entry(what).or_default() += count;
    }
}

/// 1,100 connections that never send and 1,100 that never read, and how long a
/// stranger waits meanwhile.
pub(crate) fn sockets(server: SocketAddr) {
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
