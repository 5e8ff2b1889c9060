//! Pictures of a world and a route on it.
//!
//! [`svg`] makes a plan good enough to put in a paper. A world of corridors, as
//! SAIL's are, shows floors, pictures on the walls, objects, the route with
//! start and goal, and a legend; a building shows its storeys with rooms, walls,
//! doors, stairs, lifts, landmarks and names, and numbers where the route goes
//! from one to another. [`svg_with_rivals`] adds other moves that a path could
//! be confused with. [`terminal`] draws the same with characters.

mod icons;
mod plan;
mod storeys;
mod svg;
mod terminal;

pub use svg::{svg, svg_with, svg_with_rivals};
pub use terminal::{Ink, terminal, terminal_with};

use super::{Attachment, Class, KindId, LevelId, PassageId, PlaceId, Pose, Vocabulary, World};

/// What of a building is drawn, and how.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DrawOptions {
    level: Option<LevelId>,
    has_ways: bool,
    note: Option<String>,
}

impl DrawOptions {
    /// Only this level, instead of all.
    pub fn level(self, level: impl Into<Option<LevelId>>) -> DrawOptions {
        DrawOptions { level: level.into(), ..self }
    }

    /// Whether the ways between places are drawn, too.
    pub fn ways(self, has_ways: bool) -> DrawOptions {
        DrawOptions { has_ways, ..self }
    }

    /// A line below: whose map it is, say.
    pub fn note(self, note: impl Into<Option<String>>) -> DrawOptions {
        DrawOptions { note: note.into(), ..self }
    }
}

/// True if a world has more to show than places and passages: storeys, outlines
/// or walls.
fn is_plan(world: &World) -> bool {
    let building = world.building();
    building.levels.len() > 1
        || !building.partitions.is_empty()
        || building.areas.iter().any(|area| area.outline.len() > 2)
}

/// A world larger than this is drawn only around the path on it.
const WHOLE: usize = 2000;

/// The part of a world that a picture shows, in world units.
struct Window {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Window {
    /// The whole world, or of a large one the surroundings of the path
    /// (without a path, of its first place).
    fn of(world: &World, path: &[Pose]) -> Window {
        let everything: Vec<PlaceId> = world.place_ids().take(WHOLE + 1).collect();
        let is_large = everything.len() > WHOLE;
        let shown: Vec<PlaceId> = match path {
            _ if !is_large => everything,
            [] => everything[..1].to_vec(),
            path => path.iter().map(|pose| pose.place).collect(),
        };
        let mut window = Window {
            left: f64::INFINITY,
            top: f64::INFINITY,
            right: f64::NEG_INFINITY,
            bottom: f64::NEG_INFINITY,
        };
        for (x, y) in shown.iter().map(|id| world.place(*id).position) {
            window.left = window.left.min(x);
            window.right = window.right.max(x);
            window.top = window.top.min(y);
            window.bottom = window.bottom.max(y);
        }
        if is_large {
            let margin = 5.0 * unit(world, &shown);
            window.left -= margin;
            window.top -= margin;
            window.right += margin;
            window.bottom += margin;
        }
        window
    }

    fn shows(&self, world: &World, place: PlaceId) -> bool {
        let (x, y) = world.place(place).position;
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }

    fn places(&self, world: &World) -> Vec<PlaceId> {
        world.place_ids().filter(|id| self.shows(world, *id)).collect()
    }

    /// Passages with at least one end in the picture.
    fn passages(&self, world: &World) -> Vec<PassageId> {
        let all = (0..world.passages().len() as u32).map(PassageId);
        all.filter(|id| world.passage(*id).ends.iter().any(|end| self.shows(world, *end))).collect()
    }
}

/// The usual length of a passage there: the median.
fn unit(world: &World, places: &[PlaceId]) -> f64 {
    let exits = places.iter().flat_map(|id| world.exits(*id).iter().map(|exit| (*id, exit.to)));
    let mut lengths: Vec<f64> = exits.map(|(from, to)| world.distance(from, to)).collect();
    lengths.sort_by(f64::total_cmp);
    lengths.get(lengths.len() / 2).copied().unwrap_or(1.0)
}

/// What a floor that is not known is drawn in.
const UNKNOWN: Color = [226, 224, 218];

/// The colour of a passage.
fn floor_color(world: &World, passage: PassageId) -> Color {
    world.floor(passage).map_or(UNKNOWN, |floor| color(world.vocabulary(), floor))
}

/// A colour as red, green and blue.
type Color = [u8; 3];

/// The colour a kind is drawn in: what it looks like for the kinds of SAIL,
/// for others a hue of their own.
fn color(vocabulary: &Vocabulary, id: KindId) -> Color {
    let kind = vocabulary.kind(id);
    match (id.class(), kind.name.as_str()) {
        (Class::FLOOR, "blue") => [93, 138, 214],
        (Class::FLOOR, "brick") => [186, 84, 62],
        (Class::FLOOR, "concrete") => [198, 198, 192],
        (Class::FLOOR, "flower") => [236, 158, 188],
        (Class::FLOOR, "grass") => [112, 173, 84],
        (Class::FLOOR, "gravel") => [92, 92, 100],
        (Class::FLOOR, "wood") => [176, 128, 80],
        (Class::FLOOR, "yellow") => [222, 198, 78],
        (Class::PICTURE, "butterfly") => [142, 68, 173],
        (Class::PICTURE, "fish") => [0, 121, 145],
        (Class::PICTURE, "tower") => [60, 60, 60],
        (class, _) if class.attachment() == Attachment::Place => [20, 20, 20],
        // The golden angle keeps neighbours far apart.
        _ => hue(id.index() as f64 * 137.508),
    }
}

/// A colour of middle lightness at that angle of the colour circle.
fn hue(degrees: f64) -> Color {
    let channel = |shift: f64| {
        let k = (shift + degrees / 30.0).rem_euclid(12.0);
        let level = 0.6 - 0.28 * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        (level * 255.0).round() as u8
    };
    [channel(0.0), channel(8.0), channel(4.0)]
}

/// The kinds that a picture shows, by class, in the vocabulary's order.
fn kinds_by_class(
    world: &World,
    places: &[PlaceId],
    passages: &[PassageId],
) -> Vec<(Class, Vec<KindId>)> {
    let kinds = world.kinds_shown(places, passages);
    let alike = kinds.chunk_by(|one, other| one.class() == other.class());
    alike.map(|kinds| (kinds[0].class(), kinds.to_vec())).collect()
}
