//! What was left out when the binary was built, and how to get it.

/// The error of what is not there: what it is, and why one asks for it.
pub(crate) fn absent(what: &str, why: &str) -> anyhow::Error {
    let message = format!(
        "{what} is not in this binary: {why}. `make build` makes a binary with everything, \
         and so does `cargo build --release -p cicerone-cli --features full`"
    );
    cicerone::Error::input(message).into()
}
