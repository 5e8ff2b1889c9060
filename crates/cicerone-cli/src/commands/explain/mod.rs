//! `cicerone explain`: for each segment of a path, what is chosen and why.

mod planning;
mod realization;
mod selection;

use std::path::PathBuf;

use cicerone::plan::Planner;
use cicerone::select::similarity_svg;
use cicerone::{Error, write_whole};
use serde::Serialize;

use crate::models::ModelsOption;
use crate::output::{Format, print_json, print_text};
use crate::selectors::SelectorOption;
use crate::worlds::WorldOption;
use selection::Explained;

/// Show, for each segment of a path, what is chosen and why.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    world: Option<WorldOption>,

    /// The path: poses X,Y,HEADING with blanks between; a first heading of -1
    /// is unknown.
    #[arg(long, value_name = "POSES", allow_hyphen_values = true, requires = "world")]
    path: Option<String>,

    /// Instead of a path, a command of SAIL's vocabulary, such as
    /// 'Turn(direction=Left)': how it is said, and which token each word looks
    /// at. With --svg FILE the alignment is drawn (PNG if the name ends so).
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["path", "world"], required_unless_present = "path")]
    command: Option<String>,

    /// With --command: speak in the style of this author.
    #[arg(long, value_name = "AUTHOR", requires = "command")]
    style: Option<String>,

    #[command(flatten)]
    models: ModelsOption,

    #[command(flatten)]
    selector: SelectorOption,

    /// With --path, draw into this directory, for every segment, how similar the
    /// neighbours are, in the order of their clusters (segment-1.svg and so
    /// on), and the moves that what was tried could be confused with
    /// (segment-1-moves.svg).
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// How many neighbours and candidates to show in text.
    #[arg(long, default_value_t = 5)]
    show: usize,

    /// How to print it.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        if let Some(command) = &self.command {
            let guide = self.models.guide()?;
            return realization::explain(
                &guide,
                command,
                self.style.as_deref(),
                self.svg.as_deref(),
                self.format,
            );
        }
        let (Some(option), Some(path)) = (&self.world, &self.path) else {
            return Err(Error::input("give --world and --path, or --command").into());
        };
        let world = option.open()?;
        let route = super::guide::parse_path(&world, path)?;
        let selector = self.selector.open(&option.data)?;
        let planner = Planner::default();
        let segments: Vec<Stages> = route
            .segments()
            .into_iter()
            .map(|segment| {
                let candidates = selector.structures(&world, &segment);
                let plan = planner.plan(&world, &segment.poses, &candidates);
                Stages {
                    selection: Explained::new(&world, &segment, &selector),
                    planning: planning::Record::new(&world, &plan),
                    moves: planning::drawing(&world, &segment, &plan),
                }
            })
            .collect();
        if let Some(directory) = &self.svg {
            std::fs::create_dir_all(directory).map_err(|error| {
                Error::io(format!("cannot be made: {error}"), error).in_file(directory)
            })?;
            for (number, segment) in segments.iter().enumerate() {
                let similarity = similarity_svg(&selector, &segment.selection.selection);
                let number = number + 1;
                for (name, text) in [
                    (format!("segment-{number}.svg"), &similarity),
                    (format!("segment-{number}-moves.svg"), &segment.moves),
                ] {
                    let file = directory.join(name);
                    write_whole(&file, text.as_bytes())?;
                    eprintln!("wrote {}", file.display());
                }
            }
        }
        match self.format {
            Format::Json => print_json(&segments),
            Format::Text => {
                let texts = segments.iter().enumerate().map(|(number, one)| {
                    one.selection.describe(number + 1, self.show)
                        + &one.planning.describe(self.show)
                });
                print_text(&texts.collect::<Vec<_>>().join("\n"))
            }
        }
    }
}

/// One segment, and what each stage makes of it.
#[derive(Serialize)]
struct Stages {
    #[serde(flatten)]
    selection: Explained,
    planning: planning::Record,
    #[serde(skip)]
    moves: String,
}
