//! Content selection on the real corpus, against recorded figures.

#![allow(clippy::unwrap_used)]

#[path = "../../cicerone/tests/support/sail.rs"]
mod support;

use cicerone::corpus::{Part, read_sail};
use cicerone::select::{Selector, SelectorConfig, choices};
use cicerone_eval::selection::{SelectionReport, evaluate};
use support::sail;

/// What a plain multinomial logistic regression on a dozen similar contexts
/// reaches on this split: log-likelihood, recall at 10 and at 100.
const REGRESSION: [(Part, f64, f64, f64); 2] =
    [(Part::Validation, -4.40, 0.646, 0.794), (Part::Test, -5.27, 0.584, 0.727)];

#[test]
#[ignore = "needs the SAIL corpus: cicerone data pull sail"]
fn the_policy_is_at_least_as_good_as_a_regression_and_its_candidates_lose_nothing() {
    let corpus = read_sail(&sail().unwrap()).unwrap();
    let train = choices(&corpus, Part::Train, &[]).unwrap();
    let selector = Selector::learn(&train, &SelectorConfig::default()).unwrap();
    for (part, log_likelihood, at_10, at_100) in REGRESSION {
        let report: SelectionReport = evaluate(&selector, &choices(&corpus, part, &[]).unwrap());
        let [.., by_kind, policy] = &report.models[..] else { panic!("no policy") };
        assert!(policy.log_likelihood >= log_likelihood, "{part}: {policy:?}");
        assert!(policy.recall[&10] >= at_10, "{part}: {policy:?}");
        assert!(policy.recall[&100] >= at_100, "{part}: {policy:?}");
        assert!(policy.log_likelihood > by_kind.log_likelihood);
        for kept in [report.neighbours, report.candidates] {
            assert!(kept.recall >= kept.policy_recall - 0.01, "{part}: {kept:?}");
        }
    }
}
