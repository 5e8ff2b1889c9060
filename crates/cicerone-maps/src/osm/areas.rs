//! Rooms, corridors, halls and platforms: closed ways and multipolygons.

use std::collections::HashMap;

use cicerone::world::document::{
    AreaEntry, AreaKind, ConnectionEntry, ConnectionKind, LandmarkEntry, Point, StopEntry, Travels,
    WallEntry,
};

use super::building::{Building, lift_name};
use super::collect::Way;
use super::element::Tags;
use super::{level, tags};

/// An area this large or larger is no landmark but somewhere to be, in metres.
const LANDMARK_SIZE: f64 = 40.0;

/// More ways than make up the outline of any one area; they are put together by
/// trying all with all.
const MOST_MEMBERS: usize = 2_000;

impl Building<'_> {
    /// Reads everything that has an outline.
    pub(super) fn read_areas(&mut self) {
        let map = self.map;
        for way in &map.ways {
            let title = format!("way {}", way.id);
            if way.tags.is("indoor", "wall") || way.tags.is("barrier", "wall") {
                self.wall(way, &title);
            } else if way.is_closed() && tags::is_area(&way.tags) {
                let outline = self.corners(&way.nodes);
                self.area(&title, format!("way/{}", way.id), &way.tags, outline, Vec::new());
            } else if tags::area_kind(&way.tags).is_some() && !tags::is_walkable(&way.tags) {
                self.warnings.left_out(title, "an area's outline should end where it begins");
            }
        }
        let members: HashMap<i64, &Way> = map.ways.iter().map(|way| (way.id, way)).collect();
        for relation in &map.relations {
            let title = format!("relation {}", relation.id);
            if relation.members.len() > MOST_MEMBERS {
                let why = format!(
                    "it is made of {} ways; an area of a building is made of {MOST_MEMBERS} at most",
                    relation.members.len()
                );
                self.warnings.left_out(title, why);
                continue;
            }
            let lines = |inner: bool| -> Vec<Vec<u32>> {
                let of_kind = relation.members.iter().filter(|member| member.inner == inner);
                of_kind.filter_map(|m| members.get(&m.way)).map(|way| way.nodes.clone()).collect()
            };
            let (outers, whole) = rings(lines(false));
            let (inners, _) = rings(lines(true));
            if outers.is_empty() || !whole {
                self.warnings.left_out(title, "its outer ways do not close to an outline");
                continue;
            }
            let holes: Vec<Vec<Point>> = inners.iter().map(|ring| self.corners(ring)).collect();
            let several = outers.len() > 1;
            for (number, ring) in outers.iter().enumerate() {
                let id = match several {
                    true => format!("relation/{}/{number}", relation.id),
                    false => format!("relation/{}", relation.id),
                };
                let outline = self.corners(ring);
                let holes = holes.iter().filter(|hole| surrounds(&outline, hole[0])).cloned();
                let holes = holes.collect();
                self.area(&title, id, &relation.tags, outline, holes);
            }
        }
    }

    /// The corners of a closed line, the first not repeated.
    fn corners(&self, nodes: &[u32]) -> Vec<Point> {
        let mut corners: Vec<Point> = nodes.iter().map(|node| self.map.at(*node)).collect();
        corners.dedup();
        if corners.len() > 1 && corners.first() == corners.last() {
            corners.pop();
        }
        corners
    }

    fn wall(&mut self, way: &Way, title: &str) {
        let line: Vec<Point> = way.nodes.iter().map(|node| self.map.at(*node)).collect();
        let see_through = way.tags.is("material", "glass") || way.tags.is("wall", "glass");
        let levels = self.levels_of(&way.tags, title);
        if levels.is_empty() {
            self.warnings.left_out(title, "a wall without a level stands nowhere");
        }
        for ordinal in levels {
            let level = self.level(ordinal);
            self.document.walls.push(WallEntry { level, line: line.clone(), see_through });
        }
    }

    fn area(
        &mut self,
        title: &str,
        id: String,
        tags: &Tags,
        outline: Vec<Point>,
        holes: Vec<Vec<Point>>,
    ) {
        let kind = tags::area_kind(tags);
        if outline.len() < 3 {
            if kind.is_some() {
                self.warnings.left_out(title, "an outline has three corners or more");
            }
            return;
        }
        let Some(kind) = kind else {
            self.landmark_of_area(title, id, tags, &outline);
            return;
        };
        let levels = self.levels_of(tags, title);
        if levels.is_empty() {
            self.warnings.left_out(title, "it does not say on which level it is");
            return;
        }
        if levels.len() > 1 && matches!(kind, AreaKind::Lift | AreaKind::Stairs) {
            self.shaft(title, &id, kind, tags, &outline, &levels);
        }
        let several = levels.len() > 1;
        let number = tags::number(tags);
        for ordinal in levels {
            let level = self.level(ordinal);
            let id = if several { format!("{id}@{level}") } else { id.clone() };
            self.document.areas.push(AreaEntry {
                id,
                level,
                kind,
                category: category(tags),
                name: tags::name(tags),
                number: number.clone(),
                outline: outline.clone(),
                holes: holes.clone(),
                floor: tags::floor(tags),
                access: tags::access(tags),
            });
        }
    }

    /// A lift or staircase that is drawn as an area over several levels.
    fn shaft(
        &mut self,
        title: &str,
        id: &str,
        kind: AreaKind,
        tags: &Tags,
        outline: &[Point],
        levels: &[f64],
    ) {
        let kind = match kind {
            AreaKind::Lift => ConnectionKind::Lift,
            _ => ConnectionKind::Stairs,
        };
        let told = match kind {
            ConnectionKind::Lift => self.has_elevator_node(outline),
            // Steps inside tell how one climbs; the outline only frames them.
            _ => self.has_steps(outline, levels),
        };
        if told {
            return;
        }
        let at = middle(outline);
        if kind == ConnectionKind::Stairs {
            let why = "the way up is not drawn, only its outline";
            self.warnings.add(title, "stairs from the lowest to the highest of its levels", why);
        }
        let mut stops = Vec::with_capacity(levels.len());
        for ordinal in levels {
            stops.push(StopEntry { level: self.level(*ordinal), at, heading: None, place: None });
        }
        self.document.connections.push(ConnectionEntry {
            id: id.to_owned(),
            kind,
            name: match kind {
                ConnectionKind::Lift => lift_name(tags),
                _ => tags::name(tags),
            },
            stops,
            steps: tags.get("step_count").and_then(|count| count.trim().parse().ok()),
            travels: Travels::Both,
            step_free: match kind {
                ConnectionKind::Lift => tags::step_free(tags),
                _ => Some(false),
            },
            access: tags::access(tags),
        });
    }

    fn has_elevator_node(&self, outline: &[Point]) -> bool {
        self.within(&self.elevators, |node| *node, outline).iter().any(|node| {
            let at = self.map.at(*node);
            surrounds(outline, at) || outline.iter().any(|corner| near(*corner, at))
        })
    }

    fn has_steps(&self, outline: &[Point], levels: &[f64]) -> bool {
        self.within(&self.steps, |(node, _)| *node, outline).iter().any(|(node, way)| {
            let tags = &self.map.ways[*way as usize].tags;
            let own = tags.get("level").and_then(level::parse).unwrap_or_default();
            own.iter().any(|own| levels.contains(own)) && surrounds(outline, self.map.at(*node))
        })
    }

    /// Shops and other things that are drawn as small areas outside of rooms.
    fn landmark_of_area(&mut self, title: &str, id: String, tags: &Tags, outline: &[Point]) {
        let Some(kind) = tags::landmark(tags) else { return };
        let levels = self.levels_of(tags, title);
        let size = extent(outline);
        if size > LANDMARK_SIZE {
            self.warnings.left_out(title, "it is too large to stand somewhere as a landmark");
            return;
        }
        let several = levels.len() > 1;
        for ordinal in levels {
            let level = self.level(ordinal);
            self.document.landmarks.push(LandmarkEntry {
                id: if several { format!("{id}@{level}") } else { id.clone() },
                level,
                at: middle(outline),
                kind: kind.clone(),
                name: tags::name(tags),
                text: None,
                size: Some((size * 10.0).round() / 10.0),
                area: None,
            });
        }
    }
}

/// More closely what an area is, in the words of the source.
fn category(tags: &Tags) -> Option<String> {
    let specific = ["amenity", "shop", "room", "office", "indoor", "railway", "highway"];
    let value = specific.iter().find_map(|key| tags.get(key).filter(|value| *value != "yes"))?;
    Some(value.to_owned())
}

/// Joins lines end to end; whether all of them closed.
fn rings(mut lines: Vec<Vec<u32>>) -> (Vec<Vec<u32>>, bool) {
    let mut rings = Vec::new();
    let mut whole = true;
    while let Some(mut ring) = lines.pop() {
        while ring.first() != ring.last() {
            let (Some(&first), Some(&last)) = (ring.first(), ring.last()) else { break };
            let next = lines.iter().position(|line| {
                line.first() == Some(&last)
                    || line.last() == Some(&last)
                    || line.first() == Some(&first)
                    || line.last() == Some(&first)
            });
            let Some(next) = next else { break };
            let mut line = lines.swap_remove(next);
            if line.first() == Some(&first) || line.last() == Some(&first) {
                ring.reverse();
            }
            if line.first() != ring.last() {
                line.reverse();
            }
            ring.extend(&line[1..]);
        }
        if ring.len() > 3 && ring.first() == ring.last() {
            rings.push(ring);
        } else {
            whole = false;
        }
    }
    rings.reverse();
    (rings, whole)
}

/// The mean of the corners; good enough for what is small.
fn middle(outline: &[Point]) -> Point {
    let count = outline.len().max(1) as f64;
    let sum = outline.iter().fold([0.0; 2], |sum, at| [sum[0] + at[0], sum[1] + at[1]]);
    [sum[0] / count, sum[1] / count]
}

/// The longer side of the box around an outline.
fn extent(outline: &[Point]) -> f64 {
    let side = |axis: usize| {
        let values = || outline.iter().map(|at| at[axis]);
        values().fold(f64::MIN, f64::max) - values().fold(f64::MAX, f64::min)
    };
    side(0).max(side(1)).max(0.0)
}

fn near(a: Point, b: Point) -> bool {
    (a[0] - b[0]).hypot(a[1] - b[1]) < 1e-3
}

/// True if a point lies within an outline: a ray to the right crosses it an odd
/// number of times.
fn surrounds(outline: &[Point], at: Point) -> bool {
    let mut inside = false;
    let mut last = match outline.last() {
        Some(last) => *last,
        None => return false,
    };
    for &corner in outline {
        if (corner[1] > at[1]) != (last[1] > at[1]) {
            let along = (at[1] - corner[1]) / (last[1] - corner[1]);
            if at[0] < corner[0] + along * (last[0] - corner[0]) {
                inside = !inside;
            }
        }
        last = corner;
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_to_rings() {
        let (found, whole) = rings(vec![vec![1, 2, 3], vec![5, 4, 3], vec![5, 1]]);
        assert!(whole);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].first(), found[0].len()), (found[0].last(), 6));
        assert!(!rings(vec![vec![1, 2, 3]]).1);
        assert_eq!(rings(vec![vec![1, 2, 3, 1], vec![7, 8, 9, 7]]).0.len(), 2);
    }

    #[test]
    fn points_are_inside_or_not() {
        let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
        assert!(surrounds(&square, [1.0, 1.0]));
        assert!(!surrounds(&square, [3.0, 1.0]));
        assert!(!surrounds(&[], [3.0, 1.0]));
    }
}
