//! Where tests find the SAIL corpus. The library is told a directory; whoever
//! runs the tests may name one with `CICERONE_SAIL`, as `make test` does.

use std::path::{Path, PathBuf};

/// The directory that `CICERONE_SAIL` names, else `shared/sail` beside the
/// repository or above it, if there is one.
pub(crate) fn sail() -> Option<PathBuf> {
    let named = std::env::var_os("CICERONE_SAIL").map(PathBuf::from);
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut places = here.ancestors().map(|directory| directory.join("shared/sail"));
    named.or_else(|| places.find(|directory| directory.is_dir()))
}
