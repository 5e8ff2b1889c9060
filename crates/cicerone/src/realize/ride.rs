//! Plain words for a change of level: no command of the language says one yet.

use crate::words::tokenize;
use crate::world::document::ConnectionKind;
use crate::world::{Segment, World};

/// The words for a segment that changes the level: which way, up or down, and
/// to what people call the other level. `None` for any other segment.
pub(crate) fn ride_words(world: &World, segment: &Segment) -> Option<Vec<String>> {
    let connection = world.connection(world.passage(segment.ride?).connection?);
    let (from, to) = (segment.start().place, segment.end().place);
    let level = world.storey(world.level(to)).called();
    let way = match world.rise(from, to) {
        rise if rise > 0.0 => "up",
        rise if rise < 0.0 => "down",
        _ => "across",
    };
    let text = match connection.kind {
        ConnectionKind::Stairs => format!("go {way} the stairs"),
        ConnectionKind::Ramp => format!("go {way} the ramp"),
        ConnectionKind::Escalator => format!("take the escalator {way}"),
        ConnectionKind::Lift => format!("take the lift {way}"),
    };
    let is_other = world.level(from) != world.level(to);
    let text = if is_other { format!("{text} to {}", said(level)) } else { text };
    Some(tokenize(&text))
}

/// A level as it is said: `level 2` for `2` and `L2`, its own name otherwise.
fn said(level: &str) -> String {
    let number = level.strip_prefix(['L', 'l']).unwrap_or(level);
    match number.parse::<f64>() {
        Ok(_) => format!("level {number}"),
        Err(_) => level.to_owned(),
    }
}
