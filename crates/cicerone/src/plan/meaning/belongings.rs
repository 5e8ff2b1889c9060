//! What belongs to a thing: `Part`, `Detail` and `On`.
//!
//! - To a place (an intersection, a corner, an end) belongs what stands there,
//!   the ways and walls there and the pictures along those ways: 'the
//!   intersection with the blue hall, containing the easel'.
//! - To a way belongs everything along it, the place it leaves from included:
//!   'the hall with the lamp in it'.
//! - A landmark, a picture or a wall is on the ways of its place, on the way it
//!   is seen along, and at its place: 'the chair on the green path', 'the wall
//!   of the T intersection'. Every picture is on a wall.
//!
//! `dist` always holds here: the owner says where it is. `side` is judged for
//! the ways of a place ('the intersection with a path to the right') and means
//! nothing otherwise ('the end of this hall').

use super::scene::Scene;
use super::tally::{AttributeVerdict, Tally};
use super::thing::{all_fail, is_of_sort, is_on_side, is_usual_type};
use crate::cas::{Thing, ThingSide, Value};
use crate::world::{Seen, Side, What};

impl Scene<'_, '_> {
    /// How well `nested` fits something that belongs to `owner`.
    pub(crate) fn belonging<T: Tally>(&self, owner: &Seen, owned_by: &Thing, nested: &Thing) -> T {
        let is_end = owned_by.value.get() == Some(&Value::End);
        let mut best: Option<T> = None;
        self.belongings(owner, &mut |seen| {
            let value = nested.value.get();
            if !value.is_none_or(|value| is_of_sort(*value, seen)) {
                return;
            }
            let judge_side = owner.what == What::Place && !is_end;
            let fit = self.owned(nested, seen, judge_side);
            best = Some(match best.take() {
                Some(best) => T::better(best, fit),
                None => fit,
            });
        });
        best.unwrap_or_else(|| all_fail(nested, self.role))
    }

    /// Calls `each` for everything that belongs to `owner`.
    pub(crate) fn belongings(&self, owner: &Seen, each: &mut dyn FnMut(&Seen)) {
        let sight = self.sight;
        let around = sight.around(owner.place, owner.heading);
        let here = sight.here(&around).iter();
        match owner.what {
            What::Place => here.for_each(each),
            What::Way(_) => {
                here.filter(|seen| seen.line.is_none_or(|line| line == Side::Front))
                    .chain(sight.beyond(&around, Side::Front))
                    .for_each(each);
            }
            What::Thing(_) | What::Wall => {
                here.for_each(&mut *each);
                if let (Some(side), true) = (owner.line, owner.k > 0) {
                    let ways = sight.here(&self.around).iter();
                    ways.filter(|seen| seen.line == Some(side)).for_each(&mut *each);
                }
                if owner.is_hanging() {
                    // The wall it hangs on is there though nothing is closed.
                    each(&owner.wall_behind());
                }
            }
        }
    }

    fn owned<T: Tally>(&self, thing: &Thing, seen: &Seen, judge_side: bool) -> T {
        let mut tally = T::default();
        let role = self.role;
        if let Some(kind) = thing.kind.get() {
            let usual = thing.value.get().is_none_or(|value| is_usual_type(*kind, *value));
            tally.judge(role, "type", usual.into());
        }
        if let Some(value) = thing.value.get() {
            tally.judge(role, "value", self.matches_value(*value, seen).into());
        }
        if thing.dist.get().is_some() {
            tally.judge(role, "dist", AttributeVerdict::Holds);
        }
        if let Some(side) = thing.side.get() {
            let judged = judge_side && seen.is_way() && *side != ThingSide::At;
            tally.judge(role, "side", (!judged || is_on_side(*side, seen)).into());
        }
        self.appearance_and_shape(thing, seen, &mut tally);
        for leaf in [(thing.order.get(), "Order_adj"), (thing.count.get(), "Count")] {
            if leaf.0.is_some() {
                tally.judge(role, leaf.1, AttributeVerdict::NotJudged);
            }
        }
        for nested in [&thing.part, &thing.detail, &thing.on, &thing.past].into_iter().flatten() {
            tally.add(self.belonging(seen, thing, nested));
        }
        tally
    }
}
