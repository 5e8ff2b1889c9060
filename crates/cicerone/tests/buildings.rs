//! Buildings with levels, areas, doors and connections: read, written, found
//! by name, and walked by those who can and those who cannot take steps.

#![allow(clippy::unwrap_used)]

use cicerone::world::document::{ConnectionKind, Document};
use cicerone::world::{
    Heading, Journey, Movement, Profile, Route, SegmentKind, WalkStep, Walker, World,
    document_from_json, document_schema, from_json,
};

/// Two storeys with a corridor each, joined by stairs at one end and a lift at
/// the other; a clinic writes one like this by hand.
const CLINIC: &str = r#"{
  "format": "cicerone-world", "version": 2, "name": "Clinic",
  "levels": [
    {"id": "G", "ordinal": 0, "name": "Ground floor"},
    {"id": "1", "ordinal": 1, "name": "First floor"}
  ],
  "areas": [
    {"id": "hall", "level": "G", "kind": "hall", "name": "Entrance hall"},
    {"id": "x", "level": "1", "kind": "room", "name": "X-ray", "number": "1.04"},
    {"id": "staff", "level": "1", "kind": "room", "name": "Staff room", "access": "restricted"}
  ],
  "doors": [
    {"id": "dx", "level": "1", "line": [[8, -1], [9, -1]], "kind": "hinged", "between": ["x"]}
  ],
  "connections": [
    {"id": "s", "kind": "stairs", "steps": 20,
     "stops": [{"level": "G", "at": [0, 0], "place": "g0"}, {"level": "1", "at": [0, 0], "place": "u0"}]},
    {"id": "l", "kind": "lift", "name": "Lift A",
     "stops": [{"level": "G", "at": [40, 0], "place": "g40"}, {"level": "1", "at": [40, 0], "place": "u40"}]}
  ],
  "landmarks": [{"id": "f", "level": "G", "at": [20, 1], "kind": "water fountain"}],
  "places": [
    {"id": "g0", "level": "G", "x": 0, "y": 0},
    {"id": "g10", "level": "G", "x": 10, "y": 0, "area": "hall", "name": "Réception"},
    {"id": "g40", "level": "G", "x": 40, "y": 0},
    {"id": "u0", "level": "1", "x": 0, "y": 0},
    {"id": "u8", "level": "1", "x": 8.5, "y": 0},
    {"id": "door", "level": "1", "x": 8.5, "y": -1, "door": "dx"},
    {"id": "xray", "level": "1", "x": 8.5, "y": -3, "area": "x"},
    {"id": "staff", "level": "1", "x": 8.5, "y": 3, "area": "staff"},
    {"id": "u40", "level": "1", "x": 40, "y": 0}
  ],
  "passages": [
    {"between": ["g0", "g10"], "floor": "grey tiles"}, {"between": ["g10", "g40"]},
    {"between": ["g0", "u0"], "connection": "s"}, {"between": ["g40", "u40"], "connection": "l"},
    {"between": ["u0", "u8"]}, {"between": ["u8", "u40"]}, {"between": ["u8", "staff"]},
    {"between": ["u8", "door"]}, {"between": ["door", "xray"]}
  ]
}"#;

fn clinic() -> World {
    from_json(CLINIC).unwrap()
}

fn changed(from: &str, to: &str) -> String {
    assert!(CLINIC.contains(from), "{from}");
    CLINIC.replacen(from, to, 1)
}

fn taken(world: &World, route: &Route) -> Vec<ConnectionKind> {
    let rides = route.segments().into_iter().filter_map(|segment| segment.ride);
    rides.map(|ride| world.connection(world.passage(ride).connection.unwrap()).kind).collect()
}

#[test]
fn a_building_reads_back_equal() {
    let world = clinic();
    let document = world.to_document();
    let text = document.to_json();
    let again = document_from_json(&text).unwrap();
    assert_eq!(again, document);
    assert_eq!(World::from_document(&again).unwrap().to_document(), document);
    let validator = jsonschema::validator_for(&document_schema()).unwrap();
    for text in [CLINIC, &text] {
        assert!(validator.is_valid(&serde_json::from_str(text).unwrap()));
    }
    // Worlds of version 1 are expressible too.
    let office = cicerone::world::embedded::world("office").unwrap();
    let converted = from_json(&office.to_document().to_json()).unwrap();
    assert_eq!(converted.passages(), office.passages());
    assert_eq!(converted.vocabulary(), office.vocabulary());
}

#[test]
fn places_are_found_as_people_write_them() {
    let world = clinic();
    let at = |text: &str| world.place(world.find(text).unwrap()).id.clone().unwrap();
    assert_eq!(&*at("reception"), "g10");
    assert_eq!(&*at("RÉCEPTION"), "g10");
    assert_eq!(&*at("x ray"), "xray");
    assert_eq!(&*at("1.04"), "xray");
    assert_eq!(&*at("Room 1.04"), "xray");
    assert_eq!(&*at("u8"), "u8");
    assert_eq!(&*at("lift a@first floor"), "u40");
    let unknown = world.find("x-rey").unwrap_err().to_string();
    assert!(unknown.contains("'X-ray' on First floor"), "{unknown}");
    let several = world.find("Lift A").unwrap_err().to_string();
    assert!(several.contains("2 places") && several.contains("Ground floor"), "{several}");
    assert!(world.find("reception@roof").unwrap_err().to_string().contains("First floor"));
    assert!(world.find("  ").is_err());
    let names: Vec<&str> = world.named_places().iter().map(|one| &*one.name).collect();
    assert!(names.contains(&"Réception") && names.contains(&"Lift A"));
}

/// Signs have numbers on them, of two tracks as often as of one room.
#[test]
fn a_number_is_found_with_or_without_what_it_numbers() {
    let platform = changed(
        r#""kind": "hall", "name": "Entrance hall""#,
        r#""kind": "platform", "number": "3/4""#,
    );
    let platform = platform.replace(r#""name": "Réception""#, r#""name": "3/4""#);
    let gate = r#""kind": "gate", "name": "7""#;
    let world = from_json(&platform.replace(r#""kind": "water fountain""#, gate)).unwrap();
    for text in ["3", "4", "Platform 3", "platform 3/4", "PLATFORM 4"] {
        assert_eq!(world.find(text).map(|at| world.place_name(at)).unwrap(), "g10", "{text}");
    }
    assert_eq!(world.called(world.find("3").unwrap()).unwrap(), "platform 3/4");
    let names: Vec<&str> = world.named_places().iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["Lift A", "platform 3/4", "gate 7", "Lift A", "Staff room", "X-ray"]);
}

/// A lift that stands in a room and is called like it is not another such room.
#[test]
fn an_area_is_named_once_and_entered_beside_its_lift() {
    let lift = r#"{"id": "u40", "level": "1", "x": 40, "y": 0"#;
    let named = format!(r#"{lift}, "area": "x", "name": "X-ray""#);
    let world = from_json(&changed(lift, &named)).unwrap();
    assert_eq!(world.find("x-ray").map(|at| world.place_name(at)).unwrap(), "xray");
}

#[test]
fn on_foot_the_stairs_are_quicker_and_without_steps_the_lift_is_taken() {
    let world = clinic();
    let journey = Journey::between("reception", "x-ray");
    let on_foot = journey.route(&world).unwrap();
    assert_eq!(taken(&world, &on_foot), [ConnectionKind::Stairs]);
    let step_free = journey.route_for(&world, Profile::StepFree).unwrap();
    assert_eq!(taken(&world, &step_free), [ConnectionKind::Lift]);
    assert!(step_free.length() > on_foot.length());
    // The route is legal pose by pose, and its segments say what happens.
    let again = Route::new(&world, on_foot.poses().to_vec()).unwrap();
    assert_eq!(again, on_foot);
    let kinds: Vec<SegmentKind> = on_foot.segments().iter().map(|one| one.kind()).collect();
    assert!(kinds.contains(&SegmentKind::Ride), "{kinds:?}");
    let last = on_foot.segments().pop().unwrap();
    let crossings = format!("{:?}", last.crossings(&world));
    assert!(crossings.contains("Door") && crossings.contains("Area"), "{crossings}");
    let ride = on_foot
        .poses()
        .windows(2)
        .find(|pair| matches!(world.step(pair[0], pair[1]), Ok(Movement::Ride(_))));
    assert!(ride.is_some());
}

#[test]
fn what_cannot_be_had_is_refused_with_what_can() {
    let without_lift =
        changed("\"kind\": \"lift\"", "\"kind\": \"escalator\", \"travels\": \"up\"");
    let world = from_json(&without_lift).unwrap();
    let journey = Journey::between("x-ray", "reception");
    let refused = journey.route_for(&world, Profile::StepFree).unwrap_err().to_string();
    assert!(refused.contains("without steps") && refused.contains("by stairs"), "{refused}");
    // An escalator that goes up does not go down.
    assert_eq!(taken(&world, &journey.route(&world).unwrap()), [ConnectionKind::Stairs]);
    // Nobody is led where only staff may go, but whoever is at home there may.
    let closed = "{\"between\": [\"u8\", \"door\"], \"access\": \"restricted\"}";
    let world = from_json(&changed("{\"between\": [\"u8\", \"door\"]}", closed)).unwrap();
    let refused = Journey::between("reception", "x-ray").route(&world).unwrap_err().to_string();
    assert!(refused.contains("restricted"), "{refused}");
    assert!(Journey::between("staff room", "x-ray").route(&world).is_ok());
}

#[test]
fn faults_are_told_with_their_entry() {
    for (from, to, told) in [
        (
            "\"level\": \"G\", \"kind\": \"hall\"",
            "\"level\": \"2\", \"kind\": \"hall\"",
            "area 1: there is no level",
        ),
        ("\"area\": \"hall\"", "\"area\": \"hal\"", "place 2: there is no area with the id 'hal'"),
        ("\"connection\": \"s\"", "\"connection\": \"t\"", "passage 3: there is no connection"),
        (", \"connection\": \"s\"", "", "passage 3: joins two levels without a connection"),
        ("\"id\": \"u8\"", "\"id\": \"u0\"", "another place has the same id"),
        ("\"x\": 10,", "\"x\": 1e9,", "coordinates"),
        ("\"ordinal\": 1", "\"ordinal\": 1e300", "ordinal"),
        ("\"kind\": \"lift\"", "\"kind\": \"rope\"", "rope"),
    ] {
        let said = from_json(&changed(from, to)).unwrap_err();
        assert!(said.is_input() && said.to_string().contains(told), "{said}");
    }
    let bare = Document { name: "bare".into(), ..Document::default() };
    assert!(World::from_document(&bare).unwrap_err().to_string().contains("no places"));
}

/// A hall of 20 by 10 metres with a desk, walked freely.
const HALL: &str = r#"{
  "format": "cicerone-world", "version": 2, "name": "Hall",
  "areas": [
    {"id": "hall", "level": "0", "kind": "hall", "outline": [[0, 0], [20, 0], [20, 10], [0, 10]]}
  ],
  "levels": [{"id": "0", "ordinal": 0, "name": "Ground floor"}],
  "landmarks": [{"id": "d", "level": "0", "at": [5, 2], "kind": "desk"}],
  "places": [{"id": "a", "level": "0", "x": 5, "y": 8, "area": "hall", "name": "Start"}]
}"#;

#[test]
fn a_place_is_called_by_the_one_thing_beside_it() {
    let named = HALL.replace(r#""kind": "desk"}"#, r#""kind": "desk", "name": "Lost property"}"#);
    let named = named.replace(r#", "name": "Start""#, "");
    let world = from_json(&named).unwrap();
    let place = world.place_ids().next().unwrap();
    assert_eq!(world.called(place).as_deref(), Some("Lost property"));
    let other = r#""landmarks": [{"id": "e", "level": "0", "at": [5, 4], "kind": "kiosk", "name": "Tea"}, "#;
    let world = from_json(&named.replace(r#""landmarks": ["#, other)).unwrap();
    assert_eq!(world.called(place), None);
}

#[test]
fn one_turns_by_degrees_and_walks_up_to_a_thing() {
    let world = from_json(HALL).unwrap();
    let start = world.place_ids().next().unwrap();
    let mut walker = Walker::new(&world, start, Some(Heading::new(0.0)));
    let mut go = |step: &str| {
        let step: WalkStep = step.parse().unwrap();
        walker.go(&step).unwrap();
        walker.scene(true).at.unwrap()
    };
    let heading = go("right 45").heading;
    assert!((heading - 45.0).abs() < 0.01, "{heading}");
    let heading = go("face 1").heading;
    assert!(heading.abs() < 0.01 || (heading - 360.0).abs() < 0.01, "{heading}");
    let at = go("toward 1");
    assert!((at.x - 5.0).abs() < 0.1 && (at.y - 3.0).abs() < 0.1, "{at:?}");
    let at = go("around");
    assert!((at.heading - 180.0).abs() < 0.01, "{at:?}");
    for wrong in ["left forty", "right -3", "toward", "toward 1 2 3", "face me"] {
        let told = wrong.parse::<WalkStep>().unwrap_err().to_string();
        assert!(told.contains("left [DEGREES]"), "{told}");
    }
}

#[test]
fn stairs_to_several_levels_lead_to_the_next_or_to_the_one_that_is_named() {
    let world = from_json(
        r#"{"format": "cicerone-world", "version": 2, "name": "Tower",
  "levels": [
    {"id": "G", "ordinal": 0, "name": "Ground floor"},
    {"id": "1", "ordinal": 1, "name": "Parkway"},
    {"id": "2", "ordinal": 2, "name": "Upper Concourse"}
  ],
  "connections": [{"id": "s", "kind": "stairs", "stops": [
    {"level": "2", "at": [0, 0], "place": "c"},
    {"level": "1", "at": [0, 0], "place": "b"},
    {"level": "G", "at": [0, 0], "place": "a"}
  ]}],
  "places": [
    {"id": "a", "level": "G", "x": 0, "y": 0},
    {"id": "b", "level": "1", "x": 0, "y": 0},
    {"id": "c", "level": "2", "x": 0, "y": 0}
  ]}"#,
    )
    .unwrap();
    let start = world.place_ids().next().unwrap();
    let mut walker = Walker::new(&world, start, None);
    let can = walker.scene(true).can;
    assert!(can.contains(&"up to Parkway".to_owned()), "{can:?}");
    assert!(can.contains(&"up to Upper Concourse".to_owned()), "{can:?}");
    let mut go = |step: &str| walker.go(&step.parse().unwrap()).map_err(|error| error.to_string());
    assert_eq!(go("up").unwrap(), "You are on Parkway.");
    assert_eq!(go(" down ").unwrap(), "You are on Ground floor.");
    assert_eq!(go("Up to upper concourse").unwrap(), "You are on Upper Concourse.");
    assert!(go("up").unwrap_err().contains("nothing within"));
    assert!(go("up to Parkway").unwrap_err().contains("leads up to Parkway"));
    assert!(go("down to the moon").is_err());
}

/// Two corridors from one end to the other, one of them with two doors in it.
fn with_doors(detour: f64) -> World {
    let document = format!(
        r#"{{"format": "cicerone-world", "version": 2, "name": "Doors",
  "levels": [{{"id": "0", "ordinal": 0, "name": "Ground floor"}}],
  "doors": [
    {{"id": "d1", "level": "0", "line": [[10, -1], [10, 1]], "kind": "hinged"}},
    {{"id": "d2", "level": "0", "line": [[20, -1], [20, 1]], "kind": "hinged"}}
  ],
  "places": [
    {{"id": "a", "level": "0", "x": 0, "y": 0, "name": "A"}},
    {{"id": "1", "level": "0", "x": 10, "y": 0, "door": "d1"}},
    {{"id": "2", "level": "0", "x": 20, "y": 0, "door": "d2"}},
    {{"id": "b", "level": "0", "x": 30, "y": 0, "name": "B"}},
    {{"id": "round", "level": "0", "x": 15, "y": {detour}}}
  ],
  "passages": [
    {{"between": ["a", "1"]}}, {{"between": ["1", "2"]}}, {{"between": ["2", "b"]}},
    {{"between": ["a", "round"]}}, {{"between": ["round", "b"]}}
  ]}}"#
    );
    from_json(&document).unwrap()
}

#[test]
fn doors_that_need_not_be_found_are_left_alone() {
    let passes = |world: &World| {
        let route = Journey::between("A", "B").route(world).unwrap();
        let doors = route.poses().iter().filter(|pose| world.place(pose.place).door.is_some());
        doors.count()
    };
    // 34 metres without a door instead of 30 with two, but not 64.
    assert_eq!(passes(&with_doors(8.0)), 0);
    assert_eq!(passes(&with_doors(28.0)), 2);
}
