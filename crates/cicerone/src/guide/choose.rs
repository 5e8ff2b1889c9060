//! Choosing between all tellings of all commands of a segment.

use super::config::ChoiceConfig;
use super::merit::Merit;
use super::trace::{Says, Telling, Verdict};
use crate::rank::{Appraisal, spared};
use crate::realize::{Candidate, Fault};
use crate::words::lacks_noun;

/// All that could be said about a segment, as it is found.
#[derive(Debug, Default)]
pub(super) struct Tellings {
    all: Vec<Telling>,
}

impl Tellings {
    /// Adds what realization found for an option.
    pub(super) fn add(
        &mut self,
        option: usize,
        candidate: Candidate,
        appraisal: Appraisal,
        faults: Vec<Fault>,
    ) {
        let verdict = match &appraisal.unknown {
            _ if !candidate.finished || candidate.words.is_empty() => Verdict::Unfinished,
            Some(word) => Verdict::UnknownWord(word.clone()),
            None if !faults.is_empty() => Verdict::Unfaithful(faults.clone()),
            None => Verdict::Good,
        };
        self.push(option, candidate, appraisal, faults, verdict);
    }

    /// Adds plain words, unless a candidate already says the same. They are
    /// let in only if they are English; that others may be no better does not
    /// help them.
    pub(super) fn add_plain(&mut self, option: usize, words: Vec<String>, appraisal: Appraisal) {
        if self.all.iter().any(|one| one.candidate.words == words) {
            return;
        }
        let verdict = match &appraisal.unknown {
            Some(word) => Verdict::UnknownWord(word.clone()),
            None if appraisal.too_perplexing => Verdict::Perplexing,
            None => Verdict::Good,
        };
        self.push(option, Candidate::plain(words), appraisal, Vec::new(), verdict);
    }

    fn push(
        &mut self,
        option: usize,
        candidate: Candidate,
        appraisal: Appraisal,
        faults: Vec<Fault>,
        verdict: Verdict,
    ) {
        self.all.push(Telling {
            says: Says::Option(option),
            candidate,
            appraisal: Some(appraisal),
            faults,
            confidence: None,
            verdict,
        });
    }

    /// Adds words for an option that need no ranking: what is said of a
    /// building, in plain English, with how surely it is followed.
    pub(super) fn add_directions(&mut self, option: usize, words: Vec<String>, ease: f64) {
        self.all.push(Telling {
            says: Says::Option(option),
            candidate: Candidate::plain(words),
            appraisal: None,
            faults: Vec::new(),
            confidence: Some(ease),
            verdict: Verdict::Good,
        });
    }

    /// The good ones, by their places.
    pub(super) fn good(&self) -> impl Iterator<Item = (usize, &Telling)> {
        self.all.iter().enumerate().filter(|(_, telling)| telling.is_good())
    }

    /// Notes the probability to end right.
    pub(super) fn arrives(&mut self, place: usize, probability: f64) {
        self.all[place].confidence = Some(probability);
    }

    /// Throws away what is too perplexing, by the one rule of ranking.
    pub(super) fn throw_away(&mut self) {
        let good: Vec<usize> = self.good().map(|(place, _)| place).collect();
        let is_too = |place: &usize| {
            self.all[*place].appraisal.as_ref().is_some_and(|one| one.too_perplexing)
        };
        let spared = spared(&good.iter().map(is_too).collect::<Vec<bool>>());
        for (place, is_spared) in good.into_iter().zip(spared) {
            if !is_spared {
                self.all[place].verdict = Verdict::Perplexing;
            }
        }
    }

    pub(super) fn has_good(&self) -> bool {
        self.good().next().is_some()
    }

    /// The best good one: the least perplexing of the first option that has
    /// one, among those that arrive nearly as surely as the surest, by so
    /// much. Perplexities of different commands do not compare: the shortest
    /// formula would always win. What was just said is said again only if
    /// there is nothing else.
    pub(super) fn best(&self, before: Option<&[String]>, tolerance: f64) -> Option<usize> {
        let confidence = |telling: &Telling| telling.confidence.unwrap_or(1.0);
        let safest = self.good().map(|(_, one)| confidence(one)).fold(0.0, f64::max);
        let safe = self.good().filter(|(_, one)| confidence(one) >= safest - tolerance);
        let best = safe.min_by(|(_, a), (_, b)| {
            let is_said = |telling: &Telling| before == Some(&*telling.candidate.words);
            is_said(a)
                .cmp(&is_said(b))
                .then(a.says.cmp(&b.says))
                .then(a.perplexity().total_cmp(&b.perplexity()))
        });
        best.map(|(place, _)| place)
    }

    /// The best good one where they were tried: chances to arrive, words,
    /// English, what one can see and what people say against each other, and
    /// against what was said before. `salt` decides between near equals.
    pub(super) fn best_tried(
        &self,
        config: &ChoiceConfig,
        merits: &[Merit],
        (is_departure, is_turn): (bool, bool),
        before: &[&[String]],
        salt: u64,
    ) -> Option<usize> {
        let landmark = if is_turn { config.landmark_at_turn } else { config.landmark };
        let (arrive, word, perplexity) = match is_departure {
            true => (config.arrive_at_start, config.word_at_start, config.perplexity_at_start),
            false => (config.arrive, config.word, config.perplexity),
        };
        // Who sets off the wrong way is lost: there nothing is left to chance.
        let (chance, chance_of_words) = match is_departure {
            true => (0.0, 0.0),
            false => (config.chance, config.chance_of_words),
        };
        let cost = |telling: &Telling| {
            let words = &telling.candidate.words;
            let merit = match telling.says {
                Says::Option(number) => merits.get(number).copied(),
                Says::LastResort => None,
            };
            let merit = merit.unwrap_or(Merit {
                sight: 0.0,
                custom: -7.0,
                faces: true,
                walks: true,
                is_double: false,
            });
            let is_twice = words.windows(2).any(|pair| pair[0] == pair[1]);
            let says = |verbs: &[&str]| words.iter().any(|word| verbs.contains(&&**word));
            let lacks_verb =
                words.iter().find(|word| *word != "then").is_some_and(|one| one == "a");
            // 'A left at the pink hall', 'face and move to the bench' where nobody is told to
            // face it, 'walk forward to the easel and turn left' where one stands at it.
            let stutters = is_twice
                || lacks_verb
                || lacks_noun(words)
                || !merit.faces && says(&["face"])
                || !merit.walks && says(&["walk", "move", "forward"]);
            let again = before.iter().filter(|said| **said == words.as_slice()).count();
            arrive * -telling.confidence.unwrap_or(1.0).max(1e-6).ln()
                + word * words.len() as f64
                + perplexity * telling.perplexity().max(1.0).ln()
                - landmark * merit.sight
                - config.both * f64::from(u8::from(merit.is_double))
                - config.custom * merit.custom
                + config.again * (again as f64 + f64::from(u8::from(stutters)))
                - chance * gumbel(salt, &[format!("{:?}", telling.says)])
                - chance_of_words * gumbel(salt, words)
        };
        let costs: Vec<(usize, f64)> =
            self.good().map(|(place, telling)| (place, cost(telling))).collect();
        costs.into_iter().min_by(|a, b| a.1.total_cmp(&b.1)).map(|(place, _)| place)
    }

    /// Adds plain words for the last resort, which is said; returns its place.
    pub(super) fn add_last_resort(&mut self, words: Vec<String>) -> usize {
        self.all.push(Telling {
            says: Says::LastResort,
            candidate: Candidate::plain(words),
            appraisal: None,
            faults: Vec::new(),
            confidence: None,
            verdict: Verdict::Plain,
        });
        self.all.len() - 1
    }

    pub(super) fn into_vec(self) -> Vec<Telling> {
        self.all
    }
}

/// A draw of the Gumbel distribution that depends on the salt and the words
/// alone: whoever adds such draws to logarithms and takes the largest draws in
/// proportion.
fn gumbel(salt: u64, words: &[String]) -> f64 {
    let mut hash = salt ^ 0xcbf2_9ce4_8422_2325;
    for byte in words.iter().flat_map(|word| word.bytes().chain([b' '])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    // The low bits of such a hash are poor; mix them once more.
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let share = ((hash >> 11) as f64 + 0.5) / (1u64 << 53) as f64;
    -(-share.ln()).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(tellings: &mut Tellings, option: usize, words: &str, perplexity: f64) {
        let mut candidate = Candidate::plain(words.split(' ').map(str::to_owned).collect());
        candidate.origins.push(crate::realize::FoundBy::Greedy);
        let too_perplexing = perplexity > 95.0;
        let appraisal = Appraisal { perplexity, too_perplexing, unknown: None };
        tellings.add(option, candidate, appraisal, Vec::new());
    }

    #[test]
    fn the_first_command_with_good_words_is_said() {
        let mut tellings = Tellings::default();
        add(&mut tellings, 1, "short", 2.0);
        add(&mut tellings, 0, "go on", 40.0);
        add(&mut tellings, 0, "walk on", 30.0);
        assert_eq!(tellings.best(None, 0.04), Some(2));
        let said = ["walk".to_owned(), "on".to_owned()];
        assert_eq!(tellings.best(Some(&said), 0.04), Some(1), "not the same again");
        for (place, probability) in [(0, 0.9), (1, 0.5), (2, 0.7)] {
            tellings.arrives(place, probability);
        }
        assert_eq!(tellings.best(None, 0.04), Some(0), "only one is safe");
        assert_eq!(tellings.best(None, 0.25), Some(2));
    }

    #[test]
    fn what_is_too_perplexing_goes_unless_nothing_is_left() {
        let mut tellings = Tellings::default();
        add(&mut tellings, 0, "colourless green", 300.0);
        tellings.throw_away();
        assert!(tellings.has_good());
        add(&mut tellings, 1, "turn left", 4.0);
        tellings.throw_away();
        assert_eq!(tellings.good().map(|(place, _)| place).collect::<Vec<_>>(), [1]);
        // Plain words are not spared, and not said twice.
        let odd = Appraisal { perplexity: 200.0, too_perplexing: true, unknown: None };
        tellings.add_plain(2, vec!["oddly".into()], odd.clone());
        tellings.add_plain(2, vec!["turn".into(), "left".into()], odd);
        assert_eq!(tellings.into_vec().len(), 3);
    }

    #[test]
    fn what_one_can_see_is_said_unless_it_takes_too_many_words() {
        let config = ChoiceConfig::default().landmark_at_turn(0.0).chance(0.0).chance_of_words(0.0);
        let merits = [
            Merit { sight: 0.0, custom: 0.0, faces: false, walks: true, is_double: false },
            Merit { sight: 1.0, custom: -1.0, faces: false, walks: true, is_double: false },
        ];
        let mut tellings = Tellings::default();
        add(&mut tellings, 0, "walk forward twice", 5.0);
        add(&mut tellings, 1, "walk to the easel", 5.0);
        let best = |tellings: &Tellings, is_turn, before: &[&[String]]| {
            tellings.best_tried(&config, &merits, (false, is_turn), before, 1)
        };
        assert_eq!(best(&tellings, false, &[]), Some(1));
        assert_eq!(best(&tellings, true, &[]), Some(0));
        let said: Vec<String> = "walk to the easel".split(' ').map(str::to_owned).collect();
        assert_eq!(best(&tellings, false, &[&said]), Some(0));
        tellings.arrives(1, 0.2);
        assert_eq!(best(&tellings, false, &[]), Some(0));
    }

    #[test]
    fn who_turns_is_not_told_to_walk_and_sentences_have_verbs() {
        let config = ChoiceConfig::default().chance(0.0).chance_of_words(0.0);
        let merits =
            [Merit { sight: 1.0, custom: 0.0, faces: false, walks: false, is_double: false }];
        let mut tellings = Tellings::default();
        add(&mut tellings, 0, "walk forward to the easel and turn left", 3.0);
        add(&mut tellings, 0, "a left at the easel", 3.0);
        add(&mut tellings, 0, "at the easel , turn left", 5.0);
        let said = ["turn around".to_owned()];
        let best = tellings.best_tried(&config, &merits, (false, true), &[&said], 1);
        assert_eq!(best, Some(2));
    }

    #[test]
    fn chance_is_the_same_for_the_same_words() {
        let words = ["turn".to_owned(), "left".to_owned()];
        assert_eq!(gumbel(3, &words), gumbel(3, &words));
        assert_ne!(gumbel(3, &words), gumbel(4, &words));
        let mean = (0..2000).map(|salt| gumbel(salt, &words)).sum::<f64>() / 2000.0;
        assert!((mean - 0.577).abs() < 0.15, "{mean}");
    }
}
