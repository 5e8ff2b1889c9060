//! Where a vocabulary does not tell what sort of words its words are.
//!
//! A thing is said with an article and may be counted, so its word must be a
//! noun in the singular; a floor may be an adjective ('carpeted'), which is said
//! with a noun.

use super::agreement;
use crate::world::{Attachment, Class, Vocabulary};

/// What is doubtful about the words of a vocabulary, one sentence each, with
/// what would be right.
pub fn doubts(vocabulary: &Vocabulary) -> Vec<String> {
    let mut doubts = Vec::new();
    for class in Class::all() {
        for kind in vocabulary.kinds(class) {
            let words = kind.words.first().unwrap_or(&kind.name);
            let last = words.split_whitespace().last().unwrap_or(words);
            let doubt = match class.attachment() {
                _ if words.chars().any(|sign| sign.is_ascii_digit()) => {
                    "has a number in it, which is read as a count; a name belongs to the thing"
                }
                Attachment::Place if agreement::is_adjective(last) => {
                    "may be no noun, and 'the ...' needs one; add it, as in 'padded bench'"
                }
                Attachment::Place if agreement::is_many(last) && !words.contains(" of ") => {
                    "may be a plural, which 'a ...' does not fit; 'flight of stairs' would"
                }
                _ => continue,
            };
            doubts.push(format!("{class} kind '{}': '{words}' {doubt}", kind.name));
        }
    }
    doubts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::Kind;

    #[test]
    fn words_of_which_nobody_can_tell_what_they_are_are_named() {
        let kind = |name: &str, cas: &str| Kind {
            name: name.into(),
            cas: cas.into(),
            words: vec![],
            groups: vec![],
        };
        let floors = vec![kind("carpeted", "Carpeted")];
        let objects = vec![
            kind("upholstered", "Upholstered"),
            kind("stairs", "StairsObject"),
            kind("exit 4", "Exit4"),
            kind("row of chairs", "Row"),
            kind("glass", "Glass"),
            kind("bed", "Bed"),
        ];
        let vocabulary =
            Vocabulary::new([(Class::FLOOR, floors), (Class::OBJECT, objects)]).unwrap();
        let found = doubts(&vocabulary);
        let about = |word: &str| found.iter().any(|one| one.contains(word));
        assert_eq!(found.len(), 3, "{found:?}");
        assert!(about("'upholstered'") && about("'stairs'") && about("'exit 4'"));
        assert!(doubts(Vocabulary::sail()).is_empty());
    }
}
