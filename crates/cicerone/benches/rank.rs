//! How long ranking takes, with a model of the size that is trained.

#![allow(missing_docs, clippy::unwrap_used)]

use cicerone::neural::{Check, LanguageModel, LanguageModelConfig, Lexicon, Model};
use cicerone::rank::Ranker;
use divan::Bencher;

fn main() {
    divan::main();
}

/// Candidates of ten words, no two of them the same.
#[divan::bench(args = [1, 10, 100])]
fn rank(bencher: Bencher<'_, '_>, candidates: usize) {
    let words: Vec<String> = (0..10_000).map(|number| format!("word{number}")).collect();
    let config = LanguageModelConfig { classes: 100, ..LanguageModelConfig::default() };
    let lexicon = Lexicon::new(words.clone()).unwrap();
    let model = LanguageModel::build(&config.check().unwrap(), vec![lexicon], 1).unwrap();
    let ranker = Ranker::new(model);
    // Candidates for one command share most of their words.
    let word = |candidate: usize, place: usize| words[(candidate * place * place) % 300].clone();
    let said: Vec<Vec<String>> = (1..=candidates)
        .map(|candidate| (0..10).map(|place| word(candidate, place)).collect())
        .collect();
    bencher.bench(|| ranker.rank(&said).unwrap());
}
