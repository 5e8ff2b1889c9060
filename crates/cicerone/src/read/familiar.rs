//! How familiar the words of a text are: people get on with what others would
//! say as well, and less with 'the octagon carpeting' or a slip of the pen.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::text::Text;

/// In how many texts each word was met.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Familiar {
    texts: BTreeMap<String, u32>,
}

/// What was met in fewer texts counts as never met: it may be one writer's slip.
const MET: u32 = 2;
/// What was met in fewer texts is rare.
const RARE: u32 = 5;

impl Familiar {
    /// How many words of a text are rare, how familiar its words are, and those
    /// of its least familiar sentence.
    pub(super) fn of_words(&self, text: &Text<'_>) -> [f64; 3] {
        let met = |word: &String| match self.texts.get(word) {
            Some(texts) if *texts >= MET => *texts,
            _ => 0,
        };
        let mean = |words: &[&String]| {
            let sum: f64 = words.iter().map(|word| (f64::from(met(word)) + 0.5).ln()).sum();
            sum / words.len().max(1) as f64
        };
        let all: Vec<&String> = text.sentences.iter().flat_map(|told| &told.words).collect();
        let rare = all.iter().filter(|word| met(word) < RARE).count();
        let said = text.sentences.iter().filter(|told| !told.words.is_empty());
        let least = said
            .map(|told| mean(&told.words.iter().collect::<Vec<_>>()))
            .fold(f64::INFINITY, f64::min);
        [(rare as f64).ln_1p(), mean(&all), if least.is_finite() { least } else { 0.0 }]
    }
}

#[cfg(feature = "training")]
mod learn {
    use std::collections::BTreeSet;

    use super::{Familiar, MET, Text};

    fn words_of<'t>(text: &'t Text<'_>) -> BTreeSet<&'t String> {
        text.sentences.iter().flat_map(|told| &told.words).collect()
    }

    impl Familiar {
        /// The words of texts.
        pub(in super::super) fn learn<'t, 'w: 't>(
            texts: impl Iterator<Item = &'t Text<'w>>,
        ) -> Familiar {
            let mut familiar = Familiar::default();
            for text in texts {
                for word in words_of(text) {
                    *familiar.texts.entry(word.clone()).or_default() += 1;
                }
            }
            familiar
        }

        /// The same without a text that was among those: what its readers can
        /// have met elsewhere.
        pub(in super::super) fn without(&self, text: &Text<'_>) -> Familiar {
            let mut familiar = self.clone();
            for word in words_of(text) {
                if let Some(texts) = familiar.texts.get_mut(word) {
                    *texts -= 1;
                }
            }
            familiar
        }

        /// The same without what counts as never met.
        pub(in super::super) fn trimmed(mut self) -> Familiar {
            self.texts.retain(|_, texts| *texts >= MET);
            self
        }
    }
}

#[cfg(all(test, feature = "training"))]
mod tests {
    use super::super::text::Told;
    use super::*;
    use crate::world::{Position, embedded};

    #[test]
    fn what_others_say_is_familiar() {
        let world = embedded::world("practice").unwrap();
        let pose = "0,0".parse::<Position>().unwrap().on(&world).unwrap();
        let text = |words: &str| {
            let words = words.split(' ').map(str::to_owned).collect();
            Text::new(
                &world,
                vec![Told { words, commands: Vec::new(), path: vec![pose] }],
                pose.place,
            )
        };
        let texts = [text("go left"), text("go on"), text("go onn"), text("go on")];
        let familiar = Familiar::learn(texts.iter());
        let [rare, mean, least] = familiar.without(&texts[1]).of_words(&texts[1]);
        // 'go' was met in three others, 'on' in one, which is none.
        assert!((rare - 2f64.ln_1p()).abs() < 1e-9);
        assert!((mean - (3.5f64.ln() + 0.5f64.ln()) / 2.0).abs() < 1e-9);
        assert_eq!(mean, least);
        assert_eq!(familiar.trimmed().texts.keys().collect::<Vec<_>>(), ["go", "on"]);
    }
}
