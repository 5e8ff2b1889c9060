//! What training and files need to know of a model, whatever it models.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::config::{Check, Checked};
use super::lexicon::Lexicon;
use super::output::{Loss, Objective};
use super::parameters::{Layout, Parameters};
use crate::Result;

/// A network with its lexicons: it can say how well it predicts a batch
/// of examples, and how its weights would have to change to do better.
pub trait Model: Clone + Send + Sync {
    /// The shape of the network.
    type Config: Check + Clone + PartialEq + Serialize + DeserializeOwned;
    /// One thing to learn from.
    type Example: Sync;
    /// Memory of a pass; keeping it between passes saves allocating it again.
    type Workspace: Default + Send;

    /// What files of this model are called.
    const KIND: &'static str;
    /// The version of those files; any change to the meaning of weights or
    /// configuration makes it one more.
    const VERSION: u32;

    /// The names of its lexicons in files.
    const LEXICONS: &'static [&'static str];

    /// Lays the network out, without weights. The lexicons come in the order
    /// of [`LEXICONS`](Self::LEXICONS).
    #[doc(hidden)]
    fn lay_out(config: &Checked<Self::Config>, lexicons: Vec<Lexicon>) -> Result<(Self, Layout)>;

    /// Builds the network with weights drawn from `seed`. The lexicons
    /// come in the order of [`LEXICONS`](Self::LEXICONS).
    fn build(config: &Checked<Self::Config>, lexicons: Vec<Lexicon>, seed: u64) -> Result<Self> {
        let (mut model, layout) = Self::lay_out(config, lexicons)?;
        *model.parameters_mut() = layout.init(seed);
        Ok(model)
    }

    /// The shape it was built with.
    fn config(&self) -> &Checked<Self::Config>;

    /// The lexicons, in the order of their names.
    fn lexicons(&self) -> Vec<&Lexicon>;

    /// The weights.
    #[doc(hidden)]
    fn parameters(&self) -> &Parameters;

    /// The weights, to change.
    #[doc(hidden)]
    fn parameters_mut(&mut self) -> &mut Parameters;

    /// Refuses an example the network cannot take.
    fn check(&self, example: &Self::Example) -> Result<()>;

    /// How many words of an example the loss counts.
    fn words(&self, example: &Self::Example) -> usize;

    /// Sort key of batches: examples of near lengths are batched together.
    fn length(&self, example: &Self::Example) -> (usize, usize);

    /// The loss of a batch of checked examples; its gradients are added.
    #[doc(hidden)]
    fn train(
        &self,
        batch: &[&Self::Example],
        objective: &Objective,
        workspace: &mut Self::Workspace,
        gradients: &mut [f32],
    ) -> Loss;

    /// The loss of a batch of checked examples, without dropout or smoothing.
    fn loss(&self, batch: &[&Self::Example], workspace: &mut Self::Workspace) -> Loss;
}
