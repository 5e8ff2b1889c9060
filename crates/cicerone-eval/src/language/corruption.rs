//! Sentences with one mistake.

use std::collections::HashSet;
use std::fmt;

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

/// A kind of mistake. Punctuation is never touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Corruption {
    /// A word is missing.
    Dropped,
    /// A word comes twice.
    Doubled,
    /// Two neighbours have changed places.
    Swapped,
    /// A word has another form: 'turns' for 'turn', 'walls' for 'wall'.
    Inflected,
}

impl Corruption {
    /// All kinds.
    pub const ALL: [Corruption; 4] =
        [Corruption::Dropped, Corruption::Doubled, Corruption::Swapped, Corruption::Inflected];

    /// Every sentence that is this one with one such mistake. Words get only
    /// forms that are `known`: another form, not a word that is none.
    fn all(self, sentence: &[String], known: &dyn Fn(&str) -> bool) -> Vec<Vec<String>> {
        let is_word = |place: usize| {
            sentence.get(place).is_some_and(|token| token.chars().all(char::is_alphanumeric))
        };
        let places: Vec<usize> = (0..sentence.len()).filter(|place| is_word(*place)).collect();
        let changed = |place: usize, change: &dyn Fn(&mut Vec<String>, usize)| {
            let mut words = sentence.to_vec();
            change(&mut words, place);
            words
        };
        let all = |change: &dyn Fn(&mut Vec<String>, usize)| -> Vec<Vec<String>> {
            places.iter().map(|place| changed(*place, change)).collect()
        };
        match self {
            Corruption::Dropped if places.len() < 2 => Vec::new(),
            Corruption::Dropped => all(&|words, place| drop(words.remove(place))),
            Corruption::Doubled => all(&|words, place| words.insert(place, words[place].clone())),
            Corruption::Swapped => {
                let pairs = places.iter().filter(|place| is_word(**place + 1));
                pairs.map(|place| changed(*place, &|words, at| words.swap(at, at + 1))).collect()
            }
            Corruption::Inflected => {
                let with = |place: usize, form: &String| {
                    changed(place, &|words, at| words[at].clone_from(form))
                };
                let of_word = |place: &usize| -> Vec<Vec<String>> {
                    let forms = forms(&sentence[*place]);
                    forms.iter().filter(|form| known(form)).map(|form| with(*place, form)).collect()
                };
                places.iter().flat_map(of_word).collect()
            }
        }
    }
}

impl fmt::Display for Corruption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Corruption::Dropped => "dropped",
            Corruption::Doubled => "doubled",
            Corruption::Swapped => "swapped",
            Corruption::Inflected => "inflected",
        })
    }
}

/// For each sentence that has one, a mistake of this kind drawn from all: the
/// sentence's place and the corrupted sentence. What somebody did write is no
/// mistake, so such sentences are not drawn.
pub fn corruptions(
    sentences: &[Vec<String>],
    corruption: Corruption,
    written: &HashSet<Vec<String>>,
    known: &dyn Fn(&str) -> bool,
    seed: u64,
) -> Vec<(usize, Vec<String>)> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ ((corruption as u64 + 1) << 32));
    let mut out = Vec::new();
    for (place, sentence) in sentences.iter().enumerate() {
        let mut all = corruption.all(sentence, known);
        all.retain(|one| !written.contains(one) && one != sentence);
        if let Some(one) = all.choose(&mut rng) {
            out.push((place, one.clone()));
        }
    }
    out
}

/// Other forms a word could have; most of them are no words.
fn forms(word: &str) -> Vec<String> {
    const SHORTEST: usize = 3;
    let mut stems = vec![word.to_owned()];
    for ending in ["s", "es", "ed", "ing"] {
        let Some(stem) = word.strip_suffix(ending) else { continue };
        stems.push(stem.to_owned());
        if ending != "s" {
            stems.push(format!("{stem}e"));
        }
    }
    let mut forms = Vec::new();
    for stem in stems.iter().filter(|stem| stem.len() >= SHORTEST) {
        let short = stem.strip_suffix('e').unwrap_or(stem);
        forms.extend([
            stem.clone(),
            format!("{stem}s"),
            format!("{short}ed"),
            format!("{short}ing"),
        ]);
        if stem.ends_with(['s', 'x', 'h']) {
            forms.push(format!("{stem}es"));
        }
    }
    forms.sort();
    forms.dedup();
    forms.retain(|form| form != word);
    forms
}

#[cfg(test)]
mod tests {
    use super::*;
    use cicerone::words::tokenize;

    fn check(corruption: Corruption, text: &str, expected: &[&str]) {
        let known = ["turn", "turns", "turned", "face", "faced", "facing", "walls", "wall"];
        let all = corruption.all(&tokenize(text), &|word| known.contains(&word));
        let all: Vec<String> = all.iter().map(|words| words.join(" ")).collect();
        assert_eq!(all, expected);
    }

    #[test]
    fn every_kind_makes_one_mistake() {
        let text = "turn left, go";
        check(Corruption::Dropped, text, &["left , go", "turn , go", "turn left ,"]);
        check(
            Corruption::Doubled,
            text,
            &["turn turn left , go", "turn left left , go", "turn left , go go"],
        );
        check(Corruption::Swapped, text, &["left turn , go"]);
        check(Corruption::Inflected, text, &["turned left , go", "turns left , go"]);
        check(Corruption::Inflected, "face walls", &["faced walls", "facing walls", "face wall"]);
        check(Corruption::Dropped, "turn.", &[]);
    }

    #[test]
    fn what_somebody_wrote_is_no_mistake_and_a_seed_repeats_itself() {
        let sentences: Vec<Vec<String>> =
            ["go on now", "no no", "go now"].iter().map(|text| tokenize(text)).collect();
        let written: HashSet<Vec<String>> = sentences.iter().cloned().collect();
        let draw =
            |corruption, seed| corruptions(&sentences, corruption, &written, &|_| true, seed);
        for seed in 0..20 {
            let drawn = draw(Corruption::Dropped, seed);
            assert!(drawn.iter().all(|(_, one)| !written.contains(one)));
            assert_eq!(drawn, draw(Corruption::Dropped, seed));
        }
        // 'no no' swapped is itself.
        let places: Vec<usize> =
            draw(Corruption::Swapped, 1).iter().map(|(place, _)| *place).collect();
        assert_eq!(places, [0, 2]);
    }
}
