//! A slightly longer way, where it gets clearly safer words.
//!
//! The paper's future work: longer but simpler routes. The shortest route and
//! others through places beside it are told, and whoever tries them says which telling
//! is the safest.

use std::collections::BTreeSet;

use super::{DetourConfig, Guide, GuideOptions, Instruction};
use crate::world::document::{DoorKind, Unit};
use crate::world::{PlaceId, Pose, Profile, Route, World};
use crate::{Result, budget};

/// Ways that are longer by no more than this are as good as equal, as a share.
const EQUAL: f64 = 1.02;
/// So many of them are told.
const EQUALS: usize = 3;
/// Where more readers than this arrive nothing else is looked for.
const SURE: f64 = 0.7;
/// A way through more doors is told so much better, as a share of readers.
const FAR_BETTER: f64 = 0.2;
/// Through so many places beside a route others are looked for.
const BESIDE: usize = 40;

/// A route chosen for its words.
#[derive(Debug, Clone)]
pub struct Safest {
    /// The route.
    pub route: Route,
    /// What is said about it.
    pub instruction: Instruction,
    /// The instruction of the shortest route, if this is another.
    pub instead_of: Option<Instruction>,
}

impl Guide {
    /// Tells a route, or, where few would get through what can be said of it,
    /// another way to the same place that is as good as equally long and can be
    /// told better. `profile` says who walks it, as when the route was found. In
    /// worlds of corridors, where readers try all that is said, that would take
    /// too long: there the route is told as it is.
    pub fn lead(
        &self,
        world: &World,
        route: Route,
        profile: Profile,
        options: &GuideOptions,
    ) -> Result<(Route, Instruction)> {
        let told = self.instruct(world, &route, options)?;
        let is_sure = told.confidence.is_none_or(|confidence| confidence >= SURE);
        if is_sure || world.unit() == Unit::Passage {
            return Ok((route, told));
        }
        let config = DetourConfig { longest: EQUAL, routes: EQUALS, ..self.config.detour };
        let rides =
            |route: &Route| (0..route.poses().len()).filter_map(|at| route.ride(at)).count();
        // Nor through more doors, unless it is told far better: each must be found.
        let doors = |route: &Route| {
            let doors = route.poses().iter().filter_map(|pose| world.place(pose.place).door);
            doors.filter(|door| world.door(*door).kind != DoorKind::Opening).count()
        };
        let most = (rides(&route), doors(&route));
        let mut best = (route.clone(), told);
        for other in detours(world, &route, route.goal(), profile, &config)? {
            let instruction = self.instruct(world, &other, options)?;
            let least = best.1.confidence.unwrap_or(0.0) + config.clearly;
            let more_doors = if doors(&other) > most.1 { FAR_BETTER } else { 0.0 };
            let is_better = instruction.confidence.unwrap_or(0.0) > least + more_doors;
            if is_better && rides(&other) <= most.0 {
                best = (other, instruction);
            }
        }
        Ok(best)
    }

    /// The shortest route, or one that is not much longer and clearly safer to
    /// follow ([`DetourConfig`]). Where nobody tries them it is always the
    /// shortest.
    pub fn safest(
        &self,
        world: &World,
        start: Pose,
        goal: Pose,
        options: &GuideOptions,
    ) -> Result<Safest> {
        let shortest = Route::shortest(world, start, goal)?;
        let told = self.instruct(world, &shortest, options)?;
        let sure = told.confidence.unwrap_or(1.0);
        let mut best: Option<(Route, Instruction, f64)> = None;
        for route in detours(world, &shortest, goal, Profile::Walk, &self.config.detour)? {
            let instruction = self.instruct(world, &route, options)?;
            let confidence = instruction.confidence.unwrap_or(0.0);
            let least = best
                .as_ref()
                .map_or(sure + self.config.detour.clearly, |(.., confidence)| *confidence);
            if confidence > least {
                best = Some((route, instruction, confidence));
            }
        }
        Ok(match best {
            Some((route, instruction, _)) => Safest { route, instruction, instead_of: Some(told) },
            None => Safest { route: shortest, instruction: told, instead_of: None },
        })
    }
}

/// Routes through places beside the shortest one, that are not much longer and
/// pass no place twice; the shorter first.
fn detours(
    world: &World,
    shortest: &Route,
    goal: Pose,
    profile: Profile,
    config: &DetourConfig,
) -> Result<Vec<Route>> {
    let most = shortest.length() * config.longest;
    let on_it: BTreeSet<PlaceId> = shortest.poses().iter().map(|pose| pose.place).collect();
    let mut beside: BTreeSet<PlaceId> = BTreeSet::new();
    for place in &on_it {
        for exit in world.exits(*place) {
            beside.insert(exit.to);
            beside.extend(world.exits(exit.to).iter().map(|next| next.to));
        }
    }
    let mut known: BTreeSet<Vec<PlaceId>> = BTreeSet::from([places(shortest)]);
    let mut routes: Vec<(f64, Route)> = Vec::new();
    let vias: Vec<PlaceId> = beside.difference(&on_it).copied().collect();
    // A long way has many places beside it: some of them, all along it, will do.
    for via in vias.iter().step_by(vias.len().div_ceil(BESIDE).max(1)) {
        budget::check()?;
        let Some(route) = through(world, shortest.start(), *via, goal, profile) else { continue };
        let length = route.length();
        let visited = places(&route);
        let is_simple = visited.iter().collect::<BTreeSet<_>>().len() == visited.len();
        if length <= most && is_simple && known.insert(visited) {
            routes.push((length, route));
        }
    }
    routes.sort_by(|a, b| a.0.total_cmp(&b.0));
    Ok(routes.into_iter().take(config.routes).map(|(_, route)| route).collect())
}

/// The shortest way through a place.
fn through(
    world: &World,
    start: Pose,
    via: PlaceId,
    goal: Pose,
    profile: Profile,
) -> Option<Route> {
    let there = Route::find(world, start, Pose { place: via, heading: None }, profile).ok()?;
    let on = Route::find(world, there.goal(), goal, profile).ok()?;
    let poses = there.poses().iter().chain(&on.poses()[1..]).copied().collect();
    Route::new(world, poses).ok()
}

/// The places of a route, in order, each stay once.
fn places(route: &Route) -> Vec<PlaceId> {
    let mut places: Vec<PlaceId> = route.poses().iter().map(|pose| pose.place).collect();
    places.dedup();
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::embedded;

    #[test]
    fn detours_are_simple_bounded_and_end_at_the_goal() {
        let world = embedded::world("office").unwrap();
        let ids: Vec<PlaceId> = world.place_ids().collect();
        let mut found = 0;
        for (start, goal) in [(0, 7), (3, 20), (5, 30), (12, 33)] {
            let [start, goal] = [ids[start], ids[goal]].map(|place| Pose { place, heading: None });
            let shortest = Route::shortest(&world, start, goal).unwrap();
            let config = DetourConfig::default();
            for route in detours(&world, &shortest, goal, Profile::Walk, &config).unwrap() {
                found += 1;
                assert_eq!(route.goal().place, goal.place);
                assert!(route.length() <= 1.3 * shortest.length());
                assert_ne!(places(&route), places(&shortest));
            }
        }
        assert!(found > 0);
    }

    #[test]
    fn of_equally_long_ways_the_better_told_is_taken() {
        let world = embedded::world("hospital").unwrap();
        let guide = Guide::new(crate::guide::Stages::plain());
        let options = GuideOptions::default();
        let named = world.named_places();
        let mut better = 0;
        for (number, from) in named.iter().enumerate().step_by(3) {
            let to = &named[(7 * number + 11) % named.len()];
            let [start, goal] = [from, to].map(|one| Pose { place: one.place(), heading: None });
            let Ok(route) = Route::find(&world, start, goal, Profile::Walk) else { continue };
            let told = guide.instruct(&world, &route, &options).unwrap();
            let (taken, instruction) =
                guide.lead(&world, route.clone(), Profile::Walk, &options).unwrap();
            assert!(taken.length() <= EQUAL * route.length() + 1e-9);
            assert!(instruction.confidence >= told.confidence);
            assert_eq!(taken.goal().place, goal.place);
            better += usize::from(instruction.confidence > told.confidence);
        }
        println!("{better} told better");
    }
}
