//! `cicerone evaluate realization`: how near the words are to people's.

use std::path::PathBuf;

use cicerone::corpus::Part;
use cicerone::corpus::augment::Pair;
use cicerone::realize::{CandidateConfig, Realizer};
use cicerone::write_whole;
use cicerone_eval::realization::{Ranking, Reference, Scores};
use serde::Serialize;

use crate::models::RealizerOption;
use crate::output::{Format, print_json, print_text};
use crate::progress::Progress;
use crate::worlds::DataOption;

use super::RenamedOption;

/// Compare the words of a realizer with people's, in several conventions.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    realizer: RealizerOption,

    /// Which part of the corpus.
    #[arg(long, value_enum, default_value = "validation")]
    part: PartName,

    /// How many texts are drawn to find the one they agree on; 0 leaves it out.
    #[arg(long, default_value_t = 0)]
    samples: usize,

    /// The temperature of the drawing.
    #[arg(long, default_value_t = 1.0)]
    temperature: f32,

    /// The width of the beam.
    #[arg(long, default_value_t = 2)]
    beam: usize,

    /// Write every sentence's commands, reference and texts here, as JSON lines.
    #[arg(long, value_name = "FILE")]
    texts: Option<PathBuf>,

    /// Write the table of chosen and rejected candidates here, for sentences
    /// that have more than one.
    #[arg(long, value_name = "FILE")]
    rankings: Option<PathBuf>,

    #[command(flatten)]
    renamed: RenamedOption,

    /// Let it hear first, in the training split, which of the other names people use
    /// before which words; the networks learn nothing.
    #[arg(long, requires = "renamed")]
    heard: bool,

    #[command(flatten)]
    data: DataOption,

    /// How to print the figures.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// A part of the corpus, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum PartName {
    /// What models learn from.
    Train,
    /// What chooses between models.
    Validation,
    /// What is reported.
    Test,
}

impl From<PartName> for Part {
    fn from(name: PartName) -> Part {
        match name {
            PartName::Train => Part::Train,
            PartName::Validation => Part::Validation,
            PartName::Test => Part::Test,
        }
    }
}

/// The scores of one way to find words.
#[derive(Serialize)]
struct Row {
    search: &'static str,
    style: &'static str,
    #[serde(flatten)]
    scores: Scores,
    #[serde(skip)]
    texts: Vec<Vec<String>>,
}

/// One sentence, as `--texts` writes it.
#[derive(Serialize)]
struct Line<'l> {
    commands: Vec<String>,
    author: Option<&'l str>,
    reference: String,
    texts: serde_json::Map<String, serde_json::Value>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let corpus = self.renamed.apply(self.data.corpus()?)?;
        let reference = Reference::of(&corpus, self.part.into());
        let (mut realizer, ranker) = self.realizer.open()?;
        if self.heard {
            let mut wording = realizer.wording().clone();
            wording.hears(&Pair::of_part(&corpus, Part::Train), &corpus.vocabulary());
            realizer = Realizer::new(realizer.models().cloned().collect(), wording)?.into();
        }
        let none = CandidateConfig::default().greedy(false).beam(0);
        let mut searches =
            vec![("greedy", none.clone().greedy(true)), ("beam", none.clone().beam(self.beam))];
        if self.samples > 0 {
            let drawn = none.samples(self.samples).temperature(self.temperature);
            searches.push(("consensus", drawn));
        }
        let mut rows = Vec::new();
        let progress = Progress::of(2 * searches.len() + 4);
        for (search, config) in &searches {
            for (style, with_style) in [("none", false), ("author", true)] {
                progress.at(*search);
                let texts = reference.realize(&realizer, config, with_style)?;
                let scores = reference.score(&texts, &realizer);
                rows.push(Row { search, style, scores, texts });
                progress.step();
            }
        }
        // Greedy and beam candidates. In the paper's way the language model picks;
        // `realize` says the most probable of the most faithful that it keeps.
        let both = CandidateConfig::default().beam(self.beam);
        let mut rankings = Vec::new();
        for (style, with_style) in [("none", false), ("author", true)] {
            progress.at("ranked");
            let found = reference.candidates(&realizer, &both, with_style)?;
            let (texts, ranked) = reference.rank(&ranker, found)?;
            let scores = reference.score(&texts, &realizer);
            rows.push(Row { search: "ranked", style, scores, texts });
            rankings.push(ranked);
            progress.step();
        }
        for (style, with_style) in [("none", false), ("author", true)] {
            progress.at("said");
            let found = reference.candidates(&realizer, &both, with_style)?;
            let texts = reference.said(&realizer, &ranker, found)?;
            let scores = reference.score(&texts, &realizer);
            rows.push(Row { search: "said", style, scores, texts });
            progress.step();
        }
        drop(progress);
        if let Some(file) = &self.rankings {
            write_whole(file, chosen_and_rejected(&reference, &rankings[0]).as_bytes())?;
            eprintln!("wrote {}", file.display());
        }
        if let Some(file) = &self.texts {
            write_whole(file, lines(&reference, &rows)?.as_bytes())?;
            eprintln!("wrote {}", file.display());
        }
        match self.format {
            Format::Json => print_json(&rows),
            Format::Text => print_text(&table(&reference, &realizer, &rows)),
        }
    }
}

fn lines(reference: &Reference, rows: &[Row]) -> anyhow::Result<String> {
    let mut out = String::new();
    for (number, pair) in reference.pairs.iter().enumerate() {
        let texts = rows.iter().map(|row| {
            (format!("{}, style {}", row.search, row.style), row.texts[number].join(" ").into())
        });
        let line = Line {
            commands: pair
                .commands
                .iter()
                .map(|command| command.display(&reference.vocabulary).to_string())
                .collect(),
            author: pair.author.as_deref(),
            reference: pair.tokens.join(" "),
            texts: texts.collect(),
        };
        out += &serde_json::to_string(&line)?;
        out.push('\n');
    }
    Ok(out)
}

/// The language-model ablation, sentence by sentence: what was chosen, what
/// was rejected and their perplexities.
fn chosen_and_rejected(reference: &Reference, rankings: &[Ranking]) -> String {
    let mut out = String::from("perplexity\tverdict\ttext\treference\n");
    for (pair, ranked) in reference.pairs.iter().zip(rankings) {
        for (place, (text, one)) in ranked.iter().enumerate().filter(|_| ranked.len() > 1) {
            let verdict = match (place, one.kept) {
                (0, _) => "chosen",
                (_, true) => "rejected",
                (_, false) => "above the limit",
            };
            out +=
                &format!("{:.1}\t{verdict}\t{text}\t{}\n", one.perplexity, pair.tokens.join(" "));
        }
    }
    out
}

fn table(reference: &Reference, realizer: &Realizer, rows: &[Row]) -> String {
    let mut out = format!("{} sentences\n\n", reference.pairs.len());
    out += &format!("{:34}", "");
    for row in rows {
        out += &format!("{:>11}", row.search);
    }
    out += &format!("\n{:34}", "style");
    for row in rows {
        out += &format!("{:>11}", row.style);
    }
    out.push('\n');
    for (number, score) in rows[0].scores.scores.iter().enumerate() {
        out += &format!("{:34}", score.name);
        for row in rows {
            out += &format!("{:>11.2}", row.scores.scores[number].score);
        }
        out.push('\n');
    }
    type Fact = (&'static str, fn(&Scores) -> f64);
    let facts: [Fact; 5] = [
        ("exact match, %", |scores| 100.0 * scores.diversity.exact),
        ("words per sentence", |scores| scores.diversity.length),
        ("distinct-1", |scores| scores.diversity.distinct_1),
        ("distinct-2", |scores| scores.diversity.distinct_2),
        ("human words it cannot say, %", |scores| 100.0 * scores.out_of_vocabulary),
    ];
    for (name, fact) in facts {
        out += &format!("{name:34}");
        for row in rows {
            out += &format!("{:>11.3}", fact(&row.scores));
        }
        out.push('\n');
    }
    let human: Vec<Vec<String>> = reference.pairs.iter().map(|pair| pair.tokens.clone()).collect();
    let human = reference.faults(&human, realizer.wording());
    let kinds = rows.iter().flat_map(|row| row.scores.faults.keys()).chain(human.keys());
    let kinds: std::collections::BTreeSet<&String> = kinds.collect();
    for kind in kinds {
        out += &format!("{kind:34}");
        let count = |faults: &std::collections::BTreeMap<String, usize>| {
            faults.get(kind).copied().unwrap_or(0)
        };
        for row in rows {
            out += &format!("{:>11}", count(&row.scores.faults));
        }
        out += &format!("   (people: {})\n", count(&human));
    }
    out.push('\n');
    for score in &rows[0].scores.scores {
        out += &format!("{}: {}\n", score.name, score.signature);
    }
    out
}
