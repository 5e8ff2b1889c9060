//! One walk over the trees of the language.
//!
//! Whoever looks for something in a command or changes it implements
//! [`Visit`] or [`VisitMut`] for the heads it cares about; [`walk`] and
//! [`walk_mut`] know what lies below each head, in print order. An
//! implementation that wants to go on below a head calls the walk of that
//! head, one that has seen enough does not, and one that needs another order
//! visits the parts itself.
//!
//! ```
//! use cicerone::cas::{Command, Thing, Visit, walk};
//! use cicerone::world::Vocabulary;
//!
//! struct Count(usize);
//! impl Visit for Count {
//!     fn thing(&mut self, thing: &Thing) {
//!         self.0 += 1;
//!         walk::thing(self, thing);
//!     }
//! }
//! let text = "Travel(until=Verify(desc=[Thing(value=End, Detail=[Thing(value=Sofa)])]))";
//! let mut count = Count(0);
//! let command = Command::parse(text, Vocabulary::sail())?;
//! count.action(&command);
//! assert_eq!(count.0, 2);
//! # Ok::<(), cicerone::Error>(())
//! ```
//!
//! Trees are at most 64 heads deep, as the parser sees to, so that the walks
//! may call each other.

use super::{
    Action, DeclareGoal, Direction, Distance, Face, Find, Follow, Label, Precondition, Ride, Slot,
    Thing, Travel, Turn, Verify, View,
};

macro_rules! visitor {
    ($(#[$doc:meta])* $visit:ident, $(#[$walk_doc:meta])* $walk:ident $(, $mutable:ident)?) => {
        $(#[$doc])*
        pub trait $visit {
            /// A whole tree.
            fn action(&mut self, action: &$($mutable)? Action) {
                $walk::action(self, action);
            }

            /// A turn on the spot.
            fn turn(&mut self, turn: &$($mutable)? Turn) {
                $walk::turn(self, turn);
            }

            /// A walk.
            fn travel(&mut self, travel: &$($mutable)? Travel) {
                $walk::travel(self, travel);
            }

            /// A heading to take up.
            fn face(&mut self, face: &$($mutable)? Face) {
                $walk::face(self, face);
            }

            /// A description.
            fn verify(&mut self, verify: &$($mutable)? Verify) {
                $walk::verify(self, verify);
            }

            /// A search.
            fn find(&mut self, find: &$($mutable)? Find) {
                $walk::find(self, find);
            }

            /// A change of level.
            fn ride(&mut self, ride: &$($mutable)? Ride) {
                $walk::ride(self, ride);
            }

            /// Something to walk along.
            fn follow(&mut self, follow: &$($mutable)? Follow) {
                $walk::follow(self, follow);
            }

            /// A declared goal.
            fn goal(&mut self, goal: &$($mutable)? DeclareGoal) {
                $walk::goal(self, goal);
            }

            /// A counted distance.
            fn distance(&mut self, distance: &$($mutable)? Distance) {
                $walk::distance(self, distance);
            }

            /// A described thing; its own leaves are its fields.
            fn thing(&mut self, thing: &$($mutable)? Thing) {
                $walk::thing(self, thing);
            }

            /// The direction of a turn or of facing.
            fn direction(&mut self, _direction: &$($mutable)? Slot<Direction>) {}

            /// Whether a turn is only a look.
            fn view(&mut self, _view: &$($mutable)? Slot<View>) {}

            /// The count of a distance.
            fn count(&mut self, _count: &$($mutable)? Slot<u32>) {}

            /// The label of a goal or of a level.
            fn label(&mut self, _label: &$($mutable)? Slot<Label>) {}
        }

        $(#[$walk_doc])*
        pub mod $walk {
            use super::{
                Action, DeclareGoal, Distance, Face, Find, Follow, Precondition, Ride, Thing,
                Travel, Turn, Verify, $visit,
            };

            /// To the head of a tree.
            pub fn action(visitor: &mut (impl $visit + ?Sized), action: &$($mutable)? Action) {
                match action {
                    Action::Turn(one) => visitor.turn(one),
                    Action::Travel(one) => visitor.travel(one),
                    Action::Face(one) => visitor.face(one),
                    Action::Verify(one) => visitor.verify(one),
                    Action::Find(one) => visitor.find(one),
                    Action::Ride(one) => visitor.ride(one),
                }
            }

            /// Below a turn.
            pub fn turn(visitor: &mut (impl $visit + ?Sized), turn: &$($mutable)? Turn) {
                if let Some(one) = &$($mutable)? turn.face {
                    visitor.face(one);
                }
                visitor.direction(&$($mutable)? turn.direction);
                if let Some(one) = &$($mutable)? turn.location {
                    visitor.travel(one);
                }
                visitor.view(&$($mutable)? turn.view);
                if let Some(one) = &$($mutable)? turn.postcond {
                    visitor.travel(one);
                }
                match &$($mutable)? turn.precond {
                    Some(one) => match &$($mutable)? **one {
                        Precondition::Face(one) => visitor.face(one),
                        Precondition::Travel(one) => visitor.travel(one),
                    },
                    None => {}
                }
                if let Some(one) = &$($mutable)? turn.into {
                    visitor.verify(one);
                }
            }

            /// Below a walk.
            pub fn travel(visitor: &mut (impl $visit + ?Sized), travel: &$($mutable)? Travel) {
                if let Some(one) = &$($mutable)? travel.until {
                    visitor.verify(one);
                }
                if let Some(one) = &$($mutable)? travel.distance {
                    visitor.distance(one);
                }
                if let Some(one) = &$($mutable)? travel.face {
                    visitor.face(one);
                }
                if let Some(one) = &$($mutable)? travel.past {
                    visitor.verify(one);
                }
                if let Some(one) = &$($mutable)? travel.follow {
                    visitor.follow(one);
                }
                if let Some(one) = &$($mutable)? travel.location {
                    visitor.travel(one);
                }
                if let Some(one) = &$($mutable)? travel.out {
                    visitor.verify(one);
                }
                if let Some(one) = &$($mutable)? travel.through {
                    visitor.verify(one);
                }
                if let Some(one) = &$($mutable)? travel.into {
                    visitor.verify(one);
                }
            }

            /// Below a change of level.
            pub fn ride(visitor: &mut (impl $visit + ?Sized), ride: &$($mutable)? Ride) {
                if let Some(one) = &$($mutable)? ride.by {
                    visitor.verify(one);
                }
                visitor.label(&$($mutable)? ride.level);
            }

            /// Below a heading.
            pub fn face(visitor: &mut (impl $visit + ?Sized), face: &$($mutable)? Face) {
                if let Some(one) = &$($mutable)? face.faced {
                    visitor.verify(one);
                }
                visitor.direction(&$($mutable)? face.direction);
            }

            /// Below a description.
            pub fn verify(visitor: &mut (impl $visit + ?Sized), verify: &$($mutable)? Verify) {
                for one in &$($mutable)? verify.desc {
                    visitor.thing(one);
                }
                if let Some(one) = &$($mutable)? verify.goal {
                    visitor.goal(one);
                }
                if let Some(one) = &$($mutable)? verify.dist {
                    visitor.distance(one);
                }
            }

            /// Below a search.
            pub fn find(visitor: &mut (impl $visit + ?Sized), find: &$($mutable)? Find) {
                if let Some(one) = &$($mutable)? find.until {
                    visitor.verify(one);
                }
            }

            /// Below what is followed.
            pub fn follow(visitor: &mut (impl $visit + ?Sized), follow: &$($mutable)? Follow) {
                if let Some(one) = &$($mutable)? follow.until {
                    visitor.verify(one);
                }
            }

            /// Below a goal.
            pub fn goal(visitor: &mut (impl $visit + ?Sized), goal: &$($mutable)? DeclareGoal) {
                if let Some(one) = &$($mutable)? goal.cond {
                    visitor.travel(one);
                }
                visitor.label(&$($mutable)? goal.goal);
                if let Some(one) = &$($mutable)? goal.place {
                    visitor.verify(one);
                }
            }

            /// Below a distance.
            pub fn distance(
                visitor: &mut (impl $visit + ?Sized),
                distance: &$($mutable)? Distance,
            ) {
                visitor.count(&$($mutable)? distance.count);
                if let Some(one) = &$($mutable)? distance.unit {
                    visitor.verify(one);
                }
            }

            /// Below a thing: the things in it.
            pub fn thing(visitor: &mut (impl $visit + ?Sized), thing: &$($mutable)? Thing) {
                for one in &$($mutable)? thing.part {
                    visitor.thing(one);
                }
                for one in &$($mutable)? thing.detail {
                    visitor.thing(one);
                }
                for one in &$($mutable)? thing.on {
                    visitor.thing(one);
                }
                for one in &$($mutable)? thing.past {
                    visitor.thing(one);
                }
            }
        }
    };
}

visitor!(
    /// Looks at the parts of a tree.
    Visit,
    /// What lies below each head, to be looked at.
    walk
);

visitor!(
    /// Changes the parts of a tree.
    VisitMut,
    /// What lies below each head, to be changed.
    walk_mut,
    mut
);

#[cfg(test)]
mod tests {
    use super::super::{Command, Value};
    use super::*;
    use crate::world::Vocabulary;

    /// Every leaf that the visitor meets, as it is written.
    #[derive(Default)]
    struct Leaves(Vec<String>);

    impl Visit for Leaves {
        fn thing(&mut self, thing: &Thing) {
            self.0.extend(thing.value.get().map(|value| format!("{value:?}")));
            walk::thing(self, thing);
        }

        fn direction(&mut self, direction: &Slot<Direction>) {
            self.0.extend(direction.get().map(|one| format!("{one:?}")));
        }

        fn view(&mut self, view: &Slot<View>) {
            self.0.extend(view.get().map(|one| format!("{one:?}")));
        }

        fn count(&mut self, count: &Slot<u32>) {
            self.0.extend(count.get().map(ToString::to_string));
        }

        fn label(&mut self, label: &Slot<Label>) {
            self.0.extend(label.get().map(|one| one.as_str().to_owned()));
        }
    }

    fn read(text: &str) -> Command {
        Command::parse(text, Vocabulary::sail()).unwrap()
    }

    #[test]
    fn every_part_is_met_in_print_order() {
        for (text, met) in [
            (
                "Turn(face=Face(faced=Verify(desc=[Thing(value=Wall)]), direction=Left), \
                 direction=Right, location=Travel(distance=Distance(count=1)), view=True, \
                 postcond=Travel(distance=Distance(count=2)), \
                 precond=Face(faced=Verify(desc=[Thing(value=End)])))",
                "Wall Left Right 1 True 2 End",
            ),
            (
                "Travel(until=Verify(desc=[Thing(value=Wall)], goal=DeclareGoal(cond=Travel(\
                 distance=Distance(count=4)), goal=7), dist=Distance(count=5)), \
                 distance=Distance(count=6, distUnit=Verify(desc=[Thing(value=Block)])), \
                 face=Face(direction=Back), past=Verify(desc=[Thing(value=Corner)]), \
                 follow=Follow(until=Verify(desc=[Thing(value=Path)])), \
                 location=Travel(distance=Distance(count=8)))",
                "Wall 4 7 5 6 Block Back Corner Path 8",
            ),
            (
                "Find(until=Verify(desc=[Thing(value=Path, Part=[Thing(value=End)], \
                 Detail=[Thing(value=Wall)], On=[Thing(value=Block)], Past=[Thing(value=Corner)])]))",
                "Path End Wall Block Corner",
            ),
        ] {
            let mut leaves = Leaves::default();
            leaves.action(&read(text));
            assert_eq!(leaves.0.join(" "), met, "{text}");
        }
    }

    #[test]
    fn what_is_met_can_be_changed() {
        struct ToWalls;
        impl VisitMut for ToWalls {
            fn thing(&mut self, thing: &mut Thing) {
                thing.value = Slot::Set(Value::Wall);
                walk_mut::thing(self, thing);
            }
        }
        let mut action =
            read("Verify(desc=[Thing(value=End, Part=[Thing(value=Path)])])").into_action();
        ToWalls.action(&mut action);
        assert_eq!(
            action.display(Vocabulary::sail()).to_string(),
            "Verify(desc=[Thing(value=Wall, Part=[Thing(value=Wall)])])"
        );
    }
}
