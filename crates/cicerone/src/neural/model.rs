//! What training and files need to know of a model, whatever it models.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::config::{Check, Checked};
use super::output::{Loss, Objective};
use super::parameters::Parameters;
use super::vocabulary::Vocabulary;
use crate::Result;

/// A network with its vocabularies: it can say how well it predicts a batch
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

    /// The names of its vocabularies in files.
    const VOCABULARIES: &'static [&'static str];

    /// Builds the network with weights drawn from `seed`. The vocabularies
    /// come in the order of [`VOCABULARIES`](Self::VOCABULARIES).
    fn build(
        config: &Checked<Self::Config>,
        vocabularies: Vec<Vocabulary>,
        seed: u64,
    ) -> Result<Self>;

    /// The shape it was built with.
    fn config(&self) -> &Checked<Self::Config>;

    /// The vocabularies, in the order of their names.
    fn vocabularies(&self) -> Vec<&Vocabulary>;

    /// The weights.
    fn parameters(&self) -> &Parameters;

    /// The weights, to change.
    fn parameters_mut(&mut self) -> &mut Parameters;

    /// Refuses an example the network cannot take.
    fn check(&self, example: &Self::Example) -> Result<()>;

    /// How many words of an example the loss counts.
    fn words(&self, example: &Self::Example) -> usize;

    /// Sort key of batches: examples of near lengths are batched together.
    fn length(&self, example: &Self::Example) -> (usize, usize);

    /// The loss of a batch of checked examples; its gradients are added.
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
