//! The 14 contexts of a segment: the state of the decision (appendix A, table
//! of contexts).
//!
//! The table gives each context a name and half a sentence. What we settle:
//!
//! - A mixed segment changes several things, so `t`, `w`, `tw` and `wt` are
//!   not exclusive: 'turn, then walk' has `t`, `w` and `tw`.
//! - A *dead-end* is where the corridor one walks along ends: nothing leads on
//!   in the direction one arrives with. `t_at_T` is that too, at the place of
//!   the turn; its name says that such a place is most often a T.
//! - `w_goal` and `t_start` speak of the route, whatever the segment does:
//!   people's last sentence is often 'that is position 4', without a step.

use std::fmt;

use crate::world::{Class, Heading, PlaceId, Pose, Segment, Side, World};

/// Which contexts hold for a segment: the paper's 14, and 9 beyond them that
/// tell more of the layout, which a policy may leave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Context(u32);

/// Declares the contexts: a bit, a name as in the paper and a reader for each.
macro_rules! contexts {
    ($($(#[$doc:meta])* $name:ident = $bit:literal as $text:literal),+ $(,)?) => {
        impl Context {
            /// The names of the contexts, as the paper writes them, by bit.
            pub const NAMES: [&'static str; Context::COUNT] = [$($text),+];

            $($(#[$doc])* pub fn $name(self) -> bool {
                self.holds($bit)
            })+
        }
    };
}

contexts! {
    /// Change of orientation: somewhere on the segment the follower turns on
    /// the spot, or takes up its first heading.
    t = 0 as "t",
    /// Change of position: the segment passes at least one passage.
    w = 1 as "w",
    /// Change of orientation and then position: some turn comes before a walk.
    tw = 2 as "tw",
    /// Change of position and then orientation: some walk comes before a turn.
    wt = 3 as "wt",
    /// The segment walks, and an object, or another landmark, is at its final place.
    w_obj_at = 4 as "w_obj_at",
    /// An object stands at a place strictly between the first and the last of
    /// the walk.
    w_past_obj = 5 as "w_past_obj",
    /// The segment walks, and where its last walk ends nothing leads on in the
    /// direction of arrival.
    w_dead_end = 6 as "w_dead_end",
    /// The final pose is the goal pose: the segment ends the route.
    w_goal = 7 as "w_goal",
    /// It is the first action to take: the segment starts the route.
    t_start = 8 as "t_start",
    /// The final pose faces a floor other than the one faced at first.
    ///
    /// At first one faces the floor ahead; before a wall, the floor behind;
    /// with an unknown heading, the floors of all ways not taken.
    t_new_carp = 9 as "t_new_carp",
    /// The segment turns, and an object stands at a place one sees down the
    /// corridor from the final pose, one's own place not counted.
    t_obj_side = 10 as "t_obj_side",
    /// The segment turns, and an object stands where it first does.
    t_obj_at = 11 as "t_obj_at",
    /// The final pose faces a picture other than the one faced at first, which
    /// is found as for [`t_new_carp`](Context::t_new_carp).
    t_new_pict = 12 as "t_new_pict",
    /// The segment turns, and where it first does nothing led straight on.
    t_at_t = 13 as "t_at_T",
}

/// Contexts beyond the paper, by bit from the 15th.
///
/// They tell of the layout what people count and name: how far the walk goes
/// and where ways open.
const LAYOUT: [&str; Context::ALL - Context::COUNT] = [
    // The first heading is unknown.
    "x_lost",
    // The segment passes one passage, two, or more.
    "x_one",
    "x_two",
    "x_more",
    // Where the last walk ends, a way opens to the left or to the right.
    "x_branch_at",
    // The same at a place the walk passes.
    "x_past_branch",
    // The final place has one exit.
    "x_one_exit",
    // The final place has three exits or more.
    "x_exits",
    // Nothing leads on ahead of the final pose.
    "x_wall",
];

impl Context {
    /// How many contexts the paper has.
    pub const COUNT: usize = 14;

    /// How many there are with those beyond the paper.
    pub const ALL: usize = 23;

    /// The contexts of a segment of `world`.
    pub fn of(world: &World, segment: &Segment) -> Context {
        let poses = &segment.poses;
        let walks = |i: usize| poses[i].place != poses[i + 1].place;
        let steps = 0..poses.len() - 1;
        let first_walk = steps.clone().find(|i| walks(*i));
        let last_walk = steps.clone().rfind(|i| walks(*i));
        let first_turn = steps.clone().find(|i| !walks(*i));
        let last_turn = steps.clone().rfind(|i| !walks(*i));
        let landmark_at = |place: PlaceId| !world.landmarks(place).is_empty();
        let end = segment.end();

        let mut context = Context::default();
        let mut set = |bit: usize, holds: bool| context.0 |= u32::from(holds) << bit;
        set(0, first_turn.is_some());
        set(1, first_walk.is_some());
        set(2, first_turn.zip(last_walk).is_some_and(|(turn, walk)| turn < walk));
        set(3, first_walk.zip(last_turn).is_some_and(|(walk, turn)| walk < turn));
        set(4, first_walk.is_some() && landmark_at(end.place));
        set(
            5,
            first_walk.zip(last_walk).is_some_and(|(first, last)| {
                poses[first + 1..=last].iter().any(|pose| {
                    let (from, to) = (poses[first].place, poses[last + 1].place);
                    pose.place != from && pose.place != to && landmark_at(pose.place)
                })
            }),
        );
        set(6, last_walk.is_some_and(|walk| is_blocked(world, poses[walk + 1])));
        set(7, segment.ends_route);
        set(8, segment.starts_route);
        set(9, faces_new(world, segment, Class::FLOOR));
        set(
            10,
            first_turn.and(end.heading).is_some_and(|heading| {
                world.corridor(end.place, heading).skip(1).any(|seen| landmark_at(seen.place))
            }),
        );
        set(11, first_turn.is_some_and(|turn| landmark_at(poses[turn].place)));
        set(12, faces_new(world, segment, Class::PICTURE));
        set(13, first_turn.is_some_and(|turn| is_blocked(world, poses[turn])));

        let passages = (0..poses.len() - 1).filter(|i| walks(*i)).count();
        let branches = |pose: &Pose| opens_aside(world, *pose);
        let exits = world.exits(end.place).len();
        set(14, segment.start().heading.is_none());
        set(15, passages == 1);
        set(16, passages == 2);
        set(17, passages > 2);
        set(18, last_walk.is_some_and(|walk| branches(&poses[walk + 1])));
        set(
            19,
            first_walk.zip(last_walk).is_some_and(|(first, last)| {
                let (passed, to) = (&poses[first + 1..=last], poses[last + 1].place);
                passed.iter().any(|pose| pose.place != to && branches(pose))
            }),
        );
        set(20, exits == 1);
        set(21, exits >= 3);
        set(22, is_blocked(world, end));
        context
    }

    /// The context in which exactly the bits of `bits` hold; bits past the
    /// last context are dropped.
    pub fn from_bits(bits: u32) -> Context {
        Context(bits & ((1 << Context::ALL) - 1))
    }

    /// The set as bits: [`Context::NAMES`] from the lowest, then those beyond
    /// the paper.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// The same without the contexts beyond the paper.
    pub fn paper(self) -> Context {
        Context(self.0 & ((1 << Context::COUNT) - 1))
    }

    /// True if the context of that bit holds.
    pub fn holds(self, bit: usize) -> bool {
        self.0 >> bit & 1 == 1
    }

    /// The bits that hold, in order.
    pub fn active(self) -> impl Iterator<Item = usize> {
        (0..Context::ALL).filter(move |bit| self.holds(*bit))
    }

    /// The names of the contexts that hold, in order; those beyond the paper
    /// begin with `x_`.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let name = |bit: usize| Context::NAMES.iter().chain(&LAYOUT).nth(bit).copied();
        self.active().filter_map(name)
    }

    /// The names of all contexts by bit, those beyond the paper last.
    pub(crate) fn all_names() -> impl Iterator<Item = &'static str> {
        Context::NAMES.into_iter().chain(LAYOUT)
    }
}

impl fmt::Display for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.names().collect();
        if names.is_empty() { f.write_str("none") } else { f.write_str(&names.join(" ")) }
    }
}

/// True if nothing leads on ahead; false with an unknown heading.
fn is_blocked(world: &World, pose: Pose) -> bool {
    pose.heading.is_some_and(|heading| world.ahead(pose.place, heading).is_none())
}

/// True if a way opens to the left or to the right.
fn opens_aside(world: &World, pose: Pose) -> bool {
    let opens = |heading, side| world.exit_toward(pose.place, heading, side).is_some();
    pose.heading.is_some_and(|heading| opens(heading, Side::Left) || opens(heading, Side::Right))
}

/// True if the final pose faces a passage whose look of that class is another
/// than that of what was faced at first.
fn faces_new(world: &World, segment: &Segment, class: Class) -> bool {
    let look = |passage| world.look(passage, class);
    let faced = |place: PlaceId, heading: Heading, side: Side| {
        world.exit_toward(place, heading, side).map(|exit| exit.passage)
    };
    let (start, end) = (segment.start(), segment.end());
    let Some(heading) = end.heading else { return false };
    let Some(now) = faced(end.place, heading, Side::Front).and_then(look) else { return false };
    match start.heading {
        Some(heading) => {
            let before = faced(start.place, heading, Side::Front)
                .or_else(|| faced(start.place, heading, Side::Back));
            before.and_then(look) != Some(now)
        }
        None => {
            let taken = segment.poses.iter().find_map(|pose| pose.heading);
            let taken = taken.and_then(|heading| world.ahead(start.place, heading));
            let others = world.exits(start.place).iter().filter(|exit| Some(*exit) != taken);
            others.map(|exit| look(exit.passage)).all(|other| other != Some(now))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::fixture;

    /// A corridor with a chair in its middle and a T at its end: grass with
    /// fish across, wood down, blue with towers up.
    const DRAWN: &str = "
o         o
g         bt
o-fg-c-fg-o
          w
          l";

    fn names(path: &str) -> String {
        let world = fixture::world(DRAWN.trim_start_matches('\n'));
        Context::of(&world, &fixture::segment(&world, path)).paper().to_string()
    }

    #[test]
    fn turn() {
        // Along the grass toward the T, then toward the towers: a new floor
        // and new pictures, and no object in sight.
        assert_eq!(names("2,1,90 2,1,0"), "t w_goal t_start t_new_carp t_new_pict t_at_T");
        // Toward the wood, which is bare, and the lamp there.
        assert_eq!(names("2,1,90 2,1,180"), "t w_goal t_start t_new_carp t_obj_side t_at_T");
        // Away from the chair it stands at: no new floor, no new picture.
        assert_eq!(names("1,1,90 1,1,180 1,1,270"), "t w_goal t_start t_obj_at");
    }

    #[test]
    fn walk() {
        assert_eq!(names("0,1,90 1,1,90"), "w w_obj_at w_goal t_start");
        assert_eq!(names("0,1,90 1,1,90 2,1,90"), "w w_past_obj w_dead_end w_goal t_start");
        // What stands where the walk starts is not passed.
        assert_eq!(names("1,1,90 2,1,90"), "w w_dead_end w_goal t_start");
    }

    #[test]
    fn turn_and_walk() {
        assert_eq!(
            names("2,1,90 2,1,180 2,2,180"),
            "t w tw w_obj_at w_dead_end w_goal t_start t_at_T"
        );
        assert_eq!(
            names("1,1,90 2,1,90 2,1,0"),
            "t w wt w_dead_end w_goal t_start t_new_carp t_new_pict t_at_T"
        );
        assert_eq!(names("0,1,0 0,1,90 1,1,90 1,1,180"), "t w tw wt w_obj_at w_goal t_start");
    }

    #[test]
    fn first_and_last_of_a_route() {
        let world = fixture::world(DRAWN.trim_start_matches('\n'));
        let mut segment = fixture::segment(&world, "0,1,90 1,1,90");
        segment.ends_route = false;
        assert!(!Context::of(&world, &segment).w_goal());
        segment.starts_route = false;
        let context = Context::of(&world, &segment);
        assert!(!context.t_start() && context.w() && context.w_obj_at() && !context.t_at_t());
    }

    #[test]
    fn an_unknown_first_heading_is_new_if_no_other_way_looks_like_it() {
        assert_eq!(names("2,1,-1 2,1,180"), "t w_goal t_start t_new_carp t_obj_side");
        // Both ways along the grass look alike.
        assert_eq!(names("0,1,-1 0,1,90"), "t w_goal t_start t_obj_side t_new_pict");
        assert_eq!(names("1,1,-1 1,1,90"), "t w_goal t_start t_obj_at");
    }

    #[test]
    fn standing_still_with_and_without_a_heading() {
        assert_eq!(names("0,1,90"), "w_goal t_start");
        assert_eq!(names("0,1,90 0,1,90"), "w_goal t_start");
        assert_eq!(names("0,1,-1"), "w_goal t_start");
        assert_eq!(Context::default().to_string(), "none");
    }

    #[test]
    fn layout() {
        let names = |path: &str| {
            let world = fixture::world(DRAWN.trim_start_matches('\n'));
            let context = Context::of(&world, &fixture::segment(&world, path));
            context.names().filter(|name| name.starts_with("x_")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names("0,0,180"), "x_one_exit");
        assert_eq!(names("0,0,-1 0,0,180"), "x_lost x_one_exit");
        assert_eq!(names("0,0,180 0,1,180"), "x_one x_branch_at x_wall");
        assert_eq!(names("0,1,90 1,1,90 2,1,90"), "x_two x_branch_at x_exits x_wall");
        let around = "0,1,90 1,1,90 2,1,90 2,1,180 2,2,180";
        assert_eq!(names(around), "x_more x_past_branch x_one_exit x_wall");
    }

    #[test]
    fn bits_and_names_agree() {
        for (bit, name) in Context::all_names().enumerate() {
            let context = Context::from_bits(1 << bit);
            assert_eq!(context.names().collect::<Vec<_>>(), [name]);
            assert_eq!(Context::from_bits(context.bits()), context);
        }
        assert_eq!(Context::from_bits(u32::MAX).active().count(), Context::ALL);
    }
}
