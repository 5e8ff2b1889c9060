//! `cicerone evaluate following`: do readers arrive?

use cicerone::corpus::{Demonstration, Part};
use cicerone::follow::{Paragraph, WalkingLesson};
use cicerone_eval::following::evaluate;

use crate::commands::train::follower::Start;
use crate::output::{Format, print_json, print_text};
use crate::progress::Progress;
use crate::readers::FollowerOption;
use crate::worlds::DataOption;

use super::RenamedOption;

/// Following: do readers of people's sentences and paragraphs arrive?
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    follower: FollowerOption,

    /// The part of the corpus to measure on.
    #[arg(long, default_value = "validation", conflicts_with = "map")]
    part: Part,

    /// Measure on all demonstrations of this map instead, with followers that
    /// were trained `--without-map` of that name.
    #[arg(long)]
    map: Option<String>,

    /// Where readers start whose first heading nobody recorded.
    #[arg(long, value_enum, default_value = "four")]
    start: Start,

    #[command(flatten)]
    renamed: RenamedOption,

    #[command(flatten)]
    data: DataOption,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let corpus = self.renamed.apply(self.data.corpus()?)?;
        let follower = self.follower.open()?;
        let chosen = |one: &&Demonstration| match &self.map {
            Some(map) => one.map.eq_ignore_ascii_case(map),
            None => Part::of(one.id) == Some(self.part),
        };
        let demonstrations: Vec<&Demonstration> =
            corpus.demonstrations.iter().filter(chosen).collect();
        let lessons = WalkingLesson::of(&corpus, demonstrations.iter().copied())?;
        let paragraphs = Paragraph::of(&corpus, demonstrations)?;
        let rule = self.start.rule();
        let progress = Progress::of(0);
        progress.at(format!("following {} sentences", lessons.len()));
        let report = evaluate(&follower, &lessons, &paragraphs, rule, self.follower.care())?;
        drop(progress);
        match self.format {
            Format::Json => print_json(&report),
            Format::Text => {
                let what = self.map.unwrap_or_else(|| self.part.to_string());
                print_text(&format!("{what}: {}", report.describe()))
            }
        }
    }
}
