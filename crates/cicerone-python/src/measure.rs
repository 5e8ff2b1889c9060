//! Evaluating, as `cicerone evaluate` does. Every report is JSON.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cicerone::corpus::augment::Pair;
use cicerone::corpus::{Corpus, Part, read_sail};
use cicerone::follow::{Care, Paragraph, StartRule, WalkingLesson};
use cicerone::guide::GuideOptions;
use cicerone::read::{Critic, read_walks};
use cicerone::realize::CandidateConfig;
use cicerone::select::choices;
use cicerone_eval::directions::{directions_report, random_routes};
use cicerone_eval::realization::Reference;
use pyo3::prelude::*;
use serde::Serialize;

use crate::error::reported;
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
    reported(py, || {
        let (routes, _) = random_routes(world, routes, seed, profile)?;
        directions_report(&guide.guide, world, &routes, &GuideOptions::default(), 10)
    })
}

/// Does the selector foresee what people say?
#[pyfunction]
pub(crate) fn selection(
    py: Python<'_>,
    guide: &Guide,
    data: PathBuf,
    parts: Vec<String>,
) -> PyResult<String> {
    by_part(py, &data, &parts, |corpus, part| {
        let choices = choices(corpus, part, &[])?;
        Ok(cicerone_eval::selection::evaluate(&guide.bundle.selector, &choices))
    })
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
    by_part(py, &data, &parts, |corpus, part| {
        let parser = guide.bundle.parser.as_ref();
        let parser = parser.ok_or_else(|| cicerone::Error::input("these models parse not"))?;
        cicerone_eval::parsing::evaluate(
            parser,
            &Pair::of_part(corpus, part),
            &corpus.vocabulary(),
            beam,
        )
    })
}

/// Do readers of people's sentences and paragraphs arrive?
#[pyfunction]
pub(crate) fn following(
    py: Python<'_>,
    guide: &Guide,
    data: PathBuf,
    parts: Vec<String>,
) -> PyResult<String> {
    by_part(py, &data, &parts, |corpus, part| {
        let follower = guide.bundle.follower.as_ref();
        let follower = follower.ok_or_else(|| cicerone::Error::input("these models follow not"))?;
        let lessons = WalkingLesson::of_part(corpus, part)?;
        let paragraphs = Paragraph::of(corpus, corpus.part(part))?;
        let (rule, care) = (StartRule::FourHeadings, Care::default());
        cicerone_eval::following::evaluate(follower, &lessons, &paragraphs, rule, care)
    })
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
    by_part(py, &data, &parts, |corpus, part| {
        let (reference, realizer) = (Reference::of(corpus, part), &guide.bundle.realizer);
        let none = CandidateConfig::default().greedy(false).beam(0);
        let config = match beam {
            0 | 1 => none.greedy(true),
            beam => none.beam(beam),
        };
        Ok(reference.score(&reference.realize(realizer, &config, false)?, realizer))
    })
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
    reported(py, || {
        let (corpus, walks) = (read_sail(&data)?, read_walks(&walks)?);
        match cross_validate {
            Some(parts) => cicerone_eval::reading::cross_validate(&corpus, &walks, parts, seed),
            None => cicerone_eval::reading::evaluate(&corpus, &walks, Critic::people()),
        }
    })
}

/// A report for every part of the corpus that is named.
fn by_part<R: Serialize>(
    py: Python<'_>,
    data: &Path,
    parts: &[String],
    measure: impl Fn(&Corpus, Part) -> cicerone::Result<R> + Sync,
) -> PyResult<String> {
    reported(py, || {
        let named = parts.iter().map(|part| part.parse());
        let named = named.collect::<cicerone::Result<Vec<Part>>>()?;
        let corpus = read_sail(data)?;
        let reports = named.into_iter().map(|part| Ok((part, measure(&corpus, part)?)));
        reports.collect::<cicerone::Result<BTreeMap<Part, R>>>()
    })
}
