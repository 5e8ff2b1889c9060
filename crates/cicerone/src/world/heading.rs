//! Headings in degrees, and the four sides of a follower.
//!
//! The compass is SAIL's: heading 0 looks toward smaller `y`, 90 toward larger
//! `x`, and headings grow clockwise on a map drawn with `y` downward.

use std::fmt;

/// Two headings closer than this, in degrees, are the same direction.
///
/// A passage that leaves at 26.565° is written `27` in a path; one degree
/// forgives that, and no world may have two exits this close together.
pub(super) const SAME_DIRECTION: f64 = 1.0;

/// A compass direction in degrees, always in `0.0..360.0`.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Heading(f64);

impl Heading {
    /// Any finite number of degrees, brought into `0.0..360.0`.
    pub fn new(degrees: f64) -> Heading {
        debug_assert!(degrees.is_finite());
        let turned = degrees.rem_euclid(360.0);
        // rem_euclid of a tiny negative number rounds up to 360 itself.
        Heading(if turned >= 360.0 { 0.0 } else { turned })
    }

    /// The direction from one position to another; `None` if they coincide.
    pub fn from_to(from: (f64, f64), to: (f64, f64)) -> Option<Heading> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        if dx == 0.0 && dy == 0.0 {
            return None;
        }
        Some(Heading::new(dx.atan2(-dy).to_degrees()))
    }

    /// Degrees in `0.0..360.0`.
    pub fn degrees(self) -> f64 {
        self.0
    }

    /// How far to turn right (positive) or left (negative) to look along
    /// `other`, in `-180.0..=180.0`.
    pub fn turn_to(self, other: Heading) -> f64 {
        let clockwise = (other.0 - self.0).rem_euclid(360.0);
        if clockwise > 180.0 { clockwise - 360.0 } else { clockwise }
    }

    /// The heading after turning right by `degrees` (left if negative).
    pub fn turned(self, degrees: f64) -> Heading {
        Heading::new(self.0 + degrees)
    }

    /// The opposite direction.
    pub fn reversed(self) -> Heading {
        self.turned(180.0)
    }

    /// The heading that lies on that side of this one.
    pub fn toward(self, side: Side) -> Heading {
        self.turned(side.center())
    }

    /// True if the two differ by less than a degree.
    pub fn is_same(self, other: Heading) -> bool {
        self.turn_to(other).abs() < SAME_DIRECTION
    }

    /// On which side `other` lies for somebody who looks along `self`.
    pub fn side_of(self, other: Heading) -> Side {
        Side::of_turn(self.turn_to(other))
    }
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Three decimals tell any two directions of a map apart; SAIL's come out whole.
        write!(f, "{}", (self.0 * 1000.0).round() / 1000.0)
    }
}

/// The four sectors around a follower.
///
/// Front and back are open sectors of less than 45° to either hand, left and
/// right the closed ones between, so that mirroring a world swaps left and
/// right and changes nothing else, even on the boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Ahead.
    Front,
    /// To the right hand.
    Right,
    /// Behind.
    Back,
    /// To the left hand.
    Left,
}

impl Side {
    /// All four, clockwise from the front.
    pub const ALL: [Side; 4] = [Side::Front, Side::Right, Side::Back, Side::Left];

    /// The sector that a turn of so many degrees (right positive) ends in.
    pub fn of_turn(degrees: f64) -> Side {
        // A passage at exactly 45 degrees must stay on its side when the world
        // is turned and its angles are rounded.
        const ROUNDING: f64 = 1e-6;
        let magnitude = degrees.abs();
        if magnitude < 45.0 - ROUNDING {
            Side::Front
        } else if magnitude > 135.0 + ROUNDING {
            Side::Back
        } else if degrees > 0.0 {
            Side::Right
        } else {
            Side::Left
        }
    }

    /// The middle of the sector, in degrees to the right of the front.
    pub fn center(self) -> f64 {
        match self {
            Side::Front => 0.0,
            Side::Right => 90.0,
            Side::Back => 180.0,
            Side::Left => -90.0,
        }
    }

    /// Left for right and right for left.
    pub fn mirrored(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compass_follows_sail() {
        let from = |x, y| Heading::from_to((0.0, 0.0), (x, y)).map(Heading::degrees);
        assert_eq!(from(0.0, -1.0), Some(0.0));
        assert_eq!(from(1.0, 0.0), Some(90.0));
        assert_eq!(from(0.0, 1.0), Some(180.0));
        assert_eq!(from(-1.0, 0.0), Some(270.0));
        assert_eq!(from(0.0, 0.0), None);
    }

    #[test]
    fn sides_of_a_right_angled_follower() {
        let north = Heading::new(0.0);
        assert_eq!(north.side_of(Heading::new(90.0)), Side::Right);
        assert_eq!(north.side_of(Heading::new(270.0)), Side::Left);
        assert_eq!(north.side_of(Heading::new(180.0)), Side::Back);
        assert_eq!(north.side_of(Heading::new(-0.001)), Side::Front);
    }

    #[test]
    fn the_boundary_mirrors() {
        for degrees in [45.0, 135.0, 44.999, 135.001, 45.0 - 1e-9, 90.0, 10.0, 170.0] {
            assert_eq!(Side::of_turn(degrees), Side::of_turn(-degrees).mirrored());
        }
    }

    #[test]
    fn tiny_negative_degrees_stay_below_a_full_turn() {
        assert_eq!(Heading::new(-1e-20).degrees(), 0.0);
    }
}
