//! Which door one goes through.

use super::describe::fits;
use super::prospect::Prospect;
use super::walk::{Puzzled, Walk};
use crate::cas::{Proximity, Slot, Thing, ThingSide, Verify};
use crate::world::document::DoorKind;
use crate::world::{Around, DoorId, Heading, Item, Side, Sighted, far, heading, moved};

/// Things this near to another are beside it, in metres.
const BESIDE: f64 = 3.0;
/// Who stands so near to the middle of a door stands in it.
const IN_DOORWAY: f64 = 0.5;
/// Who goes through an opening is so many metres behind it.
const BEHIND: f64 = 0.8;
/// A door ahead is no farther than this from where it was told to be, in metres and as a
/// share of them.
const FAR_OFF: f64 = 1.5;
const FAR_OFF_SHARE: f64 = 0.4;
/// Who walks at no more than so many degrees to a wall walks along it.
const ALONG: f64 = 30.0;
/// So many degrees aside count as much as being farther away by a third, or by so many
/// metres where it was not told how far.
const AHEAD: f64 = 20.0;

impl Walk<'_, '_, '_> {
    /// 'Leave the room by the sliding door.'
    pub(super) fn leave_by(&mut self, thing: &Thing) -> Result<(), Puzzled> {
        let about = self.about.take();
        let around = self.visitor.around(&self.walker);
        let is_confused = self.happens(self.visitor.habits.confuse);
        let world = self.visitor.world;
        let doors: Vec<&Around> = around
            .iter()
            .filter(|one| {
                matches!(one.what, Sighted::Door(_)) && fits(world, thing, one.what, is_confused)
            })
            .collect();
        let mut doors = self.noticed(doors, |one| (one.what, one.metres));
        if doors.is_empty() {
            let any = around.iter().filter(|one| matches!(one.what, Sighted::Door(_)));
            doors = any.collect();
        }
        if let Some(mark) = thing.detail.first() {
            let marks: Vec<[f64; 2]> = around
                .iter()
                .filter(|one| fits(world, mark, one.what, false))
                .map(|one| moved(self.walker.stands_at(), one.heading, one.metres))
                .collect();
            let beside: Vec<&Around> = doors
                .iter()
                .filter(|one| {
                    let at = moved(self.walker.stands_at(), one.heading, one.metres);
                    marks.iter().any(|mark| far(*mark, at) <= BESIDE)
                })
                .copied()
                .collect();
            doors = if beside.is_empty() { doors } else { beside };
        }
        // The nearest, or, if nothing says which, mostly the nearest.
        let is_nearest = thing.dist.get() == Some(&Proximity::Near) || thing.count.is_present();
        let chosen = match is_nearest {
            true => doors.first().copied(),
            false => {
                // The nearest to where it should be by what was told.
                let off = |one: &Around| (one.metres - about.unwrap_or(0.0)).abs();
                let weights: Vec<f64> = doors.iter().map(|one| (-off(one) / 5.0).exp()).collect();
                self.drawn(&weights).map(|number| doors[number])
            }
        };
        match chosen.map(|one| one.what) {
            Some(Sighted::Door(door)) => {
                let toward = self.toward(door);
                self.walker.pass(door, toward);
                Ok(())
            }
            _ => Err(Puzzled),
        }
    }

    /// The direction of a door.
    fn toward(&self, door: DoorId) -> Heading {
        heading(self.walker.stands_at(), self.visitor.world.door_middle(door))
    }

    /// 'Go through the second door on your left', 'through the door ahead'.
    pub(super) fn go_through(
        &mut self,
        thing: &Thing,
        into: Option<&Verify>,
    ) -> Result<(), Puzzled> {
        let said = self.said(thing);
        let times = said.count.get().copied().unwrap_or(1).max(1);
        for _ in 0..times {
            if let Some((door, out)) = self.doorway(into) {
                self.walker.pass(door, out);
                continue;
            }
            let prospect = self.visitor.ahead(&self.walker);
            let hand = match said.side.get() {
                Some(ThingSide::Left) => Some(-90.0),
                Some(ThingSide::Right) => Some(90.0),
                _ => None,
            };
            let beside = hand.and_then(|hand| {
                let is_door = |item: &Item| matches!(item.what, Sighted::Door(_));
                self.sought(&prospect, &said, is_door).map(|item| (hand, item))
            });
            if let Some((hand, Item { what: Sighted::Door(door), along, .. })) = beside {
                prospect.walk(&mut self.walker, along);
                let toward = self.walker.heading().turned(hand);
                self.walker.pass(door, toward);
            } else {
                let ahead = match hand {
                    None => self.door_ahead(&prospect, &said),
                    Some(_) => None,
                };
                // One goes straight through a wide opening, wherever its middle is.
                if let Some(Sighted::Door(door)) = ahead
                    && let Some((metres, _)) =
                        prospect.doors.iter().find(|(_, other)| *other == door)
                    && self.visitor.world.door(door).kind == DoorKind::Opening
                {
                    prospect.walk(&mut self.walker, metres + BEHIND);
                    self.about = None;
                    continue;
                }
                let door = ahead.or_else(|| self.door_in_view(&said));
                let door = door.or_else(|| {
                    // Who was told how far walks that far and looks again.
                    let metres = self.about.take()?;
                    self.walk_about(metres);
                    self.door_in_view(&said)
                });
                let Some(Sighted::Door(door)) = door else { return Err(Puzzled) };
                let toward = self.toward(door);
                self.walker.pass(door, toward);
            }
            self.about = None;
        }
        Ok(())
    }

    /// The door in which one stands, and the way out of it that leads where it
    /// is said.
    fn doorway(&self, into: Option<&Verify>) -> Option<(DoorId, Heading)> {
        let name = into?.desc.first()?.name.get()?;
        let world = self.visitor.world;
        let all = world.building().doors.iter().enumerate();
        let at = self.walker.stands_at();
        let door = all
            .filter(|(_, door)| door.level == self.walker.level())
            .map(|(number, _)| world.door_id(number))
            .find(|door| far(world.door_middle(*door), at) < IN_DOORWAY)?;
        let line = world.door(door).line;
        let across = heading(line[0], line[1]).turned(90.0);
        [across, across.reversed()].into_iter().find_map(|out| {
            let behind = world.behind(door, moved(at, out.reversed(), 1.0))?;
            let area = world.area(behind);
            let names = [area.name.as_deref(), area.number.as_deref()];
            names.contains(&Some(name.as_str())).then_some((door, out))
        })
    }

    /// The door that one walks straight at.
    fn door_ahead(&mut self, prospect: &Prospect, thing: &Thing) -> Option<Sighted> {
        let is_confused = self.happens(self.visitor.habits.confuse);
        let fitting: Vec<Item> = prospect
            .doors
            .iter()
            .map(|(metres, door)| Item {
                what: Sighted::Door(*door),
                side: Side::Front,
                along: *metres,
                aside: 0.0,
                elsewhere: false,
            })
            .filter(|item| fits(self.visitor.world, thing, item.what, is_confused))
            .collect();
        let all: Vec<&Item> = fitting.iter().collect();
        self.chosen(&all, thing.order.get().copied(), None).map(|number| all[number].what)
    }

    /// A door that fits, more or less before one, or on that hand.
    fn door_in_view(&mut self, thing: &Thing) -> Option<Sighted> {
        let around = self.visitor.around(&self.walker);
        let ahead = match thing.side.get() {
            Some(ThingSide::Left) => self.walker.heading().turned(-60.0),
            Some(ThingSide::Right) => self.walker.heading().turned(60.0),
            _ => self.walker.heading(),
        };
        // Who has gone a little too far still has it on that hand.
        let within = match ahead.is_same(self.walker.heading()) {
            // Who has just come looks about.
            true if self.is_first() => 180.0,
            true => 90.0,
            false => 65.0,
        };
        let plain = Thing { side: Slot::Unset, order: Slot::Unset, ..thing.clone() };
        // What is ahead is as far as was told.
        let is_ahead = thing.side.get() == Some(&ThingSide::Front);
        let is_far_off = |one: &Around| {
            is_ahead
                && self.about.is_some_and(|metres| {
                    (one.metres - metres).abs() > FAR_OFF + FAR_OFF_SHARE * metres
                })
        };
        let before = around.iter().filter(|one| {
            matches!(one.what, Sighted::Door(_))
                && ahead.turn_to(one.heading).abs() < within
                && self.is_about_there(one.metres)
                && !is_far_off(one)
                && fits(self.visitor.world, &plain, one.what, false)
        });
        let before = self.noticed(before.collect(), |one| (one.what, one.metres));
        // The one that is most ahead, and about as far as was told.
        let off = |one: &Around| {
            let aside = ahead.turn_to(one.heading).abs() / AHEAD;
            let beside = if is_ahead && self.is_along(one) { 1.0 } else { 0.0 };
            aside
                + beside
                + match self.about {
                    Some(metres) => (one.metres - metres).abs() / (1.0 + metres / 3.0),
                    None => one.metres / AHEAD,
                }
        };
        before.into_iter().min_by(|a, b| off(a).total_cmp(&off(b))).map(|one| one.what)
    }

    /// True for a door in a wall that one walks along.
    fn is_along(&self, one: &Around) -> bool {
        let Sighted::Door(door) = one.what else { return false };
        let [a, b] = self.visitor.world.door(door).line;
        let by = self.walker.heading().turn_to(heading(a, b)).abs();
        by.min(180.0 - by) < ALONG
    }

    /// Who enters another room than was said may read so at the door.
    pub(super) fn reads_the_name(&mut self, room: &Thing) -> Result<(), Puzzled> {
        let world = self.visitor.world;
        let here = world.layout().area_at(world, self.walker.level(), self.walker.stands_at());
        let (Some(name), Some(here)) = (room.name.get(), here) else { return Ok(()) };
        let area = world.area(here);
        let names = [area.name.as_deref(), area.number.as_deref()];
        let is_right = names.contains(&Some(name.as_str()));
        match !is_right && !self.happens(self.visitor.habits.unread) {
            true => Err(Puzzled),
            false => Ok(()),
        }
    }
}
