//! Evaluating, as `cicerone evaluate` does. Every report is JSON.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cicerone::corpus::augment::Pair;
use cicerone::corpus::{Corpus, Part, read_sail};
use cicerone::follow::{Care, Paragraph, StartRule, WalkingLesson};
use cicerone::read::{Critic, read_walks};
use cicerone::realize::CandidateConfig;
use cicerone::select::choices;
use cicerone_eval::directions::{directions_report, random_routes};
use cicerone_eval::realization::Reference;
use pyo3::prelude::*;

use crate::error::{json, raised};
use crate::guide::Guide;
use crate::world::{World, profile_named};

/// Directions between random named places of a building, judged by an oracle.
#[pyfunction]
pub(crate) fn directions(
    py: Python<'_>,
    guide: &Guide,
    world: &World,
    routes: usize,
    seed: u64,
    profile: &str,
) -> PyResult<String> {
    let (profile, world) = (profile_named(profile)?, &world.world);
    let judge = || {
        let (routes, _) = random_routes(world, routes, seed, profile)?;
        json(&directions_report(&guide.guide, world, &routes, 10)?)
    };
    py.detach(judge).map_err(raised)
}

/// Does the selector foresee what people say?
#[pyfunction]
pub(crate) fn selection(
    py: Python<'_>,
    guide: &Guide,
    data: PathBuf,
    parts: Vec<String>,
) -> PyResult<String> {
    let measure = |corpus: &Corpus, part: Part| {
        let choices = choices(corpus, part, &[])?;
        Ok(cicerone_eval::selection::evaluate(&guide.bundle.selector, &choices))
    };
    py.detach(|| by_part(&data, &parts, measure)).map_err(raised)
}

/// Does English come back as its commands?
#[pyfunction]
pub(crate) fn parsing(
    py: Python<'_>,
    guide: &Guide,
    data: PathBuf,
    parts: Vec<String>,
    beam: usize,
) -> PyResult<String> {
    let measure = |corpus: &Corpus, part: Part| {
        let parser = guide.bundle.parser.as_ref();
        let parser = parser.ok_or_else(|| cicerone::Error::input("these models parse not"))?;
        cicerone_eval::parsing::evaluate(
            parser,
            &Pair::of_part(corpus, part),
            &corpus.vocabulary(),
            beam,
        )
    };
    py.detach(|| by_part(&data, &parts, measure)).map_err(raised)
}

/// Do readers of people's sentences and paragraphs arrive?
#[pyfunction]
pub(crate) fn following(
    py: Python<'_>,
    guide: &Guide,
    data: PathBuf,
    parts: Vec<String>,
) -> PyResult<String> {
    let measure = |corpus: &Corpus, part: Part| {
        let follower = guide.bundle.follower.as_ref();
        let follower = follower.ok_or_else(|| cicerone::Error::input("these models follow not"))?;
        let lessons = WalkingLesson::of_part(corpus, part)?;
        let paragraphs = Paragraph::of(corpus, corpus.part(part))?;
        let (rule, care) = (StartRule::FourHeadings, Care::default());
        cicerone_eval::following::evaluate(follower, &lessons, &paragraphs, rule, care)
    };
    py.detach(|| by_part(&data, &parts, measure)).map_err(raised)
}

/// How near the realizer's words are to people's.
#[pyfunction]
pub(crate) fn realization(
    py: Python<'_>,
    guide: &Guide,
    data: PathBuf,
    parts: Vec<String>,
    beam: usize,
) -> PyResult<String> {
    let measure = |corpus: &Corpus, part: Part| {
        let (reference, realizer) = (Reference::of(corpus, part), &guide.bundle.realizer);
        let none = CandidateConfig::default().greedy(false).beam(0);
        let config = match beam {
            0 | 1 => none.greedy(true),
            beam => none.beam(beam),
        };
        Ok(reference.score(&reference.realize(realizer, &config, false)?, realizer))
    };
    py.detach(|| by_part(&data, &parts, measure)).map_err(raised)
}

/// Does the reader who errs foresee people?
#[pyfunction]
pub(crate) fn reader(
    py: Python<'_>,
    data: PathBuf,
    walks: PathBuf,
    cross_validate: Option<usize>,
    seed: u64,
) -> PyResult<String> {
    let measure = || {
        let (corpus, walks) = (read_sail(&data)?, read_walks(&walks)?);
        json(&match cross_validate {
            Some(parts) => cicerone_eval::reading::cross_validate(&corpus, &walks, parts, seed)?,
            None => cicerone_eval::reading::evaluate(&corpus, &walks, Critic::people())?,
        })
    };
    py.detach(measure).map_err(raised)
}

/// A report for every part of the corpus that is named.
fn by_part<R: serde::Serialize>(
    data: &Path,
    parts: &[String],
    measure: impl Fn(&Corpus, Part) -> cicerone::Result<R>,
) -> cicerone::Result<String> {
    let parts = parts.iter().map(|part| part.parse()).collect::<cicerone::Result<Vec<Part>>>()?;
    let corpus = read_sail(data)?;
    let mut reports = BTreeMap::new();
    for part in parts {
        reports.insert(part, measure(&corpus, part)?);
    }
    json(&reports)
}
