//! Gradients against finite differences, batches against single examples, and
//! learning by heart: what both models must do whatever their shape.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use cicerone::neural::internals::{Adam, Dropout, Objective};
use cicerone::neural::{
    AdamConfig, Check, EncoderDecoder, EncoderDecoderConfig, LanguageModel, LanguageModelConfig,
    Lexicon, Model, Pair,
};

fn numbered(words: usize) -> Lexicon {
    Lexicon::new((3..words).map(|word| format!("w{word}"))).unwrap()
}

/// A reproducible number below `below`, different for every `index`.
fn draw(index: usize, below: usize) -> usize {
    let mixed = (index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 33) as usize % below
}

fn sentence(seed: usize, length: usize, words: usize) -> Vec<u32> {
    (0..length).map(|place| (3 + draw(seed * 100 + place, words - 3)) as u32).collect()
}

fn pairs(view: usize) -> Vec<Pair> {
    let lengths = [(5, 3), (2, 4), (7, 0), (1, 6), (5, 5)];
    let pair = |(seed, (source, target)): (usize, (usize, usize))| Pair {
        source: sentence(seed, source, 11),
        target: sentence(seed + 50, target, 13),
        views: (0..(target + 1) * view)
            .map(|i| draw(seed * 77 + i, 100) as f32 / 50.0 - 1.0)
            .collect(),
    };
    lengths.into_iter().enumerate().map(pair).collect()
}

fn translator(width: usize, layers: usize, aligner: bool, view: usize) -> EncoderDecoder {
    let config =
        EncoderDecoderConfig { width, embedding: 6, layers, aligner, view }.check().unwrap();
    EncoderDecoder::build(&config, vec![numbered(11), numbered(13)], 3).unwrap()
}

fn language_model(layers: usize, classes: usize) -> LanguageModel {
    let config = LanguageModelConfig { width: 9, embedding: 6, layers, classes };
    LanguageModel::build(&config.check().unwrap(), vec![numbered(17)], 3).unwrap()
}

fn gradients<M: Model>(model: &M, batch: &[&M::Example], smoothing: f32) -> (f64, Vec<f32>) {
    gradients_with(model, batch, smoothing, Dropout::NONE)
}

fn gradients_with<M: Model>(
    model: &M,
    batch: &[&M::Example],
    smoothing: f32,
    dropout: Dropout,
) -> (f64, Vec<f32>) {
    let words: usize = batch.iter().map(|example| model.words(example)).sum();
    let objective = Objective { scale: 1.0 / words as f32, smoothing, dropout };
    let mut gradients = vec![0.0; model.parameters().values().len()];
    let loss = model.train(batch, &objective, &mut Default::default(), &mut gradients);
    (loss.mean(), gradients)
}

/// Every entry of every tensor, moved up and down. Weights are enlarged first
/// so that no gate sits idle near zero.
fn check_gradients<M: Model>(
    mut model: M,
    batch: &[&M::Example],
    smoothing: f32,
    dropout: Dropout,
) {
    model.parameters_mut().values_mut().iter_mut().for_each(|value| *value *= 1.5);
    let (_, analytic) = gradients_with(&model, batch, smoothing, dropout);
    let step = 4e-3;
    for named in model.parameters().tensors().to_vec() {
        let expected = named.tensor.of(&analytic);
        let largest = expected.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
        assert!(largest > 0.0, "{}: no gradient at all", named.name);
        for (place, &expected) in expected.iter().enumerate() {
            let mut loss_at = |offset: f32| {
                let value = &mut named.tensor.of_mut(model.parameters_mut().values_mut())[place];
                let before = *value;
                *value += offset;
                let (loss, _) = gradients_with(&model, batch, smoothing, dropout);
                named.tensor.of_mut(model.parameters_mut().values_mut())[place] = before;
                loss
            };
            let slope = (loss_at(step) - loss_at(-step)) / (2.0 * f64::from(step));
            let difference = (slope - f64::from(expected)).abs();
            let allowed = 0.02 * f64::from(largest) + 3e-5;
            assert!(
                difference < allowed,
                "{}[{place}]: {expected} but finite difference {slope}",
                named.name
            );
        }
    }
}

#[test]
fn finite_differences_of_the_encoder_decoder() {
    let pairs = pairs(0);
    let batch: Vec<&Pair> = pairs.iter().collect();
    check_gradients(translator(5, 2, true, 0), &batch, 0.0, Dropout::NONE);
    check_gradients(translator(4, 1, true, 0), &batch, 0.1, Dropout::NONE);
    check_gradients(translator(4, 2, true, 0), &batch, 0.0, Dropout::new(0.3, 5));
}

#[test]
fn finite_differences_without_the_aligner_and_with_views() {
    let pairs = pairs(3);
    let batch: Vec<&Pair> = pairs.iter().collect();
    check_gradients(translator(4, 2, false, 3), &batch, 0.0, Dropout::NONE);
    check_gradients(translator(4, 3, true, 3), &batch, 0.0, Dropout::NONE);
}

#[test]
fn finite_differences_of_the_language_model() {
    let sentences: Vec<Vec<u32>> = [4, 1, 0, 6].iter().map(|&n| sentence(n, n, 17)).collect();
    let batch: Vec<&Vec<u32>> = sentences.iter().collect();
    check_gradients(language_model(2, 0), &batch, 0.0, Dropout::NONE);
    check_gradients(language_model(1, 0), &batch, 0.1, Dropout::new(0.2, 9));
    check_gradients(language_model(1, 3), &batch, 0.0, Dropout::NONE);
    check_gradients(language_model(1, 5), &batch, 0.1, Dropout::new(0.2, 9));
}

/// Company changes nothing: the loss and gradients of a batch are those of
/// its members, weighted by their words.
fn check_company<M: Model>(model: &M, batch: &[&M::Example]) {
    let words: usize = batch.iter().map(|example| model.words(example)).sum();
    let (together, gradients_together) = gradients(model, batch, 0.0);
    let (mut apart, mut gradients_apart) = (0.0, vec![0.0; gradients_together.len()]);
    for example in batch {
        let share = model.words(example) as f64 / words as f64;
        let (loss, gradients) = gradients(model, &[*example], 0.0);
        apart += share * loss;
        for (sum, value) in gradients_apart.iter_mut().zip(&gradients) {
            *sum += share as f32 * value;
        }
    }
    assert!((together - apart).abs() < 1e-6, "{together} together, {apart} apart");
    let evaluated = model.loss(batch, &mut Default::default()).mean();
    assert!(
        (together - evaluated).abs() < 1e-6,
        "{together} in training, {evaluated} in evaluation"
    );
    for (together, apart) in gradients_together.iter().zip(&gradients_apart) {
        assert!((together - apart).abs() < 1e-6, "gradient {together} together, {apart} apart");
    }
}

#[test]
fn a_batch_is_the_sum_of_its_members() {
    for (aligner, view) in [(true, 0), (false, 0), (true, 2)] {
        let pairs = pairs(view);
        check_company(&translator(8, 2, aligner, view), &pairs.iter().collect::<Vec<_>>());
    }
    let sentences: Vec<Vec<u32>> = [4, 1, 0, 6].iter().map(|&n| sentence(n, n, 17)).collect();
    for classes in [0, 4] {
        let model = language_model(2, classes);
        check_company(&model, &sentences.iter().collect::<Vec<_>>());
        let together = model.score(&sentences, &mut Default::default()).unwrap();
        for (sentence, loss) in sentences.iter().zip(together) {
            let alone = model.loss(&[sentence], &mut Default::default());
            assert!((alone.mean() - loss.mean()).abs() < 1e-6 && alone.words == loss.words);
        }
    }
}

#[test]
fn the_probabilities_of_all_words_add_up_to_one() {
    for classes in [0, 1, 4, 17, 1000] {
        let model = language_model(1, classes);
        // Every word that may come third, and the end, which comes unasked.
        let mut sentences: Vec<Vec<u32>> = (0..17).map(|word| vec![5, 6, word]).collect();
        sentences[2].pop();
        let scores = model.score_words(&sentences, &mut Default::default()).unwrap();
        let sum: f32 = scores.iter().map(|words| words[2].exp()).sum();
        assert!((sum - 1.0).abs() < 1e-5, "{sum} with {classes} classes");
    }
}

fn overfit<M: Model>(mut model: M, batch: &[&M::Example]) -> f64 {
    let config = AdamConfig { rate: 0.01, ..Default::default() }.check().unwrap();
    let mut adam = Adam::new(model.parameters().values().len());
    for _ in 0..300 {
        let (_, gradients) = gradients(&model, batch, 0.0);
        let norm = gradients.iter().map(|value| f64::from(value * value)).sum::<f64>().sqrt();
        adam.update(&config, model.parameters_mut().values_mut(), &gradients, norm, 1);
    }
    model.loss(batch, &mut Default::default()).mean()
}

#[test]
fn sixteen_pairs_are_learnt_by_heart() {
    let pair = |seed: usize| Pair {
        source: sentence(seed, 3 + seed % 5, 11),
        target: sentence(seed + 50, 2 + seed % 4, 13),
        views: Vec::new(),
    };
    let pairs: Vec<Pair> = (0..16).map(pair).collect();
    let batch: Vec<&Pair> = pairs.iter().collect();
    for aligner in [true, false] {
        let loss = overfit(translator(32, 2, aligner, 0), &batch);
        assert!(loss < 0.01, "loss {loss} with aligner {aligner}");
    }
}
