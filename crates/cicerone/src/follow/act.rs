//! What a follower can do: walk on, turn to a hand, or stop.

use crate::neural::Lexicon;
use crate::world::{Heading, PlaceId, Pose, Side, World};
use crate::{Error, Result};

/// One act. Stopping is no act: it is the end of a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Act {
    /// Along the passage ahead, to the next place.
    Forward,
    /// To the left on the spot.
    Left,
    /// To the right on the spot.
    Right,
}

impl Act {
    /// All acts, in the order of their numbers in a follower's lexicon.
    pub const ALL: [Act; 3] = [Act::Forward, Act::Left, Act::Right];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Act::Forward => "forward",
            Act::Left => "left",
            Act::Right => "right",
        }
    }

    /// The same act in a mirror.
    pub fn mirrored(self) -> Act {
        match self {
            Act::Forward => Act::Forward,
            Act::Left => Act::Right,
            Act::Right => Act::Left,
        }
    }

    /// The lexicon a follower's acts are numbered by.
    pub(super) fn lexicon() -> Result<Lexicon> {
        Lexicon::new(Act::ALL.map(Act::name))
    }

    /// Its number there.
    pub(super) fn number(self) -> u32 {
        crate::neural::END + 1 + self as u32
    }
}

/// Where a follower stands: a pose whose heading is known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stand {
    /// The place.
    pub place: PlaceId,
    /// The heading.
    pub heading: Heading,
}

impl Stand {
    /// The stand of a pose, if its heading is known.
    pub fn of(pose: Pose) -> Result<Stand> {
        let heading = pose.heading.ok_or_else(|| {
            Error::input("the heading is unknown; a follower needs one to start with, such as 90")
        })?;
        Ok(Stand { place: pose.place, heading })
    }

    /// The same as a pose.
    pub fn pose(self) -> Pose {
        Pose::new(self.place, self.heading)
    }

    /// True if the two are the same place and direction.
    pub fn is_same(self, other: Stand) -> bool {
        self.place == other.place && self.heading.is_same(other.heading)
    }

    /// Where an act leads; `None` if a wall is in the way.
    ///
    /// A turn ends along the passage on that hand, or, where there is none,
    /// after a quarter.
    pub fn after(self, world: &World, act: Act) -> Option<Stand> {
        let turned = |side| {
            let exit = world.exit_toward(self.place, self.heading, side);
            exit.map_or_else(|| self.heading.toward(side), |exit| exit.heading)
        };
        Some(match act {
            Act::Left => Stand { heading: turned(Side::Left), ..self },
            Act::Right => Stand { heading: turned(Side::Right), ..self },
            Act::Forward => {
                let exit = world.ahead(self.place, self.heading)?;
                Stand { place: exit.to, heading: exit.heading }
            }
        })
    }

    /// The acts that lead from here along a path that starts at this place,
    /// and the stands they lead through, this one first. `None` if there are
    /// none, as for a heading that no turn reaches.
    pub fn acts_along(self, world: &World, path: &[Pose]) -> Option<(Vec<Act>, Vec<Stand>)> {
        let (mut acts, mut stands) = (Vec::new(), vec![self]);
        let mut here = self;
        for pose in path {
            let act = |act: Act, here: &mut Stand, acts: &mut Vec<Act>, stands: &mut Vec<Stand>| {
                *here = here.after(world, act)?;
                acts.push(act);
                stands.push(*here);
                Some(())
            };
            if pose.place != here.place {
                act(Act::Forward, &mut here, &mut acts, &mut stands)?;
                if pose.place != here.place {
                    return None;
                }
            }
            let Some(heading) = pose.heading else { continue };
            for turn in here.turns_to(world, heading)? {
                act(turn, &mut here, &mut acts, &mut stands)?;
            }
        }
        Some((acts, stands))
    }

    /// The fewest turns to a heading. About is two to the right: one way of
    /// saying it is easier to learn than two.
    fn turns_to(self, world: &World, heading: Heading) -> Option<Vec<Act>> {
        if self.heading.is_same(heading) {
            return Some(Vec::new());
        }
        (1..=4).find_map(|count| {
            [Act::Right, Act::Left].into_iter().find_map(|turn| {
                let end = (0..count).try_fold(self, |here, _| here.after(world, turn))?;
                end.heading.is_same(heading).then(|| vec![turn; count])
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Position, Route, Segment, embedded};

    fn acts(start: &str, path: &str) -> Option<String> {
        let world = embedded::world("practice").unwrap();
        let position = |text: &str| text.parse::<Position>().unwrap();
        let path: Vec<Position> = path.split(' ').map(position).collect();
        let route = Route::from_positions(&world, &path).unwrap();
        let start = Stand::of(position(start).on(&world).unwrap()).unwrap();
        let (acts, stands) = start.acts_along(&world, &Segment::whole(&route).poses)?;
        assert_eq!(stands.len(), acts.len() + 1);
        Some(acts.into_iter().map(Act::name).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn walks_become_acts_from_any_first_heading() {
        let path = "0,0,-1 0,0,90 1,0,90 1,0,180 1,1,180";
        assert_eq!(acts("0,0,90", path).unwrap(), "forward right forward");
        assert_eq!(acts("0,0,0", path).unwrap(), "right forward right forward");
        assert_eq!(acts("0,0,180", path).unwrap(), "left forward right forward");
        assert_eq!(acts("0,0,270", path).unwrap(), "right right forward right forward");
        assert_eq!(acts("0,0,0", "0,0,-1").unwrap(), "");
    }

    #[test]
    fn a_follower_needs_a_heading_and_stops_at_walls() {
        let world = embedded::world("practice").unwrap();
        let pose = "0,0".parse::<Position>().unwrap().on(&world).unwrap();
        assert!(Stand::of(pose).unwrap_err().to_string().contains("heading"));
        let north = Stand { place: pose.place, heading: Heading::new(0.0) };
        assert_eq!(north.after(&world, Act::Forward), None);
        let about = north.after(&world, Act::Left).and_then(|one| one.after(&world, Act::Left));
        assert!(about.unwrap().heading.is_same(Heading::new(180.0)));
    }
}
