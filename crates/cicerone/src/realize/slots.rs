//! Commands as a network reads them that speaks in slots, and numbers that no
//! demonstration has.

#[cfg(feature = "training")]
mod learn;

#[cfg(feature = "training")]
pub(super) use learn::{Sayings, UNSPOKEN};

use super::plain::number;
use super::wording::Wording;
use crate::neural::Lexicon;
use crate::words::slots::{GROUPS, Spoken, Thing};
use crate::words::{Family, Meaning, agree, agreement};
use crate::world::Vocabulary;

/// A sentence's commands as the network reads them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Slotted {
    /// The tokens, with slots for the kinds.
    pub(super) tokens: Vec<String>,
    /// For each of them its place among the tokens of the commands.
    pub(super) places: Vec<usize>,
    /// What they speak of.
    pub(super) spoken: Spoken,
}

/// The tokens of commands with slots for the kinds, numbered as they are spoken of.
pub(super) fn slotted(tokens: &[String], vocabulary: &Vocabulary) -> Slotted {
    let kind = |token: &str| vocabulary.by_cas_name(value(token)?);
    let mut places: Vec<usize> = (0..tokens.len()).collect();
    // The looks of a thing stand in alphabetical order, which says nothing: the
    // kinds come before the other looks, whatever they are called.
    let is_look = |place: &usize| tokens[*place].starts_with("Appear.");
    for looks in places.chunk_by_mut(|one, next| is_look(one) && is_look(next)) {
        looks.sort_by_key(|place| kind(&tokens[*place]).is_none());
    }
    let mut spoken = Spoken::default();
    let read = |place: &usize| {
        let token = &tokens[*place];
        let group = value(token).and_then(|value| GROUPS.iter().find(|one| one.name() == value));
        if let Some(group) = group {
            spoken.name(Thing::Group(*group));
        }
        match (kind(token), token.split_once('.')) {
            (Some(kind), Some((attribute, _))) => {
                format!("{attribute}.<{}>", spoken.name(Thing::Kind(kind)))
            }
            _ => token.clone(),
        }
    };
    let tokens = places.iter().map(read).collect();
    Slotted { tokens, places, spoken }
}

/// The tokens of commands as they are, for a network that knows the kinds.
pub(super) fn as_known(tokens: Vec<String>) -> Slotted {
    Slotted { places: (0..tokens.len()).collect(), tokens, spoken: Spoken::default() }
}

/// A number that no demonstration has, said in the place of one that many have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stand {
    own: u32,
    slot: u32,
}

/// Numbers that many demonstrations have.
const NUMBERS: [u32; 3] = [4, 5, 3];

/// Puts known numbers in the places of others; `None` if something else is not
/// known, or nothing can stand for a number.
pub(super) fn known_numbers(tokens: &mut [String], known: &Lexicon) -> Option<Vec<Stand>> {
    let mut stands: Vec<Stand> = Vec::new();
    for place in 0..tokens.len() {
        if known.number(&tokens[place]).is_some() {
            continue;
        }
        let (attribute, value) = tokens[place].split_once('.')?;
        let own = value.parse::<u32>().ok().filter(|count| *count > 1)?;
        let stand = match stands.iter().find(|stand| stand.own == own) {
            Some(stand) => *stand,
            None => {
                let is_free = |slot: &u32| {
                    let said = slot.to_string();
                    let is_said = tokens.iter().any(|token| self::value(token) == Some(&said));
                    !is_said && stands.iter().all(|stand| stand.slot != *slot)
                };
                Stand { own, slot: NUMBERS.into_iter().find(is_free)? }
            }
        };
        let token = format!("{attribute}.{}", stand.slot);
        known.number(&token)?;
        tokens[place] = token;
        if !stands.contains(&stand) {
            stands.push(stand);
        }
    }
    Some(stands)
}

impl Stand {
    /// Puts the number that is meant where a text says the other. `None` if the
    /// text does not say it where it can be seen.
    pub(super) fn replace(
        self,
        wording: &Wording,
        text: &mut Vec<String>,
        from: &mut Vec<usize>,
    ) -> Option<()> {
        let meaning = Meaning { family: Family::Number, value: self.slot.to_string() };
        let places = wording.places(&meaning, text);
        if places.is_empty() {
            return None;
        }
        for (place, _) in places.into_iter().rev() {
            let words = match agreement::stands_alone(&text[place.clone()]) {
                true => vec![number(self.own), "times".into()],
                false => vec![number(self.own)],
            };
            let (start, end) = (place.start, place.start + words.len());
            let first = from[start];
            from.splice(place.clone(), vec![first; words.len()]);
            text.splice(place, words);
            agree(text, start..end, false);
        }
        Some(())
    }
}

/// The value of a leaf's token, `Sofa` of `value.Sofa`.
fn value(token: &str) -> Option<&str> {
    token.split_once('.').map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Class, Group, Kind};

    fn lobby() -> Vocabulary {
        let kind = |name: &str, cas: &str, words: &[&str], groups: &[Group]| Kind {
            name: name.into(),
            cas: cas.into(),
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            groups: groups.to_vec(),
        };
        let objects = vec![
            kind("desk", "Desk", &["information desk", "desk"], &[]),
            kind("sofa", "Sofa", &["sofa"], &[Group::GenChair]),
        ];
        let floors = vec![kind("carpet", "Carpet", &["carpeted"], &[])];
        Vocabulary::new([(Class::FLOOR, floors), (Class::OBJECT, objects)]).unwrap()
    }

    fn tokens(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    fn read(text: &str) -> Slotted {
        slotted(&tokens(text), &lobby())
    }

    #[test]
    fn kinds_are_numbered_as_they_are_spoken_of() {
        let read = read("Turn Appear.Flooring Appear.Carpet value.Sofa value.Desk value.Sofa");
        let expected = "Turn Appear.<floor-1> Appear.Flooring value.<object-1> value.<object-2> \
                        value.<object-1>";
        assert_eq!(read.tokens.join(" "), expected);
        assert_eq!(read.places, [0, 2, 1, 3, 4, 5]);
    }

    #[test]
    fn slots_are_said_in_the_words_of_the_vocabulary() {
        let spoken = read("value.Desk value.Sofa Appear.Carpet value.GenChair").spoken;
        let said = |text: &str| {
            let said: Vec<&str> = text.split(' ').collect();
            spoken.said(&said, &lobby(), |_, _| None).map(|(words, from)| (words.join(" "), from))
        };
        let (words, from) = said("past a <object-1> and two <object-2s>").unwrap();
        assert_eq!(words, "past an information desk and two sofas");
        assert_eq!(from, [0, 1, 2, 2, 3, 4, 5]);
        assert_eq!(said("to the <object-1.2>").unwrap().0, "to the desk");
        assert_eq!(said("to the <object-2.9>").unwrap().0, "to the sofa", "the usual name");
        assert_eq!(said("to the <GenChair>").unwrap().0, "to the sofa");
        let (words, from) = said("onto the <floor-1> .").unwrap();
        assert_eq!((&*words, &*from), ("onto the carpeted floor .", &[0, 1, 2, 2, 3][..]));
        assert_eq!(said("onto the <floor-1> tile .").unwrap().0, "onto the carpeted floor .");
        assert_eq!(said("to the <object-3>"), None);
    }

    #[test]
    fn numbers_nobody_demonstrated_stand_in_the_places_of_others() {
        let lexicon = Lexicon::new(["Travel", "count.3", "count.4", "count.5"]).unwrap();
        let numbers = |text: &str| {
            let mut tokens = tokens(text);
            let stands = known_numbers(&mut tokens, &lexicon)?;
            Some((tokens.join(" "), stands))
        };
        let (read, stands) = numbers("Travel count.17 count.4 count.17 count.9").unwrap();
        assert_eq!(read, "Travel count.5 count.4 count.5 count.3");
        assert_eq!(stands, [Stand { own: 17, slot: 5 }, Stand { own: 9, slot: 3 }]);
        assert_eq!(numbers("Travel count.17 count.18 count.19 count.20"), None);
        assert_eq!(numbers("Fly"), None);
        assert_eq!(numbers("Travel side.Up"), None);
    }

    #[cfg(feature = "training")]
    mod learning {
        use super::*;
        use crate::corpus::augment::{PhraseConfig, Phrases};
        use crate::words::tokenize;

        fn wording() -> Wording {
            let sail = Vocabulary::sail();
            Wording::learn(&[], &Phrases::learn(&[], sail, PhraseConfig::default()), sail)
        }

        #[test]
        fn what_people_say_becomes_slots_and_returns() {
            let sail = Vocabulary::sail();
            let sayings = Sayings::of(sail, &wording());
            let spoken = slotted(&tokens("value.Easel value.Sofa Appear.Rose"), sail).spoken;
            let text = tokenize("take an easel, two benches and the pink-flowered hall to a wall");
            let hidden = sayings.hidden(&text, &spoken);
            assert_eq!(
                hidden.join(" "),
                "take a <object-1> , two <object-2.2s> and the <floor-1> hall to a wall"
            );
            let other = sayings.hidden(&tokenize("past the lamp to the easel"), &spoken);
            assert_eq!(other.join(" "), "past the <unspoken> to the <object-1>");
            let hidden: Vec<&str> = hidden.iter().map(String::as_str).collect();
            assert_eq!(spoken.said(&hidden, sail, |_, _| None).unwrap().0, text);
        }

        #[test]
        fn numbers_are_replaced_where_they_are_said() {
            let said = |text: &str| {
                let mut text = tokens(text);
                let mut from: Vec<usize> = (0..text.len()).collect();
                let stand = Stand { own: 17, slot: 4 };
                stand.replace(&wording(), &mut text, &mut from).map(|()| text.join(" "))
            };
            assert_eq!(said("go four blocks").unwrap(), "go 17 blocks");
            assert_eq!(said("go on"), None);
        }
    }
}
