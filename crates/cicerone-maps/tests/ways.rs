//! Ways on random buildings: they stay on the floor, reach every room, are as
//! long as the shortest way and turn where a corridor turns.

mod checked;

use cicerone::world::document::{
    Access, AreaEntry, AreaKind, Document, DoorEntry, DoorKind, LevelEntry, Point,
};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use checked::{Grid, Routes};

/// A building: a corridor with rooms on both sides, perhaps with a second one
/// at its end, turned by any angle.
#[derive(Debug, Clone)]
struct Building {
    width: f64,
    rooms: Vec<(f64, f64)>,
    depth: f64,
    second: bool,
    turned: f64,
    mirrored: bool,
}

fn building() -> impl Strategy<Value = Building> {
    (
        1.5..3.2,
        prop::collection::vec((2.6..6.0, 0.25..0.75), 3..8),
        3.0..7.0,
        any::<bool>(),
        0.0..360.0,
        any::<bool>(),
    )
        .prop_map(|(width, rooms, depth, second, turned, mirrored)| Building {
            width,
            rooms,
            depth,
            second,
            turned,
            mirrored,
        })
}

impl Building {
    fn length(&self) -> f64 {
        self.rooms.iter().map(|(width, _)| width).sum()
    }

    fn document(&self) -> Document {
        let mut document = Document {
            name: "random".to_owned(),
            levels: vec![LevelEntry {
                id: "L".to_owned(),
                ordinal: 0.0,
                name: None,
                short_name: None,
                elevation: None,
            }],
            ..Document::default()
        };
        let (width, length) = (self.width, self.length());
        let mut corridor = vec![[0.0, 0.0], [length, 0.0]];
        if self.second {
            // Down from the end of the first.
            let below = self.depth + width + 6.0;
            corridor.extend([[length + width, 0.0], [length + width, below], [length, below]]);
        }
        corridor.extend([[length, width], [0.0, width]]);
        self.area(&mut document, "corridor", AreaKind::Corridor, &corridor);
        let mut x = 0.0;
        for (number, (room, door)) in self.rooms.iter().enumerate() {
            let end = x + room;
            let at = x + 0.6 + (room - 1.2) * door;
            for (side, near, far) in [("a", 0.0, -self.depth), ("b", width, width + self.depth)] {
                let id = format!("{side}{number}");
                let outline = [[x, near], [end, near], [end, far], [x, far]];
                self.area(&mut document, &id, AreaKind::Room, &outline);
                self.door(&mut document, &format!("d{id}"), [[at - 0.45, near], [at + 0.45, near]]);
            }
            x = end;
        }
        if self.second {
            let (near, y) = (length + width, self.depth);
            let outline = [[near, y], [near + 5.0, y], [near + 5.0, y + 5.0], [near, y + 5.0]];
            self.area(&mut document, "c0", AreaKind::Room, &outline);
            self.door(&mut document, "dc0", [[near, y + 2.0], [near, y + 2.9]]);
        }
        document
    }

    fn place(&self, [x, y]: Point) -> Point {
        let y = if self.mirrored { -y } else { y };
        let (sine, cosine) = self.turned.to_radians().sin_cos();
        [x * cosine - y * sine, x * sine + y * cosine]
    }

    fn area(&self, document: &mut Document, id: &str, kind: AreaKind, outline: &[Point]) {
        document.areas.push(AreaEntry {
            id: id.to_owned(),
            level: "L".to_owned(),
            kind,
            category: None,
            name: (kind == AreaKind::Room).then(|| format!("room {id}")),
            number: None,
            outline: outline.iter().map(|corner| self.place(*corner)).collect(),
            holes: Vec::new(),
            floor: None,
            access: Access::Public,
        });
    }

    fn door(&self, document: &mut Document, id: &str, line: [Point; 2]) {
        document.doors.push(DoorEntry {
            id: id.to_owned(),
            level: "L".to_owned(),
            line: line.map(|end| self.place(end)),
            kind: DoorKind::Hinged,
            name: None,
            between: Vec::new(),
            automatic: false,
            entrance: false,
            step_free: None,
            access: Access::Public,
            one_way: false,
        });
    }
}

fn spots(document: &Document, way: &[usize]) -> Vec<Point> {
    way.iter().map(|place| [document.places[*place].x, document.places[*place].y]).collect()
}

/// How often one turns by more than that many degrees on a way.
fn turns(document: &Document, way: &[usize], least: f64) -> usize {
    let at = |place: usize| [document.places[place].x, document.places[place].y];
    way.windows(3)
        .filter(|places| {
            let [a, b, c] = [at(places[0]), at(places[1]), at(places[2])];
            let heading = |from: Point, to: Point| (to[1] - from[1]).atan2(to[0] - from[0]);
            let turn = (heading(b, c) - heading(a, b)).to_degrees().rem_euclid(360.0);
            turn.min(360.0 - turn) > least
        })
        .count()
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        // The same buildings every time: what fails here fails for everybody.
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::with_cases(64)
    })]

    #[test]
    fn ways_are_such_as_people_walk(building in building()) {
        let opened = cicerone_maps::find_ways(building.document());
        let document = &opened.document;
        let faults = checked::faults(document);
        prop_assert!(faults.is_empty(), "{faults:?}");
        let routes = Routes::of(document, false);
        let rooms: Vec<usize> = (0..document.places.len())
            .filter(|place| document.places[*place].name.is_some())
            .collect();
        prop_assert_eq!(rooms.len(), 2 * building.rooms.len() + usize::from(building.second));
        let tree = routes.from(rooms[0]);
        for room in &rooms {
            prop_assert!(tree[*room].is_some(), "no way to {:?}", document.places[*room]);
        }
        // Out of a room, along the corridor, into a room of the same side.
        let first = routes.place("in a0");
        let last = routes.place(&format!("in a{}", building.rooms.len() - 1));
        let tree = routes.from(first);
        let way = Routes::way(&tree, last).unwrap();
        prop_assert_eq!(turns(document, &way, 30.0), 2, "{:?}", spots(document, &way));
        // A line may slant a little from a threshold; that is no turn to anybody.
        prop_assert_eq!(turns(document, &way, 15.0), 2, "{:?}", spots(document, &way));
        if building.second {
            let way = Routes::way(&tree, routes.place("in c0")).unwrap();
            prop_assert_eq!(turns(document, &way, 30.0), 3, "{:?}", spots(document, &way));
        }
    }

    #[test]
    fn lengths_are_those_of_the_shortest_way(building in building()) {
        let opened = cicerone_maps::find_ways(building.document());
        let document = &opened.document;
        let routes = Routes::of(document, false);
        let grid = Grid::of(document, "L", 0.1, 0.28);
        let doors: Vec<usize> = (0..document.places.len())
            .filter(|place| document.places[*place].door.is_some())
            .collect();
        let spot = |place: usize| [document.places[place].x, document.places[place].y];
        let spots: Vec<Point> = doors.iter().map(|door| spot(*door)).collect();
        let tree = routes.from(doors[0]);
        for (door, shortest) in doors.iter().zip(grid.distances(spots[0], &spots)) {
            let (Some(shortest), Some((route, _))) = (shortest, tree[*door]) else {
                return Err(TestCaseError::fail("a door cannot be reached"));
            };
            // Half a metre is what the grid and a threshold do not tell apart.
            let off = (route - shortest).abs();
            prop_assert!(
                off <= 0.03 * shortest + 0.5,
                "{} to {}: {route} for {shortest}",
                document.places[doors[0]].id,
                document.places[*door].id
            );
        }
    }

    #[test]
    fn the_same_building_has_the_same_ways(building in building()) {
        let [one, two] = [0, 1].map(|_| cicerone_maps::find_ways(building.document()));
        prop_assert_eq!(one, two);
    }
}

/// Ways keep to the floor in a real building, whatever it looks like.
fn keeps_to_the_floor(map: &std::path::Path) {
    let opened = cicerone_maps::open(map).expect("a map");
    let faults = checked::faults(&opened.document);
    assert!(faults.is_empty(), "{}: {} {:?}", map.display(), faults.len(), faults.first());
    assert!(opened.document.passages.len() > 20, "{}", map.display());
}

#[test]
fn real_buildings_keep_to_the_floor() {
    let maps = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/maps/rmf");
    for map in ["hotel.building.yaml", "clinic.building.yaml", "office.building.yaml"] {
        keeps_to_the_floor(&maps.join(map));
    }
}

#[test]
#[ignore = "needs venues that may not be committed: CICERONE_VENUES names their folder"]
fn real_venues_keep_to_the_floor() {
    let named = std::env::var_os("CICERONE_VENUES").map(std::path::PathBuf::from);
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut beside = here.ancestors().map(|folder| folder.join("shared/buildings/imdf"));
    let Some(folder) = named.or_else(|| beside.find(|folder| folder.is_dir())) else {
        eprintln!("left out: CICERONE_VENUES names no folder of venues");
        return;
    };
    for venue in ["dinoseum", "cpc4"] {
        keeps_to_the_floor(&folder.join(venue));
    }
}

/// A corridor with many niches, all in one outline, and a door now and then.
fn comb(niches: usize) -> Document {
    let plain = Building {
        width: 2.0,
        rooms: Vec::new(),
        depth: 3.0,
        second: false,
        turned: 10.0,
        mirrored: false,
    };
    let mut document = plain.document();
    document.areas.clear();
    let mut outline = Vec::new();
    for niche in 0..niches {
        let x = niche as f64 * 3.0;
        outline.extend([[x, 0.0], [x, -1.0], [x + 1.0, -1.0], [x + 1.0, 0.0]]);
    }
    let end = niches as f64 * 3.0;
    outline.extend([[end, 0.0], [end, 2.0], [0.0, 2.0]]);
    plain.area(&mut document, "comb", AreaKind::Corridor, &outline);
    for door in 0..niches / 100 {
        let x = door as f64 * 300.0 + 2.0;
        plain.door(&mut document, &format!("d{door}"), [[x, 2.0], [x + 0.9, 2.0]]);
    }
    document
}

/// Many small rooms along many corridors.
#[test]
fn large_plans_take_seconds() {
    let started = std::time::Instant::now();
    let opened = cicerone_maps::find_ways(comb(5_000));
    assert!(opened.document.passages.len() >= 90);
    let rooms = Building {
        width: 2.0,
        rooms: vec![(3.0, 0.5); 1_000],
        depth: 4.0,
        second: true,
        turned: 30.0,
        mirrored: false,
    };
    let opened = cicerone_maps::find_ways(rooms.document());
    let routes = Routes::of(&opened.document, false);
    assert!(routes.from(routes.place("in a0"))[routes.place("in c0")].is_some());
    assert!(started.elapsed().as_secs() < 60, "{:?}", started.elapsed());
}

#[test]
#[ignore = "takes a minute: 100,000 corners in one outline"]
fn a_hundred_thousand_corners_are_bounded() {
    let started = std::time::Instant::now();
    let opened = cicerone_maps::find_ways(comb(25_000));
    println!("{} places, {:?}", opened.document.places.len(), started.elapsed());
    assert!(started.elapsed().as_secs() < 120, "{:?}", started.elapsed());
}
