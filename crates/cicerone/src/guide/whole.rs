//! Choosing for the whole of a way through a building: what is said of a leg is
//! weighed with what is said of the one before it, over all legs at once
//! (Viterbi's dynamic programme).
//!
//! The likelihood to get through, the words it takes and saying the same again
//! count against each other ([`WholeConfig`]).

use super::config::WholeConfig;
use crate::cas::Structure;

/// One way to tell a leg.
#[derive(Debug, Clone)]
pub(super) struct Way {
    /// How surely it is followed.
    pub(super) ease: f64,
    /// How many words it takes.
    pub(super) words: usize,
    /// What its commands are instances of.
    pub(super) structures: Vec<Structure>,
}

impl Way {
    fn cost(&self, config: &WholeConfig) -> f64 {
        -self.ease.max(1e-6).ln() + config.word * self.words as f64
    }

    /// What it costs to say this after that.
    fn after(&self, before: &Way, config: &WholeConfig) -> f64 {
        let is_same = self.structures == before.structures && !self.structures.is_empty();
        if is_same { config.again } else { 0.0 }
    }
}

/// For every leg the number of the option that is best for the whole; `None`
/// where there is no option.
pub(super) fn choose(legs: &[Vec<Way>], config: &WholeConfig) -> Vec<Option<usize>> {
    // For every option of a leg the least cost up to it, and the one before it on
    // the way there.
    let mut least: Vec<Vec<(f64, usize)>> = Vec::with_capacity(legs.len());
    for (number, options) in legs.iter().enumerate() {
        let before = number.checked_sub(1).map(|before| (&legs[before], &least[before]));
        let reached = options.iter().map(|option| {
            let own = option.cost(config);
            let ways =
                before.into_iter().flat_map(|(others, costs)| {
                    others.iter().zip(costs).enumerate().map(|(place, (other, (cost, _)))| {
                        (cost + option.after(other, config), place)
                    })
                });
            let (cost, place) = ways.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, 0));
            (cost + own, place)
        });
        least.push(reached.collect());
    }
    let cheapest = |costs: &[(f64, usize)]| {
        let places = 0..costs.len();
        places.min_by(|a, b| costs[*a].0.total_cmp(&costs[*b].0))
    };
    let mut chosen = vec![None; legs.len()];
    let mut next: Option<usize> = None;
    for number in (0..legs.len()).rev() {
        // Behind a leg without options everything begins anew.
        let place = next.filter(|place| *place < legs[number].len());
        let place = place.or_else(|| cheapest(&least[number]));
        chosen[number] = place;
        next = place.map(|place| least[number][place].1);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cas::Command;
    use crate::world::Vocabulary;

    fn option(command: &str, ease: f64, words: usize) -> Way {
        let command = Command::parse(command, Vocabulary::sail()).unwrap();
        Way { ease, words, structures: vec![command.structure()] }
    }

    #[test]
    fn the_same_is_said_again_only_where_it_is_much_the_surest() {
        let config = WholeConfig::default();
        let [left, walk] = ["Turn(direction=Left)", "Travel()"];
        let leg = |other: f64| vec![option(left, 0.99, 5), option(walk, other, 5)];
        let varied = choose(&[leg(0.985), leg(0.985)], &config);
        assert_ne!(varied[0], varied[1]);
        assert_eq!(choose(&[leg(0.5), leg(0.5)], &config), [Some(0), Some(0)]);
        assert_eq!(choose(&[leg(0.5), Vec::new(), leg(0.5)], &config), [Some(0), None, Some(0)]);
    }

    #[test]
    fn it_is_the_best_of_all_ways_to_choose() {
        let config = WholeConfig::default();
        let texts = ["Turn(direction=Left)", "Travel()", "Turn(direction=Right)"];
        let mut seed = 7_u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 40) as usize
        };
        for _ in 0..200 {
            let legs: Vec<Vec<Way>> = (0..4)
                .map(|_| {
                    let count = 1 + next() % 3;
                    let ease = |n: usize| 0.9 + 0.01 * (n % 10) as f64;
                    (0..count)
                        .map(|_| option(texts[next() % 3], ease(next()), next() % 20))
                        .collect()
                })
                .collect();
            let cost = |places: &[usize]| -> f64 {
                let said: Vec<&Way> =
                    places.iter().zip(&legs).map(|(place, leg)| &leg[*place]).collect();
                let own: f64 = said.iter().map(|one| one.cost(&config)).sum();
                own + said.windows(2).map(|pair| pair[1].after(pair[0], &config)).sum::<f64>()
            };
            let mut all: Vec<Vec<usize>> = vec![Vec::new()];
            for leg in &legs {
                all = all
                    .into_iter()
                    .flat_map(|begun| (0..leg.len()).map(move |n| [&begun[..], &[n]].concat()))
                    .collect();
            }
            let least = all.iter().map(|places| cost(places)).fold(f64::INFINITY, f64::min);
            let chosen: Vec<usize> = choose(&legs, &config).into_iter().flatten().collect();
            assert!((cost(&chosen) - least).abs() < 1e-9);
        }
    }
}
