//! `cicerone batch`: jobs in, results out, a line each, in order.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use cicerone::guide::{Guide, InstructionRecord, Shape, Shaped};
use cicerone::realize::Units;
use cicerone::world::{Journey, Profile, Waypoint, World};
use cicerone::{Error, Result, legible};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::models::{MannerOptions, ModelsOption};
use crate::worlds::{DataOption, open};

/// Write instructions for many routes: JSON lines in, JSON lines out.
///
/// A job is {"id", "world", "path": [[x, y, h], ...]} with h = -1 or null for an
/// unknown heading, or {"id", "world", "from", "to"}, each [x, y], [x, y, h], or
/// the name or id of a place; "profile": "step-free" avoids steps; "style", "units"
/// and "seed" are as the options, for this job. An answer is the job's "id" and the
/// instruction as `cicerone guide --format json` writes it; a line that is no good
/// gives {"id", "error"} in its place.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    manner: MannerOptions,

    /// Threads [default: all cores].
    #[arg(long)]
    threads: Option<usize>,

    /// The shape of the instructions.
    #[arg(long, value_enum, default_value = "json")]
    format: Format,

    /// Tell, for every step, how it came about; in our own shape only.
    #[arg(long)]
    explain: bool,

    #[command(flatten)]
    models: ModelsOption,

    #[command(flatten)]
    data: DataOption,
}

/// The shape of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Our own.
    Json,
    /// As OSRM's route service answers, with banners and voices.
    Osrm,
    /// As Valhalla's route action answers.
    Valhalla,
    /// A line for every step, for maps.
    Geojson,
}

/// One line of input.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Job {
    #[serde(default)]
    id: Value,
    world: String,
    path: Option<Vec<Waypoint>>,
    from: Option<Waypoint>,
    to: Option<Waypoint>,
    #[serde(default)]
    profile: Profile,
    style: Option<String>,
    units: Option<Units>,
    seed: Option<u64>,
}

/// One line of output.
#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Done {
        id: Value,
        #[serde(flatten)]
        instruction: Box<InstructionRecord>,
    },
    Shaped {
        id: Value,
        #[serde(flatten)]
        shaped: Shaped,
    },
    Failed {
        id: Value,
        error: String,
    },
}

/// Lines that are read before any is answered: enough to keep all cores busy,
/// few enough that memory stays flat.
const WINDOW: usize = 64;

/// A line that is longer is not a job.
const LONGEST: usize = 16 << 20;

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let guide = self.models.guide()?;
        let worlds = Worlds { data: self.data.clone(), recent: Mutex::default() };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = self.threads.unwrap_or(cores).clamp(1, 256);
        let mut input = io::stdin().lock();
        let mut output = io::stdout().lock();
        loop {
            let mut lines = Vec::with_capacity(WINDOW);
            while lines.len() < WINDOW
                && let Some(line) = read_line(&mut input)?
            {
                lines.push(line);
            }
            if lines.is_empty() {
                return Ok(output.flush()?);
            }
            let answers: Vec<Mutex<Option<Answer>>> =
                lines.iter().map(|_| Mutex::default()).collect();
            let next = AtomicUsize::new(0);
            std::thread::scope(|scope| {
                for _ in 0..threads.min(lines.len()) {
                    scope.spawn(|| {
                        while let Some(place) = Some(next.fetch_add(1, Ordering::Relaxed))
                            && let Some(line) = lines.get(place)
                        {
                            let answer = self.answer(line, &guide, &worlds);
                            *answers[place].lock().unwrap_or_else(PoisonError::into_inner) =
                                Some(answer);
                        }
                    });
                }
            });
            for answer in answers {
                let answer = answer.into_inner().unwrap_or_else(PoisonError::into_inner);
                let answer = serde_json::to_string(&answer).map_err(io::Error::from)?;
                writeln!(output, "{}", legible(&answer))?;
            }
            output.flush()?;
        }
    }

    fn answer(&self, line: &Line, guide: &Guide, worlds: &Worlds) -> Answer {
        let failed = |id: Value, error: Error| Answer::Failed { id, error: error.to_string() };
        let Job { id, world, path, from, to, profile, style, units, seed } = match read_job(line) {
            Ok(job) => job,
            Err((id, error)) => return failed(id, error),
        };
        let instruct = || {
            let world = worlds.open(&world)?;
            let is_given = path.is_some();
            let route = Journey::from_parts(from, to, path)?.route_for(&world, profile)?;
            let usual = self.manner.options();
            let options = usual
                .clone()
                .style(style.or(usual.style))
                .units(units.unwrap_or(usual.units))
                .seed(seed.or(usual.seed));
            let (route, instruction) = match is_given {
                true => (route.clone(), guide.instruct(&world, &route, &options)?),
                false => guide.lead(&world, route, profile, &options)?,
            };
            let shape = match self.format {
                Format::Osrm => Shape::Osrm,
                Format::Valhalla => Shape::Valhalla,
                Format::Geojson => Shape::GeoJson,
                Format::Json => {
                    let record = match self.explain {
                        true => instruction.long_record(),
                        false => instruction.record(),
                    };
                    return Ok(Answer::Done { id: id.clone(), instruction: record.into() });
                }
            };
            let shaped = instruction.shaped(shape, &world, &route)?;
            Ok(Answer::Shaped { id: id.clone(), shaped })
        };
        instruct().unwrap_or_else(|error| failed(id, error))
    }
}

/// One line, or too much of one.
enum Line {
    Bytes(Vec<u8>),
    TooLong,
}

/// The next line; what is beyond the longest is read past and forgotten.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    let mut is_too_long = false;
    loop {
        let part = input.fill_buf()?;
        if part.is_empty() {
            let is_end = bytes.is_empty() && !is_too_long;
            return Ok((!is_end).then_some(if is_too_long {
                Line::TooLong
            } else {
                Line::Bytes(bytes)
            }));
        }
        let end = part.iter().position(|byte| *byte == b'\n');
        let length = end.unwrap_or(part.len());
        match bytes.len() + length <= LONGEST && !is_too_long {
            true => bytes.extend_from_slice(&part[..length]),
            false => {
                bytes = Vec::new();
                is_too_long = true;
            }
        }
        input.consume(end.map_or(length, |end| end + 1));
        if end.is_some() {
            return Ok(Some(if is_too_long { Line::TooLong } else { Line::Bytes(bytes) }));
        }
    }
}

/// The job of a line, or what is wrong with it and whose it is.
fn read_job(line: &Line) -> std::result::Result<Job, (Value, Error)> {
    let bytes = match line {
        Line::Bytes(bytes) => bytes,
        Line::TooLong => {
            let message = format!("the line is longer than {} MiB", LONGEST >> 20);
            return Err((Value::Null, Error::input(message)));
        }
    };
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|error| (Value::Null, Error::input(format!("not a job: {error}"))))?;
    let id = value.get("id").cloned().unwrap_or_default();
    serde_json::from_value(value).map_err(|error| (id, Error::input(format!("not a job: {error}"))))
}

/// A world, or why there is none.
type Opened = std::result::Result<Arc<World>, String>;

/// The worlds that were asked for last, so that a thousand jobs on one map
/// read it once, and no number of maps fills the memory.
struct Worlds {
    data: DataOption,
    recent: Mutex<VecDeque<(String, Opened)>>,
}

impl Worlds {
    const KEPT: usize = 8;

    fn open(&self, name: &str) -> Result<Arc<World>> {
        // The lock is held while a map is read, so that nobody reads it twice.
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let found = recent.iter().position(|(known, _)| known == name);
        let entry = match found.and_then(|place| recent.remove(place)) {
            Some(entry) => entry,
            None => {
                let world = open(name, &self.data).map(Arc::new);
                (name.to_owned(), world.map_err(|error| error.to_string()))
            }
        };
        let world = entry.1.clone();
        recent.push_front(entry);
        recent.truncate(Self::KEPT);
        world.map_err(Error::input)
    }
}
