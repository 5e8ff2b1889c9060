//! `cicerone evaluate reader`: does the reader who errs foresee people, and does
//! it arrive in a building?

use std::fmt::Write;
use std::path::{Path, PathBuf};

use cicerone::read::{Critic, VisitorHabits, read_walks};
use cicerone::world::Profile;
use cicerone_eval::directions::random_routes;
use cicerone_eval::reading::{ReaderReport, cross_validate, evaluate, picture};
use cicerone_eval::visiting::{VisitingReport, visiting};

use crate::models::ModelsOption;
use crate::output::{Format, print_json, print_text, write_picture};
use crate::progress::Progress;
use crate::worlds::{self, DataOption};

/// Hold the reader who errs against people's walks (does it foresee who
/// arrives, and how they rate the directions?), or send it through a building
/// with what the guide says.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The walks: one a line, as JSON.
    #[arg(long, value_name = "FILE", required_unless_present = "world")]
    walks: Option<PathBuf>,

    /// The building: any file that is a world, or the name of an embedded one.
    #[arg(long, value_name = "WORLD", conflicts_with = "walks")]
    world: Option<String>,

    /// How many routes between random named places of the building.
    #[arg(long, default_value_t = 200)]
    routes: usize,

    /// How many people walk each of them.
    #[arg(long, default_value_t = 200)]
    people: usize,

    /// How many times as often as people they err.
    #[arg(long, default_value_t = 1.0)]
    erring: f64,

    /// How many of the worst routes are printed.
    #[arg(long, default_value_t = 10)]
    worst: usize,

    #[command(flatten)]
    models: ModelsOption,

    /// Another reader than the one that ships (`cicerone train reader`).
    #[arg(long, value_name = "FILE", conflicts_with = "cross_validate")]
    reader: Option<PathBuf>,

    /// Split the texts into so many parts and foresee each by what is learnt
    /// from the others alone.
    #[arg(long, value_name = "PARTS", value_parser = clap::value_parser!(u64).range(2..=20))]
    cross_validate: Option<u64>,

    /// Another seed, other parts, routes and people.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    data: DataOption,

    /// Draw what was foreseen against what came true, as SVG or, if the name
    /// ends so, PNG.
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        match (&self.world, &self.walks) {
            (Some(world), _) => self.in_a_building(world),
            (None, Some(walks)) => self.beside_people(walks),
            (None, None) => anyhow::bail!("say --walks FILE or --world WORLD"),
        }
    }

    fn beside_people(&self, walks: &Path) -> anyhow::Result<()> {
        let corpus = self.data.corpus()?;
        let walks = read_walks(walks)?;
        let progress = Progress::of(0);
        progress.at(format!("reading the texts of {} walks", walks.len()));
        let report = match (self.cross_validate, &self.reader) {
            (Some(parts), _) => cross_validate(&corpus, &walks, parts as usize, self.seed)?,
            (None, None) => evaluate(&corpus, &walks, Critic::people())?,
            (None, Some(file)) => {
                let text = std::fs::read_to_string(file)
                    .map_err(|error| cicerone::Error::io("cannot read", error).in_file(file))?;
                let critic = Critic::from_json(&text).map_err(|error| error.in_file(file))?;
                evaluate(&corpus, &walks, &critic)?
            }
        };
        drop(progress);
        if let Some(file) = &self.picture {
            write_picture(file, &picture(&report))?;
        }
        match self.format {
            Format::Json => print_json(&report),
            Format::Text => print_text(&describe(&report)),
        }
    }

    fn in_a_building(&self, world: &str) -> anyhow::Result<()> {
        let world = worlds::open(world, &self.data)?;
        let guide = self.models.guide()?;
        let (routes, without) = random_routes(&world, self.routes, self.seed, Profile::Walk)?;
        if without > 0 {
            eprintln!("{without} pairs were left out: no way joins them");
        }
        let habits = VisitorHabits::default().erring(self.erring);
        let report = visiting(&guide, &world, &routes, habits, self.people, self.seed, self.worst)?;
        match self.format {
            Format::Json => print_json(&report),
            Format::Text => print_text(&arrivals(&report)),
        }
    }
}

fn arrivals(report: &VisitingReport) -> String {
    let percent = |share: f64| 100.0 * share;
    let mut out = format!(
        "{}: {} routes, {} people each\n\
         arrive: {:.1}% (the guide foresees {:.1}%; rank correlation over routes {:.2})\n\
         sentences done rightly where they were meant to be heard: {:.1}%\n\n\
         the worst:\n",
        report.world,
        report.routes,
        report.walks,
        percent(report.arrives),
        percent(report.foreseen),
        report.spearman,
        percent(report.steps)
    );
    for one in &report.worst {
        let _ = writeln!(
            out,
            "{:.0}% (foreseen {:.0}%) {}",
            percent(one.arrives),
            percent(one.foreseen),
            one.route
        );
        for (text, step) in one.texts.iter().zip(&one.steps) {
            let _ = writeln!(out, "  {:>4.0}%  {text}", percent(*step));
        }
    }
    out
}

fn describe(report: &ReaderReport) -> String {
    let mut out = format!(
        "{} walks with the texts of {} demonstrations\n\
         success foreseen, Spearman {:.3} (by the reader alone {:.3}); rating {:.3}\n\
         Brier score {:.3} ({:.3} for whoever always says the mean)\n\
         {:>10}{:>10}{:>8}{:>8}\n",
        report.walks,
        report.demonstrations,
        report.success_spearman,
        report.arrives_spearman,
        report.rating_spearman,
        report.brier,
        report.brier_of_the_mean,
        "foreseen",
        "arrived",
        "texts",
        "walks"
    );
    for one in &report.calibration {
        out += &format!(
            "{:>9.1}%{:>9.1}%{:>8}{:>8}\n",
            one.foreseen * 100.0,
            one.arrived * 100.0,
            one.demonstrations,
            one.walks
        );
    }
    out
}
