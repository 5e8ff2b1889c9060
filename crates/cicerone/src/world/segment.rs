//! Cutting a route into the pieces that become one sentence each.

use super::course::Leg;
use super::document::Unit;
use super::{AreaId, DoorId, HORIZON, PassageId, Pose, Route, World};

/// A piece of a route: a turn, a walk, or, in recorded demonstrations, a mix.
#[derive(Debug, Clone, PartialEq)]
pub struct Segment {
    /// Its poses, turns on the spot joined; the last is the next segment's first.
    pub poses: Vec<Pose>,
    /// Index of its first pose in the route it was cut from.
    pub first: usize,
    /// Index of its last pose there.
    pub last: usize,
    /// True if the route starts here.
    pub starts_route: bool,
    /// True if the route ends here.
    pub ends_route: bool,
    /// The passage through stairs, a lift, an escalator or a ramp that it is,
    /// if it changes the level; such a segment is nothing else.
    pub ride: Option<PassageId>,
    /// How somebody walks it, in a building.
    pub leg: Option<Box<Leg>>,
}

/// So many passages are walked in one segment at most. Nobody counts farther,
/// and what a walk can be confused with grows with its square.
const LONGEST_WALK: usize = 2 * HORIZON;

/// What one comes by on a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Crossing {
    /// Through a door.
    Door(DoorId),
    /// Out of an area, into one, or from one into another.
    Area {
        /// The area one leaves, if it is known.
        from: Option<AreaId>,
        /// The area one enters, if it is known.
        to: Option<AreaId>,
    },
}

/// What a segment changes, in which order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SegmentKind {
    /// Neither place nor heading.
    Still,
    /// The heading.
    Turn,
    /// The place.
    Walk,
    /// First the heading, then the place.
    TurnWalk,
    /// First the place, then the heading.
    WalkTurn,
    /// A longer mix of turns and walks.
    Mixed,
    /// The level, by stairs, lift, escalator or ramp.
    Ride,
}

impl Route {
    /// Cuts the route where its direction changes, so that each segment is
    /// one turn or one stretch of walking.
    ///
    /// A recorded path may dither: turns on the spot are joined first, and
    /// those that come back to where they began vanish. A route without
    /// movement is one segment that stands still.
    pub fn segments(&self) -> Vec<Segment> {
        let poses = self.poses();
        let kept = joined(poses);
        let mut segments: Vec<Segment> = Vec::new();
        for pair in kept.windows(2) {
            let (before, after) = (poses[pair[0]], poses[pair[1]]);
            let walks = before.place != after.place;
            let ride = self.ride(pair[1]);
            match segments.last_mut() {
                // A walk is nothing but walking, so its last step tells.
                Some(last)
                    if walks
                        && ride.is_none()
                        && last.ride.is_none()
                        && last.poses.len() <= LONGEST_WALK
                        && last.poses[last.poses.len() - 2].place != before.place =>
                {
                    last.poses.push(after);
                    last.last = pair[1];
                }
                _ => segments.push(Segment {
                    poses: vec![before, after],
                    first: pair[0],
                    last: pair[1],
                    starts_route: false,
                    ends_route: false,
                    ride,
                    leg: None,
                }),
            }
        }
        if segments.is_empty() {
            segments.push(Segment::whole(self));
        }
        // What was dropped before the first or after the last movement
        // belongs to the segment beside it.
        let count = segments.len();
        segments[0].first = 0;
        segments[0].starts_route = true;
        segments[count - 1].last = poses.len() - 1;
        segments[count - 1].ends_route = true;
        segments
    }
}

/// The indices of the poses that remain when turns on the spot are joined.
fn joined(poses: &[Pose]) -> Vec<usize> {
    let mut kept = Vec::with_capacity(poses.len());
    let mut first = 0;
    while first < poses.len() {
        let here = poses[first].place;
        let run = poses[first..].iter().take_while(|pose| pose.place == here).count();
        let last = first + run - 1;
        let turns = match (poses[first].heading, poses[last].heading) {
            (Some(before), Some(after)) => !before.is_same(after),
            (before, after) => before != after,
        };
        if turns {
            kept.push(first);
        }
        kept.push(last);
        first = last + 1;
    }
    kept
}

impl Segment {
    /// A whole route as one segment, as people's demonstrations come: one
    /// recorded path for one sentence, turns and walks mixed.
    pub fn whole(route: &Route) -> Segment {
        let poses = route.poses();
        Segment {
            poses: joined(poses).into_iter().map(|index| poses[index]).collect(),
            first: 0,
            last: poses.len() - 1,
            starts_route: true,
            ends_route: true,
            ride: None,
            leg: None,
        }
    }

    /// The doors and changes of area on the way, each with the index of the
    /// pose at which it happens.
    pub fn crossings(&self, world: &World) -> Vec<(usize, Crossing)> {
        let mut all = Vec::new();
        let mut area = world.place(self.start().place).area;
        for (number, pair) in self.poses.windows(2).enumerate() {
            let after = pair[1].place;
            if pair[0].place == after {
                continue;
            }
            let place = world.place(after);
            if let Some(door) = place.door {
                all.push((number + 1, Crossing::Door(door)));
            }
            // A threshold is in neither room.
            if place.door.is_none() && place.area != area {
                all.push((number + 1, Crossing::Area { from: area, to: place.area }));
                area = place.area;
            }
        }
        all
    }

    /// True if it is a piece of a way through a building, which is told by what
    /// one sees there in metres: a leg, a ride, or no way at all.
    pub(crate) fn is_of_a_building(&self, world: &World) -> bool {
        self.leg.is_some() || self.ride.is_some() || world.unit() == Unit::Metre
    }

    /// What the segment changes.
    pub fn kind(&self) -> SegmentKind {
        if self.ride.is_some() {
            return SegmentKind::Ride;
        }
        let mut parts: Vec<bool> = Vec::new();
        for pair in self.poses.windows(2) {
            let walks = pair[0].place != pair[1].place;
            if parts.last() != Some(&walks) {
                parts.push(walks);
            }
        }
        match parts[..] {
            [] => SegmentKind::Still,
            [false] => SegmentKind::Turn,
            [true] => SegmentKind::Walk,
            [false, true] => SegmentKind::TurnWalk,
            [true, false] => SegmentKind::WalkTurn,
            _ => SegmentKind::Mixed,
        }
    }

    /// Its first pose.
    pub fn start(&self) -> Pose {
        self.poses[0]
    }

    /// Its last pose.
    pub fn end(&self) -> Pose {
        self.poses[self.poses.len() - 1]
    }
}
