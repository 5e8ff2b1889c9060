//! How much of what is said one can see, by the words alone: people's texts and
//! the guide's are counted alike.

use std::collections::BTreeSet;

use cicerone::world::{Class, Vocabulary};
use serde::Serialize;

/// What of many texts one can see.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Visible {
    /// Texts.
    pub routes: usize,
    /// Share of sentences that name nothing one can see: no thing, floor or
    /// picture, no end, wall, corner or intersection.
    pub bare: f64,
    /// Sentences with a thing or a floor, per text.
    pub named: f64,
    /// Share of sentences that are different from all others.
    pub different: f64,
    /// Sentences per text.
    pub sentences: f64,
    /// Words per text.
    pub words: f64,
}

/// Texts as they are counted.
#[derive(Debug, Default)]
pub struct Counting {
    routes: usize,
    sentences: usize,
    bare: usize,
    named: usize,
    words: usize,
    texts: BTreeSet<Vec<String>>,
}

/// Words that people have for SAIL's things, floors and pictures beside the
/// names on the maps.
const NAMES: &str = "chair chairs sofa bench couch futon easel aesal easle hatrack rack coatrack \
    hat coat lamp lamps pole stool barstool furniture object painting picture pictures \
    butterfly butterflies eiffel tower towers fish fishes grass grassy green brick bricks red \
    wood wooden brown stone stones gravel rock concrete cement gray grey bare plain flower \
    flowers flowered rose roses pink purple yellow honeycomb octagon octagons hexagon olive tan \
    blue tile tiled tiles black dark carpet carpeted floor floors flooring floored rug";

/// Parts of a building.
const STRUCTURES: &str = "end ends dead deadend wall walls corner corners intersection \
    intersections junction";

impl Counting {
    /// Counts one text.
    pub fn add<'t>(
        &mut self,
        sentences: impl Iterator<Item = &'t [String]>,
        vocabularies: &[&Vocabulary],
    ) {
        self.routes += 1;
        for words in sentences {
            let is_word = |word: &&String| word.chars().any(char::is_alphanumeric);
            self.sentences += 1;
            self.words += words.iter().filter(is_word).count();
            let is_in = |list: &str, word: &str| list.split_whitespace().any(|one| one == word);
            let is_kind = |word: &str| {
                let classes = [Class::FLOOR, Class::PICTURE, Class::OBJECT];
                let mut all =
                    vocabularies.iter().flat_map(|one| classes.map(|class| one.kinds(class)));
                all.any(|kinds| {
                    kinds.iter().any(|kind| kind.name.split(' ').any(|part| part == word))
                })
            };
            let names = words.iter().any(|word| is_in(NAMES, word) || is_kind(word));
            let builds = words.iter().any(|word| is_in(STRUCTURES, word));
            self.named += usize::from(names);
            self.bare += usize::from(!names && !builds);
            self.texts.insert(words.to_vec());
        }
    }

    /// What was counted.
    pub fn counted(&self) -> Visible {
        let per = |count: usize, of: usize| count as f64 / of.max(1) as f64;
        Visible {
            routes: self.routes,
            bare: per(self.bare, self.sentences),
            named: per(self.named, self.routes),
            different: per(self.texts.len(), self.sentences),
            sentences: per(self.sentences, self.routes),
            words: per(self.words, self.routes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_can_see_is_counted() {
        let text = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let said = ["turn left", "walk to the easel", "go to the end", "turn left"].map(text);
        let mut counting = Counting::default();
        counting.add(said.iter().map(Vec::as_slice), &[]);
        let found = counting.counted();
        assert_eq!((found.bare, found.named, found.different), (0.5, 1.0, 0.75));
        assert_eq!((found.sentences, found.words), (4.0, 12.0));
    }
}
