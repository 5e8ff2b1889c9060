//! Pictures as PNG.

#![allow(clippy::unwrap_used)]

use std::process::Command;

#[test]
fn a_route_is_drawn_as_png_if_asked_or_if_the_name_ends_so() {
    let directory = tempfile::tempdir().unwrap();
    for option in ["--png", "--svg"] {
        let png = directory.path().join(format!("{option}.png"));
        let made = Command::new(env!("CARGO_BIN_EXE_cicerone"))
            .args(["route", "--world", "office", "--from", "0,0,90", "--to", "14,8,0", option])
            .arg(&png)
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));
    }
}
