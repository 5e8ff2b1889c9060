//! The server under siege, and what it and everybody else use of the machine.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use cicerone::guide::Bundle;
use cicerone_server::ServerConfig;

use crate::clients::ask;

/// A server: one that runs already, or a process of our own that ends with us.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    own: Option<(Child, tempfile::TempDir)>,
}

impl Server {
    /// The one at an address, or for `own` a new one.
    pub(crate) fn at(what: &str) -> Server {
        if what != "own" {
            return Server { address: what.parse().unwrap(), own: None };
        }
        let data = tempfile::tempdir().unwrap();
        let mut child = Command::new(std::env::current_exe().unwrap())
            .arg("serve")
            .arg(data.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Server { address: line.trim().parse().unwrap(), own: Some((child, data)) }
    }

    pub(crate) fn memory(&self) -> f64 {
        let (_, text) = ask([127, 0, 0, 9], self.address, "GET /metrics", "").unwrap();
        let line = text.lines().find_map(|one| one.strip_prefix("process_resident_memory_bytes "));
        line.and_then(|value| value.trim().parse().ok()).unwrap_or(0.0)
    }

    /// Seconds of processor time so far: the server's (if it is ours), our own, and
    /// those of everybody.
    pub(crate) fn spent(&self) -> Spent {
        let of = |who: &str| {
            let text = std::fs::read_to_string(format!("/proc/{who}/stat")).unwrap_or_default();
            // What follows the name, which may be any text in brackets.
            let fields = text.rsplit_once(") ").map_or("", |(_, rest)| rest).split(' ');
            fields.skip(11).take(2).filter_map(|one| one.parse::<f64>().ok()).sum::<f64>() / 100.0
        };
        let all = std::fs::read_to_string("/proc/stat").unwrap_or_default();
        let all = all.lines().next().unwrap_or_default().split_whitespace().skip(1);
        let all: Vec<f64> = all.filter_map(|one| one.parse().ok()).collect();
        // user, nice, system, idle, iowait, irq, softirq
        let busy = all.iter().enumerate().filter(|(at, _)| ![3, 4].contains(at) && *at < 7);
        Spent {
            server: self.own.as_ref().map_or(0.0, |(child, _)| of(&child.id().to_string())),
            clients: of("self"),
            all: busy.map(|(_, ticks)| ticks).sum::<f64>() / 100.0,
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some((child, _)) = &mut self.own {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Spent {
    pub(crate) server: f64,
    pub(crate) clients: f64,
    pub(crate) all: f64,
}

impl Spent {
    pub(crate) fn since(self, before: Spent) -> Spent {
        Spent {
            server: self.server - before.server,
            clients: self.clients - before.clients,
            all: self.all - before.all,
        }
    }

    pub(crate) fn others(self) -> f64 {
        (self.all - self.server - self.clients).max(0.0)
    }
}

/// What the process of our own does: the settings are those of `cicerone serve`, but
/// for the rate, which normal clients here would exceed.
pub(crate) fn serve(data: &str) {
    let config = ServerConfig {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data: Some(data.into()),
        rate: 0,
        ..ServerConfig::default()
    };
    let models = Bundle::embedded().unwrap();
    cicerone_server::serve(config, models, |address| println!("{address}")).unwrap();
}
