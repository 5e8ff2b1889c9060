//! The company a phrase keeps: who says it, which words stand before and
//! after it, and how surely it says its value there.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::Pair;
use super::phrases::Phrases;
use crate::words::forms::Span;
use crate::words::{Family, Meaning};

/// A neighbour of a phrase: the word before or after it, `""` at the ends of
/// the text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Neighbour {
    Before(String),
    After(String),
}

/// The two neighbours of a span that is read as a phrase. The noun after a
/// number is in the singular: 'one block' and 'two blocks' are the same
/// company.
pub(super) fn around(
    phrases: &Phrases,
    phrase: usize,
    text: &[String],
    start: usize,
    end: usize,
) -> [Neighbour; 2] {
    let word =
        |place: Option<usize>| place.and_then(|at| text.get(at)).cloned().unwrap_or_default();
    let mut after = word(Some(end));
    if phrases.all()[phrase].meaning.family == Family::Number {
        after = phrases.singular(&after).unwrap_or(after);
    }
    [Neighbour::Before(word(start.checked_sub(1))), Neighbour::After(after)]
}

/// How often a phrase was seen, and how often its value was in the command.
#[derive(Debug, Clone, Copy, Default)]
struct Told {
    seen: usize,
    said: usize,
}

impl Told {
    fn confidence(self) -> f64 {
        self.said as f64 / self.seen.max(1) as f64
    }
}

/// What is known of all phrases' company.
#[derive(Debug, Clone, Default)]
pub(super) struct Company {
    phrases: Vec<Told>,
    neighbours: HashMap<(usize, Neighbour), Told>,
    /// The same for all phrases of a family together, to speak for rare ones.
    shared: HashMap<(Family, Neighbour), Told>,
    /// Which phrases of a family have been seen beside a word.
    families: HashMap<(Family, Neighbour), BTreeSet<usize>>,
    authors: HashMap<usize, BTreeMap<Arc<str>, usize>>,
    /// The neighbours on both sides, wherever a phrase said its value.
    said: Vec<Vec<[Neighbour; 2]>>,
}

impl Company {
    /// Looks at every phrase in every text.
    pub(super) fn learn(
        phrases: &Phrases,
        pairs: &[Pair],
        meanings: &[BTreeSet<Meaning>],
    ) -> Company {
        let all = phrases.all().len();
        let mut company = Company {
            phrases: vec![Told::default(); all],
            said: vec![Vec::new(); all],
            ..Company::default()
        };
        for (pair, meanings) in pairs.iter().zip(meanings) {
            for Span { start, end, readings } in phrases.spans(&pair.tokens) {
                for (phrase, _) in readings {
                    let meaning = &phrases.all()[phrase].meaning;
                    let is_said = meanings.contains(meaning);
                    let is_rivalled = meanings.iter().any(|other| other.family == meaning.family);
                    if !is_said && !is_rivalled && !needs_company(meaning.family) {
                        // Said, and not annotated: no sign that it means
                        // something else.
                        continue;
                    }
                    let count = |told: &mut Told| {
                        told.seen += 1;
                        told.said += usize::from(is_said);
                    };
                    count(&mut company.phrases[phrase]);
                    for neighbour in around(phrases, phrase, &pair.tokens, start, end) {
                        count(company.neighbours.entry((phrase, neighbour.clone())).or_default());
                        let shared = (meaning.family, neighbour.clone());
                        count(company.shared.entry(shared).or_default());
                        if is_said {
                            let family = (meaning.family, neighbour);
                            company.families.entry(family).or_default().insert(phrase);
                        }
                    }
                    if is_said {
                        company.said[phrase].push(around(
                            phrases,
                            phrase,
                            &pair.tokens,
                            start,
                            end,
                        ));
                    }
                    if let Some(author) = pair.author.as_ref().filter(|_| is_said) {
                        let authors = company.authors.entry(phrase).or_default();
                        *authors.entry(author.clone()).or_default() += 1;
                    }
                }
            }
        }
        company
    }

    /// How often a phrase said its value.
    pub(super) fn count(&self, phrase: usize) -> usize {
        self.phrases[phrase].said
    }

    /// How often each author said it.
    pub(super) fn authors(&self, phrase: usize) -> BTreeMap<Arc<str>, usize> {
        self.authors.get(&phrase).cloned().unwrap_or_default()
    }

    /// True if the phrase says its value wherever it stands, or beside some
    /// neighbour, and can be swapped there for words of another value. Words
    /// that merely come with a value fail: where one says 'between the two
    /// pieces of furniture' nobody says '4'.
    pub(super) fn is_trusted(&self, phrases: &Phrases, phrase: usize) -> bool {
        const SOME: f64 = 0.2;
        let meaning = &phrases.all()[phrase].meaning;
        let has_rival = |neighbour: &Neighbour| {
            self.families.get(&(meaning.family, neighbour.clone())).is_some_and(|seen| {
                seen.iter().any(|other| phrases.all()[*other].meaning != *meaning)
            })
        };
        let places = &self.said[phrase];
        let swappable = places.iter().filter(|around| around.iter().all(has_rival)).count();
        self.is_told(phrases, phrase) && swappable as f64 >= SOME * places.len() as f64
    }

    fn is_told(&self, phrases: &Phrases, phrase: usize) -> bool {
        let least = phrases.config.confidence;
        self.phrases[phrase].confidence() >= least
            || (needs_company(phrases.all()[phrase].meaning.family)
                && self.neighbours.iter().any(|((number, _), told)| {
                    *number == phrase
                        && told.said >= phrases.config.least
                        && told.confidence() >= least
                }))
    }

    /// True if the phrase says its value between these neighbours: 'once'
    /// counts in 'walk forward once' and does not in 'once you see'.
    pub(super) fn is_sure(&self, phrases: &Phrases, phrase: usize, around: &[Neighbour]) -> bool {
        let least = phrases.config.confidence;
        let beside = |neighbour: &Neighbour| {
            self.neighbours.get(&(phrase, neighbour.clone())).copied().unwrap_or_default()
        };
        if !needs_company(phrases.all()[phrase].meaning.family) {
            return self.phrases[phrase].confidence() >= least;
        }
        let enough = |told: &Told| told.seen >= phrases.config.least;
        let known = || around.iter().map(beside).filter(enough);
        let is_doubtful = known().any(|told| told.confidence() < 0.5);
        let shared = around.iter().filter_map(|neighbour| {
            let family = phrases.all()[phrase].meaning.family;
            self.shared.get(&(family, neighbour.clone())).copied()
        });
        let is_known = known().chain(shared.filter(enough)).any(|told| told.confidence() >= least);
        !is_doubtful && (is_known || self.phrases[phrase].confidence() >= least)
    }

    /// True if the phrase probably says its value between these neighbours,
    /// going by either of them: such a text must not be taken for one that
    /// does not say it.
    pub(super) fn is_likely(&self, phrases: &Phrases, phrase: usize, around: &[Neighbour]) -> bool {
        const PROBABLY: f64 = 0.5;
        let beside = |neighbour: &Neighbour| self.neighbours.get(&(phrase, neighbour.clone()));
        let known: Vec<&Told> = around
            .iter()
            .filter_map(beside)
            .filter(|told| told.seen >= phrases.config.least)
            .collect();
        self.phrases[phrase].confidence() >= PROBABLY
            && (known.is_empty() || known.iter().any(|told| told.confidence() >= PROBABLY))
    }

    /// True if the phrase can stand beside that word: it has been seen there,
    /// or so many values of its family have that the word does not care.
    pub(super) fn fits(&self, phrases: &Phrases, phrase: usize, neighbour: &Neighbour) -> bool {
        let meaning = |phrase: usize| &phrases.all()[phrase].meaning;
        let family = meaning(phrase).family;
        let Some(seen) = self.families.get(&(family, neighbour.clone())) else { return false };
        let values = || seen.iter().map(|phrase| &meaning(*phrase).value).collect::<BTreeSet<_>>();
        let enough = match family {
            // 'left' and 'around', 'end' and 'intersection' are said in
            // different manners.
            Family::Way | Family::Place => usize::MAX,
            // 'blue tiled' and 'yellow tiled', but not 'grassy tiled'.
            Family::Floor => 6,
            _ => 3,
        };
        seen.contains(&phrase) || values().len() >= enough
    }

    /// True if the phrase has been seen beside that word.
    pub(super) fn has_met(&self, phrase: usize, neighbour: &Neighbour) -> bool {
        self.neighbours.get(&(phrase, neighbour.clone())).is_some_and(|told| told.said > 0)
    }
}

/// True for words that mean other things too, so that their neighbours must
/// tell. The words for kinds must say their kind everywhere: 'green' is a
/// floor of grass for one author and any greenish floor for another.
fn needs_company(family: Family) -> bool {
    use Family::{Goal, Number, Place, Shape, Way};
    matches!(family, Way | Number | Goal | Place | Shape)
}
