//! Parsing: does English come back as the commands it was annotated with?

use std::collections::{BTreeMap, HashMap};

use cicerone::Result;
use cicerone::cas::{Command, commands_of};
use cicerone::corpus::augment::Pair;
use cicerone::understand::Parser;
use cicerone::world::Vocabulary;
use serde::Serialize;

/// How well a parser reads.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ParsingReport {
    /// Hypotheses the search kept.
    pub beam: usize,
    /// Sentences read.
    pub sentences: usize,
    /// Share whose commands are exactly the annotated ones.
    pub exact: f64,
    /// Share whose structures are.
    pub exact_structure: f64,
    /// Share whose reading prints, reads back and is the same: all must be.
    pub grammatical: f64,
    /// Precision, recall and F1 over all attributes.
    pub all: Score,
    /// The same by attribute.
    pub attributes: BTreeMap<String, Score>,
}

/// How many were found, wanted, and both.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Score {
    /// In the readings.
    pub found: usize,
    /// In the annotations.
    pub wanted: usize,
    /// In both.
    pub both: usize,
    /// `2 both / (found + wanted)`
    pub f1: f64,
}

/// Reads the sentences of pairs. An attribute is counted with its value and
/// the branch it is on (`Travel until.Verify desc.Thing value.Chair`), as
/// often as it stands there. The vocabulary is that of the sentences.
pub fn evaluate(
    parser: &Parser,
    pairs: &[Pair],
    vocabulary: &Vocabulary,
    beam: usize,
) -> Result<ParsingReport> {
    let sentences: Vec<Vec<String>> = pairs.iter().map(|pair| pair.tokens.clone()).collect();
    let readings = parser.readings(&sentences, vocabulary, beam)?;
    let (mut exact, mut same_structure, mut grammatical) = (0, 0, 0);
    let mut attributes: BTreeMap<String, Score> = BTreeMap::new();
    for (found, pair) in readings.iter().zip(pairs) {
        let none = Vec::new();
        let commands = found.first().map_or(&none, |reading| &reading.commands);
        exact += usize::from(commands == &pair.commands);
        let structures =
            |commands: &[Command]| -> Vec<_> { commands.iter().map(Command::structure).collect() };
        same_structure += usize::from(structures(commands) == structures(&pair.commands));
        grammatical += usize::from(is_grammatical(commands, vocabulary));
        count(commands, &pair.commands, vocabulary, &mut attributes);
    }
    let mut all = Score::default();
    for score in attributes.values_mut() {
        score.finish();
        all.found += score.found;
        all.wanted += score.wanted;
        all.both += score.both;
    }
    all.finish();
    let share = |count: usize| count as f64 / pairs.len().max(1) as f64;
    Ok(ParsingReport {
        beam,
        sentences: pairs.len(),
        exact: share(exact),
        exact_structure: share(same_structure),
        grammatical: share(grammatical),
        all,
        attributes,
    })
}

fn is_grammatical(commands: &[Command], vocabulary: &Vocabulary) -> bool {
    !commands.is_empty()
        && commands.iter().all(|command| {
            let text = command.display(vocabulary).to_string();
            Command::parse(&text, vocabulary).is_ok_and(|again| again == *command)
                && commands_of(&command.linear(vocabulary), vocabulary)
                    .is_ok_and(|again| again[..] == [command.clone()])
        })
}

fn count(
    found: &[Command],
    wanted: &[Command],
    vocabulary: &Vocabulary,
    scores: &mut BTreeMap<String, Score>,
) {
    let (found, wanted) = (branches(found, vocabulary), branches(wanted, vocabulary));
    for (branch, times) in &found {
        let score = scores.entry(attribute(branch)).or_default();
        score.found += times;
        score.both += times.min(wanted.get(branch).unwrap_or(&0));
    }
    for (branch, times) in &wanted {
        scores.entry(attribute(branch)).or_default().wanted += times;
    }
}

/// The name of the attribute a branch ends with; a command's head is `head`.
fn attribute(branch: &str) -> String {
    let last = branch.rsplit(' ').next().unwrap_or(branch);
    last.split_once('.').map_or("head", |(name, _)| name).to_owned()
}

/// Every token with the tokens above it, and how often it stands there.
fn branches(commands: &[Command], vocabulary: &Vocabulary) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    for command in commands {
        let mut above: Vec<String> = Vec::new();
        let line = command.linear(vocabulary);
        for token in &line {
            if token == cicerone::cas::CLOSE {
                above.pop();
                continue;
            }
            let mut branch = above.join(" ");
            if !branch.is_empty() {
                branch.push(' ');
            }
            branch.push_str(token);
            *counts.entry(branch).or_default() += 1;
            if opens(token) {
                above.push(token.clone());
            }
        }
    }
    counts
}

/// True if a token opens a subtree: it is a head, or its value is one.
fn opens(token: &str) -> bool {
    const HEADS: [&str; 9] =
        ["Turn", "Travel", "Face", "Verify", "Find", "Follow", "DeclareGoal", "Distance", "Thing"];
    HEADS.contains(&token.rsplit('.').next().unwrap_or(token))
}

impl Score {
    fn finish(&mut self) {
        self.f1 = match self.found + self.wanted {
            0 => 1.0,
            sum => 2.0 * self.both as f64 / sum as f64,
        };
    }
}

impl ParsingReport {
    /// The report for people.
    pub fn describe(&self) -> String {
        let mut out = format!(
            "{} sentences, beam {}: {:.1}% exact, {:.1}% the right structure, {:.1}% grammatical\n\
             attributes with value and branch: F1 {:.3}\n",
            self.sentences,
            self.beam,
            self.exact * 100.0,
            self.exact_structure * 100.0,
            self.grammatical * 100.0,
            self.all.f1
        );
        let mut by_count: Vec<(&String, &Score)> = self.attributes.iter().collect();
        by_count.sort_by_key(|(name, score)| (std::cmp::Reverse(score.wanted), *name));
        for (name, score) in by_count {
            let Score { found, wanted, both, f1 } = score;
            out.push_str(&format!(
                "  {name:<11} F1 {f1:.3}  ({both} of {wanted} wanted, {found} found)\n"
            ));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_count_with_their_branch() {
        let read = |text: &str| vec![Command::parse(text, Vocabulary::sail()).unwrap()];
        let wanted = read("Travel(until=Verify(desc=[Thing(value=Chair, side=At)]))");
        let found = read("Travel(past=Verify(desc=[Thing(value=Chair, side=At)]))");
        let mut scores = BTreeMap::new();
        count(&found, &wanted, Vocabulary::sail(), &mut scores);
        let both = |name: &str| scores.get(name).map(|score: &Score| score.both);
        assert_eq!(both("head"), Some(1));
        assert_eq!((both("value"), both("until"), both("past")), (Some(0), Some(0), Some(0)));
        let mut same = BTreeMap::new();
        count(&wanted, &wanted, Vocabulary::sail(), &mut same);
        same.values_mut().for_each(Score::finish);
        assert!(same.values().all(|score| score.f1 == 1.0) && same.len() == 5, "{same:?}");
        let sail = Vocabulary::sail();
        assert!(is_grammatical(&wanted, sail) && !is_grammatical(&[], sail));
    }
}
