//! SAIL's things under names that nobody trained on: furniture, floors and
//! pictures that are no part of it. What holds for them holds for a building
//! nobody has seen.

use std::sync::Arc;

use cicerone::Result;
use cicerone::world::{Class, Kind, Vocabulary};

/// For every kind of SAIL another thing with as many words; the first is also
/// its name on maps.
const OTHERS: [(Class, &[&str]); 3] = [
    (
        Class::FLOOR,
        &[
            "linoleum|linoleum tiled|linoleum tile",
            "oak parquet|parquet|oak",
            "rough slate|plain slate|tarmac|slate|ash",
            "striped rug|crimson|striped|zigzag|stripe",
            "carpeted|carpet|beige",
            "ivory|marble|granite|polished marble",
            "corky|cork|cork floored|tan",
            "mosaic|mosaic tiled|diamond|chequered|purple",
        ],
    ),
    (Class::PICTURE, &["sailboat|sailboats", "horse", "golden gate bridge|bridge"]),
    (
        Class::OBJECT,
        &[
            "photocopier|copier|copy machine",
            "piano",
            "umbrella",
            "bookcase|book shelf|book case|shelf",
            "fridge|cooler",
            "fountain|basin|well",
        ],
    ),
];

/// The other things as a vocabulary, each in the place of one of SAIL's, with that many
/// names at most.
pub fn vocabulary(most: usize) -> Result<Arc<Vocabulary>> {
    let kinds = OTHERS.iter().map(|(class, others)| {
        let kinds = Vocabulary::sail().kinds(*class).iter().zip(*others);
        let renamed = kinds.map(|(kind, words)| {
            let words: Vec<String> = words.split('|').take(most).map(str::to_owned).collect();
            let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
            let cas = words[0].split(' ').map(capital).collect();
            Kind { name: words[0].clone(), cas, words, groups: kind.groups.clone() }
        });
        (*class, renamed.collect())
    });
    Vocabulary::new(kinds).map(Arc::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_another_with_as_many_words() {
        let (sail, other) = (Vocabulary::sail(), vocabulary(usize::MAX).unwrap());
        for class in Class::all() {
            let pairs = sail.kinds(class).iter().zip(other.kinds(class));
            assert_eq!(sail.kinds(class).len(), other.kinds(class).len());
            for (own, other) in pairs {
                assert_eq!(own.words.len(), other.words.len(), "{}", own.name);
                assert!(!other.words.iter().any(|word| own.words.contains(word)));
            }
        }
    }
}
