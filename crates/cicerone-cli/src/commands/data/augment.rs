//! `cicerone data augment`: the pairs that swapping values and words makes.

use std::time::Duration;

use anyhow::ensure;
use cicerone::Error;
use cicerone::corpus::augment::{Augmentation, Count, Pair, PhraseConfig, Phrases};
use cicerone::corpus::{Corpus, Part};
use cicerone::world::Vocabulary;
use indicatif::ProgressBar;
use serde::Serialize;

use crate::output::{Format, print_json, print_text};
use crate::worlds::DataOption;

/// Count or look at the pairs that swapping values and words makes.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true))]
pub(crate) struct Arguments {
    /// Tell how many distinct pairs there are.
    #[arg(long, group = "what")]
    count: bool,

    /// Print that many pairs drawn at random, none of them an original:
    /// commands, tab, text.
    #[arg(long, value_name = "PAIRS", group = "what")]
    sample: Option<usize>,

    /// Print the phrases learnt from the training split.
    #[arg(long, group = "what")]
    phrases: bool,

    /// What the draws start from.
    #[arg(long, default_value_t = 0, requires = "sample")]
    seed: u64,

    /// Only this part: train, validation or test [default: all for --count,
    /// train for --sample].
    #[arg(long)]
    part: Option<Part>,

    #[command(flatten)]
    data: DataOption,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Serialize)]
struct PartCount {
    part: Part,
    #[serde(flatten)]
    count: Count,
}

#[derive(Serialize)]
struct Line<'p> {
    commands: Vec<String>,
    text: String,
    author: Option<&'p str>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        ensure!(
            self.sample != Some(0),
            Error::input("--sample 0 asks for nothing; ask for at least 1 pair")
        );
        let corpus = self.data.corpus()?;
        let progress = ProgressBar::new_spinner().with_message("learning phrases");
        progress.enable_steady_tick(Duration::from_millis(200));
        let train = Pair::of_part(&corpus, Part::Train);
        let phrases = Phrases::learn(&train, Vocabulary::sail(), PhraseConfig::default());
        if self.phrases {
            progress.finish_and_clear();
            return self.print_phrases(&phrases);
        }
        match self.sample {
            Some(count) => self.print_sample(&corpus, &phrases, count, &progress),
            None => self.print_count(&corpus, &phrases, &progress),
        }
    }

    fn print_count(
        &self,
        corpus: &Corpus,
        phrases: &Phrases,
        progress: &ProgressBar,
    ) -> anyhow::Result<()> {
        let mut counts = Vec::new();
        for part in Part::ALL.into_iter().filter(|part| self.part.is_none_or(|one| one == *part)) {
            progress.set_message(format!("counting {part}"));
            let pairs = Pair::of_part(corpus, part);
            counts.push(PartCount { part, count: Augmentation::new(&pairs, phrases).count() });
        }
        progress.finish_and_clear();
        match self.format {
            Format::Json => print_json(&counts),
            Format::Text => {
                let mut out =
                    String::from("part         pairs  distinct   augmented       total\n");
                for PartCount { part, count } in counts {
                    out.push_str(&format!(
                        "{:<11} {:>6} {:>9} {:>11} {:>11}\n",
                        part.name(),
                        count.pairs,
                        count.originals,
                        count.augmented,
                        count.originals + count.augmented
                    ));
                }
                print_text(&out)
            }
        }
    }

    fn print_sample(
        &self,
        corpus: &Corpus,
        phrases: &Phrases,
        count: usize,
        progress: &ProgressBar,
    ) -> anyhow::Result<()> {
        let pairs = Pair::of_part(corpus, self.part.unwrap_or(Part::Train));
        let augmentation = Augmentation::new(&pairs, phrases);
        progress.finish_and_clear();
        let mut out = String::new();
        let new = augmentation.draw(self.seed).filter(|pair| !augmentation.is_original(pair));
        for pair in new.take(count) {
            let commands: Vec<String> = pair
                .commands
                .iter()
                .map(|command| command.display(Vocabulary::sail()).to_string())
                .collect();
            let text = pair.tokens.join(" ");
            out.push_str(&match self.format {
                Format::Text => format!("{}\t{text}\n", commands.join("; ")),
                Format::Json => {
                    let author = pair.author.as_deref();
                    serde_json::to_string(&Line { commands, text, author })? + "\n"
                }
            });
        }
        print_text(&out)
    }

    fn print_phrases(&self, phrases: &Phrases) -> anyhow::Result<()> {
        #[derive(Serialize)]
        struct Row {
            family: String,
            value: String,
            words: String,
            count: usize,
        }
        let rows: Vec<Row> = phrases
            .all()
            .iter()
            .map(|phrase| Row {
                family: format!("{:?}", phrase.meaning.family),
                value: phrase.meaning.value.clone(),
                words: phrase.words.join(" "),
                count: phrase.count,
            })
            .collect();
        match self.format {
            Format::Json => print_json(&rows),
            Format::Text => {
                let line = |row: &Row| {
                    let Row { family, value, words, count } = row;
                    format!("{family:<8} {value:<13} {count:>5}  {words}\n")
                };
                print_text(&rows.iter().map(line).collect::<String>())
            }
        }
    }
}
