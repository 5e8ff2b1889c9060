//! What content selection must show on the real SAIL corpus, and the selector
//! that every binary carries.

#![allow(clippy::unwrap_used)]

#[path = "support/sail.rs"]
mod support;

use cicerone::corpus::{Corpus, Part, read_sail};
use cicerone::guide::Bundle;
use cicerone::select::{Policy, PolicyConfig, Selector, SelectorConfig, StructureBank, choices};
use support::sail;

fn corpus() -> Corpus {
    read_sail(&sail().unwrap()).unwrap()
}

#[test]
#[ignore = "needs the SAIL corpus: cicerone data pull sail"]
fn the_bank_holds_the_training_part() {
    let bank = StructureBank::of(&choices(&corpus(), Part::Train, &[]).unwrap()).unwrap();
    assert_eq!(bank.entries().len(), 546);
    assert_eq!(bank.contexts().values().sum::<u32>(), 2307);
    assert_eq!(bank.entries().iter().filter(|entry| entry.count() == 1).count(), 366);
}

#[test]
#[ignore = "needs the SAIL corpus: cicerone data pull sail"]
fn features_match_on_the_training_part_but_for_the_penalty() {
    let bank = StructureBank::of(&choices(&corpus(), Part::Train, &[]).unwrap()).unwrap();
    for config in [PolicyConfig::paper(), PolicyConfig::default()] {
        let (policy, training) = Policy::learn(&bank, &config).unwrap();
        assert!(training.converged, "{training:?}");
        let (demonstrated, expected) = policy.expectations(&bank);
        let penalty = policy.penalty_gap(&bank, &config);
        let gaps = demonstrated.iter().zip(&expected).map(|(d, e)| d - e);
        let (mut raw, mut exact) = (0.0_f64, 0.0_f64);
        for (gap, penalty) in gaps.zip(penalty) {
            raw = raw.max(gap.abs());
            exact = exact.max((gap - penalty).abs());
        }
        eprintln!("largest gap {raw:.2e}, without the penalty's part {exact:.2e}");
        assert!(exact < 1e-5, "{exact}");
        assert!(raw < 5e-3, "{raw}");
    }
}

#[test]
#[ignore = "needs the SAIL corpus: cicerone data pull sail"]
fn a_group_of_authors_gives_the_same_bytes_twice() {
    let corpus = corpus();
    let authors = ["EDA".to_owned(), "EMWC".to_owned()];
    let learn = || {
        let choices = choices(&corpus, Part::Train, &authors).unwrap();
        Selector::learn(&choices, &SelectorConfig::default()).unwrap()
    };
    let selector = learn();
    assert_eq!(selector.authors(), ["EDA", "EMWC"]);
    let text = selector.to_json();
    // Not assert_eq: a difference would print a megabyte.
    assert!(text == learn().to_json(), "learning again gives other bytes");
    let again = Selector::from_json(&text).unwrap().to_json();
    assert!(text == again, "reading and writing gives other bytes");
    let fault = choices(&corpus, Part::Train, &["XYZ".to_owned()]).unwrap_err().to_string();
    assert!(fault.ends_with("its authors are EDA, EMWC, KLS, KXP, TJS, WLH"), "{fault}");
}

/// The groups of the contexts met in training were found when it was learnt;
/// the arithmetic of today finds the same.
#[test]
fn the_embedded_selector_prepared_what_would_be_found_today() {
    let selector = Bundle::embedded().unwrap().selector;
    for context in selector.bank().contexts().into_keys() {
        let prepared = selector.select_for(context);
        assert_eq!(*prepared, selector.select_afresh(context), "{context}");
    }
}
