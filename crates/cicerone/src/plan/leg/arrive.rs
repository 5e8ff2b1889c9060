//! Arriving: the destination by its name, and where it is.

use super::facing::{A_CHAIR, sides_of_all};
use super::marks::{self, label, of, on};
use super::single_out::Singled;
use super::{Ending, Part, Telling, ease};
use crate::cas::{Action, DeclareGoal, Proximity, Slot, Thing, ThingSide, Value, Verify};
use crate::world::document::DoorKind;
use crate::world::leads_into_lift;
use crate::world::{
    AreaId, Around, DoorId, FixtureId, Heading, Item, Outlook, Side, Sighted, TURN, far, heading,
};

/// A thing this near to the destination stands beside it, in metres.
const BESIDE: f64 = 1.9;
/// And this near is near.
const NEAR: f64 = 4.2;
/// A destination this near behind a door is just inside.
const JUST_INSIDE: f64 = super::turn_off::AT_ONCE;
/// A destination nearer than this, in metres, is where one stands.
const A_STEP: f64 = 0.95;
/// A door this near along the way is where one is.
const AT_A_DOOR: f64 = 1.2;
/// Who has nothing but metres to go by may take another place for it that is so
/// far away.
const NEXT_PLACE: f64 = 8.0;
/// Things of a kind this near to the destination surround it, if they are so many.
const AMID: f64 = 5.0;
const GROUP: usize = 3;
/// The first of several is told from the next by so many metres.
const FAR_APART: f64 = 3.0;
/// What is ahead is within so many degrees.
const STRAIGHT_AHEAD: f64 = 30.0;
const STRAIGHT_BEHIND: f64 = 140.0;

/// Who comes at a smaller angle to the walls, in degrees, looks along them, and at a
/// greater one comes aslant.
const ALONG_WALLS: f64 = 35.0;
const ASLANT: f64 = 15.0;
/// What is on one hand is so many degrees off.
const ON_A_HAND: std::ops::Range<f64> = 45.0..135.0;

/// What one sees from there is no farther away, in metres, and of those who look for
/// it so many find the place.
const IN_SIGHT: f64 = 9.0;
const RECOGNISED: f64 = 0.5;
/// What one passes so many metres before the destination tells where it is.
const JUST_AFTER: std::ops::Range<f64> = 0.4..3.5;

impl Telling<'_> {
    /// The way one looks where one arrives: along the walls, if one comes more or less
    /// along them.
    fn faces_there(&self) -> Heading {
        let ahead = self.leg.last_heading();
        let along = Outlook::lined_up(self.world, self.leg.level, self.leg.end(), ahead);
        along.filter(|along| ahead.turn_to(*along).abs() < ALONG_WALLS).unwrap_or(ahead)
    }

    /// On which hand something is for who arrives, if it is on one.
    fn on_a_hand(&self, toward: Heading) -> Slot<ThingSide> {
        let by = self.faces_there().turn_to(toward);
        match by.abs() {
            off if !ON_A_HAND.contains(&off) => Slot::Unset,
            _ if by > 0.0 => on(Side::Right),
            _ => on(Side::Left),
        }
    }

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

    /// What a place is said to come after, by its place among the marks.
    fn behind(&self, place: &Thing) -> Vec<usize> {
        let items = &self.marks.outlook.items;
        let passed = place.past.iter().flat_map(|past| self.marks.fitting(past));
        passed.filter_map(|item| items.iter().position(|one| std::ptr::eq(one, item))).collect()
    }

    /// Something a few steps away that is the only one of its sort in view, or the
    /// first or second of them that one comes to.
    fn near_to(&self, around: &[Around]) -> Option<Thing> {
        let here = self.leg.last_area();
        let mut near = around.iter().filter(|one| {
            let is_mark = match one.what {
                Sighted::Fixture(id) => self.stands_in(id, here),
                Sighted::Connection(_) => true,
                Sighted::Door(_) | Sighted::Way { .. } => false,
            };
            is_mark && !self.is_left(one.what) && one.metres < NEAR
        });
        near.find_map(|one| {
            let thing = marks::plain(self.world, one.what);
            let alike =
                around.iter().filter(|other| marks::is_such(self.world, &thing, other.what));
            let is_only = alike.count() == 1;
            let fitting = self.marks.fitting(&thing);
            let place = fitting.iter().position(|item| item.what == one.what);
            let is_apart = |pair: &[&Item]| pair[1].along > pair[0].along + FAR_APART;
            let place = place
                .filter(|place| *place < 2 && fitting.windows(2).take(place + 1).all(is_apart));
            let order = match place {
                Some(place) if !is_only => Slot::Set(place as u32 + 1),
                _ => Slot::Unset,
            };
            // One stands before what is straight ahead, and has passed what is behind.
            let by = self.faces_there().turn_to(one.heading).abs();
            if by > STRAIGHT_BEHIND && place.is_some() {
                return Some(Thing { past: vec![Thing { order, ..thing }], ..Thing::default() });
            }
            let is_ahead = by < STRAIGHT_AHEAD;
            let side = if is_ahead { on(Side::Front) } else { self.on_a_hand(one.heading) };
            let near = Thing { dist: Slot::Set(Proximity::Near), order, side, ..thing };
            let here = Thing { side: Slot::Set(ThingSide::At), ..Thing::default() };
            (is_only || place.is_some()).then(|| Thing { detail: vec![near], ..here })
        })
    }

    /// True for what stands in an area, or in none, as a pillar does.
    pub(super) fn stands_in(&self, id: FixtureId, area: Option<AreaId>) -> bool {
        let own = self.world.fixture(id).area;
        own.is_none() || own == area
    }

    /// Many of a sort, among which one stands: 'beside the chairs'.
    fn amid(&self, around: &[Around]) -> Option<Thing> {
        let here = self.leg.last_area();
        around.iter().take_while(|one| one.metres < NEAR).find_map(|one| {
            let is_here = matches!(one.what, Sighted::Fixture(id) if self.stands_in(id, here));
            let thing = marks::plain(self.world, one.what);
            let alike: Vec<&Around> = around
                .iter()
                .filter(|other| marks::is_such(self.world, &thing, other.what))
                .collect();
            let near = alike.iter().filter(|other| other.metres < AMID).count();
            let is_group = is_here && near >= GROUP && 2 * near > alike.len();
            let count = Slot::Set(near as u32);
            let here: Vec<&Around> =
                alike.iter().filter(|other| other.metres < AMID).copied().collect();
            let side = match sides_of_all(self.faces_there(), &here) {
                Some((sides, _)) if matches!(sides[..], [Side::Left | Side::Right]) => on(sides[0]),
                _ => Slot::Unset,
            };
            let group = Thing { count, side, dist: Slot::Set(Proximity::Near), ..thing };
            let here = Thing { side: Slot::Set(ThingSide::At), ..Thing::default() };
            is_group.then(|| Thing { detail: vec![group], ..here })
        })
    }

    /// Something that one sees clearly on one side from where one arrives: the only
    /// one of its sort in view, or a group; and how surely it is noticed.
    fn seen_from(&self, around: &[Around]) -> Option<(Thing, f64)> {
        let here = self.leg.last_area();
        let marks = around.iter().filter(|one| {
            let is_mark = match one.what {
                Sighted::Fixture(id) => {
                    self.world.fixture(id).area == here && self.size(one.what) >= A_CHAIR
                }
                Sighted::Connection(_) => !self.is_left(one.what),
                Sighted::Door(_) | Sighted::Way { .. } => false,
            };
            is_mark && one.metres > BESIDE && one.metres < IN_SIGHT
        });
        let goal = label(self.world.called(self.segment.end().place).as_deref());
        let told = marks.filter_map(|one| {
            let thing = marks::plain(self.world, one.what);
            // The destination itself is no sign of it.
            if thing.name.is_present() && thing.name == goal {
                return None;
            }
            let such = |other: &&Around| marks::is_such(self.world, &thing, other.what);
            let alike: Vec<&Around> = around.iter().filter(such).collect();
            let count = match alike.len() {
                1 => Slot::Unset,
                many if many >= GROUP => Slot::Set(many as u32),
                _ => return None,
            };
            // The same whether one looks along the walls or along the way.
            let [side] = sides_of_all(self.faces_there(), &alike)?.0[..] else { return None };
            let [other] = sides_of_all(self.leg.last_heading(), &alike)?.0[..] else {
                return None;
            };
            if side != other {
                return None;
            }
            let noticed = ease::noticed(self.size(one.what), one.metres / 2.0);
            let worth = if alike.len() == 1 { 1.0 } else { 0.9 };
            let is_behind = side == Side::Back;
            (!is_behind).then_some((Thing { count, side: on(side), ..thing }, worth * noticed))
        });
        told.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// A door on one hand that one is at when one is there, and which one it is.
    fn at_a_door(&self) -> Option<(Thing, f64)> {
        let items = self.marks.outlook.items.iter().filter(|item| {
            let is_door = matches!(item.what, Sighted::Door(id)
                if self.world.door(id).kind != DoorKind::Opening);
            let is_taken = |what| {
                matches!(what, Sighted::Door(id)
                if self.leg.doors.iter().any(|(_, taken)| *taken == id))
            };
            is_door
                && !is_taken(item.what)
                && (item.along - self.length).abs() < AT_A_DOOR
                && item.aside < BESIDE
                && matches!(item.side, Side::Left | Side::Right)
        });
        let off = |item: &Item| (item.along - self.length).abs();
        let item = items.min_by(|a, b| off(a).total_cmp(&off(b)))?;
        let Singled { thing, likelihood, ease, .. } = self.singled_out(item, item.side);
        let here = Thing { side: Slot::Set(ThingSide::At), ..Thing::default() };
        let is_sure = likelihood >= 1.0 && thing.past.is_empty();
        is_sure.then(|| (Thing { detail: vec![thing], ..here }, 0.97 * ease))
    }

    /// The area that is the destination, if the whole leg is in it.
    fn goal_all_along(&self) -> Option<AreaId> {
        let area = self.leg.last_area()?;
        let is_within = self.leg.areas.len() == 1 && self.leg.doors.is_empty();
        (is_within && self.is_goal(area)).then_some(area)
    }

    /// On which hand the destination is, if it is a few steps aside.
    fn goal_aside(&self) -> Option<Side> {
        let (x, y) = self.world.place(self.segment.end().place).position;
        let (end, goal) = (self.leg.end(), [x, y]);
        let turn = self.leg.last_heading().turn_to(heading(end, goal));
        let side = if turn > 0.0 { Side::Right } else { Side::Left };
        let is_door = self.world.place(self.segment.end().place).door.is_some();
        let least = if is_door { 0.1 } else { A_STEP };
        (far(end, goal) > least && turn.abs() > TURN).then_some(side)
    }

    /// What stands at a destination that is a few steps aside: one thing, or all of
    /// a sort that are in view.
    fn at_goal(&self) -> Option<Thing> {
        let (x, y) = self.world.place(self.segment.end().place).position;
        let around = Outlook::around(self.world, self.leg.level, [x, y], 12.0);
        // Who is told of it must see it from where the way ends.
        let seen = Outlook::around(self.world, self.leg.level, self.leg.end(), 16.0);
        let here = self.leg.last_area();
        let is_here = |one: &&Around| {
            matches!(one.what, Sighted::Fixture(id) if self.stands_in(id, here))
                && seen.iter().any(|other| other.what == one.what)
        };
        let mut beside = around.iter().filter(|one| one.metres < BESIDE).filter(is_here);
        let beside = beside.find_map(|one| {
            let thing = marks::plain(self.world, one.what);
            let alike =
                around.iter().filter(|other| marks::is_such(self.world, &thing, other.what));
            let is_goal = thing.name.get()
                == label(self.world.called(self.segment.end().place).as_deref()).get();
            let near = alike.clone().filter(|other| other.metres <= AMID).count();
            // Which hand it is on is told: some chairs there may be like others.
            let is_clear = near > 1 || alike.count() == 1;
            (is_clear && !(thing.name.is_present() && is_goal)).then_some(match near {
                0 | 1 => thing,
                many => Thing { count: Slot::Set(many as u32), ..thing },
            })
        });
        // Or several that it is by.
        let mut by = around.iter().filter(|one| one.metres < NEAR).filter(is_here);
        let by = || {
            by.find_map(|one| {
                let thing = marks::plain(self.world, one.what);
                let is_near = |other: &&Around| {
                    other.metres < AMID && marks::is_such(self.world, &thing, other.what)
                };
                let count = around.iter().filter(is_near).count();
                let dist = Slot::Set(Proximity::Near);
                (count >= GROUP).then_some(Thing { count: Slot::Set(count as u32), dist, ..thing })
            })
        };
        // Or something a little farther away that is the only one of its sort.
        let mut near = around.iter().filter(|one| one.metres < NEAR).filter(is_here);
        let near = || {
            near.find_map(|one| {
                let thing = marks::plain(self.world, one.what);
                let mut alike =
                    around.iter().filter(|other| marks::is_such(self.world, &thing, other.what));
                let is_only = alike.next().is_some() && alike.next().is_none();
                is_only.then_some(Thing { dist: Slot::Set(Proximity::Near), ..thing })
            })
        };
        beside.or_else(by).or_else(near)
    }

    /// The destination's door on one hand, by its place among the marks, and
    /// which one it is.
    fn goal_door_aside(&self, door: DoorId) -> Option<(usize, Singled)> {
        let side = self.goal_aside()?;
        let items = &self.marks.outlook.items;
        let number = items.iter().position(|item| item.what == Sighted::Door(door))?;
        let item = &items[number];
        Some((number, self.singled_out(item, side)))
    }

    pub(super) fn arrivals(&self) -> Vec<Ending> {
        let place = self.segment.end().place;
        let goal = label(self.world.called(place).as_deref());
        let around = Outlook::around(self.world, self.leg.level, self.leg.end(), 12.0);
        // Through the door one has just taken, and there.
        let is_room = self.leg.last_area().is_some_and(|area| self.is_goal(area));
        let inside = if is_room { super::stretch::INSIDE } else { JUST_INSIDE };
        // A lift is no room behind a door.
        let taken = self.leg.doors.last().filter(|(metres, door)| {
            let is_lifts = leads_into_lift(self.world, self.world.door(*door));
            self.length - metres < inside && !is_lifts
        });
        let inside = taken.map(|(_, door)| Thing {
            side: on(Side::Back),
            ..marks::plain(self.world, Sighted::Door(*door))
        });
        // Where nothing tells the place one has nothing but the metres.
        let measured = ease::measured(self.length - self.begin(), NEXT_PLACE).max(0.6);
        let alone = if inside.is_some() { 0.99 } else { 0.98 * measured };
        let mut places: Vec<(Option<Thing>, f64)> = vec![(inside.clone(), alone)];
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
                // One stands before what is straight ahead, and behind what one has just
                // come by.
                let by = self.faces_there().turn_to(one.heading).abs();
                let is_off = one.metres > A_STEP && inside.is_none();
                let at = match by {
                    by if is_off && by > STRAIGHT_BEHIND => {
                        Thing { past: vec![thing], ..Thing::default() }
                    }
                    by if is_off && by < STRAIGHT_AHEAD => {
                        Thing { detail: vec![Thing { side: on(Side::Front), ..thing }], ..here }
                    }
                    _ => {
                        let is_one = thing.count == Slot::Unset && is_off;
                        let side = if is_one { self.on_a_hand(one.heading) } else { Slot::Unset };
                        let thing = Thing { side, ..thing };
                        Thing { detail: vec![thing], ..inside.clone().unwrap_or(here) }
                    }
                };
                places.push((Some(at), 1.0));
                break;
            }
        }
        if places.len() == 1 && inside.is_none() {
            let after = self.just_after();
            let after = after.map(|mark| Thing { past: vec![mark], ..Thing::default() });
            places.extend(after.map(|place| (Some(place), 0.99)));
            places.extend(self.near_to(&around).map(|place| (Some(place), 0.97)));
            places.extend(self.amid(&around).map(|place| (Some(place), 0.965)));
            let is_end = |end: &Thing| end.value == Slot::Set(Value::End) && !self.goes_on_aside();
            // Who comes aslant to the walls sees no end before him.
            let ahead = self.leg.last_heading();
            let is_aslant = ahead.turn_to(self.faces_there()).abs() > ASLANT;
            let end = self.end().filter(is_end).filter(|_| !is_aslant);
            places.extend(end.map(|place| (Some(place), 0.985)));
            places.extend(self.at_a_door().map(|(place, ease)| (Some(place), ease)));
        }
        // Who is in the room already is not sent to it, but to a spot in it.
        if let Some(area) = self.goal_all_along() {
            let kind = Slot::Set(marks::area_value(self.world.area(area).kind));
            for (place, _) in &mut places {
                let here = Thing { side: Slot::Set(ThingSide::At), ..Thing::default() };
                let is_end = |thing: &Thing| thing.value == Slot::Set(Value::End);
                let thing = place.take().filter(|thing| !is_end(thing)).unwrap_or(here);
                *place = Some(Thing { value: kind.clone(), ..thing });
            }
        }
        // What is beside the end of the way is told by its side alone.
        if let Some(side) = self.goal_aside() {
            let aside = Thing { side: on(side), ..Thing::default() };
            let seen = self.at_goal().map(|mark| Thing { detail: vec![mark], ..aside.clone() });
            let seen = seen.map(|place| (Some(place), 1.0));
            places = seen.into_iter().chain([(Some(aside), 0.98)]).collect();
        }
        // A door one stands before, or comes by.
        let aside = self.world.place(place).door.and_then(|door| self.goal_door_aside(door));
        if let Some(ending) = aside {
            let Singled { thing, likelihood, ease, by } = ending.1;
            let goal = DeclareGoal { goal, place: of(vec![thing]), ..DeclareGoal::default() };
            let verify = Verify { goal: Some(Box::new(goal)), ..Verify::default() };
            let part = Part::new(vec![Action::Verify(verify)], likelihood, ease);
            let items = by.into_iter().chain([ending.0]).collect();
            return vec![Ending { part, items, needs_metres: true, ..Ending::silent() }];
        }
        if let Some(door) = self.world.place(place).door {
            let thing =
                Thing { side: on(Side::Front), ..marks::plain(self.world, Sighted::Door(door)) };
            places = vec![(Some(thing), 1.0)];
        }
        let ending = |(place, ease): (Option<Thing>, f64)| {
            let items = place.as_ref().map_or(Vec::new(), |place| self.behind(place));
            let place = place.and_then(|thing| of(vec![thing]));
            let goal = DeclareGoal { goal: goal.clone(), place, ..DeclareGoal::default() };
            let verify = Verify { goal: Some(Box::new(goal)), ..Verify::default() };
            let part = Part::new(vec![Action::Verify(verify)], 1.0, ease);
            let needs_metres = taken.is_none() && self.length > 2.0;
            Ending { part, items, needs_metres, ..Ending::silent() }
        };
        let mut all: Vec<Ending> = places.into_iter().map(ending).collect();
        for ending in &mut all {
            let is_unsure = ending.part.ease < super::turn_off::UNSURE;
            if !is_unsure && tells_what_is_there(ending) {
                continue;
            }
            if let Some((thing, noticed)) = self.seen_from(&around) {
                let check = Verify { desc: vec![thing], ..Verify::default() };
                ending.part.actions.push(Action::Verify(check));
                ending.part.ease += (1.0 - ending.part.ease) * RECOGNISED * noticed;
            } else if let Some((thing, noticed)) = self.gone_too_far(None).filter(|_| is_unsure) {
                let warning = Verify { beyond: vec![thing], ..Verify::default() };
                ending.part.actions.push(Action::Verify(warning));
                ending.part.ease +=
                    (1.0 - ending.part.ease) * super::turn_off::TURNS_BACK * noticed;
            }
        }
        all
    }
}

/// True where it is said of the destination what stands there.
fn tells_what_is_there(ending: &Ending) -> bool {
    let goals = ending.part.actions.iter().filter_map(|action| match action {
        Action::Verify(verify) => verify.goal.as_ref(),
        _ => None,
    });
    let mut things = goals.flat_map(|goal| &goal.place).flat_map(|place| &place.desc);
    things.any(|thing| !thing.detail.is_empty() || !thing.past.is_empty())
}
