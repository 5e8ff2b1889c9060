//! How near texts are to others.

use cicerone_eval::{Diversity, Unit};
use pyo3::prelude::*;

use crate::error::{json, raised, wrong};

/// Texts, each with those it is held against, all in words.
type Pairs = Vec<(Vec<String>, Vec<Vec<String>>)>;

/// The words of a text, as every score counts them.
#[pyfunction]
pub(crate) fn tokenize(text: &str) -> Vec<String> {
    cicerone::words::tokenize(text)
}

/// BLEU in percent, and what it is.
#[pyfunction]
pub(crate) fn bleu(pairs: Pairs, unit: &str) -> PyResult<(f64, String)> {
    let counted = match unit {
        "corpus" => Unit::Corpus,
        "sentence-exp" => Unit::SentenceExp,
        "sentence-2016" => Unit::Sentence2016,
        other => {
            return Err(wrong(format!(
                "there is no BLEU of '{other}'; there are corpus, sentence-exp, sentence-2016"
            )));
        }
    };
    let most = pairs.iter().map(|(_, references)| references.len()).max().unwrap_or(0);
    let signature = format!(
        "BLEU-4|{unit}|refs:{most}|case:lower|tok:cicerone|version:{}",
        env!("CARGO_PKG_VERSION")
    );
    Ok((cicerone_eval::bleu(&pairs, counted), signature))
}

/// chrF2 in percent, and what it is.
#[pyfunction]
pub(crate) fn chrf(pairs: Pairs) -> (f64, &'static str) {
    (cicerone_eval::chrf(&pairs), cicerone_eval::CHRF_SIGNATURE)
}

/// Plain facts about texts, as JSON.
#[pyfunction]
pub(crate) fn diversity(pairs: Pairs) -> PyResult<String> {
    json(&Diversity::of(&pairs)).map_err(raised)
}
