//! Where scenarios come from: drawn from worlds or from SAIL, or read.

use std::collections::BTreeMap;
use std::path::Path;

use cicerone::corpus::{Corpus, Part};
use cicerone::follow::Paragraph;
use cicerone::world::document::Unit;
use cicerone::world::{Journey, PlaceId, Pose, Route, World, embedded};
use cicerone::{Error, Result};
use cicerone_eval::arriving::route_of;
use cicerone_study::design::Scenario;
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use super::init::{Arguments, PRACTICE, plain_name};
use crate::worlds::open;

/// Routes shorter than this are no test, longer ones a burden: in passages,
const PASSAGES: std::ops::RangeInclusive<usize> = 3..=12;
/// and in metres.
const METRES: std::ops::RangeInclusive<f64> = 15.0..=120.0;

/// A scenario in the making: its instructions may still be missing.
pub(super) struct Idea {
    pub(super) scenario: Scenario,
    pub(super) route: Route,
}

impl Arguments {
    /// Random routes through embedded worlds, or through those asked for; the
    /// worlds take turns. In a building they lead from one name to another, every
    /// other one to another level.
    pub(super) fn draw(
        &self,
        count: usize,
        worlds: &mut BTreeMap<String, World>,
    ) -> Result<Vec<Idea>> {
        let mut names: Vec<String> = Vec::new();
        let practice = self.practice_world.as_deref().unwrap_or(PRACTICE);
        let embedded: Vec<String> = embedded::names().map(str::to_owned).collect();
        let is_asked = !self.world.is_empty();
        let asked = if is_asked { &self.world } else { &embedded };
        for source in asked.iter().filter(|name| *name != practice) {
            let name = plain_name(source);
            let world = open(source, &self.data)?;
            // One sort of walking in one study: buildings are asked for.
            if is_asked || world.unit() == Unit::Passage {
                worlds.insert(name.clone(), world);
                names.push(name);
            }
        }
        if names.is_empty() {
            return Err(Error::input("no world is left beside the one to practise in"));
        }
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let mut ideas: Vec<Idea> = Vec::new();
        for attempt in 0..count * 1000 {
            if ideas.len() == count {
                break;
            }
            let name = &names[attempt % names.len()];
            let world = &worlds[name];
            let Some([from, to]) = ends(world, &mut random) else { continue };
            let changes = world.level(from) != world.level(to);
            if world.building().levels.len() > 1 && changes != ideas.len().is_multiple_of(2) {
                continue;
            }
            let pose = |place| Pose { place, heading: None };
            let Ok(route) = Route::find(world, pose(from), pose(to), self.profile.into()) else {
                continue;
            };
            let is_new = |idea: &Idea| idea.scenario.world != *name || idea.route != route;
            if is_fit(world, &route) && ideas.iter().all(is_new) {
                let several = world.building().levels.len() > 1;
                let called = |place| {
                    let name = world.called(place)?;
                    let level = &world.storey(world.level(place)).id;
                    Some(if several { format!("{name}@{level}") } else { name })
                };
                let scenario = Scenario {
                    id: format!("{name}-{}", ideas.len() + 1),
                    world: name.clone(),
                    from: called(from),
                    to: called(to),
                    profile: self.profile.into(),
                    ..Scenario::default()
                };
                ideas.push(Idea { scenario, route });
            }
        }
        enough(ideas, count, "the worlds have only so many fitting routes")
    }

    /// Routes that people described.
    pub(super) fn draw_from_sail(
        &self,
        part: Part,
        worlds: &mut BTreeMap<String, World>,
    ) -> Result<Vec<Idea>> {
        let corpus: Corpus = self.data.corpus()?;
        let mut all: Vec<_> = corpus.part(part).collect();
        all.shuffle(&mut ChaCha8Rng::seed_from_u64(self.seed));
        let mut ideas = Vec::new();
        for demonstration in all {
            if ideas.len() == self.count {
                break;
            }
            let paragraph = &Paragraph::of(&corpus, [demonstration])?[0];
            let Ok(route) = route_of(paragraph) else { continue };
            if route.start().place == route.goal().place {
                continue;
            }
            let human: Vec<String> =
                demonstration.sentences.iter().map(|one| as_written(&one.english)).collect();
            let name = demonstration.map.to_lowercase();
            worlds.entry(name.clone()).or_insert_with(|| paragraph.world.clone());
            let scenario = Scenario {
                id: format!("{name}-{}", demonstration.id),
                world: name,
                instructions: [("human".to_owned(), human.join(" "))].into(),
                ..Scenario::default()
            };
            ideas.push(Idea { scenario, route });
        }
        enough(ideas, self.count, "that part has only so many routes that go anywhere")
    }

    /// Scenarios of one's own.
    pub(super) fn read(
        &self,
        file: &Path,
        worlds: &mut BTreeMap<String, World>,
    ) -> Result<Vec<Idea>> {
        let text = std::fs::read_to_string(file)
            .map_err(|error| Error::io(format!("cannot be read: {error}"), error).in_file(file))?;
        let lines = Scenario::read_lines(&text).map_err(|error| error.in_file(file))?;
        let mut sources: BTreeMap<String, String> = BTreeMap::new();
        let practice = self.practice_world.as_deref().unwrap_or(PRACTICE);
        sources.insert(plain_name(practice), practice.to_owned());
        lines
            .into_iter()
            .map(|scenario| {
                let name = plain_name(&scenario.world);
                let source = sources.entry(name.clone()).or_insert_with(|| scenario.world.clone());
                if *source != scenario.world {
                    let message = format!(
                        "the worlds '{source}' and '{}' would both be called '{name}'; rename one",
                        scenario.world
                    );
                    return Err(Error::input(message).in_file(file));
                }
                if !worlds.contains_key(&name) {
                    worlds.insert(name.clone(), open(&scenario.world, &self.data)?);
                }
                let route = route_or_ends(&scenario, &worlds[&name]).map_err(|error| {
                    error.in_file(file).at(format!("scenario '{}'", scenario.id))
                })?;
                Ok(Idea { scenario: Scenario { world: name, ..scenario }, route })
            })
            .collect()
    }
}

/// Two places: with names, in a building.
fn ends(world: &World, random: &mut ChaCha8Rng) -> Option<[PlaceId; 2]> {
    let mut places: Vec<PlaceId> = match world.unit() {
        Unit::Passage => world.place_ids().collect(),
        Unit::Metre => {
            let is_goal = |kind: &str| !["lift", "stairs", "escalator", "door"].contains(&kind);
            let named = world.named_places().iter().filter(|named| is_goal(&named.kind));
            named.map(|named| named.place()).collect()
        }
    };
    places.sort_unstable();
    places.dedup();
    let two: Vec<PlaceId> = places.sample(random, 2).copied().collect();
    two.try_into().ok()
}

fn is_fit(world: &World, route: &Route) -> bool {
    let walked = route.poses().windows(2).filter(|pair| pair[0].place != pair[1].place).count();
    match world.unit() {
        Unit::Passage => PASSAGES.contains(&walked),
        Unit::Metre => METRES.contains(&route.length()),
    }
}

fn enough(ideas: Vec<Idea>, count: usize, why: &str) -> Result<Vec<Idea>> {
    match ideas.len() == count && count > 0 {
        true => Ok(ideas),
        false => Err(Error::input(format!("--count {count}: {why}, {}", ideas.len()))),
    }
}

/// The route as given, or the shortest between its two ends.
fn route_or_ends(scenario: &Scenario, world: &World) -> Result<Route> {
    let route = scenario.route(world);
    match (&route, &scenario.path[..]) {
        (Err(_), &[from, to]) => {
            let written = |(x, y, heading): (f64, f64, f64), number: usize| {
                let level = scenario.levels.get(number);
                let level = level.map_or(String::new(), |level| format!("@{level}"));
                format!("{x},{y},{heading}{level}")
            };
            Journey::between(written(from, 0), written(to, 1)).route_for(world, scenario.profile)
        }
        _ => route,
    }
}

/// A person's sentence, with a capital letter and a full stop.
fn as_written(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
