//! The pipeline: a route of a world in, everything that was tried out.

use super::already_there::already_there;
use super::choose::Tellings;
use super::join::joined;
use super::merit::Merit;
use super::stages::{Selected, Spoken};
use super::trace::{SegmentTrace, Telling, Trace};
use super::whole::{Way, choose};
use super::{Choose, Facts, Guide, GuideOptions, Says};
use crate::cas::Command;
use crate::plan::{Plan, Planned};
use crate::realize::{Manner, Request};
use crate::understand::ReadBack;
use crate::words::sentence;
use crate::world::document::Unit;
use crate::world::{Route, Segment, SegmentKind, Vocabulary, World};
use crate::{Error, Result, budget};

/// How often a way through a building is told before the telling that is understood
/// best is taken.
const TELLINGS: u64 = 4;

/// A segment on its way through the stages.
struct Underway {
    segment: Segment,
    selected: Selected,
    plan: Plan,
    tellings: Tellings,
}

/// For each segment, which options of its plan are put into words.
type Asked = Vec<std::ops::Range<usize>>;

impl Guide {
    /// Everything that is tried before something is said about a route of a
    /// world, and what is said. [`Guide::instruct`] is made of it.
    pub fn trace(&self, world: &World, route: &Route, options: &GuideOptions) -> Result<Trace> {
        route.check_world(world)?;
        let options = &self.with_style_as_written(options);
        let is_tried = self.stages.trial.is_some() && options.choose == Choose::Safe;
        let manner = match world.unit() {
            Unit::Metre => Manner::new(options.style.as_deref(), options.units, options.seed)?,
            Unit::Passage => Manner::default(),
        };
        let mut underway = Vec::new();
        if route.poses().iter().all(|pose| *pose == route.start()) {
            let segment = Segment::whole(route);
            // What people would have said of it stays open to whoever asks why.
            let (selected, plan) = match world.unit() {
                Unit::Metre => (Selected::of(Vec::new()), Plan::default()),
                Unit::Passage => self.plan(world, &segment)?,
            };
            return Ok(Trace {
                vocabulary: world.vocabulary().clone(),
                distance: 0.0,
                units: manner.units,
                segments: vec![already_there(world, segment, selected, plan)],
            });
        }
        for segment in route.pieces(world) {
            budget::check()?;
            let (selected, plan) = self.plan(world, &segment)?;
            let mut tellings = Tellings::default();
            if segment.is_of_a_building(world) {
                for (number, option) in plan.options.iter().enumerate() {
                    let words = self.directions(world, &[&option.commands], &manner)?.remove(0);
                    tellings.add_directions(number, words, option.ease);
                }
            }
            underway.push(Underway { segment, selected, plan, tellings });
        }
        let first: Asked =
            underway.iter().map(|one| 0..self.at_first(world, one, is_tried)).collect();
        self.find_words(world, &mut underway, &first, options)?;
        let rest: Asked = underway
            .iter()
            .zip(&first)
            .map(|(one, first)| {
                let all = one.plan.options.len();
                if one.tellings.has_good() { all..all } else { first.end..all }
            })
            .collect();
        self.find_words(world, &mut underway, &rest, options)?;
        underway.iter_mut().for_each(|one| one.tellings.throw_away());
        if is_tried {
            self.add_plain_words(world, &mut underway)?;
            self.try_out(world, &mut underway)?;
        }
        let mut segments: Vec<SegmentTrace> = Vec::with_capacity(underway.len());
        let told = self.of_the_whole(world, &underway);
        for (one, told) in underway.into_iter().zip(told) {
            budget::check()?;
            let said = segments.iter().map(|one| &*one.said().candidate.words);
            let said: Vec<&[String]> = said.collect();
            let is_open = is_tried && !one.segment.is_of_a_building(world);
            let salt =
                is_open.then(|| route.poses().len() as u64 * 1000 + one.segment.first as u64);
            let next = self.decide(world, one, told, &said, salt, options)?;
            segments.push(next);
        }
        if is_tried && self.config.longest_joined > 0 {
            let vocabulary: &Vocabulary = world.vocabulary();
            let style = options.style.as_deref();
            segments = joined(segments, &self.config, |planned| {
                let commands = &*planned.commands;
                self.stages.realization.tokens(&Request { commands, vocabulary, style })
            });
        }
        if world.unit() == Unit::Metre {
            self.let_flow(world, &mut segments, &manner)?;
        }
        let vocabulary = world.vocabulary().clone();
        Ok(Trace { vocabulary, distance: route.length(), units: manner.units, segments })
    }

    /// For every segment of a building which telling is the best for the whole
    /// way, by its place; `None` for other segments.
    fn of_the_whole(&self, world: &World, underway: &[Underway]) -> Vec<Option<usize>> {
        let good = underway.iter().map(|one| -> Vec<(usize, &Telling)> {
            let is_told = one.segment.is_of_a_building(world);
            if is_told { one.tellings.good().collect() } else { Vec::new() }
        });
        let good: Vec<Vec<(usize, &Telling)>> = good.collect();
        let ways = |(one, good): (&Underway, &Vec<(usize, &Telling)>)| -> Vec<Way> {
            let way = |(_, telling): &(usize, &Telling)| {
                let planned = one.planned(telling.says);
                let commands = planned.map_or(&[][..], |planned| &planned.commands);
                Way {
                    ease: telling.confidence.unwrap_or(1.0),
                    words: telling.candidate.words.len(),
                    structures: commands.iter().map(Command::structure).collect(),
                }
            };
            good.iter().map(way).collect()
        };
        let all: Vec<Vec<Way>> = underway.iter().zip(&good).map(ways).collect();
        let chosen = choose(&all, &self.config.whole).into_iter().zip(&good);
        chosen.map(|(number, good)| number.map(|number| good[number].0)).collect()
    }

    /// The options with the style as its author writes it: `eda` is EDA.
    fn with_style_as_written(&self, options: &GuideOptions) -> GuideOptions {
        let mut options = options.clone();
        if let Some(style) = &mut options.style {
            let known = self.styles().into_iter().find(|known| known.eq_ignore_ascii_case(style));
            if let Some(known) = known {
                *style = known.to_owned();
            }
        }
        options
    }

    /// What is said of the whole way, now that it is known, in words that go
    /// together. What cannot be read back to its commands is said in other words.
    fn let_flow(&self, world: &World, said: &mut [SegmentTrace], manner: &Manner) -> Result<()> {
        let steps = said.iter().map(|one| one.planned(one.said()));
        let steps: Vec<&[Command]> =
            steps.map(|planned| planned.map_or(&[][..], |one| &one.commands)).collect();
        let reader = ReadBack::of_way(world, steps.iter().copied().flatten());
        let mut best: Option<(usize, Vec<Vec<String>>)> = None;
        for again in 0..TELLINGS {
            let words = self.directions(world, &steps, &manner.again(again))?;
            let is_wrong = |(words, commands): &(&Vec<String>, &&[Command])| {
                !words.is_empty() && !reader.read_step(&sentence(words), commands).is_right()
            };
            let wrong = words.iter().zip(&steps).filter(is_wrong).count();
            if best.as_ref().is_none_or(|(least, _)| wrong < *least) {
                best = Some((wrong, words));
            }
            if wrong == 0 {
                break;
            }
        }
        let words = best.map_or_else(Vec::new, |(_, words)| words);
        for (one, words) in said.iter_mut().zip(words).filter(|(_, words)| !words.is_empty()) {
            one.tellings[one.chosen].candidate.words = words;
        }
        Ok(())
    }

    fn directions(
        &self,
        world: &World,
        steps: &[&[Command]],
        manner: &Manner,
    ) -> Result<Vec<Vec<String>>> {
        let all = self.stages.realization.directions(steps, world.vocabulary(), manner);
        answered("realization", steps.len(), all.len())?;
        Ok(all)
    }

    /// The first two stages alone, for one segment of a route of the world:
    /// what to say, and the commands for it.
    pub fn plan(&self, world: &World, segment: &Segment) -> Result<(Selected, Plan)> {
        world.check_poses(&segment.poses)?;
        if segment.is_of_a_building(world) {
            // Nobody has shown yet what to say there: planning knows.
            let plan = self.stages.planning.plan(world, segment, &[])?;
            return Ok((Selected::of(Vec::new()), plan));
        }
        let selected = self.stages.selection.select(world, segment)?;
        let plan = self.stages.planning.plan(world, segment, &selected.proposals)?;
        Ok((selected, plan))
    }

    /// How many options of a segment are put into words at once.
    fn at_first(&self, world: &World, one: &Underway, is_tried: bool) -> usize {
        if one.segment.is_of_a_building(world) {
            return 0;
        }
        let most = match (is_tried, one.segment.start().heading) {
            (false, _) => self.config.at_first,
            (true, Some(_)) => self.config.at_first_on_trial,
            (true, None) => self.config.at_departure,
        };
        one.plan.options.len().min(most)
    }

    /// Realises, checks and ranks some options of every segment, all of them
    /// in one batch.
    fn find_words(
        &self,
        world: &World,
        underway: &mut [Underway],
        asked: &Asked,
        options: &GuideOptions,
    ) -> Result<()> {
        let vocabulary: &Vocabulary = world.vocabulary();
        let mut owners: Vec<(usize, usize)> = Vec::new();
        let mut requests: Vec<Request> = Vec::new();
        for (number, (one, range)) in underway.iter().zip(asked).enumerate() {
            for option in range.clone() {
                let commands = &*one.plan.options[option].commands;
                owners.push((number, option));
                requests.push(Request { commands, vocabulary, style: options.style.as_deref() });
            }
        }
        if requests.is_empty() {
            return Ok(());
        }
        let realization = &self.stages.realization;
        let found = realization.realize(&requests, &options.candidates)?;
        answered("realization", requests.len(), found.len())?;
        let texts: Vec<&[String]> =
            found.iter().flatten().map(|candidate| &*candidate.words).collect();
        let appraisals = self.stages.ranking.appraise(&texts, vocabulary)?;
        answered("ranking", texts.len(), appraisals.len())?;
        let mut appraisals = appraisals.into_iter();
        let mut told = Vec::with_capacity(texts.len());
        for ((owner, request), candidates) in owners.iter().zip(&requests).zip(found) {
            budget::check()?;
            for (candidate, appraisal) in candidates.into_iter().zip(&mut appraisals) {
                let faults = realization.faults(request.commands, vocabulary, &candidate.words);
                told.push((*owner, candidate, appraisal, faults));
            }
        }
        for ((number, option), candidate, appraisal, faults) in told {
            underway[number].tellings.add(option, candidate, appraisal, faults);
        }
        Ok(())
    }

    /// Plain words for every option that they can say briefly; whoever tries
    /// them tells whether they are the safer ones.
    fn add_plain_words(&self, world: &World, underway: &mut [Underway]) -> Result<()> {
        let mut plain: Vec<(usize, usize, Vec<String>)> = Vec::new();
        let spoken =
            underway.iter().enumerate().filter(|(_, one)| !one.segment.is_of_a_building(world));
        for (number, one) in spoken {
            let longest = match one.segment.start().heading {
                Some(_) => self.config.longest_plain,
                None => usize::MAX,
            };
            for (option, planned) in one.plan.options.iter().enumerate() {
                let words = self.stages.realization.plain(&planned.commands, world.vocabulary());
                if words.len() <= longest {
                    plain.push((number, option, words));
                }
            }
        }
        let texts: Vec<&[String]> = plain.iter().map(|(.., words)| &**words).collect();
        let appraisals = self.stages.ranking.appraise(&texts, world.vocabulary())?;
        answered("ranking", texts.len(), appraisals.len())?;
        for ((number, option, words), appraisal) in plain.into_iter().zip(appraisals) {
            underway[number].tellings.add_plain(option, words, appraisal);
        }
        Ok(())
    }

    /// Has every good telling tried from where its segment starts.
    fn try_out(&self, world: &World, underway: &mut [Underway]) -> Result<()> {
        let Some(trial) = &self.stages.trial else { return Ok(()) };
        let (mut spoken, mut places) = (Vec::new(), Vec::new());
        let open =
            underway.iter().enumerate().filter(|(_, one)| !one.segment.is_of_a_building(world));
        for (number, one) in open {
            for (place, telling) in one.tellings.good() {
                let commands = one.planned(telling.says).map_or(&[][..], |one| &one.commands);
                let words = &telling.candidate.words;
                spoken.push(Spoken { segment: &one.segment, commands, words });
                places.push((number, place));
            }
        }
        let found = trial.arrive(world, &spoken)?;
        answered("trial", spoken.len(), found.len())?;
        for ((number, place), probability) in places.into_iter().zip(found) {
            underway[number].tellings.arrives(place, probability);
        }
        Ok(())
    }

    /// Chooses what is said about a segment; plain words for the plainest
    /// command where nothing is good.
    fn decide(
        &self,
        world: &World,
        underway: Underway,
        told: Option<usize>,
        said: &[&[String]],
        salt: Option<u64>,
        options: &GuideOptions,
    ) -> Result<SegmentTrace> {
        let Underway { segment, selected, plan, mut tellings } = underway;
        let stages = &self.stages;
        let vocabulary: &Vocabulary = world.vocabulary();
        let mut last_resort = None;
        let best = match salt {
            _ if told.is_some() => told,
            None => tellings.best(said.last().copied(), self.config.tolerance),
            Some(salt) => {
                let merits = Merit::of(&plan, &selected);
                let is_turn = segment.kind() == SegmentKind::Turn && !segment.starts_route;
                let is_departure = segment.start().heading.is_none();
                let kind = (is_departure, is_turn);
                tellings.best_tried(&self.config.choice, &merits, kind, said, salt)
            }
        };
        let chosen = match best {
            Some(place) => place,
            None => {
                let plain = stages.planning.plan(world, &segment, &[])?;
                last_resort = plain.options.into_iter().next();
                let commands = last_resort.as_ref().map_or(&[][..], |one| &one.commands);
                tellings.add_last_resort(stages.realization.plain(commands, vocabulary))
            }
        };
        let pairs = segment.poses.windows(2);
        let distance = match &segment.leg {
            Some(leg) => leg.length(),
            None => pairs.map(|pair| world.distance(pair[0].place, pair[1].place)).sum(),
        };
        let tellings = tellings.into_vec();
        let planned = match tellings[chosen].says {
            Says::Option(number) => plan.options.get(number),
            Says::LastResort => last_resort.as_ref(),
        };
        let facts = Facts::of(world, &segment, planned.map_or(&[], |one| &one.commands));
        let mut trace = SegmentTrace {
            segment,
            facts,
            distance,
            selected,
            plan,
            last_resort,
            tellings,
            chosen,
            tokens: Vec::new(),
        };
        let commands = trace.planned(trace.said()).map_or(&[][..], |one| &one.commands);
        let style = options.style.as_deref();
        trace.tokens = stages.realization.tokens(&Request { commands, vocabulary, style });
        Ok(trace)
    }
}

/// Refuses a stage that does not answer every question, or more than were put.
fn answered(stage: &str, asked: usize, answered: usize) -> Result<()> {
    match asked == answered {
        true => Ok(()),
        false => Err(Error::input(format!(
            "the {stage} of this guide gave {answered} answers to {asked} questions; it must give \
             one to each"
        ))),
    }
}

impl Underway {
    fn planned(&self, says: Says) -> Option<&Planned> {
        match says {
            Says::Option(number) => self.plan.options.get(number),
            Says::LastResort => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guide::{PlainRealization, Stages, SurfaceRealization};
    use crate::realize::{Candidate, CandidateConfig, Fault, directions};
    use crate::world::{Journey, embedded};

    /// Mistakes left for right as long as nobody asks for other words.
    #[derive(Debug)]
    struct Slipping;

    impl SurfaceRealization for Slipping {
        fn realize(
            &self,
            requests: &[Request<'_>],
            config: &CandidateConfig,
        ) -> Result<Vec<Vec<Candidate>>> {
            PlainRealization.realize(requests, config)
        }

        fn faults(&self, _: &[Command], _: &Vocabulary, _: &[String]) -> Vec<Fault> {
            Vec::new()
        }

        fn tokens(&self, _: &Request<'_>) -> Vec<String> {
            Vec::new()
        }

        fn styles(&self) -> Vec<&str> {
            Vec::new()
        }

        fn directions(
            &self,
            steps: &[&[Command]],
            vocabulary: &Vocabulary,
            manner: &Manner,
        ) -> Vec<Vec<String>> {
            let mut said = directions(steps, vocabulary, manner);
            if manner.seed.is_none() {
                for word in said.iter_mut().flatten() {
                    *word = match &**word {
                        "left" => "right".to_owned(),
                        "right" => "left".to_owned(),
                        other => other.to_owned(),
                    };
                }
            }
            said
        }
    }

    #[test]
    fn what_is_read_back_otherwise_is_said_in_other_words() {
        let hospital = embedded::world("hospital").unwrap();
        let route = Journey::between("Blood tests", "Operating theatre").route(&hospital).unwrap();
        let told = |guide: Guide| {
            guide.instruct(&hospital, &route, &GuideOptions::default()).unwrap().text()
        };
        let (plain, slipping) = (
            told(Guide::new(Stages::plain())),
            told(Guide::new(Stages::plain().with_realization(Slipping))),
        );
        let sides = |text: &str| -> Vec<String> {
            let words = text.split(|c: char| !c.is_alphabetic());
            words.filter(|word| ["left", "right"].contains(word)).map(str::to_owned).collect()
        };
        assert!(!sides(&plain).is_empty(), "{plain}");
        assert_eq!(sides(&slipping), sides(&plain), "{slipping}");
    }
}
