//! People who err, in a building: the embedded hospital.

#![allow(clippy::unwrap_used)]

use cicerone::cas::{Action, Command, Direction, Slot};
use cicerone::guide::{Guide, GuideOptions, Stages, Step};
use cicerone::read::{Heard, Visitor, VisitorHabits, Visits};
use cicerone::world::{Pose, Profile, Route, World, embedded};

/// What a guide that has learnt nothing says of routes between named places.
fn told(world: &World) -> Vec<Vec<Step>> {
    let guide = Guide::new(Stages::plain());
    let named = world.named_places();
    let pairs = (0..named.len()).step_by(7).zip((0..named.len()).rev().step_by(5));
    let told = pairs.filter_map(|(from, to)| {
        let [start, goal] =
            [from, to].map(|number| Pose { place: named[number].place(), heading: None });
        let route = Route::find(world, start, goal, Profile::Walk).ok()?;
        let steps = guide.instruct(world, &route, &GuideOptions::default()).unwrap().steps;
        (start.place != goal.place).then_some(steps)
    });
    told.take(12).collect()
}

fn visits(world: &World, steps: &[Step], habits: VisitorHabits, seed: u64) -> Visits {
    let heard: Vec<Heard<'_>> = steps
        .iter()
        .map(|step| Heard { segment: &step.segment, commands: &step.commands })
        .collect();
    Visitor::new(world, habits).visits(&heard, 60, seed).unwrap()
}

fn mean(world: &World, told: &[Vec<Step>], times: f64) -> f64 {
    let habits = VisitorHabits::default().erring(times);
    let all = told.iter().map(|steps| visits(world, steps, habits, 1).arrives);
    all.sum::<f64>() / told.len() as f64
}

#[test]
fn who_never_errs_arrives_and_who_errs_more_arrives_less() {
    let world = embedded::world("hospital").unwrap();
    let told = told(&world);
    let [never, people, thrice] = [0.0, 1.0, 3.0].map(|times| mean(&world, &told, times));
    // What is left of those who never err, the words or the reader fell short.
    assert!(never > 0.9, "{never}");
    assert!(people > 0.5 && people < never + 0.03, "{people} of {never}");
    assert!(thrice < never - 0.1, "{thrice} of {never}");
}

#[test]
fn the_same_seed_sends_the_same_people() {
    let world = embedded::world("hospital").unwrap();
    let told = told(&world);
    let habits = VisitorHabits::default();
    assert_eq!(visits(&world, &told[0], habits, 3), visits(&world, &told[0], habits, 3));
    let is_other =
        |steps: &Vec<Step>| visits(&world, steps, habits, 3) != visits(&world, steps, habits, 4);
    assert!(told.iter().any(is_other));
}

#[test]
fn who_is_told_left_for_right_does_not_arrive() {
    let world = embedded::world("hospital").unwrap();
    let mut told = told(&world);
    let turns = |steps: &[Step]| steps.iter().flat_map(|step| &step.commands).any(is_turn);
    told.retain(|steps| turns(steps));
    let right = mean(&world, &told, 0.0);
    for command in told.iter_mut().flatten().flat_map(|step| &mut step.commands) {
        *command = mirrored(command);
    }
    let wrong = mean(&world, &told, 0.0);
    assert!(wrong < right - 0.25, "{wrong} of {right}");
}

fn is_turn(command: &Command) -> bool {
    matches!(&**command, Action::Turn(turn) if turn.direction.is_present())
}

fn mirrored(command: &Command) -> Command {
    let mut action = command.clone().into_action();
    if let Action::Turn(turn) = &mut action {
        turn.direction = match turn.direction {
            Slot::Set(Direction::Left) => Slot::Set(Direction::Right),
            Slot::Set(Direction::Right) => Slot::Set(Direction::Left),
            ref other => other.clone(),
        };
    }
    Command::new(action).unwrap()
}

#[test]
fn what_is_no_habit_is_refused_by_name() {
    VisitorHabits::default().check().unwrap();
    let said = VisitorHabits::default().spread(2.0).check().unwrap_err().to_string();
    assert_eq!(said, "spread is 2; it must be from 0 to 1");
}
