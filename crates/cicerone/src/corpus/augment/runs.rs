//! Candidates for phrases: runs of words that the alignment draws from one
//! value.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::singular::singulars;
use super::{Alignment, Pair, Phrase, PhraseConfig};
use crate::words::{Family, Meaning};
use crate::world::Vocabulary;

/// The runs of words that come from one value, as often as asked for. A run
/// of which a part is said far more often by itself is left out: 'black road'
/// is 'black', and a road.
pub(super) fn find(
    pairs: &[Pair],
    meanings: &[BTreeSet<Meaning>],
    words: &HashMap<String, usize>,
    vocabulary: &Vocabulary,
    config: &PhraseConfig,
) -> Vec<Phrase> {
    let sources: Vec<(Vec<String>, Vec<String>)> = pairs
        .iter()
        .zip(meanings)
        .map(|(pair, meanings)| (sources(pair, meanings, vocabulary), pair.tokens.clone()))
        .collect();
    let alignment = Alignment::learn(&sources, config.rounds);
    let ties = Ties::count(pairs, meanings, words);
    let mut found: BTreeMap<(Meaning, Vec<String>), usize> = BTreeMap::new();
    for ((sources, text), meanings) in sources.iter().zip(meanings) {
        let meanings: Vec<&Meaning> = meanings.iter().collect();
        let said: Vec<Option<&Meaning>> = alignment
            .align(sources, text)
            .into_iter()
            .zip(text)
            .map(|(place, word)| {
                // The meanings come first among the sources.
                let meaning = *meanings.get(place?)?;
                ties.are_close(word, meaning).then_some(meaning)
            })
            .collect();
        let mut start = 0;
        while start < text.len() {
            let same = said[start..].iter().take_while(|meaning| **meaning == said[start]);
            let mut end = start + same.count();
            if let Some(meaning) = said[start] {
                let next = text.get(end).map(String::as_str);
                if meaning.family == Family::Number && matches!(next, Some("times" | "time")) {
                    end += 1;
                }
                let run = singular(meaning, text[start..end].to_vec(), words);
                *found.entry((meaning.clone(), run)).or_default() += 1;
            }
            start = end;
        }
    }
    let is_wanted = |meaning: &Meaning, run: &[String], count: usize| {
        let part = |part: &[String]| found.get(&(meaning.clone(), part.to_vec()));
        let has_core = (1..run.len()).any(|cut| {
            let parts = [part(&run[..cut]), part(&run[cut..])];
            parts.into_iter().flatten().any(|core| *core >= 2 * count)
        });
        // 'green octagon' says two floors; 'dead end' does not say an end.
        let says_more = meaning.family == Family::Floor
            && found.iter().any(|((other, words), often)| {
                other.family == meaning.family
                    && other.value != meaning.value
                    && *often >= config.least
                    && words.len() < run.len()
                    && run.windows(words.len()).any(|part| part == words)
            });
        count >= config.least && run.len() <= config.longest && !has_core && !says_more
    };
    let wanted = found.iter().filter(|((meaning, run), count)| is_wanted(meaning, run, **count));
    wanted
        .map(|((meaning, run), count)| Phrase {
            meaning: meaning.clone(),
            words: run.clone(),
            authors: BTreeMap::new(),
            count: *count,
        })
        .collect()
}

/// What the alignment sees of a command: its meanings, then everything that
/// has none, so that function words find something else to come from.
fn sources(pair: &Pair, meanings: &BTreeSet<Meaning>, vocabulary: &Vocabulary) -> Vec<String> {
    let mut sources: Vec<String> = meanings.iter().map(token).collect();
    for command in &pair.commands {
        let leaves: HashSet<String> = command
            .values(vocabulary)
            .into_iter()
            .filter(|(name, value)| Family::of(name, value, vocabulary).is_some())
            .map(|(name, value)| format!("{name}.{value}"))
            .collect();
        let others = command.tokens(vocabulary).into_iter();
        sources.extend(others.filter(|token| !leaves.contains(token)));
    }
    sources
}

/// A meaning as the alignment sees it.
fn token(meaning: &Meaning) -> String {
    format!("{:?}.{}", meaning.family, meaning.value)
}

/// The run in the singular, where its meaning has a plural and the singular
/// is a word that people say.
fn singular(
    meaning: &Meaning,
    mut run: Vec<String>,
    words: &HashMap<String, usize>,
) -> Vec<String> {
    if let Some(last) = run.last_mut().filter(|_| meaning.family.has_plural()) {
        let noun = singulars(last).find(|noun| words.contains_key(noun));
        *last = noun.unwrap_or_else(|| last.clone());
    }
    run
}

/// How often words and meanings are in the same pair.
struct Ties {
    pairs: usize,
    words: HashMap<String, usize>,
    meanings: HashMap<Meaning, usize>,
    both: HashMap<(String, Meaning), usize>,
}

impl Ties {
    fn count(
        pairs: &[Pair],
        meanings: &[BTreeSet<Meaning>],
        words: &HashMap<String, usize>,
    ) -> Ties {
        let mut ties = Ties {
            pairs: pairs.len(),
            words: HashMap::new(),
            meanings: HashMap::new(),
            both: HashMap::new(),
        };
        for (pair, meanings) in pairs.iter().zip(meanings) {
            for meaning in meanings {
                *ties.meanings.entry(meaning.clone()).or_default() += 1;
            }
            let stems = pair.tokens.iter().map(|word| stem(word, words));
            for word in stems.collect::<BTreeSet<_>>() {
                *ties.words.entry(word.clone()).or_default() += 1;
                for meaning in meanings {
                    *ties.both.entry((word.clone(), meaning.clone())).or_default() += 1;
                }
            }
        }
        ties
    }

    /// True if the word is in the pair because of the meaning: mostly with it,
    /// or, for the 'end' of 'dead end', many times more often than without.
    /// The alignment alone gives rare values words that merely stand near.
    fn are_close(&self, word: &str, meaning: &Meaning) -> bool {
        const MOSTLY: f64 = 0.5;
        const NEARLY_ALWAYS: f64 = 0.7;
        const MORE_OFTEN: f64 = 4.0;
        if ["a", "an", "the"].contains(&word) {
            return false;
        }
        let word = stem(word, &self.words);
        let count = |number: Option<&usize>| number.copied().unwrap_or(0) as f64;
        let both = count(self.both.get(&(word.clone(), meaning.clone())));
        let given_word = both / count(self.words.get(&word)).max(1.0);
        let at_all = count(self.meanings.get(meaning)) / self.pairs.max(1) as f64;
        match meaning.family {
            Family::Place => given_word >= MORE_OFTEN * at_all || given_word >= NEARLY_ALWAYS,
            Family::Way | Family::Number => given_word >= NEARLY_ALWAYS,
            _ => given_word >= MOSTLY,
        }
    }
}

/// A word without the plural, so that 'segments' is no sign of two.
fn stem(word: &str, words: &HashMap<String, usize>) -> String {
    singulars(word).find(|noun| words.contains_key(noun)).unwrap_or_else(|| word.into())
}
