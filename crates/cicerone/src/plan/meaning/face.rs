//! `Face` and `Turn`: changes of heading on the spot.
//!
//! | attribute | meaning | example |
//! |---|---|---|
//! | `Turn` | a turn on the spot, or none; walks only where `location`, `precond` or `postcond` is one, or where both a side and what opens there are said | `Turn(direction=Left)`: 'turn left' |
//! | `Turn.direction`, `Face.direction` | the sector the new heading lies in, seen from the old; from an unknown heading not judged unless `precond` gives one | 'turn around' is `Back` |
//! | `Turn.face`, `Face.faced` | after the turn the description holds; a thing without a side is ahead | 'face the easel' |
//! | `Turn.location` | the walk before the turn, or being there already | 'at the stone floor, turn right' |
//! | `Turn.precond` as `Face` | how one stands before the turn; if no heading was known, some heading does | 'with your back to the wall, turn right' |
//! | `Turn.precond` as `Travel` | as `location` | 'at the end of the hall turn left' |
//! | `Turn.postcond` | the walk after the turn | 'take a right to the end of the hall' |
//! | `Turn.view` | only the look changes: the description holds where one stands in the end | 'you should be facing the grass' |

use super::motion::{cuts, passages, walk_end};
use super::scene::Scene;
use super::tally::{AttributeVerdict, Tally};
use super::thing::all_fail;
use super::travel::{arrival, travel};
use crate::cas::{Direction, Face, Precondition, Slot, Turn};
use crate::plan::stances::stances;
use crate::world::{Heading, Pose, Side, Sight};

/// How well a turn on the spot (the whole of `poses`) fits.
pub(crate) fn face<T: Tally>(
    sight: &Sight<'_>,
    face: &Face,
    poses: &[Pose],
    role: &'static str,
) -> T {
    let (start, end) = (poses[0], poses[poses.len() - 1]);
    let mut tally: T = direction(&face.direction, start.heading, end.heading, role);
    tally.add(faced(sight, face, end, role));
    tally
}

/// What is faced at a pose.
fn faced<T: Tally>(sight: &Sight<'_>, face: &Face, at: Pose, role: &'static str) -> T {
    let mut tally = T::default();
    let Some(faced) = &face.faced else {
        return tally;
    };
    for thing in &faced.desc {
        tally.add(match at.heading {
            Some(heading) => {
                let scene = Scene::standing(sight, at.place, heading, role);
                Scene { faced: true, ..scene }.thing(thing)
            }
            None => all_fail(thing, role),
        });
    }
    tally
}

/// Which way one turned.
fn direction<T: Tally>(
    wanted: &Slot<Direction>,
    before: Option<Heading>,
    after: Option<Heading>,
    role: &'static str,
) -> T {
    let mut tally = T::default();
    if let Some(wanted) = wanted.get() {
        let verdict = match (before, after) {
            (Some(before), Some(after)) => (before.side_of(after) == Side::from(*wanted)).into(),
            (_, None) => AttributeVerdict::Fails,
            (None, _) => AttributeVerdict::NotJudged,
        };
        tally.judge(role, "direction", verdict);
    }
    tally
}

/// How well the whole of a path fits a turn, with what comes before and after.
pub(crate) fn turn<T: Tally>(sight: &Sight<'_>, turn: &Turn, poses: &[Pose]) -> T {
    let before = match (&turn.location, turn.precond.as_deref()) {
        (Some(_), _) | (_, Some(Precondition::Travel(_))) => cuts(poses),
        _ if walks_until_it_opens(turn) => cuts(poses),
        _ => vec![0],
    };
    let mut best: Option<T> = None;
    for first in before {
        let after = match &turn.postcond {
            Some(_) => cuts(&poses[first..]),
            None => vec![poses.len() - 1 - first],
        };
        for second in after {
            let fit = parts(sight, turn, poses, first, first + second);
            best = Some(match best.take() {
                Some(best) => T::better(best, fit),
                None => fit,
            });
        }
    }
    best.unwrap_or_default()
}

/// The turn between two cuts of a path, the walk before and the walk after.
fn parts<T: Tally>(
    sight: &Sight<'_>,
    turn: &Turn,
    poses: &[Pose],
    first: usize,
    second: usize,
) -> T {
    let mut tally = T::default();
    let (before, on_the_spot, after) = (&poses[..=first], &poses[first..=second], &poses[second..]);
    let straight = |poses: &[Pose]| walk_end(poses, 0) + 1 == poses.len();
    let is_before_said = turn.location.is_some() || turn.precond.is_some();
    let shape = (is_before_said || straight(before))
        && (passages(on_the_spot) == 0 || (is_straight_on(turn) && straight(on_the_spot)));
    tally.judge("head", "Turn", shape.into());
    let (start, end) = (on_the_spot[0], on_the_spot[on_the_spot.len() - 1]);
    if let Some(location) = &turn.location {
        tally.add(arrival(sight, location, before, "location"));
    }
    if let Some(Precondition::Travel(location)) = turn.precond.as_deref() {
        tally.add(arrival(sight, location, before, "precond"));
    }
    match turn.precond.as_deref() {
        Some(Precondition::Face(stand)) => {
            let headings = match start.heading {
                Some(heading) => vec![heading],
                None => stances(sight.world, start.place),
            };
            let fits = headings.into_iter().map(|heading| {
                let at = Pose::new(start.place, heading);
                let mut fit: T = face(sight, stand, &[start, at], "precond");
                fit.add(direction(&turn.direction, Some(heading), end.heading, "direction"));
                fit
            });
            tally.add(fits.reduce(T::better).unwrap_or_default());
        }
        _ => tally.add(direction(&turn.direction, start.heading, end.heading, "direction")),
    }
    if turn.view.get().is_some() {
        let stands = on_the_spot.len() == 1 || start.heading.is_none();
        tally.judge("head", "view", stands.into());
    }
    if let Some(look) = &turn.face {
        let toward = look.direction.get().filter(|_| turn.view.get().is_some());
        match (toward, end.heading) {
            // One looks that way and keeps standing.
            (Some(toward), Some(heading)) => {
                let looked = Pose::new(end.place, heading.toward(Side::from(*toward)));
                tally.add(face(sight, look, &[end, looked], "face"));
            }
            _ => tally.add(face(sight, look, on_the_spot, "face")),
        }
    }
    if let Some(postcond) = &turn.postcond {
        tally.add(travel(sight, postcond, after));
    }
    tally
}

/// 'Go straight': a turn to the front is a walk straight on, or none.
fn is_straight_on(turn: &Turn) -> bool {
    // An open direction may still become that.
    matches!(turn.direction, Slot::Open | Slot::Set(Direction::Front))
}

/// 'Take a left onto the brick': where both the side and what opens there are
/// said, one walks straight on until it does.
fn walks_until_it_opens(turn: &Turn) -> bool {
    turn.view == Slot::Unset
        && turn
            .face
            .as_ref()
            .is_some_and(|face| face.direction.is_present() && face.faced.is_some())
}
