//! IMDF venues: what is read of them, and what is said of broken ones.

mod checked;
mod venue;

use std::io::Write;

use cicerone::world::document::{AreaKind, ConnectionKind, DoorKind};

use venue::Venue;

#[test]
fn a_small_venue_is_read() {
    let folder = tempfile::tempdir().unwrap();
    Venue::two_storeys().write(folder.path());
    let opened = cicerone_maps::open(folder.path()).unwrap();
    let document = &opened.document;
    assert_eq!(document.name, "Small");
    assert_eq!(document.levels.len(), 2);
    let kinds = |kind: AreaKind| document.areas.iter().filter(|area| area.kind == kind).count();
    assert_eq!((kinds(AreaKind::Corridor), kinds(AreaKind::Room)), (2, 2));
    assert_eq!((kinds(AreaKind::Lift), kinds(AreaKind::Void)), (2, 1));
    let door = document.doors.iter().find(|door| door.id == "o-room-0").unwrap();
    assert_eq!((door.kind, door.automatic), (DoorKind::Sliding, true));
    assert_eq!(document.connections.len(), 1);
    let lift = &document.connections[0];
    assert_eq!((lift.kind, lift.stops.len()), (ConnectionKind::Lift, 2));
    assert!(lift.stops.iter().all(|stop| stop.place.is_some()), "{lift:?}");
    let room = document.areas.iter().find(|area| area.id == "room-1").unwrap();
    assert_eq!(room.number.as_deref(), Some("1.01"));
    // The occupant names the room that has no name.
    let room = document.areas.iter().find(|area| area.id == "room-0").unwrap();
    assert_eq!(room.name.as_deref(), Some("Bakery"));
    assert!(document.landmarks.iter().any(|l| l.kind == "drinking fountain"));
    let faults = checked::faults(document);
    assert!(faults.is_empty(), "{faults:?}");
    let routes = checked::Routes::of(document, false);
    let tree = routes.from(routes.place("in room-0"));
    assert!(tree[routes.place("in room-1")].is_some(), "no way by lift");
}

#[test]
fn a_zip_archive_is_the_same_venue() {
    let folder = tempfile::tempdir().unwrap();
    let venue = Venue::two_storeys();
    venue.write(folder.path());
    let zipped = cicerone_maps::from_bytes("v.zip", &venue.zip()).unwrap();
    assert_eq!(zipped, cicerone_maps::open(folder.path()).unwrap());
}

#[test]
fn a_broken_archive_is_told_so() {
    let whole = Venue::two_storeys().zip();
    for cut in [2, 10, whole.len() / 3, whole.len() - 5] {
        let error = cicerone_maps::from_bytes("v.zip", &whole[..cut]).unwrap_err();
        assert!(error.is_input(), "{error}");
    }
    // Changed bytes: anything but a panic.
    for place in (0..whole.len()).step_by(17) {
        let mut changed = whole.clone();
        changed[place] ^= 0x5a;
        let _ = cicerone_maps::from_bytes("v.zip", &changed);
    }
}

#[test]
fn a_zip_bomb_is_stopped() {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default()
        .compression_method(zip::CompressionMethod::Deflated);
    writer.start_file("unit.geojson", options).unwrap();
    let zeros = vec![b' '; 1 << 20];
    for _ in 0..130 {
        writer.write_all(&zeros).unwrap();
    }
    let bomb = writer.finish().unwrap().into_inner();
    assert!(bomb.len() < 1 << 20);
    let error = cicerone_maps::from_bytes("bomb.zip", &bomb).unwrap_err().to_string();
    assert!(error.contains("unit.geojson") && error.contains("MiB"), "{error}");
}

/// What is wrong, and what the error must name.
#[test]
fn faults_name_file_and_feature() {
    let fault = |file: &str, from: &str, to: &str| {
        let mut venue = Venue::two_storeys();
        let text = venue.files.get_mut(file).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        *text = text.replacen(from, to, 1);
        let folder = tempfile::tempdir().unwrap();
        venue.write(folder.path());
        cicerone_maps::open(folder.path())
    };
    let error = fault("unit.geojson", "[8.0", "[200.0").unwrap_err().to_string();
    assert!(error.contains("unit.geojson") && error.contains("unit "), "{error}");
    assert!(error.contains("longitude"), "{error}");
    let error = fault("unit.geojson", "\"features\"", "\"feat").unwrap_err().to_string();
    assert!(error.contains("unit.geojson") && error.contains("line"), "{error}");
    let error = fault("level.geojson", "\"ordinal\":0", "\"ordinal\":\"x\"").unwrap_err();
    assert!(error.to_string().contains("level l0"), "{error}");
    for absurd in ["1e308", "-1e308", "181.0"] {
        let error = fault("unit.geojson", "[8.0", &format!("[{absurd},")).unwrap_err().to_string();
        assert!(error.contains("unit.geojson") && error.contains("unit"), "{error}");
    }
    let error = fault("unit.geojson", "[8.0", "[NaN").unwrap_err().to_string();
    assert!(error.contains("unit.geojson") && error.contains("line"), "{error}");
    let error = fault("level.geojson", "\"ordinal\":0", "\"ordinal\":1e308").unwrap_err();
    assert!(error.to_string().contains("level"), "{error}");
    let opened = fault("anchor.geojson", "\"room-0\"", "\"gone\"").unwrap();
    assert!(opened.warnings.iter().any(|w| w.feature.contains("occupant bakery")));
    let opened = fault("occupant.geojson", "\"a-room\"", "\"gone\"").unwrap();
    assert!(opened.warnings.iter().any(|w| w.feature.contains("occupant bakery")));
    let opened = fault("unit.geojson", "\"level_id\":\"l1\"", "\"level_id\":\"l9\"").unwrap();
    assert!(opened.warnings.iter().any(|w| w.why.contains("no level l9")));
    let folder = tempfile::tempdir().unwrap();
    let error = cicerone_maps::open(folder.path()).unwrap_err().to_string();
    assert!(error.contains("level.geojson"), "{error}");
}

#[test]
fn an_outline_that_crosses_itself_is_put_right() {
    let mut venue = Venue::two_storeys();
    venue.unit("bow", "room", "l0", &[[30.0, 0.0], [36.0, 6.0], [36.0, 0.0], [30.0, 6.0]], None);
    venue.unit("flat", "room", "l0", &[[40.0, 0.0], [41.0, 0.0], [42.0, 0.0]], None);
    let opened = cicerone_maps::from_bytes("v.zip", &venue.zip()).unwrap();
    let said = |feature: &str| opened.warnings.iter().any(|w| w.feature == feature);
    assert!(said("unit bow") && said("unit flat"), "{:?}", opened.warnings);
    assert!(opened.document.areas.iter().any(|area| area.id == "bow"));
}

/// A lift from a level to itself, and stairs around in a circle.
#[test]
fn levels_in_a_circle_are_no_connection() {
    let mut venue = Venue::two_storeys();
    let end = |id: &str| serde_json::json!({"id": id, "feature_type": "unit"});
    let relation = |from: &str, to: &str| {
        serde_json::json!({"category": "elevator", "direction": "undirected",
            "origin": end(from), "intermediary": [end(to), end(from)], "destination": end(from)})
    };
    venue.add("relationship", "round", serde_json::Value::Null, relation("lift-0", "lift-1"));
    venue.add("relationship", "same", serde_json::Value::Null, relation("lift-0", "lift-0"));
    venue.add("relationship", "room", serde_json::Value::Null, relation("room-0", "lift-9"));
    let opened = cicerone_maps::from_bytes("v.zip", &venue.zip()).unwrap();
    assert_eq!(opened.document.connections.len(), 1);
    assert_eq!(opened.document.connections[0].stops.len(), 2);
    cicerone::world::World::from_document(&opened.document).unwrap();
}

#[test]
fn a_million_features_on_one_point_are_refused() {
    let feature = |file: &str, id: usize, geometry: &str, more: &str| {
        format!(
            r#"{{"type":"Feature","feature_type":"{file}","id":"{id}","geometry":{geometry},"properties":{{{more}}}}}"#
        )
    };
    let point = r#"{"type":"Point","coordinates":[8.0,49.9]}"#;
    let square = r#"{"type":"Polygon","coordinates":[[[8,49],[8.1,49],[8.1,49.1],[8,49]]]}"#;
    let cases = [
        ("amenity", point, r#""category":"seat","unit_ids":["way-0"]"#, 100_000),
        ("unit", square, r#""category":"room","level_id":"l0""#, 100_000),
    ];
    for (file, geometry, more, count) in cases {
        let features: Vec<String> =
            (0..count).map(|id| feature(file, id, geometry, more)).collect();
        let text = format!(r#"{{"type":"FeatureCollection","features":[{}]}}"#, features.join(","));
        let mut venue = Venue::two_storeys();
        venue.files.insert(format!("{file}.geojson"), text);
        let folder = tempfile::tempdir().unwrap();
        venue.write(folder.path());
        let error = cicerone_maps::open(folder.path()).unwrap_err().to_string();
        for part in [&format!("{file}.geojson"), &format!("{file} 10000"), "position"] {
            assert!(error.contains(part), "'{part}' is not in: {error}");
        }
    }
}

#[test]
fn a_folder_in_a_folder_is_the_same_venue() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("My venue");
    std::fs::create_dir(&inner).unwrap();
    Venue::two_storeys().write(&inner);
    let opened = cicerone_maps::open(folder.path()).unwrap();
    assert_eq!(opened, cicerone_maps::open(&inner).unwrap());
}

#[test]
fn what_is_no_venue_is_told_what_to_hand_in() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("station.osm"), "<osm/>").unwrap();
    let said = cicerone_maps::open(folder.path()).unwrap_err().to_string();
    assert!(said.contains("if station.osm is the map, hand in that file itself"), "{said}");
    let units = &Venue::two_storeys().files["unit.geojson"];
    let said = cicerone_maps::from_bytes("unit.geojson", units.as_bytes()).unwrap_err();
    assert!(said.is_input() && said.to_string().contains("folder or zip archive"), "{said}");
}

#[test]
fn names_may_be_plain_and_ordinals_must_be_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let mut venue = Venue::two_storeys();
    let file = venue.files.get_mut("unit.geojson").unwrap();
    *file = file.replace(r#""name":{"en":"1.01"}"#, r#""name":"1.01""#);
    venue.write(folder.path());
    let opened = cicerone_maps::open(folder.path()).unwrap();
    let room = opened.document.areas.iter().find(|area| area.id == "room-1").unwrap();
    assert_eq!(room.name.as_deref(), Some("1.01"));
    let file = venue.files.get_mut("level.geojson").unwrap();
    *file = file.replace(r#""ordinal":0"#, r#""ordinal":"0""#);
    venue.write(folder.path());
    let said = cicerone_maps::open(folder.path()).unwrap_err().to_string();
    assert!(said.contains("level l0") && said.contains("ordinal should be a number"), "{said}");
}

#[test]
fn relationships_join_units_that_do_not_lie_above_each_other() {
    let open = |category: &str, other: &str| {
        let folder = tempfile::tempdir().unwrap();
        let mut venue = Venue::two_storeys();
        let ring = |x: f64| [[x, 0.0], [x - 2.0, 0.0], [x - 2.0, 2.0], [x, 2.0]];
        venue.unit("west-0", "stairs", "l0", &ring(0.0), None);
        venue.unit("west-1", "stairs", "l1", &ring(-30.0), None);
        let unit = |id: &str| serde_json::json!({"id": id, "feature_type": "unit"});
        let properties = serde_json::json!({"category": category, "direction": "undirected",
            "origin": unit("west-0"), "intermediary": null, "destination": unit(other)});
        venue.add("relationship", "r", serde_json::Value::Null, properties);
        venue.write(folder.path());
        cicerone_maps::open(folder.path()).unwrap()
    };
    for category in ["stairs", "traversal"] {
        let kinds = open(category, "west-1").document.connections;
        let stairs = kinds.iter().filter(|one| one.kind == ConnectionKind::Stairs).count();
        assert_eq!(stairs, 1, "{category}");
    }
    let warnings = open("stairs", "gone").warnings;
    let told = |part: &str| warnings.iter().any(|one| one.to_string().contains(part));
    assert!(told("relationship r: left out: unit gone is not there"), "{warnings:?}");
}

#[test]
fn a_venue_without_openings_is_walked_where_nothing_shuts_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut venue = Venue::two_storeys();
    venue.files.remove("opening.geojson");
    venue.write(folder.path());
    let opened = cicerone_maps::open(folder.path()).unwrap();
    let told = |part: &str| opened.warnings.iter().any(|one| one.to_string().contains(part));
    assert!(told("rooms cannot be entered") && told("opening.geojson"), "{:?}", opened.warnings);
    assert!(told("units way-0 and lift-0: joined by the opening"), "{:?}", opened.warnings);
}
