//! What ranking thinks of a text: how well it reads, and whether its words are
//! words.

use std::collections::HashMap;

use super::{Ranked, Ranker};
use crate::Result;
use crate::words::agreement::plural;
use crate::words::{Naming, class_tokens, tokenize};
use crate::world::{Class, Vocabulary};

/// What ranking thinks of one text.
#[derive(Debug, Clone, PartialEq)]
pub struct Appraisal {
    /// e to the mean negative log-probability of its words and its end; less
    /// is better.
    pub perplexity: f64,
    /// True if that is above the limit, the paper's L_t.
    pub too_perplexing: bool,
    /// The first word that neither the dictionary nor the world knows, if any.
    pub unknown: Option<String>,
}

impl Ranker {
    /// What to think of texts about a world of that vocabulary, in the order
    /// handed in. Texts that come more than once are read once. What things are
    /// called is read by class: nobody is to be silent about a water fountain
    /// because few people ever wrote of one.
    pub fn appraise(&self, texts: &[&[String]], vocabulary: &Vocabulary) -> Result<Vec<Appraisal>> {
        let perplexities = self.perplexities::<String>(&self.by_class(texts, vocabulary))?;
        // A large vocabulary is gone through once a word, not once a text.
        let mut known: HashMap<&str, bool> = HashMap::new();

        let mut appraisals = Vec::with_capacity(texts.len());
        for (text, perplexity) in texts.iter().zip(perplexities) {
            let mut unknown = None;
            for word in *text {
                let is_known = known.entry(word).or_insert_with(|| self.can_say(word, vocabulary));
                if !*is_known {
                    unknown = Some(word.clone());
                    break;
                }
            }
            let too_perplexing = self.is_too_perplexing(perplexity);
            appraisals.push(Appraisal { perplexity, too_perplexing, unknown });
        }
        Ok(appraisals)
    }

    /// [`rank`](Ranker::rank)s texts about a world of that vocabulary.
    pub fn rank_about(&self, texts: &[&[String]], vocabulary: &Vocabulary) -> Result<Vec<Ranked>> {
        self.rank::<String>(&self.by_class(texts, vocabulary))
    }

    /// The texts as the model reads them; one that never read a text by class is
    /// given the words.
    fn by_class(&self, texts: &[&[String]], vocabulary: &Vocabulary) -> Vec<Vec<String>> {
        let lexicon = self.model().lexicon();
        if class_tokens().iter().any(|token| lexicon.number(token).is_none()) {
            return texts.iter().map(|text| text.to_vec()).collect();
        }
        let naming = Naming::of(vocabulary);
        texts.iter().map(|text| naming.by_class(text)).collect()
    }

    /// True for words of the dictionary, numbers, and the words that a world's
    /// vocabulary itself has for its kinds.
    pub fn can_say(&self, word: &str, vocabulary: &Vocabulary) -> bool {
        self.knows(word)
            || word.chars().all(|c| c.is_ascii_digit())
            || Class::all().any(|class| {
                vocabulary.kinds(class).iter().any(|kind| {
                    kind.words.iter().chain([&kind.name]).any(|words| {
                        tokenize(words).iter().any(|own| own == word || plural(own) == word)
                    })
                })
            })
    }
}

/// The one rule for what is too perplexing, over all texts for one thing: it
/// is thrown away, unless nothing else is left. True for those that stay.
pub fn spared(too_perplexing: &[bool]) -> Vec<bool> {
    let nothing_is_left = too_perplexing.iter().all(|one| *one);
    too_perplexing.iter().map(|one| nothing_is_left || !one).collect()
}

/// Texts that say the same commands, by their places, the one to say first: what is
/// [`spared`], of that what has the fewest faults, and of that what the realizer holds
/// most probable. The paper says the least perplexing one; where several networks
/// speak together, they know better what people say of such commands than one who has
/// not read them (validation).
pub fn in_order(
    log_probabilities: &[f64],
    too_perplexing: &[bool],
    faults: &[usize],
) -> Vec<usize> {
    let is_spared = spared(too_perplexing);
    let merit = |place: usize| {
        let thrown_away = is_spared.get(place) == Some(&false);
        (thrown_away, faults.get(place).copied().unwrap_or(0))
    };
    let mut places: Vec<usize> = (0..log_probabilities.len()).collect();
    places.sort_by(|a, b| {
        let by_merit = merit(*a).cmp(&merit(*b));
        by_merit.then(log_probabilities[*b].total_cmp(&log_probabilities[*a]))
    });
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_probable_that_is_english_comes_first() {
        assert_eq!(in_order(&[-3.0, -1.0, -2.0], &[false, true, false], &[0, 0, 0]), [2, 0, 1]);
        assert_eq!(in_order(&[-3.0, -1.0], &[true, true], &[0, 0]), [1, 0]);
        assert_eq!(in_order(&[-3.0, -1.0, -2.0], &[false; 3], &[0, 2, 1]), [0, 2, 1]);
    }

    #[test]
    fn the_last_are_spared() {
        assert_eq!(spared(&[true, false, true]), [false, true, false]);
        assert_eq!(spared(&[true, true]), [true, true]);
        assert_eq!(spared(&[]), [true; 0]);
    }
}
