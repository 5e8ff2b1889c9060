//! From people's words back to slots: what a network learns to say.

use std::collections::HashSet;

use crate::realize::wording::Wording;
use crate::words::forms::{Forms, Span};
use crate::words::slots::{GROUPS, Spoken, Thing, token};
use crate::words::{Family, tokenize};
use crate::world::{Class, Group, KindId, Vocabulary};

/// Stands for the name of a kind that the commands do not speak of. Nobody may
/// learn to say it: what is a lamp in the demonstrations is none elsewhere.
pub(in crate::realize) const UNSPOKEN: &str = "<unspoken>";

/// Which words say which thing of a vocabulary.
#[derive(Debug)]
pub(in crate::realize) struct Sayings {
    forms: Forms,
    said: Vec<(Thing, usize)>,
    words: Vec<Vec<String>>,
    /// What says a group, as 'brown' of many floors, whatever else it says.
    groups: HashSet<Vec<String>>,
}

impl Sayings {
    /// The names that the vocabulary has for its kinds, and single words beside
    /// them that people were found to say, as mistyped ones.
    pub(in crate::realize) fn of(vocabulary: &Vocabulary, wording: &Wording) -> Sayings {
        let mut sayings = Sayings {
            forms: Forms::default(),
            said: Vec::new(),
            words: Vec::new(),
            groups: HashSet::new(),
        };
        for kind in Class::all().flat_map(|class| vocabulary.ids(class)) {
            for (rank, words) in vocabulary.kind(kind).words.iter().enumerate() {
                sayings.add(Thing::Kind(kind), rank, tokenize(words));
            }
        }
        for (words, meaning) in wording.phrases().filter(|(words, _)| words.len() == 1) {
            let thing = match meaning.family {
                Family::Object | Family::Floor | Family::Picture => {
                    let group = GROUPS.iter().find(|group| group.name() == meaning.value);
                    let kind = vocabulary.by_cas_name(&meaning.value).map(Thing::Kind);
                    kind.or_else(|| group.map(|group| Thing::Group(*group)))
                }
                _ => None,
            };
            let is_group = |group: &Group| group.name() == meaning.value;
            if Group::ALL.iter().any(|group| is_group(group) && !GROUPS.contains(group)) {
                sayings.groups.insert(words.to_vec());
            }
            let is_new = |thing: &Thing| {
                let mut known = sayings.said.iter().zip(&sayings.words);
                !known.any(|((one, _), said)| one == thing && said == words)
            };
            if let Some(thing) = thing.filter(is_new) {
                sayings.add(thing, 0, words.to_vec());
            }
        }
        let has_plural = |thing: &Thing| match thing {
            Thing::Kind(kind) => kind.class() != Class::FLOOR,
            Thing::Group(_) => true,
        };
        let phrases = sayings.words.iter().zip(&sayings.said);
        sayings.forms = Forms::of(phrases.map(|(words, (thing, _))| (&**words, has_plural(thing))));
        sayings
    }

    fn add(&mut self, thing: Thing, rank: usize, words: Vec<String>) {
        self.said.push((thing, rank));
        self.words.push(words);
    }

    /// A text with the slots of what a sentence speaks of in place of their
    /// words, and [`UNSPOKEN`] for other kinds; the words for anything else stay.
    pub(in crate::realize) fn hidden(&self, text: &[String], spoken: &Spoken) -> Vec<String> {
        self.hide(text, spoken, |_, _, _| ())
    }

    /// Tells of every kind in a text which of its names is said, and what comes
    /// after it.
    pub(in crate::realize) fn names(
        &self,
        text: &[String],
        spoken: &Spoken,
        mut tell: impl FnMut(KindId, usize, &str),
    ) {
        self.hide(text, spoken, |thing, rank, next| {
            if let Thing::Kind(kind) = thing {
                tell(kind, rank, next);
            }
        });
    }

    fn hide(
        &self,
        text: &[String],
        spoken: &Spoken,
        mut tell: impl FnMut(Thing, usize, &str),
    ) -> Vec<String> {
        let mut words: Vec<String> = text.to_vec();
        for Span { start, end, readings } in self.forms.spans(text).into_iter().rev() {
            let slot = readings.iter().find_map(|(saying, plural)| {
                let (thing, rank) = self.said[*saying];
                let name = spoken.known(thing)?;
                Some((thing, rank, token(name, rank, *plural)))
            });
            if let Some((thing, rank, slot)) = slot {
                tell(thing, rank, words.get(end).map_or("", String::as_str));
                words.splice(start..end, [slot]);
                // The article is that of the words, which are not known yet.
                if start > 0 && words[start - 1] == "an" {
                    words[start - 1].truncate(1);
                }
                continue;
            }
            let is_kind =
                |(saying, _): &(usize, bool)| matches!(self.said[*saying], (Thing::Kind(_), _));
            if readings.iter().any(is_kind) && !self.groups.contains(&text[start..end]) {
                words.splice(start..end, [UNSPOKEN.to_owned()]);
            }
        }
        words
    }
}
