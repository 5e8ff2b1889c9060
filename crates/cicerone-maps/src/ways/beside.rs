//! Areas beside ways that the map has already: OpenStreetMap draws footways
//! through some areas and up to the outlines of others.

use std::collections::HashMap;

use cicerone::world::document::{AreaKind, Document, PassageEntry, PlaceEntry, Point};
use rstar::primitives::GeomWithData;
use rstar::{AABB, RTree};

use super::fence::Fence;
use super::{level, shops, space};
use crate::Warning;
use crate::shapes::{distance, shape_of};

/// A way that ends this near to an outline ends on it, in metres.
const ON_OUTLINE: f64 = 0.3;
/// No two ways leave a place nearer to each other than this, in degrees.
const SAME_HEADING: f64 = 1.5;

type Spots = RTree<GeomWithData<Point, usize>>;

/// Joins a level's named areas to the ways it has: a way in the area leads
/// there; a way that ends on its outline goes on inside.
pub(super) fn join(document: &mut Document, level: &str, warnings: &mut Vec<Warning>) {
    let mut ids = document.places.iter().map(|place| place.id.clone()).collect();
    let (headings, walked) = walked(document, level);
    let mut apart = Vec::new();
    for number in 0..document.areas.len() {
        let area = &document.areas[number];
        let name = area.name.clone().or_else(|| area.number.clone());
        if area.level != level || area.outline.len() < 3 || area.kind == AreaKind::Void {
            continue;
        }
        let shape = shape_of(area);
        let (fence, id) = (Fence::new(&shape), area.id.clone());
        let Some(middle) = space::inside(&shape) else { continue };
        // In the order of the map, whatever the order they are found in.
        let mut near: Vec<usize> = {
            let (low, high) = (fence.envelope().lower(), fence.envelope().upper());
            let around = AABB::from_corners(
                low.map(|least| least - ON_OUTLINE),
                high.map(|most| most + ON_OUTLINE),
            );
            walked.locate_in_envelope(&around).map(|place| place.data).collect()
        };
        near.sort_unstable();
        let mut nearest: Option<(f64, usize)> = None;
        for &place in &near {
            let entry = &mut document.places[place];
            if fence.holds([entry.x, entry.y]) {
                entry.area.get_or_insert_with(|| id.clone());
                let far = distance([entry.x, entry.y], middle);
                if nearest.is_none_or(|(known, _)| far < known) && entry.name.is_none() {
                    nearest = Some((far, place));
                }
            }
        }
        let Some(name) = name else { continue };
        if let Some((_, place)) = nearest {
            document.places[place].name = Some(name);
            continue;
        }
        let entrance = near.iter().map(|place| (*place, &document.places[*place]));
        let entrance = entrance.into_iter().find(|(number, place)| {
            let at = [place.x, place.y];
            let far = distance(at, middle);
            let begins = [0, 1].map(|axis| at[axis] + (middle[axis] - at[axis]) * 0.5 / far);
            let toward = heading(at, middle);
            let apart = |other: &f64| {
                let off = (toward - other).rem_euclid(360.0);
                off.min(360.0 - off) > SAME_HEADING
            };
            fence.distance(at) < ON_OUTLINE
                && far > 0.6
                && fence.is_clear(begins, middle)
                && headings.get(number).is_some_and(|others| others.iter().all(apart))
        });
        let Some(entrance) = entrance.map(|(_, place)| place.id.clone()) else {
            apart.push(number);
            continue;
        };
        let own = level::unused(&mut ids, format!("in {id}"));
        let access = document.areas[number].access;
        document.passages.push(PassageEntry {
            between: [entrance, own.clone()],
            floor: None,
            wall: None,
            length: None,
            connection: None,
            one_way: false,
            step_free: None,
            access,
        });
        document.places.push(PlaceEntry {
            id: own,
            level: level.to_owned(),
            x: middle[0],
            y: middle[1],
            area: Some(id),
            door: None,
            name: Some(name),
            source_name: None,
            objects: Vec::new(),
        });
    }
    for number in shops::join(document, level, apart, warnings) {
        let area = &document.areas[number];
        let name = area.name.as_deref().or(area.number.as_deref()).unwrap_or_default();
        warnings.push(Warning::new(
            format!("area {} ({name})", area.id),
            "no way leads there",
            "no way of the map is in it, ends on its outline or passes it on the same floor",
        ));
    }
}

/// The places of a level that ways lead to: where each way goes off, and all by
/// where they are.
fn walked(document: &Document, level: &str) -> (HashMap<usize, Vec<f64>>, Spots) {
    let numbers: HashMap<&str, usize> =
        document.places.iter().enumerate().map(|(n, place)| (place.id.as_str(), n)).collect();
    let at = |number: usize| [document.places[number].x, document.places[number].y];
    let mut headings: HashMap<usize, Vec<f64>> = HashMap::new();
    for passage in &document.passages {
        let ends = passage.between.each_ref().map(|id| numbers.get(id.as_str()).copied());
        let [Some(a), Some(b)] = ends else { continue };
        for (from, to) in [(a, b), (b, a)] {
            if document.places[from].level == level {
                headings.entry(from).or_default().push(heading(at(from), at(to)));
            }
        }
    }
    let spots = headings.keys().map(|number| GeomWithData::new(at(*number), *number));
    let spots = RTree::bulk_load(spots.collect());
    (headings, spots)
}

fn heading(from: Point, to: Point) -> f64 {
    (to[1] - from[1]).atan2(to[0] - from[0]).to_degrees()
}
