//! Finding words: greedy, beam and sampling, one loop for all three.
//!
//! A batch of sources is decoded together. Every source has up to `width`
//! open hypotheses; at each step every one of them is continued, the best (or
//! sampled) continuations stay open, those that end are set aside. A chain of
//! nodes remembers which continuation came from which, so no text is copied
//! before the search is over.

use super::decoder::{Decoding, Translator};
use super::dropout::mix;
use super::kernels::{largest, vectorized};
use super::lexicon::{BEGIN, END, UNKNOWN};
use super::model::Model;
use crate::{Error, Result, budget};

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Search {
    /// Always the likeliest word.
    Greedy,
    /// The likeliest texts, keeping this many open; the paper's width is 2.
    Beam(usize),
    /// Draws texts from the model.
    Sample {
        /// How many texts per source.
        count: usize,
        /// One draws from the model as it is; less makes it bolder.
        temperature: f32,
        /// Same seed, same texts, whatever else is in the batch.
        seed: u64,
    },
}

/// Limits of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchConfig {
    /// How to search. Default greedy.
    pub search: Search,
    /// Words after which a text is broken off. Default 60.
    pub limit: usize,
    /// Whether the unknown word may be said. Default false.
    pub unknown: bool,
}

impl Default for SearchConfig {
    fn default() -> Self {
        SearchConfig { search: Search::Greedy, limit: 60, unknown: false }
    }
}

/// A text the model proposes.
#[derive(Clone, Debug, PartialEq)]
pub struct Hypothesis {
    /// The words, without the end.
    pub words: Vec<u32>,
    /// Log-probability of the words and, if it was reached, the end.
    pub log_probability: f64,
    /// For each word, and the end, the weight of each token of the source.
    pub attention: Vec<Vec<f32>>,
    /// False if the text was broken off at the limit.
    pub finished: bool,
}

/// Says which words may follow, as a grammar does.
pub trait Constraint {
    /// Forbids words by setting their log-probability to negative infinity.
    /// `words` has been said so far about source number `source`.
    fn restrict(&mut self, source: usize, words: &[u32], log_probabilities: &mut [f32]);
}

/// Memory of searches, to keep between them.
#[derive(Debug, Default)]
pub struct SearchWorkspace {
    decoding: Decoding,
    nodes: Vec<Node>,
    attention: Vec<f32>,
    /// Where the attention of each open row of this step begins.
    row_attention: Vec<usize>,
    /// The open hypotheses: rows of the decoding.
    open: Vec<Open>,
    next: Vec<Open>,
    /// Per source, hypotheses that ended or were broken off.
    done: Vec<Vec<Open>>,
    parents: Vec<u32>,
    words: Vec<u32>,
    prefix: Vec<u32>,
    candidates: Vec<Candidate>,
}

/// One word of a hypothesis, after the words of its parent.
#[derive(Clone, Copy, Debug)]
struct Node {
    parent: u32,
    word: u32,
    /// Where the attention of this word begins.
    attention: usize,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    /// Its last word; [`ROOT`] before the first.
    node: u32,
    total: f64,
    finished: bool,
    /// Which of a source's samples this is.
    sample: u32,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    row: u32,
    word: u32,
    total: f64,
}

const ROOT: u32 = u32::MAX;

impl Translator {
    /// Decodes a batch of sources; for each, its hypotheses, the likeliest
    /// first (samples in the order drawn). There are none if a constraint
    /// left nothing to say.
    pub fn decode(
        &self,
        sources: &[Vec<u32>],
        config: &SearchConfig,
        mut constraint: Option<&mut dyn Constraint>,
        workspace: &mut SearchWorkspace,
    ) -> Result<Vec<Vec<Hypothesis>>> {
        let (width, rows) = match config.search {
            Search::Greedy => (1, 1),
            Search::Beam(width) => (width, 1),
            Search::Sample { count, temperature, .. } => {
                if temperature.is_nan() || temperature <= 0.0 {
                    return Err(Error::input(format!(
                        "the temperature is {temperature}, but must be positive"
                    )));
                }
                (count, count)
            }
        };
        if width == 0 {
            return Err(Error::input("a search must keep at least one hypothesis"));
        }
        if self.model().config().view > 0 {
            return Err(Error::input(
                "the model sees views, which a search cannot give; step it instead",
            ));
        }
        self.begin(sources, rows, &mut workspace.decoding)?;
        workspace.begin(sources, rows, width, config.limit);
        for step in 0..config.limit.max(1) {
            if workspace.open.is_empty() {
                break;
            }
            budget::check()?;
            self.step(&workspace.words, &[], &mut workspace.decoding);
            match &mut constraint {
                Some(constraint) => workspace.restrict(config, step, Some(&mut **constraint)),
                None => workspace.restrict(config, step, None),
            }
            match config.search {
                Search::Greedy => workspace.extend_best(1),
                Search::Beam(width) => workspace.extend_best(width),
                Search::Sample { temperature, seed, .. } => {
                    workspace.extend_sampled(temperature, seed, step)
                }
            }
            workspace.decoding.select(&workspace.parents);
        }
        Ok(workspace.collect(&config.search))
    }
}

impl SearchWorkspace {
    fn begin(&mut self, sources: &[Vec<u32>], rows: usize, width: usize, limit: usize) {
        self.nodes.clear();
        self.nodes.reserve(sources.len() * width * limit);
        self.attention.clear();
        self.attention.reserve(width * limit * sources.iter().map(Vec::len).sum::<usize>());
        self.open.clear();
        for _ in sources {
            let open = |sample| Open { node: ROOT, total: 0.0, finished: false, sample };
            self.open.extend((0..rows as u32).map(open));
        }
        self.done.iter_mut().for_each(Vec::clear);
        self.done.resize_with(sources.len(), Vec::new);
        self.words.clear();
        self.words.resize(self.open.len(), BEGIN);
    }

    /// Forbids what is never said, and what the constraint says.
    fn restrict(
        &mut self,
        config: &SearchConfig,
        step: usize,
        constraint: Option<&mut dyn Constraint>,
    ) {
        for row in 0..self.open.len() {
            let scores = self.decoding.log_probabilities_mut(row);
            scores[BEGIN as usize] = f32::NEG_INFINITY;
            if !config.unknown {
                scores[UNKNOWN as usize] = f32::NEG_INFINITY;
            }
        }
        let Some(constraint) = constraint else { return };
        for row in 0..self.open.len() {
            self.prefix.resize(step, 0);
            let mut node = self.open[row].node;
            for place in (0..step).rev() {
                self.prefix[place] = self.nodes[node as usize].word;
                node = self.nodes[node as usize].parent;
            }
            let source = self.decoding.source(row);
            constraint.restrict(source, &self.prefix, self.decoding.log_probabilities_mut(row));
        }
    }

    /// For each source, keeps the `width` likeliest continuations.
    fn extend_best(&mut self, width: usize) {
        self.start_step();
        let mut row = 0;
        while row < self.open.len() {
            let source = self.decoding.source(row);
            self.candidates.clear();
            while row < self.open.len() && self.decoding.source(row) == source {
                self.propose(row, width);
                row += 1;
            }
            // A stable order, so that ties fall the same way every time. What
            // has ended keeps its place, so the search narrows as texts end.
            self.candidates.sort_by(|a, b| b.total.total_cmp(&a.total));
            let enough = width.saturating_sub(self.done[source].len());
            for index in 0..self.candidates.len().min(enough) {
                let Candidate { row, word, total } = self.candidates[index];
                self.extend(row as usize, word, total);
            }
        }
        std::mem::swap(&mut self.open, &mut self.next);
    }

    /// The `width` likeliest words after a row, into `candidates`.
    fn propose(&mut self, row: usize, width: usize) {
        let scores = self.decoding.log_probabilities(row);
        let total = self.open[row].total;
        let from = self.candidates.len();
        let candidate = |candidates: &mut Vec<Candidate>, word: usize| {
            let total = total + f64::from(scores[word]);
            candidates.push(Candidate { row: row as u32, word: word as u32, total });
        };
        if width == 1 {
            let most = vectorized(
                #[inline(always)]
                || largest(scores),
            );
            if most > f32::NEG_INFINITY
                && let Some(word) = scores.iter().position(|&score| score == most)
            {
                candidate(&mut self.candidates, word);
            }
            return;
        }
        for (word, &score) in scores.iter().enumerate() {
            if score == f32::NEG_INFINITY {
                continue;
            }
            let full = self.candidates.len() - from == width;
            let worst = self.candidates.last().map_or(f64::NEG_INFINITY, |last| last.total);
            if full && total + f64::from(score) <= worst {
                continue;
            }
            if full {
                self.candidates.pop();
            }
            candidate(&mut self.candidates, word);
            let mut place = self.candidates.len() - 1;
            while place > from && self.candidates[place].total > self.candidates[place - 1].total {
                self.candidates.swap(place, place - 1);
                place -= 1;
            }
        }
    }

    /// Continues every row by a word drawn for it.
    fn extend_sampled(&mut self, temperature: f32, seed: u64, step: usize) {
        self.start_step();
        for row in 0..self.open.len() {
            let (source, open) = (self.decoding.source(row), self.open[row]);
            let key =
                mix(mix(mix(seed) ^ source as u64) ^ (u64::from(open.sample) << 32 | step as u64));
            let scores = self.decoding.log_probabilities(row);
            let weight = |score: f32| f64::from(score / temperature).exp();
            let sum: f64 = scores.iter().map(|&score| weight(score)).sum();
            let mut left = (key >> 11) as f64 / (1_u64 << 53) as f64 * sum;
            let mut chosen = None;
            for (word, &score) in scores.iter().enumerate() {
                if score > f32::NEG_INFINITY {
                    chosen = Some(word);
                    left -= weight(score);
                    if left < 0.0 {
                        break;
                    }
                }
            }
            if let Some(word) = chosen {
                let total = open.total + f64::from(scores[word]);
                self.extend(row, word as u32, total);
            }
        }
        std::mem::swap(&mut self.open, &mut self.next);
    }

    fn start_step(&mut self) {
        self.next.clear();
        self.parents.clear();
        self.words.clear();
        // Attention is kept once per open row: whatever follows shares it.
        self.row_attention.clear();
        for row in 0..self.open.len() {
            self.row_attention.push(self.attention.len());
            self.attention.extend_from_slice(self.decoding.attention(row));
        }
    }

    /// Continues a row by a word.
    fn extend(&mut self, row: usize, word: u32, total: f64) {
        let parent = self.open[row];
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { parent: parent.node, word, attention: self.row_attention[row] });
        let open = Open { node, total, finished: word == END, sample: parent.sample };
        if open.finished {
            self.done[self.decoding.source(row)].push(open);
        } else {
            self.next.push(open);
            self.parents.push(row as u32);
            self.words.push(word);
        }
    }

    /// Breaks off what is still open and writes out all hypotheses.
    fn collect(&mut self, search: &Search) -> Vec<Vec<Hypothesis>> {
        for (row, open) in self.open.iter().enumerate() {
            self.done[self.decoding.source(row)].push(*open);
        }
        let texts = self.done.iter_mut().enumerate().map(|(source, done)| {
            match search {
                Search::Sample { .. } => done.sort_by_key(|open| open.sample),
                _ => done.sort_by(|a, b| b.total.total_cmp(&a.total)),
            }
            let length = self.decoding.source_length(source);
            done.iter()
                .map(|open| hypothesis(&self.nodes, &self.attention, *open, length))
                .collect()
        });
        texts.collect()
    }
}

/// Follows the chain of nodes back to the beginning.
fn hypothesis(nodes: &[Node], attention: &[f32], open: Open, length: usize) -> Hypothesis {
    let (mut words, mut weights, mut node) = (Vec::new(), Vec::new(), open.node);
    while node != ROOT {
        let Node { parent, word, attention: from } = nodes[node as usize];
        if word != END {
            words.push(word);
        }
        weights.push(attention[from..from + length].to_vec());
        node = parent;
    }
    words.reverse();
    weights.reverse();
    Hypothesis { words, log_probability: open.total, attention: weights, finished: open.finished }
}
