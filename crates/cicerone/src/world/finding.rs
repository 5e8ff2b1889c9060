//! What somebody may mean who is still typing: names, numbers, kinds and levels,
//! in any order, with slips.

use super::names::{folded, kind_name};
use super::{NamedPlace, World};

/// What one thing is found by, without case, accents and punctuation.
#[derive(Debug)]
pub(super) struct Spelled {
    name: String,
    /// Its name, number, kind and level, word by word.
    words: Vec<String>,
}

/// How well a text fits, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It is the name.
    Whole,
    /// The name begins with it.
    Beginning,
    /// Every word of it begins a word that is known of the thing.
    Words,
    /// So does every word, but for slips of the finger.
    Slips(usize),
}

impl World {
    /// What somebody may mean by a text that may not be finished, the likeliest
    /// first, at most so many. A text of no letters means everything.
    pub fn suggest(&self, text: &str, most: usize) -> Vec<&NamedPlace> {
        let wanted = folded(text);
        let words: Vec<&str> = wanted.split(' ').filter(|word| !word.is_empty()).collect();
        let named = self.named_places();
        if words.is_empty() {
            return named.iter().take(most).collect();
        }
        let mut found: Vec<(Fit, usize)> = self
            .spelled()
            .iter()
            .enumerate()
            .filter_map(|(number, spelled)| Some((spelled.fit(&wanted, &words)?, number)))
            .collect();
        // Where some fit well, those that fit with slips are noise.
        if found.iter().any(|(fit, _)| !matches!(fit, Fit::Slips(_))) {
            found.retain(|(fit, _)| !matches!(fit, Fit::Slips(_)));
        }
        // The order of names is by level, which is as good as any among equals.
        found.sort();
        found.into_iter().take(most).map(|(_, number)| &named[number]).collect()
    }

    /// What everything is found by, in the order of names.
    pub(super) fn spell(&self) -> Vec<Spelled> {
        let spelled = |one: &NamedPlace| {
            let name = folded(&one.name);
            let level = self.storey(self.level(one.place()));
            let area = self.place(one.place()).area.map(|area| self.area(area));
            let area = area.filter(|area| kind_name(area.kind) == one.kind);
            let more = [
                Some(&*one.kind),
                area.and_then(|area| area.number.as_deref()),
                area.and_then(|area| area.category.as_deref()),
                Some(&*level.id),
                Some(level.called()),
                level.short_name.as_deref(),
                Some("level"),
                Some("floor"),
            ];
            let mut words: Vec<String> = name.split(' ').map(str::to_owned).collect();
            for text in more.into_iter().flatten() {
                words.extend(folded(text).split(' ').map(str::to_owned));
            }
            words.sort_unstable();
            words.dedup();
            Spelled { name, words }
        };
        self.named_places().iter().map(spelled).collect()
    }
}

impl Spelled {
    fn fit(&self, wanted: &str, words: &[&str]) -> Option<Fit> {
        if self.name == wanted {
            return Some(Fit::Whole);
        }
        if self.name.starts_with(wanted) {
            return Some(Fit::Beginning);
        }
        let begins = |word: &&str| self.words.iter().any(|known| known.starts_with(*word));
        if words.iter().all(begins) {
            return Some(Fit::Words);
        }
        let mut all = 0;
        for word in words {
            all += self.words.iter().filter_map(|known| slips(word, known)).min()?;
        }
        Some(Fit::Slips(all))
    }
}

/// How many slips make one word of the other, or of how it begins; none if they
/// are too many to be meant.
fn slips(typed: &str, known: &str) -> Option<usize> {
    let length = typed.chars().count();
    // Numbers are never slips of each other.
    let most = match length {
        0..4 => 0,
        4..8 => 1,
        _ => 2,
    };
    let is_number = typed.contains(|c: char| c.is_numeric());
    let most = if is_number { 0 } else { most };
    let count = known.chars().count();
    if count + most < length {
        return None;
    }
    let beginning: String = known.chars().take(length).collect();
    let off = strsim::osa_distance(typed, &beginning);
    let off = off.min(if count > length + most { off } else { strsim::osa_distance(typed, known) });
    (off <= most).then_some(off)
}

#[cfg(test)]
mod tests {
    use crate::world::{NamedPlace, World, embedded};

    fn hospital() -> World {
        embedded::world("hospital").unwrap()
    }

    fn names<'w>(world: &'w World, text: &str) -> Vec<&'w str> {
        world.suggest(text, 8).into_iter().map(|one| &*one.name).collect()
    }

    #[test]
    fn every_name_is_found_by_itself_and_by_its_first_letters() {
        let world = hospital();
        for one in world.named_places() {
            let found = world.suggest(&one.name, 100);
            assert_eq!(found[0].name.to_lowercase(), one.name.to_lowercase());
            assert!(found.contains(&one), "{one:?}");
            let first: String = one.name.chars().take(4).collect();
            assert!(world.suggest(&first, 1000).contains(&one), "{first} {one:?}");
        }
    }

    #[test]
    fn slips_accents_and_order_do_not_matter() {
        let world = hospital();
        let name = |one: &&NamedPlace| one.name.chars().filter(|c| c.is_alphabetic()).count() > 8;
        let one = world.named_places().iter().find(name).unwrap();
        let mut slipped: Vec<char> = one.name.chars().collect();
        slipped.swap(2, 3);
        let slipped: String = slipped.into_iter().collect();
        assert!(names(&world, &slipped).contains(&&*one.name), "{slipped} {one:?}");
        let turned: Vec<&str> = one.name.split(' ').rev().collect();
        assert!(names(&world, &turned.join(" ")).contains(&&*one.name), "{turned:?}");
        assert!(names(&world, &one.name.to_uppercase()).contains(&&*one.name));
    }

    #[test]
    fn kinds_and_levels_narrow_the_choice() {
        let world = hospital();
        let lifts = world.suggest("lift", 100);
        assert!(lifts.iter().any(|one| one.kind == "lift"), "{lifts:?}");
        for level in &world.building().levels {
            let text = format!("lift {}", level.called());
            let found = world.suggest(&text, 100);
            assert!(found.iter().any(|one| one.level == level.called()), "{text} {found:?}");
            assert!(found.len() < lifts.len() || world.building().levels.len() == 1);
        }
    }

    #[test]
    fn nothing_is_found_where_nothing_fits() {
        let world = hospital();
        assert!(names(&world, "zzzzqqq").is_empty());
        assert_eq!(world.suggest(" ", 3).len(), 3);
        assert!(world.suggest("a", 0).is_empty());
    }
}
