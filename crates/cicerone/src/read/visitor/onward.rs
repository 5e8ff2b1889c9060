//! How one walks on and turns off: along the walls, beside what one is to pass, to
//! where the way leads off.

use super::VIEW;
use super::describe::{fits, is_side};
use super::walk::{KNOWN, Puzzled, UP_TO, Walk, sees};
use crate::cas::{Slot, Thing, ThingSide};
use crate::world::{Heading, Outlook, Side, Sighted, far, moved};

/// One turns off where so many metres are free.
const FREE: f64 = 1.8;
/// And sooner where the way goes on for so many, a few steps before or behind.
const ON: f64 = 5.0;
const A_FEW_STEPS: f64 = 2.5;
/// One finds a gap to turn off into within so many metres.
const GAP: f64 = 6.0;
/// One keeps to the other side of what one is to pass by no more than this, in
/// metres, and what is less far aside is in the way.
const STEPS_OVER: f64 = 4.0;
const BESIDE: f64 = 0.7;
/// What is wider than this is open, in metres.
const OPEN: f64 = 6.0;

impl Walk<'_, '_, '_> {
    /// Looks another way: along the walls, and in the open just so.
    pub(super) fn look(&mut self, wanted: Heading) {
        let (world, level) = (self.visitor.world, self.walker.level());
        let at = self.walker.stands_at();
        let is_lined_up = Outlook::lined_up(world, level, at, wanted).is_some();
        let aside = [90.0, -90.0].map(|by| self.walker.gets(wanted.turned(by)));
        match !is_lined_up && self.walker.place().is_none() && aside[0] + aside[1] > OPEN {
            true => self.walker.go_to(at, None, wanted),
            false => self.walker.look(wanted),
        }
    }

    /// One keeps along the walls and looks out for what is to be passed. Who would
    /// have it on the wrong hand, or walk into it, keeps to the other side of it.
    pub(super) fn keep_beside(&mut self, things: &[Thing]) {
        if self.walker.place().is_some() {
            return;
        }
        for thing in things {
            let said = self.said(thing);
            let hand = match said.side.get() {
                Some(ThingSide::Left) => -1.0,
                Some(ThingSide::Right) => 1.0,
                _ => continue,
            };
            let prospect = self.visitor.ahead(&self.walker);
            let world = self.visitor.world;
            let mut such = prospect.items.iter().filter(|item| {
                matches!(item.what, Sighted::Fixture(_)) && fits(world, &said, item.what, false)
            });
            let plain = Thing { side: Slot::Unset, count: Slot::Unset, ..said.clone() };
            if such.any(|item| is_side(said.side.get(), item.side)) {
                continue;
            }
            let Some(one) = self.in_view(&plain, VIEW) else { continue };
            if !matches!(one.what, Sighted::Fixture(_)) {
                continue;
            }
            let ahead = self.walker.heading();
            let (sin, cos) = ahead.turn_to(one.heading).to_radians().sin_cos();
            let (along, right) = (one.metres * cos, one.metres * sin);
            let is_ahead = along > UP_TO && right.abs() < along;
            let by = right - hand * UP_TO;
            let toward = ahead.turned(90.0 * by.signum());
            let is_wrong = right * hand < BESIDE;
            let is_free = self.walker.gets(toward) > by.abs() + UP_TO / 2.0;
            if is_ahead && is_wrong && by.abs() <= STEPS_OVER && is_free {
                let at = moved(self.walker.stands_at(), toward, by.abs());
                self.walker.go_to(at, None, ahead);
            }
        }
    }

    /// Who is told to turn at once and stands before a wall there goes on by a few
    /// steps first.
    pub(super) fn step_forward_to_turn(&mut self, by: f64) {
        let prospect = self.visitor.ahead(&self.walker);
        let mut steps = (0..8).map(|step| f64::from(step) * 0.5);
        let free = steps.find(|at| {
            let mut there = self.walker.clone();
            prospect.walk(&mut there, *at);
            *at <= prospect.reach && there.gets(there.heading().turned(by)) >= FREE
        });
        if let Some(at) = free {
            prospect.walk(&mut self.walker, at);
        }
    }

    /// Walks as far as was told, about, and to where one can turn off: where it
    /// is free on that hand, or to a gap near by.
    pub(super) fn find_a_gap(&mut self, by: f64) -> Result<(), Puzzled> {
        let prospect = self.visitor.ahead(&self.walker);
        let wanted = match self.about.take() {
            Some(metres) => self.judged(metres),
            None => 0.0,
        };
        let wanted = wanted.min(prospect.reach);
        let free = |at: f64| {
            let mut there = self.walker.clone();
            prospect.walk(&mut there, at);
            there.gets(there.heading().turned(by))
        };
        let steps = (0..=(GAP / 0.5) as usize).map(|step| step as f64 * 0.5);
        let spots = steps.flat_map(|off| [wanted + off, wanted - off]);
        let spots = spots.filter(|at| *at >= 0.0 && *at <= prospect.reach);
        let spots: Vec<(f64, f64)> = spots.map(|at| (at, free(at))).collect();
        let near = |at: f64| (at - wanted).abs() <= A_FEW_STEPS;
        let on = spots.iter().find(|(at, free)| near(*at) && *free >= ON);
        let found = on.or_else(|| spots.iter().find(|(_, free)| *free >= FREE));
        let side = if by < 0.0 { Side::Left } else { Side::Right };
        match found.map(|(at, _)| *at) {
            Some(at) => {
                // One goes on to the middle of a gap.
                let gap = prospect.items.iter().find(|item| match item.what {
                    Sighted::Way { width, .. } => {
                        item.side == side && (item.along - at).abs() <= width / 2.0 + 0.3
                    }
                    _ => false,
                });
                prospect.walk(&mut self.walker, gap.map_or(at, |gap| gap.along));
                Ok(())
            }
            None => {
                prospect.walk(&mut self.walker, wanted);
                Err(Puzzled)
            }
        }
    }

    /// Walks so many metres, as judged.
    pub(super) fn walk_about(&mut self, metres: f64) {
        let judged = self.judged(metres);
        let prospect = self.visitor.ahead(&self.walker);
        prospect.walk(&mut self.walker, judged);
    }

    /// Walks so many metres, as judged, but no farther than to where the destination
    /// is in view; and a few steps more if it comes into view there.
    pub(super) fn walk_looking_out(&mut self, metres: f64) {
        let judged = self.judged(metres);
        let prospect = self.visitor.ahead(&self.walker);
        let place = self.visitor.world.place(self.goal);
        let at = [place.position.0, place.position.1];
        let most = (judged + KNOWN.min(judged / 2.0)).min(prospect.reach);
        let spots = (0..=most as usize).map(|step| step as f64);
        let known = spots.filter(|_| place.level == self.walker.level()).find(|spot| {
            let mut there = self.walker.clone();
            prospect.walk(&mut there, *spot);
            far(there.stands_at(), at) <= KNOWN && sees(&there, at)
        });
        let is_seen = known.is_some() && !self.happens(self.visitor.habits.unseen_goal);
        let metres = known.filter(|_| is_seen).unwrap_or(judged);
        prospect.walk(&mut self.walker, metres);
    }
}
