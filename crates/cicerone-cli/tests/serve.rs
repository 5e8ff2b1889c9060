//! `cicerone serve` as a process: how it starts, ends, and what a kill leaves.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use cicerone::world::{GenerateConfig, generate, to_json};
use serde_json::Value;

struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_cicerone"))
            .args(["serve", "--listen", "127.0.0.1:0", "--rate", "0", "--log", "json", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        assert!(url.starts_with("http://127.0.0.1:"), "{url}");
        Server { process, url: url.trim().to_owned() }
    }

    fn get(&self, path: &str) -> Value {
        ureq::get(format!("{}{path}", self.url)).call().unwrap().body_mut().read_json().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Sends one world after the other and notes those that were acknowledged.
fn upload_until_killed(url: &str, client: u64, kept: &Mutex<Vec<String>>) {
    for number in 0..u64::MAX {
        let seed = client * 1_000_000 + number;
        let config = GenerateConfig { places: 400, seed, ..GenerateConfig::default() };
        let world = to_json(&generate(config).unwrap());
        let sent = ureq::post(url).content_type("application/json").send(world);
        let Ok(mut answer) = sent else { return };
        let Ok(summary) = answer.body_mut().read_json::<Value>() else { return };
        kept.lock().unwrap().push(summary["id"].as_str().unwrap().to_owned());
    }
}

#[test]
#[cfg(unix)]
fn told_to_stop_it_stops_well() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path());
    assert_eq!(server.get("health")["status"], "ok");
    let id = server.process.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert!(server.process.wait().unwrap().success());
}

#[test]
fn ten_kills_in_the_middle_of_uploads_leave_whole_worlds_and_all_of_them() {
    let data = tempfile::tempdir().unwrap();
    let kept: Mutex<Vec<String>> = Mutex::new(Vec::new());
    for kill in 1..=10 {
        let mut server = Server::start(data.path());
        std::thread::scope(|scope| {
            for client in 0..4 {
                let (kept, url) = (&kept, format!("{}api/worlds", server.url));
                scope.spawn(move || upload_until_killed(&url, kill * 10 + client, kept));
            }
            while kept.lock().unwrap().len() < kill as usize * 4 {
                std::thread::sleep(Duration::from_millis(5));
            }
            // Each time somewhere else in what is under way.
            std::thread::sleep(Duration::from_millis(3 * kill));
            server.process.kill().unwrap();
            server.process.wait().unwrap();
        });
    }
    let again = Server::start(data.path());
    let worlds = again.get("api/worlds");
    let listed: Vec<&str> = worlds["worlds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|world| world["id"].as_str().unwrap())
        .collect();
    for id in kept.into_inner().unwrap() {
        assert!(listed.contains(&&*id), "{id} was acknowledged and is gone");
    }
    for id in listed {
        assert!(again.get(&format!("api/worlds/{id}"))["places"].is_array(), "{id}");
    }
}

#[test]
fn a_taken_port_and_a_wrong_origin_are_said() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let address = server.url.trim_start_matches("http://").trim_end_matches('/').to_owned();
    for (arguments, words) in [
        (vec!["--listen", address.as_str()], "cannot listen on"),
        (vec!["--listen", "127.0.0.1:0", "--allow-origin", "example.org"], "is no origin"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_cicerone"))
            .args(["serve", "--data", data.path().to_str().unwrap()])
            .args(arguments)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words), "{said}");
    }
}
