//! What a follower sees where it stands, as the vector a network is fed.
//!
//! A follower may turn its head, so the vector holds one block for each side:
//! what opens there, its floor and pictures, what stands down that corridor at
//! one step, at two and further on, which floors cross it, and how long it is;
//! and what stands at its own place. Everything is told as seen from the
//! heading: nothing says where on the map one is.
//!
//! Kinds are told by slots: the first object that the sentence speaks of, the
//! second; any other; and the groups that the language has words for.

use super::act::Stand;
use crate::words::slots::{HEARD, Spoken};
use crate::world::{Class, Group, Heading, KindId, PlaceId, Side, World};

/// What is told of a thing: its slot, or that it is another; and its groups.
const fn marks(class: Class) -> usize {
    HEARD + 1 + groups(class).len()
}

/// The groups of a class to which not all of its kinds belong.
const fn groups(class: Class) -> &'static [Group] {
    match class {
        Class::FLOOR => &[Group::Gray, Group::Greenish, Group::Brown, Group::Dark],
        Class::OBJECT => &[Group::GenChair],
        _ => &[],
    }
}

const FLOORS: usize = marks(Class::FLOOR);
const WALLS: usize = marks(Class::PICTURE);
const OBJECTS: usize = marks(Class::OBJECT);

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

/// Writes what is seen from a stand by who was told of what is spoken of; in a
/// mirror, if `mirrored`.
pub(super) fn look(world: &World, stand: Stand, spoken: &Spoken, mirrored: bool, out: &mut [f32]) {
    out.fill(0.0);
    let eyes = Eyes { world, spoken, mirrored };
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
    spoken: &'w Spoken,
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
                self.mark(&mut block[floors..], self.world.floor(onward));
                self.mark(&mut block[walls..], self.world.look(onward, Class::PICTURE));
            }
            let Some(beyond) = steps.checked_sub(1) else { continue };
            let objects = [NEAR, SECOND, FAR][beyond.min(2)];
            self.mark_objects(glimpse.place, &mut block[objects..]);
            let crossing = [CROSS_NEAR, CROSS_FAR][beyond.min(1)];
            for (side, passage) in [glimpse.left, glimpse.right].into_iter().enumerate() {
                let Some(passage) = passage else { continue };
                self.mark(&mut block[crossing..], self.world.floor(passage));
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

    /// Marks the objects of a place.
    fn mark_objects(&self, place: PlaceId, marks: &mut [f32]) {
        let kinds = self.world.landmarks(place).iter().map(|landmark| landmark.kind);
        for kind in kinds.filter(|kind| kind.class() == Class::OBJECT) {
            self.mark(marks, Some(kind));
        }
    }

    /// Marks a kind in what is told of a thing.
    fn mark(&self, marks: &mut [f32], kind: Option<KindId>) {
        let Some(kind) = kind else { return };
        marks[self.spoken.place(kind).unwrap_or(HEARD)] = 1.0;
        for (place, group) in groups(kind.class()).iter().enumerate() {
            if self.world.vocabulary().in_group(kind, *group) {
                marks[HEARD + 1 + place] = 1.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{slots::Ear, tokenize};
    use crate::world::{Position, embedded};

    /// What somebody sees who was told that.
    fn seen(told: &str, at: &str, mirrored: bool) -> Vec<f32> {
        let world = embedded::world("practice").unwrap();
        let pose = at.parse::<Position>().unwrap().on(&world).unwrap();
        let mut out = vec![9.0; SIZE];
        let (_, spoken) = Ear::of(world.vocabulary()).hear(&tokenize(told));
        look(&world, Stand::of(pose).unwrap(), &spoken, mirrored, &mut out);
        out
    }

    #[test]
    fn sides_tell_what_is_there() {
        // A corner: the chair stands here, blue floor leads to a lamp ahead,
        // grass to a sofa on the right.
        let here = seen("from the chair along the blue past a lamp", "0,0,90", false);
        assert!(here.iter().all(|value| *value == 0.0 || *value == 1.0));
        let marked = |marks: &[f32]| -> Vec<usize> {
            (0..marks.len()).filter(|place| marks[*place] == 1.0).collect()
        };
        let chair = HEARD + 1;
        assert_eq!(marked(&here[HERE..][..OBJECTS]), [0, chair], "the first object, a chair");
        let (front, right) = (&here[..BLOCK], &here[BLOCK..2 * BLOCK]);
        assert_eq!(marked(&front[FLOOR..][..FLOORS]), [0, FLOORS - 1], "the first floor, dark");
        assert_eq!(marked(&front[SECOND..][..OBJECTS]), [1], "the second object");
        let other = [HEARD, FLOORS - 2, FLOORS - 1];
        assert_eq!(marked(&front[CROSS_NEAR..][..FLOORS]), other, "brick: another, brown and dark");
        assert_eq!(
            (front[OPENS], front[OPENS + 1], front[LONG], front[LONG + 1]),
            (0.0, 1.0, 1.0, 0.0)
        );
        assert_eq!(marked(&right[SECOND..][..OBJECTS]), [HEARD, chair], "a sofa is another");
        assert!(here[2 * BLOCK..HERE].iter().all(|value| *value == 0.0), "walls behind and left");
    }

    #[test]
    fn turning_turns_the_blocks_and_a_mirror_swaps_them() {
        let (east, south) = (seen("", "1,1,90", false), seen("", "1,1,180", false));
        let block = |look: &[f32], side: usize| look[side * BLOCK..][..OPENS].to_vec();
        for side in 0..4 {
            // What was to the right is ahead after a turn to the right.
            assert_eq!(block(&east, (side + 1) % 4), block(&south, side));
        }
        let mirrored = seen("", "1,1,90", true);
        assert_eq!(block(&mirrored, 1), block(&east, 3));
        assert_eq!(block(&mirrored, 0), block(&east, 0));
    }
}
