//! Slots: one way of naming, from words to things and from things to words.
//!
//! A network that speaks or listens in slots has learnt how one speaks of a thing
//! of some class, and not of stools. To it the first object that a sentence speaks of
//! is `<object-1>`, in the words of a text and in the tokens of commands alike
//! (`value.<object-1>`), and `<object-1.2>` is the same by the second of its names.
//!
//! - Who speaks has commands: their kinds become slots, and the slots that are
//!   said become words of the vocabulary again, with article and plural
//!   ([`Spoken::said`]).
//! - Who listens has words: what they name becomes slots ([`Ear`]), and
//!   commands about slots become commands about what was named
//!   ([`Spoken::meant`]).

use std::sync::LazyLock;

use super::forms::form;
use super::naming::{Named, agree, class_token, is_covering, is_slot, many};
use super::{Mention, Naming, tokenize};
use crate::Result;
use crate::cas::{Command, commands_of};
use crate::world::{Class, Group, Kind, KindId, Vocabulary};

/// The groups that go by the name of a thing; the others are colours.
pub(crate) const GROUPS: [Group; 1] = [Group::GenChair];

/// What a slot stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Thing {
    /// A kind.
    Kind(KindId),
    /// Any kind of a group of objects.
    Group(Group),
}

/// What a sentence speaks of, by the names of the slots: `object-1`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Spoken(Vec<(String, Thing)>);

/// How many things of a class who listens can keep apart in one sentence.
pub(crate) const HEARD: usize = 4;

impl Spoken {
    /// The name of a thing's slot, if it is spoken of.
    pub(crate) fn known(&self, thing: Thing) -> Option<&str> {
        self.0.iter().find(|(_, one)| *one == thing).map(|(name, _)| &**name)
    }

    /// The name of a thing's slot; the first of a class is its number 1.
    pub(crate) fn name(&mut self, thing: Thing) -> String {
        if let Some(name) = self.known(thing) {
            return name.to_owned();
        }
        let name = match thing {
            Thing::Kind(kind) => {
                let class = kind.class();
                format!("{}-{}", class.entry().name, self.of_class(class).count() + 1)
            }
            Thing::Group(group) => group.name().to_owned(),
        };
        self.0.push((name.clone(), thing));
        name
    }

    /// What a token of the network stands for: the thing, which of its names,
    /// counted from 0, and whether there are many.
    fn read(&self, token: &str) -> Option<(Thing, usize, bool)> {
        let inside = token.strip_prefix('<')?.strip_suffix('>')?;
        self.0.iter().find_map(|(name, thing)| {
            let rest = inside.strip_prefix(&**name)?;
            let (rest, plural) = match rest.strip_suffix('s') {
                Some(rest) => (rest, true),
                None => (rest, false),
            };
            let rank = match rest.strip_prefix('.') {
                Some(rank) => rank.parse::<usize>().ok()?.checked_sub(1)?,
                None if rest.is_empty() => 0,
                None => return None,
            };
            Some((*thing, rank, plural))
        })
    }

    /// What the network said in words of the vocabulary; for every word said the
    /// place of the token it comes from. `usual` knows what people call a kind
    /// before some word. `None` if it speaks of something that the commands do not.
    pub(crate) fn said(
        &self,
        tokens: &[&str],
        vocabulary: &Vocabulary,
        usual: impl Fn(KindId, &str) -> Option<usize>,
    ) -> Option<(Vec<String>, Vec<usize>)> {
        let mut words: Vec<String> = tokens.iter().map(|token| (*token).to_owned()).collect();
        let mut from: Vec<usize> = (0..tokens.len()).collect();
        for place in (0..tokens.len()).rev().filter(|place| is_slot(tokens[*place])) {
            let (thing, rank, plural) = self.read(tokens[place])?;
            let next = tokens.get(place + 1).copied().unwrap_or_default();
            let (rank, is_floor) = match thing {
                Thing::Kind(kind) => {
                    let (usual, is_floor) = (usual(kind, next), kind.class() == Class::FLOOR);
                    // 'The blue carpet' is what people said of SAIL's; marble is none.
                    if is_floor && usual.is_none() && is_covering(next) {
                        let floor = if next.ends_with("ed") { "floored" } else { "floor" };
                        words[place + 1] = floor.to_owned();
                    }
                    (usual.unwrap_or(rank), is_floor)
                }
                Thing::Group(_) => (rank, false),
            };
            let said = called(thing, rank, plural, vocabulary)?;
            let end = place + said.len();
            let rest = words.len() - 1;
            words.splice(place..=place, said);
            agree(&mut words, place..end, is_floor);
            let came = words.len() - rest;
            from.splice(place..=place, std::iter::repeat_n(place, came));
        }
        Some((words, from))
    }

    /// The kinds of a class that are spoken of.
    fn of_class(&self, class: Class) -> impl Iterator<Item = KindId> {
        self.0.iter().filter_map(move |(_, thing)| match thing {
            Thing::Kind(kind) if kind.class() == class => Some(*kind),
            _ => None,
        })
    }

    /// The place of a kind among what is spoken of of its class.
    pub(crate) fn place(&self, kind: KindId) -> Option<usize> {
        self.of_class(kind.class()).position(|one| one == kind)
    }

    /// True if a token of commands is about a slot that nothing has.
    pub(crate) fn lacks(&self, token: &str) -> bool {
        let slot = token.split_once('.').map(|(_, value)| value).filter(|value| is_slot(value));
        slot.is_some_and(|slot| self.read(slot).is_none())
    }

    /// The tokens of commands with slots for what was heard; `None` if they speak
    /// of something that was not.
    #[cfg(feature = "training")]
    pub(crate) fn linear(
        &self,
        commands: &[Command],
        vocabulary: &Vocabulary,
    ) -> Option<Vec<String>> {
        let slotted = |token: String| {
            let Some((attribute, value)) = token.split_once('.') else { return Some(token) };
            let Some(kind) = vocabulary.by_cas_name(value) else { return Some(token) };
            self.known(Thing::Kind(kind)).map(|name| format!("{attribute}.<{name}>"))
        };
        let tokens = commands.iter().flat_map(|command| command.linear(vocabulary));
        let mut tokens = tokens.map(slotted).collect::<Option<Vec<String>>>()?;
        in_order(&mut tokens);
        Some(tokens)
    }

    /// The commands that tokens with slots are.
    pub(crate) fn meant(&self, tokens: &[&str], vocabulary: &Vocabulary) -> Result<Vec<Command>> {
        let own = |token: &&str| {
            let slot = token.split_once('.').filter(|(_, value)| is_slot(value));
            match slot.and_then(|(attribute, slot)| Some((attribute, self.read(slot)?.0))) {
                Some((attribute, Thing::Kind(kind))) => {
                    format!("{attribute}.{}", vocabulary.kind(kind).cas)
                }
                _ => (*token).to_owned(),
            }
        };
        let mut tokens: Vec<String> = tokens.iter().map(own).collect();
        in_order(&mut tokens);
        commands_of(&tokens, vocabulary)
    }
}

/// The token for a slot, said in one of its names, counted from 0.
pub(crate) fn token(name: &str, rank: usize, plural: bool) -> String {
    let rank = if rank == 0 { String::new() } else { format!(".{}", rank + 1) };
    format!("<{name}{rank}{}>", if plural { "s" } else { "" })
}

/// Puts the looks of a thing in the order in which commands have them, by their names.
fn in_order(tokens: &mut [String]) {
    let is_look = |token: &String| token.starts_with("Appear.");
    for looks in tokens.chunk_by_mut(|one, next| is_look(one) && is_look(next)) {
        if is_look(&looks[0]) {
            looks.sort();
        }
    }
}

/// Hears what is said about a world in slots.
pub(crate) struct Ear<'v> {
    vocabulary: &'v Vocabulary,
    naming: Naming,
}

impl<'v> Ear<'v> {
    /// The ear of somebody who knows what things are called.
    pub(crate) fn of(vocabulary: &'v Vocabulary) -> Ear<'v> {
        Ear { vocabulary, naming: Naming::of(vocabulary) }
    }

    /// The vocabulary.
    #[cfg(feature = "training")]
    pub(crate) fn vocabulary(&self) -> &'v Vocabulary {
        self.vocabulary
    }

    /// The words of a text with slots for what they name, and what that is. Beside
    /// what a group goes by as well stands the group: 'the chair' is one kind, or
    /// anything to sit on.
    pub(crate) fn hear(&self, text: &[String]) -> (Vec<String>, Spoken) {
        let (mut words, mut spoken) = (Vec::with_capacity(text.len()), Spoken::default());
        let (mut at, mut after_floor) = (0, false);
        for Mention { place, named, plural } in self.naming.mentions(text) {
            let said = &text[place.clone()];
            let Named::Kind(kind) = named[0] else { continue };
            // 'The linoleum carpet' is one floor, even where others are of carpet.
            let follows = after_floor && place.start == at;
            let covers = follows && matches!(said, [word] if is_covering(word));
            if covers || self.is_colour(said, kind) {
                continue;
            }
            words.extend_from_slice(&text[at..place.start]);
            // The article is that of the words, which are not known any more.
            if let Some(article) = words.last_mut().filter(|word| *word == "an") {
                article.truncate(1);
            }
            let thing = Thing::Kind(kind);
            let is_one_more = spoken.known(thing).is_none();
            words.push(if is_one_more && spoken.of_class(kind.class()).count() == HEARD {
                let any = class_token(kind.class());
                if plural { many(&any) } else { any }
            } else {
                token(&spoken.name(thing), 0, plural)
            });
            let goes_by = |group: &&Group| {
                let called = || called(Thing::Group(**group), 0, plural, self.vocabulary);
                self.vocabulary.in_group(kind, **group) && called().as_deref() == Some(said)
            };
            words.extend(GROUPS.iter().find(goes_by).map(|group| format!("<{}>", group.name())));
            at = place.end;
            after_floor = kind.class() == Class::FLOOR;
        }
        words.extend_from_slice(&text[at..]);
        (words, spoken)
    }

    /// True of what says a colour that commands have a word for, said where some
    /// floors are of it, and that is not what this one is usually called: 'the green
    /// hall' is greenish, and may be grass.
    fn is_colour(&self, said: &[String], kind: KindId) -> bool {
        const COLOURS: [(&str, Group); 5] = [
            ("gray", Group::Gray),
            ("grey", Group::Gray),
            ("green", Group::Greenish),
            ("brown", Group::Brown),
            ("dark", Group::Dark),
        ];
        let [word] = said else { return false };
        let usual = self.vocabulary.kind(kind).words.first();
        let is_said = |group: Group| {
            self.vocabulary.ids(group.class()).any(|one| self.vocabulary.in_group(one, group))
        };
        usual.is_some_and(|usual| usual != word)
            && COLOURS.iter().any(|(colour, group)| colour == word && is_said(*group))
    }
}

/// The kinds that a network knows who listens in slots: in its commands they stand
/// where those of a building would.
pub(crate) fn slot_kinds() -> &'static Vocabulary {
    static SLOTS: LazyLock<Vocabulary> = LazyLock::new(|| {
        Vocabulary::unchecked(Class::all().map(|class| {
            let slot = |number| format!("<{}-{number}>", class.entry().name);
            let kind = |number| Kind {
                name: slot(number),
                cas: slot(number),
                words: Vec::new(),
                groups: Vec::new(),
            };
            (class, (1..=HEARD).map(kind).collect())
        }))
    });
    &SLOTS
}

/// What a thing is called: by that one of its names, or by the usual one. A group
/// goes by the kind that has its plain name, or by its first.
fn called(thing: Thing, rank: usize, plural: bool, vocabulary: &Vocabulary) -> Option<Vec<String>> {
    let kind = match thing {
        Thing::Kind(kind) => kind,
        Thing::Group(group) => {
            let members =
                || vocabulary.ids(group.class()).filter(|kind| vocabulary.in_group(*kind, group));
            let is_plain = |kind: &KindId| {
                let sail = Vocabulary::sail();
                let first = sail.ids(group.class()).find(|kind| sail.in_group(*kind, group));
                first.is_some_and(|first| is_same(vocabulary, *kind, first))
            };
            members().find(is_plain).or_else(|| members().next())?
        }
    };
    let kind = vocabulary.kind(kind);
    let usual = kind.words.first().unwrap_or(&kind.name);
    Some(form(&tokenize(kind.words.get(rank).unwrap_or(usual)), plural))
}

/// What a kind is called where another was called `said`: the same of its words,
/// so that who has several keeps them, or the usual ones.
#[cfg(feature = "training")]
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

    fn kind(name: &str, cas: &str, words: &[&str], groups: &[Group]) -> Kind {
        Kind {
            name: name.into(),
            cas: cas.into(),
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            groups: groups.to_vec(),
        }
    }

    fn lobby() -> Vocabulary {
        let floors = vec![
            kind("carpet", "Carpet", &["carpet"], &[]),
            kind("cork", "Cork", &["cork", "brown"], &[Group::Brown]),
        ];
        let objects = vec![
            kind("desk", "Desk", &["information desk", "desk"], &[]),
            kind("sofa", "Sofa", &["settee"], &[Group::GenChair]),
        ];
        Vocabulary::new([(Class::FLOOR, floors), (Class::OBJECT, objects)]).unwrap()
    }

    fn hear(text: &str) -> (String, Spoken) {
        let (words, spoken) = Ear::of(&lobby()).hear(&tokenize(text));
        (words.join(" "), spoken)
    }

    #[test]
    fn what_is_named_is_heard_in_slots_and_comes_back() {
        let (words, spoken) = hear("past an information desk and two settees to the desk");
        let expected = "past a <object-1> and two <object-2s> <GenChair> to the <object-1>";
        assert_eq!(words, expected);
        let meant = |tokens: &str| {
            let tokens: Vec<&str> = tokens.split(' ').collect();
            let commands = spoken.meant(&tokens, &lobby()).unwrap();
            commands.iter().map(|one| one.display(&lobby()).to_string()).collect::<String>()
        };
        let tokens = "Verify desc.Thing value.<object-2> side.At ) desc.Thing value.<object-1> ) )";
        let text = "Verify(desc=[Thing(value=Sofa, side=At), Thing(value=Desk)])";
        assert_eq!(meant(tokens), text);
        assert!(spoken.lacks("value.<object-3>") && spoken.lacks("Appear.<floor-1>"));
        assert!(!spoken.lacks("value.<object-2>") && !spoken.lacks("value.Wall"));
        let sofa = lobby().by_name(Class::OBJECT, "sofa").unwrap();
        assert_eq!(spoken.place(sofa), Some(1));
        assert_eq!(Ear::of(&lobby()).hear(&[]), (Vec::new(), Spoken::default()));
    }

    #[test]
    fn coverings_and_colours_are_no_floors() {
        assert_eq!(
            hear("take the cork carpet to the carpet").0,
            "take the <floor-1> carpet to the <floor-2>"
        );
        assert_eq!(hear("take the brown hall").0, "take the brown hall");
        let names = vec![kind("brown", "Brownish", &["brown"], &[Group::Brown])];
        let named = Vocabulary::new([(Class::FLOOR, names)]).unwrap();
        assert_eq!(
            Ear::of(&named).hear(&tokenize("the brown hall")).0.join(" "),
            "the <floor-1> hall"
        );
    }

    #[test]
    fn more_things_than_can_be_kept_apart_are_things_of_their_class() {
        let names = ["apple", "book", "cup", "dish", "egg"];
        let kinds = names.iter().map(|name| kind(name, &name.to_uppercase(), &[], &[])).collect();
        let kitchen = Vocabulary::new([(Class::OBJECT, kinds)]).unwrap();
        let (words, spoken) = Ear::of(&kitchen).hear(&tokenize("apple book cup dish eggs apple"));
        let expected = "<object-1> <object-2> <object-3> <object-4> <objects> <object-1>";
        assert_eq!(words.join(" "), expected);
        let egg = kitchen.by_name(Class::OBJECT, "egg").unwrap();
        assert_eq!(spoken.place(egg), None, "one sees it as another");
    }

    #[cfg(feature = "training")]
    #[test]
    fn commands_are_learnt_in_the_slots_of_their_words() {
        let sail = Vocabulary::sail();
        let (_, spoken) = Ear::of(sail).hear(&tokenize("onto the yellow floor by the lamp"));
        let linear = |text: &str| {
            spoken.linear(&[Command::parse(text, sail).unwrap()], sail).map(|one| one.join(" "))
        };
        let onto =
            "Verify(desc=[Thing(value=Path, Appear=[Flooring, Honeycomb]), Thing(value=Lamp)])";
        let expected = "Verify desc.Thing value.Path Appear.<floor-1> Appear.Flooring ) \
                        desc.Thing value.<object-1> ) )";
        assert_eq!(linear(onto).unwrap(), expected);
        assert_eq!(linear("Verify(desc=[Thing(value=Easel)])"), None, "nobody spoke of it");
    }
}
