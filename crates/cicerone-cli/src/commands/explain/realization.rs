//! The realization half of `cicerone explain`: words and their alignment.

use std::path::Path;

use cicerone::cas::Command;
use cicerone::guide::Guide;
use cicerone::realize::{CandidateConfig, FoundBy, Request, heat_map};
use cicerone::world::Vocabulary;
use serde::Serialize;

use crate::output::{Format, print_json, print_text, write_picture};

/// One way to say the command.
#[derive(Serialize)]
struct Record {
    words: Vec<String>,
    log_probability: f64,
    perplexity: f64,
    origins: Vec<FoundBy>,
    /// For each word, and the end, the weight of each token.
    alignment: Vec<Vec<f32>>,
}

/// Shows how a command is said and which of its tokens each word looks at.
pub(super) fn explain(
    guide: &Guide,
    command: &str,
    style: Option<&str>,
    svg: Option<&Path>,
    format: Format,
) -> anyhow::Result<()> {
    let vocabulary = Vocabulary::sail();
    let commands = command
        .split(';')
        .map(|one| Command::parse(one.trim(), vocabulary))
        .collect::<cicerone::Result<Vec<_>>>()?;
    let request = Request { commands: &commands, vocabulary, style };
    let stages = guide.stages();
    let found = stages.realization().realize(&[request], &CandidateConfig::default())?;
    let found = found.into_iter().next().unwrap_or_default();
    let words: Vec<&[String]> = found.iter().map(|one| &*one.words).collect();
    let appraisals = stages.ranking().appraise(&words, vocabulary)?;
    let tokens = stages.realization().tokens(&request);
    if let (Some(file), Some(first)) = (svg, found.first()) {
        write_picture(file, &heat_map(&tokens, &first.words, &first.alignment))?;
        eprintln!("wrote {}", file.display());
    }
    let records = found.into_iter().zip(appraisals).map(|(one, appraisal)| Record {
        words: one.words,
        log_probability: one.log_probability,
        perplexity: appraisal.perplexity,
        origins: one.origins,
        alignment: one.alignment,
    });
    let records: Vec<Record> = records.collect();
    match format {
        Format::Json => print_json(&serde_json::json!({"tokens": tokens, "candidates": records})),
        Format::Text => print_text(&describe(&tokens, &records)),
    }
}

/// Every candidate; for each of its words the tokens it looks at most.
fn describe(tokens: &[String], records: &[Record]) -> String {
    let mut out = String::new();
    for record in records {
        out += &format!(
            "{}  (log-probability {:.2}, perplexity {:.1}, {:?})\n",
            record.words.join(" "),
            record.log_probability,
            record.perplexity,
            record.origins
        );
        for (word, weights) in record.words.iter().zip(&record.alignment) {
            let mut order: Vec<usize> = (0..weights.len().min(tokens.len())).collect();
            order.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]));
            let looks = order.iter().take(3).filter(|place| weights[**place] >= 0.05);
            let looks: Vec<String> =
                looks.map(|place| format!("{} {:.2}", tokens[*place], weights[*place])).collect();
            out += &format!("  {word:14} {}\n", looks.join(", "));
        }
    }
    out
}
