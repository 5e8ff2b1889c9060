//! What several parsers, each by itself, take the same sentence to mean.
//!
//! The careful reader leaves what its grammar does not know. Networks that learnt
//! from what it read may know more, and where all of them say the same, of words that
//! all of them have met, and those words and the commands name the same things, sides
//! and numbers, they are hardly wrong together.

use super::{Parser, ReadBack};
use crate::Result;
use crate::cas::Command;
use crate::words::sentence;
use crate::world::Vocabulary;

/// Who hears more words at a time gets something wrong.
const LONGEST: usize = 24;

/// Words by which something is not, or may not be, to be done, or only to be looked at,
/// and words of which commands have nothing: networks leave out what they cannot say.
const DOUBTFUL: [&str; 50] = [
    "almost", "another", "are", "before", "big", "black", "blue", "brown", "can", "closed", "do",
    "don't", "far", "from", "gray", "green", "grey", "half", "if", "ignore", "is", "it", "large",
    "little", "long", "look", "looking", "meter", "metre", "n't", "no", "not", "open", "or",
    "other", "picture", "red", "round", "same", "short", "small", "stop", "tall", "unless",
    "until", "white", "without", "wooden", "yellow", "?",
];

/// The attributes that words are checked for. What else commands may have is hardly ever
/// in such a sentence.
const CHECKED: [&str; 6] = ["direction", "side", "Order_adj", "Count", "value", "type"];

impl Parser {
    /// For each sentence about a world of that vocabulary the commands that all models,
    /// each by itself, take it to mean; nothing where they differ, where one does not
    /// know a word, or where the words say something else than the commands.
    pub fn agreed(
        &self,
        sentences: &[Vec<String>],
        vocabulary: &Vocabulary,
    ) -> Result<Vec<Option<Vec<Command>>>> {
        let alone: Vec<Parser> =
            self.models().map(|model| Parser::new(vec![model.clone()])).collect::<Result<_>>()?;
        let reader = ReadBack::of_vocabulary(vocabulary);
        let is_fit = |words: &[String]| {
            (1..=LONGEST).contains(&words.len())
                && !is_doubtful(words)
                && alone.iter().all(|parser| parser.knows(words, vocabulary))
        };
        let fit: Vec<usize> = (0..sentences.len()).filter(|at| is_fit(&sentences[*at])).collect();
        let words: Vec<Vec<String>> = fit.iter().map(|at| sentences[*at].clone()).collect();
        let mut readings = Vec::with_capacity(alone.len());
        for parser in &alone {
            readings.push(parser.readings(&words, vocabulary, 1)?);
        }
        let mut agreed: Vec<Option<Vec<Command>>> = vec![None; sentences.len()];
        for (place, at) in fit.into_iter().enumerate() {
            let mut read =
                readings.iter().map(|of_one| of_one[place].first().map(|one| &one.commands));
            let Some(Some(first)) = read.next() else { continue };
            let is_checked = |command: &Command| {
                let leaves = command.values(vocabulary);
                leaves.iter().all(|(attribute, _)| CHECKED.contains(&&**attribute))
            };
            if read.all(|other| other == Some(first))
                && first.iter().all(is_checked)
                && reader.says_the_same(&sentence(&sentences[at]), first)
            {
                agreed[at] = Some(first.clone());
            }
        }
        Ok(agreed)
    }
}

/// True of words that may not mean what they seem to: 'the left side of the bed' is on no
/// hand, 'in front of you' is.
fn is_doubtful(words: &[String]) -> bool {
    let is_aside = |pair: &[String]| match (&*pair[0], &*pair[1]) {
        ("of", whose) => whose != "you",
        ("the", "back" | "front") | ("back", "up") => true,
        _ => false,
    };
    // 'Turn the lamp on.'
    let is_switched = words.iter().rfind(|word| *word != ".").is_some_and(|word| word == "on");
    is_switched
        || words.iter().any(|word| DOUBTFUL.contains(&&**word))
        || words.windows(2).any(is_aside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::tokenize;

    #[test]
    fn what_may_not_mean_what_it_seems_is_left() {
        let doubtful = |text: &str| is_doubtful(&tokenize(text));
        for text in [
            "Turn the lamp on.",
            "Go to the left side of the bed",
            "Do not turn left",
            "back up from the table",
            "Go to the front of the sink",
            "is there a table in front of you",
        ] {
            assert!(doubtful(text), "{text}");
        }
        for text in ["Turn left and walk back to the desk.", "Go to the bed in front of you"] {
            assert!(!doubtful(text), "{text}");
        }
    }
}
