//! `cicerone data pull`, from a server of the test's own.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn cicerone(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cicerone")).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Runs what must fail; returns what it said. Nothing may be on standard output.
fn refused(arguments: &[&str]) -> String {
    let output = cicerone(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    assert!(!said.contains("panicked"), "{said}");
    said
}

/// A server that answers every request with what `body` gives for its path;
/// `None` is not found. Stops with the test's process.
fn serve(body: impl Fn(&str) -> Option<Vec<u8>> + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
            let request = lines.next().unwrap().unwrap();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            let path = request.split(' ').nth(1).unwrap();
            let (status, body) =
                body(path).map_or(("404 Not Found", vec![]), |body| ("200 OK", body));
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
        }
    });
    format!("http://{address}")
}

#[test]
fn pull_refuses_what_is_not_the_file_and_leaves_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let to = directory.path().to_str().unwrap();
    let wrong = serve(|_| Some(b"not the corpus".to_vec()));
    let said = refused(&["data", "pull", "sail", "--to", to, "--from", &wrong]);
    assert!(said.contains("SAIL-original.pickle") && said.contains("expected fa6a0f85"), "{said}");
    let missing = serve(|_| None);
    let said = refused(&["data", "pull", "sail", "--to", to, "--from", &missing]);
    assert!(said.contains("404"), "{said}");
    let said = refused(&["data", "pull", "sail", "--to", to, "--from", "http://127.0.0.1:1"]);
    assert!(said.contains("cannot be fetched"), "{said}");
    assert_eq!(std::fs::read_dir(to).unwrap().count(), 0);
}

#[test]
#[ignore = "needs the SAIL corpus: cicerone data pull sail"]
fn pull_fetches_the_corpus_and_keeps_what_is_right() {
    let source = PathBuf::from(stdout(&cicerone(&["data", "where"])).trim_end());
    let server = serve(move |path| {
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        // Owner, repository and the full commit come first.
        let is_pinned = parts.len() > 3 && parts[2].len() == 40;
        is_pinned.then(|| std::fs::read(source.join(parts[parts.len() - 1])).unwrap())
    });
    let directory = tempfile::tempdir().unwrap();
    let to = directory.path().join("new/sail");
    let pull =
        || cicerone(&["data", "pull", "sail", "--to", to.to_str().unwrap(), "--from", &server]);
    stdout(&pull());
    for file in cicerone::corpus::SAIL_FILES {
        assert!(Path::new(&to).join(file.name).is_file());
    }
    std::fs::write(to.join("map-l.xml"), "damaged").unwrap();
    let again = pull();
    stdout(&again);
    let said = String::from_utf8(again.stderr).unwrap();
    assert!(said.contains("map-grid.xml is there already"), "{said}");
    assert!(!said.contains("map-l.xml is there already"), "{said}");
    let check = cicerone(&["data", "check", "--data", to.to_str().unwrap()]);
    assert!(stdout(&check).starts_with("698 demonstrations, 3213 sentences, 3552 commands"));
}
