//! The way back: from English to commands, and from both to walks.

use cicerone::cas::Command;
use cicerone::follow::{Care, Errand, Executor, Stand};
use cicerone::neural::Decoding;
use cicerone::read::{Critic, Text, Told};
use cicerone::words::tokenize;
use cicerone::world::{self, Pose, Position, Vocabulary};
use pyo3::prelude::*;
use serde::Serialize;

use crate::error::{json, raised, wrong};
use crate::guide::Guide;
use crate::world::{Route, World, waypoint};

/// What a reader did with one sentence.
#[derive(Serialize)]
struct Followed {
    sentence: String,
    /// Where it most likely ends, and how likely.
    end: String,
    probability: f64,
    acts: Vec<&'static str>,
    /// Where else it may end.
    others: Vec<(String, f64)>,
    /// Why a literal reader could not.
    failures: Vec<String>,
}

/// What people would make of a text.
#[derive(Serialize)]
struct Foreseen {
    arrives: f64,
    success: f64,
    rating: f64,
    steps: Vec<f64>,
    fits: Vec<f64>,
}

/// Readings of a sentence, the likeliest first: commands and probability.
#[pyfunction]
pub(crate) fn parse(
    py: Python<'_>,
    guide: &Guide,
    sentence: &str,
    world: Option<&World>,
    beam: usize,
) -> PyResult<Vec<(Vec<String>, f64)>> {
    let parser = guide.bundle.parser.as_ref().ok_or_else(|| wrong("these models parse not"))?;
    let vocabulary: &Vocabulary =
        world.map_or(Vocabulary::sail(), |world| world.world.vocabulary());
    let found = py.detach(|| parser.parse(sentence, vocabulary, beam)).map_err(raised)?;
    let print = |command: &Command| command.display(vocabulary).to_string();
    let readings = found.iter().map(|reading| {
        (reading.commands.iter().map(print).collect(), reading.log_probability.exp())
    });
    Ok(readings.collect())
}

/// What a follower does who is told these sentences, and its walk.
#[pyfunction]
pub(crate) fn follow(
    py: Python<'_>,
    guide: &Guide,
    world: &World,
    at: &Bound<'_, PyAny>,
    sentences: Vec<String>,
    width: usize,
) -> PyResult<(String, Route)> {
    let follower =
        guide.bundle.follower.as_ref().ok_or_else(|| wrong("these models follow not"))?;
    let (start, map) = (waypoint(at)?, world.world.clone());
    let walk = || {
        let world = &*map;
        let mut here = Stand::of(start.on(world)?)?;
        let (mut poses, mut all) = (vec![here.pose()], Vec::new());
        let mut decoding = Decoding::default();
        for sentence in sentences {
            let told = follower.hear(world.vocabulary(), &sentence);
            let errand = Errand { world, start: here, told };
            let care = Care::default().width(width.max(1));
            let mut found = follower.arrivals(&[errand], care, &mut decoding)?;
            let mut arrivals = found.pop().unwrap_or_default().into_iter();
            let Some(best) = arrivals.next() else { continue };
            all.push(Followed {
                sentence,
                end: name(world, best.end),
                probability: best.probability,
                acts: best.acts.iter().map(|act| act.name()).collect(),
                others: arrivals.map(|one| (name(world, one.end), one.probability)).collect(),
                failures: Vec::new(),
            });
            poses.extend(best.poses(world, here).into_iter().skip(1));
            here = best.end;
        }
        Ok((json(&all)?, world::Route::new(world, poses)?))
    };
    let (told, route) = py.detach(walk).map_err(raised)?;
    Ok((told, Route { world: map, route: route.into() }))
}

/// What a literal reader does with commands, one after the other, and its walk.
#[pyfunction]
pub(crate) fn execute(
    world: &World,
    at: &Bound<'_, PyAny>,
    commands: Vec<String>,
) -> PyResult<(String, Route)> {
    let (start, map) = (waypoint(at)?, world.world.clone());
    let walk = || {
        let world = &*map;
        let executor = Executor::new(world);
        let mut here = Stand::of(start.on(world)?)?;
        let (mut poses, mut all) = (vec![here.pose()], Vec::new());
        for sentence in commands {
            let command = Command::parse(&sentence, world.vocabulary())?;
            let done = executor.execute(here, &command);
            all.push(Followed {
                sentence,
                end: name(world, done.end),
                probability: if done.choices == 0 { 0.0 } else { 1.0 / done.choices as f64 },
                acts: Vec::new(),
                others: Vec::new(),
                failures: done.failures.iter().map(ToString::to_string).collect(),
            });
            poses.extend(done.poses.into_iter().skip(1));
            here = done.end;
        }
        Ok((json(&all)?, world::Route::new(world, poses)?))
    };
    let (told, route) = walk().map_err(raised)?;
    Ok((told, Route { world: map, route: route.into() }))
}

/// What people would make of sentences along a route, each with its words, its
/// commands and the first and last of its poses; as JSON.
#[pyfunction]
pub(crate) fn read(
    py: Python<'_>,
    route: &Route,
    sentences: Vec<(String, String, usize, usize)>,
    erring: f64,
) -> PyResult<String> {
    let (world, poses) = (&route.world, route.route.poses());
    let foresee = || {
        let told = |(text, commands, first, last): &(String, String, usize, usize)| {
            let parse = |one| Command::parse(one, world.vocabulary());
            let path = poses.get(*first..=*last).filter(|path| !path.is_empty());
            let path: Vec<Pose> = path.map(<[Pose]>::to_vec).ok_or_else(|| {
                cicerone::Error::input(format!(
                    "there are no poses {first} to {last}; the route has {}",
                    poses.len()
                ))
            })?;
            let commands = split(commands).into_iter().map(parse);
            let commands = commands.collect::<cicerone::Result<Vec<Command>>>()?;
            Ok(Told { words: tokenize(text), commands, path })
        };
        let told = sentences.iter().map(told).collect::<cicerone::Result<Vec<Told>>>()?;
        let critic = Critic::people();
        let habits = critic.habits.erring(erring);
        habits.check()?;
        let text = Text::new(world, told, route.route.goal().place);
        let (outcome, estimate) = (text.read(&habits), critic.estimate(&text));
        json(&Foreseen {
            arrives: outcome.arrives,
            success: estimate.success,
            rating: estimate.rating,
            steps: outcome.steps,
            fits: outcome.fits,
        })
    };
    py.detach(foresee).map_err(raised)
}

/// The commands of a text with `; ` between them. Names may have any sign in
/// them, but only inside a command.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut begin, mut depth, mut is_quoted) = (Vec::new(), 0, 0_i32, false);
    for (place, sign) in text.char_indices() {
        match sign {
            '"' => is_quoted = !is_quoted,
            _ if is_quoted => {}
            '(' => depth += 1,
            ')' => depth -= 1,
            ';' if depth == 0 => {
                parts.push(text[begin..place].trim());
                begin = place + 1;
            }
            _ => {}
        }
    }
    parts.push(text[begin..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}

fn name(world: &world::World, stand: Stand) -> String {
    Position::of(world, stand.pose()).to_string()
}
