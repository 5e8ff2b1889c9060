//! What speaks for one way to say something over another, apart from its
//! English: how much of it one can see, and how often people say it so.

use super::stages::Selected;
use crate::cas::{Action, Command, Face, Slot, Thing, Value, Visit, walk};
use crate::plan::{Plan, Planned, Source};

/// What speaks for an option of a plan.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Merit {
    /// 1 if it names a thing, a picture or a floor, 0.5 if a corner, an end or
    /// the like, else 0.
    pub(super) sight: f64,
    /// How much less probable it is among people than the most probable
    /// option: the logarithm, at most 0.
    pub(super) custom: f64,
    /// True if it says what to face.
    pub(super) faces: bool,
    /// True if it says to walk.
    pub(super) walks: bool,
    /// True if it says both how far and what one can see.
    pub(super) is_double: bool,
}

impl Merit {
    /// The merits of a plan's options, in order.
    pub(super) fn of(plan: &Plan, selected: &Selected) -> Vec<Merit> {
        let probability = |planned: &Planned| match planned.source {
            Source::Proposal(number) => {
                selected.proposals.get(number).map_or(0.0, |one| one.probability)
            }
            Source::Plain => 0.0,
        };
        let most = plan.options.iter().map(probability).fold(0.0, f64::max);
        let custom = |planned: &Planned| match most > 0.0 {
            true => (probability(planned) / most).max(1e-3).ln(),
            false => 0.0,
        };
        let merit = |one: &Planned| {
            let named = Named::of(&one.commands);
            Merit {
                sight: named.sight,
                custom: custom(one),
                faces: named.faces,
                walks: one.commands.iter().any(|one| matches!(**one, Action::Travel(_))),
                is_double: named.counts && named.sight > 0.0,
            }
        };
        plan.options.iter().map(merit).collect()
    }
}

/// True if commands name a floor.
pub(super) fn names_floor(commands: &[Command]) -> bool {
    let mut named = Named::default();
    commands.iter().for_each(|command| named.action(command));
    named.floor
}

/// What commands name.
#[derive(Default)]
struct Named {
    sight: f64,
    faces: bool,
    counts: bool,
    floor: bool,
}

impl Named {
    fn of(commands: &[Command]) -> Named {
        let mut named = Named::default();
        commands.iter().for_each(|command| named.action(command));
        named
    }
}

impl Visit for Named {
    fn face(&mut self, face: &Face) {
        self.faces = true;
        walk::face(self, face);
    }

    fn count(&mut self, count: &Slot<u32>) {
        self.counts |= count.get().is_some();
    }

    fn thing(&mut self, thing: &Thing) {
        self.floor |= thing.appear.get().is_some();
        let own: f64 = match thing.value.get() {
            _ if thing.appear.get().is_some() => 1.0,
            Some(Value::Kind(_)) => 1.0,
            Some(Value::Group(_)) => 0.5,
            Some(Value::Path) | None => 0.0,
            Some(_) => 0.5,
        };
        self.sight = self.sight.max(own);
        walk::thing(self, thing);
    }
}
