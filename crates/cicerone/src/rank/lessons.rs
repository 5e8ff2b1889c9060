//! What is learnt in which epoch.

use std::borrow::Cow;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::english::English;
use crate::corpus::augment::Augmentation;
use crate::neural::{Lexicon, Supply};
use crate::words::Naming;
use crate::world::Vocabulary;

/// How much of each text an epoch holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mix {
    /// Epochs in which all general text comes once; zero leaves it out.
    pub general: usize,
    /// Epochs in which all navigation text comes once; zero leaves it out.
    pub navigation: usize,
    /// How often each sentence of SAIL comes in one epoch.
    pub sail: usize,
    /// How many sentences made from SAIL's by swapping values come beside it,
    /// per sentence of SAIL.
    pub augmented: usize,
}

/// Texts in the numbers of one lexicon, mixed anew for each epoch.
pub struct ReadingLessons<'a> {
    english: &'a English,
    sail: [&'a [Vec<u32>]; 2],
    augmentation: &'a Augmentation<'a>,
    lexicon: &'a Lexicon,
    naming: Naming,
    mix: Mix,
    seed: u64,
    /// Orders in which the sentences are dealt out to the epochs.
    general: Vec<u32>,
    navigation: Vec<u32>,
}

impl<'a> ReadingLessons<'a> {
    /// Draws an order from the seed. `sail` holds the training sentences, in
    /// their own words and by class, and `augmentation` what can be made of
    /// them: of both every other is read by class.
    pub fn new(
        english: &'a English,
        sail: [&'a [Vec<u32>]; 2],
        augmentation: &'a Augmentation<'a>,
        lexicon: &'a Lexicon,
        mix: Mix,
        seed: u64,
    ) -> ReadingLessons<'a> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut order = |sentences: &[Vec<u32>]| {
            let mut order: Vec<u32> = (0..sentences.len() as u32).collect();
            order.shuffle(&mut rng);
            order
        };
        let general = order(&english.general.training);
        let navigation = order(&english.navigation.training);
        let naming = Naming::of(Vocabulary::sail());
        ReadingLessons {
            english,
            sail,
            augmentation,
            lexicon,
            naming,
            mix,
            seed,
            general,
            navigation,
        }
    }
}

impl Supply<Vec<u32>> for ReadingLessons<'_> {
    fn epoch(&self, epoch: u64) -> Cow<'_, [Vec<u32>]> {
        let share = |order: &[u32], sentences: &[Vec<u32>], epochs: usize| -> Vec<Vec<u32>> {
            if epochs == 0 {
                return Vec::new();
            }
            let chosen = order.iter().skip(epoch as usize % epochs).step_by(epochs);
            chosen.map(|&index| sentences[index as usize].clone()).collect()
        };
        let mut all = share(&self.general, &self.english.general.training, self.mix.general);
        all.extend(share(&self.navigation, &self.english.navigation.training, self.mix.navigation));
        for time in 0..self.mix.sail {
            all.extend_from_slice(self.sail[time % 2]);
        }
        let seed = self.seed.wrapping_mul(1 << 32).wrapping_add(epoch);
        let made = self.augmentation.draw(seed).take(self.mix.augmented * self.sail[0].len());
        all.extend(made.enumerate().map(|(number, pair)| match number % 2 {
            0 => self.lexicon.numbers(&pair.tokens),
            _ => self.lexicon.numbers(self.naming.by_class(&pair.tokens)),
        }));
        Cow::Owned(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::augment::{Pair, PhraseConfig, Phrases};

    #[test]
    fn everything_comes_in_its_turn_and_the_same_every_time() {
        let general: Vec<String> = (0..10).map(|number| format!("g{number}")).collect();
        let general: Vec<&str> = general.iter().map(String::as_str).collect();
        let english = English::of(&["n0", "n1", "n2"], &general);
        let lexicon = Lexicon::new(english.words().iter().cloned().chain(["s".into()])).unwrap();
        let english = english.number(&lexicon);
        let pairs = [Pair::new(Vec::new(), "s s", None)];
        let phrases = Phrases::learn(&pairs, Vocabulary::sail(), PhraseConfig::default());
        let augmentation = Augmentation::new(&pairs, &phrases);
        let sail = vec![lexicon.numbers(["s"])];
        let mix = Mix { general: 4, navigation: 1, sail: 2, augmented: 3 };
        let lessons =
            ReadingLessons::new(&english, [&sail, &sail], &augmentation, &lexicon, mix, 7);
        let count = |epoch: u64, name: &str| {
            let begins = |one: &&Vec<u32>| lexicon.word(one[0]).starts_with(name);
            lessons.epoch(epoch).iter().filter(begins).count()
        };
        let of_general: Vec<usize> = (0..4).map(|epoch| count(epoch, "g")).collect();
        assert_eq!(of_general, [3, 3, 2, 2]);
        assert_eq!([count(2, "n"), count(2, "s")], [3, 5]);
        let mut met: Vec<Vec<u32>> = (4..8).flat_map(|n| lessons.epoch(n).into_owned()).collect();
        met.retain(|one| lexicon.word(one[0]).starts_with('g'));
        met.sort();
        met.dedup();
        assert_eq!(met.len(), 10);
        assert_eq!(lessons.epoch(1), lessons.epoch(1));
    }
}
