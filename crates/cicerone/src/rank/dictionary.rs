//! Which words there are.
//!
//! People's directions are full of typing errors, some of them frequent
//! ('foward', 'aesal'), so how often they write a word does not say that it is
//! one. A word is let in if general text uses it, if it is made of two that
//! general text uses ('hatrack'), or if it is a word of the domain ('octagon')
//! that is at least met elsewhere. What a map calls its things is a word, too.
//! Of these the most useful are taken, where navigation counts more than the
//! rest and SAIL most.

use std::collections::{HashMap, HashSet};

use super::english::English;
use crate::Result;
use crate::neural::Lexicon;
use crate::words::{class_tokens, is_slot, tokenize};
use crate::world::{Class, Vocabulary};

/// How the words are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DictionaryConfig {
    /// How many words, at most. Default 10,000.
    pub size: usize,
    /// How often general text must use a word. Default 20.
    pub general: u64,
    /// How often it must use a word of the domain: one that SAIL uses
    /// [`sail`](Self::sail) times, and all English `general` times. Default 5.
    pub general_of_domain: u64,
    /// How often SAIL must use a word of the domain. Default 5.
    pub sail: u64,
    /// How often SAIL must use a plural or compound of words that general text
    /// uses; elsewhere navigation text must use it `general` times. Default 3.
    pub sail_made: u64,
    /// How often general text must use either part of a compound. Default 100.
    pub part: u64,
    /// How much a word of a navigation text counts. Default 4.
    pub navigation_weight: u64,
    /// How much a word of SAIL counts. Default 100.
    pub sail_weight: u64,
}

impl Default for DictionaryConfig {
    fn default() -> Self {
        DictionaryConfig {
            size: 10_000,
            general: 20,
            general_of_domain: 5,
            sail: 5,
            sail_made: 3,
            part: 100,
            navigation_weight: 4,
            sail_weight: 100,
        }
    }
}

/// How often a word is used, and where.
#[derive(Debug, Clone, Copy, Default)]
struct Uses {
    general: u64,
    navigation: u64,
    sail: u64,
}

/// Letters a word must have to make another: 'infront' and 'alot' are no
/// compounds.
const SHORTEST_PART: usize = 3;

/// Chooses words from what there is to learn from; they come sorted by how
/// often they are used, as a softmax in classes wants them. The English must
/// still be in its own numbers.
pub fn dictionary(
    english: &English,
    sail: &[Vec<String>],
    vocabulary: &Vocabulary,
    config: &DictionaryConfig,
) -> Result<Lexicon> {
    let mut uses: HashMap<&str, Uses> = HashMap::with_capacity(english.words().len());
    let mut count = |sentences: &[Vec<u32>], one: fn(&mut Uses)| {
        for word in sentences.iter().flatten() {
            one(uses.entry(&english.words()[*word as usize]).or_default());
        }
    };
    count(&english.general.training, |uses| uses.general += 1);
    count(&english.navigation.training, |uses| uses.navigation += 1);
    for word in sail.iter().flatten() {
        uses.entry(word).or_default().sail += 1;
    }
    let kinds = Class::all().flat_map(|class| vocabulary.kinds(class));
    let named: HashSet<String> =
        kinds.flat_map(|kind| &kind.words).flat_map(|words| tokenize(words)).collect();
    for word in &named {
        // Whoever makes a map knows how to spell what is on it: as good as
        // SAIL saying it ten times.
        uses.entry(word).or_default().sail += 10;
    }
    // What stands for words must be there whatever the texts hold.
    let slots = class_tokens();
    for token in &slots {
        uses.entry(token).or_default().sail += 10;
    }
    let weight = |uses: &Uses| {
        uses.general + config.navigation_weight * uses.navigation + config.sail_weight * uses.sail
    };
    let mut words: Vec<(&str, Uses)> = uses
        .iter()
        .filter(|(word, _)| named.contains(**word) || is_slot(word) || is_word(word, &uses, config))
        .map(|(w, u)| (*w, *u))
        .collect();
    // By weight, then by letter, so that equal ones always fall the same way.
    words.sort_by(|(a, a_uses), (b, b_uses)| weight(b_uses).cmp(&weight(a_uses)).then(a.cmp(b)));
    words.truncate(config.size);
    Lexicon::new(words.into_iter().map(|(word, _)| word))
}

fn is_word(word: &str, uses: &HashMap<&str, Uses>, config: &DictionaryConfig) -> bool {
    let general = |word: &str| uses.get(word).map_or(0, |uses| uses.general);
    let own = uses.get(word).copied().unwrap_or_default();
    if own.general >= config.general {
        return true;
    }
    let is_of_domain = own.sail >= config.sail
        && own.general >= config.general_of_domain
        && own.general + own.navigation >= config.general;
    let is_used = own.sail >= config.sail_made || own.navigation >= config.general;
    is_of_domain
        || (is_used && (is_plural(word, config, general) || is_compound(word, config, general)))
}

/// 'intersections', but not 'butterflys', and not 'pos'.
fn is_plural(word: &str, config: &DictionaryConfig, general: impl Fn(&str) -> u64) -> bool {
    let singular =
        word.strip_suffix('s').filter(|stem| !stem.ends_with(['s', 'x', 'h', 'y', '\'']));
    singular.is_some_and(|singular| {
        singular.len() >= SHORTEST_PART && general(singular) >= config.general
    })
}

/// 'hatrack', but not 'infront'.
fn is_compound(word: &str, config: &DictionaryConfig, general: impl Fn(&str) -> u64) -> bool {
    let longest = word.len().saturating_sub(SHORTEST_PART);
    let cuts = word.char_indices().map(|(place, _)| place);
    cuts.filter(|place| (SHORTEST_PART..=longest).contains(place)).any(|place| {
        let (first, second) = word.split_at(place);
        general(first) >= config.part && general(second) >= config.part
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of the dictionary, without reserved and SAIL's own ones.
    fn words(english: &English, sail: &[&str], size: usize) -> Vec<String> {
        let sail: Vec<Vec<String>> = sail.iter().map(|sentence| tokenize(sentence)).collect();
        let config = DictionaryConfig {
            size,
            general: 3,
            general_of_domain: 1,
            sail: 2,
            sail_made: 2,
            part: 3,
            ..DictionaryConfig::default()
        };
        let none = Vocabulary::new([]).unwrap();
        let lexicon = dictionary(english, &sail, &none, &config).unwrap();
        let is_word = |word: &&String| !is_slot(word);
        lexicon.words()[3..].iter().filter(is_word).cloned().collect()
    }

    #[test]
    fn tells_words_from_what_was_mistyped() {
        let general = ["the hat", "hat the rack", "rack the hat rack", "the octagon"];
        let navigation = ["foward the", "foward", "foward octagon", "octagon infront"];
        let english = English::of(&navigation, &general);
        let sail =
            ["hatrack hatrack foward racks", "racks therack octagon octagon foward aesal aesal"];
        let words = words(&english, &sail, 100);
        assert_eq!(words, ["octagon", "hatrack", "racks", "the", "hat", "rack"]);
    }

    #[test]
    fn takes_the_most_useful_words() {
        let english = English::of(&["left"], &["far far far far", "left left left", "old old old"]);
        let of_two = 2 + class_tokens().len();
        assert_eq!(words(&english, &["old"], of_two), ["old", "left"]);
    }

    #[test]
    fn a_map_knows_the_words_of_its_things() {
        let sail = Vocabulary::sail();
        let lexicon =
            dictionary(&English::of(&[], &["go"]), &[], sail, &DictionaryConfig::default());
        let lexicon = lexicon.unwrap();
        assert!(lexicon.number("barstool").is_some() && lexicon.number("eiffel").is_some());
        assert_eq!(lexicon.number("go"), None);
    }
}
