//! OpenStreetMap's indoor tagging: what is read, what is left out and said,
//! what is refused.

#![allow(clippy::unwrap_used)]

use cicerone::world::document::{AreaKind, ConnectionKind, Document, DoorKind, Travels};
use cicerone::world::{Heading, Journey, Profile, Walker, World};
use cicerone_maps::{Opened, Source, Warning};

fn read(text: &str) -> cicerone::Result<Opened> {
    cicerone_maps::read(&Source::from_bytes("map.osm", text.as_bytes()))
}

#[track_caller]
fn refused(text: &str, parts: &[&str]) {
    let error = cicerone_maps::from_bytes("map.osm", text.as_bytes()).unwrap_err();
    let message = error.to_string();
    assert!(error.is_input(), "{message}");
    for part in parts.iter().chain(&["map.osm"]) {
        assert!(message.contains(part), "'{part}' is not in: {message}");
    }
}

fn real(name: &str) -> Opened {
    let path = format!("{}/tests/maps/osm/{name}.osm", env!("CARGO_MANIFEST_DIR"));
    cicerone_maps::read(&Source::from_path(path).unwrap()).unwrap()
}

fn says(warnings: &[Warning], part: &str) -> bool {
    warnings.iter().any(|warning| warning.to_string().contains(part))
}

/// A map on a grid of metres, `x` east and `y` north, written as XML.
#[derive(Default)]
struct Map {
    nodes: String,
    ways: String,
}

impl Map {
    fn node(mut self, id: i64, x: f64, y: f64, tags: &[(&str, &str)]) -> Map {
        // At the equator a degree of longitude has 111,319.49 m, one of
        // latitude 110,574.28 m.
        let (lon, lat) = (x / 111_319.490_793, y / 110_574.275_822);
        self.nodes +=
            &format!("<node id='{id}' lat='{lat:.12}' lon='{lon:.12}'>{}</node>", xml(tags));
        self
    }

    fn way(mut self, id: i64, nodes: &[i64], tags: &[(&str, &str)]) -> Map {
        let refs: String = nodes.iter().map(|node| format!("<nd ref='{node}'/>")).collect();
        self.ways += &format!("<way id='{id}'>{refs}{}</way>", xml(tags));
        self
    }

    fn text(&self) -> String {
        format!("<?xml version='1.0'?><osm version='0.6'>{}{}</osm>", self.nodes, self.ways)
    }

    #[track_caller]
    fn read(&self) -> Opened {
        read(&self.text()).unwrap()
    }
}

fn xml(tags: &[(&str, &str)]) -> String {
    tags.iter().map(|(key, value)| format!("<tag k='{key}' v='{value}'/>")).collect()
}

fn place_ids(document: &Document) -> Vec<&str> {
    document.places.iter().map(|place| place.id.as_str()).collect()
}

const FOOTWAY: (&str, &str) = ("highway", "footway");

#[test]
fn footways_become_places_where_they_meet_or_bend() {
    // A straight way with a node in its middle, a gentle bend, a sharp bend.
    let opened = Map::default()
        .node(1, 0.0, 0.0, &[])
        .node(2, 10.0, 0.0, &[])
        .node(3, 20.0, 1.0, &[])
        .node(4, 20.0, 11.0, &[])
        .node(5, 30.0, 11.0, &[])
        .way(10, &[1, 2, 3, 4, 5], &[FOOTWAY, ("level", "0"), ("surface", "paving_stones")])
        .read();
    let document = opened.document;
    assert_eq!(place_ids(&document), ["node/1@0", "node/3@0", "node/4@0", "node/5@0"]);
    assert_eq!(document.passages.len(), 3);
    assert_eq!(document.passages[0].floor.as_deref(), Some("paving stone"));
    let (first, last) = (&document.places[0], &document.places[3]);
    assert!((last.x - first.x - 30.0).abs() < 0.01, "metres to the east");
    assert!((last.y - first.y + 11.0).abs() < 0.01, "north is up, y is down");
}

#[test]
fn a_gentle_curve_keeps_its_length() {
    // A quarter of a circle of 20 m in steps of 5 degrees.
    let mut map = Map::default();
    for step in 0..=18 {
        let angle = f64::from(step) * 5f64.to_radians();
        map = map.node(i64::from(step) + 1, 20.0 * angle.sin(), 20.0 * angle.cos(), &[]);
    }
    let nodes: Vec<i64> = (1..=19).collect();
    let document = map.way(50, &nodes, &[FOOTWAY, ("level", "1")]).read().document;
    assert!(document.places.len() < 7, "{:?}", place_ids(&document));
    let walked: f64 = document
        .passages
        .iter()
        .map(|passage| {
            passage.length.unwrap_or_else(|| {
                let [a, b] = [0, 1].map(|end| {
                    document.places.iter().find(|p| p.id == passage.between[end]).unwrap()
                });
                (a.x - b.x).hypot(a.y - b.y)
            })
        })
        .sum();
    assert!((walked - 10.0 * std::f64::consts::PI).abs() < 0.2, "{walked}");
}

#[test]
fn steps_join_the_levels_of_what_they_meet() {
    let opened = Map::default()
        .node(1, 0.0, 0.0, &[])
        .node(2, 10.0, 0.0, &[])
        .node(3, 15.0, 0.0, &[])
        .node(4, 25.0, 0.0, &[])
        .way(10, &[1, 2], &[FOOTWAY, ("level", "-1")])
        .way(11, &[3, 2], &[("highway", "steps"), ("level", "-1;-0.5"), ("step_count", "12")])
        .way(12, &[3, 4], &[FOOTWAY, ("level", "-0.5")])
        .read();
    let stairs = &opened.document.connections[0];
    assert_eq!((stairs.kind, stairs.steps), (ConnectionKind::Stairs, Some(12)));
    assert_eq!(stairs.step_free, Some(false));
    let stops: Vec<_> =
        stairs.stops.iter().map(|s| (s.level.as_str(), s.place.as_deref(), s.heading)).collect();
    assert_eq!(
        stops,
        [("-0.5", Some("node/3@-0.5"), Some(90.0)), ("-1", Some("node/2@-1"), Some(270.0)),]
    );
    let through: Vec<_> =
        opened.document.passages.iter().filter_map(|p| p.connection.as_deref()).collect();
    assert_eq!(through, ["way/11"]);
}

#[test]
fn steps_that_tell_nothing_are_left_out_and_told() {
    let map = |incline: &[(&str, &str)]| {
        let mut tags = vec![("highway", "steps"), ("level", "0;1")];
        tags.extend(incline);
        Map::default().node(1, 0.0, 0.0, &[]).node(2, 5.0, 0.0, &[]).way(10, &[1, 2], &tags).text()
    };
    let opened = read(&map(&[("incline", "down")])).unwrap();
    let levels: Vec<_> =
        opened.document.connections[0].stops.iter().map(|stop| stop.level.as_str()).collect();
    assert_eq!(levels, ["1", "0"]);
    refused(&map(&[]), &["nothing in it is a building"]);
}

#[test]
fn an_escalator_runs_one_way() {
    let opened = |conveying: &str| {
        Map::default()
            .node(1, 0.0, 0.0, &[])
            .node(2, 5.0, 0.0, &[])
            .way(
                10,
                &[1, 2],
                &[
                    ("highway", "steps"),
                    ("level", "0;1"),
                    ("incline", "up"),
                    ("conveying", conveying),
                ],
            )
            .read()
    };
    let up = opened("forward");
    assert_eq!(up.document.connections[0].kind, ConnectionKind::Escalator);
    assert_eq!(up.document.connections[0].travels, Travels::Up);
    assert_eq!(up.document.passages[0].between, ["node/1@0", "node/2@1"]);
    assert!(up.document.passages[0].one_way);
    let down = opened("backward");
    assert_eq!(down.document.connections[0].travels, Travels::Down);
    assert_eq!(down.document.passages[0].between, ["node/2@1", "node/1@0"]);
    assert!(says(&opened("yes").warnings, "which way it runs"));
}

#[test]
fn landings_above_each_other_stay_apart_and_ends_are_joined() {
    let map = |second: &[i64]| {
        Map::default()
            .node(1, 0.0, 0.0, &[])
            .node(2, 10.0, 0.0, &[])
            .node(3, 20.0, 0.0, &[])
            .node(4, 10.0, 10.0, &[])
            .node(5, 10.0, -10.0, &[])
            .way(10, &[1, 2, 3], &[FOOTWAY, ("level", "0")])
            .way(11, second, &[FOOTWAY, ("level", "1")])
            .read()
    };
    assert!(map(&[4, 2, 5]).document.connections.is_empty());
    assert_eq!(map(&[2, 5]).document.connections.len(), 1, "one passes, the other ends at it");
    let joined = Map::default()
        .node(1, 0.0, 0.0, &[])
        .node(2, 10.0, 0.0, &[])
        .node(3, 20.0, 0.0, &[])
        .way(10, &[1, 2], &[FOOTWAY, ("level", "0")])
        .way(11, &[2, 3], &[FOOTWAY, ("level", "1")])
        .read();
    assert_eq!(joined.document.connections[0].kind, ConnectionKind::Ramp);
    assert!(says(&joined.warnings, "node 2: levels 0 and 1 are joined"));
}

#[test]
fn a_lift_stops_on_the_levels_of_its_list() {
    let opened = Map::default()
        .node(1, 0.0, 0.0, &[])
        .node(
            2,
            10.0,
            0.0,
            &[("highway", "elevator"), ("level", "-1-1"), ("wheelchair", "yes"), ("ref", "7")],
        )
        .node(3, 20.0, 0.0, &[])
        .way(10, &[1, 2], &[FOOTWAY, ("level", "-1")])
        .way(11, &[2, 3], &[FOOTWAY, ("level", "1")])
        .read();
    let lift = &opened.document.connections[0];
    assert_eq!((lift.kind, lift.step_free), (ConnectionKind::Lift, Some(true)));
    assert_eq!(lift.name.as_deref(), Some("lift 7"));
    let stops: Vec<_> =
        lift.stops.iter().map(|stop| (stop.level.as_str(), stop.place.as_deref())).collect();
    assert_eq!(stops, [("-1", Some("node/2@-1")), ("0", None), ("1", Some("node/2@1"))]);
    assert!(says(&opened.warnings, "no way leads to it on level 0"));
    assert_eq!(opened.document.connections.len(), 1, "its levels are not joined twice");
}

#[test]
fn rooms_corridors_doors_and_walls() {
    let opened = Map::default()
        .node(1, 0.0, 0.0, &[])
        .node(2, 10.0, 0.0, &[])
        .node(3, 10.0, 10.0, &[])
        .node(4, 0.0, 10.0, &[])
        .node(5, 5.0, 0.0, &[("door", "sliding"), ("automatic_door", "yes"), ("level", "0")])
        .node(6, 5.0, 5.0, &[("amenity", "vending_machine"), ("level", "0;2")])
        .node(7, 6.0, 5.0, &[("amenity", "bench")])
        .node(8, 90.0, 5.0, &[("door", "yes"), ("level", "0")])
        .way(
            10,
            &[1, 5, 2, 3, 4, 1],
            &[
                ("indoor", "room"),
                ("level", "0"),
                ("repeat_on", "2-3"),
                ("level:ref", "EG"),
                ("ref", "0.14"),
                ("name", "Office"),
                ("access", "private"),
            ],
        )
        .way(11, &[1, 2], &[("indoor", "wall"), ("level", "0"), ("material", "glass")])
        .way(12, &[1, 2, 3], &[("indoor", "corridor"), ("level", "0")])
        .way(13, &[1, 2, 3, 1], &[("indoor", "corridor"), ("level", "first")])
        .way(14, &[1, 2, 3, 1], &[("indoor", "area"), ("level", "0"), ("level:ref", "EG")])
        .read();
    let document = &opened.document;
    let areas: Vec<_> = document.areas.iter().map(|a| (a.id.as_str(), a.kind)).collect();
    assert_eq!(
        areas,
        [
            ("way/10@0", AreaKind::Room),
            ("way/10@2", AreaKind::Room),
            ("way/10@3", AreaKind::Room),
            ("way/14", AreaKind::Hall),
        ]
    );
    assert_eq!(document.areas[0].number.as_deref(), Some("0.14"));
    assert_eq!(document.areas[0].outline.len(), 5);
    let ground = document.levels.iter().find(|level| level.id == "0").unwrap();
    assert_eq!(ground.name.as_deref(), Some("EG"));
    assert!(document.walls[0].see_through);

    assert_eq!(document.doors.len(), 1);
    let door = &document.doors[0];
    assert_eq!((door.kind, door.automatic), (DoorKind::Sliding, true));
    assert!((door.line[0][1] - door.line[1][1]).abs() < 1e-6, "along the wall: {door:?}");

    let landmarks: Vec<_> = document.landmarks.iter().map(|l| l.id.as_str()).collect();
    assert_eq!(landmarks, ["node/6@0", "node/6@2"]);
    assert!(says(&opened.warnings, "node 7: left out"));
    assert!(says(&opened.warnings, "node 8: left out"));
    assert!(says(&opened.warnings, "way 12: left out"));
    assert!(says(&opened.warnings, "level=first"));
    assert!(says(&opened.warnings, "level 3: cannot be walked"));
}

#[test]
fn ways_without_a_level_are_on_that_of_their_neighbours() {
    let opened = Map::default()
        .node(1, 0.0, 0.0, &[])
        .node(2, 10.0, 0.0, &[])
        .node(3, 20.0, 0.0, &[])
        .node(4, 30.0, 0.0, &[])
        .node(5, 90.0, 0.0, &[])
        .node(6, 99.0, 0.0, &[])
        .way(10, &[3, 4], &[FOOTWAY])
        .way(11, &[2, 3], &[FOOTWAY])
        .way(12, &[1, 2], &[FOOTWAY, ("level", "-2")])
        .way(13, &[5, 6], &[FOOTWAY])
        .way(14, &[4, 5], &[("highway", "primary")])
        .read();
    let levels: Vec<_> = opened.document.levels.iter().map(|level| level.id.as_str()).collect();
    assert_eq!(levels, ["-2", "0"]);
    assert_eq!(opened.document.places.iter().filter(|place| place.level == "-2").count(), 4);
    assert!(says(&opened.warnings, "way 13: taken to be on level 0"));
    assert!(says(&opened.warnings, "way 14: left out: it is a road"));
}

#[test]
fn missing_nodes_cut_a_way() {
    let opened = Map::default()
        .node(1, 0.0, 0.0, &[])
        .node(2, 10.0, 0.0, &[])
        .node(4, 30.0, 0.0, &[])
        .node(5, 40.0, 0.0, &[])
        .way(10, &[1, 2, 3, 4, 5], &[FOOTWAY, ("level", "0")])
        .read();
    assert_eq!(opened.document.passages.len(), 2);
    assert!(says(&opened.warnings, "way 10: cut"));
}

#[test]
fn darmstadt_has_what_is_counted_in_it() {
    let Opened { document, warnings } = real("da_hbf");
    let connections = |kind: ConnectionKind| {
        document.connections.iter().filter(|connection| connection.kind == kind).count()
    };
    assert_eq!(connections(ConnectionKind::Stairs), 28);
    assert_eq!(connections(ConnectionKind::Lift), 6);
    let areas = |kind: AreaKind| document.areas.iter().filter(|a| a.kind == kind).count();
    assert_eq!(areas(AreaKind::Room), 7);
    assert_eq!(areas(AreaKind::Corridor), 2);
    assert_eq!(areas(AreaKind::Platform), 6);
    // Ten entrances: three on footways, three only on buildings' outlines, and
    // four that do not say their level.
    assert_eq!(document.doors.iter().filter(|door| door.entrance).count(), 3);
    assert_eq!(document.landmarks.iter().filter(|l| l.kind == "entrance").count(), 3);
    // 78 footways, 2 paths, 28 steps; all other highways are told.
    assert!(says(&warnings, "it is a road, not a footway"));
    let ordinals: Vec<f64> = document.levels.iter().map(|level| level.ordinal).collect();
    assert_eq!(ordinals, [-1.0, -0.8, -0.7, -0.5, -0.3, -0.2, 0.0, 1.0]);
    for connection in &document.connections {
        for stop in &connection.stops {
            if stop.place.is_none() {
                // The one lift whose middle stop no way leads to.
                assert_eq!(
                    (connection.id.as_str(), stop.level.as_str()),
                    ("node/3878825046", "-0.5")
                );
            }
        }
    }
    let largest = largest_component(&document);
    // The rest are paths at the edges of the extract and a bus stop's footways.
    assert_eq!((largest, document.places.len()), (148, 167));
}

#[test]
fn what_cannot_be_walked_in_paris_is_told() {
    let Opened { document, warnings } = real("paris-gare-de-lyon");
    for level in ["-4", "-2", "1"] {
        let told = |warning: &Warning| {
            let mut levels = warning.feature.split(", ");
            warning.what == "cannot be walked" && levels.any(|l| l == format!("level {level}"))
        };
        assert!(warnings.iter().any(told), "{level}");
    }
    assert!(says(&warnings, "leads nowhere") && says(&warnings, "all corners of its outline"));
    assert!(
        document.connections.is_empty(),
        "nothing joins the levels: {:?}",
        document.connections
    );
    assert!(document.areas.iter().filter(|a| a.kind == AreaKind::Platform).count() >= 16);
    assert!(says(&warnings, "Hall 1, Hall 2"));
}

fn largest_component(document: &Document) -> usize {
    let index = |id: &String| document.places.iter().position(|place| place.id == *id).unwrap();
    let mut root: Vec<usize> = (0..document.places.len()).collect();
    fn find(root: &mut [usize], mut at: usize) -> usize {
        while root[at] != at {
            root[at] = root[root[at]];
            at = root[at];
        }
        at
    }
    for passage in &document.passages {
        let [a, b] = [0, 1].map(|end| index(&passage.between[end]));
        let (a, b) = (find(&mut root, a), find(&mut root, b));
        root[a] = b;
    }
    let mut sizes = vec![0; root.len()];
    for at in 0..root.len() {
        sizes[find(&mut root, at)] += 1;
    }
    sizes.into_iter().max().unwrap()
}

#[test]
fn broken_maps_are_refused_by_name() {
    let good = Map::default()
        .node(1, 0.0, 0.0, &[])
        .node(2, 10.0, 0.0, &[])
        .way(10, &[1, 2], &[FOOTWAY, ("level", "0")])
        .text();
    read(&good).unwrap();
    refused(&good[..good.len() - 6], &["cut off"]);
    refused(&good[..good.len() / 2], &["byte"]);
    refused(&good.replace("<nd ref='1'/>", "<nd ref='one'/>"), &["element 10", "ref", "one"]);
    refused(&good.replace("<node id='1' lat='0", "<node id='1' lat='123"), &["node 1", "on earth"]);
    refused(&good.replace("<node id='1' lat='0", "<node id='1' lat='NaN' x='"), &["node 1"]);
    refused(&good.replace("<node id='1' lat='0", "<node id='1' lat='80"), &["node", "km"]);
    refused(&good.replace("<node id='1'", "<node"), &["id should be a number"]);
    refused("<osm></osm>", &["nothing in it is a building"]);
    refused(&good.replace("</way>", "</wey>"), &["byte"]);
}

#[test]
fn a_million_places_on_one_point_are_refused() {
    let mut map = Map::default();
    for id in 0..300_000 {
        map = map.node(2 * id, 0.0, 0.0, &[]).node(2 * id + 1, 0.0, 0.0, &[]);
        map = map.way(id, &[2 * id, 2 * id + 1], &[FOOTWAY, ("level", "0")]);
    }
    refused(&map.text(), &["node 10000", "position"]);
}

#[test]
fn a_crowd_of_rooms_on_one_point_are_refused() {
    let mut map = Map::default().node(1, 0.0, 0.0, &[]).node(2, 9.0, 0.0, &[]);
    map = map.node(3, 9.0, 9.0, &[]).way(5, &[1, 2], &[FOOTWAY, ("level", "0")]);
    for id in 0..50_000 {
        map = map.way(10 + id, &[1, 2, 3, 1], &[("indoor", "room"), ("level", "0")]);
    }
    let said = cicerone_maps::from_bytes("map.osm", map.text().as_bytes()).unwrap_err();
    assert!(said.to_string().contains("map.osm: area way/10010"), "{said}");
    assert!(said.is_input() && said.to_string().contains("position of its own"), "{said}");
}

#[test]
fn a_door_without_a_level_is_on_that_of_its_outline() {
    let ring = |id: i64, y: f64| [(id, 0.0, y), (id + 1, 20.0, y), (id + 2, 20.0, y + 4.0)];
    let mut map = Map::default().node(9, 10.0, 4.0, &[("door", "hinged")]);
    for (id, x, y) in ring(10, 0.0).into_iter().chain(ring(20, 4.0)) {
        map = map.node(id, x, y, &[]);
    }
    map = map.node(13, 0.0, 4.0, &[]).node(23, 0.0, 8.0, &[]);
    let room = [("indoor", "room"), ("level", "2"), ("name", "Hall")];
    map = map.way(1, &[10, 11, 12], &[]).way(2, &[12, 9, 13, 10], &[]);
    let relation = "<relation id='7'><member type='way' ref='1' role=''/>\
        <member type='way' ref='2' role='outer'/><tag k='type' v='multipolygon'/>\
        <tag k='indoor' v='corridor'/><tag k='level' v='2'/></relation></osm>";
    // Of the room the door is no corner: the area is made of two ways.
    let text = map.way(3, &[20, 21, 22, 23, 20], &room).text().replace("</osm>", relation);
    let opened = cicerone_maps::from_bytes("map.osm", text.as_bytes()).unwrap();
    assert!(says(&opened.warnings, "node 9: taken to be on level 2"), "{:?}", opened.warnings);
    assert_eq!(opened.document.doors[0].level, "2");
}

#[test]
fn what_else_openstreetmap_comes_as_is_told_what_to_ask_for() {
    let cases: [(&[u8], &str); 3] = [
        (br#"{"version": 0.6, "elements": [{"type": "node", "id": 1}]}"#, "ask for XML"),
        (b"<?xml version='1.0'?><osmChange version='0.6'/>", "changes to OpenStreetMap"),
        (b"\x1f\x8b\x08\0", "packed with gzip"),
    ];
    for (bytes, part) in cases {
        let said = cicerone_maps::from_bytes("map", bytes).unwrap_err();
        assert!(said.is_input() && said.to_string().contains(part), "{said}");
    }
}

#[test]
fn a_crowd_of_steps_through_the_same_nodes_is_refused() {
    let mut map = Map::default().node(1, 0.0, 0.0, &[]).node(2, 9.0, 0.0, &[]);
    for id in 0..20_000 {
        map = map.way(10 + id, &[1, 2], &[("highway", "steps"), ("level", "0;1")]);
    }
    refused(&map.text(), &["way 1010", "node 1", "nodes of their own"]);
}

#[test]
fn an_area_of_very_many_ways_is_left_out() {
    let mut map = Map::default().node(1, 0.0, 0.0, &[]).node(2, 9.0, 0.0, &[]);
    map = map.way(1, &[1, 2], &[FOOTWAY, ("level", "0")]);
    let mut members = String::new();
    for id in 10..3_010 {
        map = map.node(id, id as f64, 0.0, &[]).way(id, &[id, id + 1], &[]);
        members += &format!("<member type='way' ref='{id}' role='outer'/>");
    }
    let relation = format!(
        "<relation id='7'>{members}<tag k='type' v='multipolygon'/><tag k='indoor' v='area'/>\
         <tag k='level' v='0'/></relation></osm>"
    );
    let text = map.text().replace("</osm>", &relation);
    let opened = cicerone_maps::from_bytes("map.osm", text.as_bytes()).unwrap();
    assert!(says(&opened.warnings, "made of 3000 ways"), "{:?}", opened.warnings);
}

#[test]
fn footways_that_no_wheelchair_passes_are_not_step_free() {
    let opened = Map::default()
        .node(1, 0.0, 0.0, &[])
        .node(2, 20.0, 0.0, &[])
        .node(3, 10.0, 15.0, &[])
        .way(10, &[1, 2], &[FOOTWAY, ("level", "0"), ("wheelchair", "no")])
        .way(11, &[1, 3], &[FOOTWAY, ("level", "0"), ("wheelchair", "yes")])
        .way(12, &[3, 2], &[FOOTWAY, ("level", "0")])
        .read();
    let fits: Vec<_> = opened.document.passages.iter().map(|passage| passage.step_free).collect();
    assert_eq!(fits, [Some(false), None, None]);
    let world = World::from_document(&opened.document).unwrap();
    let length = |profile: Profile| {
        let journey = Journey::between("node/1@0", "node/2@0");
        journey.route_for(&world, profile).map(|route| route.length().round())
    };
    assert_eq!(length(Profile::Walk).unwrap(), 20.0);
    assert_eq!(length(Profile::StepFree).unwrap(), 36.0);
    let mut only = opened.document.clone();
    only.passages.truncate(2);
    let world = World::from_document(&only).unwrap();
    let journey = Journey::between("node/1@0", "node/2@0");
    let error = journey.route_for(&world, Profile::StepFree).unwrap_err().to_string();
    assert!(error.contains("a way that is not fit for wheelchairs"), "{error}");
}

#[test]
fn a_shop_without_a_door_is_entered_from_the_way_that_passes_it() {
    let shop = [("indoor", "room"), ("level", "0"), ("name", "Bakery")];
    let hall = [("indoor", "corridor"), ("level", "0")];
    let map = |shop_at: f64| {
        Map::default()
            .node(1, 0.0, 5.0, &[])
            .node(2, 40.0, 5.0, &[])
            .way(10, &[1, 2], &[FOOTWAY, ("level", "0")])
            .node(3, -1.0, 0.0, &[])
            .node(4, 41.0, 0.0, &[])
            .node(5, 41.0, 10.0, &[])
            .node(6, -1.0, 10.0, &[])
            .way(11, &[3, 4, 5, 6, 3], &hall)
            .node(7, 10.0, shop_at, &[])
            .node(8, 16.0, shop_at, &[])
            .node(9, 16.0, shop_at + 6.0, &[])
            .node(20, 10.0, shop_at + 6.0, &[])
            .way(12, &[7, 8, 9, 20, 7], &shop)
            .text()
    };
    let opened = cicerone_maps::from_bytes("test.osm", map(10.0).as_bytes()).unwrap();
    assert!(says(&opened.warnings, "entered from the nearest way"), "{:?}", opened.warnings);
    let world = World::from_document(&opened.document).unwrap();
    let route = Journey::between("node/1@0", "bakery").route(&world).unwrap();
    assert!((15.0..25.0).contains(&route.length()), "{}", route.length());
    // Whoever walks gets out of it, though no door of it is drawn.
    let doors = &opened.document.doors;
    assert!(matches!(&doors[..], [door] if door.kind == DoorKind::Opening), "{doors:?}");
    assert!(says(&opened.warnings, "an opening is supposed"), "{:?}", opened.warnings);
    let shop = world.find("bakery").unwrap();
    let mut walker = Walker::new(&world, shop, Some(Heading::new(0.0)));
    for step in ["through door 1", "forward 1"] {
        walker.go(&step.parse().unwrap()).unwrap();
    }
    // One that stands apart is not.
    let opened = cicerone_maps::from_bytes("test.osm", map(14.0).as_bytes()).unwrap();
    assert!(says(&opened.warnings, "no way leads there"), "{:?}", opened.warnings);
}
