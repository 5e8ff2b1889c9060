//! The recurrent engine under every network of Cicerone.
//!
//! There are few parts, and each owns its way forward and its way back:
//!
//! 1. words become vectors ([`Embedding`]),
//! 2. stacked LSTM layers read them ([`LstmLayer`], [`LstmStack`]),
//! 3. an [`Aligner`] finds what in the source the next word is about,
//! 4. the [`DeepOutput`] and a [`Projection`] turn states into words and, in
//!    training, into a [`Loss`],
//! 5. [`Adam`] follows the gradients.
//!
//! Two models are made of them: the [`EncoderDecoder`] of the paper's section
//! 'Surface Realization' and the [`LanguageModel`] that ranks its candidates.
//! Both implement [`Model`], which is all that training and files ask for: a
//! [`Training`] lives in a directory and survives being stopped, [`save`] and
//! [`load`] keep a model with its lexicons. A [`Translator`] speaks: it
//! searches greedily, by beam or by sampling ([`SearchConfig`]), alone or as an
//! ensemble, within a grammar if there is one ([`Constraint`]); or it is
//! stepped by hand ([`Decoding`]), as one does who looks around between steps.
//!
//! Underneath, sequences of a batch are laid out as [`Steps`], weights lie in
//! one run of memory ([`Parameters`]), matrix products are the `gemm` crate's
//! and everything element-wise is compiled for each instruction set and chosen
//! when the program runs. The derivations are by hand, and held to
//! finite differences and to an independent implementation by tests.

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

#[cfg(feature = "training")]
pub use adam::{Adam, AdamConfig};
pub use aligner::{Aligner, Memory, MemoryGradients};
#[cfg(feature = "training")]
pub use batches::Supply;
pub use buffer::Buffer;
pub use classes::{ClassProjection, ClassWorkspace};
pub use config::{Check, Checked, outside};
pub use decoder::{Decoding, Translator};
pub use dropout::{Dropout, Place};
pub use embedding::{Embedding, EmbeddingTrace};
pub use encoder_decoder::{EncoderDecoder, EncoderDecoderConfig, EncoderDecoderWorkspace, Pair};
pub use files::{Precision, from_bytes, load, save, to_bytes};
pub use language_model::{LanguageModel, LanguageModelConfig, LanguageModelWorkspace};
#[cfg(feature = "training")]
pub use learner::{Learner, Regularization, Step};
pub use lexicon::{BEGIN, END, Lexicon, UNKNOWN};
pub use lstm::{LstmCarry, LstmLayer, LstmTrace};
pub use matrix::{Mat, MatMut, Product, multiply};
pub use model::Model;
pub use output::{DeepOutput, Loss, Objective, Projection};
pub use parameters::{Initial, Layout, Named, Parameters, Tensor};
pub use search::{Constraint, Hypothesis, Search, SearchConfig, SearchWorkspace};
pub use stack::{LstmStack, StackTrace};
pub use steps::Steps;
#[cfg(feature = "training")]
pub use training::{Observer, Outcome, Report, TrainConfig, Training};
