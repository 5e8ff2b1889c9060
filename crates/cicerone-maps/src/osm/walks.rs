//! Footways, steps and lifts: a graph already, which becomes places and passages.
//!
//! A node is a place once for every level it is walked on: landings of a
//! staircase lie above each other, and mappers draw them through the same nodes.

use std::collections::{HashMap, HashSet, VecDeque};

use cicerone::{Error, Result};

use super::building::Building;
use super::collect::Way;
use super::{level, tags};

/// More ways than lead through any node; each is held against all others there.
const MOST_AT_A_NODE: usize = 1_000;

/// A way that is walked along, and its levels.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    pub(super) way: &'a Way,
    /// Its levels, lowest first; one for most.
    pub(super) levels: Vec<f64>,
    /// Where along it one is on which level, for one that climbs.
    pub(super) stops: Vec<(usize, f64)>,
}

impl Walk<'_> {
    /// True if it leads from one level to another.
    pub(super) fn climbs(&self) -> bool {
        self.levels.len() > 1
    }

    /// True if a position is its first or last.
    pub(super) fn is_end(&self, at: usize) -> bool {
        at == 0 || at + 1 == self.way.nodes.len()
    }

    /// The level one is on at a position, if that is known.
    pub(super) fn level_at(&self, at: usize) -> Option<f64> {
        match self.levels.as_slice() {
            [only] => Some(*only),
            _ => self.stops.iter().find(|(stop, _)| *stop == at).map(|(_, level)| *level),
        }
    }
}

/// One walk passing one node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Touch {
    pub(super) node: u32,
    pub(super) walk: u32,
    pub(super) at: u32,
}

/// All walks, and which of them meet where.
pub(super) struct Walks<'a> {
    pub(super) walks: Vec<Walk<'a>>,
    touches: Vec<Touch>,
}

impl<'a> Walks<'a> {
    /// Finds the walks of the map and the level of each.
    pub(super) fn find(building: &mut Building<'a>) -> Result<Walks<'a>> {
        let mut walks = Vec::new();
        for way in &building.map.ways {
            if !tags::is_walkable(&way.tags) || (way.is_closed() && tags::is_area(&way.tags)) {
                continue;
            }
            let title = format!("way {}", way.id);
            let levels = building.levels_of(&way.tags, &title);
            walks.push(Walk { way, levels, stops: Vec::new() });
        }
        let mut touches = Vec::new();
        for (number, walk) in walks.iter().enumerate() {
            for (at, node) in walk.way.nodes.iter().enumerate() {
                touches.push(Touch { node: *node, walk: number as u32, at: at as u32 });
            }
        }
        touches.sort_unstable();
        let mut found = Walks { walks, touches };
        found.refuse_crowds(building)?;
        found.spread_levels(building);
        for number in 0..found.walks.len() {
            if found.walks[number].climbs() {
                found.resolve_climb(number, building);
            }
        }
        // Steps may be the only ones to know the level of what they lead to.
        found.spread_levels(building);
        found.ground_the_rest(building);
        Ok(found)
    }

    fn refuse_crowds(&self, building: &Building<'a>) -> Result<()> {
        let Some(crowd) = self.by_node().find(|touches| touches.len() > MOST_AT_A_NODE) else {
            return Ok(());
        };
        let one_too_many = self.walk(crowd[MOST_AT_A_NODE]).way.id;
        Err(Error::input(format!(
            "more than {MOST_AT_A_NODE} footways and steps lead through node {}; ways need \
             nodes of their own and meet where people can go from one to the other",
            building.map.node_id(crowd[0].node)
        ))
        .at(format!("way {one_too_many}")))
    }

    /// The walks that pass a node.
    pub(super) fn at(&self, node: u32) -> &[Touch] {
        let from = self.touches.partition_point(|touch| touch.node < node);
        let to = self.touches.partition_point(|touch| touch.node <= node);
        &self.touches[from..to]
    }

    /// All touches, node by node.
    pub(super) fn by_node(&self) -> impl Iterator<Item = &[Touch]> {
        self.touches.chunk_by(|a, b| a.node == b.node)
    }

    /// The walk of a touch.
    pub(super) fn walk(&self, touch: Touch) -> &Walk<'a> {
        &self.walks[touch.walk as usize]
    }

    /// A way that does not say its level is on the level of those it meets.
    fn spread_levels(&mut self, building: &mut Building<'a>) {
        let mut queue: VecDeque<u32> = (0..self.walks.len() as u32)
            .filter(|walk| !self.walks[*walk as usize].levels.is_empty())
            .collect();
        // Whoever comes to a node first leaves nobody there without a level.
        let mut settled = HashSet::new();
        while let Some(number) = queue.pop_front() {
            for at in 0..self.walks[number as usize].way.nodes.len() {
                let walk = &self.walks[number as usize];
                let Some(level) = walk.level_at(at) else { continue };
                let (id, node) = (walk.way.id, walk.way.nodes[at]);
                if !settled.insert(node) {
                    continue;
                }
                let from = self.touches.partition_point(|touch| touch.node < node);
                for touch in self.touches[from..].iter().take_while(|touch| touch.node == node) {
                    let other = &mut self.walks[touch.walk as usize];
                    if !other.levels.is_empty() || !other.is_end(touch.at as usize) {
                        continue;
                    }
                    other.levels.push(level);
                    building.warnings.add(
                        format_args!("way {}", other.way.id),
                        format!("taken to be on level {}", level::id(level)),
                        format!("it has no level and meets others of that level (way {id})"),
                    );
                    queue.push_back(touch.walk);
                }
            }
        }
    }

    /// Outside, the ground has level 0 and often does not say so.
    fn ground_the_rest(&mut self, building: &mut Building<'a>) {
        for walk in &mut self.walks {
            if walk.levels.is_empty() {
                walk.levels.push(0.0);
                building.warnings.add(
                    format_args!("way {}", walk.way.id),
                    "taken to be on level 0",
                    "it has no level and meets no way that has one",
                );
            }
        }
    }

    /// Finds which end of a climbing walk is on which level: by the levels of
    /// what it meets there, else by its incline.
    fn resolve_climb(&mut self, number: usize, building: &mut Building<'a>) {
        let walk = &self.walks[number];
        let title = format!("way {}", walk.way.id);
        let last = walk.way.nodes.len() - 1;
        let (low, high) = (walk.levels[0], walk.levels[walk.levels.len() - 1]);
        let at_ends = [self.levels_met(number, 0), self.levels_met(number, last)];
        let only = |levels: &[f64]| match levels {
            [only] => Some(*only),
            _ => None,
        };
        let upward = match walk.way.tags.get("incline").map(str::trim) {
            Some(text) if text == "down" || text.starts_with('-') => Some(false),
            Some(text) if text == "up" || text.starts_with(|c: char| c.is_ascii_digit()) => {
                Some(true)
            }
            _ => None,
        };
        let by_incline = upward.map(|up| if up { [low, high] } else { [high, low] });
        let other = |level: f64| if level == low { high } else { low };
        let ends = match (only(&at_ends[0]), only(&at_ends[1]), by_incline) {
            (Some(first), Some(last), incline) if first != last => {
                if incline.is_some_and(|[a, b]| (a < b) != (first < last)) {
                    building.warnings.add(
                        &title,
                        "its incline is not believed",
                        "the ways at its ends have it the other way",
                    );
                }
                Some([first, last])
            }
            (_, _, Some(ends)) => Some(ends),
            (Some(first), None, None) => Some([first, other(first)]),
            (None, Some(last), None) => Some([other(last), last]),
            _ => None,
        };
        let Some([first, final_level]) = ends else {
            building
                .warnings
                .left_out(title, "neither incline=* nor the ways at its ends tell which end is up");
            return;
        };
        let mut stops = vec![(0, first)];
        for at in 1..last {
            let between = |level: f64| (level > first) != (level > final_level);
            if let Some(level) = only(&self.levels_met(number, at))
                && between(level)
                && level != first
                && level != final_level
                && (level > stops[stops.len() - 1].1) == (final_level > first)
            {
                stops.push((at, level));
            }
        }
        stops.push((last, final_level));
        self.walks[number].stops = stops;
    }

    /// The levels of a climbing walk that other ways are on where it meets them.
    fn levels_met(&self, number: usize, at: usize) -> Vec<f64> {
        let walk = &self.walks[number];
        let mut met: Vec<f64> = Vec::new();
        for touch in self.at(walk.way.nodes[at]) {
            let other = self.walk(*touch);
            if touch.walk as usize == number {
                continue;
            }
            let common: Vec<f64> =
                other.levels.iter().copied().filter(|level| walk.levels.contains(level)).collect();
            if let [only] = common.as_slice() {
                met.push(*only);
            }
        }
        met.sort_by(f64::total_cmp);
        met.dedup();
        met
    }
}

/// A number for every level, so that places can be looked up by it.
#[derive(Debug, Default)]
pub(super) struct Ordinals(HashMap<u64, u16>);

impl Ordinals {
    /// The number of a level.
    pub(super) fn number(&mut self, level: f64) -> u16 {
        let next = self.0.len() as u16;
        *self.0.entry(level.to_bits()).or_insert(next)
    }
}
