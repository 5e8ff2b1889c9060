//! Openings where a way leads through an outline and no door is drawn: lifts and
//! shops of many maps have none, and who walks would stand before a wall. What was
//! supposed is told.

use std::collections::{BTreeSet, HashMap};

use cicerone::world::document::{Access, AreaKind, Document, DoorEntry, DoorKind, Point};
use rstar::primitives::{GeomWithData, Line};
use rstar::{AABB, PointDistance, RTree};

use crate::Warning;
use crate::shapes::distance;

/// Half the width of an opening, where its wall is as long.
const HALF_WIDTH: f64 = 0.7;
/// A door this near to where a way leads through is the one it leads through.
const SAME_DOOR: f64 = 0.6;

/// A side of an outline, and the area it is of.
type Side = GeomWithData<Line<Point>, usize>;

/// Adds the openings.
pub(crate) fn add(document: &mut Document, warnings: &mut Vec<Warning>) {
    let sides = sides(document);
    let mut doors = Doors::default();
    for door in &document.doors {
        doors.add(&door.level, door.line);
    }
    let spots: HashMap<&str, (&str, Point)> = document
        .places
        .iter()
        .map(|place| (place.id.as_str(), (place.level.as_str(), [place.x, place.y])))
        .collect();
    let mut added: Vec<DoorEntry> = Vec::new();
    let mut opened: BTreeSet<usize> = BTreeSet::new();
    for passage in document.passages.iter().filter(|passage| passage.connection.is_none()) {
        if cicerone::budget::is_spent() {
            return;
        }
        let [a, b] = passage.between.each_ref().map(|id| spots.get(id.as_str()));
        let (Some((level, a)), Some((_, b))) = (a, b) else { continue };
        let Some(sides) = sides.get(*level) else { continue };
        let near = sides.locate_in_envelope_intersecting(&AABB::from_corners(*a, *b));
        for side in near {
            let line = [side.geom().from, side.geom().to];
            let Some(at) = crossing([*a, *b], line).filter(|at| !doors.has(level, *at)) else {
                continue;
            };
            let line = opening(line, at);
            doors.add(level, line);
            opened.insert(side.data);
            added.push(DoorEntry {
                id: format!("opening {}", added.len() + 1),
                level: (*level).to_owned(),
                line,
                kind: DoorKind::Opening,
                name: None,
                between: Vec::new(),
                automatic: false,
                entrance: false,
                step_free: None,
                access: Access::default(),
                one_way: false,
            });
        }
    }
    let taken: BTreeSet<String> = document.doors.iter().map(|door| door.id.clone()).collect();
    for door in &mut added {
        while taken.contains(&door.id) {
            door.id.push('\'');
        }
    }
    document.doors.extend(added);
    warnings.extend(opened.into_iter().map(|area| {
        let area = &document.areas[area];
        let name = area.name.as_deref().or(area.number.as_deref());
        let name = name.map_or(String::new(), |name| format!(" ({name})"));
        Warning::new(
            format!("area {}{name}", area.id),
            "an opening is supposed",
            "a way leads through its outline where no door is drawn",
        )
    }));
}

/// The sides of what has walls, by level.
fn sides(document: &Document) -> HashMap<String, RTree<Side>> {
    let mut all: HashMap<String, Vec<Side>> = HashMap::new();
    for (number, area) in document.areas.iter().enumerate() {
        // Nothing stands around these, and nobody walks into a void.
        let is_open = matches!(
            area.kind,
            AreaKind::Platform | AreaKind::Outdoors | AreaKind::Ramp | AreaKind::Void
        );
        if is_open {
            continue;
        }
        let own = all.entry(area.level.clone()).or_default();
        for ring in std::iter::once(&area.outline).chain(&area.holes) {
            let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
            own.extend(pairs.map(|(a, b)| GeomWithData::new(Line::new(*a, *b), number)));
        }
    }
    all.into_iter().map(|(level, sides)| (level, RTree::bulk_load(sides))).collect()
}

/// Where two lines cross.
fn crossing([a, b]: [Point; 2], [c, d]: [Point; 2]) -> Option<Point> {
    let [by, side] = [[b[0] - a[0], b[1] - a[1]], [d[0] - c[0], d[1] - c[1]]];
    let across = by[0] * side[1] - by[1] * side[0];
    if across.abs() < 1e-9 {
        return None;
    }
    let from = [c[0] - a[0], c[1] - a[1]];
    let along = (from[0] * side[1] - from[1] * side[0]) / across;
    let on_side = (from[0] * by[1] - from[1] * by[0]) / across;
    let is_within = |share: f64| (-1e-6..=1.0 + 1e-6).contains(&share);
    (is_within(along) && is_within(on_side)).then(|| [0, 1].map(|axis| a[axis] + by[axis] * along))
}

/// An opening in a side, about a point of it.
fn opening([a, b]: [Point; 2], at: Point) -> [Point; 2] {
    let length = distance(a, b);
    let half = HALF_WIDTH.min(length / 2.0);
    let middle = distance(a, at).clamp(half, length - half);
    [middle - half, middle + half]
        .map(|metres| [0, 1].map(|axis| a[axis] + (b[axis] - a[axis]) * metres / length.max(1e-9)))
}

/// Where there are doors, by level.
#[derive(Default)]
struct Doors(HashMap<String, RTree<Line<Point>>>);

impl Doors {
    fn add(&mut self, level: &str, [a, b]: [Point; 2]) {
        self.0.entry(level.to_owned()).or_default().insert(Line::new(a, b));
    }

    /// True if there is one about a point.
    fn has(&self, level: &str, at: Point) -> bool {
        let nearest = self.0.get(level).and_then(|doors| doors.nearest_neighbor(&at));
        nearest.is_some_and(|door| door.distance_2(&at) < SAME_DOOR * SAME_DOOR)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_through_a_wall_has_an_opening_and_one_through_a_door_has_none() {
        let wall = [[0.0, 0.0], [4.0, 0.0]];
        assert_eq!(crossing([[1.0, -1.0], [1.0, 1.0]], wall), Some([1.0, 0.0]));
        assert_eq!(crossing([[5.0, -1.0], [5.0, 1.0]], wall), None);
        assert_eq!(crossing([[0.0, 1.0], [4.0, 1.0]], wall), None);
        // Near a corner it stays in its wall.
        let [a, b] = opening(wall, [0.2, 0.0]);
        assert!(a[0].abs() < 1e-9 && (b[0] - 2.0 * HALF_WIDTH).abs() < 1e-9);
        let mut doors = Doors::default();
        doors.add("0", [[1.0, 0.0], [2.0, 0.0]]);
        assert!(doors.has("0", [2.3, 0.0]) && !doors.has("0", [3.0, 0.0]));
        assert!(!doors.has("1", [1.5, 0.0]));
    }
}
