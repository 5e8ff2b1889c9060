//! The worlds every binary carries.

use super::{World, from_json};
use crate::{Error, Result};

/// Names and texts, in the order they are listed to people.
const WORLDS: [(&str, &str); 0] = [];

/// The names of the embedded worlds.
pub fn names() -> impl Iterator<Item = &'static str> {
    WORLDS.iter().map(|(name, _)| *name)
}

/// The embedded world of that name.
pub fn world(name: &str) -> Result<World> {
    match WORLDS.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => from_json(text).map_err(|error| error.in_file(name)),
        None => Err(Error::input(format!(
            "there is no embedded world '{name}'; there are {}",
            names().collect::<Vec<_>>().join(", ")
        ))),
    }
}
