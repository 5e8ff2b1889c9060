//! The kinds of floors, pictures and objects a world is made of, and the words
//! people use for them.
//!
//! Kinds are open: a building with a reception desk says so in its own
//! vocabulary and needs no new code. Everything else (views, CAS commands,
//! tokens) refers to a kind by [`KindId`]. SAIL's vocabulary is built in.

use std::sync::{Arc, LazyLock};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Class, limits};
use crate::{Error, Result};

/// A reference to one kind of a [`Vocabulary`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindId {
    class: Class,
    index: u16,
}

impl KindId {
    /// The kind of that class and position.
    pub(super) fn new(class: Class, index: u16) -> KindId {
        KindId { class, index }
    }

    /// What it is a kind of.
    pub fn class(self) -> Class {
        self.class
    }

    /// Position among the kinds of its class.
    pub fn index(self) -> usize {
        usize::from(self.index)
    }
}

/// A group of kinds that the CAS language itself has a word for.
///
/// `Flooring`, `Pic` and `Furniture` hold every kind of their class; the
/// others hold what the vocabulary puts into them; `Empty` is no object.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub enum Group {
    /// Gray floors.
    Gray,
    /// Greenish floors.
    Greenish,
    /// Brown floors.
    Brown,
    /// Dark floors.
    Dark,
    /// Any floor.
    Flooring,
    /// Any picture.
    Pic,
    /// Anything to sit on that one would call a chair.
    GenChair,
    /// Any object.
    Furniture,
    /// No object at all.
    Empty,
}

impl Group {
    /// All groups.
    pub const ALL: [Group; 9] = [
        Group::Gray,
        Group::Greenish,
        Group::Brown,
        Group::Dark,
        Group::Flooring,
        Group::Pic,
        Group::GenChair,
        Group::Furniture,
        Group::Empty,
    ];

    /// The word CAS has for it.
    pub fn name(self) -> &'static str {
        match self {
            Group::Gray => "Gray",
            Group::Greenish => "Greenish",
            Group::Brown => "Brown",
            Group::Dark => "Dark",
            Group::Flooring => "Flooring",
            Group::Pic => "Pic",
            Group::GenChair => "GenChair",
            Group::Furniture => "Furniture",
            Group::Empty => "Empty",
        }
    }

    /// The class its members belong to.
    pub fn class(self) -> Class {
        match self {
            Group::Gray | Group::Greenish | Group::Brown | Group::Dark | Group::Flooring => {
                Class::FLOOR
            }
            Group::Pic => Class::PICTURE,
            Group::GenChair | Group::Furniture | Group::Empty => Class::OBJECT,
        }
    }

    /// True if membership follows from the class alone, so that a vocabulary
    /// has nothing to say about it.
    pub fn is_whole_class(self) -> bool {
        matches!(self, Group::Flooring | Group::Pic | Group::Furniture | Group::Empty)
    }
}

/// What no kind can be called: the words that CAS has for the parts of a
/// building, and for an open leaf. The language is built on vocabularies and
/// not the other way round, so its words are listed here; a test of the
/// language holds the list to it.
pub(crate) const RESERVED: [&str; 8] =
    ["Path", "End", "Wall", "Intersection", "Corner", "DeadEnd", "Block", "None"];

/// The words that the language has had since it speaks of buildings. A kind
/// called like one of them, as older maps may have it, goes by another name in
/// commands: a `Lift` that stands about as an object is a `LiftObject`.
pub(crate) const PARTS: [&str; 10] = [
    "Door",
    "Opening",
    "Corridor",
    "Room",
    "Hall",
    "Outside",
    "Stairs",
    "Lift",
    "Escalator",
    "Ramp",
];

/// One kind of floor, wall or object.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// The name maps use: `blue`, `fish`, `easel`.
    pub name: String,
    /// The name CAS commands use: `BlueTile`, `Fish`, `Easel`. One word that starts with a letter.
    pub cas: String,
    /// What people call it, the most usual first: `hatrack`, `coat rack`, `rack`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// The groups of the CAS language it belongs to, as `Gray` or `GenChair`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
}

/// The kinds a world is made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "RawVocabulary", into = "RawVocabulary")]
#[schemars(with = "RawVocabulary")]
pub struct Vocabulary {
    /// The kinds of every class, in the order of the classes.
    kinds: [Vec<Kind>; Class::COUNT],
}

/// A vocabulary as it stands in a file, before it is checked.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Vocabulary")]
struct RawVocabulary {
    /// Kinds of floor.
    floors: Vec<Kind>,
    /// Kinds of wall, that is, of the pictures on it.
    #[serde(default)]
    walls: Vec<Kind>,
    /// Kinds of object.
    #[serde(default)]
    objects: Vec<Kind>,
}

impl TryFrom<RawVocabulary> for Vocabulary {
    type Error = Error;

    fn try_from(raw: RawVocabulary) -> Result<Vocabulary> {
        Vocabulary::new([
            (Class::FLOOR, raw.floors),
            (Class::PICTURE, raw.walls),
            (Class::OBJECT, raw.objects),
        ])
    }
}

impl From<Vocabulary> for RawVocabulary {
    fn from(checked: Vocabulary) -> RawVocabulary {
        let mut checked = checked;
        let mut take = |class: Class| std::mem::take(&mut checked.kinds[class.index()]);
        RawVocabulary {
            floors: take(Class::FLOOR),
            walls: take(Class::PICTURE),
            objects: take(Class::OBJECT),
        }
    }
}

impl Vocabulary {
    /// A vocabulary of these kinds, checked: names are unique, CAS names are
    /// words that the language does not use for something else.
    pub fn new(kinds: impl IntoIterator<Item = (Class, Vec<Kind>)>) -> Result<Vocabulary> {
        let vocabulary = Vocabulary::gathered(kinds);
        let mut cas_names = std::collections::HashSet::new();
        for class in Class::all() {
            let mut names = std::collections::HashSet::new();
            let kinds = vocabulary.kinds(class);
            limits::KINDS.check(kinds.len()).map_err(|error| error.at(class))?;
            for kind in kinds {
                limits::check_kind(kind)
                    .map_err(|error| error.at(format!("{class} kind '{}'", kind.name)))?;
                let wrong = |message: String| {
                    Err(Error::input(message).at(format!("{class} kind '{}'", kind.name)))
                };
                if kind.name.trim().is_empty() {
                    return wrong("the name is empty; give it one, such as 'blue'".into());
                }
                if !names.insert(kind.name.as_str()) {
                    return wrong(format!("stands twice; {class} names must differ"));
                }
                let is_word = kind.cas.starts_with(|c: char| c.is_ascii_alphabetic())
                    && kind.cas.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                if !is_word {
                    return wrong(format!(
                        "the CAS name '{}' is not one word of letters and digits, such as 'BlueTile'",
                        kind.cas
                    ));
                }
                if Vocabulary::is_reserved(&kind.cas) {
                    return wrong(format!(
                        "the CAS name '{}' already means something in the language; choose another",
                        kind.cas
                    ));
                }
                if !cas_names.insert(kind.cas.as_str()) {
                    return wrong(format!("the CAS name '{}' stands twice", kind.cas));
                }
                for group in &kind.groups {
                    if group.class() != class || group.is_whole_class() {
                        return wrong(format!(
                            "the group '{}' is not one a {class} kind can be put into",
                            group.name()
                        ));
                    }
                }
            }
        }
        Ok(vocabulary)
    }

    /// A vocabulary of kinds that are part of the program, and so known to be
    /// right; a test checks those there are.
    pub(crate) fn unchecked(kinds: impl IntoIterator<Item = (Class, Vec<Kind>)>) -> Vocabulary {
        Vocabulary::gathered(kinds)
    }

    fn gathered(kinds: impl IntoIterator<Item = (Class, Vec<Kind>)>) -> Vocabulary {
        let mut vocabulary = Vocabulary { kinds: Default::default() };
        for (class, kinds) in kinds {
            let own = |mut kind: Kind| {
                if PARTS.contains(&&*kind.cas) {
                    kind.cas += "Object";
                }
                kind
            };
            vocabulary.kinds[class.index()].extend(kinds.into_iter().map(own));
        }
        vocabulary
    }

    /// True if the CAS language itself has that word, so that no kind can.
    pub(super) fn is_reserved(cas: &str) -> bool {
        RESERVED.contains(&cas) || Group::ALL.iter().any(|group| group.name() == cas)
    }

    /// The vocabulary of the three SAIL maps.
    pub fn sail() -> &'static Arc<Vocabulary> {
        static SAIL: LazyLock<Arc<Vocabulary>> = LazyLock::new(|| Arc::new(sail()));
        &SAIL
    }

    /// The kinds of one class, in the order of their ids.
    pub fn kinds(&self, class: Class) -> &[Kind] {
        &self.kinds[class.index()]
    }

    /// The ids of one class, in order.
    pub fn ids(&self, class: Class) -> impl Iterator<Item = KindId> + use<> {
        (0..self.kinds(class).len()).map(move |index| KindId::new(class, index as u16))
    }

    /// The kind behind an id of this vocabulary.
    ///
    /// # Panics
    ///
    /// If the id came from a vocabulary with more kinds.
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds(id.class)[id.index()]
    }

    /// The name maps use for that kind.
    pub fn name(&self, id: KindId) -> &str {
        &self.kind(id).name
    }

    /// The kind a map calls `name`.
    pub fn by_name(&self, class: Class, name: &str) -> Option<KindId> {
        self.ids(class).find(|id| self.kind(*id).name == name)
    }

    /// The same, or an error that lists the names there are.
    pub fn require(&self, class: Class, name: &str) -> Result<KindId> {
        self.by_name(class, name).ok_or_else(|| {
            let known: Vec<&str> = self.kinds(class).iter().map(|kind| &*kind.name).collect();
            Error::input(format!(
                "'{name}' is no {class} kind of this world's vocabulary; it has {}",
                if known.is_empty() { "none".to_owned() } else { known.join(", ") }
            ))
        })
    }

    /// The kind that CAS commands call `cas`.
    pub fn by_cas_name(&self, cas: &str) -> Option<KindId> {
        Class::all().flat_map(|class| self.ids(class)).find(|id| self.kind(*id).cas == cas)
    }

    /// True if the kind belongs to the group.
    pub fn in_group(&self, id: KindId, group: Group) -> bool {
        match group {
            Group::Empty => false,
            group if group.is_whole_class() => group.class() == id.class,
            group => self.kind(id).groups.contains(&group),
        }
    }
}

fn sail() -> Vocabulary {
    use Group::{Brown, Dark, GenChair, Gray, Greenish};
    let kind = |name: &str, cas: &str, words: &str, groups: &[Group]| Kind {
        name: name.into(),
        cas: cas.into(),
        words: words.split('|').map(str::to_owned).collect(),
        groups: groups.to_vec(),
    };
    // Names as the maps write them, CAS names and groups as the release of the
    // corpus uses them, words as its six authors say them, as
    // often as they do in the training split; only that a sofa is no bench in
    // other buildings, where it is called what it is.
    let floors = vec![
        kind("blue", "BlueTile", "blue|blue tiled|blue tile", &[Dark]),
        kind("brick", "Brick", "red brick|brick|red", &[Brown, Dark]),
        kind("concrete", "Cement", "bare concrete|plain cement|concrete|cement|white", &[Gray]),
        kind("flower", "Rose", "pink flowered|pink|flowered|rose|flower", &[]),
        kind("grass", "Grass", "grassy|grass|green", &[Greenish]),
        kind("gravel", "Stone", "black|stone|gravel|dark gray", &[Gray, Dark]),
        kind("wood", "Wood", "wooden|wood|wood floored|brown", &[Brown, Dark]),
        kind("yellow", "Honeycomb", "yellow|yellow tiled|octagon|honeycomb|olive", &[Greenish]),
    ];
    let pictures = vec![
        kind("butterfly", "Butterfly", "butterfly|butterflies", &[]),
        kind("fish", "Fish", "fish", &[]),
        kind("tower", "Eiffel", "eiffel tower|tower", &[]),
    ];
    let objects = vec![
        kind("barstool", "Barstool", "stool|barstool|bar stool", &[]),
        kind("chair", "Chair", "chair", &[GenChair]),
        kind("easel", "Easel", "easel", &[]),
        kind("hatrack", "Hatrack", "hatrack|coat rack|hat rack|rack", &[]),
        kind("lamp", "Lamp", "lamp|pole", &[]),
        kind("sofa", "Sofa", "sofa|bench|couch", &[GenChair]),
    ];
    Vocabulary::gathered([
        (Class::FLOOR, floors),
        (Class::PICTURE, pictures),
        (Class::OBJECT, objects),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_vocabulary_passes_its_own_check() {
        let sail = sail();
        let kinds = Class::all().map(|class| (class, sail.kinds(class).to_vec()));
        assert_eq!(Vocabulary::new(kinds).unwrap(), sail);
    }

    #[test]
    fn groups_hold_what_the_language_says() {
        let sail = Vocabulary::sail();
        let members = |group: Group| -> Vec<&str> {
            sail.ids(group.class())
                .filter(|id| sail.in_group(*id, group))
                .map(|id| &*sail.kind(id).cas)
                .collect()
        };
        assert_eq!(members(Group::Gray), ["Cement", "Stone"]);
        assert_eq!(members(Group::Greenish), ["Grass", "Honeycomb"]);
        assert_eq!(members(Group::Brown), ["Brick", "Wood"]);
        assert_eq!(members(Group::Dark), ["BlueTile", "Brick", "Stone", "Wood"]);
        assert_eq!(members(Group::GenChair), ["Chair", "Sofa"]);
        assert_eq!(members(Group::Flooring).len(), 8);
        assert_eq!(members(Group::Pic).len(), 3);
        assert_eq!(members(Group::Furniture).len(), 6);
        assert!(members(Group::Empty).is_empty());
    }

    #[test]
    fn faults_are_named() {
        let kind = |name: &str, cas: &str, groups: &[Group]| Kind {
            name: name.into(),
            cas: cas.into(),
            words: vec![],
            groups: groups.to_vec(),
        };
        let fault = |floors| Vocabulary::new([(Class::FLOOR, floors)]).unwrap_err().to_string();
        assert!(fault(vec![kind("a", "A", &[]), kind("a", "B", &[])]).contains("stands twice"));
        assert!(fault(vec![kind("a", "Path", &[])]).contains("already means something"));
        assert!(fault(vec![kind("a", "no way", &[])]).contains("not one word"));
        assert!(fault(vec![kind("a", "A", &[Group::GenChair])]).contains("'GenChair'"));
        assert!(fault(vec![kind(" ", "A", &[])]).contains("empty"));
    }
}
