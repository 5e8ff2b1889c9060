//! Stairs, lifts and escalators: units of several levels that belong together.
//!
//! Where the venue has relationships or amenities that name the units of a
//! connection, they are believed; where it has none, units of one kind that lie
//! above each other are one connection. A staircase is often several polygons.

use std::collections::{BTreeMap, BTreeSet};

use cicerone::Result;
use cicerone::world::document::{
    Access, AreaKind, ConnectionEntry, ConnectionKind, StopEntry, Travels,
};
use geo::{Area, BooleanOps, Distance, Euclidean, MultiPolygon};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use super::features::{self, Amenity, Reference, Relationship};
use super::files::Files;
use super::{Venue, categories, is_vertical};
use crate::{Warning, shapes};

/// Polygons of one staircase touch, or nearly.
const TOUCH: f64 = 0.3;
/// Of more polygons on one spot no more are compared.
const MAX_NEIGHBOURS: usize = 100;

/// One part of a connection: what of it is on one level.
struct Part {
    kind: ConnectionKind,
    level: String,
    ordinal: f64,
    areas: Vec<usize>,
}

impl Venue {
    pub(super) fn read_connections(&mut self, files: &Files) -> Result<()> {
        let parts = self.parts();
        let mut part_of = BTreeMap::new();
        for (number, part) in parts.iter().enumerate() {
            part_of.extend(part.areas.iter().map(|area| (*area, number)));
        }
        let mut links: BTreeSet<(usize, usize)> = BTreeSet::new();
        let mut travels: BTreeMap<(usize, usize), Travels> = BTreeMap::new();
        let mut lost = Vec::new();
        let mut link = |a: usize, b: usize| {
            let fits = parts[a].kind == parts[b].kind && parts[a].level != parts[b].level;
            fits && links.insert((a.min(b), a.max(b)))
        };
        let part = |unit: &str| -> Option<usize> {
            self.units.get(unit)?.iter().find_map(|area| part_of.get(area)).copied()
        };
        for relationship in features::features::<Relationship>(files, "relationship")? {
            let properties = &relationship.properties;
            let category = properties.category.as_deref().unwrap_or_default();
            let is_known =
                categories::connection(category).is_some() || category.starts_with("traversal");
            let ends = properties.origin.iter().chain(properties.intermediary.iter().flatten());
            let ends: Vec<_> = ends.chain(&properties.destination).collect();
            let is_gone =
                |end: &&Reference| end.is_unit() && !self.units.contains_key(end.id.as_str());
            if let (true, Some(gone)) = (is_known, ends.iter().copied().find(is_gone)) {
                let title = format!("relationship {}", relationship.id);
                let why = format!("unit {} is not there, or was left out", gone.id);
                lost.push(Warning::left_out(title, why));
                continue;
            }
            let ends: Vec<usize> = ends.iter().filter_map(|end| part(&end.id)).collect();
            for pair in ends.windows(2).filter(|_| is_known) {
                link(pair[0], pair[1]);
                if properties.direction.as_deref() == Some("directed") {
                    let up = parts[pair[0]].ordinal < parts[pair[1]].ordinal;
                    let way = if up { Travels::Up } else { Travels::Down };
                    travels.insert((pair[0].min(pair[1]), pair[0].max(pair[1])), way);
                }
            }
        }
        for amenity in features::features::<Amenity>(files, "amenity")? {
            if categories::connection(&amenity.properties.category).is_none() {
                continue;
            }
            let units = amenity.properties.unit_ids.iter().flatten();
            let units: Vec<usize> = units.filter_map(|unit| part(unit)).collect();
            for pair in units.windows(2) {
                link(pair[0], pair[1]);
            }
        }
        for (a, b) in self.above_each_other(&parts) {
            link(a, b);
        }
        self.connect(&parts, &links, &travels);
        self.warnings.extend(lost);
        Ok(())
    }

    /// Units of one connection on one level.
    fn parts(&self) -> Vec<Part> {
        let areas = &self.document.areas;
        let vertical: Vec<usize> =
            (0..areas.len()).filter(|area| is_vertical(areas[*area].kind)).collect();
        let shapes: BTreeMap<usize, MultiPolygon<f64>> =
            vertical.iter().map(|area| (*area, shapes::shape_of(&areas[*area]))).collect();
        let tree = RTree::bulk_load(
            shapes.iter().filter_map(|(area, shape)| boxed(shape, *area, TOUCH)).collect(),
        );
        let mut taken = BTreeSet::new();
        let mut parts = Vec::new();
        for &first in &vertical {
            if !taken.insert(first) {
                continue;
            }
            let mut members = vec![first];
            let mut next = 0;
            // Lifts side by side are several; stairs side by side are one.
            while areas[first].kind == AreaKind::Stairs && next < members.len() {
                let here = members[next];
                next += 1;
                let Some(reach) = boxed(&shapes[&here], here, TOUCH) else { continue };
                let near = tree.locate_in_envelope_intersecting(&envelope(&reach));
                let mut near: Vec<usize> =
                    near.take(MAX_NEIGHBOURS).map(|near| near.data).collect();
                near.sort_unstable();
                for other in near {
                    let alike = areas[other].kind == AreaKind::Stairs
                        && areas[other].level == areas[first].level;
                    if alike
                        && !taken.contains(&other)
                        && Euclidean.distance(&shapes[&here], &shapes[&other]) < TOUCH
                    {
                        taken.insert(other);
                        members.push(other);
                    }
                }
            }
            let level = self.document.levels.iter().find(|level| level.id == areas[first].level);
            parts.push(Part {
                kind: match areas[first].kind {
                    AreaKind::Lift => ConnectionKind::Lift,
                    AreaKind::Escalator => ConnectionKind::Escalator,
                    _ => ConnectionKind::Stairs,
                },
                level: areas[first].level.clone(),
                ordinal: level.map_or(0.0, |level| level.ordinal),
                areas: members,
            });
        }
        parts
    }

    /// Parts of one kind on neighbouring levels that lie above each other; a
    /// lift may pass a level where nothing is drawn.
    fn above_each_other(&self, parts: &[Part]) -> Vec<(usize, usize)> {
        let mut ordinals: Vec<f64> =
            self.document.levels.iter().map(|level| level.ordinal).collect();
        ordinals.sort_by(f64::total_cmp);
        ordinals.dedup();
        let storey = |part: &Part| ordinals.iter().position(|ordinal| *ordinal == part.ordinal);
        let shape = |part: &Part| {
            let shapes =
                part.areas.iter().map(|area| shapes::shape_of(&self.document.areas[*area]));
            shapes.reduce(|all, shape| all.union(&shape)).unwrap_or(MultiPolygon::new(Vec::new()))
        };
        let shapes: Vec<MultiPolygon<f64>> = parts.iter().map(shape).collect();
        let tree = RTree::bulk_load(
            shapes.iter().enumerate().filter_map(|(part, shape)| boxed(shape, part, 0.0)).collect(),
        );
        let mut pairs = Vec::new();
        for a in 0..parts.len() {
            let Some(reach) = boxed(&shapes[a], a, 0.0) else { continue };
            let near = tree.locate_in_envelope_intersecting(&envelope(&reach));
            let mut near: Vec<usize> = near.take(MAX_NEIGHBOURS).map(|near| near.data).collect();
            near.sort_unstable();
            for b in near.into_iter().filter(|b| a < *b && parts[a].kind == parts[*b].kind) {
                let (Some(low), Some(high)) = (storey(&parts[a]), storey(&parts[b])) else {
                    continue;
                };
                let neighbours = low.abs_diff(high) == 1;
                if low == high || !(neighbours || parts[a].kind == ConnectionKind::Lift) {
                    continue;
                }
                let smaller = shapes[a].unsigned_area().min(shapes[b].unsigned_area());
                let common = shapes[a].intersection(&shapes[b]).unsigned_area();
                if common > 0.15 * smaller {
                    pairs.push((a, b));
                }
            }
        }
        pairs
    }

    /// Makes connections of linked parts.
    fn connect(
        &mut self,
        parts: &[Part],
        links: &BTreeSet<(usize, usize)>,
        travels: &BTreeMap<(usize, usize), Travels>,
    ) {
        let mut group: Vec<usize> = (0..parts.len()).collect();
        loop {
            let mut changed = false;
            for &(a, b) in links {
                let least = group[a].min(group[b]);
                changed |= group[a] != least || group[b] != least;
                (group[a], group[b]) = (least, least);
            }
            if !changed {
                break;
            }
        }
        let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (part, group) in group.iter().enumerate() {
            members.entry(*group).or_default().push(part);
        }
        for members in members.values() {
            let levels: BTreeSet<&str> =
                members.iter().map(|part| parts[*part].level.as_str()).collect();
            if levels.len() < 2 {
                for part in members {
                    let part = &parts[*part];
                    let ids: Vec<&str> = part
                        .areas
                        .iter()
                        .map(|area| self.document.areas[*area].id.as_str())
                        .collect();
                    let what = "no connection leads from here to another level";
                    let why = "no unit of the same kind lies above or below";
                    self.warnings.push(Warning::new(format!("unit {}", ids.join(", ")), what, why));
                }
            } else if levels.len() == members.len() {
                let way = links.iter().filter(|(a, _)| members.contains(a));
                let way = way.filter_map(|link| travels.get(link)).next().copied();
                self.add_connection(parts, members, way);
            } else {
                // Two flights end on one wide landing: each is its own.
                let own = links.iter().filter(|(a, _)| members.contains(a));
                for link in own.copied().collect::<Vec<_>>() {
                    self.add_connection(parts, &[link.0, link.1], travels.get(&link).copied());
                }
            }
        }
    }

    fn add_connection(&mut self, parts: &[Part], members: &[usize], way: Option<Travels>) {
        let mut members = members.to_vec();
        members.sort_by(|a, b| parts[*a].ordinal.total_cmp(&parts[*b].ordinal));
        let (mut stops, mut access, mut name) = (Vec::new(), Access::Public, None);
        for &member in &members {
            let part = &parts[member];
            let Some(area) = self.way_in(part) else { continue };
            let area = &self.document.areas[area];
            let shape = shapes::shape_of(area);
            let Some(at) = shapes::largest(&shape).and_then(shapes::inner_point) else { continue };
            if area.access != Access::Public {
                access = area.access;
            }
            name = name.or_else(|| area.name.clone());
            stops.push(StopEntry { level: part.level.clone(), at, heading: None, place: None });
        }
        let kind = parts[members[0]].kind;
        let word = match kind {
            ConnectionKind::Lift => "lift",
            ConnectionKind::Escalator => "escalator",
            _ => "stairs",
        };
        let first = &self.document.areas[parts[members[0]].areas[0]].id;
        let id = format!("{word}-{first}");
        if stops.len() < 2 {
            self.warnings
                .push(Warning::left_out(id, "fewer than two of its stops can be stood on"));
            return;
        }
        if kind == ConnectionKind::Escalator && way.is_none() {
            let why = "no relationship tells which way it runs";
            self.warnings.push(Warning::new(&id, "taken to run both ways", why));
        }
        let id = match self
            .document
            .connections
            .iter()
            .filter(|other| other.id.starts_with(&id))
            .count()
        {
            0 => id,
            others => format!("{id}-{}", others + 1),
        };
        self.document.connections.push(ConnectionEntry {
            id,
            kind,
            name,
            stops,
            steps: None,
            travels: way.unwrap_or_default(),
            step_free: None,
            access,
        });
    }

    /// The polygon by which one gets on: one with a door or an opening.
    fn way_in(&self, part: &Part) -> Option<usize> {
        let areas = &self.document.areas;
        let entered = |area: &usize| {
            self.document.doors.iter().filter(|door| door.level == part.level).any(|door| {
                let joins_own = door.between.len() == 2
                    && door
                        .between
                        .iter()
                        .all(|id| part.areas.iter().any(|area| areas[*area].id == *id));
                let at = shapes::middle(door.line[0], door.line[1]);
                let ring = &areas[*area].outline;
                !joins_own
                    && ring.iter().zip(ring.iter().cycle().skip(1)).any(|(a, b)| {
                        shapes::distance(at, shapes::nearest_on([*a, *b], at)) < TOUCH
                    })
            })
        };
        part.areas.iter().find(|area| entered(area)).or(part.areas.first()).copied()
    }
}

type Boxed = GeomWithData<Rectangle<[f64; 2]>, usize>;

fn boxed(shape: &MultiPolygon<f64>, data: usize, reach: f64) -> Option<Boxed> {
    let bounds = geo::BoundingRect::bounding_rect(shape)?;
    let low = [bounds.min().x - reach, bounds.min().y - reach];
    let high = [bounds.max().x + reach, bounds.max().y + reach];
    Some(GeomWithData::new(Rectangle::from_corners(low, high), data))
}

fn envelope(boxed: &Boxed) -> AABB<[f64; 2]> {
    AABB::from_corners(boxed.geom().lower(), boxed.geom().upper())
}
