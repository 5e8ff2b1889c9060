//! Broken maps give errors, never panics.
//!
//! Every reader is fed mutated copies of a good map. `CICERONE_MUTATIONS` sets
//! how many for each.

#![allow(clippy::unwrap_used, dead_code)]

mod support;
mod venue;

use cicerone_maps::Source;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use support::{Style, from_xml, to_pbf};
use venue::Venue;

const RMF: &[u8] = include_bytes!("maps/small/small.building.yaml");
const OSM: &str = include_str!("maps/small/small.osm");
const PLAN: &[u8] = include_bytes!("maps/small/small.plan.json");
const NAV2: &[u8] = include_bytes!("maps/nav2/sample_graph.geojson");

fn count() -> u64 {
    let count = std::env::var("CICERONE_MUTATIONS").ok();
    count.map_or(2_000, |count| count.parse().unwrap())
}

/// Feeds mutations of a good map to its reader.
fn mutate(name: &str, good: &[u8]) {
    let count = count();
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

/// Ways are found on the plan as well, since outlines may be anything.
#[test]
fn own_floor_plans() {
    let (count, mut refused) = (count(), 0);
    for seed in 0..count {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut bytes = PLAN.to_vec();
        for _ in 0..random.random_range(1..4) {
            if random.random() {
                change(&mut bytes, &mut random)
            } else {
                move_point(&mut bytes, &mut random)
            }
        }
        refused += u64::from(cicerone_maps::world_from_bytes("plan.json", &bytes).is_err());
    }
    assert!(refused > count / 20 && refused < count, "{refused} of {count} refused");
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

/// A venue is several files: one of them is changed, then they are packed. Ways
/// are found as well, since outlines may be anything.
#[test]
fn imdf_venues() {
    let (count, mut refused) = (count(), 0);
    let good = Venue::two_storeys();
    let names: Vec<String> = good.files.keys().cloned().collect();
    cicerone_maps::from_bytes("v.zip", &good.zip()).unwrap();
    for seed in 0..count {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut venue = Venue::two_storeys();
        let name = &names[random.random_range(0..names.len())];
        let mut bytes = venue.files[name].clone().into_bytes();
        for _ in 0..random.random_range(1..4) {
            // Half of the changes are of numbers, which stay GeoJSON.
            if random.random() {
                change(&mut bytes, &mut random)
            } else {
                move_point(&mut bytes, &mut random)
            }
        }
        venue.files.insert(name.clone(), String::from_utf8_lossy(&bytes).into_owned());
        refused += u64::from(cicerone_maps::from_bytes("v.zip", &venue.zip()).is_err());
    }
    assert!(refused > count / 20 && refused < count, "{refused} of {count} refused");
}

/// Puts another digit in the place of one.
fn move_point(bytes: &mut [u8], random: &mut impl Rng) {
    let digits: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at].is_ascii_digit()).collect();
    if !digits.is_empty() {
        bytes[digits[random.random_range(0..digits.len())]] = b'0' + random.random_range(0..10);
    }
}
