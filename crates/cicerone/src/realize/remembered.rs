//! What the networks found for commands, kept for whoever asks again: routes through
//! one world say the same commands over and over.
//!
//! A sentence is decoded to the same bits alone as among others, so that nobody can
//! tell what was remembered from what was not.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use super::{CandidateConfig, FoundBy};
use crate::neural::Hypothesis;

/// What was found for one sentence.
pub(super) type Found = Vec<(FoundBy, Hypothesis)>;

/// So many bytes are kept, about; what comes then starts anew.
const MOST: usize = 16 << 20;

/// What was looked for: who was asked, for which tokens, and how.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Question {
    by_known: bool,
    tokens: Vec<u32>,
    greedy: bool,
    beam: usize,
    limit: usize,
}

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    known: RwLock<Memory>,
}

#[derive(Debug, Default)]
struct Memory {
    found: HashMap<Question, Arc<Found>>,
    bytes: usize,
}

impl Remembered {
    /// What was found before. What is drawn is drawn anew.
    pub(super) fn recall(
        &self,
        by_known: bool,
        tokens: &[u32],
        config: &CandidateConfig,
    ) -> Option<Arc<Found>> {
        let question = Question::of(by_known, tokens, config)?;
        let memory = self.known.read().unwrap_or_else(PoisonError::into_inner);
        memory.found.get(&question).cloned()
    }

    /// Keeps what was found.
    pub(super) fn keep(
        &self,
        by_known: bool,
        tokens: &[u32],
        config: &CandidateConfig,
        found: Found,
    ) -> Arc<Found> {
        let found = Arc::new(found);
        if let Some(question) = Question::of(by_known, tokens, config) {
            let bytes = size(&found) + size_of_val(tokens) + size_of::<Question>();
            let mut memory = self.known.write().unwrap_or_else(PoisonError::into_inner);
            if memory.bytes + bytes > MOST {
                *memory = Memory::default();
            }
            if memory.found.insert(question, found.clone()).is_none() {
                memory.bytes += bytes;
            }
        }
        found
    }
}

impl Question {
    /// `None` where chance has its part.
    fn of(by_known: bool, tokens: &[u32], config: &CandidateConfig) -> Option<Question> {
        let CandidateConfig { greedy, beam, limit, samples, .. } = *config;
        (samples == 0).then(|| Question { by_known, tokens: tokens.to_vec(), greedy, beam, limit })
    }
}

/// The bytes that texts and their alignments take.
fn size(found: &Found) -> usize {
    let hypothesis = |one: &Hypothesis| {
        let rows: usize = one.attention.iter().map(|row| size_of_val(&**row)).sum();
        let heads = size_of_val(&*one.attention) + size_of_val(&*one.words);
        size_of::<(FoundBy, Hypothesis)>() + heads + rows
    };
    found.iter().map(|(_, one)| hypothesis(one)).sum()
}

#[cfg(test)]
mod tests {
    use super::super::Request;
    use super::*;
    use crate::cas::Command;
    use crate::guide::Bundle;
    use crate::world::Vocabulary;

    fn found(words: usize) -> Found {
        let hypothesis = Hypothesis {
            words: vec![1; words],
            log_probability: -1.0,
            attention: Vec::new(),
            finished: true,
        };
        vec![(FoundBy::Greedy, hypothesis)]
    }

    #[test]
    fn a_sentence_is_said_to_the_same_bits_alone_as_among_others() {
        let sail = Vocabulary::sail();
        let commands = [
            "Turn(direction=Left)",
            "Travel(distance=Distance(count=3))",
            "Travel(until=Verify(desc=[Thing(type=TypeObj, value=Easel, dist=Immediate, side=At)]))",
            "Turn(direction=Right, face=Face(faced=Verify(desc=[Thing(type=TypePath, value=Path, \
             side=Front, Appear=[Brick])])))",
        ];
        let commands = commands.map(|text| [Command::parse(text, sail).unwrap()]);
        let requests: Vec<Request> = commands
            .iter()
            .map(|commands| Request { commands, vocabulary: sail, style: None })
            .collect();
        let config = CandidateConfig::default();
        let together = Bundle::embedded().unwrap().realizer.realize(&requests, &config).unwrap();
        let realizer = Bundle::embedded().unwrap().realizer;
        for (request, together) in requests.iter().zip(together) {
            for _ in ["found", "remembered"] {
                let alone = realizer.realize(&[*request], &config).unwrap().remove(0);
                assert_eq!(alone, together);
            }
        }
    }

    #[test]
    fn what_was_asked_is_known_and_nothing_else() {
        let memory = Remembered::default();
        let config = CandidateConfig::default();
        memory.keep(true, &[1, 2], &config, found(3));
        assert_eq!(memory.recall(true, &[1, 2], &config).unwrap()[0].1.words.len(), 3);
        assert!(memory.recall(false, &[1, 2], &config).is_none(), "others were asked");
        assert!(memory.recall(true, &[1], &config).is_none());
        assert!(memory.recall(true, &[1, 2], &config.clone().beam(4)).is_none());
        let drawn = config.samples(5);
        memory.keep(true, &[1, 2], &drawn, found(4));
        assert!(memory.recall(true, &[1, 2], &drawn).is_none(), "draws are drawn anew");
    }

    #[test]
    fn no_more_is_kept_than_there_is_room_for() {
        let memory = Remembered::default();
        let config = CandidateConfig::default();
        for number in 0..40 {
            memory.keep(true, &[number], &config, found(MOST / 40));
        }
        let kept = (0..40).filter(|number| memory.recall(true, &[*number], &config).is_some());
        assert!((1..12).contains(&kept.count()), "what came last is there");
        assert!(memory.recall(true, &[39], &config).is_some());
    }
}
