//! One way of naming things: from words to what they name, and back.
//!
//! Who learns from people's texts should learn how one speaks of a thing, and
//! not of sofas only. So words that name something are recognised here, for
//! everybody who reads, and can be put as the class of what they name.

use std::ops::Range;

use super::forms::{Forms, Span};
use super::nouns::{ROOMS, THINGS};
#[cfg(feature = "training")]
use super::slots::said_as;
use super::{agreement, tokenize};
use crate::world::{Class, KindId, Vocabulary};

/// Stands for any room.
pub(super) const ROOM: &str = "<room>";
/// Stands for a proper name.
pub(crate) const NAME: &str = "<name>";
/// Stands for a number that nobody has a word for.
pub(super) const NUMBER: &str = "<number>";

/// What a phrase names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Named {
    /// A kind of the vocabulary.
    Kind(KindId),
    /// Something that would be a kind if it were on the map.
    Any(Class),
    /// A room.
    Room,
}

impl Named {
    /// The token that stands for all that is named alike: `<object>`.
    pub(crate) fn token(self) -> String {
        match self {
            Named::Kind(kind) => class_token(kind.class()),
            Named::Any(class) => class_token(class),
            Named::Room => ROOM.to_owned(),
        }
    }
}

/// The token that stands for any thing of a class.
pub(super) fn class_token(class: Class) -> String {
    format!("<{}>", class.entry().name)
}

/// True for a token that stands for words and is none itself; no text has one,
/// for brackets are words of their own.
pub(crate) fn is_slot(token: &str) -> bool {
    token.len() > 2 && token.starts_with('<') && token.ends_with('>')
}

/// Where a text names something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// The words.
    pub place: Range<usize>,
    /// What they may name, the likeliest first.
    pub named: Vec<Named>,
    /// True for the plural.
    pub plural: bool,
}

/// Knows what things are called.
#[derive(Debug, Clone)]
pub struct Naming {
    named: Vec<Named>,
    forms: Forms,
}

impl Naming {
    /// The words that a vocabulary has for its kinds.
    pub fn of(vocabulary: &Vocabulary) -> Naming {
        let mut phrases = Vec::new();
        // What a kind is usually called names it before what else it may be.
        for usual in [true, false] {
            for kind in Class::all().flat_map(|class| vocabulary.ids(class)) {
                let words = &vocabulary.kind(kind).words;
                let name = [&vocabulary.kind(kind).name];
                let split = words.len().min(1);
                let chosen: Vec<&String> = match usual {
                    true => words[..split].iter().collect(),
                    false => words[split..].iter().chain(name).collect(),
                };
                phrases.extend(chosen.into_iter().map(|one| (tokenize(one), Named::Kind(kind))));
            }
        }
        Naming::from(phrases)
    }

    /// The everyday words for things and rooms, for texts that belong to no map.
    pub fn everyday() -> Naming {
        let things = THINGS.iter().map(|noun| (tokenize(noun), Named::Any(Class::OBJECT)));
        let rooms = ROOMS.iter().map(|noun| (tokenize(noun), Named::Room));
        Naming::from(things.chain(rooms).collect())
    }

    fn from(mut phrases: Vec<(Vec<String>, Named)>) -> Naming {
        phrases.retain(|(words, _)| !words.is_empty());
        let has_plural = |named: &Named| match named {
            Named::Kind(kind) => kind.class() != Class::FLOOR,
            Named::Any(_) | Named::Room => true,
        };
        let forms = Forms::of(phrases.iter().map(|(words, named)| (&**words, has_plural(named))));
        Naming { named: phrases.into_iter().map(|(_, named)| named).collect(), forms }
    }

    /// What a text names: from the left, always the longest.
    pub fn mentions(&self, text: &[String]) -> Vec<Mention> {
        self.forms.spans(text).into_iter().map(|span| self.mention(span)).collect()
    }

    /// What a text names with its first words.
    pub(crate) fn first(&self, text: &[String]) -> Option<Mention> {
        self.forms.first(text).map(|span| self.mention(span))
    }

    fn mention(&self, span: Span) -> Mention {
        let mut named: Vec<Named> = Vec::new();
        for (phrase, _) in &span.readings {
            if !named.contains(&self.named[*phrase]) {
                named.push(self.named[*phrase]);
            }
        }
        Mention { place: span.start..span.end, named, plural: span.readings[0].1 }
    }

    /// A text with the class of everything it names in place of its words, and
    /// numbers beyond what people have words for as one: how it reads whatever
    /// the things are called.
    pub fn by_class(&self, text: &[String]) -> Vec<String> {
        let mut words: Vec<String> = Vec::with_capacity(text.len());
        let mut at = 0;
        for mention in self.mentions(text) {
            words.extend(text[at..mention.place.start].iter().map(|word| number_or(word)));
            if let Some(article) = words.last_mut().filter(|word| *word == "an") {
                article.truncate(1);
            }
            let token = mention.named[0].token();
            words.push(if mention.plural { many(&token) } else { token });
            at = mention.place.end;
        }
        words.extend(text[at..].iter().map(|word| number_or(word)));
        words
    }
}

/// Every token that a text by classes may have.
pub(crate) fn class_tokens() -> Vec<String> {
    let classes = Class::all().map(class_token).chain([ROOM.to_owned()]);
    let both = classes.flat_map(|token| [many(&token), token]);
    both.chain([NAME.to_owned(), NUMBER.to_owned()]).collect()
}

/// `<objects>` of `<object>`.
pub(super) fn many(token: &str) -> String {
    format!("{}s>", &token[..token.len() - 1])
}

fn number_or(word: &str) -> String {
    let is_large = word.len() > 1 && word.chars().all(|sign| sign.is_ascii_digit());
    if is_large { NUMBER.to_owned() } else { word.to_owned() }
}

/// A text about the kinds of one vocabulary as it reads about those that another
/// has in their places, where their words are meant as names.
#[cfg(feature = "training")]
pub(crate) fn retold(
    text: &[String],
    from: &Vocabulary,
    to: &Vocabulary,
    is_name: impl Fn(KindId) -> bool,
) -> Vec<String> {
    let mut told = text.to_vec();
    for mention in Naming::of(from).mentions(text).into_iter().rev() {
        if let Named::Kind(kind) = mention.named[0]
            && is_name(kind)
        {
            let said = &text[mention.place.clone()];
            let start = mention.place.start;
            let words = said_as(from, kind, to, kind, said, mention.plural);
            let end = start + words.len();
            told.splice(mention.place, words);
            agree(&mut told, start..end, kind.class() == Class::FLOOR);
        }
    }
    told
}

/// Makes what stands around so many words agree with them: 'an easel', 'the
/// stairs'; after an adjective for a floor that nothing follows comes the noun.
pub(crate) fn agree(text: &mut Vec<String>, place: Range<usize>, is_floor: bool) {
    let Some(last) = place.end.checked_sub(1).and_then(|last| text.get(last)) else { return };
    let ends = text.get(place.end).is_none_or(|next| ENDS.contains(&&**next));
    let needs_noun = is_floor && ends && agreement::is_adjective(last);
    let is_many = place.len() == 1 && !is_floor && agreement::is_many(last);
    if needs_noun {
        text.insert(place.end, "floor".into());
    }
    if place.start > 0 && ["a", "an"].contains(&&*text[place.start - 1]) {
        let article = if is_many { "the" } else { agreement::article(&text[place.start]) };
        text[place.start - 1] = article.to_owned();
    }
}

/// True of a text in which a noun is missing after an adjective: 'go right on black
/// and on'.
pub(crate) fn lacks_noun(text: &[String]) -> bool {
    text.iter().enumerate().any(|(place, word)| {
        let ends = text.get(place + 1).is_none_or(|next| ENDS.contains(&&**next));
        ends && agreement::is_adjective(word)
    })
}

/// True for what a floor is covered with, as people say after the name of any.
pub(crate) fn is_covering(word: &str) -> bool {
    ["carpet", "carpeting", "carpeted", "tile", "tiles"].contains(&word)
}

/// Words before which a noun must have been said.
const ENDS: [&str; 14] = [
    ".", ",", ";", "and", "then", "until", "to", "with", "at", "on", "past", "toward", "towards",
    "is",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_names_a_colour_says_of_what() {
        let lacks = |text: &str| lacks_noun(&tokenize(text));
        assert!(lacks("go right on black and go on") && lacks("move to the blue"));
        assert!(!lacks("take the blue hall to the red brick carpet, with the bed behind you"));
    }

    #[test]
    fn a_text_reads_the_same_whatever_its_things_are_called() {
        let by_class = |naming: &Naming, text: &str| naming.by_class(&tokenize(text)).join(" ");
        let sail = Naming::of(Vocabulary::sail());
        assert_eq!(
            by_class(&sail, "Take the pink-flowered hall past an easel and two hat racks."),
            "take the <floor> hall past a <object> and two <objects> ."
        );
        assert_eq!(by_class(&sail, "go 17 steps, then 3"), "go <number> steps , then 3");
        let everyday = Naming::everyday();
        assert_eq!(
            by_class(&everyday, "pass the vending machine into the dining room"),
            "pass the <object> into the <room>"
        );
    }

    #[test]
    fn every_token_of_a_class_is_known_and_none_is_a_word() {
        let tokens = class_tokens();
        for token in ["<floor>", "<objects>", "<room>", "<name>", "<number>"] {
            assert!(tokens.iter().any(|one| one == token), "{token}");
        }
        assert!(tokens.iter().all(|token| is_slot(token) && tokenize(token).len() > 1));
        assert!(!is_slot("<") && !is_slot("<>") && !is_slot("stool"));
    }

    #[test]
    fn what_a_kind_is_usually_called_names_it_first() {
        let sail = Vocabulary::sail();
        let naming = Naming::of(sail);
        let mentions = naming.mentions(&tokenize("the bench beside a lamp"));
        let first = |mention: &Mention| match mention.named[0] {
            Named::Kind(kind) => sail.name(kind).to_owned(),
            other => other.token(),
        };
        assert_eq!(mentions.iter().map(first).collect::<Vec<_>>(), ["sofa", "lamp"]);
        let agreed = |text: &str, place: Range<usize>, is_floor: bool| {
            let mut text = tokenize(text);
            agree(&mut text, place, is_floor);
            text.join(" ")
        };
        assert_eq!(agreed("past a easel", 2..3, false), "past an easel");
        assert_eq!(agreed("to a stairs", 2..3, false), "to the stairs");
        assert_eq!(agreed("onto the carpeted . go", 2..3, true), "onto the carpeted floor . go");
        assert_eq!(agreed("the carpeted hall", 1..2, true), "the carpeted hall");
    }
}
