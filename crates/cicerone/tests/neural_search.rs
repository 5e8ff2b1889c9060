//! Searches: what they find is what the model says, alone or in company.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use cicerone::neural::internals::{
    Constraint, Hypothesis, Search, SearchConfig, SearchWorkspace, Translator,
};
use cicerone::neural::{Check, EncoderDecoder, EncoderDecoderConfig, Lexicon, Model, Pair};

fn model(words: usize, seed: u64, aligner: bool) -> EncoderDecoder {
    let numbered = |words: usize| Lexicon::new((3..words).map(|word| format!("w{word}"))).unwrap();
    let config = EncoderDecoderConfig { width: 12, embedding: 10, aligner, ..Default::default() };
    let lexicons = vec![numbered(9), numbered(words)];
    let mut model = EncoderDecoder::build(&config.check().unwrap(), lexicons, seed).unwrap();
    // Louder weights, so that the model has opinions.
    model.parameters_mut().values_mut().iter_mut().for_each(|value| *value *= 3.0);
    model
}

fn sources() -> Vec<Vec<u32>> {
    vec![vec![3, 4, 5, 6], vec![7], vec![8, 8, 3, 5, 4, 6, 7], vec![5, 3]]
}

fn decode(translator: &Translator, sources: &[Vec<u32>], search: Search) -> Vec<Vec<Hypothesis>> {
    let config = SearchConfig { search, limit: 6, unknown: true };
    translator.decode(sources, &config, None, &mut SearchWorkspace::default()).unwrap()
}

/// What the model says about a text by teacher forcing.
fn log_probability(model: &EncoderDecoder, source: &[u32], words: &[u32], finished: bool) -> f64 {
    let pair = Pair { source: source.to_vec(), target: words.to_vec(), views: Vec::new() };
    let (scores, _) = model.explain(&pair).unwrap();
    let lexicon = model.target_lexicon().len();
    let targets = words.iter().copied().chain(finished.then_some(2));
    targets.enumerate().map(|(t, word)| f64::from(scores[t * lexicon + word as usize])).sum()
}

#[test]
fn every_search_reports_the_probability_and_attention_of_its_words() {
    for aligner in [true, false] {
        let model = model(13, 1, aligner);
        let translator = Translator::new(vec![model.clone()]).unwrap();
        let sample = Search::Sample { count: 4, temperature: 0.8, seed: 3 };
        for search in [Search::Greedy, Search::Beam(3), sample] {
            for (source, found) in sources().iter().zip(decode(&translator, &sources(), search)) {
                assert_eq!(
                    found.len(),
                    if search == Search::Greedy { 1 } else { found.len().max(3) }
                );
                for hypothesis in found {
                    let Hypothesis { words, log_probability: total, attention, finished } =
                        hypothesis;
                    let expected = log_probability(&model, source, &words, finished);
                    assert!(
                        (total - expected).abs() < 1e-4,
                        "{search:?}: {total} instead of {expected}"
                    );
                    assert_eq!(attention.len(), words.len() + usize::from(finished));
                    for weights in &attention {
                        assert_eq!(weights.len(), source.len());
                        assert!((weights.iter().sum::<f32>() - 1.0).abs() < 1e-5);
                    }
                }
            }
        }
    }
}

#[test]
fn company_changes_no_hypothesis() {
    let translator = Translator::new(vec![model(13, 1, true)]).unwrap();
    let sample = Search::Sample { count: 2, temperature: 1.0, seed: 3 };
    for search in [Search::Greedy, Search::Beam(2)] {
        let together = decode(&translator, &sources(), search);
        for (source, together) in sources().iter().zip(together) {
            let alone = decode(&translator, std::slice::from_ref(source), search).remove(0);
            for (alone, together) in alone.iter().zip(&together) {
                assert_eq!(alone.words, together.words);
                assert!((alone.log_probability - together.log_probability).abs() < 1e-5);
            }
        }
    }
    let words = |found: Vec<Vec<Hypothesis>>| -> Vec<Vec<u32>> {
        found.into_iter().flatten().map(|hypothesis| hypothesis.words).collect()
    };
    let first = words(decode(&translator, &sources()[..1], sample));
    assert_eq!(first, words(decode(&translator, &sources(), sample))[..2]);
}

#[test]
fn a_beam_as_wide_as_the_language_finds_the_likeliest_text() {
    let model = model(6, 2, true);
    let translator = Translator::new(vec![model.clone()]).unwrap();
    let config = SearchConfig { search: Search::Beam(1000), limit: 3, unknown: false };
    let source = vec![3, 4, 5];
    let found = translator
        .decode(std::slice::from_ref(&source), &config, None, &mut SearchWorkspace::default())
        .unwrap();
    let mut best: Option<(f64, Vec<u32>, bool)> = None;
    let texts = [vec![], vec![3], vec![4], vec![5]];
    let extended = |texts: &[Vec<u32>]| -> Vec<Vec<u32>> {
        let next =
            |text: &Vec<u32>| [3, 4, 5].map(|word| text.iter().copied().chain([word]).collect());
        texts.iter().flat_map(next).collect()
    };
    let two = extended(&texts[1..]);
    let three = extended(&two);
    for (text, finished) in
        texts.iter().chain(&two).map(|t| (t, true)).chain(three.iter().map(|t| (t, false)))
    {
        let total = log_probability(&model, &source, text, finished);
        if best.as_ref().is_none_or(|(most, ..)| total > *most) {
            best = Some((total, text.clone(), finished));
        }
    }
    let (total, words, finished) = best.unwrap();
    assert_eq!((&found[0][0].words, found[0][0].finished), (&words, finished));
    assert!((found[0][0].log_probability - total).abs() < 1e-5);
    let sum: f64 = found[0].iter().map(|hypothesis| hypothesis.log_probability.exp()).sum();
    // All that can be said within the limit, but for the unknown and begin.
    assert!(
        found[0].len() == 40 && sum > 0.3 && sum < 1.0 + 1e-6,
        "{} texts, {sum}",
        found[0].len()
    );
}

#[test]
fn samples_follow_the_model() {
    let model = model(6, 2, true);
    let translator = Translator::new(vec![model.clone()]).unwrap();
    let source = vec![3, 4, 5];
    let count = 4000;
    let sample = Search::Sample { count, temperature: 1.0, seed: 9 };
    let found = decode(&translator, std::slice::from_ref(&source), sample).remove(0);
    let ended =
        found.iter().filter(|hypothesis| hypothesis.words.is_empty()).count() as f64 / count as f64;
    let pair = Pair { source, ..Default::default() };
    let (scores, _) = model.explain(&pair).unwrap();
    // Begin is never said; what it would have had is shared out.
    let expected = f64::from(scores[2]).exp() / (1.0 - f64::from(scores[1]).exp());
    assert!((ended - expected).abs() < 0.03, "{ended} instead of {expected}");
}

#[test]
fn ensembles_average_probabilities() {
    let (one, two) = (model(13, 1, true), model(13, 2, true));
    let alone = decode(&Translator::new(vec![one.clone()]).unwrap(), &sources(), Search::Greedy);
    let twice = decode(
        &Translator::new(vec![one.clone(), one.clone()]).unwrap(),
        &sources(),
        Search::Greedy,
    );
    for (alone, twice) in alone.iter().flatten().zip(twice.iter().flatten()) {
        assert_eq!(alone.words, twice.words);
        assert!((alone.log_probability - twice.log_probability).abs() < 1e-4);
    }
    let translator = Translator::new(vec![one.clone(), two.clone()]).unwrap();
    for (source, found) in sources().iter().zip(decode(&translator, &sources(), Search::Greedy)) {
        let Some(&first) = found[0].words.first() else { continue };
        let of = |model: &EncoderDecoder| log_probability(model, source, &[first], false).exp();
        let mean = (of(&one) + of(&two)) / 2.0;
        let pair = Pair { source: source.clone(), ..Default::default() };
        let best = |model: &EncoderDecoder, word: usize| {
            f64::from(model.explain(&pair).unwrap().0[word]).exp()
        };
        assert!((0..13).all(|word| word == 1 || (best(&one, word) + best(&two, word)) / 2.0 <= mean + 1e-6));
    }
    assert!(
        Translator::new(vec![one, model(12, 1, true)]).unwrap_err().to_string().contains("model 2")
    );
}

/// Only `w5`, twice, then the end.
struct Twice;

impl Constraint for Twice {
    fn restrict(&mut self, _: usize, words: &[u32], log_probabilities: &mut [f32]) {
        let allowed = if words.len() < 2 { 5 } else { 2 };
        for (word, value) in log_probabilities.iter_mut().enumerate() {
            if word != allowed {
                *value = f32::NEG_INFINITY;
            }
        }
    }
}

#[test]
fn a_constraint_decides_what_may_be_said() {
    let model = model(13, 1, true);
    let translator = Translator::new(vec![model.clone()]).unwrap();
    for search in
        [Search::Greedy, Search::Beam(3), Search::Sample { count: 2, temperature: 1.0, seed: 1 }]
    {
        let config = SearchConfig { search, ..Default::default() };
        let found = translator
            .decode(&sources(), &config, Some(&mut Twice), &mut Default::default())
            .unwrap();
        for (source, found) in sources().iter().zip(&found) {
            assert_eq!(found[0].words, [5, 5]);
            let expected = log_probability(&model, source, &[5, 5], true);
            assert!((found[0].log_probability - expected).abs() < 1e-4);
        }
    }
}

#[test]
fn wrong_sources_and_settings_are_refused() {
    let translator = Translator::new(vec![model(13, 1, true)]).unwrap();
    let error = |sources: &[Vec<u32>], search| {
        let config = SearchConfig { search, ..Default::default() };
        translator.decode(sources, &config, None, &mut Default::default()).unwrap_err().to_string()
    };
    let empty = error(&[vec![3], vec![]], Search::Greedy);
    assert_eq!(empty, "source 2: the source is empty, but must have at least one token");
    let outside = error(&[vec![3, 9]], Search::Greedy);
    assert_eq!(outside, "source 1 word 2: word 9 is outside the lexicon of 9 words");
    assert!(error(&[vec![3]], Search::Beam(0)).contains("at least one hypothesis"));
    assert!(
        error(&[vec![3]], Search::Sample { count: 1, temperature: 0.0, seed: 0 })
            .contains("temperature")
    );
    assert!(Translator::new(Vec::new()).is_err());
}
