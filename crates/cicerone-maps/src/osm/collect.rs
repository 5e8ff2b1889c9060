//! What of a file is worth keeping, in three passes: relations tell which ways
//! they are made of, ways which nodes, and all else goes by unread.

use std::collections::{HashMap, HashSet};

use cicerone::world::document::Point;
use cicerone::{Error, Result};

use super::element::{Element, Member, Tags, Visit, Wanted};
use super::tags;
use crate::plane::TangentPlane;
use crate::tally::Tally;

/// More ways than any building, or any town of them, has.
const MOST_KEPT: usize = 8_000_000;

/// A way that is kept; its nodes by their index.
#[derive(Debug)]
pub(super) struct Way {
    pub(super) id: i64,
    pub(super) nodes: Vec<u32>,
    pub(super) tags: Tags,
}

impl Way {
    /// True if it ends where it begins.
    pub(super) fn is_closed(&self) -> bool {
        self.nodes.len() > 3 && self.nodes.first() == self.nodes.last()
    }
}

/// A multipolygon that is kept.
#[derive(Debug)]
pub(super) struct Relation {
    pub(super) id: i64,
    pub(super) members: Vec<Member>,
    pub(super) tags: Tags,
}

/// The part of the map that matters.
#[derive(Debug, Default)]
pub(super) struct Map {
    pub(super) ways: Vec<Way>,
    pub(super) relations: Vec<Relation>,
    /// Ids of nodes, sorted; the index is what ways refer by.
    node_ids: Vec<i64>,
    /// Where each node lies, in metres.
    pub(super) positions: Vec<Point>,
    /// Tags of those nodes that have any to speak of.
    pub(super) node_tags: HashMap<u32, Tags>,
}

impl Map {
    /// The id of a node in the file.
    pub(super) fn node_id(&self, index: u32) -> i64 {
        self.node_ids[index as usize]
    }

    /// Where a node lies.
    pub(super) fn at(&self, index: u32) -> Point {
        self.positions[index as usize]
    }
}

/// A node that is not in the file although a way refers to it.
const MISSING: [f64; 2] = [f64::NAN; 2];

/// Goes over the file with `pass` as often as needed.
pub(super) fn collect(
    mut pass: impl FnMut(Wanted, &mut Visit<'_>) -> Result<()>,
    warnings: &mut Tally,
) -> Result<Map> {
    let mut relations = Vec::new();
    let mut seen = HashSet::new();
    pass(Wanted::Relations, &mut |element| {
        if let Element::Relation { id, members, tags: all } = element {
            let kept = Tags::keep(all);
            let kind = tags::area_kind(&kept);
            if kept.is("type", "multipolygon") && kind.is_some() && seen.insert(id) {
                relations.push(Relation { id, members: members.to_vec(), tags: kept });
            }
        }
        Ok(())
    })?;
    let members: HashSet<i64> =
        relations.iter().flat_map(|relation| &relation.members).map(|m| m.way).collect();

    let mut raw: Vec<(i64, Vec<i64>, Tags)> = Vec::new();
    let mut seen = HashSet::new();
    pass(Wanted::Ways, &mut |element| {
        let Element::Way { id, nodes, tags: all } = element else { return Ok(()) };
        let kept = Tags::keep(all);
        if !members.contains(&id) && !is_kept_way(&kept) {
            if tags::is_other_road(&kept) {
                warnings.left_out(format_args!("way {id}"), "it is a road, not a footway");
            }
            return Ok(());
        }
        if !seen.insert(id) {
            warnings.left_out(format_args!("way {id}"), "it is there twice");
            return Ok(());
        }
        if raw.len() >= MOST_KEPT {
            return Err(too_many().at(format!("way {id}")));
        }
        raw.push((id, nodes.to_vec(), kept));
        Ok(())
    })?;
    drop(seen);

    let mut needed: Vec<i64> = raw.iter().flat_map(|(_, nodes, _)| nodes).copied().collect();
    needed.sort_unstable();
    needed.dedup();
    let (node_ids, degrees, node_tags) = collect_nodes(pass, needed, warnings)?;
    let positions = project(&node_ids, &degrees)?;
    let ways = resolve(raw, &node_ids, &positions, warnings);
    Ok(Map { ways, relations, node_ids, positions, node_tags })
}

fn too_many() -> Error {
    Error::input(format!(
        "more than {MOST_KEPT} features are kept; cut the building out of the map first"
    ))
}

fn is_kept_way(tags: &Tags) -> bool {
    tags::is_walkable(tags)
        || tags::area_kind(tags).is_some()
        || tags.is("indoor", "wall")
        || tags.is("barrier", "wall")
        || (tags.get("level").is_some() && tags::landmark(tags).is_some())
        || tags.is("indoor", "level")
}

fn is_kept_node(tags: &Tags) -> bool {
    tags.is("highway", "elevator")
        || tags::door_kind(tags).is_some()
        || tags::landmark(tags).is_some()
}

type Nodes = (Vec<i64>, Vec<Point>, HashMap<u32, Tags>);

/// Positions of the nodes that ways need, and of those that say something.
fn collect_nodes(
    mut pass: impl FnMut(Wanted, &mut Visit<'_>) -> Result<()>,
    needed: Vec<i64>,
    warnings: &mut Tally,
) -> Result<Nodes> {
    let mut degrees = vec![MISSING; needed.len()];
    let mut alone: Vec<(i64, Point, Tags)> = Vec::new();
    let mut tagged: Vec<(i64, Tags)> = Vec::new();
    pass(Wanted::Nodes, &mut |element| {
        let Element::Node { id, longitude, latitude, tags: all } = element else {
            return Ok(());
        };
        let at = needed.binary_search(&id).ok();
        let kept = if all.is_empty() { None } else { Some(Tags::keep(all)) };
        let kept = kept.filter(is_kept_node);
        if at.is_none() && kept.is_none() {
            return Ok(());
        }
        if !(longitude.abs() <= 180.0 && latitude.abs() <= 90.0) {
            return Err(Error::input(format!(
                "{longitude}, {latitude} is nowhere on earth; lon is -180 to 180, lat -90 to 90"
            ))
            .at(format!("node {id}")));
        }
        if tagged.len() + alone.len() >= MOST_KEPT {
            return Err(too_many().at(format!("node {id}")));
        }
        match (at, kept) {
            (Some(at), kept) => {
                if !degrees[at][0].is_nan() {
                    if degrees[at] != [longitude, latitude] {
                        warnings.left_out(format_args!("node {id}"), "it is there twice");
                    }
                    return Ok(());
                }
                degrees[at] = [longitude, latitude];
                tagged.extend(kept.map(|kept| (id, kept)));
            }
            (None, Some(kept)) => alone.push((id, [longitude, latitude], kept)),
            (None, None) => {}
        }
        Ok(())
    })?;

    // Nodes that stand alone are merged in, so that one index serves all.
    alone.sort_by_key(|(id, ..)| *id);
    alone.dedup_by_key(|(id, ..)| *id);
    let mut ids = needed;
    ids.reserve(alone.len());
    for (id, at, kept) in alone {
        ids.push(id);
        degrees.push(at);
        tagged.push((id, kept));
    }
    let mut order: Vec<u32> = (0..ids.len() as u32).collect();
    order.sort_unstable_by_key(|index| ids[*index as usize]);
    let sorted: Vec<i64> = order.iter().map(|index| ids[*index as usize]).collect();
    let degrees: Vec<Point> = order.iter().map(|index| degrees[*index as usize]).collect();
    let mut node_tags = HashMap::with_capacity(tagged.len());
    for (id, kept) in tagged {
        if let Ok(index) = sorted.binary_search(&id) {
            node_tags.insert(index as u32, kept);
        }
    }
    Ok((sorted, degrees, node_tags))
}

/// Onto the plane that touches the earth in the middle of what is kept.
fn project(ids: &[i64], degrees: &[Point]) -> Result<Vec<Point>> {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for at in degrees.iter().filter(|at| !at[0].is_nan()) {
        for axis in 0..2 {
            low[axis] = low[axis].min(at[axis]);
            high[axis] = high[axis].max(at[axis]);
        }
    }
    if !low[0].is_finite() {
        return Ok(vec![MISSING; ids.len()]);
    }
    let plane = TangentPlane::at((low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0);
    let mut positions = Vec::with_capacity(ids.len());
    for (id, at) in ids.iter().zip(degrees) {
        if at[0].is_nan() {
            positions.push(MISSING);
            continue;
        }
        positions.push(plane.project(*at).map_err(|error| error.at(format!("node {id}")))?);
    }
    Ok(positions)
}

/// Ways by the indices of their nodes; a way is cut where a node is missing.
fn resolve(
    raw: Vec<(i64, Vec<i64>, Tags)>,
    ids: &[i64],
    positions: &[Point],
    warnings: &mut Tally,
) -> Vec<Way> {
    let mut ways = Vec::with_capacity(raw.len());
    for (id, nodes, tags) in raw {
        let known = |node: &i64| ids.binary_search(node).is_ok_and(|at| !positions[at][0].is_nan());
        let outline = nodes.len() > 3 && nodes.first() == nodes.last() && tags::is_area(&tags);
        if outline && !nodes.iter().all(known) {
            let why = "the file does not have all corners of its outline";
            warnings.left_out(format_args!("way {id}"), why);
            continue;
        }
        let mut run: Vec<u32> = Vec::with_capacity(nodes.len());
        let mut runs = Vec::new();
        for node in &nodes {
            let index = ids.binary_search(node).ok();
            match index.filter(|index| !positions[*index][0].is_nan()) {
                // The same node twice in a row is one.
                Some(index) if run.last() == Some(&(index as u32)) => {}
                Some(index) => run.push(index as u32),
                None => {
                    warnings.add(
                        format_args!("way {id}"),
                        "cut where nodes are missing",
                        "the file does not have all its nodes",
                    );
                    runs.push(std::mem::take(&mut run));
                }
            }
        }
        runs.push(run);
        runs.retain(|run| run.len() > 1);
        if runs.is_empty() {
            warnings.left_out(format_args!("way {id}"), "it has fewer than two nodes");
        }
        for nodes in runs {
            ways.push(Way { id, nodes, tags: tags.clone() });
        }
    }
    ways
}
