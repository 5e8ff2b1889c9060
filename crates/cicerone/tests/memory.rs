//! Memory grows with what is asked for, not faster: alone in its process, so
//! that what is measured is what this takes.

#![allow(clippy::unwrap_used)]

use cicerone::guide::{Guide, GuideOptions};
use cicerone::world::{GenerateConfig, Journey, Route, generate};

/// The most memory that this process ever had, in MiB, where the system tells.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes >> 10)
}

#[test]
fn a_path_of_two_thousand_poses_is_told_within_200_megabytes() {
    let world = generate(GenerateConfig { places: 90_000, openness: 0.0, ..Default::default() });
    let world = world.unwrap();
    let whole = Journey::between("0,0", "299,299").route(&world).unwrap();
    assert!(whole.poses().len() >= 2000, "{}", whole.poses().len());
    let route = Route::new(&world, whole.poses()[..2000].to_vec()).unwrap();
    let guide = Guide::embedded().unwrap();
    let before = peak();
    let instruction = guide.instruct(&world, &route, &GuideOptions::default()).unwrap();
    assert_eq!(instruction.steps.last().unwrap().segment.last, 1999);
    if let (Some(before), Some(after)) = (before, peak()) {
        println!("{before} MiB before, {after} MiB at most");
        assert!(after < 200, "{before} MiB before, {after} MiB at most");
    }
}
