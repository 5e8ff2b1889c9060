//! Pictures of buildings say what the building has; those of corridors stay.

#![allow(clippy::unwrap_used)]

use std::path::Path;

use cicerone::world::document::{
    AreaEntry, AreaKind, Document, DoorEntry, DoorKind, LandmarkEntry, LevelEntry, PassageEntry,
    PlaceEntry, Point,
};
use cicerone::world::draw::{self, DrawOptions, Ink};
use cicerone::world::{Journey, Route, World, embedded};

/// The texts of a picture, as one reads them: copies underneath left out.
fn texts(svg: &str) -> Vec<String> {
    let document = roxmltree::Document::parse(svg).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    let seen = texts.filter(|node| node.attribute("fill") != Some("#fff"));
    seen.map(|node| node.text().unwrap_or_default().to_owned()).collect()
}

/// How many elements of a class there are.
fn count(svg: &str, class: &str) -> usize {
    let document = roxmltree::Document::parse(svg).unwrap();
    document.descendants().filter(|node| node.attribute("class") == Some(class)).count()
}

fn upstairs(hospital: &World) -> Route {
    Journey::between("main entrance", "room 2.14").route(hospital).unwrap()
}

#[test]
fn corridors_look_as_they_did() {
    let office = embedded::world("office").unwrap();
    let route = Journey::between("14,0", "6,10").route(&office).unwrap();
    let published = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/office.svg");
    let before = std::fs::read_to_string(published).unwrap();
    assert!(draw::svg(&office, Some(&route)).unwrap() == before, "docs/office.svg is another");
}

#[test]
fn every_room_is_named_and_every_kind_of_landmark_explained() {
    let hospital = embedded::world("hospital").unwrap();
    let texts = texts(&draw::svg(&hospital, None).unwrap());
    let all = texts.join(" ");
    for area in &hospital.building().areas {
        // Signs tell stairs and lifts; a name may stand on two lines.
        if matches!(area.kind, AreaKind::Stairs | AreaKind::Lift | AreaKind::Void) {
            continue;
        }
        let name = area.name.as_deref().or(area.number.as_deref()).unwrap();
        for word in name.split(' ') {
            assert!(all.contains(word), "{name} is not in the picture");
        }
    }
    for fixture in &hospital.building().fixtures {
        let kind = hospital.vocabulary().name(fixture.kind).to_owned();
        assert!(texts.contains(&kind), "{kind} is not explained");
    }
    for said in ["Level 1", "Level 2", "Linden Hospital", "lift", "stairs", "5 m"] {
        assert!(texts.iter().any(|text| text == said), "{said}");
    }
}

#[test]
fn the_way_goes_on_where_the_same_number_stands() {
    let hospital = embedded::world("hospital").unwrap();
    let route = upstairs(&hospital);
    let picture = draw::svg(&hospital, Some(&route)).unwrap();
    assert_eq!(count(&picture, "path"), 2, "a line on each storey");
    assert_eq!(count(&picture, "change"), 1);
    let texts = texts(&picture);
    assert!(texts.contains(&"up to Level 2".to_owned()), "{texts:?}");
    let down = Journey::between("room 2.14", "main entrance").route(&hospital).unwrap();
    let down = draw::svg(&hospital, Some(&down)).unwrap();
    assert!(down.contains("down to Level 1"));
}

#[test]
fn one_level_alone_has_its_own_things_only() {
    let hospital = embedded::world("hospital").unwrap();
    let upper = hospital.find_level("level 2").unwrap();
    let options = DrawOptions::default().level(upper).note("drawn by hand".to_owned());
    let picture = draw::svg_with(&hospital, upstairs(&hospital).poses(), &[], &options).unwrap();
    let all = texts(&picture).join("|");
    assert!(all.contains("Chapel") && all.contains("drawn by hand"), "{all}");
    assert!(!all.contains("Pharmacy") && !all.contains("|S|"), "{all}");
    assert_eq!(count(&picture, "path"), 1);
    // Ways are drawn for whoever wants to see what was found.
    assert_eq!(count(&picture, "ways"), 0);
    let with_ways = draw::svg_with(&hospital, &[], &[], &options.ways(true)).unwrap();
    assert_eq!(count(&with_ways, "ways"), 1);
}

#[test]
fn the_terminal_shows_storeys_names_doors_and_the_way() {
    let hospital = embedded::world("hospital").unwrap();
    let route = upstairs(&hospital);
    let plain = draw::terminal(&hospital, Some(&route), 100, Ink::Plain).unwrap();
    for said in ["Level 2\n", "Level 1\n", "Café", "Chapel", "●", "◎", "╌", "╎", "┼"] {
        assert!(plain.contains(said), "no {said} in\n{plain}");
    }
    assert!(plain.matches('①').count() >= 2, "{plain}");
    assert!(plain.find("Level 2") < plain.find("Level 1"), "the highest is on top");
    assert!(plain.lines().all(|line| line.chars().count() <= 100), "{plain}");
    let lower = hospital.find_level("1").unwrap();
    let options = DrawOptions::default().level(lower);
    let only = draw::terminal_with(&hospital, None, 80, Ink::Plain, &options).unwrap();
    assert!(only.contains("Café") && !only.contains("Chapel"), "{only}");
    let colored = draw::terminal(&hospital, Some(&route), 100, Ink::Color).unwrap();
    assert!(colored.contains("\u{1b}[38;2;"));
}

/// A corridor with a room off it, of any size anywhere.
fn flat(size: f64, [x, y]: Point, name: &str) -> World {
    let outline =
        |corners: [[f64; 2]; 4]| corners.map(|[a, b]| [x + a * size, y + b * size]).to_vec();
    let area = |id: &str, kind, outline| AreaEntry {
        id: id.into(),
        level: "G".into(),
        kind,
        category: None,
        name: Some(name.into()),
        number: None,
        outline,
        holes: Vec::new(),
        floor: None,
        access: Default::default(),
    };
    let place = |id: &str, a: f64, b: f64| PlaceEntry {
        id: id.into(),
        level: "G".into(),
        x: x + a * size,
        y: y + b * size,
        area: None,
        door: None,
        name: None,
        source_name: None,
        objects: Vec::new(),
    };
    let document = Document {
        name: name.into(),
        levels: vec![LevelEntry {
            id: "G".into(),
            ordinal: 0.0,
            name: Some(name.into()),
            short_name: None,
            elevation: None,
        }],
        areas: vec![
            area(
                "c",
                AreaKind::Corridor,
                outline([[0.0, 0.0], [9.0, 0.0], [9.0, 1.0], [0.0, 1.0]]),
            ),
            area("r", AreaKind::Room, outline([[0.0, 1.0], [3.0, 1.0], [3.0, 4.0], [0.0, 4.0]])),
            // Nothing at all, and a line: sources have them.
            area("n", AreaKind::Room, outline([[1.0, 1.0]; 4])),
            area("l", AreaKind::Stairs, outline([[1.0, 1.0], [2.0, 1.0], [1.0, 1.0], [2.0, 1.0]])),
        ],
        doors: vec![DoorEntry {
            id: "d".into(),
            level: "G".into(),
            line: [[x + size, y + size], [x + 2.0 * size, y + size]],
            kind: DoorKind::Revolving,
            name: None,
            between: Vec::new(),
            automatic: false,
            entrance: true,
            step_free: None,
            access: Default::default(),
            one_way: false,
        }],
        landmarks: vec![LandmarkEntry {
            id: "m".into(),
            level: "G".into(),
            at: [x + size, y + size / 2.0],
            kind: "lamp".into(),
            name: Some(name.into()),
            text: None,
            size: None,
            area: None,
        }],
        places: vec![place("a", 0.5, 0.5), place("b", 8.5, 0.5)],
        passages: vec![PassageEntry {
            between: ["a".into(), "b".into()],
            floor: None,
            wall: None,
            length: None,
            connection: None,
            one_way: false,
            access: Default::default(),
            step_free: None,
        }],
        ..Document::default()
    };
    World::from_document(&document).unwrap()
}

#[test]
fn any_building_has_a_picture_of_bounded_size() {
    let long = "a name that goes on ".repeat(50);
    for size in [1e-3, 1.0, 100.0, 100_000.0] {
        for at in [[0.0, 0.0], [-900_000.0, 90_000.0]] {
            for name in ["<b>&\u{7}\"", "", "中央駅", &long] {
                let world = flat(size, at, name);
                let picture = draw::svg(&world, None).unwrap();
                assert!(roxmltree::Document::parse(&picture).is_ok(), "{picture}");
                assert!(picture.len() < 200_000, "{} bytes", picture.len());
                assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
                let text = draw::terminal(&world, None, 60, Ink::Plain).unwrap();
                assert!(text.lines().count() < 300, "{text}");
            }
        }
    }
}
