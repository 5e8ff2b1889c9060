//! `cicerone evaluate instructions`: whole instructions on many routes.

use cicerone::corpus::{Corpus, Part};
use cicerone::guide::{Guide, GuideOptions};
use cicerone::plan::stances;
use cicerone::words::tokenize;
use cicerone::world::{Pose, Route, World, embedded};
use cicerone::{Error, Result};
use cicerone_eval::instructing::{InstructionReport, instruct_all};
use cicerone_eval::visible::{Counting, Visible};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::models::ModelsOption;
use crate::output::{Format, print_json, print_text};
use crate::progress::Progress;
use crate::worlds::DataOption;

/// Write instructions for many routes and look for faults in every sentence.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Which routes.
    #[arg(long, value_enum, default_value = "embedded")]
    routes: Routes,

    /// How many random routes on the embedded worlds.
    #[arg(long, default_value_t = 1000)]
    count: usize,

    /// Another seed, other random routes.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    models: ModelsOption,

    #[command(flatten)]
    data: DataOption,

    /// Print every instruction as well, to standard error.
    #[arg(long)]
    print: bool,

    /// How to print what was found.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Which routes are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Routes {
    /// Random routes on the embedded worlds, half of them with a first heading.
    Embedded,
    /// Every ordered pair of SAIL's numbered positions, from every heading and
    /// from none.
    Positions,
    /// Every ordered pair of places of the SAIL maps, without a first heading.
    Places,
    /// The legal recorded routes of the validation split.
    Validation,
    /// The legal recorded routes of the test split.
    Test,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let bundle = self.models.bundle()?;
        let parser = bundle.parser.clone();
        let guide = Guide::new(bundle);
        let options = GuideOptions::default();
        let told = |routes: Vec<(&World, Result<Route>)>| {
            let progress = Progress::of(routes.len());
            progress.at("routes told");
            let routes = routes.into_iter().inspect(|_| progress.step());
            instruct_all(&guide, routes, &options, parser.as_deref())
        };
        let report = match self.routes {
            Routes::Embedded => {
                let worlds =
                    embedded::names().map(embedded::world).collect::<Result<Vec<World>>>()?;
                let routes = random_routes(&worlds, self.count, self.seed);
                told(routes)?
            }
            Routes::Positions => {
                let corpus = self.data.corpus()?;
                told(numbered_pairs(&corpus)?)?
            }
            Routes::Validation | Routes::Test => {
                let corpus = self.data.corpus()?;
                let part = match self.routes {
                    Routes::Test => Part::Test,
                    _ => Part::Validation,
                };
                let (routes, people) = recorded(&corpus, part)?;
                eprintln!("people: {}", figures(&people));
                if self.print {
                    for (world, route) in &routes {
                        let Ok(route) = route else { continue };
                        eprintln!("{}", guide.instruct(world, route, &options)?.text());
                    }
                }
                told(routes)?
            }
            Routes::Places => {
                let corpus = self.data.corpus()?;
                told(corpus.worlds.values().flat_map(all_pairs).collect())?
            }
        };
        match self.format {
            Format::Json => print_json(&report),
            Format::Text => print_text(&describe(&report)),
        }
    }
}

fn random_routes(worlds: &[World], count: usize, seed: u64) -> Vec<(&World, Result<Route>)> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let route = |_| {
        let world = &worlds[random.random_range(0..worlds.len())];
        let places: Vec<_> = world.place_ids().collect();
        let start = places[random.random_range(0..places.len())];
        let goal = places[random.random_range(0..places.len())];
        let headings = stances(world, start);
        let heading = match headings.is_empty() || random.random_bool(0.5) {
            true => None,
            false => Some(headings[random.random_range(0..headings.len())]),
        };
        let start = Pose { place: start, heading };
        (world, Route::shortest(world, start, Pose { place: goal, heading: None }))
    };
    (0..count).map(route).collect()
}

/// SAIL numbers seven positions on each map; where they are is where the
/// demonstrations that name them begin.
fn numbered_pairs(corpus: &Corpus) -> Result<Vec<(&World, Result<Route>)>> {
    let mut routes = Vec::new();
    for (name, world) in &corpus.worlds {
        let mut positions = std::collections::BTreeMap::new();
        for one in corpus.demonstrations.iter().filter(|one| one.map == *name) {
            let first = one.sentences.first().and_then(|sentence| sentence.path.first());
            if let Some(place) = first.and_then(|position| position.on(world).ok()) {
                positions.entry(one.origin.start.clone()).or_insert(place.place);
            }
        }
        if positions.len() < 2 {
            return Err(Error::input(format!("the corpus names no positions on {name}")));
        }
        for start in positions.values() {
            let mut headings: Vec<_> = stances(world, *start).into_iter().map(Some).collect();
            headings.push(None);
            for goal in positions.values().filter(|goal| *goal != start) {
                for heading in &headings {
                    let start = Pose { place: *start, heading: *heading };
                    let goal = Pose { place: *goal, heading: None };
                    routes.push((world, Route::shortest(world, start, goal)));
                }
            }
        }
    }
    Ok(routes)
}

/// Routes, each on its world; one that is not legal is an error.
type Recorded<'c> = Vec<(&'c World, Result<Route>)>;

/// The recorded paths of a part that are walks the map allows, and what people
/// said about them.
fn recorded(corpus: &Corpus, part: Part) -> Result<(Recorded<'_>, Visible)> {
    let mut routes = Vec::new();
    let mut people = Counting::default();
    for demonstration in corpus.part(part) {
        let world = corpus.world(demonstration)?;
        let path = demonstration.sentences.iter().flat_map(|one| &one.path).copied();
        let mut path: Vec<_> = path.collect();
        path.dedup();
        let Ok(route) = Route::from_positions(world, &path) else { continue };
        routes.push((world, Ok(route)));
        let said: Vec<_> =
            demonstration.sentences.iter().map(|one| tokenize(&one.english)).collect();
        people.add(said.iter().map(Vec::as_slice), &[world.vocabulary()]);
    }
    Ok((routes, people.counted()))
}

fn figures(visible: &Visible) -> String {
    format!(
        "{:.1}% of sentences name nothing one can see; {:.2} with a thing or a floor a route; \
         {:.1}% of sentences different; {:.1} sentences and {:.1} words a route",
        100.0 * visible.bare,
        visible.named,
        100.0 * visible.different,
        visible.sentences,
        visible.words
    )
}

fn all_pairs(world: &World) -> impl Iterator<Item = (&World, Result<Route>)> {
    world.place_ids().flat_map(move |start| {
        world.place_ids().filter(move |goal| *goal != start).map(move |goal| {
            let [start, goal] = [start, goal].map(|place| Pose { place, heading: None });
            (world, Route::shortest(world, start, goal))
        })
    })
}

fn describe(report: &InstructionReport) -> String {
    let mut out = format!(
        "{} routes, {} without an instruction\n\
         {} sentences, {} distinct; {} empty, {} with an unknown word, {} said twice in a row\n\
         {} in plain words, {} with words that only the world knows\n\
         contradict their command: {:?}\n\
         leave something out: {:?}\n\
         a parser reads otherwise: {}\n\
         {:.1}% of commands single their segment out\n\
         {:.1} ms a route (median), {:.1} ms (p99)\n",
        report.routes,
        report.errors.len(),
        report.sentences,
        report.distinct,
        report.empty,
        report.unknown,
        report.repeated,
        report.plain,
        report.undictionaried,
        report.contradictions,
        report.omissions,
        report.parsed_otherwise.map_or_else(
            || "none asked".into(),
            |(times, distinct)| {
                let share = 100.0 * times as f64 / report.sentences.max(1) as f64;
                format!("{times} sentences ({share:.2}%), {distinct} distinct")
            }
        ),
        100.0 * report.unambiguous,
        report.milliseconds.0,
        report.milliseconds.1,
    );
    out += &format!("{}\n", figures(&report.visible));
    for error in report.errors.iter().take(20) {
        out += &format!("error: {error}\n");
    }
    for example in &report.examples {
        out += &format!("{example}\n");
    }
    out
}
