//! Small worlds drawn as text, for tests.

use std::collections::HashMap;

use super::{Class, Passage, Place, PlaceId, Pose, Vocabulary, World, WorldBuilder};

/// Reads a drawing of a right-angled world. Places stand on even lines and
/// columns: `.` is an empty one, `C S E H L B` a chair, sofa, easel, hatrack,
/// lamp or barstool. Between them a letter is a passage with that floor: `b`
/// blue, `r` brick, `c` concrete, `f` flower, `g` grass, `k` gravel, `w` wood,
/// `y` yellow; walls are butterflies.
///
/// ```text
/// .b.bE
/// r
/// .
/// ```
pub(crate) fn drawn(text: &str) -> World {
    let vocabulary = Vocabulary::sail();
    let named = |class, name: &str| vocabulary.by_name(class, name).unwrap();
    let object = |sign| match sign {
        'C' => Some("chair"),
        'S' => Some("sofa"),
        'E' => Some("easel"),
        'H' => Some("hatrack"),
        'L' => Some("lamp"),
        'B' => Some("barstool"),
        _ => None,
    };
    let floor = |sign| match sign {
        'b' => "blue",
        'r' => "brick",
        'c' => "concrete",
        'f' => "flower",
        'g' => "grass",
        'k' => "gravel",
        'w' => "wood",
        'y' => "yellow",
        other => panic!("'{other}' is no floor"),
    };
    let signs: HashMap<(i32, i32), char> = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .enumerate()
        .flat_map(|(y, line)| {
            line.chars().enumerate().map(move |(x, sign)| ((x as i32, y as i32), sign))
        })
        .filter(|(_, sign)| *sign != ' ')
        .collect();
    let mut builder = WorldBuilder::new("drawn", vocabulary.clone());
    let mut ids: HashMap<(i32, i32), PlaceId> = HashMap::new();
    let mut spots: Vec<(i32, i32)> = signs.keys().copied().collect();
    spots.sort_by_key(|(x, y)| (*y, *x));
    for spot in spots.iter().filter(|(x, y)| x % 2 == 0 && y % 2 == 0) {
        let objects = object(signs[spot]).map(|name| named(Class::Object, name));
        let position = (f64::from(spot.0 / 2), f64::from(spot.1 / 2));
        let place = Place { position, name: None, objects: objects.into_iter().collect() };
        ids.insert(*spot, builder.place(place));
    }
    for (x, y) in spots.iter().filter(|(x, y)| x % 2 != y % 2) {
        let step = if x % 2 == 1 { (1, 0) } else { (0, 1) };
        let ends = [ids[&(x - step.0, y - step.1)], ids[&(x + step.0, y + step.1)]];
        let floor = named(Class::Floor, floor(signs[&(*x, *y)]));
        let wall = Some(named(Class::Wall, "butterfly"));
        builder.passage(Passage { ends, floor, wall });
    }
    builder.build().unwrap()
}

/// The poses of a path such as `0,0,90 1,0,90`; a heading of -1 is unknown.
pub(crate) fn path(world: &World, text: &str) -> Vec<Pose> {
    let pose = |text: &str| text.parse::<super::Position>().unwrap().on(world).unwrap();
    text.split_whitespace().map(pose).collect()
}
