//! Content selection: from a segment to the structures a person would use.
//!
//! The steps are the paper's (section 'Content Selection'): the policy gives
//! the maximum a posteriori property vector, the `k_c` nearest structures of
//! the bank are retrieved, spectral clustering groups them, and from every
//! group come candidates. Two things the paper leaves open:
//!
//! - Nearness to one vector forgets how the policy ranks everything else, so
//!   [`SelectorConfig::preference`] lets the policy have a part in what is near.
//! - The candidates are the most probable of the neighbours, and the most
//!   probable of every group that has none among them.
//!
//! All of it depends on the context alone. Contexts met in training are
//! prepared there; any other is worked out when first met and remembered.

#[cfg(feature = "training")]
mod learn;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, PoisonError, RwLock};

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};

use super::clusters::{similarity, spectral_clusters};
use super::{Context, Distance, Policy, PolicyConfig, PolicyTraining, Properties, StructureBank};
use crate::cas::{Action, Proposal, Structure};
use crate::settings::setters;
use crate::world::{Segment, Vocabulary, World};
use crate::{Error, Result};

/// How a selector is learnt and how it selects.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SelectorConfig {
    /// How the policy is learnt.
    pub policy: PolicyConfig,
    /// How many nearest structures are retrieved, the paper's k_c. Default 100.
    pub neighbours: usize,
    /// What a structure's improbability adds to its distance: this much for
    /// every factor e below the most probable structure. 0 is the paper's
    /// distance; 1 loses nothing of what the policy knows. Default 1.
    pub preference: f64,
    /// At most so many groups of neighbours. Default 8.
    pub max_clusters: usize,
    /// So many candidates, and one more for every group that would have none.
    /// Default 20.
    pub candidates: usize,
    /// Same seed, same selector. Default 0.
    pub seed: u64,
    /// Through at most so many passages a walk is gladly said by its count
    /// alone; longer ones only where nothing else will do. On the training
    /// split people say 57% of the walks through one passage that way, 41% of
    /// two, 28% of three and a quarter of longer ones, and the contexts do not
    /// tell the length. Default 1.
    #[serde(default = "longest_bare_count", skip_serializing_if = "is_longest_bare_count")]
    pub longest_bare_count: usize,
}

/// Files from before there was such a parameter mean the default.
fn longest_bare_count() -> usize {
    1
}

fn is_longest_bare_count(value: &usize) -> bool {
    *value == longest_bare_count()
}

impl Default for SelectorConfig {
    fn default() -> SelectorConfig {
        SelectorConfig {
            policy: PolicyConfig::default(),
            neighbours: 100,
            preference: 1.0,
            max_clusters: 8,
            candidates: 20,
            seed: 0,
            longest_bare_count: longest_bare_count(),
        }
    }
}

setters!(SelectorConfig {
    policy: PolicyConfig,
    neighbours: usize,
    preference: f64,
    max_clusters: usize,
    candidates: usize,
    seed: u64,
    longest_bare_count: usize,
});

impl SelectorConfig {
    pub(super) fn check(&self) -> Result<()> {
        self.policy.check()?;
        for (name, value) in [
            ("neighbours", self.neighbours),
            ("max_clusters", self.max_clusters),
            ("candidates", self.candidates),
        ] {
            if value == 0 {
                return Err(Error::input(format!("{name} is 0; it must be at least 1")));
            }
        }
        if !(self.preference.is_finite() && self.preference >= 0.0) {
            let preference = self.preference;
            return Err(Error::input(format!("preference is {preference}; it must be 0 or more")));
        }
        Ok(())
    }
}

/// Chooses what to say, as the people it learnt from would.
///
/// ```
/// use cicerone::guide::Bundle;
/// use cicerone::world::{Journey, embedded};
///
/// let office = embedded::world("office")?;
/// let route = Journey::between("0,0,90", "4,0").route(&office)?;
/// let segment = &route.segments()[0];
/// let selector = Bundle::embedded()?.selector;
/// let selection = selector.select(&office, segment);
/// println!("where {}: ", selection.context.names().collect::<Vec<_>>().join(" "));
/// let proposals = selector.proposals(segment, &selection);
/// for proposal in &proposals {
///     let structures = proposal.structures.iter();
///     let said: Vec<String> =
///         structures.map(|one| one.display(office.vocabulary()).to_string()).collect();
///     println!("{:.3} {}", proposal.probability, said.join("; "));
/// }
/// // Two passages are told by their count alone only if nothing else will do.
/// let reluctant = proposals.iter().find(|one| one.reluctant);
/// assert!(reluctant.is_some() && !proposals[0].structures.is_empty());
/// # Ok::<(), cicerone::Error>(())
/// ```
#[derive(Debug)]
pub struct Selector {
    pub(super) config: SelectorConfig,
    pub(super) bank: StructureBank,
    pub(super) policy: Policy,
    pub(super) training: PolicyTraining,
    distance: Distance,
    /// The tokens of every entry, by number.
    tokens: Vec<Vec<u32>>,
    /// The groups found in training, by context.
    pub(super) prepared: BTreeMap<Context, Groups>,
    known: RwLock<HashMap<Context, Arc<Selection>>>,
}

/// The neighbours in a context, nearest first, and the group of each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Groups {
    pub(super) entries: Vec<usize>,
    pub(super) clusters: Vec<usize>,
}

/// What content selection found for a context.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Selection {
    /// The context.
    #[serde(skip)]
    pub context: Context,
    /// The maximum a posteriori property vector.
    #[serde(skip)]
    pub properties: Properties,
    /// Its probability: that of all structures which have it.
    pub probability: f64,
    /// The nearest structures, nearest first.
    pub neighbours: Vec<Neighbour>,
    /// The chosen ones, in order of preference.
    pub picks: Vec<Pick>,
}

/// A structure of the bank near the most probable properties.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Neighbour {
    /// Number of its entry in the bank.
    pub entry: usize,
    /// Mutual-information-weighted distance of its properties from the most
    /// probable ones.
    pub distance: f64,
    /// Its probability under the policy.
    pub probability: f64,
    /// Its group.
    pub cluster: usize,
}

/// A structure to say something with.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Pick {
    /// Number of its entry in the bank.
    pub entry: usize,
    /// Its probability under the policy.
    pub probability: f64,
    /// Its group among the neighbours.
    pub cluster: usize,
}

impl Selector {
    pub(super) fn from_parts(
        config: SelectorConfig,
        bank: StructureBank,
        policy: Policy,
        training: PolicyTraining,
        prepared: BTreeMap<Context, Groups>,
    ) -> Selector {
        // Structures hold no value, so any vocabulary prints them alike.
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let tokens = bank
            .entries()
            .iter()
            .map(|entry| {
                let tokens = entry.structures.tokens(Vocabulary::sail()).into_iter();
                let number = tokens.map(|token| {
                    let next = numbers.len() as u32;
                    *numbers.entry(token).or_insert(next)
                });
                number.collect()
            })
            .collect();
        let distance = Distance::new(&bank);
        let known = RwLock::default();
        Selector { config, bank, policy, training, distance, tokens, prepared, known }
    }

    /// What to say about a segment of a world.
    pub fn select(&self, world: &World, segment: &Segment) -> Arc<Selection> {
        self.select_for(Context::of(world, segment))
    }

    /// The structures that a selection of its own proposes for a segment, in
    /// order of preference: what the planner asks for.
    pub fn proposals(&self, segment: &Segment, selection: &Selection) -> Vec<Proposal> {
        let pairs = segment.poses.windows(2);
        let passages = pairs.filter(|pair| pair[0].place != pair[1].place).count();
        let is_long = passages > self.config.longest_bare_count;
        let entries = self.bank.entries();
        let proposal = |pick: &Pick| {
            let structures = entries[pick.entry].structures.parts().to_vec();
            let reluctant = is_long && structures.iter().any(is_bare_count);
            Proposal { structures, probability: pick.probability, reluctant }
        };
        selection.picks.iter().map(proposal).collect()
    }

    /// What to say in a context.
    pub fn select_for(&self, context: Context) -> Arc<Selection> {
        let context = self.config.policy.seen(context);
        // A writer cannot fail half-way: what a panic elsewhere left is whole.
        let known =
            self.known.read().unwrap_or_else(PoisonError::into_inner).get(&context).cloned();
        known.unwrap_or_else(|| {
            let selection = Arc::new(match self.prepared.get(&context) {
                Some(groups) => self.selection(context, groups),
                None => self.selection(context, &self.groups(context)),
            });
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            known.insert(context, selection.clone());
            selection
        })
    }

    /// What to say in a context, worked out anew, whatever was prepared.
    pub fn select_afresh(&self, context: Context) -> Selection {
        let context = self.config.policy.seen(context);
        self.selection(context, &self.groups(context))
    }

    /// The structures it chooses from.
    pub fn bank(&self) -> &StructureBank {
        &self.bank
    }

    /// The learnt policy.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// How it was learnt.
    pub fn config(&self) -> &SelectorConfig {
        &self.config
    }

    /// How learning went.
    pub fn training(&self) -> &PolicyTraining {
        &self.training
    }

    /// The people it learnt from.
    pub fn authors(&self) -> Vec<&str> {
        let mut authors: Vec<&str> = self
            .bank
            .entries()
            .iter()
            .flat_map(|entry| entry.authors.keys().map(String::as_str))
            .collect();
        authors.sort_unstable();
        authors.dedup();
        authors
    }

    /// How alike the CAS strings of two entries are, from 0 to 1.
    pub fn similarity(&self, a: usize, b: usize) -> f64 {
        similarity(&self.tokens[a], &self.tokens[b])
    }

    /// The property vector with the largest probability, and that probability.
    fn most_likely(&self, probabilities: &[f64]) -> (Properties, f64) {
        let mut vectors: BTreeMap<Properties, f64> = BTreeMap::new();
        for (entry, probability) in self.bank.entries().iter().zip(probabilities) {
            *vectors.entry(entry.properties).or_default() += probability;
        }
        let best = vectors.into_iter().max_by(|a, b| a.1.total_cmp(&b.1));
        best.unwrap_or_default()
    }

    /// The nearest entries and their groups: the part that takes time.
    fn groups(&self, context: Context) -> Groups {
        let logs = self.policy.log_probabilities(context);
        let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let probabilities: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
        let (properties, _) = self.most_likely(&probabilities);
        let weights = self.distance.weights(context);
        let mut near: Vec<(f64, usize)> = logs
            .iter()
            .zip(self.bank.entries())
            .enumerate()
            .map(|(number, (log, entry))| {
                let distance = self.distance.between(&weights, properties, entry.properties);
                (distance + self.config.preference * (most - log), number)
            })
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.truncate(self.config.neighbours);
        let entries: Vec<usize> = near.into_iter().map(|(_, number)| number).collect();
        let mut alike = DMatrix::identity(entries.len(), entries.len());
        for i in 0..entries.len() {
            for j in 0..i {
                let similarity = self.similarity(entries[i], entries[j]);
                alike[(i, j)] = similarity;
                alike[(j, i)] = similarity;
            }
        }
        let seed = self.config.seed.wrapping_add(u64::from(context.bits()));
        let clusters = spectral_clusters(&alike, self.config.max_clusters, seed);
        Groups { entries, clusters }
    }

    fn selection(&self, context: Context, groups: &Groups) -> Selection {
        let probabilities = self.policy.probabilities(context);
        let (properties, probability) = self.most_likely(&probabilities);
        let weights = self.distance.weights(context);
        let neighbours: Vec<Neighbour> = groups
            .entries
            .iter()
            .zip(&groups.clusters)
            .map(|(entry, cluster)| Neighbour {
                entry: *entry,
                distance: self.distance.between(
                    &weights,
                    properties,
                    self.bank.entries()[*entry].properties,
                ),
                probability: probabilities[*entry],
                cluster: *cluster,
            })
            .collect();
        let picks = picks(&neighbours, self.config.candidates);
        Selection { context, properties, probability, neighbours, picks }
    }
}

/// True for a walk that is said by its count and nothing else.
fn is_bare_count(structure: &Structure) -> bool {
    match &**structure {
        Action::Travel(travel) => {
            travel.distance.is_some() && travel.until.is_none() && travel.past.is_none()
        }
        _ => false,
    }
}

/// The `count` most probable neighbours and the most probable of every group
/// without one, in order of preference.
fn picks(neighbours: &[Neighbour], count: usize) -> Vec<Pick> {
    let mut ranked: Vec<Pick> = neighbours
        .iter()
        .map(|&Neighbour { entry, probability, cluster, .. }| Pick { entry, probability, cluster })
        .collect();
    ranked.sort_by(|a, b| b.probability.total_cmp(&a.probability).then(a.entry.cmp(&b.entry)));
    let mut chosen: Vec<Pick> = Vec::new();
    for pick in ranked {
        let is_new = chosen.iter().all(|known| known.cluster != pick.cluster);
        if chosen.len() < count || is_new {
            chosen.push(pick);
        }
    }
    chosen
}

#[cfg(test)]
#[cfg(feature = "training")]
pub(super) mod tests {
    use super::*;
    use crate::select::{Choice, Structures};
    use crate::world::fixture;

    /// Two people who turn left at an object and walk to it otherwise, in so
    /// many ways.
    pub(in crate::select) fn demonstrations() -> Vec<Choice> {
        let turn = |extra: &str| format!("Turn(direction=None{extra})");
        let walk = |extra: &str| format!("Travel({extra})");
        let until = |inner: &str| format!("until=Verify(desc=[Thing(value=None{inner})])");
        let texts = [
            (turn(""), 1, 12),
            (turn(", view=None"), 1, 3),
            (turn(", location=Travel()"), 1, 5),
            (walk(""), 2, 4),
            (walk("distance=Distance(count=None)"), 2, 9),
            (walk(&until("")), 2, 7),
            (walk(&until(", side=None")), 2, 2),
        ];
        let mut choices = Vec::new();
        for (number, (text, bits, times)) in texts.into_iter().enumerate() {
            let structures = Structures::parse(&[text], Vocabulary::sail()).unwrap();
            for time in 0..times {
                choices.push(Choice {
                    context: Context::from_bits(bits | (time % 2) << 8),
                    structures: structures.clone(),
                    properties: Properties::from_values([
                        number as u8 / 2,
                        bits as u8,
                        1,
                        1,
                        0,
                        0,
                        0,
                        0,
                        0,
                    ]),
                    author: if time % 3 == 0 { "ADA" } else { "BEN" }.into(),
                });
            }
        }
        choices
    }

    fn selector() -> Selector {
        let config = SelectorConfig { neighbours: 5, candidates: 2, ..SelectorConfig::default() };
        Selector::learn(&demonstrations(), &config).unwrap()
    }

    #[test]
    fn candidates_come_in_order_and_every_group_has_one() {
        let selector = selector();
        for bits in [0, 1, 2, 3, 257, 258] {
            let selection = selector.select_for(Context::from_bits(bits));
            assert_eq!(selection.neighbours.len(), 5);
            let picks = &selection.picks;
            assert!(picks.windows(2).all(|pair| pair[0].probability >= pair[1].probability));
            for neighbour in &selection.neighbours {
                assert!(picks.iter().any(|one| one.cluster == neighbour.cluster));
            }
        }
        let turn = selector.select_for(Context::from_bits(1));
        let first = &selector.bank().entries()[turn.picks[0].entry];
        assert_eq!(
            first.structures.display(Vocabulary::sail()).to_string(),
            "Turn(direction=None)"
        );
        assert_eq!(turn.properties.cmd(), 1);
    }

    #[test]
    fn what_was_prepared_is_what_would_be_found() {
        let selector = selector();
        for context in selector.bank().contexts().into_keys() {
            assert!(selector.prepared.contains_key(&context));
            assert_eq!(*selector.select_for(context), selector.select_afresh(context));
        }
        let unseen = Context::from_bits(0b11_0000);
        assert_eq!(*selector.select_for(unseen), selector.select_afresh(unseen));
    }

    #[test]
    fn any_segment_gets_candidates() {
        let world = fixture::world("o--g-c");
        let selector = selector();
        for path in ["0,0,-1", "0,0,90", "0,0,-1 0,0,90", "0,0,90 1,0,90 1,0,90"] {
            let selection = selector.select(&world, &fixture::segment(&world, path));
            assert!(!selection.picks.is_empty(), "{path}");
        }
        let alone = fixture::world("o");
        let selection = selector.select(&alone, &fixture::segment(&alone, "0,0,-1"));
        assert!(!selection.picks.is_empty());
    }

    #[test]
    fn long_walks_are_not_gladly_told_by_their_count() {
        let world = fixture::world("o--g-c--g-o");
        let reluctant = |longest: usize, path: &str| -> Vec<String> {
            let config = SelectorConfig::default().longest_bare_count(longest);
            let selector = Selector::learn(&demonstrations(), &config).unwrap();
            let segment = fixture::segment(&world, path);
            let proposals = selector.proposals(&segment, &selector.select(&world, &segment));
            let reluctant = proposals.iter().filter(|one| one.reluctant);
            let text = |structure: &Structure| structure.display(Vocabulary::sail()).to_string();
            reluctant.map(|one| text(&one.structures[0])).collect()
        };
        let bare = ["Travel(distance=Distance(count=None))"];
        assert_eq!(reluctant(1, "0,0,90 1,0,90"), [""; 0]);
        assert_eq!(reluctant(0, "0,0,90 1,0,90"), bare);
        assert_eq!(reluctant(1, "0,0,90 1,0,90 2,0,90"), bare);
        assert_eq!(reluctant(2, "0,0,90 1,0,90 2,0,90"), [""; 0]);
    }

    #[test]
    fn one_demonstration_is_enough_and_none_is_refused() {
        let one = &demonstrations()[..1];
        let selector = Selector::learn(one, &SelectorConfig::default()).unwrap();
        let selection = selector.select_for(Context::default());
        assert_eq!(selection.picks.len(), 1);
        assert!((selection.picks[0].probability - 1.0).abs() < 1e-12);
        let fault = Selector::learn(&[], &SelectorConfig::default()).unwrap_err().to_string();
        assert!(fault.contains("no sentence to learn from"), "{fault}");
        let none = SelectorConfig { candidates: 0, ..SelectorConfig::default() };
        assert!(Selector::learn(one, &none).unwrap_err().to_string().contains("candidates is 0"));
    }
}
