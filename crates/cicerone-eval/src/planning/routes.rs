//! What the planner reaches: every route of a world, every first heading.

use std::collections::BTreeMap;
use std::time::Instant;

use cicerone::Result;
use cicerone::cas::{Action, DeclareGoal, Distance, Follow, Thing, Visit, walk};
use cicerone::guide::{Guide, Selected};
use cicerone::plan::{Plan, Planned, Source, stances};
use cicerone::world::{Pose, Position, Route, Segment, SegmentKind, World};
use serde::Serialize;

use super::asks_for_landmark;

/// What was planned on all routes of some worlds.
#[derive(Debug, Clone, Serialize)]
pub struct RouteReport {
    /// Routes planned.
    pub routes: usize,
    /// Turns from a known heading, first turns from an unknown one, walks.
    pub groups: BTreeMap<&'static str, Group>,
    /// All segments together.
    pub all: Group,
    /// Every distinct segment without an unambiguous command.
    pub shortfalls: Vec<Shortfall>,
    /// Time to select and plan a distinct segment, in microseconds: median and
    /// p99.
    pub microseconds: (f64, f64),
}

/// The figures of one sort of segment.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Group {
    /// Segments, counted as often as routes use them.
    pub segments: usize,
    /// Distinct ones.
    pub distinct: usize,
    /// Share with every command true on the segment: delta = 1.
    pub valid: f64,
    /// Share whose first command has P >= 0.99.
    pub unambiguous: f64,
    /// The same of distinct segments.
    pub unambiguous_distinct: f64,
    /// Share that was said with a candidate, not with a plain command.
    pub by_candidate: f64,
    /// Share for which some candidate asks for a landmark where a walk ends.
    pub landmark_asked: f64,
    /// Of those, the share of which the first command names a thing.
    pub by_landmark: f64,
    /// The same of distinct segments.
    pub by_landmark_distinct: f64,
    /// Share said with at most two visible things.
    pub at_most_two_things: f64,
}

/// A segment that cannot be said unambiguously.
#[derive(Debug, Clone, Serialize)]
pub struct Shortfall {
    /// The world.
    pub world: String,
    /// The path.
    pub path: String,
    /// The best there is.
    pub command: String,
    /// Its likelihood.
    pub likelihood: f64,
    /// The moves it could also mean.
    pub confused_with: Vec<String>,
}

struct Seen {
    times: usize,
    sort: &'static str,
    valid: bool,
    likelihood: f64,
    candidate: bool,
    asked: bool,
    things: usize,
    microseconds: f64,
}

/// Has a guide plan all ordered pairs of places of the worlds, from every first
/// heading and from the unknown one. What counts is the first command that
/// singles a segment out; which of them is said is another question.
pub fn routes(worlds: &[&World], guide: &Guide) -> Result<RouteReport> {
    let mut count = 0;
    let mut all: Vec<Seen> = Vec::new();
    let mut shortfalls = Vec::new();
    for world in worlds {
        let mut known: BTreeMap<String, usize> = BTreeMap::new();
        for start in world.place_ids() {
            let mut headings: Vec<_> = stances(world, start).into_iter().map(Some).collect();
            headings.push(None);
            for goal in world.place_ids().filter(|goal| *goal != start) {
                for heading in &headings {
                    let start = Pose { place: start, heading: *heading };
                    let goal = Pose { place: goal, heading: None };
                    let route = Route::shortest(world, start, goal)?;
                    count += 1;
                    for segment in route.segments() {
                        let path = print(world, &segment.poses);
                        if let Some(number) = known.get(&path) {
                            all[*number].times += 1;
                            continue;
                        }
                        let ((selected, plan), microseconds) =
                            timed(|| guide.plan(world, &segment))?;
                        let Some(mut seen) = look(world, &segment, &plan, microseconds) else {
                            continue;
                        };
                        let mut proposals = selected.proposals.iter();
                        seen.asked = proposals.any(|one| asks_for_landmark(&one.structures));
                        if seen.likelihood < 0.99 {
                            shortfalls.extend(shortfall(world, &plan, path.clone()));
                        }
                        known.insert(path, all.len());
                        all.push(seen);
                    }
                }
            }
        }
    }
    let sorts = ["turn", "first turn", "walk", "other"];
    let mut times: Vec<f64> = all.iter().map(|seen| seen.microseconds).collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or(0.0);
    Ok(RouteReport {
        routes: count,
        groups: sorts
            .iter()
            .map(|sort| (*sort, group(all.iter().filter(|seen| seen.sort == *sort))))
            .filter(|(_, group)| group.segments > 0)
            .collect(),
        all: group(all.iter()),
        shortfalls,
        microseconds: (at(0.5), at(0.99)),
    })
}

/// The result and the shortest of three runs in microseconds, so that what else
/// the machine does counts little.
fn timed(plan: impl Fn() -> Result<(Selected, Plan)>) -> Result<((Selected, Plan), f64)> {
    let run = || {
        let began = Instant::now();
        let plan = plan();
        (plan, began.elapsed().as_secs_f64() * 1e6)
    };
    let (plan, first) = run();
    let shortest = [run().1, run().1].into_iter().fold(first, f64::min);
    Ok((plan?, shortest))
}

/// What was found, in the order of looking.
fn found(plan: &Plan) -> Vec<&Planned> {
    match plan.fell_back {
        true => plan.options.iter().collect(),
        false => plan.kept().collect(),
    }
}

fn look(world: &World, segment: &Segment, plan: &Plan, microseconds: f64) -> Option<Seen> {
    let found = found(plan);
    let best = *found.first()?;
    let valid = found.iter().all(|option| {
        option.commands.iter().zip(&option.pieces).all(|(command, piece)| {
            cicerone::plan::meaning::judge(world, command, piece).delta_strict()
        })
    });
    let sort = match segment.kind() {
        SegmentKind::Turn if segment.start().heading.is_some() => "turn",
        SegmentKind::Turn => "first turn",
        SegmentKind::Walk => "walk",
        _ => "other",
    };
    Some(Seen {
        times: 1,
        sort,
        valid,
        likelihood: best.likelihood,
        candidate: best.source != Source::Plain,
        asked: false,
        things: best.commands.iter().map(|command| things(command)).sum(),
        microseconds,
    })
}

/// How many things a command names, nested ones included; the unit of a
/// distance, what is followed and what a goal is found by are none.
fn things(action: &Action) -> usize {
    #[derive(Default)]
    struct Things(usize);

    impl Visit for Things {
        fn thing(&mut self, thing: &Thing) {
            self.0 += 1;
            walk::thing(self, thing);
        }

        fn distance(&mut self, _: &Distance) {}

        fn follow(&mut self, _: &Follow) {}

        fn goal(&mut self, _: &DeclareGoal) {}
    }

    let mut things = Things::default();
    things.action(action);
    things.0
}

fn group<'s>(seen: impl Iterator<Item = &'s Seen> + Clone) -> Group {
    let segments: usize = seen.clone().map(|one| one.times).sum();
    let distinct = seen.clone().count();
    let share = |keep: &dyn Fn(&Seen) -> bool| {
        let kept = seen.clone().filter(|one| keep(one)).map(|one| one.times).sum::<usize>();
        kept as f64 / segments.max(1) as f64
    };
    let share_distinct = |keep: &dyn Fn(&Seen) -> bool| {
        seen.clone().filter(|one| keep(one)).count() as f64 / distinct.max(1) as f64
    };
    let is_by_landmark = |one: &Seen| one.asked && one.things > 0 && one.likelihood >= 0.99;
    Group {
        segments,
        distinct,
        valid: share(&|one| one.valid),
        unambiguous: share(&|one| one.likelihood >= 0.99),
        unambiguous_distinct: share_distinct(&|one| one.likelihood >= 0.99),
        by_candidate: share(&|one| one.candidate),
        landmark_asked: share(&|one| one.asked),
        by_landmark: share(&is_by_landmark) / share(&|one| one.asked).max(f64::MIN_POSITIVE),
        by_landmark_distinct: share_distinct(&is_by_landmark)
            / share_distinct(&|one| one.asked).max(f64::MIN_POSITIVE),
        at_most_two_things: share(&|one| one.things <= 2 && one.likelihood >= 0.99),
    }
}

fn shortfall(world: &World, plan: &Plan, path: String) -> Option<Shortfall> {
    let best = *found(plan).first()?;
    let vocabulary = world.vocabulary();
    let commands: Vec<String> =
        best.commands.iter().map(|one| one.display(vocabulary).to_string()).collect();
    let confused_with = best.confused(world).iter().map(|other| print(world, other)).collect();
    Some(Shortfall {
        world: world.name().to_owned(),
        path,
        command: commands.join("; "),
        likelihood: best.likelihood,
        confused_with,
    })
}

fn print(world: &World, poses: &[Pose]) -> String {
    let position = |pose: &Pose| Position::of(world, *pose).to_string();
    poses.iter().map(position).collect::<Vec<_>>().join(" ")
}
