//! What of a file is worth keeping, in three passes: relations tell which ways
//! they are made of, ways which nodes, and all else goes by unread.

use std::collections::{HashMap, HashSet};

use cicerone::world::Georeference;
use cicerone::world::document::Point;
use cicerone::{Error, Result};

use super::element::{Element, Member, Tags, Values, Visit, Wanted};
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
    /// Nodes with their ids, sorted by them, and where they lie, in metres; the
    /// index is what ways refer by.
    nodes: Vec<(i64, Point)>,
    /// Tags of those nodes that have any to speak of.
    pub(super) node_tags: HashMap<u32, Tags>,
    /// Where on earth the metres begin; `None` if nothing is kept.
    pub(super) georeference: Option<Georeference>,
}

impl Map {
    /// The id of a node in the file.
    pub(super) fn node_id(&self, index: u32) -> i64 {
        self.nodes[index as usize].0
    }

    /// Where a node lies.
    pub(super) fn at(&self, index: u32) -> Point {
        self.nodes[index as usize].1
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
    let mut values = Values::default();
    pass(Wanted::Relations, &mut |element| {
        if let Element::Relation { id, members, tags: all } = element {
            if !tags::may_matter(all) {
                return Ok(());
            }
            let kept = Tags::keep(all, &mut values);
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
        if !members.contains(&id) && !tags::may_matter(all) {
            return Ok(());
        }
        let kept = Tags::keep(all, &mut values);
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
    let nodes: Vec<(i64, Point)> = needed.iter().map(|id| (*id, MISSING)).collect();
    drop(needed);
    let (mut nodes, node_tags) = collect_nodes(pass, nodes, &mut values, warnings)?;
    let georeference = project(&mut nodes)?;
    let ways = resolve(raw, &nodes, warnings);
    Ok(Map { ways, relations, nodes, node_tags, georeference })
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

type Nodes = (Vec<(i64, Point)>, HashMap<u32, Tags>);

/// Positions of the nodes that ways need, and of those that say something.
fn collect_nodes(
    mut pass: impl FnMut(Wanted, &mut Visit<'_>) -> Result<()>,
    mut nodes: Vec<(i64, Point)>,
    values: &mut Values,
    warnings: &mut Tally,
) -> Result<Nodes> {
    let mut alone: Vec<(i64, Point, Tags)> = Vec::new();
    let mut tagged: Vec<(i64, Tags)> = Vec::new();
    pass(Wanted::Nodes, &mut |element| {
        let Element::Node { id, longitude, latitude, tags: all } = element else {
            return Ok(());
        };
        let at = nodes.binary_search_by_key(&id, |node| node.0).ok();
        let kept = tags::may_matter(all).then(|| Tags::keep(all, values));
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
                if !nodes[at].1[0].is_nan() {
                    if nodes[at].1 != [longitude, latitude] {
                        warnings.left_out(format_args!("node {id}"), "it is there twice");
                    }
                    return Ok(());
                }
                nodes[at].1 = [longitude, latitude];
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
    for (id, at, kept) in alone {
        nodes.push((id, at));
        tagged.push((id, kept));
    }
    nodes.sort_unstable_by_key(|node| node.0);
    let mut node_tags = HashMap::with_capacity(tagged.len());
    for (id, kept) in tagged {
        if let Ok(index) = nodes.binary_search_by_key(&id, |node| node.0) {
            node_tags.insert(index as u32, kept);
        }
    }
    Ok((nodes, node_tags))
}

/// From degrees onto the plane that touches the earth in the middle of what is
/// kept; says where that is.
fn project(nodes: &mut [(i64, Point)]) -> Result<Option<Georeference>> {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for (_, at) in nodes.iter().filter(|(_, at)| !at[0].is_nan()) {
        for axis in 0..2 {
            low[axis] = low[axis].min(at[axis]);
            high[axis] = high[axis].max(at[axis]);
        }
    }
    if !low[0].is_finite() {
        return Ok(None);
    }
    let plane = TangentPlane::at((low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0);
    for (id, at) in nodes.iter_mut().filter(|(_, at)| !at[0].is_nan()) {
        *at = plane.project(*at).map_err(|error| error.at(format!("node {id}")))?;
    }
    Ok(Some(plane.georeference()))
}

/// Ways by the indices of their nodes; a way is cut where a node is missing.
fn resolve(
    raw: Vec<(i64, Vec<i64>, Tags)>,
    known: &[(i64, Point)],
    warnings: &mut Tally,
) -> Vec<Way> {
    let find = |node: &i64| {
        let index = known.binary_search_by_key(node, |known| known.0).ok()?;
        (!known[index].1[0].is_nan()).then_some(index as u32)
    };
    let mut ways = Vec::with_capacity(raw.len());
    for (id, nodes, tags) in raw {
        let outline = nodes.len() > 3 && nodes.first() == nodes.last() && tags::is_area(&tags);
        if outline && nodes.iter().any(|node| find(node).is_none()) {
            let why = "the file does not have all corners of its outline";
            warnings.left_out(format_args!("way {id}"), why);
            continue;
        }
        let mut run: Vec<u32> = Vec::with_capacity(nodes.len());
        let mut runs = Vec::new();
        for node in &nodes {
            match find(node) {
                // The same node twice in a row is one.
                Some(index) if run.last() == Some(&index) => {}
                Some(index) => run.push(index),
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
