//! Telling a door or a way from the others of its sort: by counting, by what one has
//! passed, by what is level with it, by its sign.

use super::at_marks::ASIDE;
use super::facing::A_CHAIR;
use super::marks::{AT_START, LEVEL_WITH, is_such, on};
use super::turn_off::AT_ONCE;
use super::{Telling, ease};
use crate::cas::{Slot, Thing, Verify};
use crate::world::document::AreaKind;
use crate::world::{Before, Item, Outlook, Side, Sighted};

/// Counting goes wrong so much more easily for every way off that one passes.
const SIDE_CORRIDOR: f64 = 0.96;
/// What is this near to where one begins to count may be counted or not.
const RIGHT_THERE: f64 = 1.5;

/// Where one may be counted or not, so many count as it was meant.
const UNCLEAR: f64 = 0.85;
/// Who turns a corner counts from where the line began or a few metres earlier.
const AT_CORNER: std::ops::Range<f64> = -4.0..0.8;

/// A door or a way described so that no other fits, if that can be done.
pub(super) struct Singled {
    pub(super) thing: Thing,
    pub(super) likelihood: f64,
    pub(super) ease: f64,
    /// What it comes after, by its place among the marks, if that is said.
    pub(super) by: Option<usize>,
}

impl Telling<'_> {
    /// A door or a way on one hand, described so that no other fits: as the
    /// only one of its sort, by counting, or by what comes before it.
    pub(super) fn singled_out(&self, item: &Item, side: Side) -> Singled {
        let own = Thing { side: on(side), ..self.marks.plain(item.what) };
        let ahead = |thing: &Thing| {
            self.marks.fitting(thing).into_iter().filter(|one| self.marks.is_counted(one)).count()
        };
        // One like it in view round a corner may be taken for it, or counted.
        let beside = |one: &&Item| {
            one.side == side
                && (self.marks.counted_from..item.along).contains(&one.along)
                && is_such(self.world, &Thing { side: Slot::Unset, ..own.clone() }, one.what)
        };
        // From so many metres on.
        let alone_from = |along: f64| {
            let mut others = self.marks.elsewhere.iter().filter(beside);
            if others.any(|one| one.along > along) { UNCLEAR } else { 1.0 }
        };
        let alone = alone_from(f64::NEG_INFINITY);
        let sure = |thing: Thing, ease: f64| Singled { thing, likelihood: 1.0, ease, by: None };
        // 'The double door on your left', where there is one.
        let bare = Thing { door: Slot::Unset, ..own.clone() };
        let is_only = own.door != Slot::Unset && ahead(&own) == 1 || ahead(&bare) == 1;
        if is_only && alone == 1.0 {
            return sure(own, 1.0);
        }
        let mut ways: Vec<Singled> = Vec::new();
        ways.extend(is_only.then(|| sure(own.clone(), alone)));
        for thing in [&bare, &own] {
            // One that is right there may be counted or not.
            let here = self.marks.counted_from;
            let is_there = |one: &&Item| (one.along - here).abs() < RIGHT_THERE;
            let fitting = self.marks.fitting(thing);
            let is_unclear = fitting.iter().any(|one| !std::ptr::eq(*one, item) && is_there(one))
                || self.begins_beside(thing, side);
            if let Some(order) = self.marks.order_of(thing, item) {
                let said = Thing { order: Slot::Set(order), ..thing.clone() };
                // Who looks into a side corridor sees more of them there.
                let is_off = |one: &&Item| {
                    matches!(one.what, Sighted::Way { .. })
                        && one.side == side
                        && one.along > here
                        && one.along < item.along
                };
                let off = self.marks.outlook.items.iter().filter(is_off).count();
                let off = if order > 1 { SIDE_CORRIDOR.powi(off as i32) } else { 1.0 };
                let clear = if is_unclear { UNCLEAR } else { alone } * off;
                ways.push(sure(said, clear * ease::counted(order)));
            }
        }
        // 'The first door on your left after the kiosk.'
        for (number, mark) in self.marks.outlook.items.iter().enumerate() {
            let is_mark = match mark.what {
                Sighted::Fixture(_) | Sighted::Connection(_) => true,
                // A door of another look, across the way or before it.
                Sighted::Door(_) => {
                    let other = self.marks.plain(mark.what);
                    other.door != Slot::Unset && other.door != own.door
                }
                // A corridor that one passes on the same hand, where there is but one.
                Sighted::Way { .. } => {
                    self.marks.outlook.width.is_some()
                        && !matches!(item.what, Sighted::Way { .. })
                        && mark.side == side
                        && mark.along > self.marks.counted_from + AT_ONCE
                }
            } && mark.side != Side::Front;
            let is_before = mark.along > AT_START && mark.along < item.along - 0.5;
            if !is_mark || !is_before || mark.aside > ASIDE {
                continue;
            }
            let past = Thing { side: on(mark.side), ..self.marks.plain(mark.what) };
            // What opens right beside it is neither before nor after it.
            let mut alike = self.marks.fitting(&bare).into_iter();
            let is_beside = alike.any(|one| (one.along - mark.along).abs() < RIGHT_THERE);
            // Nor is what has one like it in view round a corner, on that hand.
            let mut elsewhere = self.marks.elsewhere.iter().filter(|one| one.side == mark.side);
            let is_elsewhere = elsewhere.any(|one| is_such(self.world, &past, one.what));
            if self.marks.fitting(&past).len() != 1 || is_beside || is_elsewhere {
                continue;
            }
            let after = Thing { past: vec![past], ..bare.clone() };
            // Where one counts all the same, nothing is gained.
            let counted = self.marks.order_of(&bare, item).unwrap_or(u32::MAX);
            let order = self.marks.order_of(&after, item);
            if let Some(order) = order.filter(|order| *order < counted) {
                let noticed = ease::noticed(self.size(mark.what), mark.aside);
                // How it looks is said as well where that changes nothing.
                let looks = Thing { past: after.past.clone(), ..own.clone() };
                let is_same = self.marks.order_of(&looks, item) == Some(order);
                let after = if is_same { looks } else { after };
                let said = Thing { order: Slot::Set(order), ..after };
                let plain = match mark.what {
                    Sighted::Door(_) | Sighted::Way { .. } => 0.975,
                    Sighted::Connection(_) | Sighted::Fixture(_) => 0.985,
                };
                let alone = alone_from(mark.along - RIGHT_THERE);
                let ease = ease::counted(order) * noticed * plain * alone;
                ways.push(Singled { by: Some(number), ..sure(said, ease) });
            }
        }
        ways.extend(self.level_with(item, &bare));
        let best = ways.into_iter().max_by(|a, b| a.ease.total_cmp(&b.ease));
        best.unwrap_or_else(|| {
            let likelihood = 1.0 / self.marks.fitting(&own).len().max(1) as f64;
            Singled { thing: own, likelihood, ease: likelihood, by: None }
        })
    }

    /// True if one like it is beside the corner where the stretch begins: the line
    /// cuts the corner, and who walks farther before turning comes by it.
    fn begins_beside(&self, thing: &Thing, side: Side) -> bool {
        if self.leg.before != Before::Turn || self.marks.counted_from > 0.0 {
            return false;
        }
        let ahead = self.leg.sets_off();
        let about = Outlook::around(self.world, self.leg.level, self.leg.start(), 2.0 * ASIDE);
        about.iter().any(|one| {
            let by = ahead.turn_to(one.heading).to_radians();
            let (along, aside) = (one.metres * by.cos(), one.metres * by.sin());
            let aside = if side == Side::Left { -aside } else { aside };
            AT_CORNER.contains(&along)
                && (0.0..ASIDE).contains(&aside)
                && is_such(self.world, &Thing { side: Slot::Unset, ..thing.clone() }, one.what)
        })
    }

    /// 'The door on your left, opposite the lift', or beside it.
    pub(super) fn level_with(&self, item: &Item, bare: &Thing) -> Vec<Singled> {
        let items = self.marks.outlook.items.iter().enumerate();
        let level = items.filter(|(_, mark)| {
            matches!(mark.what, Sighted::Fixture(_) | Sighted::Connection(_))
                && !self.is_left(mark.what)
                && matches!(mark.side, Side::Left | Side::Right)
                && (mark.along - item.along).abs() < LEVEL_WITH
                && mark.aside < ASIDE
                && self.size(mark.what) >= A_CHAIR
        });
        let singled = level.filter_map(|(number, mark)| {
            let beside = Thing { side: on(mark.side), ..self.marks.plain(mark.what) };
            let is_only = self.marks.fitting(&beside).len() == 1;
            let mut elsewhere = self.marks.elsewhere.iter();
            let is_elsewhere = elsewhere.any(|one| is_such(self.world, &beside, one.what));
            let thing = Thing { detail: vec![beside], ..bare.clone() };
            let is_clear = self.marks.fitting(&thing).len() == 1;
            let ease = 0.985 * ease::noticed(self.size(mark.what), mark.aside);
            (is_only && !is_elsewhere && is_clear).then_some(Singled {
                thing,
                likelihood: 1.0,
                ease,
                by: Some(number),
            })
        });
        singled.collect()
    }

    /// The room behind a door by its name, if no other door on that hand leads
    /// there: doors have signs.
    pub(super) fn sign_at(&self, item: &Item, side: Side) -> Option<Box<Verify>> {
        let behind = |item: &Item| match item.what {
            Sighted::Door(id) => self.world.behind(id, self.leg.at(item.along.min(self.length))),
            _ => None,
        };
        let room = behind(item)?;
        let on_that_hand = self.marks.outlook.items.iter().filter(|one| one.side == side);
        let is_only = on_that_hand.filter(|one| behind(one) == Some(room)).count() == 1;
        let is_room = matches!(self.world.area(room).kind, AreaKind::Room | AreaKind::Restroom);
        self.named(room).filter(|_| is_only && is_room)
    }
}
