//! Broken maps give errors, never panics.
//!
//! Every reader is fed mutated copies of a good map. `CICERONE_MUTATIONS` sets
//! how many for each.

#![allow(clippy::unwrap_used, dead_code)]

mod support;

use cicerone_maps::Source;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use support::{Style, from_xml, to_pbf};

const RMF: &[u8] = include_bytes!("maps/small/small.building.yaml");
const OSM: &str = include_str!("maps/small/small.osm");
const NAV2: &[u8] = include_bytes!("maps/nav2/sample_graph.geojson");

/// Feeds mutations of a good map to its reader.
fn mutate(name: &str, good: &[u8]) {
    let count = std::env::var("CICERONE_MUTATIONS").ok();
    let count: u64 = count.map_or(2_000, |count| count.parse().unwrap());
    let read = |bytes: &[u8]| cicerone_maps::read(&Source::from_bytes(name, bytes)).is_ok();
    assert!(read(good), "the unchanged map must be accepted");
    let mut refused = 0;
    for seed in 0..count {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut bytes = good.to_vec();
        for _ in 0..random.random_range(1..4) {
            change(&mut bytes, &mut random);
        }
        refused += u64::from(!read(&bytes));
    }
    // If nearly nothing, or everything, were refused the mutations would test
    // nothing.
    assert!(refused > count / 20 && refused < count, "{refused} of {count} refused");
}

fn change(bytes: &mut Vec<u8>, random: &mut impl Rng) {
    if bytes.is_empty() {
        return bytes.push(random.random());
    }
    let at = random.random_range(0..bytes.len());
    let end = (at + random.random_range(1..20)).min(bytes.len());
    match random.random_range(0..8) {
        0 => bytes[at] = random.random(),
        1 => bytes[at] ^= 1 << random.random_range(0..8),
        2 => {
            let signs = b"<>{}[]()=,.\"'0123456789eE-+ \n&*:;#";
            bytes.insert(at, signs[random.random_range(0..signs.len())]);
        }
        3 => drop(bytes.drain(at..end)),
        4 => bytes.truncate(at),
        5 => {
            let copy = bytes[at..end].to_vec();
            let to = random.random_range(0..=bytes.len());
            bytes.splice(to..to, copy);
        }
        6 => bytes[at..end].reverse(),
        _ => {
            let numbers: [&[u8]; 6] =
                [b"-1", b"1e308", b"99999999999999999999", b"NaN", b"0", b"\xff\xff\xff\xff\x7f"];
            bytes.splice(at..end, numbers[random.random_range(0..6)].iter().copied());
        }
    }
}

#[test]
fn open_rmf_buildings() {
    mutate("map.building.yaml", RMF);
}

#[test]
fn nav2_graphs() {
    mutate("graph.geojson", NAV2);
}

#[test]
fn osm_xml() {
    mutate("map.osm", OSM.as_bytes());
}

#[test]
fn osm_pbf() {
    mutate("map.osm.pbf", &to_pbf(&from_xml(OSM), Style::Raw));
}

#[test]
fn packed_osm_pbf() {
    mutate("map.osm.pbf", &to_pbf(&from_xml(OSM), Style::Plain));
}
