//! `cicerone study init`: scenarios, and an instruction for each condition.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cicerone::corpus::{Corpus, Part};
use cicerone::follow::Paragraph;
use cicerone::guide::{Guide, GuideOptions};
use cicerone::words::sentence;
use cicerone::world::{PlaceId, Pose, Position, Route, World, embedded};
use cicerone::{Error, Result};
use cicerone_eval::arriving::{route_of, told_by_templates};
use cicerone_study::design::{Scenario, Study, draft};
use indicatif::ProgressBar;
use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;

use crate::models::ModelsOption;
use crate::output::print_text;
use crate::worlds::{DataOption, open};

/// Routes shorter than this are no test, longer ones a burden.
const PASSAGES: std::ops::RangeInclusive<usize> = 3..=12;

/// Write a new study: scenarios, instructions, texts, survey, limits.
///
/// Without further options the scenarios are random routes through embedded
/// worlds. Everything can be edited afterwards: study.json and
/// scenarios.jsonl are made for it.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The directory to make.
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// Take the scenarios from a file, one JSON object a line: id, world (an
    /// embedded one, a SAIL map or a file), path (positions [x, y, heading],
    /// or start and goal alone) and instructions by condition. Those of
    /// 'guide' and 'templates' are written where they are missing.
    #[arg(long, value_name = "FILE", conflicts_with = "sail")]
    scenarios: Option<PathBuf>,

    /// Draw the scenarios from a part of the SAIL corpus; condition 'human' is
    /// then what people said.
    #[arg(long, value_name = "PART")]
    sail: Option<Part>,

    /// How many scenarios to draw.
    #[arg(long, default_value_t = 12, conflicts_with = "scenarios")]
    count: usize,

    /// What is compared [default: guide,templates; with --sail human,guide].
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    conditions: Option<Vec<String>>,

    /// What participants read at the top.
    #[arg(long)]
    title: Option<String>,

    /// How many seconds practice takes at least.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    practice: u32,

    /// The world to practise in; no scenario is drawn in it.
    #[arg(long, value_name = "WORLD", default_value = "practice")]
    practice_world: String,

    /// How many tasks a visit has.
    #[arg(long, default_value_t = 1)]
    tasks: u32,

    /// How many runs each scenario gets under each condition.
    #[arg(long, default_value_t = 5)]
    runs_per_cell: u32,

    /// Decides what is drawn, and later what is equal when scenarios are
    /// assigned.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    models: ModelsOption,

    #[command(flatten)]
    data: DataOption,
}

/// A scenario in the making.
struct Idea {
    id: String,
    world: String,
    route: Route,
    told: BTreeMap<String, String>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let conditions = self.conditions.clone().unwrap_or_else(|| {
            let names =
                if self.sail.is_some() { ["human", "guide"] } else { ["guide", "templates"] };
            names.map(str::to_owned).into()
        });
        let practice_world = open(&self.practice_world, &self.data)?;
        let practice_name = plain_name(&self.practice_world);
        let mut worlds: BTreeMap<String, World> = BTreeMap::new();
        let ideas = match (&self.scenarios, self.sail) {
            (Some(file), _) => self.read(file, &mut worlds)?,
            (None, Some(part)) => self.draw_from_sail(part, &mut worlds)?,
            (None, None) => self.draw(&mut worlds)?,
        };
        let scenarios = self.tell(ideas, &conditions, &worlds)?;
        let (mut design, token) = draft(conditions, (&practice_name, &practice_world), self.seed)?;
        design.title = self.title.unwrap_or(design.title);
        design.practice.seconds = self.practice;
        design.tasks = self.tasks;
        design.limits.runs_per_cell = self.runs_per_cell;
        worlds.insert(practice_name, practice_world);
        let study = Study::new(&self.directory, design, scenarios, worlds)?;
        study.write_new()?;
        eprintln!(
            "{} scenarios under {} in {}. Read study.json before you let anybody in, above all \
             'consent' and 'contact'. The token opens /admin; it is shown only now.",
            study.scenarios.len(),
            study.design.conditions.join(" and "),
            self.directory.display()
        );
        print_text(&format!("{token}\n"))
    }

    /// Random routes through the embedded worlds.
    fn draw(&self, worlds: &mut BTreeMap<String, World>) -> Result<Vec<Idea>> {
        let mut names: Vec<&str> = Vec::new();
        for name in embedded::names().filter(|name| *name != self.practice_world) {
            let world = embedded::world(name)?;
            // The pages of a study know no way from one level to another.
            if world.building().levels.len() == 1 {
                names.push(name);
                worlds.insert(name.to_owned(), world);
            }
        }
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        let mut ideas: Vec<Idea> = Vec::new();
        for attempt in 0..self.count * 1000 {
            if ideas.len() == self.count {
                break;
            }
            let name = names[attempt % names.len()];
            let world = &worlds[name];
            let places: Vec<PlaceId> = world.place_ids().collect();
            let ends: Vec<&PlaceId> = places.sample(&mut random, 2).collect();
            let [Some(&&from), Some(&&to)] = [ends.first(), ends.get(1)] else { continue };
            let [from, to] = [from, to].map(|place| Pose { place, heading: None });
            let route = Route::shortest(world, from, to)?;
            let is_new = ideas.iter().all(|idea| idea.world != name || idea.route != route);
            if is_new && PASSAGES.contains(&passages(&route)) {
                let id = format!("{name}-{}", ideas.len() + 1);
                ideas.push(Idea { id, world: name.to_owned(), route, told: BTreeMap::new() });
            }
        }
        match ideas.len() == self.count && self.count > 0 {
            true => Ok(ideas),
            false => Err(Error::input(format!(
                "--count {}: the embedded worlds have only {} different routes of {} to {} passages",
                self.count,
                ideas.len(),
                PASSAGES.start(),
                PASSAGES.end()
            ))),
        }
    }

    /// Routes that people described.
    fn draw_from_sail(
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
            ideas.push(Idea {
                id: format!("{name}-{}", demonstration.id),
                world: name,
                route,
                told: [("human".to_owned(), human.join(" "))].into(),
            });
        }
        match ideas.len() == self.count && self.count > 0 {
            true => Ok(ideas),
            false => Err(Error::input(format!(
                "--count {}: that part has {} routes that go anywhere",
                self.count,
                ideas.len()
            ))),
        }
    }

    /// Scenarios of one's own.
    fn read(&self, file: &PathBuf, worlds: &mut BTreeMap<String, World>) -> Result<Vec<Idea>> {
        let text = std::fs::read_to_string(file)
            .map_err(|error| Error::io(format!("cannot be read: {error}"), error).in_file(file))?;
        let lines = Scenario::read_lines(&text).map_err(|error| error.in_file(file))?;
        let mut sources: BTreeMap<String, String> = BTreeMap::new();
        let practice = &self.practice_world;
        sources.insert(plain_name(practice), practice.clone());
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
                Ok(Idea { id: scenario.id, world: name, route, told: scenario.instructions })
            })
            .collect()
    }

    /// Has each condition tell each route.
    fn tell(
        &self,
        ideas: Vec<Idea>,
        conditions: &[String],
        worlds: &BTreeMap<String, World>,
    ) -> Result<Vec<Scenario>> {
        let needs_guide = conditions.iter().any(|name| name == "guide");
        let guide: Option<Guide> = if needs_guide { Some(self.models.guide()?) } else { None };
        let bar = ProgressBar::new(ideas.len() as u64);
        ideas
            .into_iter()
            .map(|idea| {
                bar.inc(1);
                let world = &worlds[&idea.world];
                let mut told = idea.told;
                for condition in conditions {
                    if told.contains_key(condition) {
                        continue;
                    }
                    let text = match (condition.as_str(), &guide) {
                        ("guide", Some(guide)) => {
                            guide.instruct(world, &idea.route, &GuideOptions::default())?.text()
                        }
                        ("templates", _) => {
                            let sentences = told_by_templates(world, &idea.route)?;
                            sentences
                                .iter()
                                .map(|words| sentence(words))
                                .collect::<Vec<_>>()
                                .join(" ")
                        }
                        _ => {
                            return Err(Error::input(format!(
                                "nothing tells '{}' under '{condition}': only 'guide' and \
                                 'templates' are written for you",
                                idea.id
                            )));
                        }
                    };
                    told.insert(condition.clone(), text);
                }
                told.retain(|name, _| conditions.contains(name));
                let path = idea.route.poses().iter().map(|&pose| {
                    let position = Position::of(world, pose);
                    let heading = position.heading.map_or(-1.0, |heading| heading.degrees());
                    (position.x, position.y, heading)
                });
                Ok(Scenario {
                    path: path.collect(),
                    id: idea.id,
                    world: idea.world,
                    instructions: told,
                })
            })
            .collect()
    }
}

/// The route as given, or the shortest between its two ends.
fn route_or_ends(scenario: &Scenario, world: &World) -> Result<Route> {
    let route = scenario.route(world);
    match (&route, &scenario.path[..]) {
        (Err(_), &[from, to]) => {
            let pose = |(x, y, heading)| Position::from_numbers(x, y, heading)?.on(world);
            Route::shortest(world, pose(from)?, pose(to)?)
        }
        _ => route,
    }
}

fn passages(route: &Route) -> usize {
    route.poses().windows(2).filter(|pair| pair[0].place != pair[1].place).count()
}

/// A person's sentence, with a capital letter and a full stop.
fn as_written(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}

/// What a world is called in the study: its file name without the ending.
fn plain_name(world: &str) -> String {
    let stem = std::path::Path::new(world).file_stem().unwrap_or_default().to_string_lossy();
    stem.chars()
        .map(
            |letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' },
        )
        .collect()
}
