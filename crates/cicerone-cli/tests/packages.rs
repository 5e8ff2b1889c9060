//! What is promised about the packages is true of what they depend on.

#![allow(clippy::unwrap_used)]

use std::process::Command;

use serde_json::Value;

fn metadata() -> Value {
    // What other platforms need was never fetched here.
    let host = Command::new("rustc").arg("-vV").output().unwrap();
    let host = String::from_utf8(host.stdout).unwrap();
    let host = host.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned();
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--all-features", "--offline"])
        .args(["--filter-platform", &host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// A version as numbers; what is left out is 0.
fn numbers(version: &str) -> Vec<u32> {
    let mut numbers: Vec<u32> = version.split('.').map(|part| part.parse().unwrap()).collect();
    numbers.resize(3, 0);
    numbers
}

#[test]
fn the_stated_rust_version_suffices_for_every_dependency() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let ours = packages.iter().find(|package| package["name"] == "cicerone-cli").unwrap();
    let ours = numbers(ours["rust_version"].as_str().unwrap());
    let newer: Vec<String> = packages
        .iter()
        .filter_map(|package| {
            let version = package["rust_version"].as_str()?;
            (numbers(version) > ours).then(|| format!("{} needs {version}", package["name"]))
        })
        .collect();
    assert!(newer.is_empty(), "rust-version in Cargo.toml is {ours:?}, but {}", newer.join(", "));
}

#[test]
fn every_package_says_what_it_is() {
    let metadata = metadata();
    let members = metadata["workspace_members"].as_array().unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    for package in packages.iter().filter(|package| members.contains(&package["id"])) {
        for field in ["description", "license", "rust_version"] {
            assert!(package[field].is_string(), "{} lacks its {field}", package["name"]);
        }
        for field in ["keywords", "categories"] {
            assert!(!package[field].as_array().unwrap().is_empty(), "{field}: {}", package["name"]);
        }
    }
}
