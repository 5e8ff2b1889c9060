//! Which words say which value, and whether a text says what it should.
//!
//! The table comes from the phrases that alignment found for augmentation,
//! each with how far it can be trusted: 'blue' is hardly ever said of anything
//! but a blue floor, while 'one' may count or may stand for a noun.

#[cfg(feature = "training")]
mod learn;
mod names;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::names::Names;
use crate::cas::{Action, Command, Label, Precondition};
use crate::words::forms::{Forms, Span};
use crate::words::{Family, Meaning, tokenize};
use crate::world::{Group, KindId, Vocabulary};
use crate::{Error, Result};

const FORMAT: &str = "cicerone-wording";
const VERSION: u32 = 2;

/// How sure a phrase must be before it can contradict a command. A good
/// candidate that is thrown away costs little, a wrong one that is said costs
/// a follower the way.
const TRUST: f64 = 0.6;

/// Which words say which value.
#[derive(Debug, Clone)]
pub struct Wording {
    sayings: Vec<Saying>,
    forms: Forms,
    names: Names,
}

/// A phrase that says a value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saying {
    words: Vec<String>,
    #[serde(flatten)]
    meaning: Meaning,
    /// Share of the texts with these words whose commands have the value.
    trust: f64,
}

impl Saying {
    /// What is wrong with it: a phrase for a value that no command has could
    /// only ever contradict.
    fn problem(&self) -> Option<String> {
        let Meaning { family, value } = &self.meaning;
        let is_of = |attribute| Family::of(attribute, value, Vocabulary::sail()) == Some(*family);
        let is_value = match family {
            Family::Way => ["Front", "Right", "Back", "Left"].contains(&&**value),
            Family::Number | Family::Order => value.parse::<u32>().is_ok(),
            Family::Goal => Label::new(value).is_some(),
            Family::Shape => is_of("Structural"),
            Family::Object | Family::Floor | Family::Picture | Family::Place => is_of("value"),
        };
        if self.words.is_empty() || self.words.iter().any(String::is_empty) {
            return Some("has no words, or an empty one".into());
        }
        if !is_value {
            return Some(format!("'{value}' is no value that commands have for a {family:?}"));
        }
        let is_share = (0.0..=1.0).contains(&self.trust);
        (!is_share).then(|| format!("trust is {}; it must be from 0 to 1", self.trust))
    }
}

/// The table as it stands in a file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    version: u32,
    sayings: Vec<Saying>,
    names: Names,
}

/// What is wrong with a text, seen from its commands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// It says a value that the commands do not have.
    Says {
        /// The words that say it.
        words: String,
        /// What they say.
        meaning: Meaning,
    },
    /// It leaves out a value that the commands have.
    Omits(Meaning),
    /// It names a thing more often than the commands do.
    Repeats(Meaning),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Says { words, meaning } => write!(f, "'{words}' says {}", meaning.value),
            Fault::Omits(meaning) => write!(f, "{} is not said", meaning.value),
            Fault::Repeats(meaning) => write!(f, "{} is said again", meaning.value),
        }
    }
}

impl Wording {
    fn of(sayings: Vec<Saying>, names: Names) -> Wording {
        let words = sayings.iter().map(|one| (&*one.words, one.meaning.family.has_plural()));
        Wording { forms: Forms::of(words), sayings, names }
    }

    /// Reads the table from its file.
    pub fn from_json(text: &str) -> Result<Wording> {
        let file: File = serde_json::from_str(text)
            .map_err(|error| Error::input(format!("cannot be understood: {error}")))?;
        if file.format != FORMAT || file.version != VERSION {
            return Err(Error::input(format!(
                "holds {} version {}, but {FORMAT} version {VERSION} is needed",
                file.format, file.version
            )));
        }
        for (number, saying) in file.sayings.iter().enumerate() {
            if let Some(problem) = saying.problem() {
                return Err(Error::input(problem).at(format!("saying {}", number + 1)));
            }
        }
        Ok(Wording::of(file.sayings, file.names))
    }

    /// The table as a file.
    pub fn to_json(&self) -> Result<String> {
        let file = File {
            format: FORMAT.into(),
            version: VERSION,
            sayings: self.sayings.clone(),
            names: self.names.clone(),
        };
        serde_json::to_string(&file)
            .map_err(|error| Error::input("cannot be written as JSON").because(error))
    }

    /// What a text says that its commands do not, and what it leaves out.
    /// `vocabulary` is that of the commands; the text may use the own words of
    /// its kinds.
    pub fn faults(
        &self,
        commands: &[Command],
        vocabulary: &Vocabulary,
        text: &[String],
    ) -> Vec<Fault> {
        let meant = meant(commands, vocabulary);
        let mut said: BTreeMap<&Meaning, usize> = BTreeMap::new();
        let mut faults = Vec::new();
        let own = own_words(&meant, vocabulary, text);
        for (meaning, _) in &own {
            if let Some(meaning) = meant.get(meaning) {
                *said.entry(meaning).or_default() += 1;
            }
        }
        for Span { start, end, readings } in self.forms.spans(text) {
            // The kind's own words may hold a word that means something else.
            if own.iter().any(|(_, place)| start < place.end && place.start < end) {
                continue;
            }
            let sayings = || readings.iter().map(|(saying, _)| &self.sayings[*saying]);
            let fits: Vec<&Meaning> = meant
                .iter()
                .filter(|one| sayings().any(|saying| covers(&saying.meaning, one, vocabulary)))
                .collect();
            let surest = sayings().max_by(|a, b| a.trust.total_cmp(&b.trust));
            if let Some(surest) = surest.filter(|saying| fits.is_empty() && saying.trust >= TRUST) {
                faults.push(Fault::Says {
                    words: text[start..end].join(" "),
                    meaning: surest.meaning.clone(),
                });
            }
            for meaning in fits {
                *said.entry(meaning).or_default() += 1;
            }
        }
        let leaves = Meaning::all(commands, vocabulary);
        let again = said.iter().filter(|(meaning, times)| {
            let is_thing = matches!(meaning.family, Family::Object | Family::Picture);
            is_thing && **times > leaves.iter().filter(|leaf| leaf == *meaning).count()
        });
        faults.extend(again.map(|(meaning, _)| Fault::Repeats((*meaning).clone())));
        let left_out =
            meant.iter().filter(|meaning| must_be_said(meaning) && !said.contains_key(meaning));
        faults.extend(left_out.map(|meaning| Fault::Omits(meaning.clone())));
        if commands.iter().any(stands_first) && !says_how_to_stand(text) {
            faults.push(Fault::Omits(Meaning { family: Family::Way, value: "Front".into() }));
        }
        faults
    }

    /// Which of its names people give a kind before that word, if it is one of
    /// which people were heard to speak.
    pub(super) fn name(
        &self,
        kind: KindId,
        vocabulary: &Vocabulary,
        author: Option<&str>,
        next: &str,
    ) -> Option<usize> {
        self.names.choose(kind, vocabulary, author, next)
    }

    /// The phrases of the table and what they say.
    #[cfg(feature = "training")]
    pub(super) fn phrases(&self) -> impl Iterator<Item = (&[String], &Meaning)> {
        self.sayings.iter().map(|saying| (&*saying.words, &saying.meaning))
    }

    /// The places where a text says a value; true for the plural.
    pub(super) fn places(
        &self,
        meaning: &Meaning,
        text: &[String],
    ) -> Vec<(std::ops::Range<usize>, bool)> {
        let spans = self.forms.spans(text).into_iter();
        let place = |span: Span| {
            let reading =
                span.readings.iter().find(|(one, _)| self.sayings[*one].meaning == *meaning);
            reading.map(|(_, plural)| (span.start..span.end, *plural))
        };
        spans.filter_map(place).collect()
    }
}

fn back() -> Meaning {
    Meaning { family: Family::Way, value: "Back".into() }
}

/// The values of commands that words can say, each once.
fn meant(commands: &[Command], vocabulary: &Vocabulary) -> BTreeSet<Meaning> {
    let mut meant: BTreeSet<Meaning> = Meaning::all(commands, vocabulary).into_iter().collect();
    // Facing the wall is the contrary of having it behind one.
    let leaves = commands.iter().flat_map(|command| command.values(vocabulary));
    if leaves.into_iter().any(|(name, value)| name == "side" && value == "Back") {
        meant.insert(back());
    }
    meant
}

/// True of a turn that is told from how one stands before it.
fn stands_first(command: &Command) -> bool {
    let Action::Turn(turn) = &**command else { return false };
    matches!(turn.precond.as_deref(), Some(Precondition::Face(_)))
}

/// True of 'facing the wall, turn left', and not of 'turn left to the wall', after
/// which one looks at it.
fn says_how_to_stand(text: &[String]) -> bool {
    const STANDS: [&str; 12] = [
        "face", "facing", "faced", "faces", "front", "look", "looking", "back", "behind", "with",
        "toward", "towards",
    ];
    text.iter().any(|word| STANDS.contains(&&**word))
}

/// True if saying `said` says `meant`, or a group that it belongs to.
fn covers(said: &Meaning, meant: &Meaning, vocabulary: &Vocabulary) -> bool {
    if said == meant {
        return true;
    }
    let group = Group::ALL.iter().find(|group| group.name() == said.value);
    let kind = vocabulary.by_cas_name(&meant.value);
    group.zip(kind).is_some_and(|(group, kind)| vocabulary.in_group(kind, *group))
}

/// Places are said in too many ways to miss them; what tells a follower where
/// to go, which way is meant, and the things to look for, must be there.
fn must_be_said(meaning: &Meaning) -> bool {
    !matches!(meaning.family, Family::Place | Family::Goal)
}

/// Where a text says a kind in the words of its own vocabulary.
fn own_words(
    meant: &BTreeSet<Meaning>,
    vocabulary: &Vocabulary,
    text: &[String],
) -> Vec<(Meaning, std::ops::Range<usize>)> {
    let mut phrases: BTreeMap<Vec<String>, &Meaning> = BTreeMap::new();
    for meaning in meant {
        if let Some(kind) = vocabulary.by_cas_name(&meaning.value) {
            let kind = vocabulary.kind(kind);
            for words in kind.words.iter().chain([&kind.name]) {
                phrases.insert(tokenize(words), meaning);
            }
        }
    }
    let forms =
        Forms::of(phrases.iter().map(|(words, meaning)| (&**words, meaning.family.has_plural())));
    let meanings: Vec<&&Meaning> = phrases.values().collect();
    let place =
        |span: Span| (meanings[span.readings[0].0].to_owned().clone(), span.start..span.end);
    forms.spans(text).into_iter().map(place).collect()
}
