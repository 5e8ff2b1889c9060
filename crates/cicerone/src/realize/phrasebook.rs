//! How people say what directions through buildings say.
//!
//! Plain words are right and stiff. People's own directions, read by the careful
//! reader, tell in which words the same is said (`walk through`, `head through`)
//! and how often; what enough of them say is said here too. What the
//! book holds was read from a sentence, so a sentence made of it can be read.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::{Error, Result};

const FORMAT: &str = "cicerone-phrasebook";
const VERSION: u32 = 1;

/// What fewer say may be a slip of the reader's.
const LEAST: usize = 8;

/// How many of people's ways are used: more would be a show of words.
const USUAL: usize = 4;

/// What is said so many times less often than the usual way sounds odd.
const ODD: usize = 30;

/// A plain way that nobody was heard to say counts as so many times less usual than
/// the usual way.
const UNHEARD: usize = 3;

/// Stands for the side in a way to turn.
const SIDE: &str = "<side>";

/// Ways to say things, learnt from people.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phrasebook {
    format: String,
    version: u32,
    /// The texts it was learnt from.
    pub sources: Vec<String>,
    /// By what is said, the usual first.
    pub ways: BTreeMap<String, Vec<Way>>,
}

/// One way to say something.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Way {
    /// The words.
    pub words: String,
    /// How often people said it.
    pub count: usize,
}

impl Phrasebook {
    /// Learns from what people said: what is said, and in which words. A way
    /// that fewer than one in `rare` use is left out.
    pub fn learn<'w>(
        sources: Vec<String>,
        said: impl IntoIterator<Item = (&'w str, &'w str)>,
        rare: usize,
    ) -> Phrasebook {
        let mut counts: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
        for (what, words) in said {
            *counts.entry(what).or_default().entry(words).or_default() += 1;
        }
        let ways = counts.into_iter().map(|(what, counts)| {
            let all: usize = counts.values().sum();
            let mut ways: Vec<Way> = counts
                .into_iter()
                .filter(|(_, count)| count * rare >= all && *count >= LEAST)
                .map(|(words, count)| Way { words: words.to_owned(), count })
                .collect();
            ways.sort_by(|a, b| b.count.cmp(&a.count).then(a.words.cmp(&b.words)));
            (what.to_owned(), ways)
        });
        Phrasebook {
            format: FORMAT.into(),
            version: VERSION,
            sources,
            ways: ways.filter(|(_, ways)| !ways.is_empty()).collect(),
        }
    }

    /// Reads a book from its file.
    pub fn from_json(text: &str) -> Result<Phrasebook> {
        let book: Phrasebook = serde_json::from_str(text)
            .map_err(|error| Error::input(format!("cannot be understood: {error}")))?;
        match book.format == FORMAT && book.version == VERSION {
            true => Ok(book),
            false => Err(Error::input(format!(
                "holds {} version {}, but {FORMAT} version {VERSION} is needed",
                book.format, book.version
            ))),
        }
    }

    /// The book as a file.
    pub fn to_json(&self) -> Result<String> {
        let text = serde_json::to_string_pretty(self)
            .map_err(|error| Error::input("cannot be written as JSON").because(error))?;
        Ok(text + "\n")
    }
}

/// A way that may be taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Known {
    /// The words.
    pub(super) words: &'static str,
    /// How usual it is.
    pub(super) weight: f64,
    /// True if people's texts have it.
    pub(super) is_peoples: bool,
    /// True if it is plain, whether people's texts have it or not.
    pub(super) is_plain: bool,
}

/// The ways to say something: the plain ones, and the most usual of people's.
/// Plain ways to turn tell which side is meant.
pub(super) fn ways(what: &str, plain: &[&'static str]) -> Vec<Known> {
    let learnt = peoples(what, plain).map_or(&[][..], |ways| &ways[..]);
    let count = |words: &str| learnt.iter().find(|way| way.words == words).map(|way| way.count);
    // What nobody was heard to say may be as good as what a few say.
    let unheard = learnt.first().map_or(1, |way| way.count / UNHEARD + 1);
    let known = |words, is_plain| Known {
        words,
        // Who is told the way hears the usual words most often, not ever.
        weight: (count(words).unwrap_or(unheard) as f64).sqrt(),
        is_peoples: count(words).is_some(),
        is_plain,
    };
    let mut ways: Vec<Known> = plain.iter().map(|words| known(*words, true)).collect();
    for way in learnt.iter().filter(|way| !plain.contains(&&*way.words)).take(USUAL) {
        ways.push(known(&way.words, false));
    }
    ways
}

/// People's ways to say something, the most usual first.
fn peoples(what: &str, plain: &[&'static str]) -> Option<&'static Vec<Way>> {
    let is = |side: &str| plain.iter().all(|way| way.split(' ').any(|word| word == side));
    let side = ["left", "right"].into_iter().find(|side| is(side));
    book().get(&side.map_or(what.to_owned(), |side| format!("{what} {side}")))
}

/// True for words that are left out although people say them: what a robot is told,
/// what only stands in novels, what sounds as if one did not know the way, what nobody
/// knows how far to turn by, what does not go with metres and lifts ('make a left').
fn is_unfit(words: &str) -> bool {
    const UNFIT: [&str; 12] = [
        "ascend", "bear", "descend", "hang", "make", "may", "move", "proceed", "should", "toward",
        "veer", "would",
    ];
    words.split(' ').any(|word| UNFIT.contains(&word))
}

/// The book that is carried, by what is said; ways to turn by the side as well.
fn book() -> &'static BTreeMap<String, Vec<Way>> {
    static BOOK: LazyLock<BTreeMap<String, Vec<Way>>> = LazyLock::new(|| {
        // A test holds that the file can be read.
        let book = Phrasebook::from_json(include_str!("phrasebook.json"));
        let mut all = BTreeMap::new();
        for (what, mut ways) in book.map(|book| book.ways).unwrap_or_default() {
            ways.retain(|way| !is_unfit(&way.words));
            let most = ways.iter().map(|way| way.count).max().unwrap_or(0);
            ways.retain(|way| way.count * ODD >= most);
            for side in ["left", "right"] {
                let sided = |way: &Way| Way { words: way.words.replace(SIDE, side), ..way.clone() };
                all.insert(format!("{what} {side}"), ways.iter().map(sided).collect());
            }
            all.insert(what, ways);
        }
        all
    });
    &BOOK
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_few_people_say_is_not_learnt() {
        let mut said = vec![("through", "walk through"); 30];
        said.extend(vec![("through", "go through"); 40]);
        said.push(("through", "barge through"));
        let book = Phrasebook::learn(vec!["us".into()], said, 20);
        let words: Vec<&str> = book.ways["through"].iter().map(|way| &*way.words).collect();
        assert_eq!(words, ["go through", "walk through"]);
        assert_eq!(Phrasebook::from_json(&book.to_json().unwrap()).unwrap(), book);
        assert!(Phrasebook::from_json("{}").unwrap_err().is_input());
    }

    #[test]
    fn the_book_that_is_carried_can_be_read_and_turns_to_the_side_that_is_meant() {
        let book = Phrasebook::from_json(include_str!("phrasebook.json")).unwrap();
        assert!(book.ways.values().all(|ways| !ways.is_empty()));
        assert!(!book.sources.iter().any(|source| source.starts_with("rxr")));
        let right = ways("turn", &["turn right", "go right"]);
        assert!(
            right.len() > 2 && right.iter().all(|way| way.words.contains("right")),
            "{right:?}"
        );
        assert!(right[0].weight > right[2].weight && right[0].is_peoples && !right[2].is_plain);
        let other = ways("no such thing", &["go"]);
        assert_eq!((other.len(), other[0].words, other[0].is_peoples), (1, "go", false));
    }
}
