//! Which of the things one sees is taken for the one that is meant.

use rand::RngExt;

use super::describe::{fits, is_on_hand, is_side, size};
use super::prospect::Prospect;
use super::walk::Walk;
use crate::cas::Thing;
use crate::world::{Around, Item, Sighted};

/// Where something else would do as well, every so many-th goes on to it.
const GOES_ON: f64 = 0.03;
/// What is farther than this from where it should be, in metres, is something else.
const FAR_OFF: f64 = 8.0;
/// Metres are never judged better than this.
const SURE: f64 = 0.4;

impl Walk<'_, '_, '_> {
    /// What one comes to that a description fits: the first, the n-th, the one
    /// that is about so far away. What is overlooked is not counted.
    pub(super) fn sought(
        &mut self,
        prospect: &Prospect,
        thing: &Thing,
        is_wanted: impl Fn(&Item) -> bool,
    ) -> Option<Item> {
        let world = self.visitor.world;
        let habits = self.visitor.habits;
        let is_confused = self.happens(habits.confuse);
        let after = match thing.past.first() {
            None => 0.0,
            Some(past) => {
                let past = self.said(past);
                let mut marks = prospect.items.iter();
                let mark = marks.find(|item| {
                    is_side(past.side.get(), item.side) && fits(world, &past, item.what, false)
                })?;
                // Who overlooks it begins to count at once.
                match self.happens(habits.overlooks(size(world, mark.what), mark.aside.max(1.0))) {
                    true => 0.0,
                    false => mark.along,
                }
            }
        };
        let all: Vec<&Item> = prospect
            .items
            .iter()
            .filter(|item| {
                item.along > after + 0.2
                    && !item.elsewhere
                    && is_wanted(item)
                    && is_on_hand(thing.side.get(), item)
                    && fits(world, thing, item.what, is_confused)
            })
            .collect();
        let all = self.noticed(all, |item| (item.what, item.aside.max(1.0)));
        let order = thing.order.get().copied();
        let chosen = self.chosen(&all, order, None)?;
        let beyond = self.beyond.clone().map(|thing| self.said(&thing));
        let limit = beyond.and_then(|thing| {
            let items = prospect.items.iter();
            let mut such = items.filter(|item| {
                is_side(thing.side.get(), item.side) && fits(world, &thing, item.what, false)
            });
            such.next().map(|item| (item.along, item.what, item.aside))
        });
        if let Some((along, what, aside)) = limit
            && all[chosen].along > along
            && !self.happens(habits.overlooks(size(world, what), aside.max(1.0)))
            && let Some(back) = self.chosen(&all, order, Some(along))
        {
            return Some(*all[back]);
        }
        Some(*all[chosen])
    }

    /// False for what is nowhere near where it should be by what was told: nobody
    /// walks five times as far, or stops after a third of the way.
    pub(super) fn is_about_there(&self, along: f64) -> bool {
        let spread = self.visitor.habits.spread;
        let leeway = |metres: f64| FAR_OFF.max(metres / 2.0) + 2.0 * spread * metres;
        self.about.is_none_or(|metres| (along - metres).abs() <= leeway(metres))
    }

    /// Which of several that fit is taken, before so many metres if that is said.
    pub(super) fn chosen(
        &mut self,
        all: &[&Item],
        order: Option<u32>,
        before: Option<f64>,
    ) -> Option<usize> {
        let habits = self.visitor.habits;
        // Who finds fewer than that takes the last.
        let order = order.map(|order| order.min(all.len() as u32));
        let counted = |place: usize| {
            let number = place as f64 + 1.0;
            match order {
                Some(order) => {
                    let lost = 1.0 - (1.0 - habits.miscount).powi(order as i32 - 1);
                    match (number - f64::from(order)).abs() {
                        off if off < 0.5 => 1.0 - lost,
                        off if off < 1.5 => lost / 2.0,
                        _ => 0.0,
                    }
                }
                // Metres tell which of them.
                None if self.about.is_some() => 1.0,
                None if habits.spread > 0.0 => GOES_ON.powf(number - 1.0),
                None if place == 0 => 1.0,
                None => 0.0,
            }
        };
        let about = self.about;
        let near = |item: &Item| match about {
            None => 1.0,
            Some(metres) => {
                let spread = (habits.spread * metres).max(SURE) + 1.0;
                (-0.5 * ((item.along - metres) / spread).powi(2)).exp().max(1e-3)
            }
        };
        let weights: Vec<f64> = all
            .iter()
            .enumerate()
            .map(|(place, item)| match before.is_some_and(|before| item.along > before) {
                true => 0.0,
                false if !self.is_about_there(item.along) => 0.0,
                false => counted(place) * near(item),
            })
            .collect();
        self.drawn(&weights)
    }

    /// Something in view that a description fits, mostly the nearest.
    pub(super) fn in_view(&mut self, thing: &Thing, within: f64) -> Option<Around> {
        let around = self.visitor.around(&self.walker);
        let is_confused = self.happens(self.visitor.habits.confuse);
        let world = self.visitor.world;
        let all = around
            .iter()
            .filter(|one| one.metres <= within && fits(world, thing, one.what, is_confused));
        let all = self.noticed(all.collect(), |one| (one.what, one.metres));
        let weights: Vec<f64> = all.iter().map(|one| (-one.metres / 3.0).exp()).collect();
        self.drawn(&weights).map(|number| *all[number])
    }

    /// Those of several things that are not overlooked.
    pub(super) fn noticed<'t, T>(
        &mut self,
        all: Vec<&'t T>,
        what: impl Fn(&T) -> (Sighted, f64),
    ) -> Vec<&'t T> {
        let (world, habits) = (self.visitor.world, self.visitor.habits);
        let kept = all.into_iter().filter(|one| {
            let (what, metres) = what(one);
            let chance = habits.overlooks(size(world, what), metres);
            !(chance > 0.0 && self.random.random_bool(chance.min(0.9)))
        });
        kept.collect()
    }

    /// Metres as they are judged.
    pub(super) fn judged(&mut self, metres: f64) -> f64 {
        // A normal draw, by Box and Muller.
        let share: f64 = 1.0 - self.random.random::<f64>();
        let turn: f64 = self.random.random();
        let normal = (-2.0 * share.ln()).sqrt() * (std::f64::consts::TAU * turn).cos();
        (metres * (1.0 + self.visitor.habits.spread * normal)).max(0.0)
    }

    /// One of several in proportion to their weights.
    pub(super) fn drawn(&mut self, weights: &[f64]) -> Option<usize> {
        let sum: f64 = weights.iter().sum();
        if sum <= 0.0 {
            return None;
        }
        let mut left = self.random.random::<f64>() * sum;
        for (number, weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return Some(number);
            }
        }
        weights.iter().rposition(|weight| *weight > 0.0)
    }

    pub(super) fn happens(&mut self, chance: f64) -> bool {
        chance > 0.0 && self.random.random_bool(chance.min(1.0))
    }
}
