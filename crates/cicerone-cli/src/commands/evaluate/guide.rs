//! `cicerone evaluate guide`: do followers of its instructions arrive?

use std::path::PathBuf;

use cicerone::Result;
use cicerone::corpus::Part;
use cicerone::follow::{Care, Follower, Paragraph};
use cicerone::guide::{Choose, Guide, GuideOptions};
use cicerone::world::Route;
use cicerone_eval::arriving::{
    Arrivals, arrive, histogram, route_of, told_by_guide, told_by_templates,
};

use crate::models::ModelsOption;
use crate::output::{Format, print_json, print_text, write_picture};
use crate::progress::Progress;
use crate::worlds::DataOption;

/// How a system tells a route: the words of its sentences.
type Tell<'t> = dyn Fn(&Paragraph, &Route) -> Result<Vec<Vec<String>>> + 't;

/// Have followers walk what people, templates and the guide say about the
/// routes of a part of the corpus.
///
/// The recorded path of a demonstration is its route (the shortest way to its
/// goal where the path is not a legal walk); first headings are unknown and
/// averaged over all four. The judges must not be the followers that the guide
/// chooses with.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Who judges: directories of `cicerone train follower`, or files.
    #[arg(long = "judge", value_name = "PATH", required = true)]
    judges: Vec<PathBuf>,

    /// The part of the corpus.
    #[arg(long, default_value = "validation")]
    part: Part,

    /// Act sequences a judge goes along with at a time; 1 is greedy.
    #[arg(long, default_value_t = Care::default().width)]
    width: usize,

    /// Seed of the bootstrap.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    models: ModelsOption,

    #[command(flatten)]
    data: DataOption,

    /// Draw the distances, as SVG or, if the name ends so, PNG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let corpus = self.data.corpus()?;
        let judge = Follower::new(crate::readers::models(&self.judges)?)?;
        let guide = self.models.guide()?;
        let human = Paragraph::of(&corpus, corpus.part(self.part))?;
        let routes = human.iter().map(route_of).collect::<Result<Vec<Route>>>()?;
        let care = Care::default().width(self.width.max(1));
        // People, templates, two of the guide and three that tell what costs what.
        let progress = Progress::of(7);
        progress.at("human");
        let mut systems = vec![arrive("human", &judge, &human, care, self.seed)?];
        let told = |tell: &Tell<'_>| {
            human
                .iter()
                .zip(&routes)
                .map(|(one, route)| Ok(Paragraph { sentences: tell(one, route)?, ..one.clone() }))
                .collect::<Result<Vec<Paragraph>>>()
        };
        progress.step();
        progress.at("templates");
        let templates = told(&|one, route| told_by_templates(one.world, route))?;
        systems.push(arrive("templates", &judge, &templates, care, self.seed)?);
        for (name, choose) in [("guide, fluent", Choose::Fluent), ("guide, safe", Choose::Safe)] {
            progress.step();
            progress.at(name);
            let options = GuideOptions::default().choose(choose);
            let texts = told(&|one, route| told_by_guide(&guide, one.world, route, &options))?;
            systems.push(arrive(name, &judge, &texts, care, self.seed)?);
        }
        // Where what helps people costs a follower.
        let safe = guide.config();
        let bare = safe.choice.landmark(0.0).both(0.0);
        for (name, config) in [
            ("safe, not joined", safe.longest_joined(0)),
            ("safe, bare", safe.choice(bare)),
            ("safe, bare, single", safe.choice(bare).longest_joined(0)),
        ] {
            progress.step();
            progress.at(name);
            let guide = Guide::with_config(guide.stages().clone(), config)?;
            let options = GuideOptions::default();
            let texts = told(&|one, route| told_by_guide(&guide, one.world, route, &options))?;
            systems.push(arrive(name, &judge, &texts, care, self.seed)?);
        }
        drop(progress);
        if let Some(file) = &self.svg {
            write_picture(file, &histogram(&systems))?;
        }
        match self.format {
            Format::Json => print_json(&systems),
            Format::Text => print_text(&table(&systems)),
        }
    }
}

fn table(systems: &[Arrivals]) -> String {
    let mut out = format!(
        "{} routes; share of followers at distance 0, 1, 2 and more from the goal, mean over four \
         start headings\n{:18}{:>8}{:>18}{:>8}{:>8}{:>8}{:>11}{:>8}\n",
        systems.first().map_or(0, |one| one.routes),
        "",
        "at goal",
        "95% interval",
        "1",
        "2",
        "more",
        "sentences",
        "words"
    );
    for one in systems {
        let [zero, near, far, more] = one.distances.map(|share| share * 100.0);
        let interval = format!("{:.1} to {:.1}", one.interval.0 * 100.0, one.interval.1 * 100.0);
        out += &format!(
            "{:18}{zero:>8.1}{interval:>18}{near:>8.1}{far:>8.1}{more:>8.1}{:>11.1}{:>8.1}\n",
            one.system, one.sentences, one.words
        );
    }
    out
}
