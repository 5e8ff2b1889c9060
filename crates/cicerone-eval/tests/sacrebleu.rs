//! Our scores against figures recorded from sacreBLEU 2.6.0.

#![allow(clippy::unwrap_used)]

use cicerone_eval::{Unit, bleu, chrf};
use serde::Deserialize;

#[derive(Deserialize)]
struct Recorded {
    hypotheses: Vec<String>,
    references: Vec<Vec<String>>,
    corpus_multi: f64,
    corpus_single: f64,
    corpus_first_three: f64,
    sentence_exp: Vec<f64>,
    chrf_multi: f64,
    chrf_single: f64,
}

type Pairs = Vec<(Vec<String>, Vec<Vec<String>>)>;

fn pairs(recorded: &Recorded, most_references: usize) -> Pairs {
    let words = |text: &String| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    recorded
        .hypotheses
        .iter()
        .zip(&recorded.references)
        .map(|(said, references)| {
            (words(said), references.iter().take(most_references).map(words).collect())
        })
        .collect()
}

fn assert_close(ours: f64, theirs: f64) {
    assert!((ours - theirs).abs() < 1e-6, "ours {ours}, sacreBLEU's {theirs}");
}

#[test]
fn scores_equal_the_recorded_ones() {
    let recorded: Recorded = serde_json::from_str(include_str!("data/sacrebleu.json")).unwrap();
    let (all, single) = (pairs(&recorded, usize::MAX), pairs(&recorded, 1));
    assert_close(bleu(&all, Unit::Corpus), recorded.corpus_multi);
    assert_close(bleu(&single, Unit::Corpus), recorded.corpus_single);
    assert_close(bleu(&single[..3], Unit::Corpus), recorded.corpus_first_three);
    assert_close(chrf(&all), recorded.chrf_multi);
    assert_close(chrf(&single), recorded.chrf_single);
    for (pair, theirs) in all.iter().zip(&recorded.sentence_exp) {
        assert_close(bleu(std::slice::from_ref(pair), Unit::SentenceExp), *theirs);
    }
    let mean = recorded.sentence_exp.iter().sum::<f64>() / recorded.sentence_exp.len() as f64;
    assert_close(bleu(&all, Unit::SentenceExp), mean);
}
