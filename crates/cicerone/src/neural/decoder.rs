//! Running trained encoder-decoders one word at a time.
//!
//! A [`Translator`] holds one or more models (an ensemble) made ready: the
//! products of every word's vector with the first layers' weights are
//! tabulated, so that feeding a word is copying a row. A [`Decoding`] is the
//! memory of decoding a batch of sources: it is told which word follows each
//! row, answers with log-probabilities, and lets rows be kept, doubled or
//! dropped. Searches and followers are loops over it; nothing in such a loop
//! allocates once the memory has grown to its size.

use std::sync::OnceLock;

use super::buffer::Buffer;
use super::dropout::Dropout;
use super::encoder_decoder::{Encoded, EncoderDecoder, last_annotations};
use super::kernels::{add_scaled, exp, vectorized};
use super::lstm::gates_forward;
use super::matrix::{Mat, MatMut, Product, fill_rows, multiply};
use super::model::Model;
use super::output::log_softmax;
use super::parameters::Tensor;
use crate::{Error, Result};

/// Models made ready for inference; several average their probabilities.
#[derive(Clone, Debug)]
pub struct Translator {
    members: Vec<Member>,
}

/// A model and, from the first time it is asked for something, its tables: a
/// bundle holds more networks than most programs ever ask.
#[derive(Clone, Debug)]
struct Member {
    model: EncoderDecoder,
    tables: OnceLock<Tables>,
}

#[derive(Clone, Debug)]
struct Tables {
    /// `[source words, 4h]`: the encoder's first layer.
    source_products: Buffer,
    /// `[target words, 4h]`: the decoder's.
    word_products: Buffer,
}

/// The memory of decoding a batch.
#[derive(Debug, Default)]
pub struct Decoding {
    members: Vec<MemberState>,
    /// For each row, the source it reads.
    sources: Vec<u32>,
    sources_next: Vec<u32>,
    lengths: Vec<usize>,
    /// `[rows, words]`
    log_probabilities: Buffer,
    /// `[rows, longest]`
    attention: Buffer,
    longest: usize,
    words: usize,
    fresh: bool,
}

#[derive(Debug, Default)]
struct MemberState {
    encoded: Encoded,
    /// Per layer `[rows, h]`: states and cells, before and after a step.
    layers: Vec<LayerState>,
    /// `[rows, 4h]`
    gates: Buffer,
    cells_tanh: Buffer,
    queries: Buffer,
    weights: Buffer,
    contexts: Buffer,
    deep: Buffer,
    scores: Buffer,
}

#[derive(Debug, Default)]
struct LayerState {
    hidden: Buffer,
    cells: Buffer,
    hidden_next: Buffer,
    cells_next: Buffer,
}

impl Translator {
    /// Makes models ready. All must have the same lexicons and view.
    pub fn new(models: Vec<EncoderDecoder>) -> Result<Translator> {
        let Some(first) = models.first() else {
            return Err(Error::input("a translator needs at least one model"));
        };
        for (index, model) in models.iter().enumerate() {
            let same = model.source_lexicon() == first.source_lexicon()
                && model.target_lexicon() == first.target_lexicon()
                && model.config().view == first.config().view;
            if !same {
                let message = "its lexicons or views are not those of model 1";
                return Err(
                    Error::input(message).at(format!("model {} of the ensemble", index + 1))
                );
            }
        }
        Ok(Translator { members: models.into_iter().map(Member::new).collect() })
    }

    /// The first model, whose lexicons are everybody's.
    pub fn model(&self) -> &EncoderDecoder {
        &self.members[0].model
    }

    /// All its models.
    pub fn models(&self) -> impl Iterator<Item = &EncoderDecoder> {
        self.members.iter().map(|member| &member.model)
    }

    /// Reads `sources` and gives each `rows` rows to be decoded: the rows of
    /// source s are s * rows and following.
    pub fn begin(&self, sources: &[Vec<u32>], rows: usize, decoding: &mut Decoding) -> Result<()> {
        let lexicon = self.model().source_lexicon();
        for (index, source) in sources.iter().enumerate() {
            let place = || format!("source {}", index + 1);
            if source.is_empty() {
                let message = "the source is empty, but must have at least one token";
                return Err(Error::input(message).at(place()));
            }
            lexicon.check(source, &place())?;
        }
        decoding.sources.clear();
        decoding
            .sources
            .extend((0..sources.len() as u32).flat_map(|source| std::iter::repeat_n(source, rows)));
        decoding.lengths.clear();
        decoding.lengths.extend(sources.iter().map(Vec::len));
        decoding.longest = decoding.lengths.iter().copied().max().unwrap_or(0);
        decoding.words = self.model().target_lexicon().len();
        decoding.fresh = true;
        decoding.members.resize_with(self.members.len(), MemberState::default);
        for (member, state) in self.members.iter().zip(&mut decoding.members) {
            member.begin(sources, &decoding.sources, state);
        }
        Ok(())
    }

    /// Feeds a word to every row (and a view, `[rows, view]`, if the models
    /// take one); afterwards the decoding holds log-probabilities and
    /// attention of what comes next.
    pub fn step(&self, words: &[u32], views: &[f32], decoding: &mut Decoding) {
        let rows = decoding.sources.len();
        assert!(
            words.len() == rows && views.len() == rows * self.model().config().view,
            "one per row"
        );
        decoding.log_probabilities.resize(rows * decoding.words);
        decoding.attention.resize(rows * decoding.longest);
        let share = 1.0 / self.members.len() as f32;
        for (index, (member, state)) in self.members.iter().zip(&mut decoding.members).enumerate() {
            if !decoding.fresh {
                state.layers.iter_mut().for_each(LayerState::advance);
            }
            member.step(words, views, &decoding.sources, state);
            log_softmax(&mut state.scores, decoding.words);
            if self.members.len() == 1 {
                std::mem::swap(&mut decoding.log_probabilities, &mut state.scores);
                std::mem::swap(&mut decoding.attention, &mut state.weights);
                break;
            }
            if index == 0 {
                decoding.log_probabilities.fill(0.0);
                decoding.attention.fill(0.0);
            }
            vectorized(
                #[inline(always)]
                || {
                    for (sum, log) in decoding.log_probabilities.iter_mut().zip(state.scores.iter())
                    {
                        *sum += share * exp(*log);
                    }
                    add_scaled(&mut decoding.attention, share, &state.weights);
                },
            );
        }
        decoding.fresh = false;
        if self.members.len() > 1 {
            decoding.log_probabilities.iter_mut().for_each(|value| *value = value.ln());
        }
    }
}

impl Decoding {
    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.sources.len()
    }

    /// The source a row reads.
    pub fn source(&self, row: usize) -> usize {
        self.sources[row] as usize
    }

    /// How many tokens a source has.
    pub(crate) fn source_length(&self, source: usize) -> usize {
        self.lengths[source]
    }

    /// What comes next after a row: the log-probability of every word.
    pub fn log_probabilities(&self, row: usize) -> &[f32] {
        &self.log_probabilities[row * self.words..][..self.words]
    }

    /// The same, for a constraint to forbid words in.
    pub(crate) fn log_probabilities_mut(&mut self, row: usize) -> &mut [f32] {
        &mut self.log_probabilities[row * self.words..][..self.words]
    }

    /// The weight of each token of its source in what a row says next.
    pub fn attention(&self, row: usize) -> &[f32] {
        &self.attention[row * self.longest..][..self.lengths[self.source(row)]]
    }

    /// Goes on with these rows: new row i is a copy of old row `parents[i]`.
    /// A row may be there often or not at all.
    pub fn select(&mut self, parents: &[u32]) {
        let keeps_all = parents.len() == self.sources.len()
            && parents.iter().enumerate().all(|(row, p)| row == *p as usize);
        if keeps_all {
            return;
        }
        for state in &mut self.members {
            let rows = self.sources.len().max(1);
            for layer in &mut state.layers {
                let h = layer.hidden_next.len() / rows;
                gather(&layer.hidden_next, &mut layer.hidden, parents, h);
                gather(&layer.cells_next, &mut layer.cells, parents, h);
                // Back to where the next step looks for what came before it.
                layer.advance();
            }
        }
        self.sources_next.clear();
        self.sources_next.extend(parents.iter().map(|&parent| self.sources[parent as usize]));
        std::mem::swap(&mut self.sources, &mut self.sources_next);
    }
}

impl LayerState {
    /// What was after the last step is before the next.
    fn advance(&mut self) {
        std::mem::swap(&mut self.hidden, &mut self.hidden_next);
        std::mem::swap(&mut self.cells, &mut self.cells_next);
    }
}

fn gather(from: &[f32], to: &mut Buffer, parents: &[u32], h: usize) {
    to.resize(parents.len() * h);
    for (row, &parent) in to.chunks_exact_mut(h).zip(parents) {
        row.copy_from_slice(&from[parent as usize * h..][..h]);
    }
}

impl Tables {
    fn of(model: &EncoderDecoder) -> Tables {
        let products = |table: Tensor, weight: Tensor, bias: Tensor| {
            let parameters = model.parameters().values();
            let mut products = Buffer::zeros(table.rows * weight.columns);
            fill_rows(&mut products, bias.of(parameters));
            let out = MatMut::new(&mut products, table.rows, weight.columns);
            multiply(out, table.matrix(parameters), weight.matrix(parameters), Product::Add);
            products
        };
        let (first, below) = (&model.encoder.layers[0], &model.decoder[0]);
        let source_products = products(model.encoder.embedding.table, first.wx, first.b);
        let word_products = products(model.words.table, model.word_weight(), below.b);
        Tables { source_products, word_products }
    }
}

impl Member {
    fn new(model: EncoderDecoder) -> Member {
        Member { model, tables: OnceLock::new() }
    }

    fn tables(&self) -> &Tables {
        self.tables.get_or_init(|| Tables::of(&self.model))
    }

    fn begin(&self, sources: &[Vec<u32>], rows: &[u32], state: &mut MemberState) {
        let h = self.model.config().width;
        let read = sources.iter().map(Vec::as_slice);
        self.model.encode(
            read,
            Dropout::NONE,
            Some(&self.tables().source_products),
            &mut state.encoded,
        );
        state.layers.resize_with(self.model.config().layers, LayerState::default);
        for (layer, (hidden, cells)) in state.layers.iter_mut().zip(&state.encoded.last) {
            gather(hidden, &mut layer.hidden, rows, h);
            gather(cells, &mut layer.cells, rows, h);
        }
    }

    fn step(&self, words: &[u32], views: &[f32], sources: &[u32], state: &mut MemberState) {
        let model = &self.model;
        let (parameters, h, n) = (model.parameters().values(), model.config().width, words.len());
        let MemberState {
            encoded,
            layers,
            gates,
            cells_tanh,
            queries,
            weights,
            contexts,
            deep,
            scores,
        } = state;
        let memory = &encoded.memory;
        queries.resize(n * h);
        contexts.resize(n * h);
        weights.resize(n * memory.longest);
        match &model.aligner {
            Some(aligner) => {
                let top = &layers[layers.len() - 1].hidden;
                aligner.align(parameters, memory, sources, top, queries, weights, contexts);
            }
            None => {
                last_annotations(memory, sources, contexts, h);
                weights.fill(0.0);
                weights.iter_mut().step_by(memory.longest).for_each(|first| *first = 1.0);
            }
        }
        gates.resize(n * 4 * h);
        cells_tanh.resize(n * h);
        let word_products = &self.tables().word_products;
        for (row, &word) in gates.chunks_exact_mut(4 * h).zip(words) {
            row.copy_from_slice(&word_products[word as usize * 4 * h..][..4 * h]);
        }
        if let Some(view) = &model.view {
            let views = Mat::new(views, n, view.rows);
            multiply(MatMut::new(gates, n, 4 * h), views, view.matrix(parameters), Product::Add);
        }
        for (index, layer) in model.decoder.iter().enumerate() {
            let (below, here) = layers.split_at_mut(index);
            let here = &mut here[0];
            let (input, weight): (&[f32], _) = match below.last() {
                None => (contexts, model.context_weight()),
                Some(below) => {
                    fill_rows(gates, layer.b.of(parameters));
                    (&below.hidden_next, layer.wx)
                }
            };
            multiply(
                MatMut::new(gates, n, 4 * h),
                Mat::new(input, n, h),
                weight.matrix(parameters),
                Product::Add,
            );
            let before = Mat::new(&here.hidden, n, h);
            multiply(
                MatMut::new(gates, n, 4 * h),
                before,
                layer.wh.matrix(parameters),
                Product::Add,
            );
            here.hidden_next.resize(n * h);
            here.cells_next.resize(n * h);
            gates_forward(
                h,
                gates,
                &here.cells,
                &mut here.cells_next,
                cells_tanh,
                &mut here.hidden_next,
            );
        }
        deep.resize(n * h);
        scores.resize(n * model.projection.words());
        model.deep.forward(parameters, n, &layers[layers.len() - 1].hidden_next, contexts, deep);
        model.projection.scores(parameters, n, deep, scores);
    }
}
