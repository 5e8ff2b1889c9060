//! Saying kinds and numbers that no demonstration has.
//!
//! A building with a reception desk has a kind the network never met. It is
//! asked to speak of a kind it knows, one that the sentence does not name
//! already, and the words it finds for that are replaced by the kind's own.

use std::collections::BTreeSet;
use std::ops::Range;

use super::plain::number;
use super::wording::Wording;
use crate::neural::Lexicon;
use crate::words::forms::form;
use crate::words::{Family, Meaning, agreement, tokenize};
use crate::world::{Attachment, Class, Vocabulary};

/// A value that is said through another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StandIn {
    /// What the commands say.
    value: String,
    /// What the network is asked to say.
    meaning: Meaning,
    /// The words to put there in its place.
    words: Vec<String>,
}

/// The tokens as the network can read them, with what stands in for what;
/// `None` if something in them can be said by no stand-in.
pub(super) fn borrow(
    tokens: &[String],
    vocabulary: &Vocabulary,
    known: &Lexicon,
) -> Option<(Vec<String>, Vec<StandIn>)> {
    let mut used: BTreeSet<&str> = tokens.iter().filter_map(|token| value(token)).collect();
    let mut stand_ins: Vec<StandIn> = Vec::new();
    let mut readable = tokens.to_vec();
    for (place, token) in tokens.iter().enumerate() {
        let Some(value) = value(token) else {
            known.number(token)?;
            continue;
        };
        if known.number(token).is_some() && !is_renamed(value, vocabulary) {
            continue;
        }
        let found = stand_ins.iter().position(|one| one.value == value).or_else(|| {
            let one = stand_in(value, vocabulary, &used, tokens, known)?;
            stand_ins.push(one);
            Some(stand_ins.len() - 1)
        })?;
        let name = &stand_ins[found].meaning.value;
        readable[place] = format!("{}{name}", &token[..token.len() - value.len()]);
        known.number(&readable[place])?;
        let sail = Vocabulary::sail();
        if let Some(kind) = sail.by_cas_name(name) {
            used.insert(&sail.kind(kind).cas);
        } else if let Some(number) = NUMBERS.iter().find(|number| *number == name) {
            used.insert(number);
        }
    }
    Some((readable, stand_ins))
}

/// Numbers that many demonstrations have.
const NUMBERS: [&str; 3] = ["4", "5", "3"];

fn stand_in(
    value: &str,
    vocabulary: &Vocabulary,
    used: &BTreeSet<&str>,
    tokens: &[String],
    known: &Lexicon,
) -> Option<StandIn> {
    // The stand-in must be readable wherever the value stands.
    let fits = |name: &str| {
        !used.contains(name)
            && tokens.iter().filter(|token| self::value(token) == Some(value)).all(|token| {
                known.number(&format!("{}{name}", &token[..token.len() - value.len()])).is_some()
            })
    };
    if let Some(kind) = vocabulary.by_cas_name(value) {
        let (sail, class) = (Vocabulary::sail(), kind.class());
        let family = match class.attachment() {
            Attachment::Surface => Family::Floor,
            Attachment::Walls => Family::Picture,
            Attachment::Place => Family::Object,
        };
        let kind = vocabulary.kind(kind);
        let alike = Class::attached(class.attachment()).flat_map(|class| sail.kinds(class));
        let name = alike.map(|kind| &kind.cas).find(|name| fits(name))?;
        let words = tokenize(kind.words.first().unwrap_or(&kind.name));
        let meaning = Meaning { family, value: name.clone() };
        return (!words.is_empty()).then(|| StandIn { value: value.to_owned(), meaning, words });
    }
    let count = value.parse::<u32>().ok().filter(|count| *count > 1)?;
    let name = NUMBERS.iter().find(|name| fits(name))?;
    let meaning = Meaning { family: Family::Number, value: (*name).to_owned() };
    Some(StandIn { value: value.to_owned(), meaning, words: vec![number(count)] })
}

impl StandIn {
    /// Puts the words that are meant where a text says the stand-in; returns
    /// for every place the words that went and how many came. `None` if the
    /// text does not say the stand-in where it can be seen.
    pub(super) fn replace(
        &self,
        wording: &Wording,
        text: &mut Vec<String>,
    ) -> Option<Vec<(Range<usize>, usize)>> {
        let mut places = wording.places(&self.meaning, text);
        if places.is_empty() {
            return None;
        }
        places.reverse();
        let mut changes = Vec::new();
        for (place, plural) in places {
            let mut words = form(&self.words, plural);
            let said = &text[place.clone()];
            if self.meaning.family == Family::Number && agreement::stands_alone(said) {
                words.push("times".into());
            }
            if place.start > 0 && ["a", "an"].contains(&&*text[place.start - 1]) {
                text[place.start - 1] = agreement::article(&words[0]).to_owned();
            }
            changes.push((place.clone(), words.len()));
            text.splice(place, words);
        }
        Some(changes)
    }
}

/// The value of a leaf's token, `Sofa` of `value.Sofa`.
fn value(token: &str) -> Option<&str> {
    token.split_once('.').map(|(_, value)| value)
}

/// True for a kind that has the CAS name of one the network knows, but is
/// called something else.
fn is_renamed(value: &str, vocabulary: &Vocabulary) -> bool {
    let sail = Vocabulary::sail();
    let kinds = vocabulary.by_cas_name(value).zip(sail.by_cas_name(value));
    kinds.is_some_and(|(kind, known)| {
        let (kind, known) = (vocabulary.kind(kind), sail.kind(known));
        !kind.words.is_empty() && !kind.words.iter().any(|word| known.words.contains(word))
    })
}

#[cfg(test)]
#[cfg(feature = "training")]
mod tests {
    use super::*;
    use crate::corpus::augment::{PhraseConfig, Phrases};
    use crate::world::Kind;

    fn lobby() -> Vocabulary {
        let kind = |name: &str, cas: &str, words: &[&str]| Kind {
            name: name.into(),
            cas: cas.into(),
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            groups: vec![],
        };
        let objects =
            vec![kind("desk", "Desk", &["information desk"]), kind("sofa", "Sofa", &["settee"])];
        let floors = vec![kind("marble", "Marble", &[])];
        Vocabulary::new([(Class::FLOOR, floors), (Class::OBJECT, objects)]).unwrap()
    }

    fn known() -> Lexicon {
        Lexicon::new([
            "Turn",
            "value.Barstool",
            "value.Chair",
            "value.Sofa",
            "Appear.BlueTile",
            "count.4",
        ])
        .unwrap()
    }

    fn tokens(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn each_unknown_kind_gets_a_stand_in_of_its_class() {
        let (readable, stand_ins) =
            borrow(&tokens("Turn value.Desk Appear.Marble value.Sofa"), &lobby(), &known())
                .unwrap();
        assert_eq!(readable, tokens("Turn value.Barstool Appear.BlueTile value.Chair"));
        assert_eq!(stand_ins.len(), 3);
        let numbers = borrow(&tokens("Turn count.17"), &lobby(), &known()).unwrap();
        assert_eq!(numbers.0, tokens("Turn count.4"));
        // No stand-in is left for a third object, and none for a new head.
        assert!(borrow(&tokens("Fly"), &lobby(), &known()).is_none());
        assert!(borrow(&tokens("Turn side.Up"), &lobby(), &known()).is_none());
    }

    #[test]
    fn words_are_replaced_with_article_and_plural() {
        let sail = Vocabulary::sail();
        let phrases = Phrases::learn(&[], sail, PhraseConfig::default());
        let wording = Wording::learn(&[], &phrases, sail);
        let said = |unknown: &str, text: &str| {
            let (_, stand_ins) = borrow(&tokens(unknown), &lobby(), &known()).unwrap();
            let mut text = tokens(text);
            stand_ins[0].replace(&wording, &mut text).map(|_| text.join(" "))
        };
        assert_eq!(said("value.Desk", "go to a stool").unwrap(), "go to an information desk");
        assert_eq!(said("value.Desk", "pass two stools").unwrap(), "pass two information desks");
        assert_eq!(said("count.17", "go four blocks").unwrap(), "go 17 blocks");
        assert_eq!(said("value.Desk", "go to the thing"), None);
    }
}
