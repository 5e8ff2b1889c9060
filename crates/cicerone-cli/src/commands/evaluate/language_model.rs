//! `cicerone evaluate language-model`: does it know English?

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;

use cicerone::corpus::Part;
use cicerone::rank::{Ranker, sentences};
use cicerone_eval::language::{Areas, Discrimination, FitReport, Measure, fit};
use serde::Serialize;

use crate::output::{Format, print_json, print_text};
use crate::progress::Progress;
use crate::worlds::{DataOption, EnglishOption};

/// The language model: how well it foresees text, beside 3-grams, and whether
/// it finds mistakes.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// A file of `cicerone train language-model`.
    #[arg(long, value_name = "FILE")]
    model: PathBuf,

    /// Seed of the mistakes put into sentences.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Leave out perplexities, for which 3-grams of all English are counted.
    #[arg(long)]
    mistakes_only: bool,

    #[command(flatten)]
    english: EnglishOption,

    #[command(flatten)]
    data: DataOption,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// What `evaluate language-model` found.
#[derive(Serialize)]
struct Report {
    model: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    perplexity: Option<FitReport>,
    /// By part of SAIL whose sentences were corrupted.
    mistakes: BTreeMap<Part, Discrimination>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let ranker = Ranker::load(&self.model)?;
        let model = ranker.model();
        let corpus = self.data.corpus()?;
        let written: HashSet<Vec<String>> =
            Part::ALL.into_iter().flat_map(|part| sentences(&corpus, part)).collect();
        let mut mistakes = BTreeMap::new();
        let progress = Progress::of(0);
        for part in [Part::Validation, Part::Test] {
            progress.at(format!("mistakes in {part}"));
            let said = sentences(&corpus, part);
            mistakes.insert(part, Discrimination::of(model, &said, &written, self.seed)?);
        }
        let perplexity = match self.mistakes_only {
            true => None,
            false => {
                progress.at("reading English and counting 3-grams");
                Some(fit(model, &self.english.read()?.number(model.lexicon()), &corpus)?)
            }
        };
        drop(progress);
        let report = Report { model: self.model.display().to_string(), perplexity, mistakes };
        match self.format {
            Format::Json => print_json(&report),
            Format::Text => print_text(&report.describe()),
        }
    }
}

impl Report {
    fn describe(&self) -> String {
        let mut out = String::new();
        if let Some(report) = &self.perplexity {
            out.push_str(
                "perplexity per word, ends of sentences included\n\
                 \x20                      sentences   words unknown     LSTM  3-gram  3-grams mixed\n",
            );
            for (name, fit) in &report.texts {
                out.push_str(&format!(
                    "{name:<22} {:>9} {:>7} {:>7.4} {:>8.2} {:>7.2} {:>14.2}\n",
                    fit.sentences,
                    fit.words,
                    fit.unknown,
                    fit.lstm,
                    fit.trigram,
                    fit.trigram_mixture
                ));
            }
            let [sail, navigation, general] = report.shares;
            out.push_str(&format!(
                "shares of the mixture, fitted on SAIL validation: SAIL {sail:.3}, \
                 navigation {navigation:.3}, general {general:.3}\n\n"
            ));
        }
        out.push_str(
            "area under the ROC curve, sentences of people against the same with one mistake\n",
        );
        for (part, found) in &self.mistakes {
            out.push_str(&format!(
                "{part}: {} sentences, seed {}\n{:<24} {:>9} {:>7} {:>7}\n",
                found.originals, found.seed, "", "corrupted", "pooled", "paired"
            ));
            for measure in Measure::ALL {
                if let Some(areas) = found.overall.get(&measure) {
                    out.push_str(&row(measure.name(), areas));
                }
                for (kind, areas) in found.kinds.get(&measure).into_iter().flatten() {
                    out.push_str(&row(&format!("  {kind}"), areas));
                }
            }
        }
        out
    }
}

fn row(name: &str, areas: &Areas) -> String {
    format!("{name:<24} {:>9} {:>7.4} {:>7.4}\n", areas.corrupted, areas.pooled, areas.paired)
}
