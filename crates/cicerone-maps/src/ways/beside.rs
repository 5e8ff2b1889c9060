//! Areas beside ways that the map has already: OpenStreetMap draws footways
//! through some areas and up to the outlines of others.

use std::collections::HashMap;

use cicerone::world::document::{AreaKind, Document, PassageEntry, PlaceEntry, Point};

use super::fence::Fence;
use super::{level, shops, space};
use crate::Warning;
use crate::shapes::{distance, shape_of};

/// A way that ends this near to an outline ends on it, in metres.
const ON_OUTLINE: f64 = 0.3;
/// No two ways leave a place nearer to each other than this, in degrees.
const SAME_HEADING: f64 = 1.5;

/// Joins a level's named areas to the ways it has: a way in the area leads
/// there; a way that ends on its outline goes on inside.
pub(super) fn join(document: &mut Document, level: &str, warnings: &mut Vec<Warning>) {
    let mut ids = document.places.iter().map(|place| place.id.clone()).collect();
    let mut headings: HashMap<String, Vec<f64>> = HashMap::new();
    let spots: HashMap<&str, Point> =
        document.places.iter().map(|place| (place.id.as_str(), [place.x, place.y])).collect();
    for passage in &document.passages {
        let [a, b] = passage.between.each_ref();
        if let (Some(from), Some(to)) = (spots.get(a.as_str()), spots.get(b.as_str())) {
            headings.entry(a.clone()).or_default().push(heading(*from, *to));
            headings.entry(b.clone()).or_default().push(heading(*to, *from));
        }
    }
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
        let walked = |place: &PlaceEntry| place.level == level && headings.contains_key(&place.id);
        let mut nearest: Option<(f64, usize)> = None;
        for (place, entry) in document.places.iter_mut().enumerate() {
            if walked(entry) && fence.holds([entry.x, entry.y]) {
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
        let entrance = document.places.iter().find(|place| {
            let at = [place.x, place.y];
            let far = distance(at, middle);
            let begins = [0, 1].map(|axis| at[axis] + (middle[axis] - at[axis]) * 0.5 / far);
            let toward = heading(at, middle);
            let apart = |other: &f64| {
                let off = (toward - other).rem_euclid(360.0);
                off.min(360.0 - off) > SAME_HEADING
            };
            walked(place)
                && fence.distance(at) < ON_OUTLINE
                && far > 0.6
                && fence.is_clear(begins, middle)
                && headings.get(&place.id).is_some_and(|others| others.iter().all(apart))
        });
        let Some(entrance) = entrance.map(|place| place.id.clone()) else {
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

fn heading(from: Point, to: Point) -> f64 {
    (to[1] - from[1]).atan2(to[0] - from[0]).to_degrees()
}
