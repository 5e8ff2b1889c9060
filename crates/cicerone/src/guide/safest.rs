//! A slightly longer way, where it gets clearly safer words.
//!
//! The paper's future work: longer but simpler routes. The shortest route and
//! others through places beside it are told, and whoever tries them says which telling
//! is the safest.

use std::collections::BTreeSet;

use super::{DetourConfig, Guide, GuideOptions, Instruction};
use crate::Result;
use crate::world::{PlaceId, Pose, Route, World};

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
        for route in detours(world, &shortest, goal, &self.config.detour) {
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
fn detours(world: &World, shortest: &Route, goal: Pose, config: &DetourConfig) -> Vec<Route> {
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
    for via in beside.difference(&on_it) {
        let Some(route) = through(world, shortest.start(), *via, goal) else { continue };
        let length = route.length();
        let visited = places(&route);
        let is_simple = visited.iter().collect::<BTreeSet<_>>().len() == visited.len();
        if length <= most && is_simple && known.insert(visited) {
            routes.push((length, route));
        }
    }
    routes.sort_by(|a, b| a.0.total_cmp(&b.0));
    routes.into_iter().take(config.routes).map(|(_, route)| route).collect()
}

/// The shortest way through a place.
fn through(world: &World, start: Pose, via: PlaceId, goal: Pose) -> Option<Route> {
    let there = Route::shortest(world, start, Pose { place: via, heading: None }).ok()?;
    let on = Route::shortest(world, there.goal(), goal).ok()?;
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
            for route in detours(&world, &shortest, goal, &DetourConfig::default()) {
                found += 1;
                assert_eq!(route.goal().place, goal.place);
                assert!(route.length() <= 1.3 * shortest.length());
                assert_ne!(places(&route), places(&shortest));
            }
        }
        assert!(found > 0);
    }
}
