//! A small IMDF venue, written file by file.

#![allow(dead_code, clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

/// The files of a venue.
pub(crate) struct Venue {
    pub(crate) files: BTreeMap<String, String>,
    features: BTreeMap<String, Vec<Value>>,
}

impl Venue {
    /// A corridor, a room and a lift on each of two storeys.
    pub(crate) fn two_storeys() -> Venue {
        let mut venue = Venue { files: BTreeMap::new(), features: BTreeMap::new() };
        venue.files.insert("manifest.json".into(), r#"{"version":"1.0.0","language":"en"}"#.into());
        let name = json!({"name": {"en": "Small"}});
        venue.add("venue", "v", Value::Null, name);
        for level in 0..2 {
            let id = format!("l{level}");
            let names = json!({"ordinal": level, "name": {"en": format!("Level {level}")},
                "short_name": {"en": level.to_string()}, "outdoor": false});
            venue.add("level", &id, Value::Null, names);
            let corridor = [[0.0, 0.0], [20.0, 0.0], [20.0, 2.0], [0.0, 2.0]];
            venue.unit(&format!("way-{level}"), "walkway", &id, &corridor, None);
            let room = [[2.0, 2.0], [8.0, 2.0], [8.0, 7.0], [2.0, 7.0]];
            let name = (level == 1).then_some("1.01");
            venue.unit(&format!("room-{level}"), "room", &id, &room, name);
            venue.opening(&format!("o-room-{level}"), &id, [[4.0, 2.0], [5.0, 2.0]]);
            let lift = [[20.0, 0.0], [22.0, 0.0], [22.0, 2.0], [20.0, 2.0]];
            venue.unit(&format!("lift-{level}"), "elevator", &id, &lift, None);
            venue.opening(&format!("o-lift-{level}"), &id, [[20.0, 0.5], [20.0, 1.5]]);
        }
        let shaft = [[10.0, 3.0], [12.0, 3.0], [12.0, 5.0], [10.0, 5.0]];
        venue.unit("shaft", "opentobelow", "l1", &shaft, None);
        let at = |x: f64, y: f64| json!({"type": "Point", "coordinates": position([x, y])});
        venue.add(
            "amenity",
            "fountain",
            at(12.0, 1.8),
            json!({"category": "drinkingfountain", "unit_ids": ["way-0"]}),
        );
        venue.add("anchor", "a-room", at(5.0, 5.0), json!({"unit_id": "room-0"}));
        venue.add(
            "occupant",
            "bakery",
            Value::Null,
            json!({"category": "bakery", "name": {"en": "Bakery"}, "anchor_id": "a-room"}),
        );
        venue
    }

    pub(crate) fn unit(
        &mut self,
        id: &str,
        category: &str,
        level: &str,
        ring: &[[f64; 2]],
        name: Option<&str>,
    ) {
        let mut ring: Vec<Value> = ring.iter().map(|corner| json!(position(*corner))).collect();
        ring.push(ring[0].clone());
        let geometry = json!({"type": "Polygon", "coordinates": [ring]});
        let name = name.map(|name| json!({"en": name}));
        self.add(
            "unit",
            id,
            geometry,
            json!({"category": category, "level_id": level, "name": name}),
        );
    }

    fn opening(&mut self, id: &str, level: &str, line: [[f64; 2]; 2]) {
        let line = line.map(position);
        self.add(
            "opening",
            id,
            json!({"type": "LineString", "coordinates": line}),
            json!({"category": "pedestrian", "level_id": level,
                "door": {"type": "sliding", "automatic": true, "material": null}}),
        );
    }

    pub(crate) fn add(&mut self, file: &str, id: &str, geometry: Value, properties: Value) {
        let features = self.features.entry(file.to_owned()).or_default();
        features.push(json!({"type": "Feature", "feature_type": file, "id": id,
            "geometry": geometry, "properties": properties}));
        let collection = json!({"type": "FeatureCollection", "features": features});
        self.files.insert(format!("{file}.geojson"), collection.to_string());
    }

    pub(crate) fn write(&self, folder: &Path) {
        for (name, text) in &self.files {
            std::fs::write(folder.join(name), text).unwrap();
        }
    }

    pub(crate) fn zip(&self) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, text) in &self.files {
            writer
                .start_file(format!("venue/{name}"), zip::write::SimpleFileOptions::default())
                .unwrap();
            writer.write_all(text.as_bytes()).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }
}

/// Metres to the east and south as longitude and latitude.
fn position([x, y]: [f64; 2]) -> [f64; 2] {
    [8.0 + x / 71_690.0, 49.9 - y / 111_230.0]
}
