//! What must hold of every plan, on worlds of all sorts.

#![allow(clippy::unwrap_used)]

use cicerone::cas::Structure;
use cicerone::plan::meaning::judge;
use cicerone::plan::{Plan, Planner, PlannerConfig, stances};
use cicerone::world::{
    Class, GenerateConfig, Heading, KindId, Passage, Place, Pose, Route, Vocabulary, World,
    WorldBuilder, generate,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Structures that people use, from plain to nested.
fn candidates() -> Vec<Vec<Structure>> {
    let thing = "Thing(type=None, value=None, dist=None, side=None)";
    let way = "Thing(type=None, value=None, dist=None, side=None, Appear=None)";
    let crossing = "Thing(type=None, value=None, dist=None, side=None, Part=[Thing(type=None, value=None, dist=None, Appear=None)])";
    let holding = "Thing(type=None, value=None, side=None, Detail=[Thing(type=None, value=None)])";
    let nth = "Thing(type=None, value=None, dist=None, side=None, Order_adj=None)";
    let one = |text: String| vec![Structure::parse(&text, Vocabulary::sail()).unwrap()];
    vec![
        one(format!("Travel(until=Verify(desc=[{thing}]))")),
        one(format!("Travel(until=Verify(desc=[{way}]))")),
        one(format!("Travel(until=Verify(desc=[{crossing}]))")),
        one(format!("Travel(until=Verify(desc=[{nth}]), distance=Distance(count=None))")),
        one(format!("Travel(until=Verify(desc=[{thing}]), past=Verify(desc=[{thing}]))")),
        one(format!("Travel(face=Face(faced=Verify(desc=[{way}])), until=Verify(desc=[{thing}]))")),
        one("Turn(direction=None)".into()),
        one(format!("Turn(face=Face(faced=Verify(desc=[{way}]), direction=None))")),
        one(format!("Turn(face=Face(faced=Verify(desc=[{thing}])))")),
        one(format!("Turn(face=Face(faced=Verify(desc=[{holding}])))")),
        one(format!("Turn(direction=None, location=Travel(until=Verify(desc=[{thing}])))")),
        one(format!("Face(faced=Verify(desc=[{thing}, {way}]))")),
    ]
}

/// Worlds on a grid, and worlds whose passages leave at any angle, with
/// several objects at a place and bare walls.
fn worlds() -> Vec<World> {
    let mut all: Vec<World> = (0..4)
        .map(|seed| {
            generate(GenerateConfig { places: 25, seed, ..GenerateConfig::default() }).unwrap()
        })
        .collect();
    all.extend((0..6).map(slanted));
    all
}

fn slanted(seed: u64) -> World {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let vocabulary = Vocabulary::sail();
    let kinds = |class| vocabulary.ids(class).collect::<Vec<_>>();
    let (floors, walls, objects) =
        (kinds(Class::FLOOR), kinds(Class::PICTURE), kinds(Class::OBJECT));
    loop {
        let mut builder = WorldBuilder::new("slanted", vocabulary.clone());
        let places: Vec<_> = (0..16)
            .map(|number| {
                let mut off = || random.random_range(-0.3..0.3);
                let position = (f64::from(number % 4) + off(), f64::from(number / 4) + off());
                let count = random.random_range(0..3);
                let objects: Vec<KindId> =
                    (0..count).map(|_| objects[random.random_range(0..6)]).collect();
                builder.place(Place::new(position).with(objects))
            })
            .collect();
        for from in 0..16usize {
            for to in [from + 1, from + 4, from + 5] {
                let joins = to < 16 && (to % 4 >= from % 4) && random.random_bool(0.7);
                if joins {
                    let wall = random.random_bool(0.6).then(|| walls[random.random_range(0..3)]);
                    let floor = floors[random.random_range(0..8)];
                    builder
                        .passage(Passage::new([places[from], places[to]]).with([floor]).with(wall));
                }
            }
        }
        // Passages that nearly overlap are refused; draw another.
        if let Ok(world) = builder.build() {
            return world;
        }
    }
}

/// The segments of routes between some pairs of places.
fn segments(world: &World, random: &mut ChaCha8Rng) -> Vec<Vec<Pose>> {
    let places: Vec<_> = world.place_ids().collect();
    let mut all = Vec::new();
    for _ in 0..12 {
        let [from, to] = [0, 1].map(|_| places[random.random_range(0..places.len())]);
        let turns = stances(world, from);
        let known = random.random_bool(0.5);
        let heading = known.then(|| turns[random.random_range(0..turns.len())]);
        let (start, goal) = (Pose { place: from, heading }, Pose { place: to, heading: None });
        if let Ok(route) = Route::shortest(world, start, goal) {
            all.extend(route.segments().into_iter().map(|segment| segment.poses));
        }
    }
    all
}

fn planner() -> Planner {
    Planner::new(PlannerConfig::default().enough(12)).unwrap()
}

fn print(plan: &Plan, world: &World) -> Vec<String> {
    plan.options
        .iter()
        .map(|option| {
            let commands: Vec<String> = option
                .commands
                .iter()
                .map(|command| command.display(world.vocabulary()).to_string())
                .collect();
            format!("{:.3} {}", option.likelihood, commands.join("; "))
        })
        .collect()
}

#[test]
fn every_planned_command_is_true_and_judged_on_its_path() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut count = 0;
    for world in worlds() {
        for path in segments(&world, &mut random) {
            let plan = planner().plan(&world, &path, &candidates());
            assert!(!plan.options.is_empty(), "silent");
            for option in &plan.options {
                assert_eq!(option.commands.len(), option.pieces.len());
                assert_eq!(option.pieces[0][0], path[0]);
                for (command, piece) in option.commands.iter().zip(&option.pieces) {
                    let judged = judge(&world, command, piece);
                    assert!(judged.delta_strict(), "{judged:?}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn nothing_to_choose_from_is_said_plainly() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for world in worlds() {
        for path in segments(&world, &mut random) {
            let plan = planner().plan(&world, &path, &[]);
            assert!(plan.fell_back && !plan.options.is_empty());
            assert!(!plan.attempts.is_empty());
        }
    }
}

/// The world and a path with every position and heading changed.
fn changed(
    world: &World,
    path: &[Pose],
    position: impl Fn((f64, f64)) -> (f64, f64),
    heading: impl Fn(Heading) -> Heading,
) -> (World, Vec<Pose>) {
    let mut builder = world.clone().into_builder();
    for place in builder.places_mut() {
        place.position = position(place.position);
    }
    let path = path
        .iter()
        .map(|pose| Pose { place: pose.place, heading: pose.heading.map(&heading) })
        .collect();
    (builder.build().unwrap(), path)
}

#[test]
fn turning_a_world_changes_no_command() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for world in worlds() {
        for path in segments(&world, &mut random) {
            let plan = print(&planner().plan(&world, &path, &candidates()), &world);
            for degrees in [90.0_f64, 180.0, 270.0, 33.0] {
                let (sin, cos) = degrees.to_radians().sin_cos();
                let (turned, path) = changed(
                    &world,
                    &path,
                    |(x, y)| (x * cos - y * sin, x * sin + y * cos),
                    |heading| heading.turned(degrees),
                );
                let other = print(&planner().plan(&turned, &path, &candidates()), &turned);
                assert_eq!(plan, other, "turned by {degrees}");
            }
        }
    }
}

#[test]
fn mirroring_a_world_swaps_left_and_right() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for world in worlds() {
        for path in segments(&world, &mut random) {
            let plan = print(&planner().plan(&world, &path, &candidates()), &world);
            let (mirrored, path) = changed(
                &world,
                &path,
                |(x, y)| (-x, y),
                |heading| Heading::new(-heading.degrees()),
            );
            let other = print(&planner().plan(&mirrored, &path, &candidates()), &mirrored);
            let swapped: Vec<String> = other
                .iter()
                .map(|text| {
                    text.replace("=Left", "=?").replace("=Right", "=Left").replace("=?", "=Right")
                })
                .collect();
            assert_eq!(plan, swapped);
        }
    }
}

#[test]
fn corridors_of_a_hundred_places_are_planned_in_time() {
    // Every corridor of the full grid is longer than the horizon of sight.
    let config = GenerateConfig { places: 10_000, openness: 1.0, ..GenerateConfig::default() };
    let world = generate(config).unwrap();
    let at = |x: f64, y: f64| world.place_at((x, y)).unwrap();
    let east = Heading::new(90.0);
    let walk: Vec<Pose> = (10..=80).map(|x| Pose::new(at(f64::from(x), 50.0), east)).collect();
    let turn = [Pose { place: at(50.0, 50.0), heading: None }, Pose::new(at(50.0, 50.0), east)];
    for path in [
        &walk[..],
        &walk[..4],
        &turn[..],
        &[Pose::new(turn[0].place, east), Pose::new(turn[0].place, Heading::new(0.0))],
    ] {
        let began = std::time::Instant::now();
        let plan = planner().plan(&world, path, &candidates());
        let took = began.elapsed();
        assert!(!plan.options.is_empty());
        assert!(took.as_secs_f64() < 1.0, "{took:?}");
    }
}
