//! `cicerone evaluate noise`: who still arrives as readers err more?

use std::fmt::Write;
use std::path::PathBuf;

use cicerone::corpus::{Corpus, Part};
use cicerone::world::{Profile, Route, World};
use cicerone_eval::directions::random_routes;
use cicerone_eval::noise::{Noise, as_csv, building, corridors, curves};

use crate::models::ModelsOption;
use crate::output::{Format, print_json, print_text, write_picture};
use crate::worlds::{self, DataOption};

/// Send readers along what templates and the guide say, who err from not at all
/// to three times as often as people, on SAIL's routes and in buildings.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The part of the corpus whose legal routes are told; none without it.
    #[arg(long)]
    part: Option<Part>,

    /// A building: any file that is a world, or the name of an embedded one. May
    /// be given several times.
    #[arg(long = "world", value_name = "WORLD")]
    worlds: Vec<String>,

    /// How many routes between random named places of each building.
    #[arg(long, default_value_t = 50)]
    routes: usize,

    /// How many people walk each of them.
    #[arg(long, default_value_t = 100)]
    people: usize,

    /// Another seed, other routes and people.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    models: ModelsOption,

    #[command(flatten)]
    data: DataOption,

    /// Draw the curves, as SVG or, if the name ends so, PNG.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,

    /// Write the figures as comma-separated values.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        if self.part.is_none() && self.worlds.is_empty() {
            anyhow::bail!("say --part PART, --world WORLD, or both: there is nothing to tell");
        }
        let guide = self.models.guide()?;
        let mut all = Vec::new();
        if let Some(part) = self.part {
            let corpus = self.data.corpus()?;
            all.push(corridors(&guide, "SAIL", &recorded(&corpus, part)?)?);
        }
        for name in &self.worlds {
            let world = worlds::open(name, &self.data)?;
            let (routes, _) = random_routes(&world, self.routes, self.seed, Profile::Walk)?;
            all.push(building(&guide, &world, &routes, self.people, self.seed)?);
        }
        if let Some(file) = &self.picture {
            write_picture(file, &curves(&all))?;
        }
        if let Some(file) = &self.csv {
            cicerone::write_whole(file, as_csv(&all).as_bytes())?;
        }
        match self.format {
            Format::Json => print_json(&all),
            Format::Text => print_text(&table(&all)),
        }
    }
}

/// The recorded paths of a part that are walks the map allows.
fn recorded(corpus: &Corpus, part: Part) -> cicerone::Result<Vec<(&World, Route)>> {
    let mut routes = Vec::new();
    for demonstration in corpus.part(part) {
        let world = corpus.world(demonstration)?;
        let path = demonstration.sentences.iter().flat_map(|one| &one.path).copied();
        let mut path: Vec<_> = path.collect();
        path.dedup();
        routes.extend(Route::from_positions(world, &path).ok().map(|route| (world, route)));
    }
    Ok(routes)
}

fn table(all: &[Noise]) -> String {
    let mut out = String::new();
    for one in all {
        let _ = write!(out, "{}, {} routes\n{:18}{:>7}", one.world, one.routes, "", "words");
        one.times.iter().for_each(|times| {
            let _ = write!(out, "{:>8}", format!("x{times}"));
        });
        out.push('\n');
        for system in &one.systems {
            let _ = write!(out, "{:18}{:>7.1}", system.system, system.words);
            system.arrives.iter().for_each(|share| {
                let _ = write!(out, "{:>7.1}%", 100.0 * share);
            });
            out.push('\n');
        }
    }
    out
}
