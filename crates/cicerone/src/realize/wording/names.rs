//! Which of its names people give a kind: 'the red hall', 'the red brick path'.
//!
//! A network that speaks in slots does not know which kind it speaks of, and so
//! not which of its names is in use. That is counted here, by author and by the
//! word that follows.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::words::slots::is_same;
use crate::world::{KindId, Vocabulary};

/// How often people gave kinds which names, SAIL's or those of any vocabulary that
/// people were heard to speak of.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Names(BTreeMap<String, Vec<Name>>);

/// One name of a kind.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Name {
    words: String,
    /// How often each author said it before which words.
    said: BTreeMap<String, BTreeMap<String, usize>>,
}

impl Name {
    /// How often it was said, by that author or anybody, before that word or any.
    fn count(&self, author: Option<&str>, next: Option<&str>) -> f64 {
        let authors =
            self.said.iter().filter(|(one, _)| author.is_none_or(|author| author == *one));
        let words = authors.flat_map(|(_, words)| words);
        let counts = words.filter(|(word, _)| next.is_none_or(|next| next == *word));
        counts.map(|(_, count)| *count as f64).sum()
    }
}

impl Names {
    /// Notes that somebody said a kind by one of its names before some word.
    #[cfg(feature = "training")]
    pub(super) fn note(
        &mut self,
        (kind, rank): (KindId, usize),
        vocabulary: &Vocabulary,
        author: Option<&str>,
        next: &str,
    ) {
        let kind = vocabulary.kind(kind);
        let names = self.0.entry(kind.cas.clone()).or_insert_with(|| {
            let name = |words: &String| Name { words: words.clone(), ..Name::default() };
            kind.words.iter().map(name).collect()
        });
        if let Some(name) = names.get_mut(rank) {
            let said = name.said.entry(author.unwrap_or_default().to_owned()).or_default();
            *said.entry(next.to_owned()).or_default() += 1;
        }
    }

    /// Which of a kind's names is in use before that word.
    pub(super) fn choose(
        &self,
        kind: KindId,
        vocabulary: &Vocabulary,
        author: Option<&str>,
        next: &str,
    ) -> Option<usize> {
        let sail = Vocabulary::sail();
        let known = sail.ids(kind.class()).find(|one| is_same(vocabulary, kind, *one));
        let cas = known.map_or(&vocabulary.kind(kind).cas, |known| &sail.kind(known).cas);
        let names = self.0.get(cas)?;
        // What was said before this word counts most; what a name's share is
        // otherwise decides where that is little or nothing.
        const OTHERWISE: f64 = 2.0;
        let merit = |name: &Name, author: Option<&str>, weight: f64| {
            let all: f64 = names.iter().map(|name| name.count(author, None)).sum();
            name.count(author, Some(next)) + weight * name.count(author, None) / all.max(1.0)
        };
        // Everybody's words decide where the author's do not.
        const OWN: f64 = 10.0;
        let whole = |name: &Name| {
            let own = author.map_or(0.0, |author| merit(name, Some(author), 2.0 * OTHERWISE));
            OWN * own + merit(name, None, OTHERWISE)
        };
        let ranks = vocabulary.kind(kind).words.iter().enumerate().filter_map(|(rank, words)| {
            Some((rank, whole(names.iter().find(|name| name.words == *words)?)))
        });
        // Of equals the first, which is the most usual.
        let best = ranks.reduce(|best, one| if one.1 > best.1 { one } else { best });
        best.filter(|(_, merit)| *merit > 0.0).map(|(rank, _)| rank)
    }
}

#[cfg(all(test, feature = "training"))]
mod tests {
    use super::*;
    use crate::world::Class;

    #[test]
    fn the_name_in_use_depends_on_author_and_next_word() {
        let sail = Vocabulary::sail();
        let brick = sail.by_name(Class::FLOOR, "brick").unwrap();
        let mut names = Names::default();
        for (rank, author, next) in
            [(2, "EDA", "hall"), (2, "EDA", "hall"), (1, "KXP", "path"), (0, "KXP", "hall")]
        {
            names.note((brick, rank), sail, Some(author), next);
        }
        let choose = |author, next| names.choose(brick, sail, author, next);
        assert_eq!(choose(None, "hall"), Some(2));
        assert_eq!(choose(None, "path"), Some(1));
        assert_eq!(choose(Some("KXP"), "hall"), Some(0));
        assert_eq!(choose(None, "floor"), Some(2), "what is said most");
        let wood = sail.by_name(Class::FLOOR, "wood").unwrap();
        assert_eq!(names.choose(wood, sail, None, "hall"), None);
    }
}
