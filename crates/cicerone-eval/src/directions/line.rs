//! Whether the lines of an instruction can be walked, and are the route's.

use cicerone::guide::Instruction;
use cicerone::world::Route;
use cicerone::world::document::DoorKind;

use super::floor::Who;
use super::plane::distance;
use super::{Oracle, course_of};

/// A line is at most so much longer than its route, as a share, and in metres
/// for every step: open space is crossed in right angles, and two bends close to
/// each other are one turn where their lines would meet.
const LONGER: (f64, f64) = (1.35, 1.2);
/// And no shorter than so much of it: people cut corners, not walls.
const SHORTER: f64 = 0.55;

/// A corner that is cut, or told in right angles, may be so far from where the
/// net of the map has it.
const CUT_CORNER: f64 = 12.0;

/// The last line ends where the route does, or this near, beside it.
const BESIDE_GOAL: f64 = 3.5;
/// What one boards is in view from no farther away than this.
const IN_VIEW: f64 = 8.0;

impl Oracle<'_> {
    /// What is wrong with the lines.
    pub(super) fn line_faults(&self, route: &Route, instruction: &Instruction) -> Vec<String> {
        let mut faults = Vec::new();
        let mut length = 0.0;
        let position = |place| {
            let (x, y) = self.world.place(place).position;
            [x, y]
        };
        let steps = &instruction.steps;
        let passes: Vec<usize> = route
            .poses()
            .iter()
            .filter_map(|pose| self.world.place(pose.place).door.map(|door| door.index()))
            .collect();
        for (number, step) in steps.iter().enumerate() {
            let Some(course) = course_of(step) else { continue };
            let mut fault = |text: String| faults.push(format!("step {}: {text}", number + 1));
            length += course.length;
            let floor = &self.floors[course.level];
            // Maps have ways through walls; the line is not to blame for those.
            let places: Vec<_> =
                step.segment.poses.iter().map(|pose| position(pose.place)).collect();
            let is_free =
                places.windows(2).all(|pair| floor.stopped(pair[0], pair[1], Who::Walks).is_none());
            for pair in course.line.windows(2).filter(|_| is_free) {
                if let Some(share) = floor.stopped(pair[0], pair[1], Who::Walks) {
                    let at = share * distance(pair[0], pair[1]);
                    fault(format!("the line meets a wall after {at:.1} m of a piece"));
                }
            }
            for (metres, door) in course.crossed(floor) {
                let is_within = metres > 0.3 && metres < course.length - 0.3;
                let kind = self.world.building().doors[door].kind;
                if is_within && kind != DoorKind::Opening && !passes.contains(&door) {
                    fault(format!("the line passes a {kind:?} that the route does not"));
                }
            }
            let [from, to] = [step.segment.start(), step.segment.end()].map(|p| position(p.place));
            let comes_off = number == 0 || steps[number - 1].segment.ride.is_some();
            if comes_off && distance(course.start(), from) > 0.1 {
                fault("the line does not begin where the route does".into());
            }
            let goes_on = steps.get(number + 1).filter(|next| next.segment.ride.is_none());
            match goes_on.and_then(course_of) {
                Some(next) if distance(course.end(), next.start()) > 0.1 => {
                    fault("the next line begins elsewhere".into());
                }
                // The last steps to a lift belong to taking it; people cut that corner.
                None => {
                    let boards = steps.get(number + 1).and_then(|ride| self.steps_to(ride, to));
                    let most = match (boards, steps.get(number + 1)) {
                        (Some(_), _) => CUT_CORNER,
                        // Beside the destination one is there.
                        (None, None) => BESIDE_GOAL,
                        // Nor do steps in view of it have a place of their own.
                        (None, Some(_))
                            if floor.stopped(course.end(), to, Who::Walks).is_none() =>
                        {
                            IN_VIEW
                        }
                        (None, Some(_)) => 0.1,
                    };
                    if distance(course.end(), to) > most {
                        fault("the line does not end where the route does".into());
                    }
                }
                _ => {}
            }
        }
        // Rides have a length of their own, which is no line's.
        let ridden: f64 = (0..route.poses().len())
            .filter_map(|pose| route.ride(pose))
            .map(|passage| self.world.length(passage))
            .sum();
        let walked = route.length() - ridden;
        let most = walked * LONGER.0 + LONGER.1 * (1 + steps.len()) as f64;
        if length > most {
            faults.push(format!("the lines have {length:.1} m, the route {walked:.1} m"));
        }
        if length < walked * SHORTER - 8.0 {
            faults.push(format!("the lines have only {length:.1} m of {walked:.1} m"));
        }
        faults
    }
}
