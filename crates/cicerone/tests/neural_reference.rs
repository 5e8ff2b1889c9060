//! The engine against an independent implementation in double precision.
//!
//! `fixtures/README.md` tells what the numbers are; the tolerances are those
//! stated there.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use cicerone::neural::internals::{Adam, Dropout, Objective};
use cicerone::neural::{
    AdamConfig, Check, EncoderDecoder, EncoderDecoderConfig, Lexicon, Model, Pair,
};
use safetensors::SafeTensors;
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    sources: Vec<Vec<u32>>,
    targets: Vec<Vec<u32>>,
    end: u32,
    loss: f64,
    log_probs_first_pair: Vec<Vec<f64>>,
    attention_first_pair: Vec<Vec<f64>>,
    adam: Trajectory,
}

#[derive(Deserialize)]
struct Trajectory {
    lr: f64,
    beta1: f64,
    beta2: f64,
    eps: f64,
    losses: Vec<f64>,
}

fn fixture(name: &str) -> Vec<u8> {
    let path = format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn tensor(file: &SafeTensors<'_>, name: &str) -> Vec<f32> {
    let view = file.tensor(name).unwrap();
    view.data().as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
}

fn load() -> (EncoderDecoder, Reference, Vec<Pair>) {
    let reference: Reference = serde_json::from_slice(&fixture("seq2seq.json")).unwrap();
    let bytes = fixture("seq2seq-weights.safetensors");
    let weights = SafeTensors::deserialize(&bytes).unwrap();
    let numbered = |words: usize| Lexicon::new((3..words).map(|word| format!("w{word}"))).unwrap();
    let config =
        EncoderDecoderConfig { width: 8, embedding: 8, ..Default::default() }.check().unwrap();
    let mut model = EncoderDecoder::build(&config, vec![numbered(12), numbered(15)], 0).unwrap();
    let tensors = model.parameters().tensors().to_vec();
    assert_eq!(tensors.len(), 21);
    for named in tensors {
        assert_eq!(weights.tensor(&named.name).unwrap().shape(), named.shape(), "{}", named.name);
        let values = named.tensor.of_mut(model.parameters_mut().values_mut());
        values.copy_from_slice(&tensor(&weights, &named.name));
    }
    let pairs = reference.sources.iter().zip(&reference.targets).map(|(source, target)| {
        let (end, target) = target.split_last().unwrap();
        assert_eq!(*end, reference.end);
        Pair { source: source.clone(), target: target.to_vec(), views: Vec::new() }
    });
    let pairs = pairs.collect();
    (model, reference, pairs)
}

fn close(found: f32, expected: f64, tolerance: f64, what: &str) {
    let difference = (f64::from(found) - expected).abs();
    assert!(
        difference <= tolerance,
        "{what}: {found} instead of {expected}, off by {difference:e}"
    );
}

fn gradients_of(model: &EncoderDecoder, pairs: &[Pair]) -> (f64, Vec<f32>) {
    let batch: Vec<&Pair> = pairs.iter().collect();
    let words: usize = batch.iter().map(|pair| model.words(pair)).sum();
    let objective = Objective { scale: 1.0 / words as f32, smoothing: 0.0, dropout: Dropout::NONE };
    let mut gradients = vec![0.0; model.parameters().values().len()];
    let loss = model.train(&batch, &objective, &mut Default::default(), &mut gradients);
    assert_eq!(loss.words, words);
    (loss.mean(), gradients)
}

#[test]
fn loss_probabilities_and_attention() {
    let (model, reference, pairs) = load();
    let batch: Vec<&Pair> = pairs.iter().collect();
    let loss = model.loss(&batch, &mut Default::default()).mean();
    assert!((loss / reference.loss - 1.0).abs() < 1e-5, "{loss} instead of {}", reference.loss);
    let (log_probabilities, attention) = model.explain(&pairs[0]).unwrap();
    for (found, expected) in
        log_probabilities.iter().zip(reference.log_probs_first_pair.iter().flatten())
    {
        close(*found, *expected, 1e-5, "log-probability");
    }
    // The reference lists weights as its encoder reads, in reverse; ours are
    // in the order of the source.
    let positions = pairs[0].source.len();
    for (found, expected) in attention.chunks_exact(positions).zip(&reference.attention_first_pair)
    {
        for (found, expected) in found.iter().zip(expected.iter().rev()) {
            close(*found, *expected, 1e-6, "attention");
        }
    }
}

#[test]
fn all_gradient_tensors() {
    let (model, reference, pairs) = load();
    let (loss, gradients) = gradients_of(&model, &pairs);
    assert!((loss / reference.loss - 1.0).abs() < 1e-5, "{loss} instead of {}", reference.loss);
    let bytes = fixture("seq2seq-gradients.safetensors");
    let expected = SafeTensors::deserialize(&bytes).unwrap();
    assert_eq!(expected.len(), 21);
    for named in model.parameters().tensors() {
        let expected = tensor(&expected, &named.name);
        let largest = expected.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
        for (found, expected) in named.tensor.of(&gradients).iter().zip(&expected) {
            close(*found, f64::from(*expected), 1e-3 * f64::from(largest), &named.name);
        }
    }
}

#[test]
fn the_trajectory_of_adam() {
    let (mut model, reference, pairs) = load();
    let Trajectory { lr, beta1, beta2, eps, losses } = reference.adam;
    let config =
        AdamConfig { rate: lr, beta1, beta2, epsilon: eps, clip: 0.0, ..Default::default() };
    let config = config.check().unwrap();
    let mut adam = Adam::new(model.parameters().values().len());
    for (step, expected) in losses.iter().enumerate() {
        let (loss, gradients) = gradients_of(&model, &pairs);
        assert!((loss / expected - 1.0).abs() < 1e-5, "step {step}: {loss} instead of {expected}");
        adam.update(&config, model.parameters_mut().values_mut(), &gradients, 0.0, 1);
    }
}
