//! `cicerone evaluate directions`: directions through a building, judged by an
//! oracle of its own.

use std::fmt::Write;
use std::path::PathBuf;

use cicerone::guide::GuideOptions;
use cicerone_eval::directions::{
    DirectionsReport, FalseCommand, SpokenReport, directions_report, random_routes,
};

use crate::models::{ModelsOption, UnitsName};
use crate::output::{Format, print_json, print_text};
use crate::progress::Progress;
use crate::worlds::{ProfileName, WorldOption};

/// Tell the way between random named places of a building and judge every
/// command by an independent oracle.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    world: WorldOption,

    /// How many routes.
    #[arg(long, default_value_t = 200)]
    routes: usize,

    /// Another seed, other routes.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Who wants to get there.
    #[arg(long, value_enum, default_value = "walk")]
    profile: ProfileName,

    /// How many of the least sure instructions are printed.
    #[arg(long, default_value_t = 10)]
    worst: usize,

    /// Write every route and its text to this file.
    #[arg(long, value_name = "FILE")]
    texts: Option<PathBuf>,

    /// How much is said: terse, normal or chatty.
    #[arg(long, value_name = "STYLE")]
    style: Option<String>,

    /// The unit of distances.
    #[arg(long, value_enum, default_value = "metres")]
    units: UnitsName,

    #[command(flatten)]
    models: ModelsOption,

    /// How to print what was found.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let world = self.world.open()?;
        let guide = self.models.guide()?;
        let (routes, without) = random_routes(&world, self.routes, self.seed, self.profile.into())?;
        if without > 0 {
            eprintln!("{without} pairs were left out: no way joins them");
        }
        let progress = Progress::of(0);
        progress.at(format!("telling {} routes", routes.len()));
        let options = GuideOptions::default().style(self.style.clone()).units(self.units.into());
        let report = directions_report(&guide, &world, &routes, &options, self.worst)?;
        drop(progress);
        if let Some(file) = &self.texts {
            let lines: Vec<String> = report
                .texts
                .iter()
                .map(|one| format!("{} ({:.0} m)\n  {}\n", one.route, one.metres, one.text))
                .collect();
            cicerone::write_whole(file, lines.concat().as_bytes())?;
        }
        match self.format {
            Format::Json => print_json(&report),
            Format::Text => print_text(&describe(&report)),
        }
    }
}

fn describe(report: &DirectionsReport) -> String {
    let percent = |share: f64| 100.0 * share;
    let mut out = format!(
        "{}: {} routes, {} steps, {} commands\n\
         commands true: {:.2}% ({} false); ambiguous: {}\n\
         lines that cannot be walked or are not the route's: {}\n\
         destination named: {:.1}%\n\
         level changes with way, direction and level: {:.1}% of {}\n\
         walks by a bare count of places: {}\n\
         steps that name something one can see or pass: {:.1}%\n\
         stretches ended by metres alone: {}, where something visible could have: {}\n\
         closed doors passed in silence: {}\n\
         words: {:.1} a route, {:.1} for 100 m; {:.1} ms a route (median)\n",
        report.world,
        report.routes,
        report.steps,
        report.commands,
        percent(report.commands_true),
        report.false_commands.len(),
        report.ambiguous,
        report.line_faults.len(),
        percent(report.destination_named),
        percent(report.rides_named),
        report.rides,
        report.bare_counts,
        percent(report.steps_naming),
        report.by_metres,
        report.by_metres_needlessly,
        report.silent_doors,
        report.words_per_route,
        report.words_per_100_metres,
        report.milliseconds,
    );
    out += &described_words(&report.spoken);
    let mut listed = |title: &str, all: &[FalseCommand]| {
        for one in all {
            let _ = write!(
                out,
                "\n{title}: {}, step {}: {}\n  {}\n  {}\n",
                one.route,
                one.step,
                one.reasons.join("; "),
                one.text,
                one.command
            );
        }
    };
    listed("false", &report.false_commands);
    listed("ambiguous", &report.ambiguous_commands);
    for fault in &report.line_faults {
        let _ = writeln!(out, "line: {fault}");
    }
    for needless in &report.needless {
        let _ = writeln!(out, "metres alone: {needless}");
    }
    if !report.worst.is_empty() {
        let _ = writeln!(out, "\nthe least sure:");
    }
    for one in &report.worst {
        let _ = writeln!(
            out,
            "{:.0}% (step {}) {}, {:.0} m\n  {}",
            percent(one.confidence.unwrap_or(1.0)),
            one.weakest_step,
            one.route,
            one.metres,
            one.text
        );
    }
    out
}

/// The words, and by head what was learnt from people beside what is plain.
fn described_words(spoken: &SpokenReport) -> String {
    let share = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
    let mut out = format!(
        "sentences: {}, {} distinct; read as a whole by grammar: {:.2}%\n\
         sentences that say what their commands do not: {} ({:.2}%)\n\
         steps that are not their commands when they are read back: {}\n\
         steps with words of people's texts: {:.1}% of {}, with words of theirs alone: {:.1}%\n",
        spoken.sentences,
        spoken.distinct,
        share(spoken.understood, spoken.sentences),
        spoken.contradictions,
        share(spoken.contradictions, spoken.sentences),
        spoken.misread_steps.len(),
        share(spoken.peoples_steps, spoken.steps),
        spoken.steps,
        share(spoken.learnt_steps, spoken.steps),
    );
    for (head, said) in &spoken.heads {
        let _ = writeln!(
            out,
            "{head}: {} clauses, {:.1}% with a choice, {:.1}% people's, {:.1}% theirs alone; '{}'",
            said.clauses,
            share(said.with_choice, said.clauses),
            share(said.peoples, said.clauses),
            share(said.learnt, said.clauses),
            said.example,
        );
        for way in said.ways.iter().filter(|way| way.is_learnt) {
            let example = &way.example;
            let (words, plain) = (way.words, way.plain);
            let _ = writeln!(out, "  {words} ({}; plain: {plain}): {example}", way.count);
        }
    }
    let _ = writeln!(
        out,
        "the language model would throw away {} of {} distinct sentences, and {} for a word; \
         the most perplexing:",
        spoken.perplexing, spoken.distinct, spoken.unknown,
    );
    for (perplexity, sentence) in &spoken.most_perplexing {
        let _ = writeln!(out, "  {perplexity:.1}  {sentence}");
    }
    for line in &spoken.contradicting {
        let _ = writeln!(out, "says otherwise: {line}");
    }
    for line in &spoken.misread_steps {
        let _ = writeln!(out, "read otherwise: {line}");
    }
    out
}
