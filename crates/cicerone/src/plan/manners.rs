//! True commands that are better not said.
//!
//! A command can single its path out and still be a poor thing to tell
//! somebody. These are the rules of the planner beyond truth; each can be
//! switched off in the [`PlannerConfig`](super::PlannerConfig).

use crate::cas::{Action, Command, Proximity, Shape, Thing, Travel, Value, Visit, walk};
use crate::world::{KindId, Segment, SegmentKind, World};

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

/// True for what readers find odd: 'the hallway with the hallway', 'the end
/// with the hall', 'an intersection with an intersection', 'passing the chair'
/// at which one stands, 'face and move to the bench'; and for lengths of halls, whose words are often lost.
pub(super) fn is_odd(world: &World, segment: &Segment, commands: &[Command]) -> bool {
    let here = world.landmarks(segment.start().place);
    let mut odd = Odd { here: here.iter().map(|one| one.kind).collect(), found: false };
    commands.iter().for_each(|command| odd.action(command));
    odd.found
}

struct Odd {
    here: Vec<KindId>,
    found: bool,
}

impl Odd {
    /// True if a nested thing tells nothing that one could look for.
    fn tells_nothing(thing: &Thing) -> bool {
        let is_plain = match thing.value.get() {
            Some(Value::Path | Value::Intersection | Value::Block | Value::Wall | Value::End) => {
                true
            }
            Some(_) => false,
            None => true,
        };
        is_plain
            && !thing.appear.is_present()
            && thing.part.is_empty()
            && thing.detail.is_empty()
            && thing.on.is_empty()
    }

    fn passes(&mut self, things: &[Thing]) {
        let is_here = |thing: &Thing| match thing.value.get() {
            Some(Value::Kind(kind)) => self.here.contains(kind),
            Some(Value::Group(_)) => !self.here.is_empty(),
            _ => false,
        };
        self.found |= things.iter().any(is_here);
    }
}

impl Visit for Odd {
    fn travel(&mut self, travel: &Travel) {
        if let Some(past) = &travel.past {
            self.passes(&past.desc);
            self.found |= past.desc.iter().any(Odd::tells_nothing);
        }
        // 'Face and move to the bench': one goes to what one faces.
        let faced = travel.face.iter().flat_map(|face| &face.faced).flat_map(|one| &one.desc);
        let reached = || travel.until.iter().flat_map(|until| &until.desc);
        let is_reached = |faced: &Thing| {
            matches!(faced.value.get(), Some(Value::Kind(_) | Value::Group(_)))
                && reached().any(|thing| thing.value == faced.value)
        };
        let is_twice = faced.into_iter().any(is_reached);
        self.found |= is_twice;
        walk::travel(self, travel);
    }

    fn thing(&mut self, thing: &Thing) {
        let mut nested = thing.part.iter().chain(&thing.detail).chain(&thing.on);
        self.found |= nested.any(Odd::tells_nothing);
        // People speak of the end of a hall, and the words have it 'with' one.
        let is_end = matches!(thing.value.get(), Some(Value::End | Value::DeadEnd));
        self.found |= is_end && !thing.part.is_empty();
        self.found |= matches!(thing.structural.get(), Some(Shape::Long | Shape::Short));
        self.passes(&thing.past);
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

    #[test]
    fn what_readers_found_odd_is_odd() {
        let world = fixture::world("o--g-c--g-o");
        let segment = fixture::segment(&world, "0,0,90 1,0,90");
        for (text, odd) in [
            (
                "Travel(until=Verify(desc=[Thing(value=Intersection, Part=[Thing(value=Intersection)])]))",
                true,
            ),
            (
                "Travel(until=Verify(desc=[Thing(value=Intersection, Part=[Thing(value=Path, Appear=[Rose])])]))",
                false,
            ),
            ("Travel(until=Verify(desc=[Thing(value=End, Part=[Thing(value=Path)])]))", true),
            ("Travel(until=Verify(desc=[Thing(value=End)]))", false),
            ("Turn(face=Face(faced=Verify(desc=[Thing(value=Path, Structural=Long)])))", true),
            ("Travel(past=Verify(desc=[Thing(value=Intersection)]))", true),
            (
                "Travel(until=Verify(desc=[Thing(value=Sofa, side=At)]), \
                 face=Face(faced=Verify(desc=[Thing(value=Sofa, side=Front)])))",
                true,
            ),
        ] {
            assert_eq!(is_odd(&world, &segment, &read(text)), odd, "{text}");
        }
    }
}
