//! `Travel`: one straight walk.
//!
//! | attribute | meaning | example |
//! |---|---|---|
//! | the head | one straight walk of at least one passage that keeps its heading; a turn comes first only if `face` or `location` is there or the heading was unknown | `Travel()`: 'keep going' |
//! | `until` | the description holds where the walk ends | 'go to the chair' |
//! | `distance` | so many passages, whatever the unit is called | 'move two blocks' |
//! | `face` | how one stands before walking | 'go down the grassy hallway' |
//! | `past` | the description holds at a place strictly between the ends | 'passing the chair' |
//! | `follow` | its description holds where the walk ends, as `until` | 'follow the brick to the end' |
//! | `location` | a walk, or standing there already, before this one | 'from the easel, move one block' |
//!
//! `Travel(face=...)` alone may be no walk at all ('go towards the lamp'), and
//! so may 'only one way to go', a path with `Count=1`.

use super::face::face;
use super::motion::{cuts, passages, turn_end, walk_end};
use super::scene::Scene;
use super::tally::{AttributeVerdict, Tally};
use super::thing::all_fail;
use crate::cas::{Distance, Slot, Thing, Travel, Verify};
use crate::world::{Pose, Sight};

/// How well the whole of a path fits a walk.
pub(crate) fn travel<T: Tally>(sight: &Sight<'_>, travel: &Travel, poses: &[Pose]) -> T {
    let Some(location) = &travel.location else {
        return walk(sight, travel, poses);
    };
    let fits = cuts(poses).into_iter().map(|cut| {
        let mut tally: T = arrival(sight, location, &poses[..=cut], "location");
        tally.add(walk(sight, travel, &poses[cut..]));
        tally
    });
    // A path has at least the cut at its start.
    fits.reduce(T::better).unwrap_or_default()
}

/// A walk to where something is, or none if one is there already: what comes
/// before a turn or another walk.
pub(crate) fn arrival<T: Tally>(
    sight: &Sight<'_>,
    how: &Travel,
    poses: &[Pose],
    role: &'static str,
) -> T {
    if passages(poses) > 0 {
        return travel(sight, how, poses);
    }
    let mut tally = T::default();
    tally.judge(role, "Travel", AttributeVerdict::from(poses.len() == 1));
    tally.add(ending(sight, how, poses, poses.len() == 1));
    if let Some(turn) = &how.face {
        tally.add(face(sight, turn, poses, "face"));
    }
    for thing in how.past.iter().flat_map(|past| &past.desc) {
        tally.add(passing(sight, thing, &[]));
    }
    if let Some(location) = &how.location {
        tally.add(arrival(sight, location, poses, role));
    }
    tally
}

fn walk<T: Tally>(sight: &Sight<'_>, travel: &Travel, poses: &[Pose]) -> T {
    let turned = turn_end(poses, 0);
    let end = walk_end(poses, turned);
    let may_turn = travel.face.is_some() || travel.location.is_some() || poses[0].heading.is_none();
    let may_stand = (travel.face.is_some()
        && travel.until.is_none()
        && travel.distance.is_none()
        && travel.past.is_none())
        || is_only_way(travel);
    let shape = end + 1 == poses.len() && (turned == 0 || may_turn) && (end > turned || may_stand);
    let mut tally = T::default();
    tally.judge("head", "Travel", shape.into());
    tally.add(ending(sight, travel, &poses[turned..], end + 1 == poses.len()));
    if let Some(turn) = &travel.face {
        tally.add(face(sight, turn, &poses[..=turned], "face"));
    }
    if let Some(past) = &travel.past {
        let walk = &poses[turned..=end];
        let between = walk.get(1..walk.len().saturating_sub(1)).unwrap_or(&[]);
        for thing in &past.desc {
            tally.add(passing(sight, thing, between));
        }
    }
    tally
}

/// What holds at the end of a walk: `until`, `distance` and `follow`.
pub(crate) fn ending<T: Tally>(
    sight: &Sight<'_>,
    travel: &Travel,
    walk: &[Pose],
    is_straight: bool,
) -> T {
    let mut tally = T::default();
    for (until, role) in [
        (&travel.until, "until"),
        (&travel.follow.as_ref().and_then(|follow| follow.until.clone()), "follow"),
    ] {
        let Some(until) = until else { continue };
        let straight = if is_straight { walk } else { &walk[walk.len() - 1..] };
        tally.add(described(Scene::after(sight, straight, role), until, role));
    }
    if let Some(distance) = &travel.distance {
        tally.add(counted(distance, passages(walk)));
    }
    tally
}

/// A whole description at one scene; if there is none, all of it fails.
pub(crate) fn described<T: Tally>(
    scene: Option<Scene<'_, '_>>,
    verify: &Verify,
    role: &'static str,
) -> T {
    let mut tally = T::default();
    for thing in &verify.desc {
        tally.add(match &scene {
            Some(scene) => scene.thing(thing),
            None => all_fail(thing, role),
        });
    }
    if let Some(distance) = &verify.dist {
        tally.add(away(scene.as_ref(), distance, &verify.desc));
    }
    tally
}

/// `Verify(dist)`: what is described is so many passages away.
fn away<T: Tally>(scene: Option<&Scene<'_, '_>>, distance: &Distance, things: &[Thing]) -> T {
    let k = scene.and_then(|scene| {
        let count = *distance.count.get()?;
        let there = || scene.everything().filter(move |seen| seen.k == count);
        let holds = |thing: &Thing| {
            let there = there().filter(|seen| scene.is_candidate(thing, seen));
            scene.best::<super::Truth>(thing, there).delta()
        };
        things.iter().all(holds).then_some(count)
    });
    counted(distance, k.map_or(usize::MAX, |k| k as usize))
}

/// A counted distance. The unit is a passage, whatever it is called: 'blocks',
/// 'alleys', 'intersections' and 'segments' all count passages in the data.
fn counted<T: Tally>(distance: &Distance, passages: usize) -> T {
    let mut tally = T::default();
    if let Some(count) = distance.count.get() {
        tally.judge("distance", "count", (*count as usize == passages).into());
    }
    if let Some(unit) = &distance.unit {
        for thing in &unit.desc {
            tally.add(all_hold(thing, "distUnit"));
        }
    }
    tally
}

/// `past`: at one place between the ends the thing holds; with a `Count`, at
/// so many.
fn passing<T: Tally>(sight: &Sight<'_>, thing: &Thing, between: &[Pose]) -> T {
    let mut plain = thing.clone();
    let count = std::mem::take(&mut plain.count);
    let mut best: Option<T> = None;
    let mut places = 0;
    for number in 0..between.len() {
        let Some(mut scene) = Scene::after(sight, &between[..=number], "past") else { continue };
        scene.walk = &[];
        let fit: T = scene.thing(&plain);
        places += u32::from(fit.blame().0 == 0);
        best = Some(match best.take() {
            Some(best) => T::better(best, fit),
            None => fit,
        });
    }
    let mut tally = best.unwrap_or_else(|| all_fail(&plain, "past"));
    if let Some(count) = count.get() {
        tally.judge("past", "Count", (places == *count).into());
    }
    tally
}

/// 'Only one way to go': a path with `Count=1`.
fn is_only_way(travel: &Travel) -> bool {
    // An open count may still become 1.
    let is_single = |thing: &Thing| matches!(thing.count, Slot::Open | Slot::Set(1));
    travel.until.as_ref().is_some_and(|until| until.desc.iter().any(is_single))
        && travel.distance.is_none()
        && travel.face.is_some()
}

/// Every leaf of a thing that cannot fail.
fn all_hold<T: Tally>(thing: &Thing, role: &'static str) -> T {
    let failed: super::Ledger = all_fail(thing, role);
    let mut tally = T::default();
    for (role, leaf, _) in failed.entries {
        tally.judge(role, leaf, AttributeVerdict::Holds);
    }
    tally
}
