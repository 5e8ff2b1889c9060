//! Random buildings as documents without ways: a corridor that bends, rooms on
//! both sides of it, stairs at one end, a lift at the other, on several levels,
//! turned by any angle and perhaps mirrored.

#![allow(dead_code, clippy::unwrap_used)]

use cicerone::world::document::{
    Access, AreaEntry, AreaKind, ConnectionEntry, ConnectionKind, Document, DoorEntry, DoorKind,
    LevelEntry, Point, StopEntry, Travels,
};
use proptest::prelude::*;

/// What a building is made of.
#[derive(Debug, Clone)]
pub(crate) struct Building {
    pub(crate) levels: usize,
    pub(crate) width: f64,
    pub(crate) depth: f64,
    /// How far the corridor bends, in degrees.
    pub(crate) bend: f64,
    /// Widths of the rooms along the two legs, and where their doors are.
    pub(crate) rooms: [Vec<(f64, f64)>; 2],
    pub(crate) stairs: bool,
    pub(crate) lift: bool,
    pub(crate) turned: f64,
    pub(crate) mirrored: bool,
}

/// Any building.
pub(crate) fn building() -> impl Strategy<Value = Building> {
    let rooms = || prop::collection::vec((2.6..5.0, 0.25..0.75), 2..5);
    (
        1..4usize,
        (1.6..3.0, 3.0..6.0, -70.0..70.0),
        [rooms(), rooms()],
        any::<[bool; 2]>(),
        0.0..360.0,
        any::<bool>(),
    )
        .prop_map(|(levels, (width, depth, bend), rooms, [stairs, lift], turned, mirrored)| {
            Building { levels, width, depth, bend, rooms, stairs, lift, turned, mirrored }
        })
}

impl Building {
    /// The lengths of the two legs along the middle of the corridor: no room of
    /// one leg reaches into those of the other.
    fn legs(&self) -> [f64; 2] {
        let corner = (self.depth + self.width) * (self.bend.to_radians().abs() / 2.0).tan() + 0.5;
        [0, 1].map(|leg| self.rooms[leg].iter().map(|(width, _)| width).sum::<f64>() + corner)
    }

    /// A point beside the corridor: metres along a leg from the building's end
    /// of it, and to the right of its middle.
    fn beside(&self, leg: usize, along: f64, aside: f64) -> Point {
        let [first, second] = self.legs();
        if leg == 0 {
            return self.place([along, aside]);
        }
        let (sine, cosine) = self.bend.to_radians().sin_cos();
        let along = second - along;
        self.place([first + along * cosine - aside * sine, along * sine + aside * cosine])
    }

    fn place(&self, [x, y]: Point) -> Point {
        let y = if self.mirrored { -y } else { y };
        let (sine, cosine) = self.turned.to_radians().sin_cos();
        [x * cosine - y * sine, x * sine + y * cosine]
    }

    /// The corner of the corridor where it bends, on one side.
    fn corner(&self, side: f64) -> Point {
        let half = self.bend.to_radians() / 2.0;
        let reach = side * self.width / 2.0 / half.cos();
        self.place([self.legs()[0] - reach * half.sin(), reach * half.cos()])
    }

    /// The document: levels, areas, doors and connections, no places.
    pub(crate) fn document(&self) -> Document {
        let mut document = Document { name: "random".to_owned(), ..Document::default() };
        for level in 0..self.levels {
            document.levels.push(LevelEntry {
                id: level.to_string(),
                ordinal: level as f64,
                name: Some(format!("Level {level}")),
                short_name: Some(level.to_string()),
                elevation: Some(4.0 * level as f64),
            });
            self.storey(&mut document, level);
        }
        let shafts = [
            (self.stairs, ConnectionKind::Stairs, "stairs", self.beside(0, -1.5, 0.0)),
            (self.lift, ConnectionKind::Lift, "lift", self.beside(1, -1.0, 0.0)),
        ];
        for (_, kind, id, at) in shafts.into_iter().filter(|(there, ..)| *there && self.levels > 1)
        {
            let stop = |level: usize| StopEntry {
                level: level.to_string(),
                at,
                heading: None,
                place: None,
            };
            document.connections.push(ConnectionEntry {
                id: id.to_owned(),
                kind,
                name: None,
                stops: (0..self.levels).map(stop).collect(),
                steps: None,
                travels: Travels::Both,
                step_free: None,
                access: Access::Public,
            });
        }
        document
    }

    fn storey(&self, document: &mut Document, level: usize) {
        let half = self.width / 2.0;
        let corridor = vec![
            self.beside(0, 0.0, -half),
            self.corner(-1.0),
            self.beside(1, 0.0, -half),
            self.beside(1, 0.0, half),
            self.corner(1.0),
            self.beside(0, 0.0, half),
        ];
        area(document, level, "corridor", AreaKind::Corridor, corridor);
        for leg in 0..2 {
            let mut from = 0.0;
            for (number, (width, door)) in self.rooms[leg].iter().enumerate() {
                let at = from + 0.6 + (width - 1.2) * door;
                for (side, name) in [(-1.0, "a"), (1.0, "b")] {
                    let (near, far) = (side * half, side * (half + self.depth));
                    let outline =
                        [(from, near), (from + width, near), (from + width, far), (from, far)];
                    let outline = outline.map(|(along, aside)| self.beside(leg, along, aside));
                    let name = format!("{name}{leg}{number}");
                    area(document, level, &name, AreaKind::Room, outline.to_vec());
                    let line = [at - 0.45, at + 0.45].map(|along| self.beside(leg, along, near));
                    door_in(document, level, &name, line);
                }
                from += width;
            }
        }
        let shafts = [
            (self.stairs, 0, 3.0, "stairs", AreaKind::Stairs),
            (self.lift, 1, 2.0, "lift", AreaKind::Lift),
        ];
        for (_, leg, length, name, kind) in
            shafts.into_iter().filter(|shaft| shaft.0 && self.levels > 1)
        {
            let outline = [(0.0, -half), (0.0, half), (-length, half), (-length, -half)];
            let outline = outline.map(|(along, aside)| self.beside(leg, along, aside));
            area(document, level, name, kind, outline.to_vec());
            let line = [-0.5, 0.5].map(|aside| self.beside(leg, 0.0, aside));
            door_in(document, level, name, line);
        }
    }
}

fn area(document: &mut Document, level: usize, id: &str, kind: AreaKind, outline: Vec<Point>) {
    document.areas.push(AreaEntry {
        id: format!("{id}-{level}"),
        level: level.to_string(),
        kind,
        category: None,
        name: (kind == AreaKind::Room).then(|| format!("room {id}")),
        number: None,
        outline,
        holes: Vec::new(),
        floor: None,
        access: Access::Public,
    });
}

fn door_in(document: &mut Document, level: usize, id: &str, line: [Point; 2]) {
    document.doors.push(DoorEntry {
        id: format!("door-{id}-{level}"),
        level: level.to_string(),
        line,
        kind: DoorKind::Hinged,
        name: None,
        between: Vec::new(),
        automatic: false,
        entrance: false,
        step_free: None,
        access: Access::Public,
        one_way: false,
    });
}
