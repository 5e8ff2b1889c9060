//! Normal clients beside hostile ones, each from an address of its own.
//!
//! ```text
//! cargo run --release -p cicerone-server --example siege -- own 50 10 20 3
//! cargo run --release -p cicerone-server --example siege -- own 50 1 60 1 clinic.building.yaml
//! cargo run --release -p cicerone-server --example siege -- 127.0.0.1:8080 sockets
//! ```
//!
//! `own` is a server that is started for each round, as quotas of uploads would
//! make later ones easier; an address is that of one that runs (with `--rate 0`).
//! A round has three phases: quiet, besieged, quiet again. What is asked for is what
//! the normal ones see besieged, in shares of the mean of both quiet phases: other
//! work of the machine, which is printed, then counts on both sides. The last lines
//! are medians over the rounds. Normal clients ask for routes in the embedded office
//! or between the named places of a map.
//!
//! `sockets` opens 1,100 connections that never send and 1,100 that never read, and
//! tells how long a stranger waits meanwhile.

#![allow(clippy::unwrap_used)]

mod clients;
mod machine;

use std::time::{Duration, Instant};

use clients::{Attacks, Errands, Weapons};
use machine::Server;

/// How long the server has to come to rest before its memory is looked at.
const REST: Duration = Duration::from_secs(5);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let (rounds, map) = match arguments[..] {
        ["serve", data] => return machine::serve(data),
        [server, "sockets"] => return clients::sockets(Server::at(server).address),
        [_, _, _, _] => ("1", None),
        [_, _, _, _, rounds] => (rounds, None),
        [_, _, _, _, rounds, map] => (rounds, Some(map)),
        _ => {
            eprintln!(
                "usage: siege ADDRESS|own NORMAL HOSTILE SECONDS [ROUNDS [MAP]], or siege \
                 ADDRESS|own sockets"
            );
            std::process::exit(2);
        }
    };
    let [normal, hostile, seconds] = [1, 2, 3].map(|at| arguments[at].parse::<usize>().unwrap());
    let time = Duration::from_secs(seconds as u64);
    let rounds: Vec<Round> = (0..rounds.parse().unwrap())
        .map(|_| round(&Server::at(arguments[0]), map, normal, hostile, time))
        .collect();
    let median = |of: fn(&Round) -> f64| {
        let mut all: Vec<f64> = rounds.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    println!("throughput  {:.0}% of quiet", 100.0 * median(|round| round.throughput));
    println!(
        "            {:.0}% for each second of the server's",
        100.0 * median(|one| one.yielded)
    );
    println!("p99         {:.2} times that of quiet", median(|round| round.p99));
    println!("memory      {:.2} times that before", median(|round| round.memory));
    let failed: usize = rounds.iter().map(|round| round.failed).sum();
    println!("failed      {failed}");
    std::process::exit(i32::from(failed > 0));
}

/// What came of a siege, in shares of what is without.
struct Round {
    throughput: f64,
    /// Answers for each second that the processor worked for the server: beside other
    /// programs, a server under siege may get more of the machine than a quiet one.
    yielded: f64,
    p99: f64,
    memory: f64,
    failed: usize,
}

fn round(
    server: &Server,
    map: Option<&str>,
    normal: usize,
    hostile: usize,
    time: Duration,
) -> Round {
    let weapons = Weapons::new(server.address);
    let errands =
        map.map_or_else(Errands::in_the_office, |map| Errands::in_a_map(server.address, map));
    // The first answers fill caches; they are not what is measured.
    clients::normal(server.address, &errands, normal, Instant::now() + Duration::from_secs(3));
    let phase = |hostile| phase(server, &errands, &weapons, normal, hostile, time);
    let before = phase(0);
    let besieged = phase(hostile);
    let after = phase(0);
    let memory = besieged.memory / before.memory;
    println!("memory      {memory:.2} times, {:.2} after the last", after.memory / before.memory);
    Round {
        throughput: besieged.throughput * 2.0 / (before.throughput + after.throughput),
        yielded: besieged.yielded * 2.0 / (before.yielded + after.yielded),
        p99: besieged.p99 * 2.0 / (before.p99 + after.p99),
        memory,
        failed: before.failed + besieged.failed + after.failed,
    }
}

struct Phase {
    throughput: f64,
    yielded: f64,
    p99: f64,
    memory: f64,
    failed: usize,
}

fn phase(
    server: &Server,
    errands: &Errands,
    weapons: &Weapons,
    clients: usize,
    hostiles: usize,
    time: Duration,
) -> Phase {
    let before = server.spent();
    let (started, until) = (Instant::now(), Instant::now() + time);
    let address = server.address;
    let (seen, elapsed, spent, attacks) = std::thread::scope(|scope| {
        let attackers: Vec<_> = (0..hostiles)
            .map(|client| scope.spawn(move || clients::hostile(address, client, weapons, until)))
            .collect();
        let seen = clients::normal(address, errands, clients, until);
        // Attackers may still wait for their last answers.
        let elapsed = started.elapsed().as_secs_f64();
        let spent = server.spent().since(before);
        let mut attacks = Attacks::new();
        for attacker in attackers {
            clients::add(&mut attacks, attacker.join().unwrap());
        }
        (seen, elapsed, spent, attacks)
    });
    std::thread::sleep(REST);
    let memory = server.memory();
    let at = |share: f64| seen.times[(seen.times.len() as f64 * share) as usize] * 1000.0;
    let throughput = seen.times.len() as f64 / elapsed;
    println!("{clients} normal clients, {hostiles} hostile ones, {elapsed:.1} s");
    println!("  answers     {throughput:.1} a second; refused {}", seen.refused);
    println!("  p50 p90 p99 {:.0} {:.0} {:.0} ms", at(0.5), at(0.9), at(0.99));
    println!("  memory      {:.1} MB", memory / 1e6);
    println!(
        "  processor   server {:.1} s, clients {:.1} s, others {:.1} s",
        spent.server,
        spent.clients,
        spent.others()
    );
    if !seen.failed.is_empty() {
        println!("  failed      {} {:?}", seen.failed.len(), seen.failed[0]);
    }
    for ((what, status), count) in attacks {
        println!("  attack      {what}: {status}, {count} times");
    }
    let yielded = seen.times.len() as f64 / spent.server;
    Phase { throughput, yielded, p99: at(0.99), memory, failed: seen.failed.len() }
}
