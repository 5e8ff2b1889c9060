//! How many recorded paths are legal moves on their map, and which are not.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Corpus;
use crate::Result;
use crate::world::{Movement, Position};

/// The count, by map, with every exception by id.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Legality {
    /// Sentences by map whose path is legal, and all.
    pub maps: BTreeMap<String, (usize, usize)>,
    /// What is out of the ordinary.
    pub exceptions: Vec<Exception>,
}

/// A sentence whose path is not what one expects of a recording.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Exception {
    /// Demonstration and sentence, `1286-6`.
    pub id: String,
    /// What is wrong.
    pub what: String,
    /// False if the path itself is not a legal walk.
    pub legal: bool,
}

impl Corpus {
    /// Walks every recorded path on its map.
    ///
    /// Listed are paths with an illegal step; half turns in one step, where
    /// all others turn by quarters; and sentences that do not start where the
    /// one before ended, so that the demonstration is not one walk.
    pub fn legality(&self) -> Result<Legality> {
        let mut legality = Legality { maps: BTreeMap::new(), exceptions: Vec::new() };
        for demonstration in &self.demonstrations {
            let world = self.world(demonstration)?;
            let counts = legality.maps.entry(demonstration.map.clone()).or_default();
            let mut before: Option<Position> = None;
            for sentence in &demonstration.sentences {
                let mut except = |what: String, legal: bool| {
                    let id = format!("{}-{}", demonstration.id, sentence.id);
                    legality.exceptions.push(Exception { id, what, legal });
                };
                counts.1 += 1;
                match sentence.route(world) {
                    Err(error) => except(error.to_string(), false),
                    Ok(route) => {
                        counts.0 += 1;
                        let steps =
                            route.poses().windows(2).map(|pair| world.step(pair[0], pair[1]));
                        let about =
                            |step| matches!(step, Ok(Movement::Turn(by)) if f64::abs(by) > 135.0);
                        if steps.into_iter().any(about) {
                            except("turns about in one step".into(), true);
                        }
                    }
                }
                let (first, last) = (sentence.path[0], sentence.path[sentence.path.len() - 1]);
                if let Some(before) = before
                    && before != first
                {
                    except(format!("starts at {first}; the one before ended at {before}"), true);
                }
                before = Some(last);
            }
        }
        Ok(legality)
    }
}
