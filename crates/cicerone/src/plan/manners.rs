//! True commands that are better not said.
//!
//! A command can single its path out and still be a poor thing to tell
//! somebody. These are the rules of the planner beyond truth; each can be
//! switched off in the [`PlannerConfig`](super::PlannerConfig).

use crate::cas::{Action, Command, Proximity, Thing, Value, Visit, walk};
use crate::world::{Segment, SegmentKind};

/// True for commands that leave the follower to guess what to do: statements
/// ('position 4 is at the end of the hall') where something is to be done, and
/// words of walking for a turn on the spot.
pub(super) fn tells_no_move(segment: &Segment, commands: &[Command]) -> bool {
    let kind = segment.kind();
    commands.iter().any(|command| match &**command {
        Action::Verify(_) | Action::Find(_) => kind != SegmentKind::Still,
        Action::Travel(_) => kind == SegmentKind::Turn,
        Action::Turn(_) | Action::Face(_) | Action::Ride(_) => false,
    })
}

/// True for commands that mean a wall some way off. Words for the distance are
/// rare in the demonstrations, and 'face the wall' without them is the nearest.
pub(super) fn names_a_far_wall(commands: &[Command]) -> bool {
    let mut walls = FarWalls { found: false };
    commands.iter().for_each(|command| walls.action(command));
    walls.found
}

struct FarWalls {
    found: bool,
}

impl Visit for FarWalls {
    fn thing(&mut self, thing: &Thing) {
        let is_far = thing.dist.get().is_some_and(|dist| *dist != Proximity::Immediate);
        self.found |= is_far && thing.value.get() == Some(&Value::Wall);
        walk::thing(self, thing);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Vocabulary, fixture};

    fn read(text: &str) -> Vec<Command> {
        vec![Command::parse(text, Vocabulary::sail()).unwrap()]
    }

    #[test]
    fn far_walls_are_found_wherever_they_stand() {
        for (text, is_far) in [
            ("Turn(face=Face(faced=Verify(desc=[Thing(value=Wall, dist=Far)])))", true),
            ("Verify(desc=[Thing(value=End, Detail=[Thing(value=Wall, dist=Near)])])", true),
            ("Turn(face=Face(faced=Verify(desc=[Thing(value=Wall, dist=Immediate)])))", false),
            ("Turn(face=Face(faced=Verify(desc=[Thing(value=Wall)])))", false),
            ("Verify(desc=[Thing(value=Wall), Thing(value=End, dist=Far)])", false),
        ] {
            assert_eq!(names_a_far_wall(&read(text)), is_far, "{text}");
        }
    }

    #[test]
    fn statements_and_walks_tell_no_turn() {
        let world = fixture::world("o--g-c");
        let turn = fixture::segment(&world, "0,0,0 0,0,90");
        let still = fixture::segment(&world, "0,0,90");
        let walk = fixture::segment(&world, "0,0,90 1,0,90");
        for (text, expected) in [
            ("Turn(direction=Right)", [false, false, false]),
            ("Travel()", [true, false, false]),
            ("Verify(desc=[Thing(value=Wall)])", [true, false, true]),
        ] {
            let found = [&turn, &still, &walk].map(|segment| tells_no_move(segment, &read(text)));
            assert_eq!(found, expected, "{text}");
        }
    }
}
