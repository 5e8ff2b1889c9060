//! Other vocabularies under SAIL's names.
//!
//! Readers have learnt SAIL's kinds and what people call them. Told of a
//! reception desk they need not learn anew: for as long as a sentence lasts,
//! the desk goes by the name and in the place of a kind they know, in the
//! words and in what is seen alike, and what is understood is turned back.

use crate::cas::{Command, commands_of};
use crate::words::tokenize;
use crate::world::{Class, KindId, Vocabulary};

/// Which of SAIL's kinds stands for which kind of another vocabulary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Loan {
    /// For each class and kind, the SAIL kind that stands for it.
    lent: [Vec<Option<KindId>>; 3],
}

const CLASSES: [Class; 3] = [Class::FLOOR, Class::PICTURE, Class::OBJECT];

impl Loan {
    /// What one sentence needs: the kinds it speaks of come first, as there
    /// may be more kinds than SAIL has. `None` if the vocabulary is SAIL's.
    /// The words come back with SAIL's names in them.
    pub(crate) fn of(vocabulary: &Vocabulary, words: &mut Vec<String>) -> Option<Loan> {
        let sail = Vocabulary::sail();
        if vocabulary == &**sail {
            return None;
        }
        let mut loan =
            Loan { lent: CLASSES.map(|class| vec![None; vocabulary.kinds(class).len()]) };
        let spoken = spoken(vocabulary, words);
        for (number, class) in CLASSES.into_iter().enumerate() {
            let mut free: Vec<KindId> = sail.ids(class).collect();
            let mut kinds: Vec<KindId> = vocabulary.ids(class).collect();
            kinds.sort_by_key(|kind| !spoken.iter().any(|(_, _, one)| one == kind));
            // Those that are called the same first: nothing changes for them.
            for kind in &kinds {
                let same = sail.by_name(class, vocabulary.name(*kind));
                if let Some(place) = free.iter().position(|one| Some(*one) == same) {
                    loan.lent[number][kind.index()] = Some(free.remove(place));
                }
            }
            for kind in kinds {
                let slot = &mut loan.lent[number][kind.index()];
                if slot.is_none() && !free.is_empty() {
                    *slot = Some(free.remove(0));
                }
            }
        }
        for (first, length, kind) in spoken.into_iter().rev() {
            let Some(lent) = loan.kind(kind) else { continue };
            let is_same = sail.name(lent) == vocabulary.name(kind);
            if let Some(name) = sail.kind(lent).words.first().filter(|_| !is_same) {
                words.splice(first..first + length, tokenize(name));
            }
        }
        Some(loan)
    }

    /// The SAIL kind that stands for a kind.
    pub(crate) fn kind(&self, kind: KindId) -> Option<KindId> {
        let class = CLASSES.iter().position(|class| *class == kind.class())?;
        self.lent[class].get(kind.index()).copied().flatten()
    }

    /// Commands about SAIL's kinds as commands about the vocabulary's own.
    /// `None` if they speak of a kind that stands for nothing there.
    pub(crate) fn returned(
        &self,
        commands: &[Command],
        vocabulary: &Vocabulary,
    ) -> Option<Vec<Command>> {
        let sail = Vocabulary::sail();
        let own = |name: &str| {
            let lent = sail.by_cas_name(name)?;
            let class = CLASSES.iter().position(|class| *class == lent.class())?;
            let place = self.lent[class].iter().position(|one| *one == Some(lent))?;
            vocabulary.ids(lent.class()).nth(place).map(|kind| vocabulary.kind(kind).cas.clone())
        };
        let mut tokens = Vec::new();
        for token in commands.iter().flat_map(|command| command.linear(sail)) {
            let value =
                token.split_once('.').filter(|(_, value)| sail.by_cas_name(value).is_some());
            tokens.push(match value {
                Some((attribute, value)) => format!("{attribute}.{}", own(value)?),
                None => token,
            });
        }
        commands_of(&tokens, vocabulary).ok()
    }
}

/// Where the words speak of which kind: first word, number of words, kind; the
/// longest phrases win, and no two overlap.
fn spoken(vocabulary: &Vocabulary, words: &[String]) -> Vec<(usize, usize, KindId)> {
    let mut phrases: Vec<(Vec<String>, KindId)> = Vec::new();
    for kind in CLASSES.into_iter().flat_map(|class| vocabulary.ids(class)) {
        let called = vocabulary.kind(kind);
        let names = called.words.iter().chain([&called.name]);
        phrases.extend(names.map(|name| (tokenize(name), kind)));
    }
    phrases.retain(|(phrase, _)| !phrase.is_empty());
    phrases.sort_by_key(|(phrase, _)| std::cmp::Reverse(phrase.len()));
    let mut found: Vec<(usize, usize, KindId)> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let here = phrases.iter().find(|(phrase, _)| words[at..].starts_with(phrase));
        match here {
            Some((phrase, kind)) => {
                found.push((at, phrase.len(), *kind));
                at += phrase.len();
            }
            None => at += 1,
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Kind;

    fn lobby() -> Vocabulary {
        let kind = |name: &str, cas: &str, words: &[&str]| Kind {
            name: name.into(),
            cas: cas.into(),
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            groups: Vec::new(),
        };
        let floors = vec![kind("marble", "Marble", &["marble"]), kind("wood", "Wood", &["wood"])];
        let objects = vec![kind("desk", "Desk", &["reception desk", "desk"])];
        Vocabulary::new([(Class::FLOOR, floors), (Class::OBJECT, objects)]).unwrap()
    }

    #[test]
    fn a_desk_goes_by_a_known_name_and_comes_back_as_a_desk() {
        let lobby = lobby();
        let mut words = tokenize("walk on the marble past the wood to the reception desk");
        let loan = Loan::of(&lobby, &mut words).unwrap();
        assert_eq!(words.join(" "), "walk on the blue past the wood to the stool");
        let sail = Vocabulary::sail();
        let read = |text: &str| Command::parse(text, sail).unwrap();
        let understood = read("Travel(until=Verify(desc=[Thing(value=Barstool, side=At)]))");
        let own = loan.returned(&[understood], &lobby).unwrap();
        assert_eq!(
            own[0].display(&lobby).to_string(),
            "Travel(until=Verify(desc=[Thing(value=Desk, side=At)]))"
        );
        assert_eq!(loan.returned(&[read("Verify(desc=[Thing(value=Sofa)])")], &lobby), None);
        assert_eq!(Loan::of(sail, &mut words), None);
    }
}
