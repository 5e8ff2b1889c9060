//! Doors and what stands around: nodes that say something.

use std::collections::HashMap;

use cicerone::world::document::{DoorEntry, LandmarkEntry, Point};

use super::building::Building;
use super::element::Tags;
use super::places::Places;
use super::walks::{Touch, Walks};
use super::{level, tags};

/// How wide a door is drawn where that is not known, in metres.
const WIDTH: f64 = 1.0;

/// Reads all nodes that are doors or landmarks, in the order of their ids.
pub(super) fn read(walks: &Walks<'_>, places: &mut Places, building: &mut Building<'_>) {
    let map = building.map;
    let mut nodes: Vec<u32> = map.node_tags.keys().copied().collect();
    nodes.sort_unstable();
    let outlines = outlines(building);
    for node in nodes {
        let Some(tags) = map.node_tags.get(&node) else { continue };
        if tags::door_kind(tags).is_some() {
            door(node, tags, outlines.get(&node), walks, places, building);
        }
        if let Some(kind) = tags::landmark(tags) {
            let title = format!("node {}", map.node_id(node));
            let levels = levels(node, tags, walks, building);
            if levels.is_empty() {
                let why = "a landmark that does not say on which level it is";
                building.warnings.left_out(title, why);
            }
            landmark(node, kind, tags, &levels, building);
        }
    }
}

/// The outline or wall that a node is on.
struct Outline<'a> {
    /// Its direction there.
    along: Point,
    /// What it is the outline of.
    tags: &'a Tags,
}

/// The first outline or wall at each node that may be a door.
fn outlines<'a>(building: &Building<'a>) -> HashMap<u32, Outline<'a>> {
    let map = building.map;
    let mut members: HashMap<i64, &Tags> = HashMap::new();
    for relation in &map.relations {
        for member in &relation.members {
            members.entry(member.way).or_insert(&relation.tags);
        }
    }
    let mut outlines = HashMap::new();
    for way in &map.ways {
        let solid = way.tags.is("indoor", "wall")
            || way.tags.is("barrier", "wall")
            || (way.is_closed() && tags::area_kind(&way.tags).is_some());
        let tags = match (solid, members.get(&way.id)) {
            (true, _) => &way.tags,
            (false, Some(of_area)) => of_area,
            (false, None) => continue,
        };
        for (at, node) in way.nodes.iter().enumerate() {
            if !map.node_tags.contains_key(node) || outlines.contains_key(node) {
                continue;
            }
            let before = at.checked_sub(1).map_or(*node, |before| way.nodes[before]);
            let after = way.nodes.get(at + 1).copied().unwrap_or(*node);
            let (from, to) = (map.at(before), map.at(after));
            outlines.insert(*node, Outline { along: [to[0] - from[0], to[1] - from[1]], tags });
        }
    }
    outlines
}

/// The levels a node is on: what it says, else where it is walked past.
fn levels(node: u32, tags: &Tags, walks: &Walks<'_>, building: &mut Building<'_>) -> Vec<f64> {
    let title = format!("node {}", building.map.node_id(node));
    let mut levels = building.levels_of(tags, &title);
    if levels.is_empty() {
        let at = |touch: &Touch| walks.walk(*touch).level_at(touch.at as usize);
        levels = walks.at(node).iter().filter_map(at).collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup();
    }
    levels
}

fn door(
    node: u32,
    tags: &Tags,
    outline: Option<&Outline<'_>>,
    walks: &Walks<'_>,
    places: &mut Places,
    building: &mut Building<'_>,
) {
    let Some(kind) = tags::door_kind(tags) else { return };
    let id = building.map.node_id(node);
    let title = format!("node {id}");
    let mut levels = levels(node, tags, walks, building);
    if let (true, Some(outline)) = (levels.is_empty(), outline) {
        levels = building.levels_of(outline.tags, &title);
        for level in &levels {
            let what = format!("taken to be on level {}", level::id(*level));
            building.warnings.add(&title, what, "it has no level and is on an outline of that one");
        }
    }
    let along = outline.map(|outline| outline.along);
    let direction = along.or_else(|| across(node, walks, building)).and_then(unit);
    let Some(direction) = direction else {
        let why = "a door that is on no way and on no outline leads nowhere";
        if levels.is_empty() || !tags::is_entrance(tags) {
            building.warnings.left_out(title, why);
        } else {
            building.warnings.add(title, "kept as a landmark", why);
            landmark(node, "entrance".to_owned(), tags, &levels, building);
        }
        return;
    };
    if levels.is_empty() {
        building.warnings.left_out(title, "a door that does not say on which level it is");
        return;
    }
    let width =
        tags.get("width").and_then(|text| text.trim().trim_end_matches('m').trim().parse().ok());
    let half = width.filter(|width| (0.3..20.0).contains(width)).unwrap_or(WIDTH) / 2.0;
    let at = building.map.at(node);
    let several = levels.len() > 1;
    for ordinal in levels {
        let level = building.level(ordinal);
        let id = if several { format!("node/{id}@{level}") } else { format!("node/{id}") };
        if let Some(place) = places.find(node, ordinal) {
            building.document.places[place as usize].door = Some(id.clone());
        }
        building.document.doors.push(DoorEntry {
            id,
            level,
            line: [
                [at[0] - direction[0] * half, at[1] - direction[1] * half],
                [at[0] + direction[0] * half, at[1] + direction[1] * half],
            ],
            kind,
            name: tags::name(tags),
            between: Vec::new(),
            automatic: tags::is_automatic(tags),
            entrance: tags::is_entrance(tags),
            step_free: tags::step_free(tags),
            access: tags::access(tags),
            one_way: false,
        });
    }
}

/// Across the way that leads through a node.
fn across(node: u32, walks: &Walks<'_>, building: &Building<'_>) -> Option<Point> {
    let touch = walks.at(node).first()?;
    let nodes = &walks.walk(*touch).way.nodes;
    let at = touch.at as usize;
    let before = nodes[at.saturating_sub(1)];
    let after = nodes.get(at + 1).copied().unwrap_or(nodes[at]);
    let (from, to) = (building.map.at(before), building.map.at(after));
    Some([from[1] - to[1], to[0] - from[0]])
}

fn unit([x, y]: Point) -> Option<Point> {
    let length = x.hypot(y);
    (length > 1e-6).then(|| [x / length, y / length])
}

fn landmark(node: u32, kind: String, tags: &Tags, levels: &[f64], building: &mut Building<'_>) {
    let id = building.map.node_id(node);
    let several = levels.len() > 1;
    for ordinal in levels {
        let level = building.level(*ordinal);
        let id = if several { format!("node/{id}@{level}") } else { format!("node/{id}") };
        building.document.landmarks.push(LandmarkEntry {
            id,
            level,
            at: building.map.at(node),
            kind: kind.clone(),
            name: tags::name(tags).or_else(|| tags::number(tags)),
            text: None,
            size: None,
            area: None,
        });
    }
}
