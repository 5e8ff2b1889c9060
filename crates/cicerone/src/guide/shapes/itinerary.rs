//! The line that an instruction leads along, and the moves on it, as route
//! engines count them: every move begins with its manoeuvre, the first departs,
//! the last arrives and has no length.

use schemars::JsonSchema;
use serde::Serialize;

use crate::guide::{Facts, Instruction, LevelFacts, Manoeuvre, Step};
use crate::world::document::{AreaKind, DoorKind, Point, Unit};
use crate::world::{Heading, Pose, Route, SegmentKind, World};

/// How fast somebody walks where the map knows no metres.
const METRES_PER_SECOND: f64 = 1.4;
/// Nearer than this, in metres, two points are one.
const SAME_POINT: f64 = 0.005;

/// A route as a line and moves.
pub(super) struct Itinerary {
    /// The line, in longitude and latitude.
    pub(super) line: Vec<Point>,
    /// The moves, at least two.
    pub(super) moves: Vec<Move>,
    /// What the first and the last place are called.
    pub(super) ends: [String; 2],
    /// What the coordinates mean.
    pub(super) frame: Frame,
}

/// One move: the manoeuvre it begins with, and the way to the next.
pub(super) struct Move {
    /// What one does, in our own terms.
    pub(super) manoeuvre: Manoeuvre,
    /// How one turns before it, if one does and if it is known.
    pub(super) turn: Option<Manoeuvre>,
    /// Degrees clockwise from north in which one comes, and in which one goes on.
    pub(super) bearings: [f64; 2],
    /// The first and the last point of it in the line.
    pub(super) span: [usize; 2],
    /// How long it is.
    pub(super) metres: f64,
    /// How long it takes.
    pub(super) seconds: f64,
    /// The sentences.
    pub(super) text: String,
    /// What one walks along or takes: a corridor, a hall, a lift.
    pub(super) name: String,
    /// What other shapes have no place for.
    pub(super) indoor: Indoor,
}

/// What only a building has.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub(super) struct Indoor {
    /// What the follower does, in our own terms.
    manoeuvre: Manoeuvre,
    /// The level it begins on; null in a world of corridors.
    from_level: Option<LevelFacts>,
    /// The level it ends on; null in a world of corridors.
    to_level: Option<LevelFacts>,
    /// The doors it passes, by kind.
    doors: Vec<DoorKind>,
    /// False if it has steps or an escalator; null in a world of corridors.
    step_free: Option<bool>,
    /// Index of the first and the last pose of the route.
    poses: [usize; 2],
}

/// What the coordinates of an answer mean.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub(super) struct Frame {
    /// True if the map says where on earth it lies; otherwise it was laid at
    /// longitude and latitude 0.
    georeferenced: bool,
    /// What lengths are counted in; a passage's unit counts as a metre here.
    unit: Unit,
    /// How many decimals an encoded line has.
    polyline_precision: u8,
}

/// A line while it grows.
struct Course {
    points: Vec<Point>,
}

impl Itinerary {
    pub(super) fn of(instruction: &Instruction, world: &World, route: &Route) -> Itinerary {
        let at = |pose: Pose| <[f64; 2]>::from(world.place(pose.place).position);
        let name = |pose: Pose| world.place(pose.place).name.as_deref().unwrap_or("").to_owned();
        let (start, goal) = (route.start(), route.goal());
        let mut course = Course { points: vec![at(start)] };
        let mut moves: Vec<Move> = Vec::new();
        let mut waiting: Option<&Step> = None;
        let last = instruction.steps.len().saturating_sub(1);
        for (number, step) in instruction.steps.iter().enumerate() {
            // Whoever only turns does so where the next move begins.
            let is_turn = matches!(step.segment.kind(), SegmentKind::Turn | SegmentKind::Still);
            if is_turn && step.segment.leg.is_none() && waiting.is_none() && number < last {
                waiting = Some(step);
                continue;
            }
            let begin = course.points.len() - 1;
            match (&step.segment.leg, step.segment.ride) {
                (Some(leg), _) => leg.line.iter().for_each(|point| course.go(*point)),
                // Levels lie above each other: a ride is a point of its own.
                (None, Some(_)) => course.points.push(at(step.segment.end())),
                (None, None) => step.segment.poses.iter().for_each(|pose| course.go(at(*pose))),
            }
            if number == last {
                course.go(at(goal));
            }
            let before = waiting.take();
            if moves.is_empty() && step.segment.ride.is_some() {
                moves.push(Move::departure(step, &course, begin));
            }
            moves.push(Move::of(world, before, step, &course, begin));
        }
        // A line has two ends, even where both are one.
        if course.points.len() == 1 {
            course.points.push(course.points[0]);
            moves.iter_mut().for_each(|one| one.span[1] = 1);
        }
        let arrival = Move::arrival(&moves, course.points.len() - 1);
        moves.push(arrival);
        let georeference = world.building().georeference;
        let place = georeference.unwrap_or_default();
        Itinerary {
            line: course.points.iter().map(|point| place.degrees(*point)).collect(),
            moves,
            ends: [name(start), name(goal)],
            frame: Frame {
                georeferenced: georeference.is_some(),
                unit: world.unit(),
                polyline_precision: 6,
            },
        }
    }

    /// The longitudes and latitudes of a move.
    pub(super) fn line_of(&self, one: &Move) -> &[Point] {
        &self.line[one.span[0]..=one.span[1]]
    }

    pub(super) fn metres(&self) -> f64 {
        self.moves.iter().map(|one| one.metres).sum()
    }

    pub(super) fn seconds(&self) -> f64 {
        self.moves.iter().map(|one| one.seconds).sum()
    }
}

impl Course {
    fn go(&mut self, point: Point) {
        if far(self.points[self.points.len() - 1], point) > SAME_POINT {
            self.points.push(point);
        }
    }

    /// The directions in which one comes to a point and leaves it.
    fn bearings(&self, at: usize) -> [Option<Heading>; 2] {
        let heading = |pair: &[Point]| {
            Heading::from_to(pair[0].into(), pair[1].into())
                .filter(|_| far(pair[0], pair[1]) > SAME_POINT)
        };
        let before = self.points[..=at].windows(2).rev().find_map(heading);
        [before, self.points[at..].windows(2).find_map(heading)]
    }
}

impl Move {
    fn of(
        world: &World,
        turned: Option<&Step>,
        step: &Step,
        course: &Course,
        begin: usize,
    ) -> Move {
        let first = turned.unwrap_or(step);
        let end = course.points.len() - 1;
        let [came, goes] = course.bearings(begin);
        // Who gets off a lift looks where it opens, which no line tells.
        let known = match &step.segment.leg {
            Some(leg) => leg.turn,
            None => first.segment.start().heading.zip(goes).map(|(from, to)| from.turn_to(to)),
        };
        let goes = goes.or(came).unwrap_or(Heading::new(0.0));
        let came = known.map(|by| goes.turned(-by)).or(came).unwrap_or(goes);
        let is_ride = step.segment.ride.is_some();
        let is_unknown = known.is_none() && begin == 0;
        let metres = course.points[begin..].windows(2).map(|pair| far(pair[0], pair[1])).sum();
        let metres = if is_ride { 0.0 } else { metres };
        let facts = &step.facts;
        let manoeuvre = match (first.manoeuvre(), step.manoeuvre()) {
            // The last of our steps walks to the goal; here arriving is a move of its own.
            (Manoeuvre::Arrive, _) => Manoeuvre::of_turn(came.turn_to(goes)),
            (first, _) => first,
        };
        let texts = [turned.map(Step::text), Some(step.text())];
        Move {
            manoeuvre,
            turn: (!is_ride && !is_unknown).then(|| Manoeuvre::of_turn(came.turn_to(goes))),
            bearings: [came, goes].map(Heading::degrees),
            span: [begin, end],
            metres,
            seconds: facts.seconds.unwrap_or(metres / METRES_PER_SECOND),
            text: texts.into_iter().flatten().collect::<Vec<_>>().join(" "),
            name: name(world, step),
            indoor: Indoor::of(manoeuvre, facts, [first.segment.first, step.segment.last]),
        }
    }

    /// Before somebody rides who has not walked yet.
    fn departure(ride: &Step, course: &Course, at: usize) -> Move {
        let facts = Facts { to_level: ride.facts.from_level.clone(), ..ride.facts.clone() };
        let goes = course.bearings(at)[1].unwrap_or(Heading::new(0.0)).degrees();
        Move {
            manoeuvre: Manoeuvre::Depart,
            turn: None,
            bearings: [goes; 2],
            span: [at, at],
            metres: 0.0,
            seconds: 0.0,
            text: "You start here.".into(),
            name: String::new(),
            indoor: Indoor::of(Manoeuvre::Depart, &facts, [ride.segment.first; 2]),
        }
    }

    fn arrival(moves: &[Move], at: usize) -> Move {
        let last = moves.last();
        let level = last.and_then(|one| one.indoor.to_level.clone());
        let pose = last.map_or(0, |one| one.indoor.poses[1]);
        Move {
            manoeuvre: Manoeuvre::Arrive,
            turn: None,
            bearings: [last.map_or(0.0, |one| one.bearings[1]); 2],
            span: [at, at],
            metres: 0.0,
            seconds: 0.0,
            text: "You have arrived.".into(),
            name: String::new(),
            indoor: Indoor {
                manoeuvre: Manoeuvre::Arrive,
                from_level: level.clone(),
                to_level: level,
                doors: Vec::new(),
                step_free: last.and_then(|one| one.indoor.step_free).map(|_| true),
                poses: [pose; 2],
            },
        }
    }

    /// What a sign would say: the manoeuvre in a few words.
    pub(super) fn banner(&self) -> String {
        let to = self.indoor.to_level.as_ref().map_or("another level", |level| &*level.name);
        let by_turn = || self.turn.map_or("Go straight on", in_words);
        match self.manoeuvre {
            Manoeuvre::Stairs => format!("Stairs to {to}"),
            Manoeuvre::Escalator => format!("Escalator to {to}"),
            Manoeuvre::Lift => format!("Lift to {to}"),
            Manoeuvre::Ramp => format!("Ramp to {to}"),
            Manoeuvre::PassDoor | Manoeuvre::Gate | Manoeuvre::EnterRoom => by_turn().into(),
            Manoeuvre::Continue => by_turn().into(),
            other => in_words(other).into(),
        }
    }
}

/// A manoeuvre in a few words.
fn in_words(manoeuvre: Manoeuvre) -> &'static str {
    match manoeuvre {
        Manoeuvre::Depart => "Set off",
        Manoeuvre::SlightLeft => "Bear left",
        Manoeuvre::TurnLeft => "Turn left",
        Manoeuvre::SharpLeft => "Turn sharp left",
        Manoeuvre::SlightRight => "Bear right",
        Manoeuvre::TurnRight => "Turn right",
        Manoeuvre::SharpRight => "Turn sharp right",
        Manoeuvre::TurnAround => "Turn around",
        Manoeuvre::LeaveRoom => "Leave the room",
        Manoeuvre::EnterBuilding => "Enter the building",
        Manoeuvre::LeaveBuilding => "Leave the building",
        Manoeuvre::Arrive => "You have arrived",
        _ => "Go straight on",
    }
}

impl Indoor {
    fn of(manoeuvre: Manoeuvre, facts: &Facts, poses: [usize; 2]) -> Indoor {
        Indoor {
            manoeuvre,
            from_level: facts.from_level.clone(),
            to_level: facts.to_level.clone(),
            doors: facts.doors.clone(),
            step_free: facts.step_free,
            poses,
        }
    }

    /// What the level it ends on is called, if it changes.
    pub(super) fn new_level(&self) -> Option<&str> {
        let level = self.to_level.as_ref().filter(|_| self.from_level != self.to_level)?;
        Some(&level.name)
    }
}

/// What a step is along or by, where that has a name: route engines say 'onto'.
fn name(world: &World, step: &Step) -> String {
    let ridden = step.segment.ride.and_then(|ride| world.passage(ride).connection);
    if let Some(connection) = ridden {
        return world.connection(connection).name.as_deref().unwrap_or("").to_owned();
    }
    let areas = step.segment.leg.iter().flat_map(|leg| &leg.areas).filter_map(|(_, area)| *area);
    let is_way = |kind| matches!(kind, AreaKind::Corridor | AreaKind::Hall | AreaKind::Platform);
    let mut ways = areas.map(|area| world.area(area)).filter(|area| is_way(area.kind));
    ways.find_map(|area| area.name.as_deref()).unwrap_or("").to_owned()
}

fn far(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}
