//! The recurrent engine under every network of Cicerone.
//!
//! A user loads models ([`load`], [`from_bytes`]), hands them to what speaks,
//! ranks, understands or follows with them, and never sees more. Who teaches
//! them (the feature `training`) supplies examples and runs a `Training`,
//! which lives in a directory and survives being stopped.
//!
//! # The model on one page
//!
//! Two models are made of few parts, and each part owns its way forward and
//! its way back. Rows are what is computed together: B sequences, R steps of
//! all of them (`steps.rs`: nothing is padded). h is the width, e the size of
//! a word's vector, N the length of a source, K the number of words.
//!
//! The encoder-aligner-decoder, P(words | tokens) ([`EncoderDecoder`], in
//! `encoder_decoder.rs`; the paper's 'Surface Realization'):
//!
//! ```text
//! x_j = E[token_j]                                 E [K', e]      embedding.rs
//! h_j = lstm(x_j, h_{j+1})   the source in reverse                stack.rs
//! d_0 = h_1                  layer by layer
//! beta_tj = v' tanh(W d_{t-1} + V h_j)             W, V [h, h]    aligner.rs
//! alpha_t = softmax_j(beta_t)       z_t = sum_j alpha_tj h_j      z [R, h]
//! d_t = lstm([E'[word_{t-1}], z_t, view_t], d_{t-1})              lstm.rs
//! q_t = L0 (Ld d_t + Lz z_t) + b                   L0 [h, K]      output.rs
//! P(word_t) = softmax(q_t)
//!
//! lstm:  (i f g o) = (sigmoid sigmoid tanh sigmoid)(x Wx + h' Wh + b)
//!        c = f * c' + i * g      h = o * tanh(c)   Wx [in, 4h], Wh [h, 4h]
//! ```
//!
//! The language model, P(word | words before) ([`LanguageModel`], in
//! `language_model.rs`), which ranks what the first one says:
//!
//! ```text
//! s_t = lstm(E[word_{t-1}], s_{t-1})                              stack.rs
//! P(word_t) = P(class | s_t) P(word_t | class, s_t)               classes.rs
//! ```
//!
//! Speaking is a search over these probabilities, greedy, by beam or by
//! sampling, alone or as an ensemble, within a grammar if there is one
//! (`search.rs`); or it is stepped by hand ([`Decoding`], in `decoder.rs`), as
//! one does who looks around between steps. Learning lowers -log P by Adam
//! (`adam.rs`), a batch at a time (`learner.rs`), with dropout that needs no
//! memory (`dropout.rs`).
//!
//! Underneath, weights lie in one run of memory (`parameters.rs`), matrix
//! products are those of `gemm-f32` (`matrix.rs`), and everything element-wise
//! is compiled for each instruction set and chosen when the program runs
//! (`kernels.rs`). The derivations are by hand, and held to finite differences
//! and to an independent implementation by tests.

#[cfg(feature = "training")]
mod adam;
mod aligner;
#[cfg(feature = "training")]
mod batches;
mod buffer;
mod classes;
mod config;
#[cfg(feature = "training")]
mod curves;
mod decoder;
mod dropout;
mod embedding;
mod encoder_decoder;
mod files;
mod kernels;
mod language_model;
#[cfg(feature = "training")]
mod learner;
mod lexicon;
mod lstm;
mod matrix;
mod model;
mod output;
mod parameters;
#[cfg(feature = "training")]
mod run;
mod search;
mod stack;
mod steps;
#[cfg(feature = "training")]
mod training;

pub use config::{Check, Checked};
pub use decoder::Decoding;
pub use encoder_decoder::{EncoderDecoder, EncoderDecoderConfig};
pub use files::{Precision, from_bytes, load, save, to_bytes};
pub use language_model::{LanguageModel, LanguageModelConfig, LanguageModelWorkspace};
pub use lexicon::{BEGIN, END, Lexicon, UNKNOWN};
pub use model::Model;
pub use output::Loss;

#[cfg(feature = "training")]
pub use {
    adam::AdamConfig,
    batches::Supply,
    encoder_decoder::Pair,
    training::{Observer, Report, TrainConfig, Trained, Training},
};

pub(crate) use decoder::Translator;
pub(crate) use search::{Constraint, Hypothesis, Search, SearchConfig, SearchWorkspace};

/// The parts, for the tests, benchmarks and examples of the engine itself. No
/// promise is made about them.
#[cfg(feature = "training")]
#[doc(hidden)]
pub mod internals {
    pub use super::adam::Adam;
    pub use super::decoder::Translator;
    pub use super::dropout::Dropout;
    pub use super::learner::{Learner, Regularization, StepReport};
    pub use super::matrix::{Mat, MatMut, Product, multiply};
    pub use super::output::Objective;
    pub use super::parameters::{Layout, NamedTensor, Parameters, Tensor};
    pub use super::search::{Constraint, Hypothesis, Search, SearchConfig, SearchWorkspace};
}
