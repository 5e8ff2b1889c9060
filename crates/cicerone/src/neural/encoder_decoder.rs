//! The encoder-aligner-decoder: the paper's P(words | tokens of the source).
//!
//! The encoder reads the source in reverse. The decoder starts from the
//! encoder's last states, layer by layer; at step t the aligner looks from its
//! top state d_{t-1} at the source and finds z_t, the first layer is fed the
//! embedding of the word before and z_t, and the deep output says the next
//! word. Without the aligner (the paper's ablation) z_t is the encoder's last
//! state at every step.
//!
//! A model may see more than words: with `view` in its configuration, every
//! step of the decoder is also fed a vector of that size (what a follower sees
//! where it stands).

mod back;

use serde::{Deserialize, Serialize};

use self::back::Back;
use super::aligner::{Aligner, Memory};
use super::buffer::Buffer;
use super::config::{Check, Checked, outside};
use super::dropout::{Dropout, Place};
use super::embedding::{Embedding, EmbeddingTrace};
use super::lexicon::{BEGIN, END, Lexicon};
use super::lstm::{LstmLayer, LstmTrace};
use super::matrix::{Mat, MatMut, Product, fill_rows, multiply};
use super::model::Model;
use super::output::{DeepOutput, Loss, Objective, Projection};
use super::parameters::{Initial, Layout, Parameters, Tensor};
use super::stack::{LstmStack, StackTrace};
use super::steps::Steps;
use crate::{Error, Result};

/// The shape of an [`EncoderDecoder`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EncoderDecoderConfig {
    /// Units of every LSTM layer. Default 128, as in the paper.
    pub width: usize,
    /// Size of the word vectors. Default 128.
    pub embedding: usize,
    /// LSTM layers of encoder and decoder. Default 2.
    pub layers: usize,
    /// Whether there is an aligner. Default true; false is the ablation.
    pub aligner: bool,
    /// Size of the vector fed to every step of the decoder. Default 0, none.
    pub view: usize,
}

impl Default for EncoderDecoderConfig {
    fn default() -> Self {
        EncoderDecoderConfig { width: 128, embedding: 128, layers: 2, aligner: true, view: 0 }
    }
}

impl Check for EncoderDecoderConfig {
    fn problem(&self) -> Option<String> {
        outside("width", self.width, 1, 4096)
            .or_else(|| outside("embedding", self.embedding, 1, 4096))
            .or_else(|| outside("layers", self.layers, 1, 16))
            .or_else(|| outside("view", self.view, 0, 65536))
    }
}

/// A source and what should be said about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pair {
    /// The source, in reading order; at least one token.
    pub source: Vec<u32>,
    /// The words, without begin and end.
    pub target: Vec<u32>,
    /// What is seen at each of the `target.len() + 1` steps, one vector after
    /// the other; empty for a model without views.
    pub views: Vec<f32>,
}

/// The network, its lexicons and its weights.
#[derive(Clone, Debug)]
pub struct EncoderDecoder {
    config: Checked<EncoderDecoderConfig>,
    source: Lexicon,
    target: Lexicon,
    parameters: Parameters,
    pub(super) encoder: LstmStack,
    pub(super) words: Embedding,
    pub(super) decoder: Vec<LstmLayer>,
    pub(super) view: Option<Tensor>,
    pub(super) aligner: Option<Aligner>,
    pub(super) deep: DeepOutput,
    pub(super) projection: Projection,
}

/// The memory of a pass over a batch.
#[derive(Debug, Default)]
pub struct EncoderDecoderWorkspace {
    source: Encoded,
    /// The steps of the decoder; its rows are R, its sequences B.
    steps: Steps,
    /// What each row is fed and what it should answer.
    inputs: Vec<u32>,
    targets: Vec<u32>,
    /// For each place in the decoder's order, its source in the memory.
    sources: Vec<u32>,
    embedding: EmbeddingTrace,
    layers: Vec<LstmTrace>,
    /// `[R, h]`: the masked input of each layer above the first, with dropout.
    masked: Vec<Buffer>,
    /// `[R, view]`
    views: Buffer,
    /// `W d`, `[R, h]`; alpha, `[R, longest]`; z, `[R, h]`
    queries: Buffer,
    weights: Buffer,
    contexts: Buffer,
    /// `Ld d + Lz z`, `[R, h]`
    deep: Buffer,
    scores: Buffer,
    log_probabilities: Vec<f32>,
    back: Back,
}

/// A batch of sources as the decoder needs them.
#[derive(Debug, Default)]
pub(super) struct Encoded {
    steps: Steps,
    tokens: Vec<u32>,
    lengths: Vec<usize>,
    trace: StackTrace,
    /// Annotations and keys of every source.
    pub memory: Memory,
    /// The last state and cell of every layer, `[B, h]`, in the order given.
    pub last: Vec<(Buffer, Buffer)>,
}

impl EncoderDecoder {
    /// The lexicon of sources.
    pub fn source_lexicon(&self) -> &Lexicon {
        &self.source
    }

    /// The lexicon of targets.
    pub fn target_lexicon(&self) -> &Lexicon {
        &self.target
    }

    /// The part of the first decoder layer's input weights that takes z_t.
    pub(super) fn context_weight(&self) -> Tensor {
        self.decoder[0].wx.band(self.config.embedding, self.config.width)
    }

    /// The part that takes the word before.
    pub(super) fn word_weight(&self) -> Tensor {
        self.decoder[0].wx.band(0, self.config.embedding)
    }

    /// Reads sources. `products` are those of the first layer with every word
    /// of the lexicon, if they have been prepared (as inference does).
    pub(super) fn encode<'a>(
        &self,
        sources: impl Iterator<Item = &'a [u32]> + Clone,
        dropout: Dropout,
        products: Option<&[f32]>,
        encoded: &mut Encoded,
    ) {
        let (parameters, h) = (self.parameters.values(), self.config.width);
        let Encoded { steps, tokens, lengths, trace, memory, last } = encoded;
        lengths.clear();
        lengths.extend(sources.clone().map(<[u32]>::len));
        steps.lay_out(lengths.iter().copied());
        tokens.resize(steps.total(), 0);
        let places: Vec<&[u32]> = sources.collect();
        for (place, &source) in steps.order().iter().enumerate() {
            for (t, &token) in places[source].iter().rev().enumerate() {
                tokens[steps.row(t, place)] = token;
            }
        }
        match products {
            None => self.encoder.read(parameters, steps, tokens, dropout, trace),
            Some(products) => {
                self.encoder.prepare(steps, trace);
                for (row, &token) in trace.layers[0].gates.chunks_exact_mut(4 * h).zip(&*tokens) {
                    row.copy_from_slice(&products[token as usize * 4 * h..][..4 * h]);
                }
                self.encoder.run(parameters, steps, dropout, trace);
            }
        }
        memory.lay_out(lengths.iter().copied(), h);
        let top = &trace.layers[self.config.layers - 1].hidden;
        each_position(steps, lengths, &memory.starts, |row, position| {
            memory_row(&mut memory.annotations, position, h).copy_from_slice(&top[row * h..][..h]);
        });
        if let Some(aligner) = &self.aligner {
            aligner.prepare(parameters, memory);
        }
        last.resize_with(self.config.layers, Default::default);
        for (layer, (hidden, cell)) in trace.layers.iter().zip(last) {
            hidden.resize(lengths.len() * h);
            cell.resize(lengths.len() * h);
            for (place, &source) in steps.order().iter().enumerate() {
                let row = steps.row(lengths[source] - 1, place) * h;
                hidden[source * h..][..h].copy_from_slice(&layer.hidden[row..][..h]);
                cell[source * h..][..h].copy_from_slice(&layer.cells[row..][..h]);
            }
        }
    }

    /// Lays out the targets of a batch and runs the decoder over them, up to
    /// the deep output.
    fn forward(&self, batch: &[&Pair], dropout: Dropout, workspace: &mut EncoderDecoderWorkspace) {
        let (parameters, h) = (self.parameters.values(), self.config.width);
        let sources = batch.iter().map(|pair| pair.source.as_slice());
        self.encode(sources, dropout, None, &mut workspace.source);
        workspace.lay_out(self, batch);
        let EncoderDecoderWorkspace { source, steps, layers, masked, .. } = workspace;
        let rows = steps.total();
        for (index, (layer, trace)) in self.decoder.iter().zip(&mut *layers).enumerate() {
            layer.prepare(steps, trace);
            if dropout.is_active() {
                masked[index].resize(rows * h);
            }
            let (hidden, cell) = &source.last[index];
            for (place, &sequence) in steps.order().iter().enumerate() {
                trace.hidden_before[place * h..][..h].copy_from_slice(&hidden[sequence * h..][..h]);
                trace.first_cell[place * h..][..h].copy_from_slice(&cell[sequence * h..][..h]);
            }
        }
        self.words.project(
            parameters,
            self.word_weight(),
            self.decoder[0].b,
            &workspace.inputs,
            dropout,
            Place::Decoder(0),
            &mut workspace.embedding,
            &mut layers[0].gates,
        );
        if let Some(view) = &self.view {
            let gates = MatMut::new(&mut layers[0].gates, rows, 4 * h);
            let views = Mat::new(&workspace.views, rows, view.rows);
            multiply(gates, views, view.matrix(parameters), Product::Add);
        }
        for t in 0..workspace.steps.len() {
            self.step(t, dropout, workspace);
        }
        let EncoderDecoderWorkspace { deep, contexts, layers, .. } = workspace;
        deep.resize(rows * h);
        self.deep.forward(parameters, rows, &layers[self.config.layers - 1].hidden, contexts, deep);
    }

    /// One step of the decoder on all sequences that reach it.
    fn step(&self, t: usize, dropout: Dropout, workspace: &mut EncoderDecoderWorkspace) {
        let (parameters, h) = (self.parameters.values(), self.config.width);
        let EncoderDecoderWorkspace {
            source,
            steps,
            sources,
            layers,
            masked,
            queries,
            weights,
            contexts,
            ..
        } = workspace;
        let (rows, memory) = (steps.rows(t), &source.memory);
        let (n, here) = (rows.len(), rows.start * h..rows.end * h);
        let contexts = &mut contexts[here.clone()];
        match &self.aligner {
            Some(aligner) => aligner.align(
                parameters,
                memory,
                &sources[..n],
                &layers[self.config.layers - 1].hidden_before[here.clone()],
                &mut queries[here.clone()],
                &mut weights[rows.start * memory.longest..rows.end * memory.longest],
                contexts,
            ),
            None => last_annotations(memory, &sources[..n], contexts, h),
        }
        multiply(
            MatMut::new(&mut layers[0].gates[4 * here.start..4 * here.end], n, 4 * h),
            Mat::new(contexts, n, h),
            self.context_weight().matrix(parameters),
            Product::Add,
        );
        for (index, layer) in self.decoder.iter().enumerate() {
            let (below, trace) = layers.split_at_mut(index);
            if let Some(below) = below.last() {
                let input = match dropout.is_active() {
                    false => &below.hidden[here.clone()],
                    true => {
                        let masked = &mut masked[index][here.clone()];
                        masked.copy_from_slice(&below.hidden[here.clone()]);
                        dropout.apply(Place::Decoder(index), here.start, masked);
                        masked
                    }
                };
                let gates = &mut trace[0].gates[4 * here.start..4 * here.end];
                fill_rows(gates, layer.b.of(parameters));
                let gates = MatMut::new(gates, n, 4 * h);
                multiply(gates, Mat::new(input, n, h), layer.wx.matrix(parameters), Product::Add);
            }
            layer.step(parameters, steps, t, &mut trace[0]);
        }
    }

    /// Log-probabilities of every word and the attention at every step of one
    /// pair's target, `[T, words]` and `[T, N]`: what a model thinks of a text.
    pub fn explain(&self, pair: &Pair) -> Result<(Vec<f32>, Vec<f32>)> {
        self.check(pair)?;
        let mut workspace = EncoderDecoderWorkspace::default();
        self.forward(&[pair], Dropout::NONE, &mut workspace);
        let (rows, words) = (workspace.steps.total(), self.target.len());
        let mut scores = vec![0.0; rows * words];
        self.projection.scores(self.parameters.values(), rows, &workspace.deep, &mut scores);
        super::output::log_softmax(&mut scores, words);
        Ok((scores, workspace.weights.to_vec()))
    }
}

impl EncoderDecoderWorkspace {
    /// Lays out the targets of a batch.
    fn lay_out(&mut self, model: &EncoderDecoder, batch: &[&Pair]) {
        let (h, view) = (model.config.width, model.config.view);
        self.steps.lay_out(batch.iter().map(|pair| pair.target.len() + 1));
        let rows = self.steps.total();
        self.inputs.resize(rows, 0);
        self.targets.resize(rows, 0);
        self.views.resize(rows * view);
        for (place, &sequence) in self.steps.order().iter().enumerate() {
            let (target, views) = (&batch[sequence].target, &batch[sequence].views);
            for t in 0..=target.len() {
                let row = self.steps.row(t, place);
                self.inputs[row] = if t == 0 { BEGIN } else { target[t - 1] };
                self.targets[row] = target.get(t).copied().unwrap_or(END);
                self.views[row * view..][..view].copy_from_slice(&views[t * view..][..view]);
            }
        }
        self.sources.clear();
        self.sources.extend(self.steps.order().iter().map(|&sequence| sequence as u32));
        self.layers.resize_with(model.config.layers, LstmTrace::default);
        self.masked.resize_with(model.config.layers, Buffer::default);
        self.queries.resize(rows * h);
        self.contexts.resize(rows * h);
        self.weights.resize(rows * self.source.memory.longest);
    }
}

impl Model for EncoderDecoder {
    type Config = EncoderDecoderConfig;
    type Example = Pair;
    type Workspace = EncoderDecoderWorkspace;

    const KIND: &'static str = "encoder-decoder";
    const VERSION: u32 = 1;
    const LEXICONS: &'static [&'static str] = &["source", "target"];

    fn lay_out(
        config: &Checked<EncoderDecoderConfig>,
        lexicons: Vec<Lexicon>,
    ) -> Result<(Self, Layout)> {
        let Ok([source, target]) = <[Lexicon; 2]>::try_from(lexicons) else {
            return Err(Error::input("an encoder-decoder has two lexicons: source and target"));
        };
        let EncoderDecoderConfig { width, embedding, layers, .. } = **config;
        let mut layout = Layout::default();
        let source_words = Embedding::new(&mut layout, "emb_src", source.len(), embedding);
        let words = Embedding::new(&mut layout, "emb_tgt", target.len(), embedding);
        let encoder = LstmStack::new(&mut layout, "enc", source_words, width, layers);
        let decoder = (0..layers).map(|index| {
            let input = if index == 0 { embedding + width } else { width };
            LstmLayer::new(&mut layout, &format!("dec{index}"), input, width)
        });
        let decoder = decoder.collect();
        let aligner = config.aligner.then(|| Aligner::new(&mut layout, "att", width));
        let deep = DeepOutput::new(&mut layout, "out", width);
        let projection = Projection::new(&mut layout, "out.l0", "out.b", width, target.len());
        let bound = Initial::Uniform(1.0 / (width as f32).sqrt());
        let view =
            (config.view > 0).then(|| layout.matrix("dec0.wv", config.view, 4 * width, bound));
        let model = EncoderDecoder {
            config: config.clone(),
            source,
            target,
            parameters: Parameters::default(),
            encoder,
            words,
            decoder,
            view,
            aligner,
            deep,
            projection,
        };
        Ok((model, layout))
    }

    fn config(&self) -> &Checked<EncoderDecoderConfig> {
        &self.config
    }

    fn lexicons(&self) -> Vec<&Lexicon> {
        vec![&self.source, &self.target]
    }

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn parameters_mut(&mut self) -> &mut Parameters {
        &mut self.parameters
    }

    fn check(&self, pair: &Pair) -> Result<()> {
        if pair.source.is_empty() {
            return Err(Error::input("the source is empty, but must have at least one token"));
        }
        self.source.check(&pair.source, "source")?;
        self.target.check(&pair.target, "target")?;
        let expected = (pair.target.len() + 1) * self.config.view;
        if pair.views.len() != expected {
            let found = pair.views.len();
            return Err(Error::input(format!(
                "the views hold {found} numbers, but {} steps of {} make {expected}",
                pair.target.len() + 1,
                self.config.view
            )));
        }
        Ok(())
    }

    fn words(&self, pair: &Pair) -> usize {
        pair.target.len() + 1
    }

    fn length(&self, pair: &Pair) -> (usize, usize) {
        (pair.source.len(), pair.target.len())
    }

    fn train(
        &self,
        batch: &[&Pair],
        objective: &Objective,
        workspace: &mut EncoderDecoderWorkspace,
        gradients: &mut [f32],
    ) -> Loss {
        self.forward(batch, objective.dropout, workspace);
        let EncoderDecoderWorkspace { targets, deep, scores, back, .. } = workspace;
        back.deep.resize(deep.len());
        let parameters = self.parameters.values();
        let loss = self.projection.train(
            parameters,
            deep,
            targets,
            objective,
            scores,
            &mut back.deep,
            gradients,
        );
        self.back(objective.dropout, workspace, gradients);
        loss
    }

    fn loss(&self, batch: &[&Pair], workspace: &mut EncoderDecoderWorkspace) -> Loss {
        self.forward(batch, Dropout::NONE, workspace);
        let EncoderDecoderWorkspace { targets, deep, scores, log_probabilities, .. } = workspace;
        log_probabilities.resize(targets.len(), 0.0);
        let parameters = self.parameters.values();
        self.projection.score_targets(parameters, deep, targets, scores, log_probabilities);
        let sum = log_probabilities.iter().map(|&value| -f64::from(value)).sum();
        Loss { sum, words: targets.len() }
    }
}

/// Visits every token of every source: its row in the encoder, its position
/// in the memory. The encoder reads in reverse, the memory is in order.
fn each_position(
    steps: &Steps,
    lengths: &[usize],
    starts: &[usize],
    mut visit: impl FnMut(usize, usize),
) {
    for (place, &source) in steps.order().iter().enumerate() {
        for t in 0..lengths[source] {
            visit(steps.row(t, place), starts[source] + lengths[source] - 1 - t);
        }
    }
}

fn memory_row(values: &mut [f32], row: usize, h: usize) -> &mut [f32] {
    &mut values[row * h..][..h]
}

/// Without an aligner the context is what the encoder read last: the
/// annotation of the source's first token.
pub(super) fn last_annotations(memory: &Memory, sources: &[u32], contexts: &mut [f32], h: usize) {
    for (&source, context) in sources.iter().zip(contexts.chunks_exact_mut(h)) {
        let first = memory.positions(source).start;
        context.copy_from_slice(&memory.annotations[first * h..][..h]);
    }
}
