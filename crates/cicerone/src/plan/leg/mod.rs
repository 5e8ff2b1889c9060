//! Planning a leg: one straight stretch of a route through a building, from
//! how one sets off to what one does at its end.
//!
//! A leg is told in up to four parts, each a command: how to leave where one
//! is (`depart`), the doors and areas one comes through and what one passes
//! (`stretch`), and where to turn off (`turn_off`) or stop (`arrive`). For each
//! part there are several ways to say it; every one is true, and its likelihood
//! is one over the number of things on the leg that the words fit ([`Marks`]).
//! What is left to choose is chosen for a reader who errs: the surer first, of
//! equally sure ones the shorter.

mod arrive;
mod at_marks;
mod bends;
mod boarding;
mod depart;
mod ease;
mod ends;
mod facing;
pub(crate) mod marks;
mod single_out;
mod stretch;
mod too_far;
mod turn_off;

use marks::Marks;

use super::planner::{Plan, Planned, Source};
use crate::cas::{Action, Command, DeclareGoal, Slot, Thing, ThingSide, Verify, Visit, walk};
use crate::world::document::DoorKind;
use crate::world::{Item, Leg, Next, Outlook, Pose, Segment, World};

/// At most so many ways to say a leg are handed on.
const MAX_OPTIONS: usize = 8;

/// One way to say a part of a leg.
#[derive(Debug, Clone)]
struct Part {
    actions: Vec<Action>,
    /// One over the number of things the words fit.
    likelihood: f64,
    /// How surely somebody who errs does the right thing.
    ease: f64,
}

impl Part {
    fn new(actions: Vec<Action>, likelihood: f64, ease: f64) -> Part {
        Part { actions, likelihood, ease }
    }

    /// Nothing to say.
    fn silent() -> Part {
        Part::new(Vec::new(), 1.0, 1.0)
    }

    fn then(&self, next: &Part) -> Part {
        let actions = self.actions.iter().chain(&next.actions).cloned().collect();
        Part::new(actions, self.likelihood * next.likelihood, self.ease * next.ease)
    }
}

/// What is known while a leg is planned.
struct Telling<'w> {
    world: &'w World,
    leg: &'w Leg,
    segment: &'w Segment,
    marks: Marks<'w>,
    length: f64,
}

/// What is said where one is there already.
pub(super) fn stay(world: &World, segment: &Segment) -> Plan {
    let goal = marks::label(world.called(segment.end().place).as_deref());
    let here = Thing { side: Slot::Set(ThingSide::At), ..Thing::default() };
    let goal = DeclareGoal { goal, place: marks::of(vec![here]), ..DeclareGoal::default() };
    let verify = Verify { goal: Some(Box::new(goal)), ..Verify::default() };
    let part = Part::new(vec![Action::Verify(verify)], 1.0, 1.0);
    let options = planned(&part, &segment.poses).into_iter().collect();
    Plan { options, ..Plan::default() }
}

/// The ways to say a leg, the best first.
pub(super) fn plan(world: &World, segment: &Segment, leg: &Leg, threshold: f64) -> Plan {
    let mut outlook = Outlook::along(world, leg);
    let elsewhere = outlook.items.extract_if(.., |item| item.elsewhere).collect();
    let marks = Marks { world, outlook, elsewhere, counted_from: 0.0 };
    let mut telling = Telling { world, leg, segment, marks, length: leg.length() };
    telling.marks.counted_from = telling.last_told_door();
    let mut options: Vec<(f64, Planned)> = Vec::new();
    for (begin, opening) in telling.departures() {
        for end in telling.endings() {
            for middle in telling.stretches(begin, &opening, &end) {
                let mut whole = opening.then(&middle).then(&end.part);
                // What one has just turned by says nothing new.
                if repeats(&telling, &opening, &end) {
                    whole.ease *= 0.95;
                }
                if let Some(planned) = planned(&whole, &segment.poses) {
                    options.push((whole.ease, planned));
                }
            }
        }
    }
    options.sort_by(|(a, one), (b, other)| {
        let is_clear = |planned: &Planned| planned.likelihood >= threshold;
        let words =
            |planned: &Planned| planned.commands.iter().map(|one| one.depth()).sum::<usize>();
        is_clear(other).cmp(&is_clear(one)).then(b.total_cmp(a)).then(words(one).cmp(&words(other)))
    });
    let fell_back = !options.iter().any(|(_, planned)| planned.likelihood >= threshold);
    let mut kept: Vec<Planned> = Vec::new();
    for (_, planned) in options {
        if kept.len() < MAX_OPTIONS && !kept.iter().any(|one| one.commands == planned.commands) {
            kept.push(planned);
        }
    }
    Plan { options: kept, attempts: Vec::new(), set_aside: Vec::new(), fell_back }
}

/// True if what one is to face also tells where the leg ends.
fn repeats(telling: &Telling, opening: &Part, end: &Ending) -> bool {
    let faced = telling.faced(opening);
    end.items.iter().any(|number| faced.contains(number))
}

fn planned(part: &Part, poses: &[Pose]) -> Option<Planned> {
    let commands: Option<Vec<Command>> =
        part.actions.iter().map(|action| Command::new(action.clone()).ok()).collect();
    let commands = commands.filter(|commands| !commands.is_empty())?;
    let pieces = vec![poses.to_vec(); commands.len()];
    let Part { likelihood, ease, .. } = *part;
    Some(Planned { commands, pieces, likelihood, ease, source: Source::Plain })
}

/// How a leg ends, and what of the stretch that already says.
struct Ending {
    part: Part,
    /// The things that say where the stretch ends, by their places among the
    /// marks: they are not said to be passed as well.
    items: Vec<usize>,
    /// True if how far it is must be said.
    needs_metres: bool,
    /// Metres to what ends it, if that is not where the line turns.
    reaches: Option<f64>,
}

impl Ending {
    fn silent() -> Ending {
        Ending { part: Part::silent(), items: Vec::new(), needs_metres: false, reaches: None }
    }

    /// At that item, by its place among the marks.
    fn at(number: usize, item: &Item) -> Ending {
        Ending { items: vec![number], reaches: Some(item.along), ..Ending::silent() }
    }

    /// True if one counts to find it.
    fn counts(&self) -> bool {
        struct Counted(bool);
        impl Visit for Counted {
            fn thing(&mut self, thing: &Thing) {
                self.0 |= thing.order.get().is_some_and(|order| *order > 1);
                walk::thing(self, thing);
            }
        }
        let mut counted = Counted(false);
        self.part.actions.iter().for_each(|action| counted.action(action));
        counted.0
    }

    /// True if it says which door is taken; an opening is also turned into.
    fn tells(&self, is_opening: bool) -> bool {
        self.part.actions.iter().any(|action| match action {
            Action::Travel(travel) => travel.through.is_some(),
            Action::Turn(turn) => is_opening && turn.into.is_some(),
            _ => false,
        })
    }
}

impl Telling<'_> {
    fn endings(&self) -> Vec<Ending> {
        match &self.leg.next {
            Next::Arrive => self.arrivals(),
            Next::Ride(connection) => self.boardings(*connection),
            Next::Turn { by, boards: Some(connection), length, .. } => {
                self.turns_to(*by, *connection, *length)
            }
            Next::Turn { by, door, into, is_last, .. } => {
                // An opening into where one is already is none.
                let is_new = *into != self.leg.last_area();
                let is_door = |id| self.world.door(id).kind != DoorKind::Opening;
                let door = door.filter(|(_, id)| is_new || is_door(*id));
                // One that was passed just now was only brushed.
                let is_brushed = |id| self.leg.doors.iter().any(|(_, other)| *other == id);
                let door = door.filter(|(_, id)| !is_brushed(*id));
                let into = into.filter(|_| is_new && !is_last);
                self.turns_off(*by, door, into)
            }
        }
    }
}
