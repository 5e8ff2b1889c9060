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
#[cfg(feature = "embedded")]
mod embedded;
mod instruction;
mod manoeuvre;
mod safest;

pub use bundle::Bundle;
pub use choose::Verdict;
pub use instruction::{Alignment, Alternative, Instruction, Step};
pub use manoeuvre::Manoeuvre;
pub use safest::Safest;

use std::collections::HashMap;

use choose::{Choice, Rivals};

use crate::Result;
use crate::cas::{Action, Command};
use crate::follow::{Care, Errand, Follower, StartRule};
use crate::neural::Decoding;
use crate::plan::{Origin, Plan, Planned, Planner, PlannerConfig};
use crate::rank::Ranker;
use crate::realize::{CandidateConfig, Realizer, Request, plain_words};
use crate::select::Selector;
use crate::world::{Route, Segment, SegmentKind, World};

/// What decides between faithful candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choose {
    /// What people would say, in the best English.
    Fluent,
    /// The same among those that bring simulated followers to the right pose.
    #[default]
    Safe,
}

/// How an instruction should be.
#[derive(Debug, Clone, Default)]
pub struct GuideOptions {
    /// The author whose style is wanted, if any; see [`Guide::styles`].
    pub style: Option<String>,
    /// How candidates are looked for.
    pub candidates: CandidateConfig,
    /// What decides between them. Without followers everything is fluent.
    pub choose: Choose,
}

/// Gives directions. One guide serves any number of threads.
#[derive(Debug)]
pub struct Guide {
    selector: Selector,
    planner: Planner,
    realizer: Realizer,
    ranker: Ranker,
    follower: Option<Follower>,
}

/// Options that are realised before anybody asks whether they are needed.
/// The rest waits until all of these have failed.
const AT_FIRST: usize = 2;
const SAFE_AT_FIRST: usize = 3;
const AT_DEPARTURE: usize = 16;

/// Words of the longest plain sentence that competes with learnt ones.
const LONGEST_PLAIN: usize = 9;

impl Guide {
    /// A guide of these models.
    pub fn new(bundle: Bundle) -> Guide {
        let Bundle { selector, realizer, ranker, follower, parser: _ } = bundle;
        Guide { selector, planner: Planner::default(), realizer, ranker, follower }
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

    /// Who tries them, if anybody does.
    pub fn follower(&self) -> Option<&Follower> {
        self.follower.as_ref()
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
        let follower = self.follower.as_ref().filter(|_| options.choose == Choose::Safe);
        // Nearly always the first options have words; asking for the others
        // too would cost most of the time. Followers have more to choose from.
        let at_first = if follower.is_some() { SAFE_AT_FIRST } else { AT_FIRST };
        let first = |(segment, plan): &(Segment, Plan)| {
            let is_departure = follower.is_some() && segment.start().heading.is_none();
            let most = if is_departure { AT_DEPARTURE } else { at_first };
            0..plan.options.len().min(most)
        };
        let first: Vec<std::ops::Range<usize>> = planned.iter().map(first).collect();
        self.find_words(world, &planned, &first, options, &mut rivals)?;
        let rest = planned.iter().zip(&first).zip(&rivals).map(|(((_, plan), first), rivals)| {
            let all = plan.options.len();
            if rivals.has_good() { all..all } else { first.end..all }
        });
        let rest: Vec<_> = rest.collect();
        self.find_words(world, &planned, &rest, options, &mut rivals)?;
        if let Some(follower) = follower {
            self.add_plain_words(world, &planned, &mut rivals)?;
            try_out(follower, world, &planned, &mut rivals)?;
        }
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
            // Who does not know which way to look needs the most telling, and
            // there is one such segment to a route: look for more.
            let planner = match segment.start().heading {
                Some(_) => self.planner,
                None => Planner::new(PlannerConfig { enough: AT_DEPARTURE, ..Default::default() }),
            };
            let mut plan = planner.plan(world, &segment.poses, &candidates);
            if !plan.fell_back {
                let probability = |planned: &Planned| match planned.origin {
                    Origin::Candidate(number) => selection.candidates[number].probability,
                    Origin::Plain => 0.0,
                };
                let is_clear = |planned: &Planned| !names_a_far_wall(world, planned);
                if plan.options.iter().any(is_clear) {
                    plan.options.retain(is_clear);
                }
                plan.options.sort_by(|a, b| {
                    let last = |planned: &Planned| {
                        is_bare_count(&segment, planned) || tells_no_move(&segment, planned)
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

    /// Plain words for every option that they can say briefly; followers tell
    /// whether they are the safer ones. Long ones are safe and no English, but
    /// who starts with an unknown heading is glad of them.
    fn add_plain_words(
        &self,
        world: &World,
        planned: &[(Segment, Plan)],
        rivals: &mut [Rivals],
    ) -> Result<()> {
        let mut plain: Vec<(usize, usize, Vec<String>)> = Vec::new();
        for (number, (segment, plan)) in planned.iter().enumerate() {
            let longest =
                if segment.start().heading.is_none() { usize::MAX } else { LONGEST_PLAIN };
            for (option, planned) in plan.options.iter().enumerate() {
                let words = plain_words(&planned.commands, world.vocabulary());
                if words.len() <= longest {
                    plain.push((number, option, words));
                }
            }
        }
        let texts: Vec<&[String]> = plain.iter().map(|(.., words)| &**words).collect();
        let perplexities = self.ranker.perplexities(&texts)?;
        for ((number, option, words), perplexity) in plain.into_iter().zip(perplexities) {
            if words.iter().all(|word| self.can_say(world, word)) {
                rivals[number].add_plain(option, words, perplexity, self.ranker.limit());
            }
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
            || Class::all().any(|class| {
                world.vocabulary().kinds(class).iter().any(|kind| {
                    kind.words.iter().chain([&kind.name]).any(|words| {
                        crate::words::tokenize(words)
                            .iter()
                            .any(|own| own == word || crate::words::agreement::plural(own) == word)
                    })
                })
            })
    }
}

/// Has followers try every good candidate from where its segment starts; from
/// all four quarters if the heading there is not known.
fn try_out(
    follower: &Follower,
    world: &World,
    planned: &[(Segment, Plan)],
    rivals: &mut [Rivals],
) -> Result<()> {
    let (mut errands, mut goals, mut owners) = (Vec::new(), Vec::new(), Vec::new());
    for (number, (segment, _)) in planned.iter().enumerate() {
        let starts = StartRule::FourHeadings.stands(&segment.poses);
        // Several commands may be said in the same words, which are tried once.
        let mut tried: HashMap<&[String], Vec<usize>> = HashMap::new();
        for (place, words) in rivals[number].good() {
            tried.entry(words).or_default().push(place);
        }
        let mut tried: Vec<(&[String], Vec<usize>)> = tried.into_iter().collect();
        tried.sort_by(|a, b| a.1.cmp(&b.1));
        for (words, places) in tried {
            let told = follower.hear_words(world.vocabulary(), words);
            for start in &starts {
                errands.push(Errand { world, start: *start, told: told.clone() });
                goals.push(segment.end());
                owners.push((number, places.clone(), 1.0 / starts.len() as f64));
            }
        }
    }
    let care = Care { width: 3, ..Care::default() };
    let found = follower.probabilities(&errands, &goals, care, &mut Decoding::default())?;
    for ((number, places, share), probability) in owners.into_iter().zip(found) {
        for place in places {
            rivals[number].arrive(place, share * probability);
        }
    }
    Ok(())
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

/// True for commands that leave the follower to guess what to do: statements
/// ('position 4 is at the end of the hall') where something is to be done, and
/// words of walking for a turn on the spot.
fn tells_no_move(segment: &Segment, planned: &Planned) -> bool {
    let kind = segment.kind();
    planned.commands.iter().any(|command| match &**command {
        Action::Verify(_) | Action::Find(_) => kind != SegmentKind::Still,
        Action::Travel(_) => kind == SegmentKind::Turn,
        Action::Turn(_) | Action::Face(_) => false,
    })
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
