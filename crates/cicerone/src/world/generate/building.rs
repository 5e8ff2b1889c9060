//! Buildings made up from a seed: corridors with rooms on both sides, on as many
//! storeys as one likes.
//!
//! A storey is rows of bays. A bay is a piece of corridor with a room on either
//! side; where corridors cross, and where stairs and a lift are, it has none.
//! Stairs and lifts stand above each other.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::GenerateConfig;
use crate::world::World;
use crate::world::document::{
    Access, AreaEntry, AreaKind, ConnectionEntry, ConnectionKind, Document, DoorEntry, DoorKind,
    LandmarkEntry, LevelEntry, PassageEntry, PlaceEntry, Point, StopEntry, Travels,
};
use crate::{Error, Result};

/// Metres: a bay along its corridor, half a corridor across, a room's depth.
const BAY: f64 = 4.0;
const HALF: f64 = 1.2;
const DEPTH: f64 = 4.8;
/// From one corridor to the next.
const ROW: f64 = 2.0 * (HALF + DEPTH);
/// Metres from storey to storey.
const STOREY: f64 = 3.5;
/// Places that a storey has at least: with stairs and a lift.
const LEAST: usize = 12;
/// Stairs and a lift stand in every so many bays of every so many rows.
const CORES: [usize; 2] = [24, 4];
/// Places that a bay has, about.
const USUAL: f64 = 6.0;

const FLOORS: [&str; 5] = ["linoleum", "carpet", "stone", "wood", "tiles"];
const NAMES: [&str; 8] =
    ["Office", "Meeting room", "Archive", "Kitchen", "Library", "Laboratory", "Studio", "Workshop"];
const LANDMARKS: [&str; 8] = [
    "water fountain",
    "vending machine",
    "plant",
    "notice board",
    "fire extinguisher",
    "row of chairs",
    "printer",
    "wall clock",
];

pub(super) fn generate(config: GenerateConfig) -> Result<World> {
    const MOST: usize = 200;
    let GenerateConfig { places, seed, levels, .. } = config;
    if !(1..=MOST).contains(&levels) {
        return Err(Error::input(format!("{levels} levels; a building has 1 to {MOST}")));
    }
    if places < levels * LEAST {
        return Err(Error::input(format!(
            "{places} places on {levels} levels; a level has at least {LEAST}"
        )));
    }
    let bays = (places as f64 / levels as f64 / USUAL).max(1.0);
    // As many rows as make the storey about square.
    let rows = (bays * BAY / ROW).sqrt().ceil().max(1.0);
    let mut maker = Maker {
        config,
        // A crossing, stairs and a lift, and some rooms at least.
        columns: ((bays / rows).ceil() as usize).max(3),
        document: Document {
            name: format!("generated-{places}-{levels}-{seed}"),
            ..Document::default()
        },
        stairs: BTreeMap::new(),
        lifts: BTreeMap::new(),
    };
    for level in 0..levels {
        // Storeys share what there is; the lowest have what is left over.
        let share = places / levels + usize::from(level < places % levels);
        maker.storey(level, share);
    }
    maker.connect();
    World::from_document(&maker.document)
}

struct Maker {
    config: GenerateConfig,
    /// Bays in a row.
    columns: usize,
    document: Document,
    /// Where one gets on and off, by bay and from the lowest level.
    stairs: BTreeMap<usize, Vec<StopEntry>>,
    lifts: BTreeMap<usize, Vec<StopEntry>>,
}

/// What is made of a storey so far.
struct Storey {
    id: String,
    random: ChaCha8Rng,
    /// Places it may still have.
    left: usize,
    /// The places in the corridor, by bay.
    junctions: Vec<String>,
}

impl Maker {
    fn storey(&mut self, level: usize, places: usize) {
        let id = (level + 1).to_string();
        self.document.levels.push(LevelEntry {
            id: id.clone(),
            ordinal: level as f64,
            name: Some(format!("Level {id}")),
            short_name: Some(id.clone()),
            elevation: Some(level as f64 * STOREY),
        });
        // Every storey has random numbers of its own, so that more of one
        // changes nothing of another.
        let seed = self.config.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ level as u64;
        let random = ChaCha8Rng::seed_from_u64(seed);
        let mut storey = Storey { id, random, left: places, junctions: Vec::new() };
        while storey.left > 0 {
            self.bay(&mut storey);
        }
        self.corridors(&mut storey);
    }

    /// One bay after the other, until there are places enough.
    fn bay(&mut self, storey: &mut Storey) {
        let number = storey.junctions.len();
        let (row, column) = (number / self.columns, number % self.columns);
        let [x, y] = [(column as f64 + 0.5) * BAY, row as f64 * ROW];
        let corridor = format!("{}-c{row}", storey.id);
        let junction = self.place(storey, [x, y], Some(&corridor), None);
        if column > 0 {
            let before = storey.junctions[number - 1].clone();
            self.passage([&before, &junction], Some(floor(row)));
        }
        if self.is_crossing(column) && row > 0 {
            let above = storey.junctions[number - self.columns].clone();
            self.passage([&above, &junction], Some(floor(column + 2)));
        }
        storey.junctions.push(junction.clone());
        let is_core = column % CORES[0] == 1 && row % CORES[1] == 0;
        if is_core {
            self.stairs(storey, number, [x, y], &junction);
            self.lift(storey, number, [x, y], &junction);
        } else if !self.is_crossing(column) {
            for side in [-1.0, 1.0] {
                self.room(storey, number, [x, y], side, &junction);
            }
        }
        if storey.random.random_bool(self.config.furnished) {
            let kind = LANDMARKS[storey.random.random_range(0..LANDMARKS.len())];
            let hand = if storey.random.random_bool(0.5) { 1.0 } else { -1.0 };
            self.document.landmarks.push(LandmarkEntry {
                id: format!("{}-l{number}", storey.id),
                level: storey.id.clone(),
                at: [x + 1.4, y + hand * (HALF - 0.3)],
                kind: kind.to_owned(),
                name: None,
                text: None,
                size: None,
                area: Some(corridor),
            });
        }
    }

    /// Corridors cross in the first column and in every so many: the more open
    /// the building, the more.
    fn is_crossing(&self, column: usize) -> bool {
        let every = 2 + (10.0 * (1.0 - self.config.openness)).round() as usize;
        column.is_multiple_of(every)
    }

    /// A room, its door and what places there are left for.
    fn room(&mut self, storey: &mut Storey, bay: usize, [x, y]: Point, side: f64, from: &str) {
        if storey.left == 0 {
            return;
        }
        let number = 2 * bay + usize::from(side > 0.0);
        let id = format!("{}.{:02}", storey.id, number + 1);
        let [door, wall, back] = [y + side * HALF, y + side * HALF, y + side * (HALF + DEPTH)];
        let kind = if number % 31 == 7 { AreaKind::Restroom } else { AreaKind::Room };
        let name = match kind {
            AreaKind::Restroom => Some("Toilets".to_owned()),
            _ => (storey.random.random_bool(0.3))
                .then(|| NAMES[storey.random.random_range(0..NAMES.len())].to_owned()),
        };
        let outline = rectangle([x - BAY / 2.0, wall], [x + BAY / 2.0, back]);
        self.area(storey, id.clone(), kind, name, outline);
        if let Some(area) = self.document.areas.last_mut() {
            area.number = Some(id.clone());
        }
        let kinds = [
            DoorKind::Hinged,
            DoorKind::Hinged,
            DoorKind::Hinged,
            DoorKind::Sliding,
            DoorKind::DoubleHinged,
        ];
        let kind = kinds[storey.random.random_range(0..kinds.len())];
        let half = if kind == DoorKind::DoubleHinged { 0.8 } else { 0.45 };
        let corridor = format!("{}-c{}", storey.id, bay / self.columns);
        let door_id = format!("d{id}");
        let line = [[x - half, door], [x + half, door]];
        self.door(storey, door_id.clone(), kind, line, [&corridor, &id]);
        let threshold = self.place(storey, [x, door], None, Some(&door_id));
        self.passage([from, &threshold], None);
        if storey.left == 0 {
            return;
        }
        let inside = self.place(storey, [x, y + side * 2.8], Some(&id), None);
        self.passage([&threshold, &inside], None);
        if storey.left > 0 && storey.random.random_bool(0.5) {
            let aside = if storey.random.random_bool(0.5) { 1.1 } else { -1.1 };
            let window = self.place(storey, [x + aside, y + side * 4.8], Some(&id), None);
            self.passage([&inside, &window], None);
        }
    }

    fn stairs(&mut self, storey: &mut Storey, bay: usize, [x, y]: Point, from: &str) {
        if storey.left == 0 {
            return;
        }
        let id = format!("{}-s{bay}", storey.id);
        let outline = rectangle([x - BAY / 2.0, y - HALF], [x + BAY / 2.0, y - HALF - DEPTH]);
        self.area(storey, id.clone(), AreaKind::Stairs, None, outline);
        let line = [[x - 1.5, y - HALF], [x + 1.5, y - HALF]];
        let corridor = format!("{}-c{}", storey.id, bay / self.columns);
        self.door(storey, format!("d{id}"), DoorKind::Opening, line, [&corridor, &id]);
        let foot = self.place(storey, [x, y - HALF - 1.0], Some(&id), None);
        self.passage([from, &foot], None);
        let stop = stop(storey, [x, y - HALF - 1.0], 180.0, foot);
        self.stairs.entry(bay).or_default().push(stop);
    }

    fn lift(&mut self, storey: &mut Storey, bay: usize, [x, y]: Point, from: &str) {
        if storey.left < 2 {
            return;
        }
        let id = format!("{}-e{bay}", storey.id);
        let outline = rectangle([x - 1.2, y + HALF], [x + 1.2, y + HALF + 2.4]);
        self.area(storey, id.clone(), AreaKind::Lift, None, outline);
        let line = [[x - 0.6, y + HALF], [x + 0.6, y + HALF]];
        let door = format!("d{id}");
        let corridor = format!("{}-c{}", storey.id, bay / self.columns);
        self.door(storey, door.clone(), DoorKind::DoubleSliding, line, [&corridor, &id]);
        let threshold = self.place(storey, [x, y + HALF], None, Some(&door));
        let cabin = self.place(storey, [x, y + HALF + 1.2], Some(&id), None);
        self.passage([from, &threshold], None);
        self.passage([&threshold, &cabin], None);
        let stop = stop(storey, [x, y + HALF + 1.2], 0.0, cabin);
        self.lifts.entry(bay).or_default().push(stop);
    }

    /// The corridors that were walked: one a row, and one between two rows
    /// wherever they cross.
    fn corridors(&mut self, storey: &mut Storey) {
        let bays = storey.junctions.len();
        for row in 0..bays.div_ceil(self.columns) {
            let here = self.columns.min(bays - row * self.columns);
            let y = row as f64 * ROW;
            let outline = rectangle([0.0, y - HALF], [here as f64 * BAY, y + HALF]);
            let id = format!("{}-c{row}", storey.id);
            self.area(storey, id.clone(), AreaKind::Corridor, None, outline);
            if let Some(area) = self.document.areas.last_mut() {
                area.floor = Some(floor(row).to_owned());
            }
            let crossings = (0..here).filter(|column| row > 0 && self.is_crossing(*column));
            for column in crossings.collect::<Vec<_>>() {
                let x = (column as f64 + 0.5) * BAY;
                let [top, bottom] = [y - ROW + HALF, y - HALF];
                let id = format!("{}-x{row}-{column}", storey.id);
                let outline = rectangle([x - HALF, top], [x + HALF, bottom]);
                self.area(storey, id.clone(), AreaKind::Corridor, None, outline);
                for (end, y, row) in [("a", top, row - 1), ("b", bottom, row)] {
                    let line = [[x - HALF, y], [x + HALF, y]];
                    let other = format!("{}-c{row}", storey.id);
                    let door = format!("d{id}{end}");
                    self.door(storey, door, DoorKind::Opening, line, [&other, &id]);
                }
            }
        }
    }

    /// Stairs from each storey to the next, lifts through all.
    fn connect(&mut self) {
        for (bay, stops) in std::mem::take(&mut self.stairs) {
            for pair in stops.windows(2) {
                let id = format!("stairs {bay} from {}", pair[0].level);
                self.connection(id, ConnectionKind::Stairs, pair.to_vec(), Some(20));
            }
        }
        for (number, (bay, stops)) in std::mem::take(&mut self.lifts).into_iter().enumerate() {
            if stops.len() > 1 {
                self.connection(format!("lift {bay}"), ConnectionKind::Lift, stops, None);
                if let Some(lift) = self.document.connections.last_mut() {
                    lift.name = Some(format!("Lift {}", number + 1));
                }
            }
        }
    }

    fn connection(
        &mut self,
        id: String,
        kind: ConnectionKind,
        stops: Vec<StopEntry>,
        steps: Option<u32>,
    ) {
        let places: Vec<String> = stops.iter().filter_map(|stop| stop.place.clone()).collect();
        for (number, from) in places.iter().enumerate() {
            // All stops with all would be too many in a tower; people change.
            let reach = if places.len() > 40 { number + 2 } else { places.len() };
            for to in &places[number + 1..reach.min(places.len())] {
                self.passage([from, to], None);
                if let Some(ride) = self.document.passages.last_mut() {
                    ride.connection = Some(id.clone());
                }
            }
        }
        let is_lift = kind == ConnectionKind::Lift;
        self.document.connections.push(ConnectionEntry {
            id,
            kind,
            name: None,
            stops,
            steps,
            travels: Travels::Both,
            step_free: is_lift.then_some(true),
            access: Access::Public,
        });
    }

    fn place(
        &mut self,
        storey: &mut Storey,
        [x, y]: Point,
        area: Option<&str>,
        door: Option<&str>,
    ) -> String {
        storey.left = storey.left.saturating_sub(1);
        let id = self.document.places.len().to_string();
        self.document.places.push(PlaceEntry {
            id: id.clone(),
            level: storey.id.clone(),
            x: rounded(x),
            y: rounded(y),
            area: area.map(str::to_owned),
            door: door.map(str::to_owned),
            name: None,
            source_name: None,
            objects: Vec::new(),
        });
        id
    }

    fn passage(&mut self, [from, to]: [&str; 2], floor: Option<&str>) {
        self.document.passages.push(PassageEntry {
            between: [from.to_owned(), to.to_owned()],
            floor: floor.map(str::to_owned),
            wall: None,
            length: None,
            connection: None,
            one_way: false,
            access: Access::Public,
            step_free: None,
        });
    }

    fn area(
        &mut self,
        storey: &Storey,
        id: String,
        kind: AreaKind,
        name: Option<String>,
        outline: Vec<Point>,
    ) {
        self.document.areas.push(AreaEntry {
            id,
            level: storey.id.clone(),
            kind,
            category: None,
            name,
            number: None,
            outline,
            holes: Vec::new(),
            floor: None,
            access: Access::Public,
        });
    }

    fn door(
        &mut self,
        storey: &Storey,
        id: String,
        kind: DoorKind,
        line: [Point; 2],
        between: [&str; 2],
    ) {
        self.document.doors.push(DoorEntry {
            id,
            level: storey.id.clone(),
            line: line.map(|end| end.map(rounded)),
            kind,
            name: None,
            between: between.map(str::to_owned).to_vec(),
            automatic: kind == DoorKind::DoubleSliding,
            entrance: false,
            step_free: None,
            access: Access::Public,
            one_way: false,
        });
    }
}

fn stop(storey: &Storey, at: Point, heading: f64, place: String) -> StopEntry {
    let level = storey.id.clone();
    StopEntry { level, at: at.map(rounded), heading: Some(heading), place: Some(place) }
}

fn floor(number: usize) -> &'static str {
    FLOORS[number % FLOORS.len()]
}

fn rectangle(a: Point, b: Point) -> Vec<Point> {
    [[a[0], a[1]], [b[0], a[1]], [b[0], b[1]], [a[0], b[1]]].map(|at| at.map(rounded)).to_vec()
}

/// Centimetres are enough, and short to write.
fn rounded(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Journey, PlaceId, Pose, Profile, Route, draw, from_json, to_json};

    fn building(places: usize, levels: usize, seed: u64) -> World {
        super::super::generate(GenerateConfig { places, levels, seed, ..Default::default() })
            .unwrap()
    }

    #[test]
    fn a_seed_is_a_building_that_reads_back() {
        let make = |seed| to_json(&building(700, 3, seed));
        assert_eq!(make(1), make(1));
        assert_ne!(make(1), make(2));
        let world = from_json(&make(1)).unwrap();
        assert_eq!(to_json(&world), make(1));
    }

    #[test]
    fn every_size_is_there_and_hangs_together_without_steps() {
        for (places, levels) in [(24, 2), (57, 3), (410, 2), (2000, 20), (999, 50)] {
            let world = building(places, levels, places as u64);
            assert_eq!(world.places().len(), places);
            assert_eq!(world.building().levels.len(), levels);
            let open = |place| Pose { place, heading: None };
            let ids: Vec<PlaceId> = world.place_ids().collect();
            for place in ids.iter().step_by(1 + places / 60) {
                let reached = Route::shortest(&world, open(ids[0]), open(*place));
                assert!(reached.is_ok(), "{places} on {levels}: {reached:?}");
                let without = Route::find(&world, open(ids[0]), open(*place), Profile::StepFree);
                assert!(without.is_ok(), "{places} on {levels}: {without:?}");
            }
        }
    }

    #[test]
    fn places_are_in_their_areas_and_doors_between_theirs() {
        let world = building(3000, 4, 5);
        let within = |area: &crate::world::Area, (x, y): (f64, f64), slack: f64| {
            let [xs, ys] = [0, 1].map(|axis| area.outline.iter().map(move |corner| corner[axis]));
            let [left, top] = [xs.clone(), ys.clone()].map(|all| all.fold(f64::MAX, f64::min));
            let [right, bottom] = [xs, ys].map(|all| all.fold(f64::MIN, f64::max));
            (left - slack..=right + slack).contains(&x)
                && (top - slack..=bottom + slack).contains(&y)
        };
        for place in world.places() {
            assert!(place.area.is_some() || place.door.is_some());
            if let Some(area) = place.area {
                assert_eq!(world.area(area).level, place.level);
                assert!(within(world.area(area), place.position, 0.0), "{place:?}");
            }
        }
        for door in &world.building().doors {
            assert_eq!(door.between.len(), 2);
            let [a, b] = door.line;
            let middle = ((a[0] + b[0]) / 2.0, (a[1] + b[1]) / 2.0);
            for area in &door.between {
                assert!(within(world.area(*area), middle, 0.01), "{door:?}");
            }
        }
        // Rooms have numbers one can ask for.
        let route = Journey::between("room 1.05", "room 4.06").route(&world).unwrap();
        assert!(draw::svg(&world, Some(&route)).unwrap().len() < 3_000_000);
    }

    #[test]
    fn of_a_large_building_the_picture_is_of_the_way() {
        let world = building(60_000, 3, 1);
        let open = |place| Pose { place, heading: None };
        let ids: Vec<PlaceId> = world.place_ids().take(40).collect();
        let route = Route::shortest(&world, open(ids[0]), open(ids[39])).unwrap();
        assert!(draw::svg(&world, Some(&route)).unwrap().len() < 400_000);
        assert!(draw::svg(&world, None).unwrap().len() < 400_000);
    }

    #[test]
    fn limits_are_said() {
        let fault = |places, levels| {
            let config = GenerateConfig { places, levels, ..Default::default() };
            super::super::generate(config).unwrap_err().to_string()
        };
        assert!(fault(1000, 0).contains("1 to 200"));
        assert!(fault(10_000, 201).contains("1 to 200"));
        assert!(fault(23, 2).contains("at least 12"));
    }
}
