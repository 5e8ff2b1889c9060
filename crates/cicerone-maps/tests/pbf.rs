//! OpenStreetMap PBF reads as the XML it was made of, is refused when broken,
//! and is read in little time and memory however large.

#![allow(clippy::unwrap_used, dead_code)]

mod support;

use std::time::Instant;

use cicerone_maps::{Opened, Source};
use support::{Map, Style, append, blob, blob_of, bytes_field, from_xml, number_field, to_pbf};

fn station() -> String {
    let path = format!("{}/tests/maps/osm/da_hbf.osm", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

fn read(bytes: &[u8]) -> cicerone::Result<Opened> {
    cicerone_maps::read(&Source::from_bytes("map.osm.pbf", bytes))
}

#[track_caller]
fn refused(bytes: &[u8], parts: &[&str]) {
    let error = cicerone_maps::from_bytes("map.osm.pbf", bytes).unwrap_err();
    let message = error.to_string();
    assert!(error.is_input(), "{message}");
    for part in parts.iter().chain(&["map.osm.pbf"]) {
        assert!(message.contains(part), "'{part}' is not in: {message}");
    }
}

#[test]
fn packed_or_not_it_reads_as_its_xml() {
    let text = station();
    let map = from_xml(&text);
    let mut xml = cicerone_maps::read(&Source::from_bytes("map.osm", text.as_bytes())).unwrap();
    xml.document.name = "map".to_owned();
    for style in [Style::Dense, Style::Plain, Style::Raw] {
        let pbf = read(&to_pbf(&map, style)).unwrap();
        assert_eq!(pbf.document, xml.document, "{style:?}");
        assert_eq!(pbf.warnings, xml.warnings, "{style:?}");
    }
}

/// The small map as other crates' tests have it. `UPDATE=1` writes it anew.
#[test]
fn the_small_map_is_kept_as_pbf() {
    let maps = format!("{}/tests/maps/small", env!("CARGO_MANIFEST_DIR"));
    let xml = std::fs::read_to_string(format!("{maps}/small.osm")).unwrap();
    let (bytes, file) = (to_pbf(&from_xml(&xml), Style::Dense), format!("{maps}/small.osm.pbf"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, &bytes).unwrap();
    }
    let kept = read(&std::fs::read(file).unwrap()).unwrap();
    assert_eq!(kept, read(&bytes).unwrap());
}

fn small() -> Map {
    let footway = [("highway", "footway"), ("level", "0")];
    let footway = footway.iter().map(|(k, v)| (k.to_string(), v.to_string())).collect();
    Map {
        nodes: vec![(1, 49.0, 8.0, Vec::new()), (2, 49.0001, 8.0, Vec::new())],
        ways: vec![(10, vec![1, 2], footway)],
        relations: Vec::new(),
    }
}

#[test]
fn wrong_sizes_are_refused() {
    let good = to_pbf(&small(), Style::Dense);
    read(&good).unwrap();
    refused(&good[..good.len() - 3], &["block 2", "ends within a block"]);
    refused(&good[..good.len() / 2], &["block"]);

    let mut header = good.clone();
    header.extend([0x7f, 0xff, 0xff, 0xff]);
    refused(&header, &["block 3", "header of 2147483647 bytes"]);
    let mut cut = good.clone();
    cut.extend([0, 0]);
    refused(&cut, &["block 3", "within a block's size"]);

    // A block that claims more than the format allows, and one that unpacks to
    // something else than it claims.
    let mut large = good.clone();
    blob_of(&mut large, "OSMData", &[], 1 << 40);
    refused(&large, &["block 3", "larger than"]);
    for claimed in [3, 1 << 20, 1 << 40] {
        let mut packed = Vec::new();
        blob(&mut packed, "OSMData", &[0x12, 0x00, 0x12, 0x00], Style::Dense);
        // The packed data are the last field of the blob.
        let data = packed.windows(2).position(|pair| pair == [0x78, 0x9c]).unwrap();
        let mut blob = Vec::new();
        number_field(&mut blob, 2, claimed);
        bytes_field(&mut blob, 3, &packed[data..]);
        let mut file = good.clone();
        blob_of(&mut file, "OSMData", &blob, blob.len() as u64);
        refused(&file, &["block 3", "unpack"]);
    }
    let mut other = good.clone();
    let mut blob = Vec::new();
    bytes_field(&mut blob, 7, &[1, 2, 3]);
    blob_of(&mut other, "OSMData", &blob, blob.len() as u64);
    refused(&other, &["something else than zlib"]);
}

#[test]
fn wrong_contents_are_refused_by_feature() {
    let mut map = small();
    map.nodes[0].1 = 4000.0;
    refused(&to_pbf(&map, Style::Dense), &["node 1", "nowhere on earth"]);

    let mut header = Vec::new();
    bytes_field(&mut header, 4, b"HistoricalInformation");
    let mut file = Vec::new();
    blob(&mut file, "OSMHeader", &header, Style::Dense);
    refused(&file, &["HistoricalInformation"]);

    // A way that asks for a text that is not there.
    let (mut way, mut group, mut block) = (Vec::new(), Vec::new(), Vec::new());
    number_field(&mut way, 1, 77);
    bytes_field(&mut way, 2, &[9]);
    bytes_field(&mut way, 3, &[9]);
    bytes_field(&mut group, 3, &way);
    bytes_field(&mut block, 2, &group);
    let mut file = to_pbf(&small(), Style::Dense);
    blob(&mut file, "OSMData", &block, Style::Dense);
    refused(&file, &["block 3", "way 77", "text 9 of 0"]);
}

#[test]
#[ignore = "takes minutes: makes a file of 100 MB by repeating and reads it"]
fn a_hundred_megabytes_are_read_in_thirty_seconds_and_a_gibibyte() {
    let station = from_xml(&station());
    let mut file = to_pbf(&Map::default(), Style::Dense);
    let mut copies = 0;
    while file.len() < 100_000_000 {
        // Side by side, each with ids and blocks of its own.
        let east = f64::from(copies % 60) * 0.006;
        let north = f64::from(copies / 60) * 0.004;
        let id = |id: i64| id + i64::from(copies) * 20_000_000_000;
        let mut copy = station.clone();
        for (node, lat, lon, _) in &mut copy.nodes {
            (*node, *lat, *lon) = (id(*node), *lat + north, *lon + east);
        }
        for (way, nodes, _) in &mut copy.ways {
            *way = id(*way);
            nodes.iter_mut().for_each(|node| *node = id(*node));
        }
        copy.relations.clear();
        append(&mut file, &copy, Style::Dense);
        copies += 1;
    }
    let path = tempfile::Builder::new().suffix(".osm.pbf").tempfile().unwrap();
    std::fs::write(path.path(), &file).unwrap();
    let size = file.len();
    drop(file);
    let before = peak();
    let start = Instant::now();
    let opened = cicerone_maps::read(&Source::from_path(path.path()).unwrap()).unwrap();
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{size} bytes, {copies} copies, {} places, {} passages: {seconds:.1} s, {} MiB (before {} MiB)",
        opened.document.places.len(),
        opened.document.passages.len(),
        peak() >> 10,
        before >> 10,
    );
    assert_eq!(opened.document.connections.len() % copies as usize, 0);
    assert!(seconds < 30.0, "{seconds} s");
    assert!(peak() < 1 << 20, "{} KiB", peak());
}

/// The most memory this process has had, in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}
