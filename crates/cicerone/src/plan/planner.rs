//! The planner: candidate structures in, commands out.

use super::fill::{Failure, Filled, fill};
use super::likelihood::Choices;
use super::meaning::motion::cuts;
use super::plain::plain;
use crate::cas::{Command, Structure};
use crate::world::{Pose, World};

/// What the planner keeps and how long it looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlannerConfig {
    /// P_t: a command is kept if P(c | p, m) is at least this. Default 0.99.
    pub threshold: f64,
    /// The search ends once so many candidates gave a command that is kept.
    /// Default 5.
    pub enough: usize,
}

impl Default for PlannerConfig {
    fn default() -> PlannerConfig {
        PlannerConfig { threshold: 0.99, enough: 5 }
    }
}

/// Plans what to say about a path.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Planner {
    config: PlannerConfig,
}

/// What can be said about a path, and what was tried.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// At least one, the preferred first.
    pub options: Vec<Planned>,
    /// Everything that was tried, in order.
    pub trace: Vec<Attempt>,
    /// True if no candidate reached the threshold, so that `options` holds
    /// the best that was true and the plain command, the surer first.
    pub fell_back: bool,
}

/// Commands that together say a path.
#[derive(Debug, Clone, PartialEq)]
pub struct Planned {
    /// The commands, in the order they are carried out; nearly always one.
    pub commands: Vec<Command>,
    /// The piece of the path each of them says.
    pub pieces: Vec<Vec<Pose>>,
    /// P(c | p, m); of several commands the product.
    pub likelihood: f64,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a planned command comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The candidate of that number.
    Candidate(usize),
    /// The planner's own plain structures.
    Plain,
}

/// One thing the planner tried.
#[derive(Debug, Clone, PartialEq)]
pub struct Attempt {
    /// The structures.
    pub structures: Vec<Structure>,
    /// Where they come from.
    pub origin: Origin,
    /// What became of them.
    pub outcome: Outcome,
}

/// What became of an attempt.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It was filled and reached the threshold, with this likelihood.
    Kept(f64),
    /// It was filled truly, but could mean other moves as well.
    Ambiguous(Planned),
    /// It could not be filled truly.
    Failed(Failure),
}

impl Planned {
    /// The other moves its commands could mean, each from where its piece of
    /// the path begins: what makes the likelihood less than one.
    pub fn confused(&self, world: &World) -> Vec<Vec<Pose>> {
        let pairs = self.commands.iter().zip(&self.pieces);
        pairs
            .flat_map(|(command, piece)| {
                let choices = Choices::new(world, piece);
                let moves = choices.confused(command);
                moves.into_iter().map(<[Pose]>::to_vec).collect::<Vec<_>>()
            })
            .collect()
    }
}

impl Planner {
    /// A planner of that configuration.
    pub fn new(config: PlannerConfig) -> Planner {
        Planner { config }
    }

    /// Plans a path of joined poses, such as a
    /// [`Segment`](crate::world::Segment)'s, with the candidates in order of
    /// preference. The plan always holds something to say.
    ///
    /// # Panics
    ///
    /// If the path is empty.
    pub fn plan(&self, world: &World, path: &[Pose], candidates: &[Vec<Structure>]) -> Plan {
        let whole = Choices::new(world, path);
        let mut kept: Vec<Planned> = Vec::new();
        let mut best: Option<Planned> = None;
        let mut trace = Vec::new();
        for (number, structures) in candidates.iter().enumerate() {
            let origin = Origin::Candidate(number);
            let planned = self.try_sequence(&whole, structures, origin);
            trace.push(self.attempt(structures, origin, &planned));
            let Ok(planned) = planned else { continue };
            if planned.likelihood >= self.config.threshold {
                if !kept.iter().any(|other| other.commands == planned.commands) {
                    kept.push(planned);
                }
                if kept.len() >= self.config.enough {
                    break;
                }
            } else if best.as_ref().is_none_or(|best| planned.likelihood > best.likelihood) {
                best = Some(planned);
            }
        }
        let fell_back = kept.is_empty();
        if fell_back {
            let plain = self.plain(&whole, &mut trace);
            // The plain command may be what the best candidate came to.
            let is_new =
                |plain: &Planned| best.as_ref().is_none_or(|best| best.commands != plain.commands);
            kept.extend(plain.filter(is_new));
            kept.extend(best);
            kept.sort_by(|a, b| b.likelihood.total_cmp(&a.likelihood));
        }
        Plan { options: kept, trace, fell_back }
    }

    /// The plain way to say a path: a turn, a walk, or one after the other.
    fn plain(&self, whole: &Choices<'_>, trace: &mut Vec<Attempt>) -> Option<Planned> {
        let path = whole.path();
        let marks = cuts(path);
        if marks.len() <= 2 {
            return self.plain_piece(whole, trace);
        }
        let mut together =
            Planned { commands: vec![], pieces: vec![], likelihood: 1.0, origin: Origin::Plain };
        for mark in marks.windows(2) {
            let piece = Choices::new(whole.sight().world, &path[mark[0]..=mark[1]]);
            let planned = self.plain_piece(&piece, trace)?;
            together.commands.extend(planned.commands);
            together.pieces.extend(planned.pieces);
            together.likelihood *= planned.likelihood;
        }
        Some(together)
    }

    fn plain_piece(&self, piece: &Choices<'_>, trace: &mut Vec<Attempt>) -> Option<Planned> {
        let mut best: Option<Planned> = None;
        for structure in plain(piece.path()) {
            let structures = std::slice::from_ref(structure);
            let planned = self.try_sequence(piece, structures, Origin::Plain);
            trace.push(self.attempt(structures, Origin::Plain, &planned));
            let Ok(planned) = planned else { continue };
            if best.as_ref().is_none_or(|best| planned.likelihood > best.likelihood) {
                best = Some(planned);
            }
            if best.as_ref().is_some_and(|best| best.likelihood >= self.config.threshold) {
                break;
            }
        }
        best
    }

    /// Fills structures that are carried out one after the other, each on its
    /// piece of the path, cut so that they are surest together.
    fn try_sequence(
        &self,
        whole: &Choices<'_>,
        structures: &[Structure],
        origin: Origin,
    ) -> Result<Planned, Failure> {
        let together = |filled: Filled, path: &[Pose]| Planned {
            commands: vec![filled.command],
            pieces: vec![path.to_vec()],
            likelihood: filled.likelihood,
            origin,
        };
        let (first, rest) = match structures {
            [] => return Err(Failure::Shape),
            [only] => return fill(whole, only).map(|filled| together(filled, whole.path())),
            [first, rest @ ..] => (first, rest),
        };
        let path = whole.path();
        let mut best = Err(Failure::Shape);
        for mark in cuts(path) {
            let world = whole.sight().world;
            let piece = Choices::new(world, &path[..=mark]);
            let Ok(filled) = fill(&piece, first) else { continue };
            let remaining = Choices::new(world, &path[mark..]);
            let Ok(after) = self.try_sequence(&remaining, rest, origin) else { continue };
            let mut planned = together(filled, piece.path());
            planned.commands.extend(after.commands);
            planned.pieces.extend(after.pieces);
            planned.likelihood *= after.likelihood;
            if best.as_ref().is_ok_and(|best: &Planned| best.likelihood >= planned.likelihood) {
                continue;
            }
            best = Ok(planned);
        }
        best
    }

    fn attempt(
        &self,
        structures: &[Structure],
        origin: Origin,
        planned: &Result<Planned, Failure>,
    ) -> Attempt {
        let outcome = match planned {
            Ok(planned) if planned.likelihood >= self.config.threshold => {
                Outcome::Kept(planned.likelihood)
            }
            Ok(planned) => Outcome::Ambiguous(planned.clone()),
            Err(failure) => Outcome::Failed(*failure),
        };
        Attempt { structures: structures.to_vec(), origin, outcome }
    }
}
