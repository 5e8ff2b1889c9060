//! What planning must show on the real SAIL corpus and its maps.

#![allow(clippy::unwrap_used)]

#[path = "../../cicerone/tests/support/sail.rs"]
mod support;

use cicerone::corpus::{Corpus, Part, read_sail};
use cicerone::guide::{Guide, Stages};
use cicerone::select::{Selector, SelectorConfig, choices};
use cicerone::world::World;
use cicerone_eval::planning::{ByLandmark, RouteReport, fit, routes};
use support::sail;

fn corpus() -> Corpus {
    read_sail(&sail().unwrap()).unwrap()
}

#[test]
#[ignore = "needs the SAIL corpus: cicerone data pull sail"]
fn the_meaning_fits_what_people_said_and_did() {
    let corpus = corpus();
    // A laxer meaning raises the first figure and lowers the others.
    for (part, valid, likelihood) in
        [(Part::Train, 0.845, 0.915), (Part::Validation, 0.806, 0.919), (Part::Test, 0.812, 0.891)]
    {
        let report = fit(&corpus, part).unwrap();
        assert!(report.all.valid >= valid, "{part}: {:?}", report.all);
        assert!(report.all.mean_likelihood >= likelihood, "{part}: {:?}", report.all);
        assert!(report.all.control <= 0.262, "{part}: {:?}", report.all);
    }
}

fn plan(corpus: &Corpus, by_landmark: bool) -> RouteReport {
    let choices = choices(corpus, Part::Train, &[]).unwrap();
    let selector = Selector::learn(&choices, &SelectorConfig::default()).unwrap();
    let worlds: Vec<&World> = corpus.worlds.values().collect();
    let mut stages = Stages::plain().with_selection(selector);
    if by_landmark {
        let all = stages.selection().clone();
        stages = stages.with_selection(ByLandmark(all));
    }
    routes(&worlds, &Guide::new(stages)).unwrap()
}

#[test]
#[ignore = "needs the SAIL corpus: cicerone data pull sail"]
fn every_route_of_the_maps_is_said_truly_and_surely() {
    let report = plan(&corpus(), false);
    assert_eq!(report.routes, 16_420);
    assert_eq!(report.all.valid, 1.0);
    for sort in ["turn", "walk"] {
        assert_eq!(report.groups[sort].unambiguous, 1.0, "{sort}");
    }
    let first = &report.groups["first turn"];
    assert!(first.unambiguous_distinct >= 0.996, "{first:?}");
    assert!(first.at_most_two_things >= 0.996, "{first:?}");
    assert!(report.shortfalls.is_empty(), "{:?}", report.shortfalls);
}

#[test]
#[ignore = "needs the SAIL corpus: cicerone data pull sail"]
fn walks_are_said_by_a_landmark_where_one_is_asked_for() {
    let report = plan(&corpus(), true);
    let walks = &report.groups["walk"];
    assert!(walks.by_landmark >= 0.90, "{walks:?}");
    assert_eq!(report.all.valid, 1.0);
}
