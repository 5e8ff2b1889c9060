//! `cicerone evaluate planning`.

use std::collections::BTreeMap;

use cicerone::corpus::Part;
use cicerone::plan::Planner;
use cicerone::world::{GenerateConfig, World, embedded, generate};
use cicerone_eval::planning::{Fit, FitReport, Frequent, RouteReport, fit, routes};
use serde::Serialize;

use crate::output::{Format, print_json, print_text};
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

    /// How many of the most frequent structures stand in for content
    /// selection.
    #[arg(long, value_name = "N", default_value_t = 20)]
    structures: usize,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What `evaluate planning` found.
#[derive(Serialize)]
struct Report {
    /// The meaning of commands on people's demonstrations, by part.
    demonstrations: BTreeMap<&'static str, FitReport>,
    /// All routes of the SAIL maps, with the most frequent structures.
    sail: RouteReport,
    /// The same with walks that must name where they end.
    sail_by_landmark: RouteReport,
    /// All routes of the embedded worlds.
    embedded: RouteReport,
    /// All routes of generated worlds of 40 places.
    generated: RouteReport,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let corpus = self.data.corpus()?;
        let mut demonstrations = BTreeMap::new();
        for part in &self.parts {
            demonstrations.insert(part.name(), fit(&corpus, *part)?);
        }
        let frequent = Frequent::learn(&corpus, self.structures)?;
        let planner = Planner::default();
        let plan = |worlds: &[&World], frequent: &Frequent| {
            routes(worlds, &planner, &|_, segment| frequent.candidates(segment).to_vec())
        };
        let sail: Vec<&World> = corpus.worlds.values().collect();
        let generated = (1..=3)
            .map(|seed| generate(GenerateConfig { places: 40, seed, ..Default::default() }))
            .collect::<cicerone::Result<Vec<World>>>()?;
        let embedded =
            embedded::names().map(embedded::world).collect::<cicerone::Result<Vec<_>>>()?;
        let report = Report {
            demonstrations,
            sail: plan(&sail, &frequent)?,
            sail_by_landmark: plan(&sail, &frequent.by_landmark())?,
            embedded: plan(&embedded.iter().collect::<Vec<_>>(), &frequent.by_landmark())?,
            generated: plan(&generated.iter().collect::<Vec<_>>(), &frequent.by_landmark())?,
        };
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
            ("SAIL maps, most frequent structures", &self.sail),
            ("SAIL maps, walks by a landmark", &self.sail_by_landmark),
            ("embedded worlds, walks by a landmark", &self.embedded),
            ("generated worlds of 40 places, walks by a landmark", &self.generated),
        ] {
            out.push_str(&format!(
                "\n{name}: {} routes, {:.0} us per segment at the median, {:.0} at p99\n",
                routes.routes, routes.microseconds.0, routes.microseconds.1
            ));
            let groups = routes.groups.iter().map(|(name, group)| (*name, group));
            for (name, group) in groups.chain([("all", &routes.all)]) {
                out.push_str(&format!(
                    "  {name:<11} {:>6} segments ({:>4} distinct)  true {:.4}  P>=.99 {:.4}  \
                     of distinct {:.4}  by candidate {:.3}  by landmark {:.3}  of distinct {:.3}\n",
                    group.segments,
                    group.distinct,
                    group.valid,
                    group.unambiguous,
                    group.unambiguous_distinct,
                    group.by_candidate,
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
