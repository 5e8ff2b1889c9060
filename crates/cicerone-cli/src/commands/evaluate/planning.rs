//! `cicerone evaluate planning`.

use std::collections::BTreeMap;

use cicerone::corpus::Part;
use cicerone::guide::Guide;
use cicerone::world::{GenerateConfig, World, embedded, generate};
use cicerone_eval::planning::{ByLandmark, Fit, FitReport, RouteReport, fit, routes};
use serde::Serialize;

use crate::models::ModelsOption;
use crate::output::{Format, print_json, print_text};
use crate::progress::Progress;
use crate::selectors::SelectorOption;
use crate::worlds::DataOption;

/// Whether planned commands are true and unambiguous, and how well the
/// meaning of commands fits what people said and did.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    data: DataOption,

    /// Parts of the corpus to fit the meaning to.
    #[arg(
        long,
        value_name = "PART",
        value_delimiter = ',',
        default_value = "train,validation,test"
    )]
    parts: Vec<Part>,

    #[command(flatten)]
    models: ModelsOption,

    #[command(flatten)]
    selector: SelectorOption,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What `evaluate planning` found.
#[derive(Serialize)]
struct Report {
    /// The meaning of commands on people's demonstrations, by part.
    demonstrations: BTreeMap<&'static str, FitReport>,
    /// All routes of the SAIL maps, with the selected structures.
    sail: RouteReport,
    /// The same, for walks only those structures that ask for a landmark.
    sail_by_landmark: RouteReport,
    /// All routes of the embedded worlds.
    embedded: RouteReport,
    /// The same, for walks only those structures that ask for a landmark.
    embedded_by_landmark: RouteReport,
    /// All routes of generated worlds of 40 places.
    generated: RouteReport,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let corpus = self.data.corpus()?;
        let mut demonstrations = BTreeMap::new();
        let progress = Progress::of(self.parts.len() + 5);
        for part in &self.parts {
            progress.at(part.name());
            demonstrations.insert(part.name(), fit(&corpus, *part)?);
            progress.step();
        }
        let bundle = self.models.bundle()?;
        let selector = self.selector.instead_of(&self.data, || Ok(bundle.selector.clone()))?;
        let stages = bundle.stages().with_selection(selector.clone());
        let guide = Guide::new(stages.clone());
        let by_landmark = Guide::new(stages.with_selection(ByLandmark(selector)));
        let plan = |worlds: &[&World], only_landmarks: bool| {
            progress.at(worlds.first().map_or("", |world| world.name()));
            let report = routes(worlds, if only_landmarks { &by_landmark } else { &guide });
            progress.step();
            report
        };
        let sail: Vec<&World> = corpus.worlds.values().collect();
        let generated = (1..=3)
            .map(|seed| generate(GenerateConfig { places: 40, seed, ..Default::default() }))
            .collect::<cicerone::Result<Vec<World>>>()?;
        let embedded =
            embedded::names().map(embedded::world).collect::<cicerone::Result<Vec<_>>>()?;
        let report = Report {
            demonstrations,
            sail: plan(&sail, false)?,
            sail_by_landmark: plan(&sail, true)?,
            embedded: plan(&embedded.iter().collect::<Vec<_>>(), false)?,
            embedded_by_landmark: plan(&embedded.iter().collect::<Vec<_>>(), true)?,
            generated: plan(&generated.iter().collect::<Vec<_>>(), false)?,
        };
        drop(progress);
        match self.format {
            Format::Json => print_json(&report),
            Format::Text => print_text(&report.describe()),
        }
    }
}

impl Report {
    fn describe(&self) -> String {
        let mut out = String::from(
            "the meaning of commands on people's demonstrations\n\
             \x20                     n    phi/eta strict  valid strict  mean P  P>=.99     EP control\n",
        );
        for (part, report) in &self.demonstrations {
            out.push_str(&row(part, &report.all));
            out.push_str(&row("  alone in sentence", &report.alone));
            for (head, fit) in report.heads.iter().filter(|(_, fit)| fit.commands > 0) {
                out.push_str(&row(&format!("  {head}"), fit));
            }
            out.push_str("  the attributes that fail most:\n");
            for one in report.attributes.iter().take(8) {
                out.push_str(&format!(
                    "    {:<26} holds {:>4}  fails {:>3}  not judged {:>2}\n",
                    one.name, one.holds, one.fails, one.unjudged
                ));
                for example in one.examples.iter().take(2) {
                    out.push_str(&format!("      {example}\n"));
                }
            }
        }
        for (name, routes) in [
            ("SAIL maps", &self.sail),
            ("SAIL maps, walks by a landmark", &self.sail_by_landmark),
            ("embedded worlds", &self.embedded),
            ("embedded worlds, walks by a landmark", &self.embedded_by_landmark),
            ("generated worlds of 40 places", &self.generated),
        ] {
            out.push_str(&format!(
                "\n{name}: {} routes, {:.0} us per segment at the median, {:.0} at p99\n",
                routes.routes, routes.microseconds.0, routes.microseconds.1
            ));
            let groups = routes.groups.iter().map(|(name, group)| (*name, group));
            for (name, group) in groups.chain([("all", &routes.all)]) {
                out.push_str(&format!(
                    "  {name:<11} {:>6} segments ({:>4} distinct)  true {:.4}  P>=.99 {:.4}  \
                     of distinct {:.4}  by candidate {:.3}  \
                     landmark asked {:.3}  said {:.3}  of distinct {:.3}\n",
                    group.segments,
                    group.distinct,
                    group.valid,
                    group.unambiguous,
                    group.unambiguous_distinct,
                    group.by_candidate,
                    group.landmark_asked,
                    group.by_landmark,
                    group.by_landmark_distinct,
                ));
            }
            for one in &routes.shortfalls {
                out.push_str(&format!(
                    "  ambiguous: {} {} P {:.2} {} also {}\n",
                    one.world,
                    one.path,
                    one.likelihood,
                    one.command,
                    one.confused_with.join(" | ")
                ));
            }
        }
        out
    }
}

fn row(name: &str, fit: &Fit) -> String {
    format!(
        "{name:<20} {:>4} {:>9.3} {:>6.3} {:>6.3} {:>6.3} {:>7.3} {:>7.3} {:>6.3} {:>7.3}\n",
        fit.commands,
        fit.attributes_hold,
        fit.attributes_hold_strict,
        fit.valid,
        fit.valid_strict,
        fit.mean_likelihood,
        fit.unambiguous,
        fit.expected_likelihood,
        fit.control
    )
}
