//! `cicerone realize`: commands in, words out, a line each, in order.

use std::io::{self, BufRead, Write};

use cicerone::cas::Command;
use cicerone::guide::Stages;
use cicerone::rank::{in_order, spared};
use cicerone::realize::{CandidateConfig, FoundBy, Request};
use cicerone::words::sentence;
use cicerone::world::Vocabulary;
use cicerone::{Error, Result, legible};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::models::ModelsOption;

/// Put commands into words: JSON lines in, JSON lines out.
///
/// A line in is {"commands": ["Turn(direction=Left)", ...], "style": "EDA"} with the
/// style null or left out for none; a line out is {"text", "candidates": [{"text",
/// "log_probability", "perplexity"}, ...]}, or {"error"} for a line that is no good.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The width of the beam.
    #[arg(long, default_value_t = 2)]
    beam: usize,

    #[command(flatten)]
    models: ModelsOption,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Job {
    commands: Vec<String>,
    #[serde(default)]
    style: Option<String>,
    #[serde(default)]
    id: Option<Value>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Done {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<Value>,
        text: String,
        candidates: Vec<CandidateRecord>,
    },
    Failed {
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<Value>,
        error: String,
    },
}

#[derive(Serialize)]
struct CandidateRecord {
    text: String,
    tokens: String,
    log_probability: f64,
    perplexity: f64,
    kept: bool,
    origins: Vec<FoundBy>,
    faults: Vec<String>,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let stages = self.models.bundle()?.stages();
        let mut output = io::stdout().lock();
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line)? > 0 {
            let job = serde_json::from_slice::<Job>(&line)
                .map_err(|error| Error::input(format!("not a job: {error}")));
            let id = job.as_ref().ok().and_then(|job| job.id.clone());
            let answer = job.and_then(|job| self.answer(&stages, &job));
            let answer = match answer {
                Ok(answer) => answer,
                Err(error) => Answer::Failed { id, error: error.to_string() },
            };
            let answer = serde_json::to_string(&answer).map_err(io::Error::from)?;
            writeln!(output, "{}", legible(&answer))?;
            output.flush()?;
            line.clear();
        }
        Ok(())
    }

    fn answer(&self, stages: &Stages, job: &Job) -> Result<Answer> {
        let vocabulary = Vocabulary::sail();
        let parse = |(number, text): (usize, &String)| {
            Command::parse(text, vocabulary)
                .map_err(|error| error.at(format!("command {}", number + 1)))
        };
        let commands = job.commands.iter().enumerate().map(parse).collect::<Result<Vec<_>>>()?;
        let request = Request { commands: &commands, vocabulary, style: job.style.as_deref() };
        let config = CandidateConfig::default().beam(self.beam);
        let (realization, ranking) = (stages.realization(), stages.ranking());
        let found = realization.realize(&[request], &config)?.pop().unwrap_or_default();
        let words: Vec<&[String]> = found.iter().map(|one| &*one.words).collect();
        let appraisals = ranking.appraise(&words, vocabulary)?;
        let is_too: Vec<bool> = appraisals.iter().map(|one| one.too_perplexing).collect();
        let kept = spared(&is_too);
        let probable: Vec<f64> = found.iter().map(|one| one.log_probability).collect();
        let faults: Vec<Vec<String>> = words
            .iter()
            .map(|words| realization.faults(&commands, vocabulary, words))
            .map(|faults| faults.iter().map(ToString::to_string).collect())
            .collect();
        let counts: Vec<usize> = faults.iter().map(Vec::len).collect();
        let record = |place: usize| CandidateRecord {
            text: sentence(&found[place].words),
            tokens: found[place].words.join(" "),
            log_probability: found[place].log_probability,
            perplexity: appraisals[place].perplexity,
            kept: kept[place],
            origins: found[place].origins.clone(),
            faults: faults[place].clone(),
        };
        let candidates: Vec<CandidateRecord> =
            in_order(&probable, &is_too, &counts).into_iter().map(record).collect();
        // Plain words are the last resort for what nobody demonstrated.
        let plain = || sentence(&realization.plain(&commands, vocabulary));
        let text = candidates.first().map_or_else(plain, |best| best.text.clone());
        Ok(Answer::Done { id: job.id.clone(), text, candidates })
    }
}
