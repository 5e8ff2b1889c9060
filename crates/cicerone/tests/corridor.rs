//! What grows with a route grows no faster: alone in its process, so that what is
//! measured is what this takes.

#![allow(clippy::unwrap_used)]

#[path = "support/straight.rs"]
mod straight;

use std::time::{Duration, Instant};

use cicerone::guide::{Guide, GuideOptions};
use cicerone::world::Journey;
use straight::corridor;

#[test]
fn a_long_corridor_is_told_in_time() {
    let world = corridor(20_000);
    let guide = Guide::embedded().unwrap();
    let started = Instant::now();
    let route = Journey::between("0,0,90", "19999,0").route(&world).unwrap();
    let instruction = guide.instruct(&world, &route, &GuideOptions::default()).unwrap();
    let took = started.elapsed();
    assert_eq!(instruction.steps.last().unwrap().segment.last, route.poses().len() - 1);
    assert!(took < Duration::from_secs(5), "{took:?}");
}
