//! `cicerone study status` and `delete`.

use std::fmt::Write;

use anyhow::anyhow;
use cicerone::Error;
use cicerone_study::store::StudyStatus;

use super::StudyOption;
use crate::output::{Format, print_json, print_text};

/// Say how a study stands.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    study: StudyOption,

    /// Say instead whose completion code that is, before you pay.
    #[arg(long)]
    code: Option<String>,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let (code, format) = (self.code, self.format);
        self.study.with_store(async move |store| {
            let Some(code) = code else {
                let status = store.status().await.map_err(Error::from)?;
                return match format {
                    Format::Json => print_json(&status),
                    Format::Text => print_text(&text(&status)),
                };
            };
            let holder = store.holder(&code).await.map_err(Error::from)?;
            let holder = holder.ok_or_else(|| {
                Error::input(format!("'{code}' is no completion code of this study"))
            })?;
            match format {
                Format::Json => print_json(&holder),
                Format::Text => print_text(&format!(
                    "{} participant {}, assignment or session '{}'\n",
                    holder.platform, holder.external, holder.occasion
                )),
            }
        })
    }
}

/// Delete everything about a participant.
#[derive(Debug, clap::Args)]
pub(crate) struct DeleteArguments {
    #[command(flatten)]
    study: StudyOption,

    /// Who: as the platform names them, or as exports do.
    #[arg(long, value_name = "ID")]
    participant: String,

    /// Yes, for ever.
    #[arg(long)]
    yes: bool,
}

impl DeleteArguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        if !self.yes {
            let message = "this cannot be undone; say --yes if you mean it";
            return Err(Error::input(message).into());
        }
        let participant = self.participant;
        self.study.with_store(async move |store| {
            let forgotten = store.forget(participant.clone()).await.map_err(Error::from)?;
            match forgotten.participants {
                0 => Err(anyhow!(Error::input(format!("nobody is called '{participant}' here")))),
                _ => {
                    if forgotten.is_in_log {
                        eprintln!(
                            "SQLite's log still holds it, because somebody is reading; it is gone \
                             when the server has stopped, or after another deletion."
                        );
                    }
                    print_text(&format!(
                        "deleted {} participant, {} runs, {} pieces\n",
                        forgotten.participants, forgotten.runs, forgotten.pieces
                    ))
                }
            }
        })
    }
}

fn text(status: &StudyStatus) -> String {
    let mut out = String::new();
    let complete = status.runs.get("complete").copied().unwrap_or(0);
    let _ = writeln!(out, "{}", status.title);
    let _ = writeln!(
        out,
        "{complete} of {} runs complete, by {} participants; {} test runs count for nothing",
        status.wanted, status.participants, status.test_runs
    );
    let list = |counts: &std::collections::BTreeMap<String, u32>| {
        counts.iter().map(|(name, count)| format!("{name} {count}")).collect::<Vec<_>>().join(", ")
    };
    let _ = writeln!(out, "runs    {}", list(&status.runs));
    let _ = writeln!(out, "visits  {}", list(&status.visits));
    let _ =
        writeln!(out, "balance conditions of a scenario differ by at most {}", status.imbalance);
    let width = status.balance.cells.keys().map(String::len).max().unwrap_or(0);
    for (scenario, cells) in &status.balance.cells {
        let _ = writeln!(out, "  {scenario:width$}  {}", list(cells));
    }
    out
}
