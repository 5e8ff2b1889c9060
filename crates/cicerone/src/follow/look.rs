//! What a follower sees where it stands, as the vector a network is fed.
//!
//! A follower may turn its head, so the vector holds one block for each side:
//! what opens there, its floor and pictures, what stands down that corridor at
//! one step, at two and further on, which floors cross it, and how long it is;
//! and what stands at its own place. Everything is told as seen from the
//! heading: nothing says where on the map one is.
//!
//! Kinds are told by slots, as many as the SAIL maps have kinds; kinds of
//! another vocabulary are lent one.

use super::act::Stand;
use crate::words::slots::Slots;
use crate::world::{Class, Heading, KindId, PlaceId, Side, World};

const FLOORS: usize = 8;
const WALLS: usize = 3;
const OBJECTS: usize = 6;

// Where things are in the block of a side.
const FLOOR: usize = 1;
const WALL: usize = FLOOR + FLOORS;
const NEAR: usize = WALL + WALLS;
const SECOND: usize = NEAR + OBJECTS;
const FAR: usize = SECOND + OBJECTS;
const LATER_FLOOR: usize = FAR + OBJECTS;
const LATER_WALL: usize = LATER_FLOOR + FLOORS;
const CROSS_NEAR: usize = LATER_WALL + WALLS;
const CROSS_FAR: usize = CROSS_NEAR + FLOORS;
const LONG: usize = CROSS_FAR + FLOORS;
const LENGTHS: [usize; 4] = [2, 3, 4, 6];
const OPENS: usize = LONG + LENGTHS.len();
const BLOCK: usize = OPENS + 2;
const HERE: usize = 4 * BLOCK;

/// Places one looks down a corridor: further ones tell nothing new.
const FURTHEST: usize = 12;

/// How many numbers a look has.
pub(super) const SIZE: usize = HERE + OBJECTS + 1;

/// Writes what is seen from a stand; in a mirror, if `mirrored`.
pub(super) fn look(
    world: &World,
    stand: Stand,
    slots: Option<&Slots>,
    mirrored: bool,
    out: &mut [f32],
) {
    out.fill(0.0);
    let eyes = Eyes { world, slots, mirrored };
    for side in Side::ALL {
        let shown = if mirrored { side.mirrored() } else { side };
        let place = Side::ALL.iter().position(|one| *one == shown).unwrap_or(0);
        let block = &mut out[place * BLOCK..][..BLOCK];
        // What opens on a side is decided from the heading; where nothing
        // does, one looks at a wall.
        let exit = world.exit_toward(stand.place, stand.heading, side);
        exit.into_iter().for_each(|exit| eyes.look_along(stand.place, exit.heading, block));
    }
    eyes.mark_objects(stand.place, &mut out[HERE..]);
    if world.is_without(stand.place, Class::OBJECT) {
        out[HERE + OBJECTS] = 1.0;
    }
}

/// Who looks, at what, and how.
struct Eyes<'w> {
    world: &'w World,
    slots: Option<&'w Slots>,
    mirrored: bool,
}

impl Eyes<'_> {
    /// Writes the block of one side.
    fn look_along(&self, place: PlaceId, heading: Heading, block: &mut [f32]) {
        let mut length = 0;
        for (steps, glimpse) in self.world.corridor(place, heading).take(FURTHEST).enumerate() {
            length = steps;
            if let Some(onward) = glimpse.onward {
                let (floors, walls) = match steps {
                    0 => (FLOOR, WALL),
                    _ => (LATER_FLOOR, LATER_WALL),
                };
                block[0] = 1.0;
                self.mark(&mut block[floors..], FLOORS, self.world.floor(onward));
                self.mark(&mut block[walls..], WALLS, self.world.look(onward, Class::PICTURE));
            }
            let Some(beyond) = steps.checked_sub(1) else { continue };
            let objects = [NEAR, SECOND, FAR][beyond.min(2)];
            self.mark_objects(glimpse.place, &mut block[objects..]);
            let crossing = [CROSS_NEAR, CROSS_FAR][beyond.min(1)];
            for (side, passage) in [glimpse.left, glimpse.right].into_iter().enumerate() {
                let Some(passage) = passage else { continue };
                self.mark(&mut block[crossing..], FLOORS, self.world.floor(passage));
                if beyond == 0 {
                    block[OPENS + if self.mirrored { 1 - side } else { side }] = 1.0;
                }
            }
        }
        for (place, least) in LENGTHS.into_iter().enumerate() {
            if length >= least {
                block[LONG + place] = 1.0;
            }
        }
    }

    /// Marks the objects of a place. For landmarks of other classes a network
    /// that learnt on SAIL has no slots.
    fn mark_objects(&self, place: PlaceId, slots: &mut [f32]) {
        let kinds = self.world.landmarks(place).iter().map(|landmark| landmark.kind);
        for kind in kinds.filter(|kind| kind.class() == Class::OBJECT) {
            self.mark(slots, OBJECTS, Some(kind));
        }
    }

    /// Marks a kind in a run of slots; one that has no slot is not seen.
    fn mark(&self, slots: &mut [f32], count: usize, kind: Option<KindId>) {
        let known = match self.slots {
            Some(slots) => kind.and_then(|kind| slots.kind(kind)),
            None => kind,
        };
        if let Some(kind) = known.filter(|kind| kind.index() < count) {
            slots[kind.index()] = 1.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Position, Vocabulary, embedded};

    fn seen(at: &str, mirrored: bool) -> Vec<f32> {
        let world = embedded::world("practice").unwrap();
        let pose = at.parse::<Position>().unwrap().on(&world).unwrap();
        let mut out = vec![9.0; SIZE];
        look(&world, Stand::of(pose).unwrap(), None, mirrored, &mut out);
        out
    }

    fn index(class: Class, name: &str) -> usize {
        Vocabulary::sail().by_name(class, name).unwrap().index()
    }

    #[test]
    fn sides_tell_what_is_there() {
        // A corner: the chair stands here, blue floor leads to a lamp ahead,
        // grass to a sofa on the right.
        let here = seen("0,0,90", false);
        assert!(here.iter().all(|value| *value == 0.0 || *value == 1.0));
        assert_eq!(here[HERE + index(Class::OBJECT, "chair")], 1.0);
        let (front, right) = (&here[..BLOCK], &here[BLOCK..2 * BLOCK]);
        assert_eq!(front[FLOOR + index(Class::FLOOR, "blue")], 1.0);
        assert_eq!(front[SECOND + index(Class::OBJECT, "lamp")], 1.0);
        assert_eq!(front[CROSS_NEAR + index(Class::FLOOR, "brick")], 1.0);
        assert_eq!(
            (front[OPENS], front[OPENS + 1], front[LONG], front[LONG + 1]),
            (0.0, 1.0, 1.0, 0.0)
        );
        assert_eq!(right[SECOND + index(Class::OBJECT, "sofa")], 1.0);
        assert!(here[2 * BLOCK..HERE].iter().all(|value| *value == 0.0), "walls behind and left");
    }

    #[test]
    fn turning_turns_the_blocks_and_a_mirror_swaps_them() {
        let (east, south) = (seen("1,1,90", false), seen("1,1,180", false));
        let block = |look: &[f32], side: usize| look[side * BLOCK..][..OPENS].to_vec();
        for side in 0..4 {
            // What was to the right is ahead after a turn to the right.
            assert_eq!(block(&east, (side + 1) % 4), block(&south, side));
        }
        let mirrored = seen("1,1,90", true);
        assert_eq!(block(&mirrored, 1), block(&east, 3));
        assert_eq!(block(&mirrored, 0), block(&east, 0));
    }
}
