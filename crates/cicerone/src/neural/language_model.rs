//! The LSTM language model: P(word | words before), for ranking candidates.

use serde::{Deserialize, Serialize};

use super::buffer::Buffer;
use super::classes::{ClassProjection, ClassWorkspace};
use super::config::{Check, Checked, outside};
use super::dropout::Dropout;
use super::embedding::Embedding;
use super::lexicon::{BEGIN, END, Lexicon};
use super::model::Model;
use super::output::{Loss, Objective, Projection};
use super::parameters::{Layout, Parameters};
use super::stack::{LstmStack, StackTrace};
use super::steps::Steps;
use crate::{Error, Result, budget};

/// The shape of a [`LanguageModel`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LanguageModelConfig {
    /// Units of every LSTM layer. Default 128, as in the paper.
    pub width: usize,
    /// Size of the word vectors. Default 128.
    pub embedding: usize,
    /// LSTM layers. Default 2.
    pub layers: usize,
    /// Classes of words for a softmax in two steps, which makes large
    /// lexicons cheap; their words should then be sorted by frequency.
    /// Default 0: one softmax over all words.
    pub classes: usize,
}

impl Default for LanguageModelConfig {
    fn default() -> Self {
        LanguageModelConfig { width: 128, embedding: 128, layers: 2, classes: 0 }
    }
}

impl Check for LanguageModelConfig {
    fn problem(&self) -> Option<String> {
        outside("width", self.width, 1, 4096)
            .or_else(|| outside("embedding", self.embedding, 1, 4096))
            .or_else(|| outside("layers", self.layers, 1, 16))
            .or_else(|| outside("classes", self.classes, 0, 1 << 20))
    }
}

/// The network, its lexicon and its weights.
#[derive(Clone, Debug)]
pub struct LanguageModel {
    config: Checked<LanguageModelConfig>,
    lexicon: Lexicon,
    parameters: Parameters,
    stack: LstmStack,
    output: Output,
}

/// How states become words.
#[derive(Clone, Copy, Debug)]
enum Output {
    Full(Projection),
    Classes(ClassProjection),
}

/// The memory of a pass over a batch.
#[derive(Debug, Default)]
pub struct LanguageModelWorkspace {
    steps: Steps,
    inputs: Vec<u32>,
    targets: Vec<u32>,
    trace: StackTrace,
    /// `[R, h]`: the top states, and their gradients.
    states: Buffer,
    state_gradients: Buffer,
    scores: Buffer,
    classes: ClassWorkspace,
    log_probabilities: Vec<f32>,
}

impl LanguageModel {
    /// The lexicon.
    pub fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// The loss of each sentence by itself: what ranking asks for. Sentences
    /// are scored together, which is much faster than one by one.
    pub fn score(
        &self,
        sentences: &[Vec<u32>],
        workspace: &mut LanguageModelWorkspace,
    ) -> Result<Vec<Loss>> {
        let words = self.score_words(sentences, workspace)?;
        let loss = |words: &Vec<f32>| Loss {
            sum: words.iter().map(|&value| -f64::from(value)).sum(),
            words: words.len(),
        };
        Ok(words.iter().map(loss).collect())
    }

    /// The log-probability of each word of each sentence, and of its end.
    pub fn score_words(
        &self,
        sentences: &[Vec<u32>],
        workspace: &mut LanguageModelWorkspace,
    ) -> Result<Vec<Vec<f32>>> {
        for (index, sentence) in sentences.iter().enumerate() {
            self.lexicon.check(sentence, &format!("sentence {}", index + 1))?;
        }
        budget::check()?;
        let batch: Vec<&Vec<u32>> = sentences.iter().collect();
        self.log_probabilities(&batch, workspace);
        let LanguageModelWorkspace { steps, log_probabilities, .. } = workspace;
        let mut scores: Vec<Vec<f32>> =
            sentences.iter().map(|words| vec![0.0; words.len() + 1]).collect();
        for (place, &sentence) in steps.order().iter().enumerate() {
            for (t, score) in scores[sentence].iter_mut().enumerate() {
                *score = log_probabilities[steps.row(t, place)];
            }
        }
        Ok(scores)
    }

    /// Runs the network up to its top states, which end up in `states`.
    fn forward(
        &self,
        batch: &[&Vec<u32>],
        dropout: Dropout,
        workspace: &mut LanguageModelWorkspace,
    ) {
        let LanguageModelWorkspace { steps, inputs, targets, trace, states, .. } = workspace;
        steps.lay_out(batch.iter().map(|sentence| sentence.len() + 1));
        inputs.resize(steps.total(), 0);
        targets.resize(steps.total(), 0);
        for (place, &sequence) in steps.order().iter().enumerate() {
            let sentence = batch[sequence];
            for t in 0..=sentence.len() {
                let row = steps.row(t, place);
                inputs[row] = if t == 0 { BEGIN } else { sentence[t - 1] };
                targets[row] = sentence.get(t).copied().unwrap_or(END);
            }
        }
        self.stack.read(self.parameters.values(), steps, inputs, dropout, trace);
        let top = &trace.layers[self.config.layers - 1].hidden;
        states.resize(top.len());
        states.copy_from_slice(top);
    }

    fn log_probabilities(&self, batch: &[&Vec<u32>], workspace: &mut LanguageModelWorkspace) {
        self.forward(batch, Dropout::NONE, workspace);
        let LanguageModelWorkspace { targets, states, scores, classes, log_probabilities, .. } =
            workspace;
        log_probabilities.resize(targets.len(), 0.0);
        let parameters = self.parameters.values();
        match &self.output {
            Output::Full(full) => {
                full.score_targets(parameters, states, targets, scores, log_probabilities)
            }
            Output::Classes(two) => {
                two.score_targets(parameters, states, targets, classes, log_probabilities)
            }
        }
    }
}

impl Model for LanguageModel {
    type Config = LanguageModelConfig;
    type Example = Vec<u32>;
    type Workspace = LanguageModelWorkspace;

    const KIND: &'static str = "language-model";
    const VERSION: u32 = 1;
    const LEXICONS: &'static [&'static str] = &["words"];

    fn lay_out(
        config: &Checked<LanguageModelConfig>,
        lexicons: Vec<Lexicon>,
    ) -> Result<(Self, Layout)> {
        let Ok([lexicon]) = <[Lexicon; 1]>::try_from(lexicons) else {
            return Err(Error::input("a language model has one lexicon"));
        };
        let LanguageModelConfig { width, embedding, layers, classes } = **config;
        let mut layout = Layout::default();
        let words = Embedding::new(&mut layout, "emb", lexicon.len(), embedding);
        let stack = LstmStack::new(&mut layout, "lstm", words, width, layers);
        let words = lexicon.len();
        let output = match classes {
            0 => Output::Full(Projection::turned(&mut layout, "out.w", "out.b", width, words)),
            _ => Output::Classes(ClassProjection::new(
                &mut layout,
                "out",
                width,
                words,
                classes.min(words),
            )),
        };
        let (config, parameters) = (config.clone(), Parameters::default());
        Ok((LanguageModel { config, lexicon, parameters, stack, output }, layout))
    }

    fn config(&self) -> &Checked<LanguageModelConfig> {
        &self.config
    }

    fn lexicons(&self) -> Vec<&Lexicon> {
        vec![&self.lexicon]
    }

    fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    fn parameters_mut(&mut self) -> &mut Parameters {
        &mut self.parameters
    }

    fn check(&self, sentence: &Vec<u32>) -> Result<()> {
        self.lexicon.check(sentence, "sentence")
    }

    fn words(&self, sentence: &Vec<u32>) -> usize {
        sentence.len() + 1
    }

    fn length(&self, sentence: &Vec<u32>) -> (usize, usize) {
        (sentence.len(), 0)
    }

    fn train(
        &self,
        batch: &[&Vec<u32>],
        objective: &Objective,
        workspace: &mut LanguageModelWorkspace,
        gradients: &mut [f32],
    ) -> Loss {
        self.forward(batch, objective.dropout, workspace);
        let LanguageModelWorkspace {
            steps,
            targets,
            trace,
            states,
            state_gradients,
            scores,
            classes,
            ..
        } = workspace;
        state_gradients.resize(states.len());
        let parameters = self.parameters.values();
        let loss = match &self.output {
            Output::Full(full) => full.train(
                parameters,
                states,
                targets,
                objective,
                scores,
                state_gradients,
                gradients,
            ),
            Output::Classes(two) => two.train(
                parameters,
                states,
                targets,
                objective,
                classes,
                state_gradients,
                gradients,
            ),
        };
        self.stack.prepare_back(parameters, steps, trace);
        self.stack.back(parameters, steps, objective.dropout, trace, state_gradients, gradients);
        loss
    }

    fn loss(&self, batch: &[&Vec<u32>], workspace: &mut LanguageModelWorkspace) -> Loss {
        self.log_probabilities(batch, workspace);
        let losses = workspace.log_probabilities.iter();
        Loss { sum: losses.map(|&value| -f64::from(value)).sum(), words: workspace.targets.len() }
    }
}
