//! What of a building a picture shows: the same options wherever one is drawn.

use std::io::IsTerminal;

use cicerone::world::World;
use cicerone::world::draw::{DrawOptions, Ink};

/// How wide pictures in the terminal are.
pub(crate) const COLUMNS: usize = 100;

/// Colour, if standard output is a terminal and nobody asked for none.
pub(crate) fn ink() -> Ink {
    let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let has_color = std::io::stdout().is_terminal() && !is_refused;
    if has_color { Ink::Color } else { Ink::Plain }
}

/// How a building is drawn; a world of corridors has only one way.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct PictureOptions {
    /// Draw one level only: its name, id or ordinal [default: all].
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    level: Option<String>,

    /// Draw the ways between places, too.
    #[arg(long)]
    ways: bool,

    /// A line to write below the picture: whose map it is, say.
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
}

impl PictureOptions {
    /// What it means in a world.
    pub(crate) fn of(&self, world: &World) -> anyhow::Result<DrawOptions> {
        let level = self.level.as_deref().map(|level| world.find_level(level)).transpose()?;
        Ok(DrawOptions::default().level(level).ways(self.ways).note(self.note.clone()))
    }
}
