//! Slots of who listens: what parser and followers know things by.
//!
//! They have learnt to hear of things by SAIL's kinds. What they learnt is about
//! a thing of its class and not about a stool: so for the length of a sentence
//! every kind of a building has the place of one of theirs, its slot. The words
//! are the building's own, by [`Naming`].

use super::{Mention, Naming, agree, is_covering, tokenize};
use crate::cas::{Command, commands_of};
use crate::words::forms::form;
use crate::words::naming::Named;
use crate::world::{Class, KindId, Vocabulary};

/// Which kind has the slot of which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Slots {
    /// For each class and kind of the building its slot.
    kinds: Vec<Vec<Option<KindId>>>,
}

/// Which slot a kind should have: its own, or one of the same groups, so that what
/// is said of all gray floors holds for it, or any.
#[derive(Clone, Copy)]
enum Wanted {
    Own,
    SameGroups,
    Any,
}

impl Slots {
    /// The slots of one sentence. The kinds it speaks of come first, as there
    /// may be more kinds than slots; those that are called the same keep their
    /// place. Every turn begins with another of the slots. `None` if the vocabulary
    /// is SAIL's: nothing changes for it.
    pub(crate) fn of(vocabulary: &Vocabulary, spoken: &[KindId], turn: usize) -> Option<Slots> {
        let sail = Vocabulary::sail();
        if vocabulary == &**sail {
            return None;
        }
        let classes = Class::all().map(|class| vec![None; vocabulary.kinds(class).len()]);
        let mut slots = Slots { kinds: classes.collect() };
        let turned = |class| {
            let mut ids: Vec<KindId> = sail.ids(class).collect();
            let first = turn.checked_rem(ids.len()).unwrap_or(0);
            ids.rotate_left(first);
            ids
        };
        let mut free: Vec<KindId> = Class::all().flat_map(turned).collect();
        let mut kinds: Vec<KindId> = spoken.to_vec();
        kinds.extend(Class::all().flat_map(|class| vocabulary.ids(class)));
        for wanted in [Wanted::Own, Wanted::SameGroups, Wanted::Any] {
            for kind in &kinds {
                let slot = &mut slots.kinds[kind.class().index()][kind.index()];
                let groups = &vocabulary.kind(*kind).groups;
                let fits = |one: &KindId| {
                    let is_alike = one.class().attachment() == kind.class().attachment();
                    is_alike
                        && match wanted {
                            Wanted::Own => is_same(vocabulary, *kind, *one),
                            Wanted::SameGroups => {
                                !groups.is_empty() && sail.kind(*one).groups == *groups
                            }
                            Wanted::Any => true,
                        }
                };
                if let (None, Some(place)) = (&slot, free.iter().position(fits)) {
                    *slot = Some(free.remove(place));
                }
            }
        }
        Some(slots)
    }

    /// The slots of a text, and the text as it reads with them in place of the
    /// building's own words; at every turn in others.
    pub(crate) fn heard(
        vocabulary: &Vocabulary,
        words: &mut Vec<String>,
        turn: usize,
    ) -> Option<Slots> {
        let sail = Vocabulary::sail();
        if vocabulary == &**sail {
            return None;
        }
        let mut mentions = Naming::of(vocabulary).mentions(words);
        let kind = |named: &Named| match named {
            Named::Kind(kind) => Some(*kind),
            _ => None,
        };
        // 'The linoleum carpet' is one floor, even where others are of carpet.
        let floors: Vec<usize> = mentions
            .iter()
            .filter(|mention| {
                kind(&mention.named[0]).is_some_and(|kind| kind.class() == Class::FLOOR)
            })
            .map(|mention| mention.place.end)
            .collect();
        mentions.retain(|Mention { place, .. }| {
            let covers = place.len() == 1 && is_covering(&words[place.start]);
            !(covers && floors.contains(&place.start))
        });
        let spoken: Vec<KindId> =
            mentions.iter().filter_map(|mention| kind(&mention.named[0])).collect();
        let slots = Slots::of(vocabulary, &spoken, turn)?;
        for mention in mentions.into_iter().rev() {
            let Some(own) = kind(&mention.named[0]) else { continue };
            let Some(slot) = slots.kind(own).filter(|slot| !is_same(vocabulary, own, *slot)) else {
                continue;
            };
            let said = words[mention.place.clone()].to_vec();
            let known = said_as(vocabulary, own, sail, slot, &said, mention.plural);
            let start = mention.place.start;
            let end = start + known.len();
            words.splice(mention.place, known);
            agree(words, start..end, false);
        }
        Some(slots)
    }

    /// The slot of a kind.
    pub(crate) fn kind(&self, kind: KindId) -> Option<KindId> {
        self.kinds.get(kind.class().index())?.get(kind.index()).copied().flatten()
    }

    /// The kind that has a slot.
    pub(crate) fn own(&self, slot: KindId, vocabulary: &Vocabulary) -> Option<KindId> {
        Class::all()
            .flat_map(|class| vocabulary.ids(class))
            .find(|kind| self.kind(*kind) == Some(slot))
    }

    /// Commands about slots as commands about the building's own kinds.
    /// `None` if they speak of a slot that nothing has.
    pub(crate) fn returned(
        &self,
        commands: &[Command],
        vocabulary: &Vocabulary,
    ) -> Option<Vec<Command>> {
        let sail = Vocabulary::sail();
        let mut tokens = Vec::new();
        for token in commands.iter().flat_map(|command| command.linear(sail)) {
            let slot = token
                .split_once('.')
                .and_then(|(attribute, value)| Some((attribute, sail.by_cas_name(value)?)));
            tokens.push(match slot {
                Some((attribute, slot)) => {
                    let own = self.own(slot, vocabulary)?;
                    format!("{attribute}.{}", vocabulary.kind(own).cas)
                }
                None => token,
            });
        }
        commands_of(&tokens, vocabulary).ok()
    }
}

/// What a kind is called where another was called `said`: the same of its words,
/// so that who has several keeps them, or the usual ones.
pub(crate) fn said_as(
    from: &Vocabulary,
    kind: KindId,
    to: &Vocabulary,
    other: KindId,
    said: &[String],
    plural: bool,
) -> Vec<String> {
    let words = &from.kind(kind).words;
    let which = words.iter().position(|words| form(&tokenize(words), plural) == said);
    let other = to.kind(other);
    let usual = other.words.first().unwrap_or(&other.name);
    let chosen = which.and_then(|which| other.words.get(which)).unwrap_or(usual);
    form(&tokenize(chosen), plural)
}

/// True if a kind is one that the networks know: called the same, and not only
/// in maps.
pub(crate) fn is_same(vocabulary: &Vocabulary, kind: KindId, known: KindId) -> bool {
    let (kind, known) = (vocabulary.kind(kind), Vocabulary::sail().kind(known));
    let is_called = kind.words.is_empty() || kind.words.iter().any(|one| known.words.contains(one));
    (kind.name == known.name || kind.cas == known.cas) && is_called
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Group, Kind};

    fn lobby() -> Vocabulary {
        let kind = |name: &str, cas: &str, words: &[&str]| Kind {
            name: name.into(),
            cas: cas.into(),
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            groups: Vec::new(),
        };
        let floors = vec![kind("marble", "Marble", &["marble"]), kind("wood", "Wood", &["wood"])];
        let objects = vec![
            kind("desk", "Desk", &["reception desk", "desk"]),
            kind("sofa", "Sofa", &["settee"]),
        ];
        Vocabulary::new([(Class::FLOOR, floors), (Class::OBJECT, objects)]).unwrap()
    }

    #[test]
    fn a_desk_has_a_slot_and_comes_back_as_a_desk() {
        let lobby = lobby();
        let mut words = tokenize("walk on the marble past the wood and two settees to a desk");
        let slots = Slots::heard(&lobby, &mut words, 0).unwrap();
        // What is many stays many, and the second name is the second name.
        assert_eq!(words.join(" "), "walk on the blue past the wood and two stools to a chair");
        let sail = Vocabulary::sail();
        let read = |text: &str| Command::parse(text, sail).unwrap();
        let understood = read("Travel(until=Verify(desc=[Thing(value=Chair, side=At)]))");
        let own = slots.returned(&[understood], &lobby).unwrap();
        assert_eq!(
            own[0].display(&lobby).to_string(),
            "Travel(until=Verify(desc=[Thing(value=Desk, side=At)]))"
        );
        assert_eq!(slots.returned(&[read("Verify(desc=[Thing(value=Sofa)])")], &lobby), None);
    }

    #[test]
    fn what_is_said_of_a_group_holds_for_slots_and_coverings_are_no_floors() {
        let kind = |name: &str, cas: &str, groups: &[Group]| Kind {
            name: name.into(),
            cas: cas.into(),
            words: vec![name.into()],
            groups: groups.to_vec(),
        };
        let floors = vec![
            kind("carpet", "Carpet", &[]),
            kind("cork", "Cork", &[Group::Brown, Group::Dark]),
            kind("slate", "Slate", &[Group::Gray]),
        ];
        let floors = Vocabulary::new([(Class::FLOOR, floors)]).unwrap();
        let mut words = tokenize("take the cork carpet to the slate");
        Slots::heard(&floors, &mut words, 0).unwrap();
        assert_eq!(words.join(" "), "take the red brick carpet to the bare concrete");
    }

    #[test]
    fn sails_own_words_stay_as_they_are() {
        let mut words = tokenize("past the hatrack");
        assert_eq!(Slots::heard(Vocabulary::sail(), &mut words, 0), None);
        assert_eq!(words.join(" "), "past the hatrack");
    }
}
