//! The ways of one level: the nets of its spaces, joined at the thresholds.

use std::collections::{BTreeMap, HashMap, HashSet};

use cicerone::world::document::{Access, AreaKind, Document, PassageEntry, PlaceEntry, Point};

use super::crossings::drop_unused;
use super::fence::Fence;
use super::mesh::{dot, sub};
use super::net::Net;
use super::space::{self, Port, Spaces};
use super::spread::{Spread, spread};
use crate::Warning;
use crate::shapes::{distance, shape_of};

/// Ways that leave a place nearer to each other than this are one, in degrees.
const SAME_HEADING: f64 = 1.5;
/// Places nearer to each other than this are on one spot, in metres.
const SAME_SPOT: f64 = 0.02;
/// As far from a threshold one is inside its space.
const INSIDE: f64 = 0.45;
/// How far off its axis a door is walked through, in degrees.
const SLANT: f64 = 70.0;
/// And how near to its jambs, in metres.
const OFF_JAMB: f64 = 0.24;

/// Through what is wider one does not go by the middle.
const WIDEST_DOORWAY: f64 = 2.5;

/// What a place is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Aim {
    /// An area's own place.
    Area(usize),
    /// A stop of a connection.
    Stop(usize, usize),
    /// A place the map has.
    Place(usize),
    /// The middle of a doorway inside a space.
    Doorway(usize),
}

/// The level's net and what its nodes stand for.
struct Level<'a> {
    id: &'a str,
    spaces: Spaces,
    net: Net,
    fences: Vec<Fence>,
    doors: HashMap<usize, usize>,
    aims: BTreeMap<usize, Aim>,
    /// The space that each way is in.
    inside: HashMap<[usize; 2], usize>,
}

/// Finds the ways of a level and adds them to the document.
pub(super) fn find(document: &mut Document, id: &str, warnings: &mut Vec<Warning>) {
    let spaces = Spaces::of(document, id);
    super::tell_doors(document, &spaces.joined);
    for door in &spaces.stray_doors {
        let door = &document.doors[*door];
        let why = "there is no area on either side of it";
        warnings.push(Warning::new(format!("door {}", door.id), "leads nowhere", why));
    }
    let aims = aims(document, id, &spaces, warnings);
    let mut level = Level {
        id,
        net: Net::default(),
        fences: Vec::new(),
        doors: HashMap::new(),
        aims: BTreeMap::new(),
        inside: HashMap::new(),
        spaces,
    };
    let mut thresholds: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for number in 0..level.spaces.spaces.len() {
        if cicerone::budget::is_spent() {
            return;
        }
        let here: &[(Aim, Point)] = aims.get(&number).map_or(&[], |aims| aims);
        let targets: Vec<Point> = here.iter().map(|(_, at)| *at).collect();
        let spread = spread(&level.spaces.spaces[number], &targets);
        level.take_over(number, spread, here, &mut thresholds, document, warnings);
    }
    level.split_at_openings(document);
    level.part_spots(document);
    level.part_headings();
    level.write(document, warnings);
}

/// What must be reached in each space, and where it is.
fn aims(
    document: &Document,
    level: &str,
    spaces: &Spaces,
    warnings: &mut Vec<Warning>,
) -> BTreeMap<usize, Vec<(Aim, Point)>> {
    let mut aims: BTreeMap<usize, Vec<(Aim, Point)>> = BTreeMap::new();
    let mut named: HashSet<usize> = HashSet::new();
    for (number, place) in document.places.iter().enumerate().filter(|(_, p)| p.level == level) {
        match standing(spaces, [place.x, place.y], None) {
            Some((area, at)) => {
                named.insert(area);
                aims.entry(spaces.of_area[&area]).or_default().push((Aim::Place(number), at));
            }
            None => warnings.push(Warning::new(
                format!("place {}", place.id),
                "no way leads there",
                "it is in no area that one can stand in",
            )),
        }
    }
    for (number, connection) in document.connections.iter().enumerate() {
        for (which, stop) in connection.stops.iter().enumerate() {
            if stop.level != level || stop.place.is_some() {
                continue;
            }
            match standing(spaces, stop.at, stop.heading) {
                Some((area, at)) => aims
                    .entry(spaces.of_area[&area])
                    .or_default()
                    .push((Aim::Stop(number, which), at)),
                None => warnings.push(Warning::new(
                    format!("connection {}", connection.id),
                    format!("no way leads to its stop on level {level}"),
                    "it is in no area that one can stand in",
                )),
            }
        }
    }
    for (&area, &number) in &spaces.of_area {
        if named.contains(&area) || !has_own_place(document, area) {
            continue;
        }
        let space = &spaces.spaces[number];
        let ports = space.ports.iter().filter(|port| port.area == area && port.part == 0);
        let ports: Vec<&Port> = ports.collect();
        if let Some(at) = own_place(document, spaces, area, &ports) {
            aims.entry(number).or_default().push((Aim::Area(area), at));
        }
        if space.ports.is_empty() && space.areas.len() == 1 {
            let entry = &document.areas[area];
            let what = entry.name.as_ref().map_or(String::new(), |name| format!(" ({name})"));
            warnings.push(Warning::new(
                format!("area {}{what}", entry.id),
                "no way leads there",
                "no door or opening leads into it",
            ));
        }
    }
    for (door, number) in &spaces.openings {
        let [a, b] = document.doors[*door].line;
        if distance(a, b) <= WIDEST_DOORWAY {
            let at = crate::shapes::middle(a, b);
            aims.entry(*number).or_default().push((Aim::Doorway(*door), at));
        }
    }
    for aims in aims.values_mut() {
        spread_out(aims, spaces);
    }
    aims
}

/// No two places on one spot.
fn spread_out(aims: &mut [(Aim, Point)], spaces: &Spaces) {
    for number in 1..aims.len() {
        let taken = |aims: &[(Aim, Point)], at: Point| {
            aims[..number].iter().any(|(_, other)| distance(*other, at) < 0.25)
        };
        let at = aims[number].1;
        if !taken(aims, at) {
            continue;
        }
        let around = (0..64).map(|step| {
            let (sine, cosine) = (f64::from(step) * std::f64::consts::TAU / 16.0).sin_cos();
            let reach = 0.3 * f64::from(1 + step / 16);
            [at[0] + reach * cosine, at[1] + reach * sine]
        });
        let mut free = around.filter(|at| !taken(aims, *at) && spaces.area_at(*at).is_some());
        if let Some(free) = free.next() {
            aims[number].1 = free;
        }
    }
}

/// Rooms have a place of their own; of what one passes through, what has a name.
fn has_own_place(document: &Document, area: usize) -> bool {
    let area = &document.areas[area];
    match area.kind {
        AreaKind::Room | AreaKind::Restroom => true,
        AreaKind::Hall | AreaKind::Platform => area.name.is_some() || area.number.is_some(),
        _ => false,
    }
}

/// Where one is in a room: straight inside its only door, or well inside.
fn own_place(document: &Document, spaces: &Spaces, area: usize, ports: &[&Port]) -> Option<Point> {
    if let [port] = ports {
        let ahead = |far: f64| [0, 1].map(|axis| port.at[axis] + port.inward[axis] * far);
        let run = (1..=40).map(|step| 0.1 * f64::from(step));
        let run = run.skip_while(|far| *far < port.gap + 0.1);
        let run = run.take_while(|far| spaces.area_at(ahead(*far)) == Some(area)).last()?;
        return Some(ahead((run / 2.0).max(run.min(0.8))));
    }
    space::inside(&shape_of(&document.areas[area])).filter(|at| spaces.area_at(*at).is_some())
}

/// A point one can stand on, at a point or near it; somebody who gets off
/// walks away in their heading.
fn standing(spaces: &Spaces, at: Point, heading: Option<f64>) -> Option<(usize, Point)> {
    let area = |at: Point| spaces.area_at(at).map(|area| (area, at));
    if let Some(heading) = heading {
        let (sine, cosine) = heading.to_radians().sin_cos();
        let ahead = (2..=12).map(|step| 0.2 * f64::from(step));
        let mut ahead = ahead.map(|far| [at[0] + far * sine, at[1] - far * cosine]);
        if let Some(found) = ahead.find_map(area) {
            return Some(found);
        }
    }
    area(at).or_else(|| {
        (1..=10).find_map(|ring| {
            (0..16).find_map(|step| {
                let (sine, cosine) = (f64::from(step) * std::f64::consts::TAU / 16.0).sin_cos();
                let reach = 0.2 * f64::from(ring);
                area([at[0] + reach * cosine, at[1] + reach * sine])
            })
        })
    })
}

impl Level<'_> {
    fn join(&mut self, a: usize, b: usize, space: usize) {
        self.net.join(a, b);
        self.inside.insert([a.min(b), a.max(b)], space);
    }

    fn part(&mut self, a: usize, b: usize) -> Option<usize> {
        self.net.part(a, b);
        self.inside.remove(&[a.min(b), a.max(b)])
    }

    /// Takes the net of a space over, and joins it to the thresholds.
    fn take_over(
        &mut self,
        number: usize,
        spread: Spread,
        aims: &[(Aim, Point)],
        thresholds: &mut BTreeMap<(usize, usize), usize>,
        document: &Document,
        warnings: &mut Vec<Warning>,
    ) {
        if spread.cut_short {
            let area = &document.areas[self.spaces.spaces[number].areas[0]].id;
            let why = "its outline is too intricate";
            warnings.push(Warning::new(format!("area {area}"), "not every way was looked at", why));
        }
        self.fences.push(spread.fence);
        let ports = self.spaces.spaces[number].ports.clone();
        let mut net = spread.net;
        let targets = spread.targets.iter().flatten();
        let mut needed: Vec<(usize, Option<usize>)> = targets.map(|node| (*node, None)).collect();
        let mut moved: HashMap<usize, usize> = HashMap::new();
        for (port, approach) in ports.iter().zip(spread.approaches) {
            let threshold = *thresholds
                .entry((port.door, port.part))
                .or_insert_with(|| self.net.add(port.at, true));
            self.doors.insert(threshold, port.door);
            let Some(approach) = approach else { continue };
            let here = net.add(port.at, true);
            moved.insert(here, threshold);
            needed.push((here, Some(port.door)));
            for next in net.near[approach].clone() {
                if self.walks_straight(port, number, net.at[next]) {
                    net.join(here, next);
                }
            }
            net.join(here, approach);
            net.fixed[approach] = false;
        }
        // What was laid for one pair may have become needless by another.
        drop_unused(&mut net, &needed);
        let mut kept = vec![false; net.at.len()];
        for end in net.edges().iter().flatten() {
            kept[*end] = true;
        }
        for node in (0..net.at.len()).filter(|node| kept[*node]) {
            moved.entry(node).or_insert_with(|| self.net.add(net.at[node], net.fixed[node]));
        }
        for [a, b] in net.edges() {
            self.join(moved[&a], moved[&b], number);
        }
        for ((aim, at), node) in aims.iter().zip(&spread.targets) {
            let spot = node.map_or(*at, |node| net.at[node]);
            let own = node.and_then(|node| moved.get(&node).copied());
            match (own, aim) {
                (Some(own), Aim::Doorway(door)) => {
                    self.doors.insert(own, *door);
                }
                (None, Aim::Doorway(_)) => {}
                (own, aim) => {
                    let own = own.unwrap_or_else(|| self.net.add(spot, true));
                    self.aims.insert(own, *aim);
                }
            }
        }
    }

    /// True if one can walk straight from the middle of a door to a point
    /// without brushing against its jambs.
    fn walks_straight(&self, port: &Port, space: usize, to: Point) -> bool {
        let way = sub(to, port.at);
        let length = distance(to, port.at);
        let cosine = dot(way, port.inward) / length;
        let depth = port.gap + 0.08;
        let slanted = cosine.is_nan() || cosine < SLANT.to_radians().cos();
        if slanted || cosine * length <= depth {
            return false;
        }
        let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
        let off_jamb = port.half_width * cosine - port.gap * sine;
        let begins = [0, 1].map(|axis| port.at[axis] + way[axis] / length * depth / cosine);
        off_jamb >= OFF_JAMB.min(0.5 * port.half_width) && self.fences[space].is_clear(begins, to)
    }

    /// Where a way passes from one area of a space into the next, there is a
    /// place in the opening.
    fn split_at_openings(&mut self, document: &Document) {
        for (door, space) in self.spaces.openings.clone() {
            let [c, d] = document.doors[door].line;
            for [a, b] in self.net.edges() {
                if self.inside.get(&[a, b]) != Some(&space) {
                    continue;
                }
                let (pa, pb) = (self.net.at[a], self.net.at[b]);
                if !super::fence::cross_each_other([pa, pb], [c, d]) {
                    continue;
                }
                let (way, line) = (sub(pb, pa), sub(d, c));
                let bend = super::mesh::cross(way, line);
                if bend == 0.0 {
                    continue;
                }
                let share = super::mesh::cross(sub(c, pa), line) / bend;
                let at = [0, 1].map(|axis| pa[axis] + way[axis] * share);
                let near = [a, b].into_iter().find(|end| distance(self.net.at[*end], at) < 0.4);
                match near {
                    Some(end) => {
                        if !self.aims.contains_key(&end) {
                            self.doors.entry(end).or_insert(door);
                        }
                    }
                    None => {
                        let node = self.net.add(at, true);
                        self.doors.insert(node, door);
                        self.part(a, b);
                        self.join(a, node, space);
                        self.join(node, b, space);
                    }
                }
            }
        }
    }

    /// No two places are on one spot: bends become one, doors and aims move.
    fn part_spots(&mut self, document: &Document) {
        let cell = |at: Point| at.map(|metres| (metres / SAME_SPOT).floor() as i64);
        let mut taken: HashMap<[i64; 2], Vec<usize>> = HashMap::new();
        for node in 0..self.net.at.len() {
            let free = !self.aims.contains_key(&node) && !self.doors.contains_key(&node);
            if free && self.net.near[node].is_empty() {
                continue;
            }
            // Along a door's line there is room for another threshold.
            let line = self.doors.get(&node).map(|door| document.doors[*door].line);
            let aside = line.map_or([1.0, 0.0], |[a, b]| {
                let length = distance(a, b).max(1e-6);
                [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
            });
            for _ in 0..100 {
                let at = self.net.at[node];
                let [column, row] = cell(at);
                let around = (-1..=1).flat_map(|x| (-1..=1).map(move |y| [column + x, row + y]));
                let other = around.filter_map(|cell| taken.get(&cell)).flatten().copied();
                let mut other = other.filter(|other| distance(self.net.at[*other], at) < SAME_SPOT);
                let Some(other) = other.next() else { break };
                if free {
                    for next in self.net.near[node].clone() {
                        if let Some(space) = self.part(node, next)
                            && next != other
                        {
                            self.join(other, next, space);
                        }
                    }
                    break;
                }
                self.net.at[node] = [0, 1].map(|axis| at[axis] + aside[axis] * 1.5 * SAME_SPOT);
            }
            if !free || !self.net.near[node].is_empty() {
                taken.entry(cell(self.net.at[node])).or_default().push(node);
            }
        }
    }

    /// Of two ways that leave a place in nearly the same direction the longer
    /// one begins at the end of the shorter.
    fn part_headings(&mut self) {
        let heading = |from: Point, to: Point| {
            let [x, y] = sub(to, from);
            y.atan2(x).to_degrees()
        };
        let mut todo: Vec<usize> = (0..self.net.at.len()).rev().collect();
        let mut rounds = 20 * self.net.at.len() + 100;
        while let Some(node) = todo.pop() {
            rounds = rounds.saturating_sub(1);
            if rounds == 0 {
                break;
            }
            let here = self.net.at[node];
            let near = self.net.near[node].iter();
            let mut exits: Vec<(f64, usize)> =
                near.map(|next| (heading(here, self.net.at[*next]), *next)).collect();
            exits.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            let pairs = (0..exits.len()).map(|i| (exits[i], exits[(i + 1) % exits.len()]));
            let same = pairs.filter(|(a, b)| a.1 != b.1).find(|(a, b)| {
                let off = (b.0 - a.0).rem_euclid(360.0);
                off.min(360.0 - off) < SAME_HEADING
            });
            let Some(((_, a), (_, b))) = same else { continue };
            let (nearer, further) =
                if self.net.length(node, a) <= self.net.length(node, b) { (a, b) } else { (b, a) };
            let space = self.part(node, further);
            if let Some(space) = space.filter(|_| nearer != further) {
                let other = self.inside.get(&[node.min(nearer), node.max(nearer)]).copied();
                // A threshold is on the edge of its space, where all is crossed.
                let beside = other != Some(space);
                let [from, to] = [[nearer, further], [further, nearer]].map(|[end, other]| {
                    let (at, toward) = (self.net.at[end], self.net.at[other]);
                    let length = distance(at, toward).max(1e-9);
                    let step =
                        if self.doors.contains_key(&end) { INSIDE.min(length / 2.0) } else { 0.0 };
                    [0, 1].map(|axis| at[axis] + (toward[axis] - at[axis]) * step / length)
                });
                if !self.net.near[nearer].contains(&further)
                    && (beside || self.fences[space].is_clear(from, to))
                {
                    self.join(nearer, further, space);
                }
            }
            todo.extend([further, nearer, node]);
        }
    }

    /// Writes places and passages into the document.
    fn write(&self, document: &mut Document, warnings: &mut Vec<Warning>) {
        let mut ids: HashSet<String> = document.places.iter().map(|p| p.id.clone()).collect();
        let mut names: HashMap<usize, String> = HashMap::new();
        let mut number = 0;
        for node in 0..self.net.at.len() {
            let [x, y] = self.net.at[node].map(|metres| (metres * 1e4).round() / 1e4);
            let aim = self.aims.get(&node).copied();
            let door = self.doors.get(&node).copied();
            if self.net.near[node].is_empty() {
                self.warn_of(document, aim, door, warnings);
                if aim.is_none() {
                    continue;
                }
            }
            let area = self.spaces.area_at([x, y]);
            if let Some(Aim::Place(place)) = aim {
                let place = &mut document.places[place];
                (place.x, place.y) = (x, y);
                place.area = area.map(|area| document.areas[area].id.clone());
                names.insert(node, place.id.clone());
                continue;
            }
            number += 1;
            let wish = match (aim, door) {
                (Some(Aim::Area(area)), _) => format!("in {}", document.areas[area].id),
                (Some(Aim::Stop(connection, _)), _) => {
                    format!("{} on {}", document.connections[connection].id, self.id)
                }
                (_, Some(door)) => format!("door {}", document.doors[door].id),
                _ => format!("{}-{number}", self.id),
            };
            let id = unused(&mut ids, wish);
            let mut name = None;
            match aim {
                Some(Aim::Area(area)) => {
                    let area = &document.areas[area];
                    name = area.name.clone().or_else(|| area.number.clone());
                }
                Some(Aim::Stop(connection, stop)) => {
                    document.connections[connection].stops[stop].place = Some(id.clone());
                }
                _ => {}
            }
            document.places.push(PlaceEntry {
                id: id.clone(),
                level: self.id.to_owned(),
                x,
                y,
                // On a threshold one is between two areas.
                area: area.filter(|_| door.is_none()).map(|area| document.areas[area].id.clone()),
                door: door.map(|door| document.doors[door].id.clone()),
                name,
                source_name: None,
                objects: Vec::new(),
            });
            names.insert(node, id);
        }
        for [a, b] in self.net.edges() {
            let (Some(from), Some(to)) = (names.get(&a), names.get(&b)) else { continue };
            let entry = self.passage(document, a, b, [from.clone(), to.clone()]);
            document.passages.push(entry);
        }
    }

    fn passage(&self, document: &Document, a: usize, b: usize, ids: [String; 2]) -> PassageEntry {
        let space = self.inside.get(&[a.min(b), a.max(b)]);
        let areas = space.map_or(&[][..], |space| &self.spaces.spaces[*space].areas);
        let middle = crate::shapes::middle(self.net.at[a], self.net.at[b]);
        let area = self.spaces.area_at(middle).or(areas.first().copied());
        let mut access = area.map_or(Access::Public, |area| document.areas[area].access);
        let mut between = ids;
        let mut one_way = false;
        for (end, far) in [(a, 1), (b, 0)] {
            let Some(door) = self.doors.get(&end).map(|door| &document.doors[*door]) else {
                continue;
            };
            access = stricter(access, door.access);
            let inside = area.map(|area| document.areas[area].id.as_str());
            let leads_to = door.between.get(1).map(String::as_str);
            if door.one_way && inside.is_some() && inside == leads_to {
                one_way = true;
                if far == 0 {
                    between.reverse();
                }
            }
        }
        let floor = area.and_then(|area| document.areas[area].floor.clone());
        PassageEntry {
            between,
            floor,
            wall: None,
            length: None,
            connection: None,
            one_way,
            step_free: None,
            access,
        }
    }

    /// Says what cannot be reached.
    fn warn_of(
        &self,
        document: &Document,
        aim: Option<Aim>,
        door: Option<usize>,
        warnings: &mut Vec<Warning>,
    ) {
        let feature = match (aim, door) {
            (Some(Aim::Area(area)), _) => {
                let space = &self.spaces.spaces[self.spaces.of_area[&area]];
                if space.ports.is_empty() {
                    return; // Said before: it has no door.
                }
                format!("area {}", document.areas[area].id)
            }
            (Some(Aim::Stop(connection, _)), _) => {
                format!("connection {}, level {}", document.connections[connection].id, self.id)
            }
            (Some(Aim::Place(place)), _) => format!("place {}", document.places[place].id),
            (Some(Aim::Doorway(_)), _) => return,
            (None, Some(door)) => format!("door {}", document.doors[door].id),
            (None, None) => return,
        };
        let why = "nothing else in its area can be walked to from there";
        warnings.push(Warning::new(feature, "no way leads there", why));
    }
}

fn stricter(a: Access, b: Access) -> Access {
    match (a, b) {
        (Access::Closed, _) | (_, Access::Closed) => Access::Closed,
        (Access::Restricted, _) | (_, Access::Restricted) => Access::Restricted,
        _ => Access::Public,
    }
}

/// An id that no place has yet.
pub(super) fn unused(ids: &mut HashSet<String>, wish: String) -> String {
    let mut id = wish.clone();
    let mut number = 2;
    while !ids.insert(id.clone()) {
        id = format!("{wish} {number}");
        number += 1;
    }
    id
}
