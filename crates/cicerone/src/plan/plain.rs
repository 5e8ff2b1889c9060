//! Plain structures: what a guide says when nothing better is to be had.
//!
//! A turn by its direction, a walk by its count; from an unknown heading
//! something visible must single the heading out, so the list goes from one
//! thing to two.

use std::sync::LazyLock;

use super::meaning::motion::passages;
use crate::cas::Structure;
use crate::world::{Pose, Vocabulary};

const WALK: [&str; 1] = ["Travel(distance=Distance(count=None))"];

const TURN: [&str; 3] = [
    "Turn(direction=None)",
    // Where two ways leave on the same side.
    "Turn(face=Face(faced=Verify(desc=[Thing(type=None, value=None, dist=None, side=None, Appear=None)]), direction=None))",
    "Turn(face=Face(faced=Verify(desc=[Thing(type=None, value=None, side=None)]), direction=None))",
];

const STAND: [&str; 1] = ["Verify(desc=[Thing(type=None, value=None, dist=None, side=None)])"];

/// One thing, then two, with what tells a heading most often first.
const ORIENT: [&str; 12] = [
    "Turn(face=Face(faced=Verify(desc=[Thing(type=None, value=None, side=None, Appear=None)])))",
    "Turn(face=Face(faced=Verify(desc=[Thing(type=None, value=None, side=None)])))",
    "Turn(face=Face(faced=Verify(desc=[Thing(type=None, value=None, dist=None, side=None)])))",
    "Turn(face=Face(faced=Verify(desc=[Thing(type=None, value=None, dist=None, side=None, Appear=None)])))",
    "Turn(face=Face(faced=Verify(desc=[Thing(type=None, value=None, side=None, Structural=None)])))",
    "Turn(face=Face(faced=Verify(desc=[Thing(type=None, value=None, side=None, Appear=None), Thing(type=None, value=None, side=None)])))",
    "Turn(face=Face(faced=Verify(desc=[Thing(type=None, value=None, side=None), Thing(type=None, value=None, side=None)])))",
    "Turn(face=Face(faced=Verify(desc=[Thing(type=None, value=None, side=None, Appear=None), Thing(type=None, value=None, side=None, Appear=None)])))",
    "Turn(face=Face(faced=Verify(desc=[Thing(type=None, value=None, side=None, Appear=None, Detail=[Thing(type=None, value=None)])])))",
    "Turn(face=Face(faced=Verify(desc=[Thing(type=None, value=None, dist=None, side=None), Thing(type=None, value=None, dist=None, side=None)])))",
    "Turn(face=Face(faced=Verify(desc=[Thing(type=None, value=None, side=None, Order_adj=None, Appear=None)])))",
    "Turn(face=Face(faced=Verify(desc=[Thing(type=None, value=None, side=None, Part=[Thing(type=None, value=None, Appear=None)])])))",
];

/// The plain structures for one turn, one walk, or standing still.
pub(crate) fn plain(path: &[Pose]) -> &'static [Structure] {
    static ALL: LazyLock<[Vec<Structure>; 4]> = LazyLock::new(|| {
        let read = |texts: &[&str]| {
            // Structures name no kinds, so any vocabulary reads them.
            texts.iter().flat_map(|text| Structure::parse(text, Vocabulary::sail())).collect()
        };
        [read(&WALK), read(&TURN), read(&STAND), read(&ORIENT)]
    });
    let [walk, turn, stand, orient] = &*ALL;
    match path {
        path if passages(path) > 0 => walk,
        [_] => stand,
        [first, ..] if first.heading.is_none() => orient,
        _ => turn,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_a_structure() {
        for text in WALK.iter().chain(&TURN).chain(&STAND).chain(&ORIENT) {
            Structure::parse(text, Vocabulary::sail()).unwrap();
        }
    }
}
