//! The little geometry that a drawing needs: boxes, rings, and room for a text.

use crate::world::document::Point;

/// A box: left, top, right, bottom.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::world::draw) struct Frame {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Frame {
    /// The smallest box around points, if there is one.
    pub(in crate::world::draw) fn around(points: impl IntoIterator<Item = Point>) -> Option<Frame> {
        let mut points = points.into_iter();
        let [x, y] = points.next()?;
        let mut frame = Frame { left: x, top: y, right: x, bottom: y };
        for [x, y] in points {
            frame.left = frame.left.min(x);
            frame.right = frame.right.max(x);
            frame.top = frame.top.min(y);
            frame.bottom = frame.bottom.max(y);
        }
        Some(frame)
    }

    /// A box of a size around its middle.
    pub(super) fn centred([x, y]: Point, width: f64, height: f64) -> Frame {
        Frame {
            left: x - width / 2.0,
            top: y - height / 2.0,
            right: x + width / 2.0,
            bottom: y + height / 2.0,
        }
    }

    pub(in crate::world::draw) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(in crate::world::draw) fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub(super) fn middle(&self) -> Point {
        [(self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0]
    }

    /// The same with so much more on all four sides.
    pub(super) fn grown(&self, by: f64) -> Frame {
        Frame {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    /// What both have in common; empty boxes have their sides exchanged.
    pub(super) fn common(&self, other: &Frame) -> Frame {
        Frame {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    pub(in crate::world::draw) fn meets(&self, other: &Frame) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    pub(super) fn holds(&self, [x, y]: Point) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }

    pub(super) fn corners(&self) -> [Point; 4] {
        [
            [self.left, self.top],
            [self.right, self.top],
            [self.right, self.bottom],
            [self.left, self.bottom],
        ]
    }

    /// The box around this one after a turn.
    pub(super) fn turned(&self, turn: &Turn) -> Frame {
        Frame::around(self.corners().map(|corner| turn.there(corner))).unwrap_or(*self)
    }

    /// True if a straight line has a point in the box.
    fn is_crossed(&self, a: Point, b: Point) -> bool {
        // The part of the line between both pairs of sides (Liang and Barsky).
        let (mut first, mut last) = (0.0f64, 1.0f64);
        let sides = [[self.left, self.right], [self.top, self.bottom]];
        for (axis, [low, high]) in sides.into_iter().enumerate() {
            let way = b[axis] - a[axis];
            if way == 0.0 {
                if a[axis] < low || a[axis] > high {
                    return false;
                }
                continue;
            }
            let [one, other] = [(low - a[axis]) / way, (high - a[axis]) / way];
            first = first.max(one.min(other));
            last = last.min(one.max(other));
        }
        first <= last
    }
}

/// A turn about the origin, there and back.
#[derive(Debug, Clone, Copy)]
pub(super) struct Turn {
    pub degrees: f64,
    sine: f64,
    cosine: f64,
}

impl Turn {
    pub(super) fn by(degrees: f64) -> Turn {
        let (sine, cosine) = degrees.to_radians().sin_cos();
        Turn { degrees, sine, cosine }
    }

    /// Where a text that is turned by the degrees would be level.
    pub(super) fn there(&self, [x, y]: Point) -> Point {
        [x * self.cosine + y * self.sine, y * self.cosine - x * self.sine]
    }

    pub(super) fn back(&self, [x, y]: Point) -> Point {
        [x * self.cosine - y * self.sine, y * self.cosine + x * self.sine]
    }
}

/// The sides of a ring.
pub(super) fn sides(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    ring.iter().copied().zip(ring.iter().copied().cycle().skip(1))
}

/// True if a ring holds a point: a ray to the right crosses it an odd number of
/// times.
pub(in crate::world::draw) fn inside(ring: &[Point], [x, y]: Point) -> bool {
    let crossed = sides(ring).filter(|(a, b)| {
        (a[1] > y) != (b[1] > y) && x < (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) + a[0]
    });
    crossed.count() % 2 == 1
}

/// The surface of a ring.
pub(in crate::world::draw) fn surface(ring: &[Point]) -> f64 {
    (sides(ring).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum::<f64>() / 2.0).abs()
}

/// The direction of a ring's longest side in degrees, from -90 to 90, so that a
/// text along it is read from the left or from below.
pub(super) fn direction(ring: &[Point]) -> f64 {
    let longest = sides(ring).max_by(|(a, b), (c, d)| {
        let length = |a: &Point, b: &Point| (a[0] - b[0]).hypot(a[1] - b[1]);
        length(a, b).total_cmp(&length(c, d))
    });
    let Some((a, b)) = longest else { return 0.0 };
    let degrees = (b[1] - a[1]).atan2(b[0] - a[0]).to_degrees();
    match degrees {
        d if d >= 89.9 => d - 180.0,
        d if d < -90.1 => d + 180.0,
        d => d,
    }
}

/// The middle of a box of that size within a shape, off all that is in the way;
/// of those that fit, one near the shape's middle. Everything is level: a text
/// at an angle is sought in a turned shape.
pub(super) fn room_for(
    rings: &[Vec<Point>],
    size: [f64; 2],
    window: &Frame,
    in_the_way: &[Frame],
) -> Option<Point> {
    /// Places that are tried along each side.
    const TRIED: usize = 15;
    let outline = rings.first()?;
    let whole = Frame::around(outline.iter().copied())?;
    let frame = whole.common(window);
    let [width, height] = size;
    if frame.width() < width || frame.height() < height {
        return None;
    }
    let near: Vec<&Frame> = in_the_way.iter().filter(|one| one.meets(&frame)).collect();
    let middle = frame.middle();
    let mut best: Option<(f64, Point)> = None;
    for row in 0..TRIED {
        for column in 0..TRIED {
            let share = |step: usize| step as f64 / (TRIED - 1) as f64;
            let at = [
                frame.left + width / 2.0 + (frame.width() - width) * share(column),
                frame.top + height / 2.0 + (frame.height() - height) * share(row),
            ];
            let off = (at[0] - middle[0]).hypot(at[1] - middle[1]);
            if best.is_some_and(|(least, _)| least <= off) {
                continue;
            }
            let text = Frame::centred(at, width, height);
            let is_inside = inside(outline, at)
                && rings.iter().all(|ring| sides(ring).all(|(a, b)| !text.is_crossed(a, b)))
                && !rings[1..].iter().any(|hole| inside(hole, at));
            if is_inside && !near.iter().any(|one| one.meets(&text)) {
                best = Some((off, at));
            }
        }
    }
    best.map(|(_, at)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(side: f64) -> Vec<Point> {
        vec![[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]]
    }

    #[test]
    fn a_text_finds_room_off_what_is_in_the_way() {
        let window = Frame { left: -9.0, top: -9.0, right: 99.0, bottom: 99.0 };
        let room = [square(10.0)];
        assert_eq!(room_for(&room, [4.0, 2.0], &window, &[]), Some([5.0, 5.0]));
        assert_eq!(room_for(&room, [11.0, 2.0], &window, &[]), None);
        let table = Frame::centred([5.0, 5.0], 9.0, 2.0);
        let at = room_for(&room, [4.0, 2.0], &window, &[table]).unwrap();
        assert!(!Frame::centred(at, 4.0, 2.0).meets(&table), "{at:?}");
        assert_eq!(room_for(&room, [4.0, 2.0], &window, &[table.grown(9.0)]), None);
        // Not in a courtyard, nor across its border.
        let court = vec![[2.0, 2.0], [8.0, 2.0], [8.0, 8.0], [2.0, 8.0]];
        assert_eq!(room_for(&[square(10.0), court], [3.0, 2.5], &window, &[]), None);
    }

    #[test]
    fn texts_along_a_ring_are_read_from_the_left_or_from_below() {
        let along = |x: f64, y: f64| direction(&[[0.0, 0.0], [x, y], [x - y / 9.0, y + x / 9.0]]);
        for (x, y) in [(9.0, 0.0), (-9.0, 0.0), (0.0, 9.0), (0.0, -9.0), (-5.0, -5.0), (5.0, -5.0)]
        {
            let degrees = along(x, y);
            assert!((-90.1..=89.9).contains(&degrees), "{x} {y}: {degrees}");
        }
        let turn = Turn::by(30.0);
        let [x, y] = turn.back(turn.there([3.0, 4.0]));
        assert!((x - 3.0).hypot(y - 4.0) < 1e-9);
    }
}
