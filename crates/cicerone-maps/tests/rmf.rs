//! Open-RMF buildings: what is read, what is left out and said, what is refused.

#![allow(clippy::unwrap_used)]

use cicerone::world::document::{AreaKind, ConnectionKind, Document, DoorKind};
use cicerone_maps::{Opened, Source, Warning};

fn read(text: &str) -> cicerone::Result<Opened> {
    cicerone_maps::read(&Source::from_bytes("test.building.yaml", text.as_bytes()))
}

#[track_caller]
fn refused(text: &str, parts: &[&str]) {
    let error = cicerone_maps::from_bytes("test.building.yaml", text.as_bytes()).unwrap_err();
    let message = error.to_string();
    assert!(error.is_input(), "{message}");
    for part in parts.iter().chain(&["test.building.yaml"]) {
        assert!(message.contains(part), "'{part}' is not in: {message}");
    }
}

fn real(name: &str) -> Opened {
    let path = format!("{}/tests/maps/rmf/{name}.building.yaml", env!("CARGO_MANIFEST_DIR"));
    cicerone_maps::read(&Source::from_path(path).unwrap()).unwrap()
}

fn says(warnings: &[Warning], part: &str) -> bool {
    warnings.iter().any(|warning| warning.to_string().contains(part))
}

/// Two levels of 10 m by 10 m; the upper is drawn at half the size, turned by a
/// quarter turn and shifted.
const SMALL: &str = include_str!("maps/small/small.building.yaml");

#[test]
fn a_small_building_is_read() {
    let Opened { document, warnings } = read(SMALL).unwrap();
    assert_eq!(document.name, "small");
    let levels: Vec<_> =
        document.levels.iter().map(|l| (l.id.as_str(), l.ordinal, l.name.as_deref())).collect();
    assert_eq!(levels, [("L1", 0.0, Some("Level 1")), ("L2", 1.0, Some("Level 2"))]);

    let floor = &document.areas[0];
    assert_eq!((floor.kind, floor.floor.as_deref()), (AreaKind::Hall, Some("concrete")));
    assert_eq!(floor.outline[2], [10.0, 10.0]);

    let door = &document.doors[0];
    assert_eq!((door.id.as_str(), door.kind), ("L1_door1", DoorKind::DoubleSliding));
    assert_eq!((door.line, &door.name), ([[4.0, 0.0], [5.0, 0.0]], &None));
    assert_eq!(document.walls.iter().map(|w| w.see_through).collect::<Vec<_>>(), [false, true]);

    let place = &document.places[0];
    assert_eq!(place.name.as_deref(), Some("room 1"));
    assert_eq!(place.source_name.as_deref(), Some("L1_room1"));
    assert_eq!(document.places.len(), 2, "the charger is not a place");
    assert!(says(&warnings, "charger_1"));

    let chair = &document.landmarks[0];
    assert_eq!(
        (chair.kind.as_str(), chair.at, chair.size),
        ("office chair", [2.5, 2.5], Some(0.6))
    );
    assert_eq!(document.landmarks.len(), 1);
    assert!(says(&warnings, "model Nurse left out"));
}

#[test]
fn levels_are_aligned_by_their_fiducials() {
    let document = read(SMALL).unwrap().document;
    let suite = document.places.iter().find(|place| place.level == "L2").unwrap();
    assert!((suite.x - 5.0).abs() < 1e-9 && (suite.y - 5.0).abs() < 1e-9, "{suite:?}");
    let corners: [[f64; 2]; 4] = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];
    for (found, expected) in document.areas[1].outline.iter().zip(corners) {
        let miss = (found[0] - expected[0]).hypot(found[1] - expected[1]);
        assert!(miss < 1e-9, "{found:?} should be {expected:?}");
    }
}

#[test]
fn a_lift_stops_at_its_doors_on_every_level() {
    let document = read(SMALL).unwrap().document;
    let lift = &document.connections[0];
    assert_eq!((lift.kind, lift.name.as_deref()), (ConnectionKind::Lift, Some("lift 1")));
    for (stop, level) in lift.stops.iter().zip(["L1", "L2"]) {
        assert_eq!(stop.level, level);
        assert!((stop.at[0] - 5.0).hypot(stop.at[1] - 8.0) < 1e-9, "{stop:?}");
        assert_eq!(stop.heading, Some(0.0));
    }
}

#[test]
fn where_there_is_no_floor_the_lanes_are_ways() {
    let text = r#"
levels:
  L1:
    measurements: [[0, 1, {distance: [3, 1]}]]
    vertices: [[0, 0, 0, start], [10, 0, 0, ""], [20, 0, 0, ""]]
    lanes:
      - [0, 1, {bidirectional: [4, false], graph_idx: [2, 0]}]
      - [1, 0, {bidirectional: [4, false], graph_idx: [2, 1]}]
      - [2, 1, {bidirectional: [4, false], graph_idx: [2, 0]}]
      - [1, 1, {bidirectional: [4, true], graph_idx: [2, 0]}]
"#;
    let Opened { document, warnings } = read(text).unwrap();
    assert_eq!(document.places.len(), 3);
    let ways: Vec<_> = document
        .passages
        .iter()
        .map(|way| (way.between[0].as_str(), way.between[1].as_str(), way.one_way))
        .collect();
    assert_eq!(ways, [("start", "L1_vertex_1", false), ("L1_vertex_2", "L1_vertex_1", true)]);
    assert!(says(&warnings, "lanes are taken as ways") && says(&warnings, "lane 3"));
}

#[test]
fn the_hotel_has_what_is_counted_in_it() {
    let Opened { document, warnings } = real("hotel");
    assert_eq!(document.name, "hotel");
    assert_eq!(document.levels.len(), 3);
    assert_eq!((document.areas.len(), document.doors.len()), (13, 19));
    assert_eq!(document.walls.len(), 254);
    assert_eq!(left_out_models(&warnings) + document.landmarks.len(), 175);
    assert_eq!(left_out_names(&warnings) + document.places.len(), 17);
    let names: Vec<_> = document.places.iter().filter_map(|p| p.name.as_deref()).collect();
    assert!(names.contains(&"room 15") && names.contains(&"restaurant"), "{names:?}");
    assert!(!names.iter().any(|name| name.contains("charger")), "{names:?}");

    // Both lifts serve all levels, and their doors are where the walls leave a gap.
    assert_eq!(document.connections.len(), 2);
    for lift in &document.connections {
        assert_eq!(lift.stops.len(), 3);
        for stop in &lift.stops {
            let nearest = nearest_wall(&document, &stop.level, stop.at);
            assert!(nearest < 1.2, "{}: {nearest} m on {}", lift.id, stop.level);
        }
    }
}

#[test]
fn the_clinic_has_what_is_counted_in_it() {
    let Opened { document, warnings } = real("clinic");
    assert_eq!((document.levels.len(), document.doors.len()), (2, 132));
    assert_eq!((document.walls.len(), document.connections.len()), (619, 4));
    assert_eq!(left_out_models(&warnings) + document.landmarks.len(), 706);
    assert_eq!(left_out_names(&warnings) + document.places.len(), 30);
    assert!(says(&warnings, "the name is there twice"));
    let kinds = |kind: DoorKind| document.doors.iter().filter(|d| d.kind == kind).count();
    assert_eq!(kinds(DoorKind::Sliding), 102);
    assert_eq!(kinds(DoorKind::Hinged), 24);
}

#[test]
fn the_office_has_what_is_counted_in_it() {
    let Opened { document, warnings } = real("office");
    assert_eq!(document.name, "office");
    assert_eq!((document.levels.len(), document.doors.len(), document.walls.len()), (1, 3, 33));
    assert_eq!(left_out_models(&warnings) + document.landmarks.len(), 79);
    assert_eq!(left_out_names(&warnings) + document.places.len(), 14);
    assert!(document.places.iter().any(|place| place.name.as_deref() == Some("pantry")));
}

/// How many features the warnings with this beginning are about.
fn counted(warnings: &[Warning], is: impl Fn(&Warning) -> bool) -> usize {
    let count = |warning: &Warning| {
        let (named, more) = match warning.feature.split_once(" and ") {
            Some((named, more)) => (named, more.trim_end_matches(" more").parse().unwrap()),
            None => (warning.feature.as_str(), 0),
        };
        named.matches("level ").count() + more
    };
    warnings.iter().filter(|warning| is(warning)).map(count).sum()
}

fn left_out_models(warnings: &[Warning]) -> usize {
    counted(warnings, |warning| warning.what.starts_with("model "))
}

fn left_out_names(warnings: &[Warning]) -> usize {
    counted(warnings, |warning| warning.what == "left out" && warning.feature.contains("vertex"))
}

fn nearest_wall(document: &Document, level: &str, at: [f64; 2]) -> f64 {
    let ends = document.walls.iter().filter(|wall| wall.level == level).flat_map(|w| &w.line);
    ends.map(|end| (end[0] - at[0]).hypot(end[1] - at[1])).fold(f64::MAX, f64::min)
}

#[test]
fn broken_buildings_are_refused_by_name() {
    refused("levels: {}", &["at least one level"]);
    refused("levels: [", &["line"]);
    refused("levels:\n  L1: {vertices: [[0, a]]}", &["level L1", "vertex 0", "[x, y, z, name]"]);
    refused(
        &SMALL
            .replace("      - [6, 7, {name: [1, L1_door1]", "      - [6, 70, {name: [1, L1_door1]"),
        &["level L1", "door 0", "no vertex 70", "has 8"],
    );
    refused(
        &SMALL.replace("vertices: [0, 1, 2, 3]\n    models", "vertices: [0, 1, -2, 3]\n    models"),
        &["level L1", "floor 0", "no vertex -2"],
    );
    refused(&SMALL.replace("[500, 100, a]", "[500, here, a]"), &["level L2", "fiducial 0"]);
    refused(&SMALL.replace("L2: [door]", "L3: [door]"), &["lift Lift1", "no level 'L3'", "L1, L2"]);
    refused(&SMALL.replace("L2: [door]", "L2: [gate]"), &["lift Lift1", "no door 'gate'"]);
    refused(
        &SMALL.replace("distance: [3, 10]", "distance: [3, 0]"),
        &["level L1", "measurement 0"],
    );
    refused(&SMALL.replace("[100, 100, 0,", "[1e300, 100, 0,"), &["level L1", "vertex 4", "km"]);
    refused(&SMALL.replace("elevation: 4", "elevation: high"), &["level L2", "elevation"]);
    refused(&SMALL.replace("reference_image", "web_mercator"), &["coordinate_system", "wgs84"]);
    refused(&SMALL.replace("x: 50, y: 50", "x: 50, why: 50"), &["level L1", "model 0", "y should"]);
    refused(&SMALL[..SMALL.find("double_sliding").unwrap()], &["line"]);
}

#[test]
fn a_million_vertices_on_one_point_are_refused() {
    let mut text = String::from("levels:\n  L1:\n    vertices:\n");
    text.push_str(&"    - [1, 1, 0]\n".repeat(1_000_000));
    refused(&text, &["level L1", "vertex 10000", "position"]);
}

#[test]
fn anchors_that_multiply_are_refused() {
    let mut text = String::from("levels:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for depth in 1..12 {
        let aliases = vec![format!("*a{}", depth - 1); 10].join(", ");
        text.push_str(&format!("  a{depth}: &a{depth} [{aliases}]\n"));
    }
    refused(&text, &["not YAML as Open-RMF's editor writes it"]);
}

/// The hotel with its rooms and ways.
fn hotel() -> Opened {
    let path = format!("{}/tests/maps/rmf/hotel.building.yaml", env!("CARGO_MANIFEST_DIR"));
    cicerone_maps::open(path).unwrap()
}

#[test]
fn doors_know_the_areas_on_their_two_sides() {
    let Opened { document, .. } = hotel();
    let both = document.doors.iter().filter(|door| door.between.len() == 2).count();
    assert_eq!((both, document.doors.len()), (38, 39));
    let kind = |id: &String| document.areas.iter().find(|area| area.id == *id).unwrap().kind;
    let door = document.doors.iter().find(|door| door.id == "L2_door9").unwrap();
    let mut kinds: Vec<AreaKind> = door.between.iter().map(kind).collect();
    kinds.sort();
    assert_eq!(kinds, [AreaKind::Room, AreaKind::Corridor]);
}

#[test]
fn a_name_before_a_door_is_the_rooms() {
    let Opened { document, warnings } = hotel();
    let room =
        document.areas.iter().find(|a| a.level == "L2" && a.name.as_deref() == Some("room 15"));
    let room = room.expect("room 15 is a room");
    assert_eq!(room.kind, AreaKind::Room);
    let door = document.doors.iter().find(|door| door.id == "L2_door15").unwrap();
    assert!(door.between.contains(&room.id), "{:?}", door.between);
    let place = document.places.iter().find(|place| place.id == "L2_room15").unwrap();
    assert_eq!(place.area.as_ref(), Some(&room.id));
    assert!(says(&warnings, "in the corridor before that door"));
}

#[test]
fn outlines_have_the_corners_that_rooms_have() {
    let Opened { document, .. } = hotel();
    let corners: usize = document.areas.iter().map(|area| area.outline.len()).sum();
    assert!(corners < 8 * document.areas.len(), "{corners} corners of {}", document.areas.len());
    let kitchen = document.areas.iter().find(|area| area.name.as_deref() == Some("kitchen"));
    assert_eq!(kitchen.unwrap().outline.len(), 4);
}

#[test]
fn a_graph_made_of_a_building_is_refused() {
    let text = "building_name: x\nlevels:\n  L1:\n    lanes:\n    - [0, 1, {speed_limit: 0}]\n    \
                vertices:\n    - [1.0, -2.0, {name: a}]\n    - [11.0, -2.0, {name: b}]\n";
    refused(text, &["level L1", "navigation graph", "building.yaml"]);
}

#[test]
fn the_same_door_twice_is_one() {
    let door = "- [6, 7, {name: [1, L1_door1], type: [1, double_sliding]}]";
    let twice = SMALL.replace(door, &format!("{door}\n      - [7, 6, {{}}]"));
    let opened = read(&twice).unwrap();
    assert_eq!(opened.document.doors, read(SMALL).unwrap().document.doors);
    assert!(says(&opened.warnings, "another door is on the same spot"), "{:?}", opened.warnings);
    // Keys may be quoted.
    let quoted = SMALL.replace("\nlevels:", "\n\"levels\":");
    let opened = cicerone_maps::from_bytes("test.building.yaml", quoted.as_bytes()).unwrap();
    assert_eq!(opened.document.levels.len(), 2);
}
