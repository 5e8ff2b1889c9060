//! Pairs without end, or each once: nothing is held but the frames.

use std::collections::HashSet;
use std::collections::hash_map::{DefaultHasher, Entry, HashMap};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use super::frame::{Frame, Slot};
use super::phrases::Phrases;
use super::{Pair, slots};
use crate::cas::Command;

/// All the pairs that swaps make of some pairs, the originals included.
#[derive(Debug, Clone)]
pub struct Augmentation<'p> {
    phrases: &'p Phrases,
    frames: Vec<Frame>,
    /// For each pair: its frame, and its author's place there.
    pairs: Vec<(usize, usize)>,
    /// The pairs themselves, told apart by commands and text.
    originals: HashSet<u64>,
    /// How many ways there are to fill the frames up to and with this one.
    ends: Vec<u64>,
}

/// How many pairs there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Count {
    /// Pairs that were handed in.
    pub pairs: usize,
    /// Those of them that differ, whoever wrote them.
    pub originals: usize,
    /// Pairs that swaps add, all different.
    pub augmented: usize,
}

impl<'p> Augmentation<'p> {
    /// Finds what can be swapped in each pair. The phrases come from the
    /// training split, whatever split the pairs are from.
    pub fn new(pairs: &[Pair], phrases: &'p Phrases) -> Augmentation<'p> {
        let mut frames: Vec<Frame> = Vec::new();
        let mut known: HashMap<(Pair, Vec<Slot>), usize> = HashMap::new();
        let mut of_pair = Vec::with_capacity(pairs.len());
        let originals: HashSet<u64> =
            pairs.iter().map(|pair| key(&pair.commands, &pair.tokens)).collect();
        for pair in pairs {
            let frame = slots::frame(pair, phrases);
            // 'turn left' and 'turn right' give the same pairs: their frames
            // are the same once both are filled with the same choices.
            let first = frame.fill(&vec![0; frame.slots.len()], None, phrases);
            let mut open = frame.slots.clone();
            for slot in &mut open {
                slot.meaning.value.clear();
                slot.original = 0;
            }
            match known.entry((first, open)) {
                Entry::Occupied(same) => {
                    let frame = &mut frames[*same.get()];
                    of_pair.push((*same.get(), frame.authors.len()));
                    frame.authors.push(pair.author.clone());
                }
                Entry::Vacant(new) => {
                    new.insert(frames.len());
                    of_pair.push((frames.len(), 0));
                    frames.push(frame);
                }
            }
        }
        let mut end = 0;
        let ends = frames.iter().map(|frame| {
            end += frame.size();
            end
        });
        let ends = ends.collect();
        Augmentation { phrases, ends, frames, pairs: of_pair, originals }
    }

    /// Pairs drawn for ever (none if there are none): one of the pairs handed in, each as likely, then
    /// any value for each of its slots, said as its author would say it.
    pub fn draw(&self, seed: u64) -> impl Iterator<Item = Pair> + '_ {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        std::iter::from_fn(move || self.draw_one(&mut rng))
    }

    /// That many pairs drawn, the same for the same seed.
    pub fn sample(&self, count: usize, seed: u64) -> Vec<Pair> {
        self.draw(seed).take(count).collect()
    }

    /// True if the pair is one of those handed in, whoever wrote it.
    pub fn is_original(&self, pair: &Pair) -> bool {
        self.originals.contains(&key(&pair.commands, &pair.tokens))
    }

    /// Every pair once, in an order that mixes the frames and changes with the
    /// seed. Few pairs come twice: from frames that differ and meet.
    pub fn pass(&self, seed: u64) -> impl Iterator<Item = Pair> + '_ {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let all = self.ends.last().copied().unwrap_or(0);
        // Steps that share no divisor with the whole visit all of it; steps
        // near the golden section spread every stretch over all frames.
        let golden = (all as f64 * 0.618_033_988_75) as u64;
        let first = golden.saturating_sub(rng.random_range(0..all / 8 + 1)).max(1);
        let step = (first..).find(|step| divisor(*step, all) == 1).unwrap_or(1);
        let start = rng.random_range(0..all.max(1));
        (0..all).filter_map(move |number| {
            let place = (u128::from(start) + u128::from(number) * u128::from(step))
                % u128::from(all.max(1));
            let place = place as u64;
            let at = self.ends.partition_point(|end| *end <= place);
            let frame = &self.frames[at];
            let picks = frame.picks(place - (self.ends[at] - frame.size()));
            let author = frame.authors[rng.random_range(0..frame.authors.len())].clone();
            frame.allows(&picks).then(|| frame.fill(&picks, author, self.phrases))
        })
    }

    /// How many pairs there are, each told apart by commands and text.
    pub fn count(&self) -> Count {
        let mut seen: HashSet<u64> = HashSet::new();
        for frame in &self.frames {
            for number in 0..frame.size() {
                let picks = frame.picks(number);
                if frame.allows(&picks) {
                    let pair = frame.fill(&picks, None, self.phrases);
                    seen.insert(key(&pair.commands, &pair.tokens));
                }
            }
        }
        Count {
            pairs: self.pairs.len(),
            originals: self.originals.len(),
            augmented: seen.len() - self.originals.len(),
        }
    }

    fn draw_one(&self, rng: &mut ChaCha8Rng) -> Option<Pair> {
        if self.pairs.is_empty() {
            return None;
        }
        let (frame, author) = self.pairs[rng.random_range(0..self.pairs.len())];
        let frame = &self.frames[frame];
        let author = &frame.authors[author];
        // Draws that would make different things the same are thrown away;
        // the original always stands.
        const TRIES: usize = 16;
        let picks = (0..TRIES)
            .map(|_| frame.slots.iter().map(|slot| self.pick(slot, author, rng)).collect())
            .find(|picks: &Vec<usize>| frame.allows(picks))
            .unwrap_or_else(|| frame.original());
        Some(frame.fill(&picks, author.clone(), self.phrases))
    }

    /// Any value of a slot, each as likely; then its words, as often as the
    /// author says them so, or as everybody does if the author never does.
    fn pick(&self, slot: &Slot, author: &Option<Arc<str>>, rng: &mut ChaCha8Rng) -> usize {
        let values = slot.choices.chunk_by(|a, b| a.value == b.value);
        let value = rng.random_range(0..values.clone().count());
        let before = values.clone().take(value).map(<[_]>::len).sum::<usize>();
        let choices = values.clone().nth(value).unwrap_or_default();
        let weight = |number: &usize| {
            let phrase = &self.phrases.all()[choices[*number].phrases[0]];
            let own = author.as_ref().and_then(|author| phrase.authors.get(author));
            // A little of everybody's words keeps every pair within reach.
            own.copied().unwrap_or(0) as f64 + 0.05 * phrase.count.max(1) as f64
        };
        let whole: f64 = (0..choices.len()).map(|number| weight(&number)).sum();
        let mut left = rng.random_range(0.0..1.0) * whole;
        let found = (0..choices.len()).find(|number| {
            left -= weight(number);
            left < 0.0
        });
        before + found.unwrap_or(0)
    }
}

fn key(commands: &[Command], tokens: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (commands, tokens).hash(&mut hasher);
    hasher.finish()
}

fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { divisor(b, a % b) }
}
