//! The headings one can take up at a place.

use crate::world::{Heading, PlaceId, World};

/// Every heading a follower at a place turns to: along each exit, and to the
/// walls between them.
///
/// Where the gap between two neighbouring exits is wide, it holds as many
/// walls as quarter turns fit, evenly spaced: on a right-angled map the four
/// quarters come out, and turning or mirroring a world turns or mirrors them.
pub fn stances(world: &World, place: PlaceId) -> Vec<Heading> {
    let exits = world.exits(place);
    let Some(first) = exits.first() else {
        return [0.0, 90.0, 180.0, 270.0].map(Heading::new).into();
    };
    let mut headings = Vec::with_capacity(4);
    for (number, exit) in exits.iter().enumerate() {
        headings.push(exit.heading);
        let next = exits.get(number + 1).unwrap_or(first);
        let mut gap = (next.heading.degrees() - exit.heading.degrees()).rem_euclid(360.0);
        if exits.len() == 1 {
            gap = 360.0;
        }
        // The margin keeps a gap of three eighths the same when a world is turned.
        let quarters = (gap / 90.0 + 0.5 + 1e-6).floor().max(1.0);
        let walls = (1..quarters as u32).map(|n| f64::from(n) * gap / quarters);
        headings.extend(walls.map(|degrees| exit.heading.turned(degrees)));
    }
    headings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Class, Passage, Place, Vocabulary, WorldBuilder};

    /// The stances at a place with exits in these directions.
    fn with_exits(degrees: &[f64]) -> Vec<f64> {
        let vocabulary = Vocabulary::sail();
        let floor = vocabulary.by_name(Class::FLOOR, "blue").unwrap();
        let mut builder = WorldBuilder::new("star", vocabulary.clone());
        let middle = builder.place(Place::new((0.0, 0.0)));
        for degrees in degrees {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let end = builder.place(Place::new((10.0 * sin, -10.0 * cos)));
            builder.passage(Passage::new([middle, end]).with([floor]));
        }
        let world = builder.build().unwrap();
        stances(&world, middle).iter().map(|heading| heading.degrees().round()).collect()
    }

    #[test]
    fn a_right_angled_place_has_four() {
        assert_eq!(with_exits(&[0.0]), [0.0, 90.0, 180.0, 270.0]);
        assert_eq!(with_exits(&[90.0, 270.0]), [90.0, 180.0, 270.0, 0.0]);
        assert_eq!(with_exits(&[0.0, 90.0, 180.0, 270.0]), [0.0, 90.0, 180.0, 270.0]);
        assert_eq!(with_exits(&[]), [0.0, 90.0, 180.0, 270.0]);
    }

    #[test]
    fn a_slanted_place_has_its_exits_and_the_walls_between() {
        assert_eq!(with_exits(&[0.0, 45.0]), [0.0, 45.0, 124.0, 203.0, 281.0]);
        assert_eq!(with_exits(&[0.0, 120.0, 240.0]), [0.0, 120.0, 240.0]);
    }
}
