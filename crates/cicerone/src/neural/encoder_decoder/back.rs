//! The way back through the encoder-aligner-decoder.
//!
//! Step by step from the last word to the first, because the aligner of step
//! t looked from the state of step t - 1; what concerns weights is left to
//! products over all steps afterwards. Then through the encoder.

use super::{Encoded, EncoderDecoder, EncoderDecoderWorkspace, each_position, memory_row};
use crate::neural::aligner::MemoryGradients;
use crate::neural::buffer::Buffer;
use crate::neural::dropout::{Dropout, Place};
use crate::neural::kernels::add;
use crate::neural::lstm::LstmCarry;
use crate::neural::matrix::{Mat, MatMut, Product, multiply, transpose};
use crate::neural::steps::Steps;

/// Room for gradients.
#[derive(Debug, Default)]
pub(super) struct Back {
    pub(super) deep: Buffer,
    states: Buffer,
    contexts: Buffer,
    queries: Buffer,
    memory: MemoryGradients,
    encoder: Buffer,
    carries: Vec<LstmCarry>,
    /// Turned weights: of each layer's input (of the first, the context's
    /// part), and of the aligner's W.
    inputs_turned: Vec<Buffer>,
    w_turned: Buffer,
}

impl EncoderDecoder {
    /// Goes back from the gradient of the deep output to all weights.
    pub(super) fn back(
        &self,
        dropout: Dropout,
        workspace: &mut EncoderDecoderWorkspace,
        gradients: &mut [f32],
    ) {
        let (parameters, h, top) =
            (self.parameters.values(), self.config.width, self.config.layers - 1);
        let EncoderDecoderWorkspace { source, steps, layers, contexts, back, .. } = workspace;
        let rows = steps.total();
        back.states.resize(rows * h);
        back.contexts.resize(rows * h);
        self.deep.back(
            parameters,
            rows,
            &layers[top].hidden,
            contexts,
            &back.deep,
            &mut back.states,
            &mut back.contexts,
            gradients,
        );
        back.memory.reset(&source.memory);
        back.queries.resize(rows * h);
        back.carries.resize_with(top + 1, LstmCarry::default);
        back.inputs_turned.resize_with(top + 1, Buffer::default);
        for (index, layer) in self.decoder.iter().enumerate() {
            layer.prepare_back(parameters, steps, &mut back.carries[index]);
            let weight = if index == 0 { self.context_weight() } else { layer.wx };
            back.inputs_turned[index].resize(h * 4 * h);
            transpose(&mut back.inputs_turned[index], weight.of(parameters), h, 4 * h);
        }
        if let Some(aligner) = &self.aligner {
            back.w_turned.resize(h * h);
            transpose(&mut back.w_turned, aligner.w.of(parameters), h, h);
        }
        for t in (0..steps.len()).rev() {
            self.step_back(t, dropout, workspace, gradients);
        }
        let EncoderDecoderWorkspace { source, steps, layers, masked, contexts, back, .. } =
            workspace;
        for (index, layer) in self.decoder.iter().enumerate() {
            layer.add_recurrent_gradient(&layers[index], gradients);
            if index > 0 {
                let input =
                    if dropout.is_active() { &masked[index] } else { &layers[index - 1].hidden };
                layer.add_input_gradient(input, &layers[index], gradients);
            }
        }
        let gates = Mat::new(&layers[0].gates, rows, 4 * h);
        let d_context = self.context_weight().matrix_mut(gradients);
        multiply(d_context, Mat::new(contexts, rows, h).t(), gates, Product::Add);
        if let Some(view) = &self.view {
            let views = Mat::new(&workspace.views, rows, view.rows);
            multiply(view.matrix_mut(gradients), views.t(), gates, Product::Add);
        }
        self.words.project_back(
            parameters,
            self.word_weight(),
            self.decoder[0].b,
            dropout,
            Place::Decoder(0),
            &mut workspace.embedding,
            &layers[0].gates,
            gradients,
        );
        if let Some(aligner) = &self.aligner {
            let states = &layers[top].hidden_before;
            aligner.finish_back(
                parameters,
                &source.memory,
                states,
                &back.queries,
                &mut back.memory,
                gradients,
            );
        }
        self.encode_back(dropout, steps, source, back, gradients);
    }

    /// Goes back over one step of the decoder.
    fn step_back(
        &self,
        t: usize,
        dropout: Dropout,
        workspace: &mut EncoderDecoderWorkspace,
        gradients: &mut [f32],
    ) {
        let (parameters, h, top) =
            (self.parameters.values(), self.config.width, self.config.layers - 1);
        let EncoderDecoderWorkspace {
            source, steps, sources, layers, queries, weights, back, ..
        } = workspace;
        let (rows, memory) = (steps.rows(t), &source.memory);
        let (n, here) = (rows.len(), rows.start * h..rows.end * h);
        let carry = &mut back.carries[top];
        carry.arriving[..n * h].copy_from_slice(&back.states[here.clone()]);
        for index in (0..=top).rev() {
            let carry = &mut back.carries[index];
            add(&mut carry.arriving[..n * h], &carry.hidden[..n * h]);
            self.decoder[index].step_back(steps, t, &mut layers[index], carry);
            let gates = Mat::new(&layers[index].gates[4 * here.start..], n, 4 * h);
            let turned = Mat::new(&back.inputs_turned[index], 4 * h, h);
            if index > 0 {
                let below = &mut back.carries[index - 1].arriving[..n * h];
                multiply(MatMut::new(below, n, h), gates, turned, Product::Store);
                dropout.apply(Place::Decoder(index), here.start, below);
            } else {
                let d_contexts = &mut back.contexts[here.clone()];
                multiply(MatMut::new(d_contexts, n, h), gates, turned, Product::Add);
            }
        }
        let d_contexts = &back.contexts[here.clone()];
        let Some(aligner) = &self.aligner else {
            for (&source, d_context) in sources[..n].iter().zip(d_contexts.chunks_exact(h)) {
                let first = memory.positions(source).start;
                add(memory_row(&mut back.memory.annotations, first, h), d_context);
            }
            return;
        };
        let d_queries = &mut back.queries[here.clone()];
        aligner.align_back(
            parameters,
            memory,
            &sources[..n],
            &queries[here],
            &weights[rows.start * memory.longest..rows.end * memory.longest],
            d_contexts,
            d_queries,
            &mut back.memory,
            gradients,
        );
        multiply(
            MatMut::new(&mut back.carries[top].hidden, n, h),
            Mat::new(d_queries, n, h),
            Mat::new(&back.w_turned, h, h),
            Product::Add,
        );
    }

    /// Goes back through the encoder, from the decoder's first states and the
    /// annotations.
    fn encode_back(
        &self,
        dropout: Dropout,
        steps: &Steps,
        source: &mut Encoded,
        back: &mut Back,
        gradients: &mut [f32],
    ) {
        let (parameters, h) = (self.parameters.values(), self.config.width);
        let mut decoder_place = vec![0; steps.sequences()];
        for (place, &sequence) in steps.order().iter().enumerate() {
            decoder_place[sequence] = place;
        }
        let Encoded { steps, lengths, trace, memory, .. } = source;
        self.encoder.prepare_back(parameters, steps, trace);
        for (carry, from) in trace.carries.iter_mut().zip(&back.carries) {
            for (place, &sequence) in steps.order().iter().enumerate() {
                let from_row = decoder_place[sequence] * h;
                carry.hidden[place * h..][..h].copy_from_slice(&from.hidden[from_row..][..h]);
                carry.cell[place * h..][..h].copy_from_slice(&from.cell[from_row..][..h]);
            }
        }
        back.encoder.resize(steps.total() * h);
        each_position(steps, lengths, &memory.starts, |row, position| {
            let d_annotation = &back.memory.annotations[position * h..][..h];
            memory_row(&mut back.encoder, row, h).copy_from_slice(d_annotation);
        });
        self.encoder.back(parameters, steps, dropout, trace, &mut back.encoder, gradients);
    }
}
