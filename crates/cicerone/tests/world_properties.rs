//! Properties that hold in every world, checked on random ones.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use cicerone::world::{
    Class, Heading, KindId, Movement, Passage, Place, PlaceId, Pose, Route, Side, View, Vocabulary,
    World, WorldBuilder,
};
use proptest::prelude::*;

/// A random world: places on a lattice of odd angles, any two of them joined
/// if no other passage leaves in the same direction.
#[derive(Debug, Clone)]
struct Sketch {
    places: Vec<(i32, i32, Option<usize>)>,
    passages: Vec<(usize, usize, usize, Option<usize>)>,
}

fn sketch() -> impl Strategy<Value = Sketch> {
    let places = prop::collection::hash_map((0..6i32, 0..6i32), prop::option::of(0..6usize), 2..20);
    places
        .prop_flat_map(|places| {
            let mut places: Vec<_> = places.into_iter().map(|((x, y), o)| (x, y, o)).collect();
            places.sort_unstable();
            let count = places.len();
            let passage = (0..count, 0..count, 0..8usize, prop::option::of(0..3usize));
            (Just(places), prop::collection::vec(passage, 0..40))
        })
        .prop_map(|(places, passages)| Sketch { places, passages })
}

/// How the plane is moved: mirrored left to right or not, then turned.
#[derive(Debug, Clone, Copy)]
struct Motion {
    mirror: bool,
    degrees: f64,
}

impl Motion {
    fn position(self, (x, y): (f64, f64)) -> (f64, f64) {
        let x = if self.mirror { -x } else { x };
        let (sin, cos) = self.degrees.to_radians().sin_cos();
        (x * cos - y * sin, x * sin + y * cos)
    }

    fn heading(self, heading: Heading) -> Heading {
        let degrees = if self.mirror { -heading.degrees() } else { heading.degrees() };
        Heading::new(degrees + self.degrees)
    }

    fn side(self, side: Side) -> Side {
        if self.mirror { side.mirrored() } else { side }
    }
}

const STAY: Motion = Motion { mirror: false, degrees: 0.0 };

impl Sketch {
    fn build(&self, motion: Motion) -> World {
        let vocabulary: Arc<Vocabulary> = Vocabulary::sail().clone();
        let kinds = |class| -> Vec<KindId> { vocabulary.ids(class).collect() };
        let (floors, walls, objects) =
            (kinds(Class::FLOOR), kinds(Class::PICTURE), kinds(Class::OBJECT));
        let mut builder = WorldBuilder::new("sketch", vocabulary.clone());
        let mut ids = Vec::new();
        for (x, y, object) in &self.places {
            let position = motion.position((f64::from(*x), f64::from(*y)));
            let object = object.map(|index| objects[index]);
            ids.push(builder.place(Place::new(position).with(object)));
        }
        // Directions are compared before the motion, so that every motion
        // keeps the same passages.
        let position = |i: usize| (f64::from(self.places[i].0), f64::from(self.places[i].1));
        let mut taken: Vec<(usize, Heading)> = Vec::new();
        for (a, b, floor, wall) in &self.passages {
            let Some(there) = Heading::from_to(position(*a), position(*b)) else { continue };
            let ends = [(*a, there), (*b, there.reversed())];
            let overlaps = |(place, heading): &(usize, Heading)| {
                ends.iter().any(|(end, way)| end == place && way.turn_to(*heading).abs() < 2.0)
            };
            if taken.iter().any(overlaps) {
                continue;
            }
            taken.extend(ends);
            let wall = wall.map(|index| walls[index]);
            builder.passage(Passage::new([ids[*a], ids[*b]]).with([floors[*floor]]).with(wall));
        }
        builder.build().unwrap()
    }
}

/// What a view says, with sides named as before the motion.
type Seen = (Vec<(Side, Option<PlaceId>)>, Vec<(PlaceId, [Option<usize>; 3])>);

fn seen(view: &View, motion: Motion) -> Seen {
    let here = Side::ALL.into_iter().zip(&view.here);
    let mut here: Vec<_> =
        here.map(|(side, exit)| (motion.side(side), exit.map(|exit| exit.to))).collect();
    here.sort();
    let ahead = view.ahead.iter().map(|glimpse| {
        let (left, right) = match motion.mirror {
            true => (glimpse.right, glimpse.left),
            false => (glimpse.left, glimpse.right),
        };
        (glimpse.place, [left, right, glimpse.onward].map(|id| id.map(|id| id.index())))
    });
    (here, ahead.collect())
}

/// Shortest distances from one place, by relaxing every passage until nothing
/// changes.
fn distances(world: &World, from: PlaceId) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; world.places().len()];
    best[from.index()] = 0.0;
    loop {
        let mut changed = false;
        for passage in world.passages() {
            let [a, b] = passage.ends;
            for (a, b) in [(a, b), (b, a)] {
                let through = best[a.index()] + world.distance(a, b);
                if through < best[b.index()] - 1e-9 {
                    best[b.index()] = through;
                    changed = true;
                }
            }
        }
        if !changed {
            return best;
        }
    }
}

fn turns(world: &World, route: &Route) -> Vec<Side> {
    let steps = route.poses().windows(2).map(|pair| world.step(pair[0], pair[1]).unwrap());
    steps
        .filter_map(|step| match step {
            Movement::Turn(degrees) => Some(Side::of_turn(degrees)),
            _ => None,
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn turning_or_mirroring_a_world_keeps_or_mirrors_every_view(
        sketch in sketch(),
        mirror: bool,
        degrees in prop_oneof![Just(0.0), Just(90.0), Just(270.0), 0.0..360.0],
    ) {
        let motion = Motion { mirror, degrees };
        let (world, moved) = (sketch.build(STAY), sketch.build(motion));
        for place in world.place_ids() {
            let exits = world.exits(place).iter().map(|exit| exit.heading);
            let compass = [0.0, 45.0, 90.0, 180.0, 200.0, 270.0].map(Heading::new);
            for heading in exits.chain(compass) {
                let before = world.view(place, heading);
                let after = moved.view(place, motion.heading(heading));
                prop_assert_eq!(seen(&before, STAY), seen(&after, motion));
            }
        }
    }

    #[test]
    fn turning_or_mirroring_a_world_keeps_or_mirrors_every_turn_of_a_walk(
        sketch in sketch(),
        mirror: bool,
        degrees in 0.0..360.0,
    ) {
        let motion = Motion { mirror, degrees };
        let (world, moved) = (sketch.build(STAY), sketch.build(motion));
        let start = Pose { place: world.place_ids().next().unwrap(), heading: None };
        for goal in world.place_ids() {
            let Ok(route) = Route::shortest(&world, start, Pose { place: goal, heading: None }) else {
                continue;
            };
            let poses = route.poses().iter().map(|pose| Pose {
                place: pose.place,
                heading: pose.heading.map(|heading| motion.heading(heading)),
            });
            let image = Route::new(&moved, poses.collect()).unwrap();
            let expected: Vec<Side> =
                turns(&world, &route).into_iter().map(|side| motion.side(side)).collect();
            prop_assert_eq!(turns(&moved, &image), expected);
        }
    }

    #[test]
    fn routes_are_legal_and_as_short_as_brute_force_finds(
        sketch in sketch(),
        first in prop::option::of(0.0..360.0),
        last in prop::option::of(0.0..360.0),
    ) {
        let world = sketch.build(STAY);
        for from in world.place_ids() {
            let start = Pose { place: from, heading: first.map(Heading::new) };
            let shortest = distances(&world, from);
            for to in world.place_ids() {
                let goal = Pose { place: to, heading: last.map(Heading::new) };
                match Route::shortest(&world, start, goal) {
                    Err(error) => {
                        prop_assert!(error.is_input());
                        prop_assert!(shortest[to.index()].is_infinite());
                    }
                    Ok(route) => {
                        prop_assert_eq!(Route::new(&world, route.poses().to_vec()).unwrap(), route.clone());
                        prop_assert_eq!(route.start(), start);
                        prop_assert_eq!(route.goal().place, to);
                        if let Some(heading) = goal.heading {
                            prop_assert!(route.goal().heading.unwrap().is_same(heading));
                        }
                        let off = route.length() - shortest[to.index()];
                        prop_assert!(off.abs() < 1e-4, "{off} longer");
                    }
                }
            }
        }
    }

    #[test]
    fn segments_cover_a_route_and_change_one_thing_each(sketch in sketch(), first in 0.0..360.0) {
        use cicerone::world::SegmentKind;
        let world = sketch.build(STAY);
        let start = Pose::new(world.place_ids().next().unwrap(), Heading::new(first));
        for goal in world.place_ids() {
            let goal = Pose { place: goal, heading: None };
            let Ok(route) = Route::shortest(&world, start, goal) else { continue };
            let segments = route.segments();
            prop_assert_eq!(segments[0].first, 0);
            prop_assert_eq!(segments[segments.len() - 1].last, route.poses().len() - 1);
            for pair in segments.windows(2) {
                prop_assert_eq!(pair[0].last, pair[1].first);
                prop_assert_eq!(pair[0].end(), pair[1].start());
                prop_assert_ne!(pair[0].kind(), pair[1].kind());
            }
            if route.poses().len() > 1 {
                let plain = [SegmentKind::Turn, SegmentKind::Walk];
                prop_assert!(segments.iter().all(|segment| plain.contains(&segment.kind())));
            }
        }
    }
}
