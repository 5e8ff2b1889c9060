//! What a study is, before anybody takes part: its scenarios, its texts, its
//! questions, its limits.
//!
//! A study is a directory that people can read and edit:
//!
//! - `study.json`: title, consent, practice, survey, limits, seed ([`Design`]);
//! - `scenarios.jsonl`: one [`Scenario`] a line, with one instruction for each
//!   condition;
//! - `worlds/NAME.json`: the worlds they are in.
//!
//! Once people take part, their data is beside it in `study.sqlite`, unless a
//! database of one's own is named.

mod draft;
mod scenario;
mod survey;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use cicerone::world::{self, Position, World};
use cicerone::{Error, Result, write_whole};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::store::WorldJson;
use crate::walk::Spot;

pub use draft::draft;
pub use scenario::{Scenario, Start};
pub use survey::{Choice, Question, QuestionKind, paper_survey};

/// What `study.json` says it is.
pub(crate) const FORMAT: &str = "cicerone-study";
pub(crate) const VERSION: u32 = 1;
const DESIGN: &str = "study.json";
const SCENARIOS: &str = "scenarios.jsonl";
const WORLDS: &str = "worlds";

/// Everything about a study but its scenarios.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Design {
    /// What the file is: `cicerone-study`.
    pub format: String,
    /// Which form of it: 1.
    pub version: u32,
    /// What participants read at the top.
    pub title: String,
    /// Whom to write to.
    #[serde(default)]
    pub contact: Option<String>,
    /// What participants agree to, by paragraphs.
    pub consent: Vec<String>,
    /// What comes before the first task.
    pub practice: Practice,
    /// The questions after each task, in order; all must be answered.
    pub survey: Vec<Question>,
    /// The invitation to say more; none, and there is no field for it.
    #[serde(default)]
    pub comments: Option<String>,
    /// The systems that are compared, in the order of the report.
    pub conditions: Vec<String>,
    /// How many tasks one visit has.
    pub tasks: u32,
    /// How much is gathered before the study closes.
    pub limits: Limits,
    /// Whose runs the report leaves out: those who gave one of these answers
    /// to that question.
    #[serde(default)]
    pub exclude: BTreeMap<String, Vec<String>>,
    /// Where Prolific participants go at the end: the completion URL that
    /// Prolific shows, its own code (`cc=`) included.
    #[serde(default)]
    pub prolific_return: Option<String>,
    /// Sites that may show the study in a frame of theirs, as Mechanical Turk
    /// does.
    #[serde(default)]
    pub framed_by: Vec<String>,
    /// Decides between equals when scenarios are assigned, and first headings.
    pub seed: u64,
    /// SHA-256 of the token for the pages of the study's owners.
    pub admin_token_sha256: String,
    /// Makes the participants' names in exports; without it nobody can tell
    /// whose they are.
    pub secret: String,
}

/// A first walk, to learn the keys.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Practice {
    /// A world, best one that no scenario is in.
    pub world: String,
    /// Where it begins.
    pub start: Start,
    /// How long it takes at least.
    pub seconds: u32,
}

/// When enough is enough.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Runs of each scenario under each condition.
    pub runs_per_cell: u32,
    /// How often one person may take part. None: while scenarios last.
    #[serde(default)]
    pub visits_per_participant: Option<u32>,
    /// After so many minutes without a sign of life a place is given to
    /// somebody else.
    pub reservation_minutes: u32,
    /// How many tasks people of one address may have open at once, so that
    /// nobody alone can close the study to others. None: a quarter of all runs,
    /// but 4 to 50.
    #[serde(default)]
    pub open_per_address: Option<u32>,
    /// True if only those are let in whom a platform or a link names.
    #[serde(default)]
    pub named_only: bool,
    /// The names of those who are let in, if it is not everybody.
    #[serde(default)]
    pub participants: Option<Vec<String>>,
    /// True for a rehearsal with scripted participants, who come from one
    /// address and walk faster than anybody: neither is then held against them.
    #[serde(default)]
    pub trusting: bool,
}

impl Limits {
    /// How many tasks people of one address may have open in a study of so many
    /// runs.
    pub fn open_per_address(&self, runs: usize) -> usize {
        let default = (runs / 4).clamp(4, 50);
        self.open_per_address.map_or(default, |count| count as usize)
    }
}

/// A study, checked: every scenario can be walked in its world.
#[derive(Debug)]
pub struct Study {
    /// Where it is.
    pub directory: PathBuf,
    /// Its settings.
    pub design: Design,
    /// Its scenarios, in the order of their file.
    pub scenarios: Vec<Scenario>,
    worlds: BTreeMap<String, StudyWorld>,
}

/// A world, and the text of it that pages get.
#[derive(Debug, Clone)]
pub struct StudyWorld {
    /// To walk in.
    pub world: Arc<World>,
    /// To send.
    pub json: Arc<RawValue>,
    /// Where one can walk, to send; none where only a net of places is known.
    pub ground: Option<WorldJson>,
    /// How long a passage usually is: the middle one of all.
    pub unit: f64,
}

impl StudyWorld {
    fn new(world: World) -> Result<StudyWorld> {
        let json = RawValue::from_string(world::to_json(&world))
            .map_err(|error| Error::input(format!("a world that is no JSON: {error}")))?;
        let mut lengths: Vec<f64> = world
            .passages()
            .iter()
            .map(|passage| world.distance(passage.ends[0], passage.ends[1]))
            .collect();
        lengths.sort_by(f64::total_cmp);
        let unit = lengths.get(lengths.len() / 2).copied().unwrap_or(1.0);
        let ground = world.ground().map(|ground| serde_json::value::to_raw_value(&ground));
        let ground = ground.transpose().map_err(|error| Error::input(error.to_string()))?;
        let ground = ground.map(|ground| WorldJson(Arc::from(ground)));
        Ok(StudyWorld { world: Arc::new(world), json: Arc::from(json), ground, unit })
    }
}

impl Study {
    /// Puts a study together and checks it.
    pub fn new(
        directory: impl Into<PathBuf>,
        design: Design,
        scenarios: Vec<Scenario>,
        worlds: BTreeMap<String, World>,
    ) -> Result<Study> {
        let worlds = worlds
            .into_iter()
            .map(|(name, world)| Ok((name, StudyWorld::new(world)?)))
            .collect::<Result<_>>()?;
        let study = Study { directory: directory.into(), design, scenarios, worlds };
        study.check()?;
        Ok(study)
    }

    /// Reads a study from its directory.
    pub fn open(directory: impl AsRef<Path>) -> Result<Study> {
        let directory = directory.as_ref();
        let file = directory.join(DESIGN);
        let text = read(&file)?;
        let design: Design = serde_json::from_str(&text)
            .map_err(|error| Error::input(error.to_string()).in_file(&file))?;
        let file = directory.join(SCENARIOS);
        let scenarios =
            Scenario::read_lines(&read(&file)?).map_err(|error| error.in_file(&file))?;
        let named = scenarios.iter().map(|scenario| &scenario.world);
        let mut worlds = BTreeMap::new();
        for name in named.chain([&design.practice.world]) {
            if !worlds.contains_key(name) {
                worlds.insert(name.clone(), world::load(world_file(directory, name)?)?);
            }
        }
        Study::new(directory, design, scenarios, worlds)
    }

    /// Writes a new study; what is there already is not touched.
    pub fn write_new(&self) -> Result<()> {
        let cannot = |file: &Path, error: std::io::Error| {
            Error::io(format!("cannot be made: {error}"), error).in_file(file)
        };
        let file = self.directory.join(DESIGN);
        if file.exists() {
            return Err(
                Error::input("there is a study already; choose another directory").in_file(file)
            );
        }
        let worlds = self.directory.join(WORLDS);
        create_private(&self.directory).map_err(|error| cannot(&self.directory, error))?;
        std::fs::create_dir_all(&worlds).map_err(|error| cannot(&worlds, error))?;
        for (name, world) in &self.worlds {
            write_whole(world_file(&self.directory, name)?, world.json.get().as_bytes())?;
        }
        let mut lines = String::new();
        for scenario in &self.scenarios {
            lines.push_str(&scenario.line());
            lines.push('\n');
        }
        write_whole(self.directory.join(SCENARIOS), lines.as_bytes())?;
        // Last, so that a directory with a design is a whole study.
        let text = serde_json::to_string_pretty(&self.design)
            .map_err(|error| Error::input(format!("the design is no JSON: {error}")))?;
        write_whole(&file, (text + "\n").as_bytes())
    }

    /// The world of that name.
    pub fn world(&self, name: &str) -> Option<&StudyWorld> {
        self.worlds.get(name)
    }

    /// The scenario of that name, and its world.
    pub fn scenario(&self, id: &str) -> Option<(&Scenario, &StudyWorld)> {
        let scenario = self.scenarios.iter().find(|scenario| scenario.id == id)?;
        Some((scenario, self.world(&scenario.world)?))
    }

    /// The world one practises in.
    pub fn practice_world(&self) -> Option<&StudyWorld> {
        self.world(&self.design.practice.world)
    }

    /// Where one begins to practise.
    pub fn practice_spot(&self) -> Result<Spot> {
        let practice = &self.design.practice;
        let world = self.practice_world().ok_or_else(|| {
            Error::input(format!("'practice': there is no world '{}'", practice.world))
        })?;
        let pose = practice.start.on(&world.world)?;
        let heading = pose.heading.map_or(0.0, |heading| heading.degrees());
        Ok(Spot::on(&world.world, pose.place, heading))
    }

    fn check(&self) -> Result<()> {
        let design = &self.design;
        let in_design =
            |message: String| Err(Error::input(message).in_file(self.directory.join(DESIGN)));
        if design.format != FORMAT || design.version != VERSION {
            return in_design(format!(
                "this is '{}' version {}; this program reads '{FORMAT}' version {VERSION}",
                design.format, design.version
            ));
        }
        if design.conditions.is_empty() {
            return in_design("'conditions' is empty; name at least one system".into());
        }
        if has_twice(&design.conditions) {
            return in_design("'conditions' names a system twice".into());
        }
        if design.tasks == 0 || design.tasks as usize > self.scenarios.len().max(1) {
            return in_design(format!(
                "'tasks' is {}; it must be 1 to {}, the number of scenarios",
                design.tasks,
                self.scenarios.len()
            ));
        }
        let [minutes, runs] = [design.limits.reservation_minutes, design.limits.runs_per_cell];
        if minutes == 0 || runs == 0 {
            return in_design("'reservation_minutes' and 'runs_per_cell' must be 1 or more".into());
        }
        survey::check(&design.survey).or_else(|error| in_design(error.to_string()))?;
        for (question, answers) in &design.exclude {
            let found = design.survey.iter().find(|known| known.id == *question);
            let Some(found) = found else {
                return in_design(format!(
                    "'exclude' names '{question}', which the survey does not ask"
                ));
            };
            if let Some(answer) = answers.iter().find(|answer| !found.has(answer)) {
                return in_design(format!("'exclude': '{question}' has no answer '{answer}'"));
            }
        }
        if let Some(site) = design.framed_by.iter().find(|site| !is_origin(site)) {
            return in_design(format!(
                "'framed_by': '{site}' is no site; write one as https://example.org"
            ));
        }
        if let Some(url) =
            design.prolific_return.as_ref().filter(|url| !url.starts_with("https://"))
        {
            return in_design(format!("'prolific_return': '{url}' must begin with https://"));
        }
        self.practice_spot().map(drop).or_else(|error| in_design(error.to_string()))?;
        let in_scenarios = |error: Error| error.in_file(self.directory.join(SCENARIOS));
        if self.scenarios.is_empty() {
            return Err(in_scenarios(Error::input("no scenario; write one a line")));
        }
        let ids: Vec<&String> = self.scenarios.iter().map(|scenario| &scenario.id).collect();
        if has_twice(&ids) {
            return Err(in_scenarios(Error::input("two scenarios have the same 'id'")));
        }
        for scenario in &self.scenarios {
            let Some(world) = self.world(&scenario.world) else {
                let message = format!("there is no world '{}'", scenario.world);
                return Err(in_scenarios(Error::input(message).at(&scenario.id)));
            };
            scenario
                .check(&world.world, &design.conditions)
                .map_err(|error| in_scenarios(error.at(format!("scenario '{}'", scenario.id))))?;
        }
        Ok(())
    }
}

/// A start is a place of the world; the heading may be left open.
impl Start {
    /// Where in the world that is.
    pub fn on(&self, world: &World) -> Result<cicerone::world::Pose> {
        let position = Position::from_numbers(self.x, self.y, self.heading.unwrap_or(-1.0))?;
        match &self.level {
            Some(level) => position.on_level(world, world.find_level(level)?),
            None => position.on(world),
        }
    }
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).map_err(|error| {
        let hint = match error.kind() {
            std::io::ErrorKind::NotFound => "; `cicerone study init DIR` makes a study",
            _ => "",
        };
        Error::io(format!("cannot be read: {error}{hint}"), error).in_file(file)
    })
}

/// Worlds are named by plain words, which are safe as names of files.
fn world_file(directory: &Path, name: &str) -> Result<PathBuf> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    if name.is_empty() || name.len() > 100 || !name.bytes().all(is_plain) {
        return Err(Error::input(format!(
            "'{name}' is no name for a world; use letters, digits, '-' and '_'"
        )));
    }
    Ok(directory.join(WORLDS).join(format!("{name}.json")))
}

/// The study's key and, later, people's names are in there: nobody else reads
/// a directory that we make.
fn create_private(directory: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory)
}

fn is_origin(site: &str) -> bool {
    let host = site.strip_prefix("https://").or(site.strip_prefix("http://"));
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"-.:*".contains(&byte);
    host.is_some_and(|host| !host.is_empty() && host.bytes().all(is_fit))
}

fn has_twice<T: Ord>(items: &[T]) -> bool {
    let mut sorted: Vec<&T> = items.iter().collect();
    sorted.sort();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}
