//! What is told under the conditions that `study init` writes itself.

use cicerone::Result;
use cicerone::words::sentence;
use cicerone::world::document::{ConnectionKind, Unit};
use cicerone::world::{PassageId, Route, World};
use cicerone_eval::arriving::told_by_templates;

/// Degrees up to which one goes straight on.
const STRAIGHT: f64 = 30.0;
/// Degrees from which one turns about.
const ABOUT: f64 = 150.0;

/// A route in templates: in a world of corridors turns and counts, in a
/// building turns, metres and levels, as devices tell them that know no
/// landmarks.
pub(super) fn templates(world: &World, route: &Route) -> Result<String> {
    if world.unit() == Unit::Passage {
        let sentences = told_by_templates(world, route)?;
        let sentences: Vec<String> = sentences.iter().map(|words| sentence(words)).collect();
        return Ok(sentences.join(" "));
    }
    let mut sentences = Vec::new();
    for piece in route.pieces(world) {
        if let Some(passage) = piece.ride {
            sentences.extend(ride(world, passage, piece.poses.last().map(|pose| pose.place)));
            continue;
        }
        let Some(leg) = piece.leg else { continue };
        sentences.extend(turn(leg.turn));
        let pairs = leg.line.windows(2);
        let metres: f64 =
            pairs.map(|pair| (pair[0][0] - pair[1][0]).hypot(pair[0][1] - pair[1][1])).sum();
        let metres = metres.round().max(1.0);
        let unit = if metres > 1.0 { "metres" } else { "metre" };
        let out = match leg.turn {
            None if !leg.doors.is_empty() => "Go out through the door and walk",
            None => "Set out and walk",
            Some(_) => "Walk",
        };
        sentences.push(format!("{out} {metres} {unit}."));
    }
    sentences.push("You have arrived.".to_owned());
    Ok(sentences.join(" "))
}

fn turn(turn: Option<f64>) -> Option<String> {
    let degrees = turn?;
    let side = if degrees > 0.0 { "right" } else { "left" };
    match degrees.abs() {
        off if off < STRAIGHT => None,
        off if off > ABOUT => Some("Turn around.".to_owned()),
        _ => Some(format!("Turn {side}.")),
    }
}

fn ride(world: &World, passage: PassageId, to: Option<cicerone::world::PlaceId>) -> Option<String> {
    let connection = world.connection(world.passage(passage).connection?);
    let to = world.storey(world.level(to?));
    let kind = match connection.kind {
        ConnectionKind::Stairs => "stairs",
        ConnectionKind::Escalator => "escalator",
        ConnectionKind::Ramp => "ramp",
        _ => "lift",
    };
    Some(format!("Take the {kind} to {}.", to.called()))
}

/// How differently two texts tell a way: the share of words that only one of
/// them has.
pub(super) fn unlike(a: &str, b: &str) -> f64 {
    let words = |text: &str| -> std::collections::BTreeSet<String> {
        let letters = |letter: char| !letter.is_alphanumeric();
        text.to_lowercase()
            .split(letters)
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let [a, b] = [words(a), words(b)];
    let all = a.union(&b).count().max(1);
    1.0 - a.intersection(&b).count() as f64 / all as f64
}

/// True if the first sentence speaks of a floor that no hallway has where the
/// route starts: whoever stands there would look for it in vain.
pub(super) fn names_a_hall_elsewhere(world: &World, route: &Route, text: &str) -> bool {
    let first = text.split('.').next().unwrap_or_default().to_lowercase();
    if world.unit() != Unit::Passage || !first.contains("hall") {
        return false;
    }
    let vocabulary = world.vocabulary();
    let says = |kind| {
        let kind = vocabulary.kind(kind);
        let mut names = kind.words.iter().chain([&kind.name]);
        names.any(|name| first.contains(&format!("{} hall", name.to_lowercase())))
    };
    let floors = |passage: &PassageId| world.floor(*passage);
    let here: Vec<PassageId> =
        world.exits(route.start().place).iter().map(|exit| exit.passage).collect();
    !here.iter().filter_map(floors).any(says)
}
