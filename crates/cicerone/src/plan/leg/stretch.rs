//! The stretch itself: how far, through which doors, past what.

use super::facing::A_CHAIR;
use super::marks::{area_value, label, of, on};
use super::{Ending, Part, Telling, ease};
use crate::cas::{Action, Distance, Follow, Slot, Thing, ThingSide, Travel, Value};
use crate::world::document::{AreaKind, DoorKind};
use crate::world::{
    AreaId, Around, Before, DoorId, Item, Next, Outlook, Side, Sighted, far, heading,
    is_hardly_a_corridor,
};

/// A shorter stretch is not worth a word, in metres.
const SHORT: f64 = 2.5;
/// Nobody walks on for fewer metres in the room one was sent to.
pub(super) const INSIDE: f64 = 8.0;
/// What is no wider than this is a corridor, and followed from so many metres on.
const CORRIDOR: f64 = 4.5;
const NARROW: f64 = 3.0;
const WORTH_FOLLOWING: f64 = 8.0;
/// From here on a distance helps.
const WORTH_METRES: f64 = 2.5;
/// Who turned into a corridor came from the middle of another: so many metres from
/// its wall, and the line, which cuts the corner, begins no farther on than this.
const FROM_WALL: f64 = 1.0;
const AT_MOST_CUT: f64 = 1.5;
/// Who is no farther from a door than this, in metres, may have come through it.
const AT_A_DOOR: f64 = 2.2;
/// From here on something on the way reassures, and from here on two things do.
const WORTH_ONE_MARK: f64 = 5.0;
const WORTH_TWO_MARKS: f64 = 12.0;
/// From here on marks are spread over the stretch.
const LONG_STRETCH: f64 = 20.0;
/// What is passed is clear of both ends by so much.
const CLEAR: f64 = 1.2;
/// More of a kind than this are a crowd, which marks nothing.
const CROWD: usize = 6;
/// What is nearer to a turn than this may have been its mark, in metres.
const AT_THE_TURN: f64 = 4.5;
const BEHIND_THE_TURN: f64 = 2.5;
/// A door passed at more than this, in degrees, is beside one.
const OBLIQUE: f64 = 50.0;
/// Who comes to a door sees on which hand it is so many metres before it.
const COMING: f64 = 2.0;
/// What is no more than so many degrees to one hand is hardly on it.
const OTHER_HAND: f64 = 6.0;
/// So many metres may be between where the line turns and where people do.
const CUT_CORNER: f64 = 3.0;
/// In the open, what is nearer to the line may be on either side of one's own.
const ON_ONE_SIDE: f64 = 1.5;
/// A wider gap in the wall is none to those who pass it.
const WIDEST: f64 = 8.0;
/// What opens in a wall farther aside than this, across a room, is not passed.
const ACROSS: f64 = 3.5;
/// What is farther aside than this is no mark of the way, and nothing small that is
/// farther aside than that.
const ASIDE: f64 = 4.5;
const SMALL_ASIDE: f64 = 2.5;
/// But stairs and lifts are seen so far across a hall.
const ACROSS_A_HALL: f64 = 6.5;

/// Who counts what is passed looks so far about, in metres.
const COUNTED_ABOUT: f64 = 10.0;

impl Telling<'_> {
    /// The ways to say the stretch from so many metres on to its end.
    pub(super) fn stretches(&self, begin: f64, opening: &Part, end: &Ending) -> Vec<Part> {
        let doors: Vec<(f64, DoorId)> = self
            .leg
            .doors
            .iter()
            .filter(|(metres, door)| *metres > begin + 0.3 && self.is_told(*door, *metres))
            .filter(|(_, door)| !self.is_goal_door(*door) && !self.is_brushed(*door))
            .copied()
            .collect();
        let mut told = end.items.clone();
        told.splice(..0, self.faced(opening));
        // What ends the stretch comes after all that one passes.
        let marks_of_end = end.items.iter().map(|number| self.marks.outlook.items[*number].along);
        let until = marks_of_end.fold(f64::INFINITY, f64::min);
        let mut parts = Vec::new();
        // Who counts is not told of anything else on the way: it would be counted.
        let counts = end.counts();
        for most in [2, 1, 0] {
            let mut actions = Vec::new();
            let mut done = begin;
            let mut marks = most;
            for (metres, door) in &doors {
                let (travel, used) = self.walk([done, *metres, until], marks, &told, false);
                marks -= used;
                let mut travel = travel.unwrap_or_default();
                let side = self.met(*door, *metres);
                let thing = Thing { side, ..self.marks.plain(Sighted::Door(*door)) };
                travel.through = of(vec![thing]);
                let into = self.entered(*metres).filter(|area| !self.is_goal(*area));
                travel.into = into.and_then(|area| self.named(area));
                let again = is_same_door(&mut actions, &travel);
                if !again {
                    actions.push(Action::Travel(travel));
                }
                actions.extend(self.turn_behind(*door, *metres));
                done = *metres;
            }
            // Whoever is in the room one is sent to has arrived.
            let is_there =
                done > begin && self.entered(done).is_some_and(|area| self.is_goal(area));
            // People walk up to what they are told, the line cuts the corner.
            let reaches = end.reaches.filter(|metres| (metres - self.length).abs() < CUT_CORNER);
            let reaches = reaches.unwrap_or(self.length);
            let rest = if is_there && self.length - done < INSIDE { done } else { reaches };
            // After a turn even a short walk is told: the turns would run together.
            let is_short = self.leg.before == Before::Turn && begin == 0.0 && doors.is_empty();
            let needs_metres =
                end.needs_metres || is_short && rest - done >= 1.0 && rest - done < SHORT;
            let most_here = if counts { 0 } else { marks };
            let (travel, used) = self.walk([done, rest, until], most_here, &told, needs_metres);
            actions.extend(travel.map(Action::Travel));
            let ease = match most - marks + used {
                _ if counts && doors.is_empty() => 1.0,
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

    /// On which side one meets a door that one goes through: ahead, unless one
    /// comes along its wall. What lies on the other hand until one is there is ahead.
    pub(super) fn met(&self, door: DoorId, metres: f64) -> Slot<ThingSide> {
        let own = heading(self.leg.at(metres - 0.3), self.leg.at(metres));
        let turn = self.turn_through(door, own);
        let toward = heading(self.leg.at(metres - COMING), self.world.door_middle(door));
        match own.turn_to(toward) {
            off if turn > OBLIQUE && off > -OTHER_HAND => on(Side::Right),
            off if turn < -OBLIQUE && off < OTHER_HAND => on(Side::Left),
            _ => on(Side::Front),
        }
    }

    /// True for an opening that one comes back through at once.
    fn is_brushed(&self, door: DoorId) -> bool {
        matches!(self.leg.next, Next::Turn { door: Some((_, next)), .. } if next == door)
    }

    /// Metres to the last door on the leg that is told before its end.
    pub(super) fn last_told_door(&self) -> f64 {
        let told = self.leg.doors.iter().filter(|(metres, door)| {
            *metres < self.length - 0.3
                && self.is_told(*door, *metres)
                && !self.is_goal_door(*door)
                && !self.is_brushed(*door)
        });
        told.map(|(metres, _)| *metres).fold(0.0, f64::max)
    }

    /// True for the door that one is sent to.
    fn is_goal_door(&self, door: DoorId) -> bool {
        self.segment.ends_route && self.world.place(self.segment.end().place).door == Some(door)
    }

    /// Doors are told of, and openings that lead into something with a name.
    pub(super) fn is_told(&self, door: DoorId, metres: f64) -> bool {
        match self.world.door(door).kind {
            DoorKind::Opening => {
                let before = self.leg.areas.iter().rev().find(|(at, _)| *at < metres - 0.3);
                let after = self.entered(metres);
                // Stairs are named when they are taken.
                let is_way = after.is_some_and(|area| {
                    let kind = self.world.area(area).kind;
                    !matches!(kind, AreaKind::Stairs | AreaKind::Lift | AreaKind::Escalator)
                });
                is_way
                    && before.and_then(|(_, area)| *area) != after
                    && after.and_then(|area| self.named(area)).is_some()
            }
            _ => true,
        }
    }

    /// True for the area that the route is to end in and that is called so.
    pub(super) fn is_goal(&self, area: AreaId) -> bool {
        let place = self.segment.end().place;
        self.segment.ends_route
            && self.world.place(place).area == Some(area)
            && self.world.area(area).name.is_some()
            && self.world.called(place).as_deref() == self.world.area(area).name.as_deref()
    }

    /// The area one comes into at so many metres.
    pub(super) fn entered(&self, metres: f64) -> Option<AreaId> {
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

    /// Metres that the line saves at its beginning by cutting a corner that people
    /// walk around.
    fn cut_off(&self) -> f64 {
        if self.leg.before != Before::Turn || self.marks.outlook.width.is_none() {
            return 0.0;
        }
        // Who turns out of a door turns right there.
        let near = Outlook::around(self.world, self.leg.level, self.leg.start(), AT_A_DOOR);
        let is_door = |one: &Around| {
            matches!(one.what, Sighted::Door(id)
                if self.world.door(id).kind != DoorKind::Opening)
        };
        if near.iter().any(is_door) {
            return 0.0;
        }
        let back = self.leg.heading().turned(180.0);
        let behind = Outlook::depth(self.world, self.leg.level, self.leg.start(), back);
        let cut = behind.map_or(0.0, |behind| behind - FROM_WALL);
        if (0.0..2.0 * AT_MOST_CUT).contains(&cut) { cut.min(AT_MOST_CUT) } else { 0.0 }
    }

    /// A walk between two metres of the leg, with at most so many marks before a
    /// third, and how many it has; `None` if it is too short to speak of.
    fn walk(
        &self,
        [from, to, until]: [f64; 3],
        marks: usize,
        told: &[usize],
        needs_metres: bool,
    ) -> (Option<Travel>, usize) {
        let far = to - from;
        let far = if from == 0.0 { far + self.cut_off() } else { far };
        let too_short = if from > 0.0 { super::turn_off::AT_ONCE } else { SHORT };
        if far < too_short && !needs_metres {
            return (None, 0);
        }
        let mut travel = Travel::default();
        if far >= WORTH_METRES || needs_metres {
            travel.distance = Some(distance(far));
        }
        // A wider one must be a corridor to the map as well.
        let is_one = self
            .leg
            .last_area()
            .is_some_and(|area| self.world.area(area).kind == AreaKind::Corridor);
        let widest = if is_one { CORRIDOR } else { NARROW };
        let is_corridor = self.marks.outlook.width.is_some_and(|width| width <= widest);
        if is_corridor && from < 1.0 && far >= WORTH_FOLLOWING {
            let thing = Thing { value: Slot::Set(Value::Corridor), ..Thing::default() };
            travel.follow = Some(Box::new(Follow { until: of(vec![thing]) }));
        }
        let most = match far {
            far if far >= WORTH_TWO_MARKS => 2,
            far if far >= WORTH_ONE_MARK => 1,
            _ => 0,
        };
        let passed =
            self.passed(from, to.min(self.length).min(until + CLEAR), most.min(marks), told);
        let used = passed.len();
        if used > 0 {
            travel.past = of(passed);
        }
        (Some(travel), used)
    }

    /// What one was told to face, by its place among the marks.
    pub(super) fn faced(&self, opening: &Part) -> Vec<usize> {
        let faces = opening.actions.iter().filter_map(|action| match action {
            Action::Face(face) => face.faced.as_ref(),
            _ => None,
        });
        let things: Vec<Thing> = faces
            .flat_map(|faced| &faced.desc)
            .map(|thing| Thing { side: Slot::Unset, count: Slot::Unset, ..thing.clone() })
            .collect();
        let items = self.marks.outlook.items.iter().enumerate();
        let is_faced = |item: &Item| {
            things.iter().any(|thing| super::marks::is_such(self.world, thing, item.what))
        };
        items.filter(|(_, item)| is_faced(item)).map(|(number, _)| number).collect()
    }

    /// True for what stands where one turned just now: it was spoken of there.
    fn is_at_the_turn(&self, item: &Item) -> bool {
        self.leg.before == Before::Turn
            && matches!(item.what, Sighted::Fixture(_))
            && item.along < BEHIND_THE_TURN
            && item.along.hypot(item.aside) < AT_THE_TURN
    }

    /// In the open, what is right beside the line may be on either hand: a single
    /// thing is passed on none, and anything else is not spoken of. Nor is what is in
    /// one's way, or small and not near.
    fn leave_out_what_is_close(&self, groups: &mut Vec<(Thing, Vec<&Item>)>, [from, to]: [f64; 2]) {
        let is_open = self.marks.outlook.width.is_none();
        groups.retain_mut(|(thing, group)| {
            let is_fixture = matches!(group[0].what, Sighted::Fixture(_));
            let is_small = is_fixture && self.size(group[0].what) < A_CHAIR;
            // Nor does anybody count what is moved about.
            if is_small && (group.len() > 1 || group[0].aside > SMALL_ASIDE) {
                return false;
            }
            let is_close =
                |item: &&Item| item.side == Side::Front || is_open && item.aside < ON_ONE_SIDE;
            if !group.iter().any(is_close) {
                return true;
            }
            let unsided = Thing { side: Slot::Unset, ..thing.clone() };
            let marks = self.marks.outlook.items.iter().chain(&self.marks.elsewhere);
            let alike = marks.filter(|item| {
                item.along > from
                    && item.along < to
                    && super::marks::is_such(self.world, &unsided, item.what)
            });
            let is_only = alike.count() == 1 && is_open && is_fixture;
            if is_only {
                *thing = unsided;
            }
            is_only
        });
    }

    /// True if who counts several things on one hand sees more of them there, farther
    /// aside or on.
    fn are_more(&self, thing: &Thing, group: &[&Item]) -> bool {
        let is_counted = group.len() > 1 && matches!(group[0].what, Sighted::Fixture(_));
        let at = group.iter().map(|item| item.along).fold(0.0, f64::max).min(self.length);
        let (before, here) = (self.leg.at((at - 1.0).max(0.0)), self.leg.at(at));
        if !is_counted || far(before, here) < 0.1 {
            return false;
        }
        let ahead = heading(before, here);
        let about = Outlook::around(self.world, self.leg.level, here, COUNTED_ABOUT);
        about.iter().any(|one| {
            let by = ahead.turn_to(one.heading);
            let hand = if by > 0.0 { Side::Right } else { Side::Left };
            let is_passed = group.iter().any(|item| item.what == one.what);
            let is_there = thing.side == Slot::Unset || thing.side == on(hand);
            !is_passed && is_there && super::marks::is_such(self.world, thing, one.what)
        })
    }

    /// How far aside what one passes is still a mark of the way.
    fn seen_aside(&self, item: &Item) -> f64 {
        match item.what {
            Sighted::Connection(_) if self.marks.outlook.width.is_none() => ACROSS_A_HALL,
            _ => ASIDE,
        }
    }

    /// What is worth saying that one passes it, in order.
    fn passed(&self, from: f64, to: f64, most: usize, told: &[usize]) -> Vec<Thing> {
        let items = &self.marks.outlook.items;
        let is_passed = |number: &usize| {
            let item: &Item = &items[*number];
            !told.contains(number)
                && item.along > from + CLEAR
                && item.along < to - CLEAR
                && item.aside <= self.seen_aside(item)
                && !self.is_left(item.what)
        };
        let mut groups: Vec<(Thing, Vec<&Item>)> = Vec::new();
        for item in (0..items.len()).filter(is_passed).map(|number| &items[number]) {
            let thing = Thing { side: on(item.side), ..self.marks.plain(item.what) };
            match groups.iter_mut().find(|(other, _)| *other == thing) {
                Some((_, items)) => items.push(item),
                None => groups.push((thing, vec![item])),
            }
        }
        self.leave_out_what_is_close(&mut groups, [from, to]);
        let end = told.last().map(|number| self.marks.plain(items[*number].what));
        let score = |(thing, group): &(Thing, Vec<&Item>)| {
            let noticed = ease::noticed(self.size(group[0].what), group[0].aside);
            let all = items.iter().chain(&self.marks.elsewhere).filter(|item| {
                super::marks::is_such(
                    self.world,
                    &Thing { side: Slot::Unset, ..thing.clone() },
                    item.what,
                )
            });
            // One of many marks nothing, unless they are all said.
            let others = all.count().saturating_sub(group.len());
            let alone = (1.0 + others as f64).powf(-0.7) * (group.len() as f64).powf(-0.3);
            let worth = match (group[0].what, thing.value.get()) {
                (Sighted::Fixture(_), _) if thing.name != Slot::Unset => 1.4,
                (Sighted::Fixture(_), _) if self.size(group[0].what) < A_CHAIR => 0.6,
                (Sighted::Fixture(_), _) => 1.0,
                (Sighted::Connection(_), _) => 1.4,
                (Sighted::Way { .. }, _) => 0.6,
                (Sighted::Door(_), Some(Value::Opening)) => 0.45,
                // A door that looks unlike most.
                (Sighted::Door(_), _) if thing.door != Slot::Unset => 0.8,
                (Sighted::Door(_), _) => 0.55,
            };
            // What ends the stretch is not passed as well, one like it confuses.
            let same = end.as_ref().is_some_and(|end| end.value == thing.value);
            noticed * alone * worth * if same { 0.3 } else { 1.0 }
        };
        // What was spoken of at the turn is not passed as well, nor counted
        // without it.
        groups.retain(|(_, group)| !group.iter().any(|item| self.is_at_the_turn(item)));
        // More of them in the room beside, in view: nobody knows which to count.
        let is_there =
            |thing: &Thing, item: &Item| thing.side == Slot::Unset || thing.side == on(item.side);
        groups.retain(|(thing, _)| {
            let mut others = self.marks.elsewhere.iter();
            !others.any(|other| {
                is_there(thing, other)
                    && other.along > from
                    && other.along < to
                    && super::marks::is_such(self.world, thing, other.what)
            })
        });
        groups.retain(|(_, group)| group.len() <= CROWD);
        // Nor where more of them stand behind those that one passes.
        groups.retain(|(thing, group)| {
            let is_such = |item: &&Item| super::marks::is_such(self.world, thing, item.what);
            let there = items
                .iter()
                .filter(|item| is_there(thing, item) && item.along > from && item.along < to);
            there.filter(is_such).count() == group.len() && !self.are_more(thing, group)
        });
        // Nobody agrees how many ways open on one hand.
        groups
            .retain(|(_, group)| group.len() == 1 || !matches!(group[0].what, Sighted::Way { .. }));
        // What may be a corridor or none is looked for in vain.
        let is_doubtful = |side: Side| {
            let ways = items.iter().filter(|item| item.along > from && item.along < to);
            ways.filter(|item| item.side == side).any(|item| {
                matches!(item.what, Sighted::Way { width, depth } if is_hardly_a_corridor(width, depth))
            })
        };
        groups.retain(|(_, group)| {
            let is_way = matches!(group[0].what, Sighted::Way { .. });
            !is_way || !is_doubtful(group[0].side)
        });
        groups.retain(|(_, group)| {
            // What is as wide as a hall is passed without being noticed.
            let is_noticed = |item: &&Item| match item.what {
                Sighted::Way { width, .. } => width <= WIDEST && item.aside <= ACROSS,
                _ => true,
            };
            group.iter().all(is_noticed)
        });
        let mut best: Vec<usize> = (0..groups.len()).collect();
        best.sort_by(|a, b| score(&groups[*b]).total_cmp(&score(&groups[*a])));
        best.retain(|number| score(&groups[*number]) > 0.2);
        // On a long stretch the second mark is far from the first.
        if let Some(first) = best.first().filter(|_| most > 1 && to - from > LONG_STRETCH) {
            let at = |number: usize| groups[number].1[0].along;
            let first = at(*first);
            let is_apart = |number: &usize| (at(*number) - first).abs() > (to - from) / 3.0;
            if let Some(place) = best.iter().position(is_apart) {
                let second = best.remove(place);
                best.insert(1, second);
            }
        }
        best.truncate(most);
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

/// Counts a door with the one before, if it looks the same and follows at once:
/// 'go through two sliding doors'.
fn is_same_door(actions: &mut [Action], next: &Travel) -> bool {
    let Some(Action::Travel(before)) = actions.last_mut() else { return false };
    let is_bare = next.distance.is_none() && next.past.is_none() && next.into.is_none();
    let (Some(one), Some(other)) = (&mut before.through, &next.through) else { return false };
    let ([one], [other]) = (&mut one.desc[..], &other.desc[..]) else { return false };
    let count = one.count.get().copied().unwrap_or(1);
    let is_same =
        is_bare && before.into.is_none() && Thing { count: Slot::Unset, ..one.clone() } == *other;
    if is_same {
        one.count = Slot::Set(count + 1);
    }
    is_same
}

/// So many metres, as people say them.
pub(super) fn distance(metres: f64) -> Box<Distance> {
    Box::new(Distance { metres: Slot::Set(rounded(metres)), ..Distance::default() })
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
