//! The planner: structures in, commands out.

use super::fill::{Failure, Filled, fill};
use super::leg;
use super::likelihood::MoveChoices;
use super::manners::{is_odd, names_a_far_wall, tells_no_move};
use super::meaning::motion::cuts;
use super::plain::plain;
use super::ride;
use crate::cas::{Command, Proposal, Structure};
use crate::settings::setters;
use crate::world::document::Unit;
use crate::world::{Pose, Segment, World};
use crate::{Error, Result, budget};

/// What the planner keeps and how long it looks.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct PlannerConfig {
    /// P_t: a command is kept if P(c | p, m) is at least this. Default 0.99.
    pub threshold: f64,
    /// The search ends once so many candidates gave a command that is kept.
    /// Default 5.
    pub enough: usize,
    /// The same where a segment starts with an unknown heading. Who does not
    /// know which way to look needs the most telling, and there is one such
    /// segment to a route: more is looked for. Default 16.
    pub enough_at_departure: usize,
    /// Leave out commands that mean a wall some way off, where others are
    /// kept: people have hardly any words for that distance. Default true.
    pub avoid_far_walls: bool,
    /// Put commands last that tell no move where one is to be made: statements,
    /// and words of walking for a turn. Default true.
    pub prefer_moves: bool,
}

impl Default for PlannerConfig {
    fn default() -> PlannerConfig {
        PlannerConfig {
            threshold: 0.99,
            enough: 5,
            enough_at_departure: 16,
            avoid_far_walls: true,
            prefer_moves: true,
        }
    }
}

setters!(PlannerConfig {
    threshold: f64,
    enough: usize,
    enough_at_departure: usize,
    avoid_far_walls: bool,
    prefer_moves: bool,
});

impl PlannerConfig {
    fn check(&self) -> Result<()> {
        if !(self.threshold > 0.0 && self.threshold <= 1.0) {
            return Err(Error::input(format!(
                "threshold is {}; a likelihood to reach is above 0 and at most 1",
                self.threshold
            )));
        }
        for (name, value) in
            [("enough", self.enough), ("enough_at_departure", self.enough_at_departure)]
        {
            if value == 0 {
                return Err(Error::input(format!("{name} is 0; it must be at least 1")));
            }
        }
        Ok(())
    }
}

/// Plans what to say about a path.
///
/// ```
/// use cicerone::cas::{Proposal, Structure};
/// use cicerone::plan::{Planner, PlannerConfig};
/// use cicerone::world::{Journey, Vocabulary, embedded};
///
/// let office = embedded::world("office")?;
/// let route = Journey::between("0,0,90", "4,0").route(&office)?;
/// let sail = Vocabulary::sail();
/// let walk = Structure::parse("Travel(distance=Distance(count=None))", sail)?;
/// let planner = Planner::new(PlannerConfig::default().enough(1))?;
/// let plan = planner.plan_segment(&office, &route.segments()[0], &[Proposal::new(vec![walk], 1.0)]);
/// let best = &plan.options[0];
/// let said = best.commands[0].display(office.vocabulary()).to_string();
/// assert_eq!(said, "Travel(distance=Distance(count=2))");
/// assert_eq!(best.likelihood, 1.0);
/// # Ok::<(), cicerone::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Planner {
    config: PlannerConfig,
}

/// What can be said about a path, and what was tried.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Plan {
    /// At least one, the preferred first.
    pub options: Vec<Planned>,
    /// Everything that was tried, in order.
    pub attempts: Vec<Attempt>,
    /// What singles the path out but is better not said.
    pub set_aside: Vec<Planned>,
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
    /// How surely somebody who errs does the right thing, as far as planning
    /// can tell; 1 where it does not ask.
    pub ease: f64,
    /// Where it comes from.
    pub source: Source,
}

/// Where a planned command comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The proposal of that number.
    Proposal(usize),
    /// The planner's own plain structures.
    Plain,
}

/// One thing the planner tried.
#[derive(Debug, Clone, PartialEq)]
pub struct Attempt {
    /// The structures.
    pub structures: Vec<Structure>,
    /// Where they come from.
    pub source: Source,
    /// What became of them.
    pub outcome: AttemptOutcome,
}

/// What became of an attempt.
#[derive(Debug, Clone, PartialEq)]
pub enum AttemptOutcome {
    /// It was filled and reached the threshold.
    Kept(Planned),
    /// It was filled truly, but could mean other moves as well.
    Ambiguous(Planned),
    /// It could not be filled truly.
    Failed(Failure),
}

impl Plan {
    /// What reached the threshold, in the order it was tried.
    pub fn kept(&self) -> impl Iterator<Item = &Planned> {
        self.attempts.iter().filter_map(|attempt| match &attempt.outcome {
            AttemptOutcome::Kept(planned) => Some(planned),
            AttemptOutcome::Ambiguous(_) | AttemptOutcome::Failed(_) => None,
        })
    }
}

impl Planned {
    /// The other moves its commands could mean, each from where its piece of
    /// the path begins: what makes the likelihood less than one.
    pub fn confused(&self, world: &World) -> Vec<Vec<Pose>> {
        let pairs = self.commands.iter().zip(&self.pieces);
        pairs
            .flat_map(|(command, piece)| {
                let choices = MoveChoices::new(world, piece);
                let moves = choices.confused(command);
                moves.into_iter().map(<[Pose]>::to_vec).collect::<Vec<_>>()
            })
            .collect()
    }
}

impl Planner {
    /// A planner of that configuration.
    pub fn new(config: PlannerConfig) -> Result<Planner> {
        config.check()?;
        Ok(Planner { config })
    }

    /// How it plans.
    pub fn config(&self) -> &PlannerConfig {
        &self.config
    }

    /// Plans a segment with the proposals of content selection, the more
    /// probable first. What can be said comes in the order in which a person
    /// would think of it, what is better not said last or not at all. The plan
    /// always holds something to say.
    ///
    /// # Panics
    ///
    /// If the segment has no pose; those of a route have.
    pub fn plan_segment(&self, world: &World, segment: &Segment, proposals: &[Proposal]) -> Plan {
        if let Some(leg) = &segment.leg {
            return leg::plan(world, segment, leg, self.config.threshold);
        }
        if segment.ride.is_some() {
            return ride::plan(world, segment);
        }
        if world.unit() == Unit::Metre {
            return leg::stay(world, segment);
        }
        let enough = match segment.start().heading {
            Some(_) => self.config.enough,
            None => self.config.enough_at_departure,
        };
        let structures = proposals.iter().map(|proposal| &*proposal.structures);
        let mut plan = self.search(world, &segment.poses, structures, enough);
        if plan.fell_back {
            return plan;
        }
        let is_clear = |planned: &Planned| {
            !names_a_far_wall(&planned.commands) && !is_odd(world, segment, &planned.commands)
        };
        if self.config.avoid_far_walls && plan.options.iter().any(is_clear) {
            let (clear, far) = plan.options.into_iter().partition(is_clear);
            (plan.options, plan.set_aside) = (clear, far);
        }
        let proposal = |planned: &Planned| match planned.source {
            Source::Proposal(number) => proposals.get(number),
            Source::Plain => None,
        };
        let is_last = |planned: &Planned| {
            proposal(planned).is_some_and(|one| one.reluctant)
                || self.config.prefer_moves && tells_no_move(segment, &planned.commands)
        };
        let probability = |planned: &Planned| proposal(planned).map_or(0.0, |one| one.probability);
        plan.options.sort_by(|a, b| {
            is_last(a).cmp(&is_last(b)).then(probability(b).total_cmp(&probability(a)))
        });
        plan
    }

    /// Plans a path of joined poses, such as a [`Segment`]'s, with the
    /// candidates in order of preference. The plan always holds something to
    /// say.
    ///
    /// # Panics
    ///
    /// If the path is empty.
    pub fn plan(&self, world: &World, path: &[Pose], candidates: &[Vec<Structure>]) -> Plan {
        self.search(world, path, candidates.iter().map(Vec::as_slice), self.config.enough)
    }

    fn search<'s>(
        &self,
        world: &World,
        path: &[Pose],
        candidates: impl Iterator<Item = &'s [Structure]>,
        enough: usize,
    ) -> Plan {
        let whole = MoveChoices::new(world, path);
        let mut kept: Vec<Planned> = Vec::new();
        let mut best: Option<Planned> = None;
        let mut attempts = Vec::new();
        for (number, structures) in candidates.enumerate() {
            if budget::is_spent() {
                break;
            }
            let source = Source::Proposal(number);
            let planned = self.try_sequence(&whole, structures, source);
            attempts.push(self.attempt(structures, source, &planned));
            let Ok(planned) = planned else { continue };
            if planned.likelihood >= self.config.threshold {
                if !kept.iter().any(|other| other.commands == planned.commands) {
                    kept.push(planned);
                }
                if kept.len() >= enough {
                    break;
                }
            } else if best.as_ref().is_none_or(|best| planned.likelihood > best.likelihood) {
                best = Some(planned);
            }
        }
        let fell_back = kept.is_empty();
        if fell_back {
            let plain = self.plain(&whole, &mut attempts);
            // The plain command may be what the best candidate came to.
            let is_new =
                |plain: &Planned| best.as_ref().is_none_or(|best| best.commands != plain.commands);
            kept.extend(plain.filter(is_new));
            kept.extend(best);
            kept.sort_by(|a, b| b.likelihood.total_cmp(&a.likelihood));
        }
        Plan { options: kept, attempts, set_aside: Vec::new(), fell_back }
    }

    /// The plain way to say a path: a turn, a walk, or one after the other.
    fn plain(&self, whole: &MoveChoices<'_>, attempts: &mut Vec<Attempt>) -> Option<Planned> {
        let path = whole.path();
        let marks = cuts(path);
        if marks.len() <= 2 {
            return self.plain_piece(whole, attempts);
        }
        let mut together = Planned {
            commands: vec![],
            pieces: vec![],
            likelihood: 1.0,
            ease: 1.0,
            source: Source::Plain,
        };
        for mark in marks.windows(2) {
            let piece = MoveChoices::new(whole.sight().world, &path[mark[0]..=mark[1]]);
            let planned = self.plain_piece(&piece, attempts)?;
            together.commands.extend(planned.commands);
            together.pieces.extend(planned.pieces);
            together.likelihood *= planned.likelihood;
        }
        Some(together)
    }

    fn plain_piece(&self, piece: &MoveChoices<'_>, attempts: &mut Vec<Attempt>) -> Option<Planned> {
        let mut best: Option<Planned> = None;
        for structure in plain(piece.path()) {
            let structures = std::slice::from_ref(structure);
            let planned = self.try_sequence(piece, structures, Source::Plain);
            attempts.push(self.attempt(structures, Source::Plain, &planned));
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
        whole: &MoveChoices<'_>,
        structures: &[Structure],
        source: Source,
    ) -> Result<Planned, Failure> {
        let together = |filled: Filled, path: &[Pose]| Planned {
            commands: vec![filled.command],
            pieces: vec![path.to_vec()],
            likelihood: filled.likelihood,
            ease: 1.0,
            source,
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
            let piece = MoveChoices::new(world, &path[..=mark]);
            let Ok(filled) = fill(&piece, first) else { continue };
            let remaining = MoveChoices::new(world, &path[mark..]);
            let Ok(after) = self.try_sequence(&remaining, rest, source) else { continue };
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
        source: Source,
        planned: &Result<Planned, Failure>,
    ) -> Attempt {
        let outcome = match planned {
            Ok(planned) if planned.likelihood >= self.config.threshold => {
                AttemptOutcome::Kept(planned.clone())
            }
            Ok(planned) => AttemptOutcome::Ambiguous(planned.clone()),
            Err(failure) => AttemptOutcome::Failed(*failure),
        };
        Attempt { structures: structures.to_vec(), source, outcome }
    }
}
