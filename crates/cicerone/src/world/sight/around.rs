//! Everything on the four straight lines of sight from a pose, and how far.
//!
//! `k` counts passages from the viewer. A line follows
//! [`World::corridor`] from the exit on that side; where nothing opens, the
//! line is the viewer's own place alone, closed by a wall.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use super::Glimpse;
use crate::world::{Attachment, Class, Heading, KindId, LevelId, PassageId, PlaceId, Side, World};

/// Nobody tells things apart further down a corridor than this many places,
/// and no walk is told by more. It bounds the cost of a segment where a
/// corridor is thousands of places long.
pub(crate) const HORIZON: usize = 24;

/// A world as one sees it, with the surroundings of every pose looked up once.
pub struct Sight<'w> {
    pub(crate) world: &'w World,
    seen: RefCell<ByPose<Rc<Surroundings>>>,
}

/// What is known of poses, by place and heading.
type ByPose<T> = HashMap<(PlaceId, u64), T, BuildHasherDefault<PoseHasher>>;

/// Poses are looked up millions of times for one plan. They are a number of
/// ours and a direction, so no hash that withstands strangers is needed.
#[derive(Default)]
struct PoseHasher(u64);

impl Hasher for PoseHasher {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// What one sees from one pose, looking along four lines.
pub struct Surroundings {
    /// Where one is.
    pub place: PlaceId,
    /// Which way one looks.
    pub heading: Heading,
    here: OnceCell<Box<[Seen]>>,
    lines: [OnceCell<Box<[Seen]>>; 4],
}

/// Something that can be spoken of, and where it is seen from a pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// What it is.
    pub what: What,
    /// What it is attached to; of a way the passage that it is.
    pub anchor: Anchor,
    /// The line it is on; `None` for what is at the viewer's own place.
    pub line: Option<Side>,
    /// Passages away.
    pub k: u32,
    /// The place it is at, or begins at.
    pub place: PlaceId,
    /// For a way, a wall or what hangs along a way the direction it lies in
    /// from `place`; otherwise the direction one looks along there.
    pub heading: Heading,
    /// Which of the landmarks of its place it is.
    number: u32,
}

/// What sort of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum What {
    /// A thing of that kind, of whatever class.
    Thing(KindId),
    /// The place itself: an intersection, a corner, an end.
    Place,
    /// A passage that leaves the place and that one could take, with its floor
    /// if that is known.
    Way(Option<KindId>),
    /// A closed direction.
    Wall,
}

/// What something is attached to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Anchor {
    /// It stands at a place, is that place, or closes it.
    Place(PlaceId),
    /// It hangs along a passage, or is one.
    Passage(PassageId),
}

impl Seen {
    /// The kind of a thing, or of a way's floor.
    pub fn kind(&self) -> Option<KindId> {
        match self.what {
            What::Thing(kind) => Some(kind),
            What::Way(floor) => floor,
            What::Place | What::Wall => None,
        }
    }

    /// The class of a thing.
    pub fn class(&self) -> Option<Class> {
        match self.what {
            What::Thing(kind) => Some(kind.class()),
            _ => None,
        }
    }

    /// True for a thing at a place: a landmark, which one walks to and faces.
    pub fn is_landmark(&self) -> bool {
        self.class().is_some_and(|class| class.attachment() == Attachment::Place)
    }

    /// True for a thing that hangs along both walls of a passage.
    pub fn is_hanging(&self) -> bool {
        self.class().is_some_and(|class| class.attachment() == Attachment::Walls)
    }

    /// True for a passage one could take.
    pub fn is_way(&self) -> bool {
        matches!(self.what, What::Way(_))
    }

    /// The passage that it is, or hangs along.
    pub fn passage(&self) -> Option<PassageId> {
        match self.anchor {
            Anchor::Passage(passage) => Some(passage),
            Anchor::Place(_) => None,
        }
    }
}

impl Seen {
    /// The wall behind what hangs on it, which is there though nothing is closed.
    pub(crate) fn wall_behind(&self) -> Seen {
        Seen { what: What::Wall, anchor: Anchor::Place(self.place), ..*self }
    }
}

impl<'w> Sight<'w> {
    /// The sight of a world, nothing looked at yet.
    pub fn new(world: &'w World) -> Sight<'w> {
        Sight { world, seen: RefCell::default() }
    }

    /// The surroundings of a pose, looked at when asked for.
    pub fn around(&self, place: PlaceId, heading: Heading) -> Rc<Surroundings> {
        let key = (place, heading.degrees().to_bits());
        let new = || {
            let (here, lines) = Default::default();
            Rc::new(Surroundings { place, heading, here, lines })
        };
        self.seen.borrow_mut().entry(key).or_insert_with(new).clone()
    }

    /// Everything at the viewer's own place: what is there, the place itself,
    /// and in each direction a way with what hangs along it, or a wall.
    pub fn here<'f>(&self, around: &'f Surroundings) -> &'f [Seen] {
        around.here.get_or_init(|| {
            let Surroundings { place, heading, .. } = *around;
            let seen = |what, anchor, line, heading| Seen {
                what,
                anchor,
                line,
                k: 0,
                place,
                heading,
                number: 0,
            };
            let spot = Anchor::Place(place);
            // The place, and in four directions a way and its pictures or a wall.
            let mut all: Vec<Seen> = Vec::with_capacity(12);
            self.landmarks(seen(What::Place, spot, None, heading), &mut all);
            for exit in self.world.exits(place) {
                let side = Some(heading.side_of(exit.heading));
                let along = |what| seen(what, Anchor::Passage(exit.passage), side, exit.heading);
                all.push(along(What::Way(self.world.floor(exit.passage))));
                let hangings = self.world.hangings(exit.passage);
                all.extend(hangings.map(|kind| along(What::Thing(kind))));
            }
            for side in Side::ALL {
                if self.world.exit_toward(place, heading, side).is_none() {
                    all.push(seen(What::Wall, spot, Some(side), heading.toward(side)));
                }
            }
            all.into()
        })
    }

    /// Everything on one line beyond the viewer's own place, the near first.
    pub fn beyond<'f>(&self, around: &'f Surroundings, side: Side) -> &'f [Seen] {
        let number = Side::ALL.iter().position(|one| *one == side).unwrap_or(0);
        around.lines[number].get_or_init(|| {
            let mut all = Vec::new();
            if let Some(exit) = self.world.exit_toward(around.place, around.heading, side) {
                let corridor = self.world.corridor(around.place, exit.heading);
                for (k, glimpse) in corridor.enumerate().take(HORIZON).skip(1) {
                    self.glimpsed(side, k as u32, glimpse, &mut all);
                }
            }
            all.into()
        })
    }

    fn glimpsed(&self, side: Side, k: u32, glimpse: Glimpse, all: &mut Vec<Seen>) {
        let Glimpse { place, heading, left, right, onward } = glimpse;
        let seen = |what, anchor, heading| Seen {
            what,
            anchor,
            line: Some(side),
            k,
            place,
            heading,
            number: 0,
        };
        let spot = Anchor::Place(place);
        self.landmarks(seen(What::Place, spot, heading), all);
        let along = |what, passage: PassageId| {
            let mut exits = self.world.exits(place).iter();
            let toward = exits.find(|exit| exit.passage == passage);
            seen(what, Anchor::Passage(passage), toward.map_or(heading, |exit| exit.heading))
        };
        for passage in [left, right].into_iter().flatten() {
            all.push(along(What::Way(self.world.floor(passage)), passage));
        }
        if let Some(passage) = onward {
            let hangings = self.world.hangings(passage);
            all.extend(hangings.map(|kind| along(What::Thing(kind), passage)));
        } else if self.world.ahead(place, heading).is_none() {
            // Where the corridor only bends out of sight nothing is closed.
            all.push(seen(What::Wall, spot, heading));
        }
    }

    /// What is at a place, then the place.
    fn landmarks(&self, place: Seen, all: &mut Vec<Seen>) {
        let landmarks = self.world.landmarks(place.place).iter().zip(0..);
        all.extend(landmarks.map(|(one, number)| Seen {
            what: What::Thing(one.kind),
            number,
            ..place
        }));
        all.push(place);
    }

    /// What one thing or place is called, or what is written on it.
    pub fn name(&self, seen: &Seen) -> Option<&'w str> {
        match seen.what {
            What::Thing(_) if seen.is_landmark() => {
                self.world.landmarks(seen.place).get(seen.number as usize)?.name.as_deref()
            }
            What::Place => self.world.place(seen.place).name.as_deref(),
            _ => None,
        }
    }

    /// How far away something is, or begins, in the world's unit.
    pub fn distance(&self, around: &Surroundings, seen: &Seen) -> f64 {
        self.world.distance(around.place, seen.place)
    }

    /// The level something is on.
    pub fn level(&self, seen: &Seen) -> LevelId {
        self.world.level(seen.place)
    }

    /// The floors of the ways that meet at a place, as far as they are known.
    pub(crate) fn floors(&self, place: PlaceId) -> impl Iterator<Item = KindId> + '_ {
        self.world.exits(place).iter().filter_map(|exit| self.world.floor(exit.passage))
    }

    /// How many passages long the corridor is that leaves a place that way.
    pub(crate) fn length(&self, place: PlaceId, heading: Heading) -> usize {
        self.world.corridor(place, heading).take(HORIZON).count() - 1
    }
}
