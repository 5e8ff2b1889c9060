//! `cicerone explain`: for each segment of a path, what is chosen and why.

mod planning;
mod realization;
mod selection;
mod telling;

use std::path::PathBuf;

use cicerone::guide::{Guide, GuideOptions};
use cicerone::select::similarity_svg;
use cicerone::{Error, write_whole};
use serde::Serialize;

use crate::models::{ChooseName, ModelsOption};
use crate::output::{Format, print_json, print_text};
use crate::selectors::SelectorOption;
use crate::worlds::{DataOption, open};
use selection::Explained;

/// Show, for each segment of a path, what is chosen and why.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// An embedded world (see `cicerone world list`), a SAIL map (grid, jelly,
    /// l), or a file: JSON or SAIL's XML.
    #[arg(long, value_name = "WORLD", requires = "path")]
    world: Option<String>,

    #[command(flatten)]
    data: DataOption,

    /// The path: poses X,Y,HEADING with blanks between; a first heading of -1
    /// is unknown.
    #[arg(long, value_name = "POSES", allow_hyphen_values = true, requires = "world")]
    path: Option<String>,

    /// Instead of a path, a command of SAIL's vocabulary, such as
    /// 'Turn(direction=Left)': how it is said, and which token each word looks
    /// at. With --svg FILE the alignment is drawn (PNG if the name ends so).
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["path", "world"], required_unless_present = "path")]
    command: Option<String>,

    /// Speak in the style of this author.
    #[arg(long, value_name = "AUTHOR")]
    style: Option<String>,

    /// With --path: what decides between faithful candidates.
    #[arg(long, value_enum, default_value = "safe")]
    choose: ChooseName,

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
        let (Some(name), Some(path)) = (&self.world, &self.path) else {
            return Err(Error::input("give --world and --path, or --command").into());
        };
        let world = open(name, &self.data)?;
        let journey = super::guide::along(path)?;
        let route = journey.route(&world).map_err(|error| error.at("--path"))?;
        // The guide that speaks, with another selector if one is asked for.
        let bundle = self.models.bundle()?;
        let selector = self.selector.instead_of(&self.data, || Ok(bundle.selector.clone()))?;
        let guide = Guide::new(bundle.stages().with_selection(selector.clone()));
        let options = GuideOptions::default().style(self.style.clone()).choose(self.choose.into());
        let trace = guide.trace(&world, &route, &options)?;
        let segments = trace
            .segments
            .iter()
            .map(|one| {
                Ok(Explanation {
                    selection: Explained::new(&world, one, &selector)?,
                    planning: planning::Record::new(&world, &one.plan),
                    words: telling::Record::new(&world, one),
                    moves: planning::drawing(&world, &one.segment, &one.plan)?,
                })
            })
            .collect::<cicerone::Result<Vec<Explanation>>>()?;
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
                        + &one.words.describe(self.show)
                });
                print_text(&texts.collect::<Vec<_>>().join("\n"))
            }
        }
    }
}

/// One segment, and what each stage of the guide made of it.
#[derive(Serialize)]
struct Explanation {
    #[serde(flatten)]
    selection: Explained,
    planning: planning::Record,
    words: telling::Record,
    #[serde(skip)]
    moves: String,
}
