//! The selection half of `cicerone explain`: contexts, properties, neighbours,
//! clusters and candidates.

use std::sync::Arc;

use cicerone::guide::SegmentTrace;
use cicerone::select::{Properties, Selection, Selector};
use cicerone::world::{Position, Vocabulary, World};
use cicerone::{Error, Result};
use serde::Serialize;

/// One segment, and what selection makes of it.
#[derive(Serialize)]
pub(super) struct Explained {
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
    pub(super) selection: Arc<Selection>,
}

/// One structure, as selection sees it.
#[derive(Serialize)]
struct Line {
    structures: Vec<String>,
    probability: f64,
    cluster: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<f64>,
    /// True if it is proposed only where nothing else will do.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    reluctant: bool,
}

impl Explained {
    pub(super) fn new(
        world: &World,
        trace: &SegmentTrace,
        selector: &Selector,
    ) -> Result<Explained> {
        let segment = &trace.segment;
        let Some(selection) = trace.selected.selection.clone() else {
            return Err(Error::input("the guide has no selector; only one can be explained"));
        };
        let texts =
            |entry: usize| selector.bank().entries()[entry].structures.texts(Vocabulary::sail());
        let named = Properties::NAMES.into_iter().zip(selection.properties.values());
        Ok(Explained {
            poses: segment.poses.iter().map(|p| Position::of(world, *p).to_string()).collect(),
            kind: format!("{:?}", segment.kind()),
            contexts: selection.context.names().collect(),
            properties: named.map(|(name, value)| (name.to_owned(), value.into())).collect(),
            properties_probability: selection.probability,
            clusters: selection.neighbours.iter().map(|near| near.cluster + 1).max().unwrap_or(0),
            candidates: selection
                .picks
                .iter()
                .zip(&trace.selected.proposals)
                .map(|(one, proposal)| Line {
                    structures: texts(one.entry),
                    probability: one.probability,
                    cluster: one.cluster,
                    distance: None,
                    reluctant: proposal.reluctant,
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
                    reluctant: false,
                })
                .collect(),
            selection,
        })
    }

    pub(super) fn describe(&self, number: usize, show: usize) -> String {
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
                let last = if line.reluctant { "  only if nothing else will do" } else { "" };
                out.push_str(&format!(
                    "     {:.4} cluster {}{distance}  {}{last}\n",
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
