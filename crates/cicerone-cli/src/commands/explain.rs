//! `cicerone explain`: for each segment of a path, what is chosen and why.

use std::path::PathBuf;

use anyhow::Context as _;
use cicerone::select::{Properties, Selection, Selector, similarity_svg};
use cicerone::world::{Position, Route, Segment, Vocabulary, World};
use cicerone::{Error, Result};
use serde::Serialize;

use crate::output::{Format, print_json, print_text};
use crate::selectors::SelectorOption;
use crate::worlds::WorldOption;

/// Show, for each segment of a path, what is chosen and why.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    world: WorldOption,

    /// The path: poses X,Y,HEADING with blanks between; a first heading of -1
    /// is unknown.
    #[arg(long, value_name = "POSES", allow_hyphen_values = true)]
    path: String,

    #[command(flatten)]
    selector: SelectorOption,

    /// Also draw, for every segment, how similar the neighbours are, in the
    /// order of their clusters: segment-1.svg and so on in this directory.
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
        let world = self.world.open()?;
        let route = parse_path(&world, &self.path)?;
        let selector = self.selector.open(&self.world.data)?;
        let segments: Vec<Explained> = route
            .segments()
            .iter()
            .map(|segment| Explained::new(&world, segment, &selector))
            .collect();
        if let Some(directory) = &self.svg {
            std::fs::create_dir_all(directory)
                .with_context(|| format!("{} cannot be made", directory.display()))?;
            for (number, segment) in segments.iter().enumerate() {
                let file = directory.join(format!("segment-{}.svg", number + 1));
                std::fs::write(&file, similarity_svg(&selector, &segment.selection))
                    .with_context(|| format!("{} cannot be written", file.display()))?;
                eprintln!("wrote {}", file.display());
            }
        }
        match self.format {
            Format::Json => print_json(&segments),
            Format::Text => {
                let texts = segments.iter().enumerate();
                let texts = texts.map(|(number, one)| one.describe(number + 1, self.show));
                print_text(&texts.collect::<Vec<_>>().join("\n"))
            }
        }
    }
}

/// Reads `x,y,h x,y,h ...` as a route of the world.
fn parse_path(world: &World, text: &str) -> Result<Route> {
    let positions = text
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<Vec<Position>>>()
        .map_err(|error| error.at("--path"))?;
    if positions.is_empty() {
        return Err(Error::input("--path is empty; write poses such as 3,5,180 3,6,180"));
    }
    Route::from_positions(world, &positions).map_err(|error| error.at("--path"))
}

/// One segment, and what selection makes of it.
#[derive(Serialize)]
struct Explained {
    poses: Vec<String>,
    kind: String,
    contexts: Vec<&'static str>,
    /// The maximum a posteriori property vector, by name.
    properties: serde_json::Map<String, serde_json::Value>,
    properties_probability: f64,
    clusters: usize,
    candidates: Vec<Line>,
    neighbours: Vec<Line>,
    #[serde(skip)]
    selection: Selection,
}

/// One structure, as selection sees it.
#[derive(Serialize)]
struct Line {
    structures: Vec<String>,
    probability: f64,
    cluster: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<f64>,
}

impl Explained {
    fn new(world: &World, segment: &Segment, selector: &Selector) -> Explained {
        let selection = Selection::clone(&selector.select(world, segment));
        let texts =
            |entry: usize| selector.bank().entries()[entry].structures.texts(Vocabulary::sail());
        let named = Properties::NAMES.into_iter().zip(selection.properties.values());
        Explained {
            poses: segment.poses.iter().map(|p| Position::of(world, *p).to_string()).collect(),
            kind: format!("{:?}", segment.kind()),
            contexts: selection.context.names().collect(),
            properties: named.map(|(name, value)| (name.to_owned(), value.into())).collect(),
            properties_probability: selection.probability,
            clusters: selection.neighbours.iter().map(|near| near.cluster + 1).max().unwrap_or(0),
            candidates: selection
                .candidates
                .iter()
                .map(|one| Line {
                    structures: texts(one.entry),
                    probability: one.probability,
                    cluster: one.cluster,
                    distance: None,
                })
                .collect(),
            neighbours: selection
                .neighbours
                .iter()
                .map(|near| Line {
                    structures: texts(near.entry),
                    probability: near.probability,
                    cluster: near.cluster,
                    distance: Some(near.distance),
                })
                .collect(),
            selection,
        }
    }

    fn describe(&self, number: usize, show: usize) -> String {
        let mut out = format!("{number}. {} {}\n", self.kind, self.poses.join(" "));
        let contexts =
            if self.contexts.is_empty() { "none".into() } else { self.contexts.join(" ") };
        out.push_str(&format!("   contexts    {contexts}\n"));
        out.push_str(&format!(
            "   properties  {} (probability {:.3})\n",
            self.selection.properties, self.properties_probability
        ));
        let lists = [("neighbours", &self.neighbours), ("candidates", &self.candidates)];
        for (name, lines) in lists {
            out.push_str(&format!(
                "   {} {name}{}\n",
                lines.len(),
                if name == "neighbours" {
                    format!(" in {} clusters", self.clusters)
                } else {
                    String::new()
                }
            ));
            for line in lines.iter().take(show) {
                let distance = line.distance.map_or(String::new(), |d| format!(" distance {d:.3}"));
                out.push_str(&format!(
                    "     {:.4} cluster {}{distance}  {}\n",
                    line.probability,
                    line.cluster,
                    line.structures.join("; ")
                ));
            }
            if lines.len() > show {
                out.push_str(&format!("     ... {} more\n", lines.len() - show));
            }
        }
        out
    }
}
