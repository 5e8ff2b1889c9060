//! `cicerone study init`: scenarios, and an instruction for each condition.

use std::collections::BTreeMap;
use std::path::PathBuf;

use cicerone::corpus::Part;
use cicerone::guide::{Guide, GuideOptions};
use cicerone::world::{GenerateConfig, World, generate};
use cicerone::{Error, Result};
use cicerone_study::design::{Scenario, Study, draft};
use cicerone_study::report::power;
use indicatif::ProgressBar;

use super::draw::Idea;
use super::told;
use crate::models::ModelsOption;
use crate::output::print_text;
use crate::worlds::{DataOption, ProfileName, open};

/// So many times as many routes are drawn as are wanted; kept are those that the
/// conditions tell most differently.
const SPARE: usize = 3;

/// The world of corridors to practise in, and what such a world is called.
pub(super) const PRACTICE: &str = "practice";
/// The building to practise in: two levels with rooms, a lift and stairs.
const PRACTICE_BUILDING: GenerateConfig =
    GenerateConfig { places: 40, seed: 3, openness: 0.3, furnished: 0.6, levels: 2 };

/// Write a new study: scenarios, instructions, texts, survey, limits.
///
/// Without further options the scenarios are random routes through embedded
/// worlds, those that the conditions tell most differently. Everything can be edited afterwards: study.json and
/// scenarios.jsonl are made for it.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The directory to make.
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// Take the scenarios from a file, one JSON object a line: id, world (an
    /// embedded one, a SAIL map or a file), from and to (places by name) or path
    /// (positions [x, y, heading], or start and goal alone; levels beside it),
    /// profile (walk or step-free), and instructions by condition. Those of
    /// 'guide' and 'templates' are written where they are missing.
    #[arg(long, value_name = "FILE", conflicts_with = "sail")]
    scenarios: Option<PathBuf>,

    /// Draw the scenarios from a part of the SAIL corpus; condition 'human' is
    /// then what people said.
    #[arg(long, value_name = "PART")]
    sail: Option<Part>,

    /// Draw the scenarios in this world, and in others that are named so: an
    /// embedded one, a SAIL map, or a building of your own, as `cicerone guide
    /// --world` takes it.
    #[arg(long, value_name = "WORLD", conflicts_with_all = ["scenarios", "sail"])]
    pub(super) world: Vec<String>,

    /// Who takes the routes that are drawn.
    #[arg(long, value_enum, default_value = "walk")]
    pub(super) profile: ProfileName,

    /// How many scenarios to draw.
    #[arg(long, default_value_t = 12, conflicts_with = "scenarios")]
    pub(super) count: usize,

    /// What is compared [default: guide,templates; with --sail human,guide].
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    conditions: Option<Vec<String>>,

    /// What participants read at the top.
    #[arg(long)]
    title: Option<String>,

    /// How many seconds practice takes at least.
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    practice: u32,

    /// The world to practise in; no scenario is drawn in it [default: the
    /// embedded 'practice', or a small building if scenarios are in buildings].
    #[arg(long, value_name = "WORLD")]
    pub(super) practice_world: Option<String>,

    /// How many tasks a visit has.
    #[arg(long, default_value_t = 1)]
    tasks: u32,

    /// How many runs each scenario gets under each condition.
    #[arg(long, default_value_t = 5)]
    runs_per_cell: u32,

    /// Decides what is drawn, and later what is equal when scenarios are
    /// assigned.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,

    #[command(flatten)]
    models: ModelsOption,

    #[command(flatten)]
    pub(super) data: DataOption,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let conditions = self.conditions.clone().unwrap_or_else(|| {
            let names =
                if self.sail.is_some() { ["human", "guide"] } else { ["guide", "templates"] };
            names.map(str::to_owned).into()
        });
        let practice = self.practice_world.as_deref().map(|name| open(name, &self.data));
        let practice = practice.transpose()?;
        let mut worlds: BTreeMap<String, World> = BTreeMap::new();
        let scenarios = match (&self.scenarios, self.sail) {
            (Some(file), _) => self.tell(self.read(file, &mut worlds)?, &conditions, &worlds)?,
            (None, Some(part)) => {
                self.tell(self.draw_from_sail(part, &mut worlds)?, &conditions, &worlds)?
            }
            (None, None) => {
                let ideas = self.draw(self.count * SPARE, &mut worlds);
                let ideas = ideas.or_else(|_| self.draw(self.count, &mut worlds))?;
                self.tell_apart(ideas, &conditions, &worlds)?
            }
        };
        // What no scenario is in is not shown to anybody.
        worlds.retain(|name, _| scenarios.iter().any(|scenario| scenario.world == *name));
        let is_free: Vec<bool> = worlds.values().map(World::is_walked_freely).collect();
        if is_free.contains(&true) && is_free.contains(&false) {
            eprintln!(
                "In some of these worlds one walks freely, in others from place to place: practice \
                 shows only one of the two. Better make two studies."
            );
        }
        let practice_world = match practice {
            Some(world) => world,
            None if is_free.contains(&true) => generate(PRACTICE_BUILDING)?,
            None => open(PRACTICE, &self.data)?,
        };
        let practice_name = match &self.practice_world {
            Some(name) => plain_name(name),
            None => PRACTICE.to_owned(),
        };
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
             'consent' and 'contact'; `cicerone study preview` shows all texts with pictures. The \
             token opens /admin; it is shown only now.",
            study.scenarios.len(),
            study.design.conditions.join(" and "),
            self.directory.display()
        );
        eprint!("{}", power(&study.design, study.scenarios.len()));
        print_text(&format!("{token}\n"))
    }

    /// Tells more routes than are wanted, and keeps those that the conditions
    /// tell most differently and that name no hall that is elsewhere; worlds, and
    /// routes with and without a change of level, take turns.
    fn tell_apart(
        &self,
        ideas: Vec<Idea>,
        conditions: &[String],
        worlds: &BTreeMap<String, World>,
    ) -> Result<Vec<Scenario>> {
        let mut scenarios = self.tell(ideas, conditions, worlds)?;
        let apart = |scenario: &Scenario| -> f64 {
            let world = &worlds[&scenario.world];
            let texts: Vec<&String> = scenario.instructions.values().collect();
            let pairs = texts.iter().enumerate().flat_map(|(number, first)| {
                texts[number + 1..].iter().map(move |second| told::unlike(first, second))
            });
            let least = pairs.fold(1.0, f64::min);
            let misleads = scenario.route(world).is_ok_and(|route| {
                texts.iter().any(|text| told::names_a_hall_elsewhere(world, &route, text))
            });
            if misleads { least - 1.0 } else { least }
        };
        let sort = |scenario: &Scenario| {
            let changes = scenario.levels.first() != scenario.levels.last();
            (scenario.world.clone(), changes)
        };
        scenarios.sort_by(|a, b| apart(b).total_cmp(&apart(a)));
        let mut taken = BTreeMap::<(String, bool), usize>::new();
        let turns: Vec<usize> = scenarios
            .iter()
            .map(|scenario| {
                let count = taken.entry(sort(scenario)).or_default();
                *count += 1;
                *count
            })
            .collect();
        let mut ordered: Vec<(usize, Scenario)> = turns.into_iter().zip(scenarios).collect();
        ordered.sort_by_key(|(turn, _)| *turn);
        let mut scenarios: Vec<Scenario> =
            ordered.into_iter().take(self.count).map(|(_, scenario)| scenario).collect();
        for (number, scenario) in scenarios.iter_mut().enumerate() {
            scenario.id = format!("{}-{}", scenario.world, number + 1);
        }
        Ok(scenarios)
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
            .map(|Idea { scenario, route }| {
                bar.inc(1);
                let world = &worlds[&scenario.world];
                let mut scenario = scenario.along(world, &route);
                for condition in conditions {
                    if scenario.instructions.contains_key(condition) {
                        continue;
                    }
                    let text = match (condition.as_str(), &guide) {
                        ("guide", Some(guide)) => {
                            guide.instruct(world, &route, &GuideOptions::default())?.text()
                        }
                        ("templates", _) => told::templates(world, &route)?,
                        _ => {
                            return Err(Error::input(format!(
                                "nothing tells '{}' under '{condition}': only 'guide' and \
                                 'templates' are written for you",
                                scenario.id
                            )));
                        }
                    };
                    scenario.instructions.insert(condition.clone(), text);
                }
                scenario.instructions.retain(|name, _| conditions.contains(name));
                Ok(scenario)
            })
            .collect()
    }
}

/// What a world is called in the study: its file name without any ending.
pub(super) fn plain_name(world: &str) -> String {
    let name = std::path::Path::new(world).file_name().unwrap_or_default().to_string_lossy();
    let stem = name.split('.').find(|part| !part.is_empty()).unwrap_or_default();
    stem.chars()
        .map(
            |letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' },
        )
        .collect()
}
