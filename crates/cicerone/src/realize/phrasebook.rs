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
const ODD: usize = 10;

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

/// The ways to say something where there is a choice: the plain ones, and then
/// the most usual of people's. Plain ways to turn tell which side is meant.
pub(super) fn ways(what: &str, plain: &[&'static str]) -> Vec<&'static str> {
    let learnt = peoples(what, plain).filter(|_| plain.len() > 1);
    let mut ways = plain.to_vec();
    for way in learnt.into_iter().flatten().take(USUAL) {
        if !ways.contains(&&**way) {
            ways.push(way);
        }
    }
    ways
}

/// True if people say something in these words, whether they are plain as well or not.
pub(super) fn is_peoples(words: &str) -> bool {
    book().values().flatten().any(|way| way == words)
}

/// People's ways to say something, the most usual first.
fn peoples(what: &str, plain: &[&'static str]) -> Option<&'static Vec<String>> {
    let is = |side: &str| plain.iter().all(|way| way.split(' ').any(|word| word == side));
    let side = ["left", "right"].into_iter().find(|side| is(side));
    book().get(&side.map_or(what.to_owned(), |side| format!("{what} {side}")))
}

/// The book that is carried, by what is said; ways to turn by the side as well.
fn book() -> &'static BTreeMap<String, Vec<String>> {
    static BOOK: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
        // A test holds that the file can be read.
        let book = Phrasebook::from_json(include_str!("phrasebook.json"));
        let mut all = BTreeMap::new();
        for (what, mut ways) in book.map(|book| book.ways).unwrap_or_default() {
            let most = ways.iter().map(|way| way.count).max().unwrap_or(0);
            ways.retain(|way| way.count * ODD >= most);
            for side in ["left", "right"] {
                let words = ways.iter().map(|way| way.words.replace(SIDE, side)).collect();
                all.insert(format!("{what} {side}"), words);
            }
            all.insert(what, ways.into_iter().map(|way| way.words).collect::<Vec<String>>());
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
        assert!(right.len() > 2 && right.iter().all(|way| way.contains("right")), "{right:?}");
        assert_eq!(ways("no such thing", &["go"]), ["go"]);
    }
}
