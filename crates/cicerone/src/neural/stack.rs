//! LSTM layers on top of each other, reading a sequence of words: the encoder
//! of a translator, and the whole body of a language model.

use super::buffer::Buffer;
use super::dropout::{Dropout, Place};
use super::embedding::{Embedding, EmbeddingTrace};
use super::lstm::{LstmCarry, LstmLayer, LstmTrace};
use super::parameters::Layout;
use super::steps::Steps;

/// Words in, states of every layer out.
#[derive(Clone, Debug)]
pub(super) struct LstmStack {
    /// The vectors of the words.
    pub embedding: Embedding,
    /// From the words upwards.
    pub layers: Vec<LstmLayer>,
}

/// What a pass leaves for the way back, and room for that way.
#[derive(Clone, Debug, Default)]
pub(super) struct StackTrace {
    /// One per layer.
    pub layers: Vec<LstmTrace>,
    /// One per layer; before going back, [`LstmStack::prepare_back`] makes
    /// them zero and gradients of last states can be put there.
    pub carries: Vec<LstmCarry>,
    embedding: EmbeddingTrace,
    /// `[R, h]`: the masked input of each layer above the first, with dropout.
    masked: Vec<Buffer>,
}

impl LstmStack {
    /// Adds layers `name0`, `name1`, ... to a layout.
    pub(super) fn new(
        layout: &mut Layout,
        name: &str,
        embedding: Embedding,
        width: usize,
        layers: usize,
    ) -> LstmStack {
        let layer = |index| {
            let input = if index == 0 { embedding.table.columns } else { width };
            LstmLayer::new(layout, &format!("{name}{index}"), input, width)
        };
        LstmStack { embedding, layers: (0..layers).map(layer).collect() }
    }

    /// Makes room for a batch.
    pub(super) fn prepare(&self, steps: &Steps, trace: &mut StackTrace) {
        trace.layers.resize_with(self.layers.len(), LstmTrace::default);
        trace.carries.resize_with(self.layers.len(), LstmCarry::default);
        trace.masked.resize_with(self.layers.len(), Buffer::default);
        for (layer, trace) in self.layers.iter().zip(&mut trace.layers) {
            layer.prepare(steps, trace);
        }
    }

    /// Reads the words of a batch, laid out in rows by `steps`.
    pub(super) fn read(
        &self,
        parameters: &[f32],
        steps: &Steps,
        words: &[u32],
        dropout: Dropout,
        trace: &mut StackTrace,
    ) {
        self.prepare(steps, trace);
        let (first, gates) = (&self.layers[0], &mut trace.layers[0].gates);
        let place = Place::Encoder(0);
        self.embedding.project(
            parameters,
            first.wx,
            first.b,
            words,
            dropout,
            place,
            &mut trace.embedding,
            gates,
        );
        self.run(parameters, steps, dropout, trace);
    }

    /// Runs all layers, once the first layer's products are in place.
    pub(super) fn run(
        &self,
        parameters: &[f32],
        steps: &Steps,
        dropout: Dropout,
        trace: &mut StackTrace,
    ) {
        for (index, layer) in self.layers.iter().enumerate() {
            let (below, here) = trace.layers.split_at_mut(index);
            if let Some(below) = below.last() {
                let input = mask(&below.hidden, dropout, index, &mut trace.masked[index]);
                layer.project(parameters, input, &mut here[0]);
            }
            layer.run(parameters, steps, &mut here[0]);
        }
    }

    /// Makes ready to go back.
    pub(super) fn prepare_back(&self, parameters: &[f32], steps: &Steps, trace: &mut StackTrace) {
        for (layer, carry) in self.layers.iter().zip(&mut trace.carries) {
            layer.prepare_back(parameters, steps, carry);
        }
    }

    /// Goes back from `hidden_gradients`, `[R, h]` of the top layer, which is
    /// used up, adding the gradients of all weights.
    pub(super) fn back(
        &self,
        parameters: &[f32],
        steps: &Steps,
        dropout: Dropout,
        trace: &mut StackTrace,
        hidden_gradients: &mut [f32],
        gradients: &mut [f32],
    ) {
        for (index, layer) in self.layers.iter().enumerate().rev() {
            let (below, here) = trace.layers.split_at_mut(index);
            layer.run_back(steps, hidden_gradients, &mut here[0], &mut trace.carries[index]);
            layer.add_recurrent_gradient(&here[0], gradients);
            if let Some(below) = below.last() {
                let input = if dropout.is_active() { &trace.masked[index] } else { &below.hidden };
                layer.add_input_gradient(input, &here[0], gradients);
                layer.input_back(parameters, &here[0], hidden_gradients);
                dropout.apply(Place::Encoder(index), 0, hidden_gradients);
            }
        }
        let first = &self.layers[0];
        self.embedding.project_back(
            parameters,
            first.wx,
            first.b,
            dropout,
            Place::Encoder(0),
            &mut trace.embedding,
            &trace.layers[0].gates,
            gradients,
        );
    }
}

/// The input of a layer: the states below, masked if there is dropout.
fn mask<'a>(
    hidden: &'a [f32],
    dropout: Dropout,
    layer: usize,
    masked: &'a mut Buffer,
) -> &'a [f32] {
    if !dropout.is_active() {
        return hidden;
    }
    masked.resize(hidden.len());
    masked.copy_from_slice(hidden);
    dropout.apply(Place::Encoder(layer), 0, masked);
    masked
}
