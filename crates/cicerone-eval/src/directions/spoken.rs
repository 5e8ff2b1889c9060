//! The words of many directions: how many sentences, what contradicts its commands, and
//! which words were learnt from people.

use std::collections::{BTreeMap, BTreeSet};

use cicerone::Result;
use cicerone::cas::Command;
use cicerone::guide::{CandidateRanking, GuideOptions, Instruction};
use cicerone::realize::{Manner, TakenWay, phrased};
use cicerone::understand::ReadBack;
use cicerone::words::tokenize;
use cicerone::world::World;
use serde::Serialize;

/// How many of the most perplexing sentences are kept.
const MOST_PERPLEXING: usize = 20;

/// What was found in the words of many directions.
#[derive(Debug, Clone, Default, Serialize)]
pub struct SpokenReport {
    /// Sentences of all instructions.
    pub sentences: usize,
    /// Distinct ones among them.
    pub distinct: usize,
    /// Sentences that the careful reader understood as a whole.
    pub understood: usize,
    /// The others.
    pub not_understood: Vec<String>,
    /// Sentences that say something their commands do not.
    pub contradictions: usize,
    /// Those, with what.
    pub contradicting: Vec<String>,
    /// Steps.
    pub steps: usize,
    /// Those whose words do not say their commands and nothing else, as far as they are
    /// understood: every turn in its order, and no value that is not theirs.
    pub misread_steps: Vec<String>,
    /// Steps with a choice of words that fell on words of people's texts.
    pub peoples_steps: usize,
    /// Steps with words that only people's texts have.
    pub learnt_steps: usize,
    /// Steps whose words could not be told apart into clauses.
    pub untold: usize,
    /// Distinct sentences that the language model would throw away: too perplexing.
    pub perplexing: usize,
    /// Distinct sentences with a word that neither its dictionary nor the map has.
    pub unknown: usize,
    /// The most perplexing ones, with their perplexity.
    pub most_perplexing: Vec<(f64, String)>,
    /// How each head is said.
    pub heads: BTreeMap<&'static str, HeadWords>,
}

/// How commands of one head are said.
#[derive(Debug, Clone, Default, Serialize)]
pub struct HeadWords {
    /// Clauses that say one.
    pub clauses: usize,
    /// Those where there are several ways to say it.
    pub with_choice: usize,
    /// Those in words that people's texts have, plain or not.
    pub peoples: usize,
    /// Those in words that only people's texts have.
    pub learnt: usize,
    /// An example.
    pub example: String,
    /// The ways that were taken, the learnt ones beside the plain one.
    pub ways: Vec<WayCount>,
}

/// A way to say something and how often it was taken.
#[derive(Debug, Clone, Serialize)]
pub struct WayCount {
    /// What is said.
    pub what: &'static str,
    /// The words.
    pub words: &'static str,
    /// The plain words for it.
    pub plain: &'static str,
    /// True for words that only people's texts have.
    pub is_learnt: bool,
    /// How often.
    pub count: usize,
    /// A clause that is said so.
    pub example: String,
}

/// Counts the words of instructions of one world.
pub(super) struct Spoken<'w> {
    reader: ReadBack<'w>,
    world: &'w World,
    manner: Manner,
    texts: BTreeSet<String>,
    report: SpokenReport,
}

impl<'w> Spoken<'w> {
    pub(super) fn new(world: &'w World, options: &GuideOptions) -> Result<Spoken<'w>> {
        let reader = ReadBack::of_world(world);
        let manner = Manner::new(options.style.as_deref(), options.units, options.seed)?;
        Ok(Spoken {
            reader,
            world,
            manner,
            texts: BTreeSet::new(),
            report: SpokenReport::default(),
        })
    }

    pub(super) fn add(&mut self, instruction: &Instruction) {
        for step in &instruction.steps {
            let whole = self.reader.read_step(&step.text(), &step.commands);
            if !whole.is_right() {
                let found = whole.contradicts.join(", ");
                let line = format!("{found}: {} [{}]", step.text(), step.command());
                self.report.misread_steps.push(line);
            }
            for sentence in sentences(&step.text()) {
                let reading = self.reader.read(&sentence, &step.commands);
                self.report.sentences += 1;
                self.report.understood += usize::from(reading.understood);
                if !reading.understood {
                    self.report.not_understood.push(sentence.clone());
                }
                if !reading.contradicts.is_empty() {
                    self.report.contradictions += 1;
                    let found = reading.contradicts.join(", ");
                    let line = format!("{found}: {sentence} [{}]", step.command());
                    self.report.contradicting.push(line);
                }
                self.texts.insert(sentence);
            }
        }
        self.add_ways(instruction);
    }

    fn add_ways(&mut self, instruction: &Instruction) {
        let steps: Vec<&[Command]> = instruction.steps.iter().map(|step| &*step.commands).collect();
        let told = phrased(&steps, self.world.vocabulary(), &self.manner);
        for (step, told) in instruction.steps.iter().zip(told) {
            self.report.steps += 1;
            self.report.untold += usize::from(told.words != step.words);
            let (mut is_learnt, mut is_peoples) = (false, false);
            for mut clause in told.clauses {
                // A way may be chosen and then said otherwise: 'take the first corridor
                // on your left' is a turn as well.
                clause.ways.retain(|way| says(&clause.words, way) && !AROUND.contains(&way.what));
                let head = step.commands[clause.command].head();
                let said = self.report.heads.entry(head).or_default();
                said.add(&clause.words, &clause.ways);
                is_learnt |= clause.ways.iter().any(|way| way.is_learnt);
                is_peoples |= clause.ways.iter().any(|way| way.is_peoples);
            }
            self.report.learnt_steps += usize::from(is_learnt);
            self.report.peoples_steps += usize::from(is_peoples);
        }
    }

    /// What was found; the ranking has no part in what is said of buildings, and is
    /// asked what it would have thrown away.
    pub(super) fn report(mut self, ranking: &dyn CandidateRanking) -> Result<SpokenReport> {
        self.report.distinct = self.texts.len();
        let words: Vec<Vec<String>> = self.texts.iter().map(|text| tokenize(text)).collect();
        let words: Vec<&[String]> = words.iter().map(Vec::as_slice).collect();
        let appraisals = ranking.appraise(&words, self.world.vocabulary())?;
        self.report.perplexing = appraisals.iter().filter(|one| one.too_perplexing).count();
        self.report.unknown = appraisals.iter().filter(|one| one.unknown.is_some()).count();
        let mut read: Vec<(f64, String)> =
            appraisals.iter().map(|one| one.perplexity).zip(self.texts).collect();
        read.sort_by(|a, b| b.0.total_cmp(&a.0));
        read.truncate(MOST_PERPLEXING);
        self.report.most_perplexing = read;
        for head in self.report.heads.values_mut() {
            head.ways.sort_by(|a, b| {
                a.what.cmp(b.what).then(a.is_learnt.cmp(&b.is_learnt)).then(b.count.cmp(&a.count))
            });
        }
        Ok(self.report)
    }
}

impl HeadWords {
    fn add(&mut self, words: &str, ways: &[TakenWay]) {
        self.clauses += 1;
        self.with_choice += usize::from(!ways.is_empty());
        self.peoples += usize::from(ways.iter().any(|way| way.is_peoples));
        self.learnt += usize::from(ways.iter().any(|way| way.is_learnt));
        if self.example.is_empty() {
            self.example = words.to_owned();
        }
        for way in ways {
            let same = |one: &&mut WayCount| one.what == way.what && one.words == way.words;
            match self.ways.iter_mut().find(same) {
                Some(known) => known.count += 1,
                None => self.ways.push(WayCount {
                    what: way.what,
                    words: way.words,
                    plain: way.plain,
                    is_learnt: way.is_learnt,
                    count: 1,
                    example: words.to_owned(),
                }),
            }
        }
    }
}

/// What is said around a command, whatever its head: 'on the left', 'next to'.
const AROUND: [&str; 4] = ["beside", "link", "once", "side"];

/// True if a clause is said in that way; a way may have a place for metres.
fn says(clause: &str, way: &TakenWay) -> bool {
    way.words.split("<metres>").all(|part| clause.contains(part.trim()))
}

/// The sentences of a text.
fn sentences(text: &str) -> Vec<String> {
    let parts = text.split(". ").map(|part| part.trim().trim_end_matches('.'));
    parts.filter(|part| !part.is_empty()).map(|part| format!("{part}.")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_sentences() {
        let found = sentences("Turn left. That is room 2.01. Go on.");
        assert_eq!(found, ["Turn left.", "That is room 2.01.", "Go on."]);
    }
}
