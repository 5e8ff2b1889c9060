//! The frame of reference: what lies on the four straight lines of sight from
//! a pose, and how far.
//!
//! `k` counts passages from the viewer. A line follows
//! [`World::corridor`] from the exit on that side; where nothing opens, the
//! line is the viewer's own place alone, closed by a wall.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use crate::world::{Glimpse, Heading, KindId, PassageId, PlaceId, Side, World};

/// Nobody tells things apart further down a corridor than this many places,
/// and no walk is told by more. It bounds the cost of a segment where a
/// corridor is thousands of places long.
pub const HORIZON: usize = 24;

/// A world as followers see it, with every frame that was looked up once.
pub(crate) struct Sight<'w> {
    pub(crate) world: &'w World,
    frames: RefCell<HashMap<(PlaceId, u64), Rc<Frame>>>,
}

/// What one sees from one pose, looking along four lines.
pub(crate) struct Frame {
    pub(crate) place: PlaceId,
    pub(crate) heading: Heading,
    here: OnceCell<Box<[Seen]>>,
    lines: [OnceCell<Box<[Seen]>>; 4],
}

/// Something that can be spoken of, and where it is seen from a pose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Seen {
    pub(crate) what: What,
    /// The line it is on; `None` for what stands at the viewer's own place.
    pub(crate) line: Option<Side>,
    /// Passages away.
    pub(crate) k: u32,
    /// The place it is at, or begins at.
    pub(crate) place: PlaceId,
    /// For a way, a wall or a picture the direction it lies in from `place`;
    /// otherwise the direction one looks along there.
    pub(crate) heading: Heading,
}

/// What sort of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    /// An object.
    Object(KindId),
    /// The place itself: an intersection, a corner, an end.
    Place,
    /// A passage that leaves the place and that one could take.
    Way(PassageId),
    /// A closed direction.
    Wall,
    /// The pictures along a passage.
    Picture(PassageId, KindId),
}

impl<'w> Sight<'w> {
    pub(crate) fn new(world: &'w World) -> Sight<'w> {
        Sight { world, frames: RefCell::default() }
    }

    /// The frame of a pose.
    pub(crate) fn frame(&self, place: PlaceId, heading: Heading) -> Rc<Frame> {
        let key = (place, heading.degrees().to_bits());
        let new = || {
            let (here, lines) = Default::default();
            Rc::new(Frame { place, heading, here, lines })
        };
        self.frames.borrow_mut().entry(key).or_insert_with(new).clone()
    }

    /// Everything at the viewer's own place: what stands there, the place
    /// itself, and in each direction a way with its pictures, or a wall.
    pub(crate) fn here<'f>(&self, frame: &'f Frame) -> &'f [Seen] {
        frame.here.get_or_init(|| {
            let Frame { place, heading, .. } = *frame;
            let seen = |what, line, heading| Seen { what, line, k: 0, place, heading };
            let objects = self.world.place(place).objects.iter();
            let mut all: Vec<Seen> =
                objects.map(|kind| seen(What::Object(*kind), None, heading)).collect();
            all.push(seen(What::Place, None, heading));
            for exit in self.world.exits(place) {
                let side = Some(heading.side_of(exit.heading));
                all.push(seen(What::Way(exit.passage), side, exit.heading));
                all.extend(self.picture(exit.passage).map(|what| seen(what, side, exit.heading)));
            }
            for side in Side::ALL {
                if self.world.exit_toward(place, heading, side).is_none() {
                    all.push(seen(What::Wall, Some(side), heading.toward(side)));
                }
            }
            all.into()
        })
    }

    /// Everything on one line beyond the viewer's own place, the near first.
    pub(crate) fn beyond<'f>(&self, frame: &'f Frame, side: Side) -> &'f [Seen] {
        let number = Side::ALL.iter().position(|one| *one == side).unwrap_or(0);
        frame.lines[number].get_or_init(|| {
            let mut all = Vec::new();
            if let Some(exit) = self.world.exit_toward(frame.place, frame.heading, side) {
                let corridor = self.world.corridor(frame.place, exit.heading);
                for (k, glimpse) in corridor.enumerate().take(HORIZON).skip(1) {
                    self.glimpsed(side, k as u32, glimpse, &mut all);
                }
            }
            all.into()
        })
    }

    fn glimpsed(&self, side: Side, k: u32, glimpse: Glimpse, all: &mut Vec<Seen>) {
        let Glimpse { place, heading, left, right, onward } = glimpse;
        let seen = |what, heading| Seen { what, line: Some(side), k, place, heading };
        let objects = self.world.place(place).objects.iter();
        all.extend(objects.map(|kind| seen(What::Object(*kind), heading)));
        all.push(seen(What::Place, heading));
        let toward = |passage: PassageId| {
            let mut exits = self.world.exits(place).iter();
            exits.find(|exit| exit.passage == passage).map_or(heading, |exit| exit.heading)
        };
        for passage in [left, right].into_iter().flatten() {
            all.push(seen(What::Way(passage), toward(passage)));
        }
        if let Some(passage) = onward {
            all.extend(self.picture(passage).map(|what| seen(what, toward(passage))));
        } else if self.world.ahead(place, heading).is_none() {
            // Where the corridor only bends out of sight nothing is closed.
            all.push(seen(What::Wall, heading));
        }
    }

    fn picture(&self, passage: PassageId) -> Option<What> {
        self.world.passage(passage).wall.map(|kind| What::Picture(passage, kind))
    }

    /// How many passages long the corridor is that leaves a place that way.
    pub(crate) fn length(&self, place: PlaceId, heading: Heading) -> usize {
        self.world.corridor(place, heading).take(HORIZON).count() - 1
    }
}
