//! The command `cicerone`.

fn main() {}
