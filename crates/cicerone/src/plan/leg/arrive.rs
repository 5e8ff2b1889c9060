//! Arriving: the destination by its name, and where it is.

use super::marks::{self, label, of, on};
use super::{Ending, Part, Telling};
use crate::cas::{Action, DeclareGoal, Proximity, Slot, Thing, ThingSide, Verify};
use crate::world::{Around, Outlook, Side, Sighted};

/// A thing this near to the destination stands beside it, in metres.
const BESIDE: f64 = 2.5;
/// And this near is near.
const NEAR: f64 = 6.0;
/// A destination this near behind a door is just inside.
const JUST_INSIDE: f64 = super::turn_off::AT_ONCE;
/// Things of a kind this near to the destination surround it.
const AMID: f64 = 5.0;

/// What one passes so many metres before the destination tells where it is.
const JUST_AFTER: std::ops::Range<f64> = 0.4..3.5;

impl Telling<'_> {
    /// Something on one hand that one has just come by.
    fn just_after(&self) -> Option<Thing> {
        let items = self.marks.outlook.items.iter().rev().filter(|item| {
            JUST_AFTER.contains(&(self.length - item.along))
                && matches!(item.side, Side::Left | Side::Right)
                && item.aside < 4.0
                && !matches!(item.what, Sighted::Way { .. })
                && !self.is_left(item.what)
        });
        let mut things =
            items.map(|item| Thing { side: on(item.side), ..self.marks.plain(item.what) });
        things.find(|thing| {
            let alike = self.marks.fitting(thing);
            let before = alike.iter().filter(|item| item.along < self.length).count();
            let mut elsewhere = self.marks.elsewhere.iter();
            before == 1 && !elsewhere.any(|item| marks::is_such(self.world, thing, item.what))
        })
    }

    /// Something a few steps away that is the only one of its sort in view.
    fn near_to(&self, around: &[Around]) -> Option<Thing> {
        let here = self.leg.last_area();
        let mut near = around.iter().filter(|one| {
            let is_mark = match one.what {
                Sighted::Fixture(id) => self.world.fixture(id).area == here,
                Sighted::Connection(_) => true,
                Sighted::Door(_) | Sighted::Way { .. } => false,
            };
            is_mark && one.metres > BESIDE && one.metres < NEAR
        });
        near.find_map(|one| {
            let thing = marks::plain(self.world, one.what);
            let alike =
                around.iter().filter(|other| marks::is_such(self.world, &thing, other.what));
            let is_only = alike.count() == 1;
            let near = Thing { dist: Slot::Set(Proximity::Near), ..thing };
            let here = Thing { side: Slot::Set(ThingSide::At), ..Thing::default() };
            is_only.then(|| Thing { detail: vec![near], ..here })
        })
    }

    pub(super) fn arrivals(&self) -> Vec<Ending> {
        let place = self.segment.end().place;
        let goal = label(self.world.called(place).as_deref());
        let around = Outlook::around(self.world, self.leg.level, self.leg.end(), 12.0);
        // Through the door one has just taken, and there.
        let is_room = self.leg.last_area().is_some_and(|area| self.is_goal(area));
        let inside = if is_room { super::stretch::INSIDE } else { JUST_INSIDE };
        let taken = self.leg.doors.last().filter(|(metres, _)| self.length - metres < inside);
        let inside = taken.map(|(_, door)| Thing {
            side: on(Side::Back),
            ..marks::plain(self.world, Sighted::Door(*door))
        });
        let mut places: Vec<(Option<Thing>, f64)> = vec![(inside.clone(), 0.99)];
        for one in &around {
            let Sighted::Fixture(id) = one.what else { continue };
            if one.metres > BESIDE {
                break;
            }
            let thing = marks::plain(self.world, one.what);
            let mut alike =
                around.iter().filter(|other| marks::is_such(self.world, &thing, other.what));
            let is_goal =
                self.world.fixture(id).name.as_deref() == goal.get().map(|one| one.as_str());
            // Several will do if they all stand here: 'beside the chairs'.
            let count = alike.clone().count();
            let all_here = alike.all(|other| other.metres < AMID);
            // Or the first of them that one comes to.
            let first = self.marks.fitting(&thing).first().map(|item| item.what);
            let is_first = first == Some(one.what);
            if (count == 1 || all_here || is_first) && !is_goal {
                let thing = match count {
                    1 => thing,
                    _ if all_here => Thing { count: Slot::Set(count as u32), ..thing },
                    _ => Thing { order: Slot::Set(1), ..thing },
                };
                let here = Thing { side: Slot::Set(ThingSide::At), ..Thing::default() };
                // Whoever is just inside looks for nothing farther in.
                let is_far = taken.is_some_and(|(metres, _)| self.length - metres > 3.0);
                if is_far {
                    break;
                }
                let at = Thing { detail: vec![thing], ..inside.clone().unwrap_or(here) };
                places.push((Some(at), 1.0));
                break;
            }
        }
        if places.len() == 1 && inside.is_none() {
            let after = self.just_after();
            let after = after.map(|mark| Thing { past: vec![mark], ..Thing::default() });
            let place = after.or_else(|| self.near_to(&around));
            places.extend(place.map(|place| (Some(place), 1.0)));
        }
        // A door one stands before.
        if let Some(door) = self.world.place(place).door {
            let thing =
                Thing { side: on(Side::Front), ..marks::plain(self.world, Sighted::Door(door)) };
            places = vec![(Some(thing), 1.0)];
        }
        let ending = |(place, ease): (Option<Thing>, f64)| {
            let place = place.and_then(|thing| of(vec![thing]));
            let goal = DeclareGoal { goal: goal.clone(), place, ..DeclareGoal::default() };
            let verify = Verify { goal: Some(Box::new(goal)), ..Verify::default() };
            let part = Part::new(vec![Action::Verify(verify)], 1.0, ease);
            Ending { part, needs_metres: taken.is_none() && self.length > 2.0, ..Ending::silent() }
        };
        places.into_iter().map(ending).collect()
    }
}
