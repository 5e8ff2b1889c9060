//! All that a reader could do on hearing a command, and how likely each is.

use super::habits::Habits;
use super::misfit::{Claim, Misfit};
use super::slips::{Slip, readings};
use crate::cas::Action;
use crate::plan::alternatives;
use crate::plan::meaning::fit;
use crate::world::{Pose, Sight};

/// The moves from one pose, held against one command and its misreadings.
#[derive(Debug, Clone)]
pub(super) struct Moves {
    ways: Vec<Way>,
    readings: Vec<(Slip, Vec<Misfit>)>,
}

#[derive(Debug, Clone, Copy)]
struct Way {
    end: Pose,
    steps: u32,
    turns: u32,
}

impl Moves {
    /// Holds every move from a pose against a command, after which nothing is
    /// said if it is the last.
    pub(super) fn find(sight: &Sight<'_>, command: &Action, start: Pose, is_last: bool) -> Moves {
        let paths = alternatives(sight.world, start, 0);
        let readings = readings(command, is_last).into_iter().map(|(slip, action)| {
            (slip, paths.iter().map(|path| fit(sight, &action, path)).collect())
        });
        let readings = readings.collect();
        Moves { ways: paths.iter().map(|path| Way::of(path)).collect(), readings }
    }

    /// How well the best of them fits what is meant, from 0 to 1.
    pub(super) fn fit(&self, habits: &Habits) -> f64 {
        let (_, misfits) = &self.readings[0];
        let best = misfits.iter().map(|misfit| habits.weight(misfit, 0, 0));
        best.fold(f64::NEG_INFINITY, f64::max).exp()
    }

    /// Where a reader ends up, each end with its probability; ends come more
    /// than once.
    pub(super) fn ends(&self, habits: &Habits, mut found: impl FnMut(Pose, f64)) {
        let slipped: f64 =
            self.readings[1..].iter().map(|(slip, _)| slip.chance(habits)).sum::<f64>().min(0.9);
        for (slip, misfits) in &self.readings {
            let chance = match slip {
                Slip::None => 1.0 - slipped,
                _ => slip.chance(habits),
            };
            self.share_out(habits, misfits, chance * (1.0 - habits.lapse), &mut found);
        }
        self.lapses(habits.lapse, &mut found);
    }

    fn share_out(
        &self,
        habits: &Habits,
        misfits: &[Misfit],
        chance: f64,
        found: &mut impl FnMut(Pose, f64),
    ) {
        if chance <= 0.0 {
            return;
        }
        let pairs = || self.ways.iter().zip(misfits);
        let weigh = |(way, misfit): (&Way, &Misfit)| habits.weight(misfit, way.steps, way.turns);
        let most = pairs().map(weigh).fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = pairs().map(|pair| (weigh(pair) - most).exp()).sum();
        for (way, misfit) in pairs() {
            let share = (weigh((way, misfit)) - most).exp() / sum;
            if share > 1e-6 {
                found(way.end, chance * share);
            }
        }
    }

    /// Something else altogether: any move of the sort that was asked for.
    fn lapses(&self, chance: f64, found: &mut impl FnMut(Pose, f64)) {
        let (_, misfits) = &self.readings[0];
        let has_shape = |misfit: &Misfit| misfit.fails[Claim::Shape as usize] == 0;
        let all = !misfits.iter().any(has_shape);
        let sort = || self.ways.iter().zip(misfits).filter(|(_, one)| all || has_shape(one));
        let share = chance / sort().count() as f64;
        sort().for_each(|(way, _)| found(way.end, share));
    }
}

impl Way {
    fn of(path: &[Pose]) -> Way {
        let (mut steps, mut turns) = (0, 0);
        for pair in path.windows(2) {
            match (pair[0].place == pair[1].place, pair[0].heading) {
                (false, _) => steps += 1,
                (true, Some(_)) => turns += 1,
                (true, None) => {}
            }
        }
        Way { end: path[path.len() - 1], steps, turns }
    }
}
