//! The guide: a world and a route in, an instruction out.
//!
//! [`Guide::instruct`] is the whole pipeline. It cuts the route into segments;
//! for each it asks the [selector](crate::select) for structures and the
//! [planner](crate::plan) for commands; it has all commands of the route
//! [realised](crate::realize) together, checks every candidate against its
//! command, has the distinct ones [ranked](crate::rank) together, and says the
//! best of each segment. The [`Instruction`] keeps what was chosen, what lost,
//! and why.
//!
//! ```
//! use cicerone::guide::{Guide, GuideOptions};
//! use cicerone::world::{embedded, Position, Route};
//!
//! let office = embedded::world("office")?;
//! let [start, goal] = ["0,0", "14,8"].map(|text| text.parse::<Position>());
//! let route = Route::shortest(&office, start?.on(&office)?, goal?.on(&office)?)?;
//! let guide = Guide::embedded()?;
//! let instruction = guide.instruct(&office, &route, &GuideOptions::default())?;
//! println!("{}", instruction.text);
//! assert_eq!(instruction.steps.len(), route.segments().len());
//! # Ok::<(), cicerone::Error>(())
//! ```

mod bundle;
mod choose;
mod english;
mod instruction;
mod manoeuvre;

pub use bundle::Bundle;
pub use choose::Verdict;
pub use english::sentence;
pub use instruction::{Alignment, Alternative, Instruction, Step};
pub use manoeuvre::Manoeuvre;

use choose::{Choice, Rivals};

use crate::Result;
use crate::cas::{Action, Command};
use crate::plan::{Origin, Plan, Planned, Planner};
use crate::rank::Ranker;
use crate::realize::{CandidateConfig, Realizer, Request};
use crate::select::Selector;
use crate::world::{Route, Segment, World};

/// How an instruction should be.
#[derive(Debug, Clone, Default)]
pub struct GuideOptions {
    /// The author whose style is wanted, if any; see [`Guide::styles`].
    pub style: Option<String>,
    /// How candidates are looked for.
    pub candidates: CandidateConfig,
}

/// Gives directions. One guide serves any number of threads.
#[derive(Debug)]
pub struct Guide {
    selector: Selector,
    planner: Planner,
    realizer: Realizer,
    ranker: Ranker,
}

/// Options that are realised before anybody asks whether they are needed.
/// The rest waits until all of these have failed.
const AT_FIRST: usize = 2;

impl Guide {
    /// A guide of these models.
    pub fn new(bundle: Bundle) -> Guide {
        let Bundle { selector, realizer, ranker } = bundle;
        Guide { selector, planner: Planner::default(), realizer, ranker }
    }

    /// The guide that every binary carries.
    pub fn embedded() -> Result<Guide> {
        Bundle::embedded().map(Guide::new)
    }

    /// The authors whose style it can speak in.
    pub fn styles(&self) -> Vec<&str> {
        self.realizer.styles()
    }

    /// What selects the content.
    pub fn selector(&self) -> &Selector {
        &self.selector
    }

    /// What finds the words.
    pub fn realizer(&self) -> &Realizer {
        &self.realizer
    }

    /// What ranks them.
    pub fn ranker(&self) -> &Ranker {
        &self.ranker
    }

    /// Writes the instruction for a route of a world.
    pub fn instruct(
        &self,
        world: &World,
        route: &Route,
        options: &GuideOptions,
    ) -> Result<Instruction> {
        let planned = self.plan(world, route.segments());
        let mut rivals: Vec<Rivals> = planned.iter().map(|_| Rivals::default()).collect();
        // Nearly always the first options have words; asking for the others
        // too would cost most of the time.
        let first: Vec<std::ops::Range<usize>> =
            planned.iter().map(|(_, plan)| 0..plan.options.len().min(AT_FIRST)).collect();
        self.find_words(world, &planned, &first, options, &mut rivals)?;
        let rest = planned.iter().zip(&rivals).map(|((_, plan), rivals)| {
            let all = plan.options.len();
            if rivals.has_good() { all..all } else { all.min(AT_FIRST)..all }
        });
        let rest: Vec<_> = rest.collect();
        self.find_words(world, &planned, &rest, options, &mut rivals)?;
        let mut steps: Vec<Step> = Vec::with_capacity(planned.len());
        for ((segment, plan), rivals) in planned.iter().zip(rivals) {
            let before = steps.last().map(|step| &*step.tokens);
            let choice = match rivals.best(before) {
                Some(best) => rivals.choose(best),
                None => self.plain(world, segment, rivals),
            };
            steps.push(Step::new(self, world, segment, plan, choice, options));
        }
        Ok(Instruction::new(world, route, steps))
    }

    /// Plans every segment; the options of each in the order in which a person
    /// would think of them.
    fn plan(&self, world: &World, segments: Vec<Segment>) -> Vec<(Segment, Plan)> {
        let plan = |segment: Segment| {
            let selection = self.selector.select(world, &segment);
            let candidates = self.selector.structures(world, &segment);
            let mut plan = self.planner.plan(world, &segment.poses, &candidates);
            if !plan.fell_back {
                let probability = |planned: &Planned| match planned.origin {
                    Origin::Candidate(number) => selection.candidates[number].probability,
                    Origin::Plain => 0.0,
                };
                plan.options.sort_by(|a, b| {
                    let last = |planned: &Planned| {
                        is_bare_count(&segment, planned) || names_a_far_wall(world, planned)
                    };
                    last(a).cmp(&last(b)).then(probability(b).total_cmp(&probability(a)))
                });
            }
            (segment, plan)
        };
        segments.into_iter().map(plan).collect()
    }

    /// Realises, checks and ranks some options of every segment, all of them
    /// in one batch.
    fn find_words(
        &self,
        world: &World,
        planned: &[(Segment, Plan)],
        ranges: &[std::ops::Range<usize>],
        options: &GuideOptions,
        rivals: &mut [Rivals],
    ) -> Result<()> {
        let mut asked: Vec<(usize, usize)> = Vec::new();
        let mut requests: Vec<Request> = Vec::new();
        for (number, ((_, plan), range)) in planned.iter().zip(ranges).enumerate() {
            for option in range.clone() {
                asked.push((number, option));
                requests.push(Request {
                    commands: &plan.options[option].commands,
                    vocabulary: world.vocabulary(),
                    style: options.style.as_deref(),
                });
            }
        }
        if requests.is_empty() {
            return Ok(());
        }
        let found = self.realizer.realize(&requests, &options.candidates)?;
        let texts: Vec<&[String]> =
            found.iter().flatten().map(|candidate| &*candidate.words).collect();
        let perplexities = self.ranker.perplexities(&texts)?;
        let mut perplexities = perplexities.into_iter();
        for (((number, option), request), candidates) in asked.iter().zip(&requests).zip(found) {
            for candidate in candidates {
                let perplexity = perplexities.next().unwrap_or(f64::INFINITY);
                let wording = self.realizer.wording();
                let faults = wording.faults(request.commands, request.vocabulary, &candidate.words);
                let known = |word: &String| self.can_say(world, word);
                let unknown = candidate.words.iter().find(|word| !known(word)).cloned();
                rivals[*number].add(*option, candidate, perplexity, faults, unknown);
            }
        }
        for rivals in rivals.iter_mut() {
            rivals.judge(self.ranker.limit());
        }
        Ok(())
    }

    /// The last resort: plain words for the plain command.
    fn plain(&self, world: &World, segment: &Segment, rivals: Rivals) -> Choice {
        let plan = self.planner.plan(world, &segment.poses, &[]);
        let planned: Option<Planned> = plan.options.into_iter().next();
        rivals.plain(planned, world)
    }

    /// True for words of the dictionary, numbers, and the words that the world
    /// itself has for its kinds.
    fn can_say(&self, world: &World, word: &str) -> bool {
        use crate::world::Class;
        self.ranker.knows(word)
            || word.chars().all(|c| c.is_ascii_digit())
            || [Class::Floor, Class::Wall, Class::Object].into_iter().any(|class| {
                world.vocabulary().kinds(class).iter().any(|kind| {
                    kind.words.iter().chain([&kind.name]).any(|words| {
                        crate::corpus::tokenize(words).iter().any(|own| {
                            own == word || crate::corpus::augment::agreement::plural(own) == word
                        })
                    })
                })
            })
    }
}

/// True for a walk that is said by its count alone where people would rather
/// say more. On the training split they say 57% of the walks through one
/// passage that way, 41% of two, 28% of three and a quarter of longer ones;
/// the contexts that selection sees do not tell the length.
fn is_bare_count(segment: &Segment, planned: &Planned) -> bool {
    let passages = segment.poses.windows(2).filter(|pair| pair[0].place != pair[1].place).count();
    let is_bare = |command: &Command| match &**command {
        Action::Travel(travel) => {
            travel.distance.is_some() && travel.until.is_none() && travel.past.is_none()
        }
        _ => false,
    };
    passages > 1 && planned.commands.iter().any(is_bare)
}

/// True for commands that mean a wall some way off. Words for the distance are
/// rare in the demonstrations, and 'face the wall' without them is the nearest.
fn names_a_far_wall(world: &World, planned: &Planned) -> bool {
    planned.commands.iter().any(|command| {
        let values = command.values(world.vocabulary());
        values.windows(2).any(|pair| {
            let [(_, thing), (attribute, distance)] = pair else { return false };
            thing == "Wall" && attribute == "dist" && distance != "Immediate"
        })
    })
}
