//! The stretch itself: how far, through which doors, past what.

use super::marks::{area_value, label, of, on};
use super::{Ending, Part, Telling, ease};
use crate::cas::{Action, Distance, Slot, Thing, Travel, Value};
use crate::world::document::DoorKind;
use crate::world::{AreaId, DoorId, Item, Side, Sighted};

/// A shorter stretch is not worth a word, in metres.
const SHORT: f64 = 2.5;
/// From here on a distance helps.
const WORTH_METRES: f64 = 5.0;
/// From here on something on the way reassures, and from here on two things do.
const WORTH_ONE_MARK: f64 = 5.0;
const WORTH_TWO_MARKS: f64 = 12.0;
/// What is passed is clear of both ends by so much.
const CLEAR: f64 = 1.2;
/// More of a kind than this are a crowd, which marks nothing.
const CROWD: usize = 6;
/// What is farther aside than this is no mark of the way.
const ASIDE: f64 = 4.5;

impl Telling<'_> {
    /// The ways to say the stretch from so many metres on to its end.
    pub(super) fn stretches(&self, begin: f64, end: &Ending) -> Vec<Part> {
        let doors: Vec<(f64, DoorId)> = self
            .leg
            .doors
            .iter()
            .filter(|(metres, door)| *metres > begin + 0.3 && self.is_told(*door, *metres))
            .copied()
            .collect();
        let mut parts = Vec::new();
        for most in [2, 1, 0] {
            let mut actions = Vec::new();
            let mut done = begin;
            let mut marks = most;
            for (metres, door) in &doors {
                let (travel, used) = self.walk(done, *metres, marks, None, false);
                marks -= used;
                let mut travel = travel.unwrap_or_default();
                let thing = Thing { side: on(Side::Front), ..self.marks.plain(Sighted::Door(*door)) };
                travel.through = of(vec![thing]);
                travel.into = self.entered(*metres).and_then(|area| self.named(area));
                actions.push(Action::Travel(travel));
                done = *metres;
            }
            let (travel, used) = self.walk(done, self.length, marks, end.item, end.needs_metres);
            actions.extend(travel.map(Action::Travel));
            let ease = match most - marks + used {
                0 if self.length - begin > WORTH_TWO_MARKS => 0.97,
                0 if self.length - begin > WORTH_ONE_MARK => 0.985,
                1 if self.length - begin > WORTH_TWO_MARKS => 0.99,
                _ => 1.0,
            };
            parts.push(Part::new(actions, 1.0, ease));
        }
        parts.dedup_by(|a, b| a.actions == b.actions);
        parts
    }

    /// Doors are told of, and openings that lead into something with a name.
    fn is_told(&self, door: DoorId, metres: f64) -> bool {
        match self.world.door(door).kind {
            DoorKind::Opening => {
                let before = self.leg.areas.iter().rev().find(|(at, _)| *at < metres - 0.3);
                let after = self.entered(metres);
                after.is_some()
                    && before.and_then(|(_, area)| *area) != after
                    && after.and_then(|area| self.named(area)).is_some()
            }
            _ => true,
        }
    }

    /// The area one comes into at so many metres.
    fn entered(&self, metres: f64) -> Option<AreaId> {
        let soon = self.leg.areas.iter().find(|(at, _)| (metres - 0.6..metres + 1.5).contains(at));
        soon.and_then(|(_, area)| *area)
    }

    /// An area as something to enter, if it has a name.
    pub(super) fn named(&self, area: AreaId) -> Option<Box<crate::cas::Verify>> {
        let area = self.world.area(area);
        let name = label(area.name.as_deref().or(area.number.as_deref()));
        if name == Slot::Unset {
            return None;
        }
        of(vec![Thing { value: Slot::Set(area_value(area.kind)), name, ..Thing::default() }])
    }

    /// A walk between two metres of the leg, with at most so many marks, and how
    /// many it has; `None` if it is too short to speak of.
    fn walk(
        &self,
        from: f64,
        to: f64,
        marks: usize,
        except: Option<usize>,
        needs_metres: bool,
    ) -> (Option<Travel>, usize) {
        let far = to - from;
        if far < SHORT && !needs_metres {
            return (None, 0);
        }
        let mut travel = Travel::default();
        if far >= WORTH_METRES || needs_metres {
            let metres = Slot::Set(rounded(far));
            travel.distance = Some(Box::new(Distance { metres, ..Distance::default() }));
        }
        let most = match far {
            far if far >= WORTH_TWO_MARKS => 2,
            far if far >= WORTH_ONE_MARK => 1,
            _ => 0,
        };
        let passed = self.passed(from, to, most.min(marks), except);
        let used = passed.len();
        if used > 0 {
            travel.past = of(passed);
        }
        (Some(travel), used)
    }

    /// What is worth saying that one passes it, in order.
    fn passed(&self, from: f64, to: f64, most: usize, except: Option<usize>) -> Vec<Thing> {
        let items = &self.marks.outlook.items;
        let is_passed = |number: &usize| {
            let item: &Item = &items[*number];
            Some(*number) != except
                && item.along > from + CLEAR
                && item.along < to - CLEAR
                && item.aside <= ASIDE
                && item.side != Side::Front
        };
        let mut groups: Vec<(Thing, Vec<&Item>)> = Vec::new();
        for item in (0..items.len()).filter(is_passed).map(|number| &items[number]) {
            let thing = Thing { side: on(item.side), ..self.marks.plain(item.what) };
            match groups.iter_mut().find(|(other, _)| *other == thing) {
                Some((_, items)) => items.push(item),
                None => groups.push((thing, vec![item])),
            }
        }
        let end = except.map(|number| self.marks.plain(items[number].what));
        let score = |(thing, group): &(Thing, Vec<&Item>)| {
            let noticed = ease::noticed(self.size(group[0].what), group[0].aside);
            let all = items.iter().filter(|item| {
                super::marks::is_such(self.world, &Thing { side: Slot::Unset, ..thing.clone() }, item.what)
            });
            let alone = 1.0 / (all.count().max(1) as f64).sqrt();
            let worth = match (group[0].what, thing.value.get()) {
                (Sighted::Fixture(_), _) if thing.name != Slot::Unset => 1.4,
                (Sighted::Fixture(_), _) => 1.0,
                (Sighted::Connection(_), _) => 1.2,
                (Sighted::Way { .. }, _) => 0.9,
                (Sighted::Door(_), Some(Value::Opening)) => 0.8,
                (Sighted::Door(_), _) => 0.55,
            };
            // What ends the stretch is not passed as well, one like it confuses.
            let same = end.as_ref().is_some_and(|end| end.value == thing.value);
            noticed * alone * worth * if same { 0.3 } else { 1.0 }
        };
        groups.retain(|(_, group)| group.len() <= CROWD);
        let mut best: Vec<usize> = (0..groups.len()).collect();
        best.sort_by(|a, b| score(&groups[*b]).total_cmp(&score(&groups[*a])));
        best.truncate(most);
        best.retain(|number| score(&groups[*number]) > 0.2);
        best.sort_by(|a, b| groups[*a].1[0].along.total_cmp(&groups[*b].1[0].along));
        let said = best.into_iter().map(|number| {
            let (thing, group) = &groups[number];
            let count = match group.len() {
                1 => Slot::Unset,
                many => Slot::Set(many as u32),
            };
            Thing { count, ..thing.clone() }
        });
        said.collect()
    }
}

/// Metres as people say them.
pub(super) fn rounded(metres: f64) -> u32 {
    let whole = metres.round().max(1.0);
    match whole {
        far if far > 60.0 => ((far / 10.0).round() * 10.0) as u32,
        far if far > 25.0 => ((far / 5.0).round() * 5.0) as u32,
        near => near as u32,
    }
}
