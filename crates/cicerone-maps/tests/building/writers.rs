//! Documents as other programs write them, for tests only.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use cicerone::world::document::{AreaEntry, AreaKind, ConnectionKind, Document, Point};
use serde_json::{Value, json};

use crate::checked::apart;

/// An id that a door bears in what was written.
pub(crate) type Ids = BTreeMap<String, String>;

/// Metres to the east and south as longitude and latitude.
fn position([x, y]: Point) -> [f64; 2] {
    [8.0 + x / 71_819.0, 49.9 - y / 111_229.0]
}

/// A zip archive of GeoJSON.
pub(crate) fn imdf(document: &Document) -> (Vec<u8>, Ids) {
    let mut files: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    let mut add = |file: &'static str, id: &str, geometry: Value, properties: Value| {
        files.entry(file).or_default().push(json!({"type": "Feature", "feature_type": file,
            "id": id, "geometry": geometry, "properties": properties}));
    };
    add("venue", "venue", Value::Null, json!({"name": {"en": document.name}}));
    for level in &document.levels {
        let names = json!({"ordinal": level.ordinal as i64, "name": {"en": level.name},
            "short_name": {"en": level.short_name}, "outdoor": false});
        add("level", &level.id, Value::Null, names);
    }
    for area in &document.areas {
        let mut ring: Vec<_> = area.outline.iter().map(|corner| position(*corner)).collect();
        ring.push(ring[0]);
        let category = match area.kind {
            AreaKind::Corridor => "walkway",
            AreaKind::Stairs => "stairs",
            AreaKind::Lift => "elevator",
            _ => "room",
        };
        let name = area.name.as_ref().map(|name| json!({"en": name}));
        add(
            "unit",
            &area.id,
            json!({"type": "Polygon", "coordinates": [ring]}),
            json!({"category": category, "level_id": area.level, "name": name}),
        );
    }
    for door in &document.doors {
        let line = door.line.map(position);
        let kind = json!({"type": "swinging", "automatic": false, "material": null});
        add(
            "opening",
            &door.id,
            json!({"type": "LineString", "coordinates": line}),
            json!({"category": "pedestrian", "level_id": door.level, "door": kind}),
        );
    }
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut put = |name: String, text: String| {
        writer.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    };
    put("manifest.json".to_owned(), r#"{"version":"1.0.0","language":"en"}"#.to_owned());
    for (file, features) in &files {
        let collection = json!({"type": "FeatureCollection", "features": features});
        put(format!("{file}.geojson"), collection.to_string());
    }
    let ids = document.doors.iter().map(|door| (door.id.clone(), door.id.clone())).collect();
    (writer.finish().unwrap().into_inner(), ids)
}

/// OpenStreetMap's XML in Simple Indoor Tagging.
pub(crate) fn osm(document: &Document) -> (Vec<u8>, Ids) {
    let mut nodes = String::new();
    let mut ways = String::new();
    let mut next = 0;
    let mut node = |at: Point, tags: &str| {
        next += 1;
        let [longitude, latitude] = position(at);
        let _ = write!(
            nodes,
            "<node id='{next}' lat='{latitude:.9}' lon='{longitude:.9}'>{tags}</node>"
        );
        next
    };
    let tag = |key: &str, value: &str| format!("<tag k='{key}' v='{value}'/>");
    // Doors above each other are one node that is on several levels.
    let mut doors: Vec<(Point, u64)> = Vec::new();
    let mut ids = Ids::new();
    for door in &document.doors {
        let middle = |line: [Point; 2]| [0, 1].map(|axis| (line[0][axis] + line[1][axis]) / 2.0);
        let at = middle(door.line);
        if doors.iter().any(|(known, _)| apart(*known, at) < 0.01) {
            continue;
        }
        let same = document.doors.iter().filter(|other| apart(middle(other.line), at) < 0.01);
        let levels: Vec<&str> = same.clone().map(|other| other.level.as_str()).collect();
        let width = format!("{:.3}", apart(door.line[0], door.line[1]));
        let tags = tag("door", "hinged") + &tag("width", &width) + &tag("level", &levels.join(";"));
        let id = node(at, &tags);
        doors.push((at, id));
        for other in same {
            let written = match levels.len() {
                1 => format!("node/{id}"),
                _ => format!("node/{id}@{}", other.level),
            };
            ids.insert(other.id.clone(), written);
        }
    }
    let is_shaft = |area: &AreaEntry| matches!(area.kind, AreaKind::Stairs | AreaKind::Lift);
    for (number, area) in document.areas.iter().enumerate() {
        // A shaft is drawn once for all its levels.
        if is_shaft(area) && area.level != "0" {
            continue;
        }
        let all: Vec<&str> = document.levels.iter().map(|level| level.id.as_str()).collect();
        let level = if is_shaft(area) { all.join(";") } else { area.level.clone() };
        let _ = write!(ways, "<way id='{}'>", number + 1);
        let mut ring = Vec::new();
        for (a, b) in area.outline.iter().zip(area.outline.iter().cycle().skip(1)) {
            ring.push(node(*a, ""));
            let mut along: Vec<(f64, u64)> = doors
                .iter()
                .filter(|(at, _)| apart(*a, *at) + apart(*at, *b) - apart(*a, *b) < 1e-6)
                .map(|(at, id)| (apart(*a, *at), *id))
                .collect();
            along.sort_by(|x, y| x.0.total_cmp(&y.0));
            ring.extend(along.into_iter().map(|(_, id)| id));
        }
        ring.push(ring[0]);
        for id in ring {
            let _ = write!(ways, "<nd ref='{id}'/>");
        }
        let kind = match area.kind {
            AreaKind::Corridor => tag("indoor", "corridor"),
            AreaKind::Stairs => tag("indoor", "room") + &tag("stairs", "yes"),
            AreaKind::Lift => tag("indoor", "room") + &tag("highway", "elevator"),
            _ => tag("indoor", "room"),
        };
        let name = area.name.as_ref().map(|name| tag("name", name)).unwrap_or_default();
        let _ = write!(ways, "{kind}{name}{}</way>", tag("level", &level));
    }
    (format!("<osm version='0.6'>{nodes}{ways}</osm>").into_bytes(), ids)
}

/// Open-RMF's building, drawn at 5 cm a pixel. It has no stairs.
pub(crate) fn rmf(document: &Document, turned: f64) -> (Vec<u8>, Ids) {
    let pixel = |metres: f64| metres / 0.05 + 2000.0;
    let mut text = String::from("name: random\ncoordinate_system: reference_image\nlevels:\n");
    for level in &document.levels {
        let mut vertices: Vec<(Point, String)> = Vec::new();
        let mut vertex = |at: Point, name: &str| {
            vertices.push((at, name.to_owned()));
            vertices.len() - 1
        };
        let (mut walls, mut doors, mut floors) = (String::new(), String::new(), String::new());
        let here = |other: &str| *other == level.id;
        let (from, to) = (vertex([0.0, 0.0], ""), vertex([10.0, 0.0], ""));
        for door in document.doors.iter().filter(|door| here(&door.level)) {
            let [a, b] = door.line.map(|end| vertex(end, ""));
            let id = &door.id;
            let _ = writeln!(doors, "      - [{a}, {b}, {{name: [1, {id}], type: [1, hinged]}}]");
        }
        for area in document.areas.iter().filter(|area| here(&area.level)) {
            let corners: Vec<usize> = area.outline.iter().map(|at| vertex(*at, "")).collect();
            let _ = writeln!(
                floors,
                "      - {{parameters: {{texture_name: [1, blue_linoleum]}}, vertices: {corners:?}}}"
            );
            if let Some(name) = &area.name {
                let count = area.outline.len() as f64;
                let middle =
                    [0, 1].map(|axis| area.outline.iter().map(|at| at[axis]).sum::<f64>() / count);
                vertex(middle, name);
            }
            for (a, b) in area.outline.iter().zip(area.outline.iter().cycle().skip(1)) {
                // From one door to the next along the edge.
                let on = |at: &Point| apart(*a, *at) + apart(*at, *b) - apart(*a, *b) < 1e-6;
                let ends = document.doors.iter().filter(|door| here(&door.level));
                let mut cuts: Vec<Point> = ends.flat_map(|door| door.line).filter(on).collect();
                cuts.push(*a);
                cuts.push(*b);
                cuts.sort_by(|x, y| apart(*a, *x).total_cmp(&apart(*a, *y)));
                for wall in cuts.chunks_exact(2).filter(|wall| apart(wall[0], wall[1]) > 0.01) {
                    let [from, to] = [wall[0], wall[1]].map(|at| vertex(at, ""));
                    let _ = writeln!(walls, "      - [{from}, {to}, {{}}]");
                }
            }
        }
        let id = &level.id;
        let _ = write!(text, "  L{id}:\n    elevation: {}\n", level.elevation.unwrap_or_default());
        let _ = write!(text, "    measurements:\n      - [{from}, {to}, {{distance: [3, 10]}}]\n");
        let _ = write!(text, "    fiducials:\n      - [2000, 2000, a]\n      - [2200, 2000, b]\n");
        text.push_str("    vertices:\n");
        for ([x, y], name) in &vertices {
            let _ = writeln!(text, "      - [{:.6}, {:.6}, 0, '{name}']", pixel(*x), pixel(*y));
        }
        for (key, entries) in [("walls", walls), ("doors", doors), ("floors", floors)] {
            let _ = write!(text, "    {key}:\n{entries}");
        }
    }
    let lifts = document.connections.iter().filter(|c| c.kind == ConnectionKind::Lift);
    for (number, lift) in lifts.enumerate() {
        if number == 0 {
            text.push_str("lifts:\n");
        }
        let [x, y] = lift.stops[0].at.map(pixel);
        let _ = write!(
            text,
            "  {}:\n    depth: 2\n    width: 2\n    x: {x:.6}\n    y: {y:.6}\n    yaw: {:.9}\n    \
             reference_floor_name: L0\n    doors:\n      front: {{width: 1, x: -1, y: 0}}\n    \
             level_doors:\n",
            lift.id,
            -turned.to_radians()
        );
        for stop in &lift.stops {
            let _ = writeln!(text, "      L{}: [front]", stop.level);
        }
    }
    let ids = document.doors.iter().map(|door| (door.id.clone(), door.id.clone())).collect();
    (text.into_bytes(), ids)
}
