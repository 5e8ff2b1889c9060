//! Small worlds drawn as text, for tests.
//!
//! Places stand at every fifth column of every second line, passages between
//! them:
//!
//! ```text
//! o--g-c--b-o      a place, grass, a chair, blue, a place
//! wf               wood downward, with fish on its walls
//! e                an easel
//! ```
//!
//! A place is `o` or the first letter of its object. A passage to the right is
//! `-`, a wall, a floor, `-`; one downward is a floor and a wall. Walls are
//! `u` butterfly, `f` fish, `t` tower; anything else is bare. Floors are
//! `b` blue, `k` brick, `c` concrete, `f` flower, `g` grass, `r` gravel,
//! `w` wood, `y` yellow.

use super::{
    Class, KindId, Passage, Place, PlaceId, Position, Route, Segment, Vocabulary, World,
    WorldBuilder,
};

/// The world of a drawing; its first place is at 0,0.
pub(crate) fn world(drawing: &str) -> World {
    let lines: Vec<Vec<char>> = drawing.lines().map(|line| line.chars().collect()).collect();
    let sign = |line: usize, column: usize| {
        lines.get(line).and_then(|line| line.get(column)).copied().unwrap_or(' ')
    };
    let vocabulary = Vocabulary::sail();
    let mut builder = WorldBuilder::new("drawn", vocabulary.clone());
    let mut ids = std::collections::HashMap::new();
    for (line, signs) in lines.iter().enumerate().step_by(2) {
        for (column, _) in signs.iter().enumerate().step_by(5).filter(|(_, sign)| **sign != ' ') {
            let object = vocabulary
                .ids(Class::OBJECT)
                .find(|id| vocabulary.name(*id).starts_with(sign(line, column)));
            let position = ((column / 5) as f64, (line / 2) as f64);
            let id = builder.place(Place::new(position).with(object));
            ids.insert((line, column), id);
        }
    }
    let mut ordered: Vec<(&(usize, usize), &PlaceId)> = ids.iter().collect();
    ordered.sort_unstable();
    for ((line, column), id) in ordered {
        let right = (sign(*line, column + 3), sign(*line, column + 2), (*line, column + 5));
        let down = (sign(line + 1, *column), sign(line + 1, column + 1), (line + 2, *column));
        for (floor, wall, to) in [right, down] {
            if let (Some(floor), Some(to)) = (floor_of(floor), ids.get(&to)) {
                builder.passage(Passage::new([*id, *to]).with([floor]).with(wall_of(wall)));
            }
        }
    }
    builder.build().unwrap()
}

/// A path such as `0,0,90 1,0,90` as one segment that is a whole route.
pub(crate) fn segment(world: &World, path: &str) -> Segment {
    let positions: Vec<Position> = path.split(' ').map(|text| text.parse().unwrap()).collect();
    Segment::whole(&Route::from_positions(world, &positions).unwrap())
}

fn floor_of(letter: char) -> Option<KindId> {
    let name = match letter {
        'b' => "blue",
        'k' => "brick",
        'c' => "concrete",
        'f' => "flower",
        'g' => "grass",
        'r' => "gravel",
        'w' => "wood",
        'y' => "yellow",
        _ => return None,
    };
    Vocabulary::sail().by_name(Class::FLOOR, name)
}

fn wall_of(letter: char) -> Option<KindId> {
    let name = match letter {
        'u' => "butterfly",
        'f' => "fish",
        't' => "tower",
        _ => return None,
    };
    Vocabulary::sail().by_name(Class::PICTURE, name)
}
