//! Saying kinds and numbers that no demonstration has: in the slot of one that
//! the network knows, whose words are then replaced by the kind's own.

use std::ops::Range;

use super::plain::number;
use super::wording::Wording;
use crate::neural::Lexicon;
use crate::words::slots::{Slots, is_same, said_as};
use crate::words::{Family, Meaning, agree, agreement};
use crate::world::{Attachment, KindId, Vocabulary};

/// What is said in the slot of something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Filled {
    /// A kind in the slot of another.
    Kind { own: KindId, slot: KindId },
    /// A number in the slot of another.
    Number { own: u32, slot: u32 },
}

/// The tokens as the network can read them, with what stands in which slot;
/// `None` if something in them has no slot.
pub(super) fn slotted(
    tokens: &[String],
    vocabulary: &Vocabulary,
    known: &Lexicon,
) -> Option<(Vec<String>, Vec<Filled>)> {
    let spoken: Vec<KindId> =
        tokens.iter().filter_map(|token| vocabulary.by_cas_name(value(token)?)).collect();
    let mut slots = Slots::of(vocabulary, &spoken).unwrap_or_else(Slots::none);
    let is_said = |number: u32| {
        let number = number.to_string();
        tokens.iter().any(|token| value(token) == Some(&number))
    };
    let sail = Vocabulary::sail();
    let mut filled: Vec<Filled> = Vec::new();
    let mut readable = tokens.to_vec();
    for token in &mut readable {
        let Some((attribute, value)) = token.split_once('.') else {
            known.number(token)?;
            continue;
        };
        let (name, what) = match vocabulary.by_cas_name(value) {
            Some(own) => {
                let slot = slots.kind(own).or_else(|| sail.by_cas_name(value))?;
                let is_own = is_same(vocabulary, own, slot);
                let what = (!is_own).then_some(Filled::Kind { own, slot });
                (sail.kind(slot).cas.clone(), what)
            }
            None if known.number(token).is_some() => continue,
            None => {
                let own = value.parse::<u32>().ok().filter(|count| *count > 1)?;
                let slot = slots.number(own, is_said)?;
                (slot.to_string(), Some(Filled::Number { own, slot }))
            }
        };
        *token = format!("{attribute}.{name}");
        known.number(token)?;
        filled.extend(what.filter(|what| !filled.contains(what)));
    }
    Some((readable, filled))
}

impl Filled {
    /// What the network was asked to say.
    fn meaning(&self) -> Meaning {
        match self {
            Filled::Kind { slot, .. } => Meaning {
                family: match slot.class().attachment() {
                    Attachment::Surface => Family::Floor,
                    Attachment::Walls => Family::Picture,
                    Attachment::Place => Family::Object,
                },
                value: Vocabulary::sail().kind(*slot).cas.clone(),
            },
            Filled::Number { slot, .. } => {
                Meaning { family: Family::Number, value: slot.to_string() }
            }
        }
    }

    /// Puts the words that are meant where a text says what has the slot;
    /// returns for every place the words that went and how many came. `None` if
    /// the text does not say it where it can be seen.
    pub(super) fn replace(
        &self,
        wording: &Wording,
        vocabulary: &Vocabulary,
        text: &mut Vec<String>,
    ) -> Option<Vec<(Range<usize>, usize)>> {
        let mut places = wording.places(&self.meaning(), text);
        if places.is_empty() {
            return None;
        }
        places.reverse();
        let mut changes = Vec::new();
        for (place, plural) in places {
            let said = &text[place.clone()];
            let words = match self {
                Filled::Kind { own, slot } => {
                    said_as(Vocabulary::sail(), *slot, vocabulary, *own, said, plural)
                }
                Filled::Number { own, .. } if agreement::stands_alone(said) => {
                    vec![number(*own), "times".into()]
                }
                Filled::Number { own, .. } => vec![number(*own)],
            };
            let (said, start, end) = (place.clone(), place.start, place.start + words.len());
            let before = text.len() + words.len() - place.len();
            text.splice(place, words);
            agree(text, start..end, self.meaning().family == Family::Floor);
            // A noun may have come with the words.
            changes.push((said, end - start + text.len() - before));
        }
        Some(changes)
    }
}

/// The value of a leaf's token, `Sofa` of `value.Sofa`.
fn value(token: &str) -> Option<&str> {
    token.split_once('.').map(|(_, value)| value)
}

#[cfg(test)]
#[cfg(feature = "training")]
mod tests {
    use super::*;
    use crate::corpus::augment::{PhraseConfig, Phrases};
    use crate::world::{Class, Kind};

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
        let tokens = ["Turn", "value.Barstool", "value.Chair", "value.Sofa"];
        Lexicon::new(tokens.into_iter().chain(["Appear.BlueTile", "count.4"])).unwrap()
    }

    fn tokens(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn each_kind_has_a_slot_of_its_class() {
        let said = tokens("Turn value.Desk Appear.Marble value.Sofa");
        let (readable, filled) = slotted(&said, &lobby(), &known()).unwrap();
        assert_eq!(readable, tokens("Turn value.Barstool Appear.BlueTile value.Chair"));
        assert_eq!(filled.len(), 3);
        let numbers = slotted(&tokens("Turn count.17"), &lobby(), &known()).unwrap();
        assert_eq!(numbers.0, tokens("Turn count.4"));
        assert!(slotted(&tokens("Fly"), &lobby(), &known()).is_none());
        assert!(slotted(&tokens("Turn side.Up"), &lobby(), &known()).is_none());
        let sail = slotted(&tokens("Turn value.Sofa"), Vocabulary::sail(), &known()).unwrap();
        assert_eq!(sail, (tokens("Turn value.Sofa"), vec![]));
    }

    #[test]
    fn words_are_replaced_with_article_and_plural() {
        let sail = Vocabulary::sail();
        let phrases = Phrases::learn(&[], sail, PhraseConfig::default());
        let wording = Wording::learn(&[], &phrases, sail);
        let said = |unknown: &str, text: &str| {
            let (_, filled) = slotted(&tokens(unknown), &lobby(), &known()).unwrap();
            let mut text = tokens(text);
            filled[0].replace(&wording, &lobby(), &mut text).map(|_| text.join(" "))
        };
        assert_eq!(said("value.Desk", "go to a stool").unwrap(), "go to an information desk");
        assert_eq!(said("value.Desk", "pass two stools").unwrap(), "pass two information desks");
        assert_eq!(said("count.17", "go four blocks").unwrap(), "go 17 blocks");
        assert_eq!(said("value.Desk", "go to the thing"), None);
    }
}
