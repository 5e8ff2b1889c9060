//! The package is tested from Python: its documents' examples, its tests, the
//! notebook and the README's lines.
//!
//! Cargo has built the extension module beside this test, with the features of
//! all other tests, so that nothing is built for it again. Here it is put where
//! Python finds it. Where there is no Python, or nothing to test with, that is
//! said and nothing is tested.

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn the_package_does_what_its_documents_say() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("python");
    let Some(python) = python_with_pytest(&folder)? else { return Ok(()) };
    let site = folder.join("site");
    lay_out(&site.join("cicerone"))?;
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let status = Command::new(python)
        .args(["-m", "pytest", "-q", "-p", "no:cacheprovider", "--doctest-modules"])
        .args([site.join("cicerone"), own.join("python/tests")])
        .env("PYTHONPATH", &site)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .status()?;
    assert!(status.success(), "{status}");
    Ok(())
}

/// The package as it would be installed: its Python files, and the extension.
fn lay_out(package: &Path) -> Result<(), Box<dyn Error>> {
    if package.exists() {
        std::fs::remove_dir_all(package)?;
    }
    std::fs::create_dir_all(package)?;
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/cicerone");
    for entry in std::fs::read_dir(sources)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            std::fs::copy(entry.path(), package.join(entry.file_name()))?;
        }
    }
    let (name, ending) = match () {
        () if cfg!(target_os = "macos") => ("lib_native.dylib", "abi3.so"),
        () if cfg!(windows) => ("_native.dll", "pyd"),
        () => ("lib_native.so", "abi3.so"),
    };
    let built = std::env::current_exe()?.with_file_name(name);
    std::fs::copy(built, package.join(format!("_native.{ending}")))?;
    Ok(())
}

/// A Python of its own, with what the tests need; made the first time.
fn python_with_pytest(folder: &Path) -> Result<Option<PathBuf>, Box<dyn Error>> {
    let can = |python: &Path, code: &str| {
        Command::new(python).args(["-c", code]).output().is_ok_and(|done| done.status.success())
    };
    let system = PathBuf::from("python3");
    if !can(&system, "import sys, venv; assert sys.version_info >= (3, 10)") {
        return left_out("Without Python 3.10 and its venv");
    }
    let own = folder.join(if cfg!(windows) { "venv/Scripts/python" } else { "venv/bin/python" });
    if !can(&own, "import pytest") {
        let venv = folder.join("venv");
        let _ = Command::new(system).args(["-m", "venv", "--clear"]).arg(venv).status();
        let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "pytest"];
        let _ = Command::new(&own).args(pip).status();
    }
    if !can(&own, "import pytest") {
        return left_out("Without pytest, which could not be installed,");
    }
    Ok(Some(own))
}

/// Says so where a test that passes is heard, too.
fn left_out(why: &str) -> Result<Option<PathBuf>, Box<dyn Error>> {
    writeln!(std::io::stderr(), "{why} the tests of the Python package are left out.")?;
    Ok(None)
}
