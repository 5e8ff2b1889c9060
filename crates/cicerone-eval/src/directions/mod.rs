//! An independent judge of directions through buildings.
//!
//! It has its own geometry, made from outlines, partitions and doors, and
//! shares no code with what plans directions. For every step of an instruction
//! it takes the line that is meant, sees whether somebody could walk it, and
//! judges every command on it.
//!
//! | said | holds if |
//! |---|---|
//! | `Travel(distance)` | the metres are those of the line, from the last door told, but for rounding |
//! | `Travel(past)` | so many such things are beside the line there, on that side, in view |
//! | `Travel(out, through)` | one is in such an area; the next door on the line looks so; the only one, the nearest, beside that thing, where that is said |
//! | `Travel(through)` on one hand | the next line takes that door at once; it is on that hand, in view, the n-th from the last door told |
//! | `Travel(into)` | behind the door is an area of that sort and name |
//! | `Travel(follow)` | it is no wider than a corridor |
//! | `Travel(until)` | a stop of what is boarded next, on that side, the n-th |
//! | `Turn(direction)` | the line turns so, or the first heading is so far from it |
//! | `Turn(into)` | a gap in the wall, or an opening, on that side at the end of the line, the n-th |
//! | `Turn(location)` | the thing is there, the n-th; the way ends; the door is ahead |
//! | `Turn(face)`, `Face` | the thing is in view in that direction |
//! | `Face` of the nearest one | no other in view is as near |
//! | `Face` of the nearest wall | it is a few steps away on that hand, or between two, and every other at least half as far again |
//! | `Face` of the longest way | one sees farther there than anywhere outside that quarter; a slit is no view |
//! | `Verify(beyond)` | such a thing is beyond the end of the line, and none before it |
//! | `Verify` of a thing | from where one arrives it is in view on that side, and no other elsewhere |
//! | `Ride` | connection, up or down, and level are the route's |
//! | `DeclareGoal(goal)` | the destination is called that |
//! | `DeclareGoal(place)` | beside: within 3 m and in view; behind: the last door passed; ahead: the door it is; on one hand: a few steps aside, in view |
//!
//! Not judged, on purpose:
//!
//! | not judged | because |
//! |---|---|
//! | whether a closed door on the line is told | nothing false is said; counted as doors passed in silence |
//! | whether a thing is worth naming, or large enough to be noticed | a matter of readers |
//! | `Hinged` of doors that are told apart by it | the words do not have it; such a door counts as any door |
//! | gaps in walls that one may call a way or not | such are possible, not certain: a count holds between both |
//! | ways off and corridors on levels without walls | nothing is known of them |
//! | sight past furniture | its height is not known |
//!
//! A command is ambiguous if something else on the line, in the room or in view
//! for certain fits the same words.

mod along;
mod arriving_at;
mod figures;
mod floor;
mod line;
mod plane;
mod report;
mod routes;
mod scene;
mod spoken;
mod things;
mod travel;
mod turning;

pub use report::{DirectionsReport, FalseCommand, RouteText, directions_report};
pub use routes::{Asked, random_routes};
pub use spoken::{HeadWords, SpokenReport, WayCount};

use cicerone::cas::{Action, Rise, Slot, Thing};
use cicerone::guide::{Instruction, Step};
use cicerone::world::document::Point;
use cicerone::world::{Route, World};

use along::Course;
use floor::Floor;
use scene::{Came, Found, Goes, Scene};

/// Judges instructions of one world.
#[derive(Debug)]
pub struct Oracle<'w> {
    world: &'w World,
    floors: Vec<Floor>,
}

/// What was found of an instruction.
#[derive(Debug, Clone, Default)]
pub struct Judged {
    /// One for each command, in order.
    pub commands: Vec<JudgedCommand>,
    /// What is wrong with the lines of its steps.
    pub lines: Vec<String>,
    /// Closed doors that one passes and no command tells.
    pub silent_doors: usize,
    /// Steps that end by metres alone.
    pub by_metres: usize,
    /// Of those, steps where something visible could have ended them, and what.
    pub by_metres_needlessly: Vec<(usize, String)>,
}

/// What was found of one command.
#[derive(Debug, Clone)]
pub struct JudgedCommand {
    /// The number of its step, from 0.
    pub step: usize,
    /// The command as text.
    pub said: String,
    /// What is false in it; empty if it is true.
    pub faults: Vec<String>,
    /// What else fits its words.
    pub doubts: Vec<String>,
}

impl<'w> Oracle<'w> {
    /// A judge for a world.
    pub fn new(world: &'w World) -> Oracle<'w> {
        let levels = world.building().levels.len();
        let floors = (0..levels).map(|level| Floor::new(world, level)).collect();
        Oracle { world, floors }
    }

    /// Judges every command of an instruction for a route of the world.
    pub fn judge(&self, route: &Route, instruction: &Instruction) -> Judged {
        let mut judged =
            Judged { lines: self.line_faults(route, instruction), ..Judged::default() };
        let mut told = Vec::new();
        for number in 0..instruction.steps.len() {
            told = self.judge_step(route, &instruction.steps, number, &told, &mut judged);
        }
        judged
    }

    /// Judges one step, after one that told these doors; the doors it tells.
    fn judge_step(
        &self,
        route: &Route,
        steps: &[Step],
        number: usize,
        told: &[usize],
        judged: &mut Judged,
    ) -> Vec<usize> {
        let step = &steps[number];
        let Some(course) = course_of(step) else {
            for command in &step.commands {
                let found = self.off_the_line(route, step, command);
                judged.add(step, number, command, found);
            }
            return Vec::new();
        };
        let before = number.checked_sub(1).map(|before| &steps[before]);
        let came = match before {
            None => Came::Starts,
            Some(before) => match self.rode(before) {
                Some(connection) => Came::Rode(connection),
                None => Came::Turned,
            },
        };
        let goes = match steps.get(number + 1) {
            None => Goes::Arrives,
            Some(next) => match (self.rode(next), course_of(next)) {
                (Some(connection), _) => Goes::Rides(connection, self.steps_to(next, course.end())),
                (None, Some(next)) => Goes::Turns(next),
                (None, None) => Goes::Arrives,
            },
        };
        let floor = &self.floors[course.level];
        let mut scene = Scene::new(self.world, floor, course, came, goes, route.goal().place)
            .with_heading(step)
            .after(before, told);
        for (place, command) in step.commands.iter().enumerate() {
            let found = scene.judge(command, &step.commands[place + 1..]);
            judged.add(step, number, command, found);
        }
        judged.silent_doors += scene.silent_doors();
        if scene.ends_by_metres(&step.commands) {
            judged.by_metres += 1;
            let could = scene.could_end_by();
            judged.by_metres_needlessly.extend(could.map(|what| (number, what)));
        }
        scene.told
    }

    /// The few steps to what a step rides, from where the line before ends.
    fn steps_to(&self, step: &Step, from: Point) -> Option<Course> {
        let poses = &step.segment.poses;
        let level = self.world.place(poses[0].place).level;
        let here = poses.iter().map(|pose| self.world.place(pose.place));
        let here = here.take_while(|place| place.level == level);
        let last = here.last().map(|place| [place.position.0, place.position.1])?;
        let is_near = plane::distance(from, last) <= 0.3;
        (!is_near).then(|| Course::new(level.index(), &[from, last]))
    }

    /// The connection that a step rides, by its number.
    fn rode(&self, step: &Step) -> Option<usize> {
        let connection = self.world.passage(step.segment.ride?).connection?;
        Some(connection.index())
    }

    /// Judges a command of a step without a line: a ride, or being there.
    fn off_the_line(&self, route: &Route, step: &Step, command: &Action) -> Found {
        let mut found = Found::default();
        let mut fault = |text: &str| found.faults.push(text.to_owned());
        match (command, self.rode(step)) {
            (Action::Ride(ride), Some(number)) => {
                let connection = &self.world.building().connections[number];
                let by = ride.by.as_ref().and_then(|by| by.desc.first());
                let fits = |by: &Thing| {
                    things::fits(self.world, by, things::What::Stop(number, 0)) == things::Fit::Yes
                };
                if !by.is_some_and(fits) {
                    fault(&format!("one takes {} {:?}", connection.kind.name(), connection.name));
                }
                let levels = [step.segment.start(), step.segment.end()]
                    .map(|pose| self.world.storey(self.world.place(pose.place).level));
                let rise = match levels[1].ordinal - levels[0].ordinal {
                    up if up > 0.0 => Rise::Up,
                    down if down < 0.0 => Rise::Down,
                    _ => Rise::Level,
                };
                if ride.rise != Slot::Set(rise) {
                    fault(&format!("one goes {rise:?}"));
                }
                let level = ride.level.get().map(|label| label.as_str());
                let called = [levels[1].name.as_deref(), levels[1].short_name.as_deref()];
                let is_called =
                    |level: &str| called.contains(&Some(level)) || *levels[1].id == *level;
                if !level.is_some_and(is_called) {
                    fault(&format!("one comes to level {}", levels[1].called()));
                }
            }
            (Action::Verify(verify), None) if verify.goal.is_some() => {
                let label = verify.goal.as_ref().and_then(|goal| goal.goal.get());
                let names = arriving_at::names_of(self.world, route.goal().place);
                if label.is_some_and(|label| !names.iter().any(|name| name == label.as_str())) {
                    fault(&format!("it is called {}", names.join(", ")));
                }
            }
            _ => fault("this is no step to say that of"),
        }
        found
    }
}

impl Judged {
    fn add(&mut self, step: &Step, number: usize, command: &cicerone::cas::Command, found: Found) {
        let said = command.display(step.vocabulary()).to_string();
        let Found { faults, doubts } = found;
        self.commands.push(JudgedCommand { step: number, said, faults, doubts });
    }
}

/// The line of a step, if it is a walk.
fn course_of(step: &Step) -> Option<Course> {
    let leg = step.segment.leg.as_ref()?;
    Some(Course::new(leg.level.index(), &leg.line))
}
