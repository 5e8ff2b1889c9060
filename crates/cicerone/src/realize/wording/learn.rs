//! Learning the table: every phrase that alignment found, every name of a kind
//! and every number, with how far each can be trusted.

use std::collections::BTreeSet;

use super::names::Names;
use super::{Saying, Wording, back, covers, meant};
use crate::corpus::augment::{Pair, Phrases};
use crate::realize::plain;
use crate::realize::realizer::source_tokens;
use crate::realize::slots::{Sayings, slotted};
use crate::words::{Family, Meaning, tokenize};
use crate::world::{Class, Vocabulary};

impl Wording {
    /// Learns how far the phrases can be trusted; hand in the pairs they were
    /// learnt from.
    pub fn learn(pairs: &[Pair], phrases: &Phrases, vocabulary: &Vocabulary) -> Wording {
        let learnt =
            phrases.all().iter().map(|phrase| (phrase.words.clone(), phrase.meaning.clone()));
        let known: BTreeSet<(Vec<String>, Meaning)> =
            learnt.chain(names(vocabulary)).chain(numbers()).chain(behind()).collect();
        let sayings =
            known.into_iter().map(|(words, meaning)| Saying { words, meaning, trust: 0.0 });
        let mut wording = Wording::of(sayings.collect(), Names::default());
        let mut counts = vec![(0_usize, 0_usize); wording.sayings.len()];
        for pair in pairs {
            let meant = meant(&pair.commands, vocabulary);
            for span in wording.forms.spans(&pair.tokens) {
                for (saying, _) in span.readings {
                    let (seen, said) = &mut counts[saying];
                    *seen += 1;
                    let meaning = &wording.sayings[saying].meaning;
                    *said += usize::from(meant.iter().any(|one| covers(meaning, one, vocabulary)));
                }
            }
        }
        for (saying, (seen, said)) in wording.sayings.iter_mut().zip(counts) {
            // Words that nobody used mean what they are there to mean.
            saying.trust = (said + 1) as f64 / (seen + 1) as f64;
        }
        wording.hears(pairs, vocabulary);
        wording
    }

    /// Notes which names people give the kinds of a vocabulary. Networks that speak in
    /// slots need no more to speak of its things as people do.
    pub fn hears(&mut self, pairs: &[Pair], vocabulary: &Vocabulary) {
        let sayings = Sayings::of(vocabulary, self);
        for pair in pairs {
            let author = pair.author.as_deref();
            let tokens = source_tokens(&pair.commands, None, vocabulary);
            let spoken = slotted(&tokens, vocabulary).spoken;
            sayings.names(&pair.tokens, &spoken, |kind, rank, next| {
                self.names.note((kind, rank), vocabulary, author, next);
            });
        }
    }
}

/// The words that a vocabulary has for its kinds.
fn names(vocabulary: &Vocabulary) -> impl Iterator<Item = (Vec<String>, Meaning)> + '_ {
    Class::all().flat_map(move |class| {
        vocabulary.kinds(class).iter().flat_map(move |kind| {
            let meaning = Meaning::of("value", &kind.cas, vocabulary);
            let words = kind.words.iter().map(|words| tokenize(words));
            words.filter_map(move |words| Some((words, meaning.clone()?)))
        })
    })
}

/// The words for numbers and ranks as far as anybody counts.
fn numbers() -> impl Iterator<Item = (Vec<String>, Meaning)> {
    (1..=20).flat_map(|number| {
        let meaning = |family| Meaning { family, value: number.to_string() };
        let counts = [plain::number(number), number.to_string()]
            .map(|word| (vec![word], meaning(Family::Number)));
        let ordinal = (vec![plain::ordinal(number)], meaning(Family::Order));
        counts.into_iter().chain([ordinal])
    })
}

/// The words for what is behind one, beside those for turning about.
fn behind() -> impl Iterator<Item = (Vec<String>, Meaning)> {
    ["back", "behind", "away"].into_iter().map(|word| (vec![word.to_owned()], back()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cas::Command;
    use crate::corpus::augment::PhraseConfig;
    use crate::world::Kind;

    fn wording() -> Wording {
        let sail = Vocabulary::sail();
        let pair = |command: &str, text: &str| {
            Pair::new(vec![Command::parse(command, sail).unwrap()], text, None)
        };
        let mut pairs = Vec::new();
        for _ in 0..5 {
            pairs.push(pair("Turn(direction=Left)", "turn left"));
            pairs.push(pair("Turn(direction=Right)", "turn right"));
        }
        let phrases = Phrases::learn(&pairs, sail, PhraseConfig::default());
        Wording::learn(&pairs, &phrases, sail)
    }

    fn faults(command: &str, text: &str) -> Vec<String> {
        let sail = Vocabulary::sail();
        let command = Command::parse(command, sail).unwrap();
        let found = wording().faults(&[command], sail, &tokenize(text));
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_a_text_says_is_held_against_its_command() {
        assert!(faults("Turn(direction=Left)", "take a left").is_empty());
        assert_eq!(
            faults("Turn(direction=Left)", "turn right"),
            ["'right' says Right", "Left is not said"]
        );
        let walk = "Travel(distance=Distance(count=2))";
        assert!(faults(walk, "go two blocks").is_empty());
        assert_eq!(faults(walk, "go three blocks"), ["'three' says 3", "2 is not said"]);
        assert_eq!(faults(walk, "go two blocks to the easel"), ["'easel' says Easel"]);
        let until = "Travel(until=Verify(desc=[Thing(type=TypeObj, value=Sofa, side=At)]))";
        // A bench is what people call this sofa.
        for text in ["go to the bench", "go to the sofa"] {
            assert!(faults(until, text).is_empty(), "{text}");
        }
        assert_eq!(faults(until, "go to the lamp").len(), 2);
        assert_eq!(faults(until, "pass the sofa in the sofa"), ["Sofa is said again"]);
        let away = "Face(faced=Verify(desc=[Thing(type=TypeObj, value=Wall, side=Back)]))";
        assert_eq!(faults(away, "face the wall"), ["Back is not said"]);
        assert!(faults(away, "place your back to the wall").is_empty());
        let before = "Turn(direction=Left, \
                      precond=Face(faced=Verify(desc=[Thing(type=TypeObj, value=Wall)])))";
        assert_eq!(faults(before, "turn left to the wall"), ["Front is not said"]);
        assert!(faults(before, "facing the wall , turn left").is_empty());
    }

    #[test]
    fn the_names_of_any_vocabulary_can_be_heard() {
        let kind = Kind {
            name: "desk".into(),
            cas: "Desk".into(),
            words: vec!["reception desk".into(), "desk".into()],
            groups: Vec::new(),
        };
        let lobby = Vocabulary::new([(Class::OBJECT, vec![kind])]).unwrap();
        let desk = lobby.by_name(Class::OBJECT, "desk").unwrap();
        let mut wording = wording();
        assert_eq!(wording.name(desk, &lobby, None, ""), None);
        let command = "Travel(until=Verify(desc=[Thing(type=TypeObj, value=Desk, side=At)]))";
        let command = Command::parse(command, &lobby).unwrap();
        wording.hears(&[Pair::new(vec![command], "walk to the desk", None)], &lobby);
        assert_eq!(wording.name(desk, &lobby, None, ""), Some(1));
    }

    #[test]
    fn the_table_survives_its_file_and_others_are_refused() {
        let text = wording().to_json().unwrap();
        assert_eq!(Wording::from_json(&text).unwrap().to_json().unwrap(), text);
        let other = text.replace("\"version\":2", "\"version\":9");
        assert!(Wording::from_json(&other).unwrap_err().to_string().contains("version 9"));
        assert!(Wording::from_json("[]").is_err());
        let fault = |from: &str, to: &str| {
            assert!(text.contains(from), "{text}");
            Wording::from_json(&text.replacen(from, to, 1)).unwrap_err().to_string()
        };
        let renamed = fault("\"value\":\"Left\"", "\"value\":\"Links\"");
        assert!(renamed.contains("'Links' is no value that commands have for a Way"), "{renamed}");
        assert!(fault("\"family\":\"object\"", "\"family\":\"floor\"").contains("for a Floor"));
        assert!(fault("\"family\":\"object\"", "\"family\":\"thing\"").contains("thing"));
        assert!(fault("\"words\":[\"", "\"words\":[\"\",\"").contains("an empty one"));
        assert!(fault("\"trust\":", "\"trust\":9").contains("from 0 to 1"));
    }
}
