//! Points and lines of a plan: `x` to the right, `y` downward, metres.

use cicerone::world::document::Point;

pub(super) fn distance(a: Point, b: Point) -> f64 {
    (b[0] - a[0]).hypot(b[1] - a[1])
}

/// The direction from one point to another, of length one; none where they
/// coincide.
pub(super) fn direction(from: Point, to: Point) -> Option<Point> {
    let far = distance(from, to);
    (far > 1e-9).then(|| [(to[0] - from[0]) / far, (to[1] - from[1]) / far])
}

pub(super) fn moved(from: Point, along: Point, metres: f64) -> Point {
    [from[0] + along[0] * metres, from[1] + along[1] * metres]
}

pub(super) fn middle(line: [Point; 2]) -> Point {
    [(line[0][0] + line[1][0]) / 2.0, (line[0][1] + line[1][1]) / 2.0]
}

pub(super) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub(super) fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// What lies to the right of somebody who looks along a direction.
pub(super) fn right_of(along: Point) -> Point {
    [-along[1], along[0]]
}

/// Degrees from one direction to another, to the right if positive.
pub(super) fn turn(from: Point, to: Point) -> f64 {
    cross(from, to).atan2(dot(from, to)).to_degrees()
}

/// A compass direction as a direction of the plan.
pub(super) fn of_degrees(degrees: f64) -> Point {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [sin, -cos]
}

/// The share of the first line at which the second crosses it.
pub(super) fn crossing(line: [Point; 2], other: [Point; 2]) -> Option<f64> {
    let along = [line[1][0] - line[0][0], line[1][1] - line[0][1]];
    let across = [other[1][0] - other[0][0], other[1][1] - other[0][1]];
    let area = cross(along, across);
    if area.abs() < 1e-12 {
        return None;
    }
    let between = [other[0][0] - line[0][0], other[0][1] - line[0][1]];
    let share = cross(between, across) / area;
    let place = cross(between, along) / area;
    let is_on = (-1e-9..=1.0 + 1e-9).contains(&share) && (-1e-9..=1.0 + 1e-9).contains(&place);
    is_on.then_some(share)
}

/// True if a point lies inside an outline, by how often the outline goes round
/// it.
pub(super) fn is_inside(outline: &[Point], at: Point) -> bool {
    let mut turns = 0;
    for (number, a) in outline.iter().enumerate() {
        let b = outline[(number + 1) % outline.len()];
        let side = (b[0] - a[0]) * (at[1] - a[1]) - (at[0] - a[0]) * (b[1] - a[1]);
        if a[1] <= at[1] && b[1] > at[1] && side > 0.0 {
            turns += 1;
        }
        if a[1] > at[1] && b[1] <= at[1] && side < 0.0 {
            turns -= 1;
        }
    }
    turns != 0
}

/// How large an outline is.
pub(super) fn extent(outline: &[Point]) -> f64 {
    let pairs = (0..outline.len()).map(|n| cross(outline[n], outline[(n + 1) % outline.len()]));
    pairs.sum::<f64>().abs() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_is_clockwise_on_a_plan_whose_y_points_down() {
        let north = of_degrees(0.0);
        assert!((turn(north, of_degrees(90.0)) - 90.0).abs() < 1e-9);
        assert!((turn(north, of_degrees(300.0)) + 60.0).abs() < 1e-9);
        let right = right_of(north);
        assert!((right[0] - 1.0).abs() < 1e-9 && right[1].abs() < 1e-9);
    }

    #[test]
    fn points_are_inside_outlines_or_not() {
        let hook = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [3.0, 4.0], [3.0, 1.0], [0.0, 1.0]];
        assert!(is_inside(&hook, [3.5, 3.0]) && is_inside(&hook, [1.0, 0.5]));
        assert!(!is_inside(&hook, [1.0, 2.0]) && !is_inside(&hook, [5.0, 0.5]));
        assert!((extent(&hook) - 7.0).abs() < 1e-9);
        assert_eq!(crossing([[0.0, 0.0], [2.0, 0.0]], [[1.0, -1.0], [1.0, 1.0]]), Some(0.5));
        assert_eq!(crossing([[0.0, 0.0], [2.0, 0.0]], [[3.0, -1.0], [3.0, 1.0]]), None);
    }
}
