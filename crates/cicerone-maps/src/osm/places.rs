//! Places and passages from the walks, and connections from what climbs.

use std::collections::HashMap;

use cicerone::Result;
use cicerone::world::document::{
    ConnectionEntry, ConnectionKind, PassageEntry, PlaceEntry, Point, StopEntry, Travels,
};

use super::building::{Building, lift_name};
use super::level;
use super::tags;
use super::walks::{Ordinals, Touch, Walk, Walks};
use crate::crowd::Crowd;

/// A bend of more than this is a place of its own, in degrees.
const BEND: f64 = 20.0;

/// Makes places of nodes, each level's once.
pub(super) struct Places {
    /// Index of a place in the document, by node and level.
    index: HashMap<(u32, u16), u32>,
    ordinals: Ordinals,
    crowd: Crowd,
    /// Passages there are already, by their places.
    known: HashMap<(u32, u32), usize>,
}

/// A passage before it is written down.
struct Passage<'p> {
    between: [u32; 2],
    length: f64,
    walk: Option<&'p Walk<'p>>,
    connection: Option<&'p str>,
    one_way: bool,
}

impl Places {
    pub(super) fn new() -> Places {
        Places {
            index: HashMap::new(),
            ordinals: Ordinals::default(),
            crowd: Crowd::default(),
            known: HashMap::new(),
        }
    }

    /// Writes all walks and lifts into the document.
    pub(super) fn read(&mut self, walks: &Walks<'_>, building: &mut Building<'_>) -> Result<()> {
        for number in 0..walks.walks.len() {
            let walk = &walks.walks[number];
            if walk.climbs() {
                self.climb(walk, building)?;
            } else if walk.way.tags.is("highway", "steps") {
                self.steps_on_one_level(walk, building)?;
            } else {
                self.stretch(walks, number, building)?;
            }
        }
        self.lifts(walks, building)?;
        self.joins(walks, building)
    }

    /// The place of a node on a level, if it is one.
    pub(super) fn find(&mut self, node: u32, level: f64) -> Option<u32> {
        self.index.get(&(node, self.ordinals.number(level))).copied()
    }

    fn place(&mut self, node: u32, level: f64, building: &mut Building<'_>) -> Result<u32> {
        let key = (node, self.ordinals.number(level));
        if let Some(index) = self.index.get(&key) {
            return Ok(*index);
        }
        let id = building.map.node_id(node);
        let at = building.map.at(node);
        self.crowd.add(at, format_args!("node {id}"))?;
        let index = building.document.places.len() as u32;
        let level_id = building.level(level);
        building.document.places.push(PlaceEntry {
            id: format!("node/{id}@{level_id}"),
            level: level_id,
            x: at[0],
            y: at[1],
            area: None,
            door: None,
            name: building.map.node_tags.get(&node).and_then(tags::name),
            source_name: None,
            objects: Vec::new(),
        });
        self.index.insert(key, index);
        Ok(index)
    }

    /// A walk on one level: cut where it meets others, where something is, and
    /// where it bends.
    fn stretch(
        &mut self,
        walks: &Walks<'_>,
        number: usize,
        building: &mut Building<'_>,
    ) -> Result<()> {
        let walk = &walks.walks[number];
        let Some(level) = walk.levels.first().copied() else { return Ok(()) };
        let nodes = &walk.way.nodes;
        let mut from = self.place(nodes[0], level, building)?;
        let mut length = 0.0;
        let mut turned = 0.0;
        for at in 1..nodes.len() {
            let here = building.map.at(nodes[at]);
            let step = minus(here, building.map.at(nodes[at - 1]));
            length += step[0].hypot(step[1]);
            if let Some(next) = nodes.get(at + 1) {
                turned += turn(step, minus(building.map.at(*next), here));
            }
            let is_place = walk.is_end(at)
                || f64::abs(turned) > BEND
                || building.map.node_tags.contains_key(&nodes[at])
                || meets_others(walks, number, at, level);
            if !is_place {
                continue;
            }
            let to = self.place(nodes[at], level, building)?;
            // A moving walkway carries one way.
            let moves = walk.way.tags.get("conveying");
            let passage = Passage {
                between: if moves == Some("backward") { [to, from] } else { [from, to] },
                length,
                walk: Some(walk),
                connection: None,
                one_way: walk.way.tags.is("oneway:foot", "yes")
                    || matches!(moves, Some("forward" | "backward")),
            };
            self.passage(passage, building);
            (from, length, turned) = (to, 0.0, 0.0);
        }
        Ok(())
    }

    fn passage(&mut self, passage: Passage<'_>, building: &mut Building<'_>) {
        let [from, to] = passage.between;
        let title = passage.walk.map(|walk| format!("way {}", walk.way.id)).unwrap_or_default();
        if from == to {
            building.warnings.left_out(title, "it leads back to where it begins");
            return;
        }
        let straight = {
            let [a, b] = [from, to].map(|index| &building.document.places[index as usize]);
            (a.x - b.x).hypot(a.y - b.y)
        };
        // A centimetre is nothing; more is how far one walks.
        let length = (passage.length > straight + 0.01).then_some(passage.length);
        if let Some(&known) = self.known.get(&(from.min(to), from.max(to))) {
            // Of two ways between the same places the shorter is taken.
            building.warnings.left_out(title, "a part of it leads where another way does");
            let other = &mut building.document.passages[known];
            if !passage.one_way && length.unwrap_or(straight) < other.length.unwrap_or(straight) {
                other.length = length;
            }
            return;
        }
        self.known.insert((from.min(to), from.max(to)), building.document.passages.len());
        let tags = passage.walk.map(|walk| &walk.way.tags);
        let id = |index: u32| building.document.places[index as usize].id.clone();
        let entry = PassageEntry {
            between: [id(from), id(to)],
            floor: tags.and_then(tags::floor),
            wall: None,
            length,
            connection: passage.connection.map(str::to_owned),
            one_way: passage.one_way,
            step_free: tags.and_then(tags::step_free).filter(|fits| !fits),
            access: tags.map(tags::access).unwrap_or_default(),
        };
        building.document.passages.push(entry);
    }

    /// Steps, an escalator or a ramp from level to level.
    fn climb(&mut self, walk: &Walk<'_>, building: &mut Building<'_>) -> Result<()> {
        if walk.stops.len() < 2 {
            return Ok(());
        }
        let upward = walk.stops[0].1 < walk.stops[walk.stops.len() - 1].1;
        self.connection(walk, &walk.stops, Some(upward), building)
    }

    /// A few steps within a level still are steps.
    fn steps_on_one_level(&mut self, walk: &Walk<'_>, building: &mut Building<'_>) -> Result<()> {
        let Some(level) = walk.levels.first().copied() else { return Ok(()) };
        let stops = [(0, level), (walk.way.nodes.len() - 1, level)];
        let upward = match walk.way.tags.get("incline") {
            Some("up") => Some(true),
            Some("down") => Some(false),
            _ => None,
        };
        self.connection(walk, &stops, upward, building)
    }

    fn connection(
        &mut self,
        walk: &Walk<'_>,
        stops: &[(usize, f64)],
        upward: Option<bool>,
        building: &mut Building<'_>,
    ) -> Result<()> {
        let tags = &walk.way.tags;
        let conveying = tags.get("conveying").filter(|value| *value != "no");
        let kind = match tags.get("highway") {
            _ if conveying.is_some() => ConnectionKind::Escalator,
            Some("escalator") => ConnectionKind::Escalator,
            Some("steps") => ConnectionKind::Stairs,
            _ => ConnectionKind::Ramp,
        };
        let mut id = format!("way/{}", walk.way.id);
        if building.document.connections.last().is_some_and(|last| last.id == id) {
            // A way that was cut in two.
            id = format!("{id}/{}", walk.way.nodes[0]);
        }
        let forward = match conveying {
            Some("forward") => Some(true),
            Some("backward") => Some(false),
            _ => None,
        };
        let travels = match (kind, forward, upward) {
            (ConnectionKind::Escalator, Some(forward), Some(up)) if forward == up => Travels::Up,
            (ConnectionKind::Escalator, Some(_), Some(_)) => Travels::Down,
            (ConnectionKind::Escalator, ..) => {
                building.warnings.add(
                    format_args!("way {}", walk.way.id),
                    "taken both ways",
                    "the escalator does not say which way it runs: conveying=forward or backward",
                );
                Travels::Both
            }
            _ => Travels::Both,
        };
        let (mut entries, mut places) = (Vec::new(), Vec::new());
        for (number, (at, level)) in stops.iter().enumerate() {
            let place = self.place(walk.way.nodes[*at], *level, building)?;
            let heading = if number == 0 {
                heading(walk, building, *at + 1, *at)
            } else if number + 1 == stops.len() {
                heading(walk, building, *at - 1, *at)
            } else {
                None
            };
            entries.push(StopEntry {
                level: building.level(*level),
                at: building.map.at(walk.way.nodes[*at]),
                heading,
                place: Some(building.document.places[place as usize].id.clone()),
            });
            places.push((*at, place));
        }
        for pair in places.windows(2) {
            let [(start, from), (end, to)] = [pair[0], pair[1]];
            let nodes = &walk.way.nodes[start..=end];
            let steps = nodes.windows(2).map(|pair| {
                let step = minus(building.map.at(pair[1]), building.map.at(pair[0]));
                step[0].hypot(step[1])
            });
            let passage = Passage {
                between: if forward == Some(false) { [to, from] } else { [from, to] },
                length: steps.sum(),
                walk: Some(walk),
                connection: Some(&id),
                one_way: travels != Travels::Both || tags.is("oneway:foot", "yes"),
            };
            self.passage(passage, building);
        }
        let ramp = tags.is("ramp:wheelchair", "yes");
        building.document.connections.push(ConnectionEntry {
            id,
            kind,
            name: tags::name(tags),
            stops: entries,
            steps: tags.get("step_count").and_then(|count| count.trim().parse().ok()),
            travels,
            step_free: match kind {
                ConnectionKind::Ramp => tags::step_free(tags),
                _ => Some(ramp),
            },
            access: tags::access(tags),
        });
        Ok(())
    }

    /// Nodes that are lifts stop on every level of their list.
    fn lifts(&mut self, walks: &Walks<'_>, building: &mut Building<'_>) -> Result<()> {
        let mut lifts = building.elevators.clone();
        lifts.sort_unstable();
        for node in lifts {
            let id = building.map.node_id(node);
            let title = format!("node {id}");
            let Some(tags) = building.map.node_tags.get(&node) else { continue };
            let touched: Vec<f64> = {
                let at = |touch: &Touch| walks.walk(*touch).level_at(touch.at as usize);
                walks.at(node).iter().filter_map(at).collect()
            };
            let mut levels = building.levels_of(tags, &title);
            if levels.is_empty() {
                levels = touched.clone();
                levels.sort_by(f64::total_cmp);
                levels.dedup();
            }
            if levels.len() < 2 {
                building.warnings.left_out(title, "a lift needs two levels, such as level=0;1");
                continue;
            }
            for missing in touched.iter().filter(|level| !levels.contains(level)) {
                building.warnings.add(
                    &title,
                    format!("does not stop on level {}", level::id(*missing)),
                    "a way of that level leads to it, but its level=* does not name it",
                );
            }
            let connection = format!("node/{id}");
            let (mut stops, mut places) = (Vec::new(), Vec::new());
            for ordinal in &levels {
                let place = match touched.contains(ordinal) {
                    true => Some(self.place(node, *ordinal, building)?),
                    false => None,
                };
                if place.is_none() {
                    let what = format!("no way leads to it on level {}", level::id(*ordinal));
                    building.warnings.add(&title, what, "none is drawn there");
                }
                stops.push(StopEntry {
                    level: building.level(*ordinal),
                    at: building.map.at(node),
                    heading: None,
                    place: place.map(|at| building.document.places[at as usize].id.clone()),
                });
                places.extend(place);
            }
            for pair in places.windows(2) {
                let between = [pair[0], pair[1]];
                let connection = Some(connection.as_str());
                let ride = Passage { between, length: 0.0, walk: None, connection, one_way: false };
                self.passage(ride, building);
            }
            building.document.connections.push(ConnectionEntry {
                id: connection,
                kind: ConnectionKind::Lift,
                name: lift_name(tags),
                stops,
                steps: None,
                travels: Travels::Both,
                step_free: tags::step_free(tags),
                access: tags::access(tags),
            });
        }
        Ok(())
    }

    /// Where a footway ends at a node of another level's, the level changes
    /// without a step. Where both pass on, one is above the other.
    fn joins(&mut self, walks: &Walks<'_>, building: &mut Building<'_>) -> Result<()> {
        for touches in walks.by_node() {
            let node = touches[0].node;
            let climbs = touches.iter().any(|touch| walks.walk(*touch).climbs());
            let tags = building.map.node_tags.get(&node);
            if touches.len() < 2 || climbs || tags.is_some_and(|t| t.is("highway", "elevator")) {
                continue;
            }
            let levels = joined_levels(walks, touches);
            if levels.len() < 2 {
                continue;
            }
            let id = building.map.node_id(node);
            let names: Vec<String> = levels.iter().map(|level| level::id(*level)).collect();
            building.warnings.add(
                format_args!("node {id}"),
                format!("levels {} are joined", names.join(" and ")),
                "footways of these levels meet there, with no steps between",
            );
            let connection = format!("node/{id}");
            let (mut stops, mut places) = (Vec::new(), Vec::new());
            for ordinal in levels {
                let place = self.place(node, ordinal, building)?;
                stops.push(StopEntry {
                    level: building.level(ordinal),
                    at: building.map.at(node),
                    heading: None,
                    place: Some(building.document.places[place as usize].id.clone()),
                });
                places.push(place);
            }
            for pair in places.windows(2) {
                let between = [pair[0], pair[1]];
                let connection = Some(connection.as_str());
                let way = Passage { between, length: 0.0, walk: None, connection, one_way: false };
                self.passage(way, building);
            }
            building.document.connections.push(ConnectionEntry {
                id: connection,
                kind: ConnectionKind::Ramp,
                name: None,
                stops,
                steps: None,
                travels: Travels::Both,
                step_free: None,
                access: Default::default(),
            });
        }
        Ok(())
    }
}

/// The levels that are joined at a node, lowest first.
fn joined_levels(walks: &Walks<'_>, touches: &[Touch]) -> Vec<f64> {
    let levels = |ending: bool| {
        let of_kind = touches.iter().filter(|t| walks.walk(**t).is_end(t.at as usize) == ending);
        let mut levels: Vec<f64> =
            of_kind.filter_map(|touch| walks.walk(*touch).levels.first().copied()).collect();
        levels.sort_by(f64::total_cmp);
        levels.dedup();
        levels
    };
    let (mut joined, passing) = (levels(true), levels(false));
    // What ends where several pass above each other may belong to any of them.
    if let (false, [only]) = (joined.is_empty(), passing.as_slice()) {
        joined.push(*only);
        joined.sort_by(f64::total_cmp);
        joined.dedup();
    }
    joined
}

/// True if a walk meets another, or itself again, here.
fn meets_others(walks: &Walks<'_>, number: usize, at: usize, level: f64) -> bool {
    let node = walks.walks[number].way.nodes[at];
    walks.at(node).iter().any(|touch| {
        let own = touch.walk as usize == number && touch.at as usize == at;
        let other = walks.walk(*touch);
        // What ends here on another level may be joined to this one.
        let ends = !other.climbs() && other.is_end(touch.at as usize);
        !own && (ends || other.level_at(touch.at as usize) == Some(level))
    })
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

/// How far one turns from one step to the next, in degrees.
fn turn(step: Point, next: Point) -> f64 {
    let cross = step[0] * next[1] - step[1] * next[0];
    let dot = step[0] * next[0] + step[1] * next[1];
    cross.atan2(dot).to_degrees()
}

/// The direction one walks off in at an end: 0 toward smaller `y`, 90 toward
/// larger `x`.
fn heading(walk: &Walk<'_>, building: &Building<'_>, from: usize, to: usize) -> Option<f64> {
    let nodes = &walk.way.nodes;
    let off = minus(building.map.at(*nodes.get(to)?), building.map.at(*nodes.get(from)?));
    if off[0].hypot(off[1]) < 1e-6 {
        return None;
    }
    let degrees = off[0].atan2(-off[1]).to_degrees().rem_euclid(360.0);
    Some(if degrees >= 360.0 { 0.0 } else { (degrees * 10.0).round() / 10.0 % 360.0 })
}
