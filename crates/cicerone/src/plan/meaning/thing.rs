//! Things: grounding a description in what lies around a pose.
//!
//! A [`Thing`] holds if *one* entity satisfies all its leaves. The entities
//! are those of [`Sight`](crate::world::Sight): things, places, ways and walls
//! on the four straight lines of sight. What holds of things follows from what
//! their class is attached to.
//!
//! | attribute | meaning | example |
//! |---|---|---|
//! | `type` | what the language calls such a value; [`is_usual_type`] | a lamp is a `TypeObj` |
//! | `value` | [`matches_value`] | `Furniture` is any object, `End` a place with the way ahead closed |
//! | `dist` | `Immediate` k = 0, `Near` k <= 2, `Far` k >= 1 | 'towards the lamp' is `Far` |
//! | `side` | the line it is on; `At` is one's own place; `Sides` left or right; a wall without a `dist` is here | 'the wall on your left' |
//! | `Appear` | one floor shows all values; if no kind can, each shows on some way there | 'the gray stone hall' |
//! | `Structural` | `T_Int` three ways; `Long` at least two passages and no arm longer; `Short` some arm longer, none shorter | 'the long hall' |
//! | `Order_adj` | the n-th place of the walk (the start excluded), or of the line, where the rest holds | 'the second alley' |
//! | `Count` | open directions; for objects how many there are | 'only one way to go' |
//! | `Part`, `Detail`, `On` | something that belongs to it; [`belongings`](super::belongings) | 'the intersection with the blue hall' |
//! | `Past` | the nested thing was passed on the walk, or lies behind | 'one intersection past the lamp' |

use super::scene::Scene;
use super::structure;
use super::tally::{AttributeVerdict, Tally};
use crate::cas::{Appearance, Proximity, Shape, Slot, Thing, ThingSide, ThingType, Value};
use crate::world::{Attachment, Class, Group, KindId, Pose, Seen, Side, What};

impl Scene<'_, '_> {
    /// How well a thing fits what is around; an open leaf asks for nothing.
    pub(crate) fn thing<T: Tally>(&self, thing: &Thing) -> T {
        let lines = if T::COUNTS { &Side::ALL[..] } else { self.lines(thing) };
        let beyond = lines.iter().flat_map(|side| self.sight.beyond(&self.around, *side));
        let seen = self.sight.here(&self.around).iter().chain(beyond);
        let candidates = seen.filter(|seen| self.is_candidate(thing, seen));
        self.fits(thing, candidates).unwrap_or_else(|| {
            // Nothing of that sort is there: the value fails, and where it is
            // said to be holds if something is there.
            let others = self.everything().filter(|seen| !is_of_sort_of(thing, seen));
            let rest = T::COUNTS.then(|| self.fits(thing, others)).flatten();
            rest.unwrap_or_else(|| all_fail(thing, self.role))
        })
    }

    /// The lines beyond the own place on which a thing can be at all, which
    /// spares looking down the others.
    fn lines(&self, thing: &Thing) -> &'static [Side] {
        let is_here = thing.dist == Slot::Set(Proximity::Immediate);
        match thing.side {
            _ if is_here => &[],
            Slot::Set(ThingSide::At) => &[],
            Slot::Set(ThingSide::Front) => &[Side::Front],
            Slot::Set(ThingSide::Back) => &[Side::Back],
            Slot::Set(ThingSide::Left) => &[Side::Left],
            Slot::Set(ThingSide::Right) => &[Side::Right],
            Slot::Set(ThingSide::Sides) => &[Side::Left, Side::Right],
            Slot::Unset if self.faced => &[Side::Front],
            Slot::Unset | Slot::Open => &Side::ALL,
        }
    }

    /// The best fit among these entities; if there is none, everything fails.
    pub(crate) fn best<'x, T: Tally>(
        &self,
        thing: &Thing,
        candidates: impl Iterator<Item = &'x Seen>,
    ) -> T {
        self.fits(thing, candidates).unwrap_or_else(|| all_fail(thing, self.role))
    }

    fn fits<'x, T: Tally>(
        &self,
        thing: &Thing,
        candidates: impl Iterator<Item = &'x Seen>,
    ) -> Option<T> {
        let mut best: Option<T> = None;
        for seen in candidates {
            let fit = self.fit(thing, seen);
            let better = match best.take() {
                Some(best) => T::better(best, fit),
                None => fit,
            };
            if better.is_perfect() {
                return Some(better);
            }
            best = Some(better);
        }
        best
    }

    /// True if the entity is of the sort that the value speaks of.
    pub(crate) fn is_candidate(&self, thing: &Thing, seen: &Seen) -> bool {
        let sort = thing.value.get().is_none_or(|value| is_of_sort(*value, seen));
        // 'A path here' is not the one walked along.
        let own = thing.side.get() == Some(&ThingSide::At) && seen.k == 0 && self.is_own_way(seen);
        // What one faces is ahead unless a side is said.
        let elsewhere =
            self.faced && thing.side == Slot::Unset && !is_on_side(ThingSide::Front, seen);
        // A wall is here unless it is said to be far.
        let far_wall = seen.what == What::Wall && seen.k > 0 && thing.dist == Slot::Unset;
        sort && !own && !elsewhere && !far_wall
    }

    fn fit<T: Tally>(&self, thing: &Thing, seen: &Seen) -> T {
        let mut tally = T::default();
        let role = self.role;
        if let Some(kind) = thing.kind.get() {
            let usual = thing.value.get().is_none_or(|value| is_usual_type(*kind, *value));
            tally.judge(role, "type", usual.into());
        }
        if let Some(value) = thing.value.get() {
            tally.judge(role, "value", self.matches_value(*value, seen).into());
        }
        if let Some(dist) = thing.dist.get() {
            tally.judge(role, "dist", is_within(*dist, seen.k).into());
        }
        if let Some(side) = thing.side.get() {
            tally.judge(role, "side", is_on_side(*side, seen).into());
        }
        self.appearance_and_shape(thing, seen, &mut tally);
        if let Some(order) = thing.order.get() {
            tally.judge(role, "Order_adj", self.order(thing, seen, *order));
        }
        if let Some(count) = thing.count.get() {
            tally.judge(role, "Count", self.count(thing, seen, *count));
        }
        for nested in [&thing.part, &thing.detail, &thing.on].into_iter().flatten() {
            tally.add(self.belonging(seen, thing, nested));
        }
        for nested in &thing.past {
            tally.add(self.passed(seen, nested));
        }
        tally
    }

    /// `Appear` and `Structural`, which mean the same wherever a thing stands.
    pub(crate) fn appearance_and_shape<T: Tally>(&self, thing: &Thing, seen: &Seen, tally: &mut T) {
        if let Some(appear) = thing.appear.get() {
            tally.judge(self.role, "Appear", self.appearance(appear, seen));
        }
        if let Some(shape) = thing.structural.get() {
            tally.judge(self.role, "Structural", self.shape(*shape, seen));
        }
    }

    fn appearance(&self, wanted: &[Appearance], seen: &Seen) -> AttributeVerdict {
        let vocabulary = self.sight.world.vocabulary();
        let shows = |floor: KindId| wanted.iter().all(|one| one.matches(floor, vocabulary));
        let floors = || self.sight.floors(seen.place);
        let each_somewhere = || {
            let disjoint = !vocabulary.ids(Class::FLOOR).any(shows);
            disjoint
                && wanted.iter().all(|one| floors().any(|floor| one.matches(floor, vocabulary)))
        };
        match seen.what {
            What::Way(Some(floor)) => (shows(floor) || each_somewhere()).into(),
            What::Place => (floors().any(shows) || each_somewhere()).into(),
            What::Way(None) | What::Thing(_) | What::Wall => AttributeVerdict::NotJudged,
        }
    }

    fn shape(&self, shape: Shape, seen: &Seen) -> AttributeVerdict {
        let world = self.sight.world;
        let exits = world.exits(seen.place);
        let arms = || exits.iter().map(|exit| self.sight.length(seen.place, exit.heading));
        match (shape, seen.what) {
            (Shape::TIntersection, _) => (exits.len() == 3).into(),
            (Shape::Long | Shape::Short, What::Way(_)) => {
                let own = self.sight.length(seen.place, seen.heading);
                match shape {
                    Shape::Long => own >= 2 && arms().all(|other| other <= own),
                    _ => arms().any(|other| other > own) && arms().all(|other| other >= own),
                }
                .into()
            }
            _ => AttributeVerdict::NotJudged,
        }
    }

    /// True if the entity is what the value names.
    pub(crate) fn matches_value(&self, value: Value, seen: &Seen) -> bool {
        let world = self.sight.world;
        let vocabulary = world.vocabulary();
        let is = |kind: KindId| match value {
            Value::Kind(wanted) => wanted == kind,
            Value::Group(group) => vocabulary.in_group(kind, group),
            _ => false,
        };
        match (value, seen.what) {
            (Value::Path, What::Way(_)) | (Value::Wall | Value::End, What::Wall) => true,
            (Value::Group(group @ Group::Empty), What::Place) => {
                world.is_without(seen.place, group.class())
            }
            (_, What::Place) => structure::is_a(world, seen.place, seen.heading, value),
            (_, What::Thing(_) | What::Way(_)) => seen.kind().is_some_and(is),
            _ => false,
        }
    }

    /// The n-th such thing: along the walk if one has walked here and it is
    /// at the end of it, otherwise along the line it is seen on.
    fn order(&self, thing: &Thing, seen: &Seen, wanted: u32) -> AttributeVerdict {
        let mut plain = thing.clone();
        plain.order = Slot::Unset;
        if seen.k == 0 {
            match self.walk.len() {
                0 => return AttributeVerdict::NotJudged,
                // The start of a walk is not counted, so it is none of them.
                1 => return AttributeVerdict::Fails,
                _ => {}
            }
            let reached = (2..=self.walk.len())
                .filter_map(|length| Scene::after(self.sight, &self.walk[..length], self.role))
                .filter(|scene| holds(&Scene { faced: self.faced, ..scene.clone() }, &plain))
                .count();
            return (reached == wanted as usize).into();
        }
        let mut places: Vec<u32> = self
            .everything()
            .filter(|other| other.line == seen.line && (1..=seen.k).contains(&other.k))
            .filter(|other| self.is_candidate(&plain, other))
            .filter(|other| {
                // Which one it is does not depend on how far the others are.
                let mut anywhere = plain.clone();
                anywhere.dist = Slot::Unset;
                self.fit::<super::Truth>(&anywhere, other).delta()
            })
            .map(|other| other.k)
            .collect();
        places.dedup();
        (places.len() == wanted as usize).into()
    }

    /// For ways the open directions, or the sides that open; for landmarks how
    /// many there are. Pictures and structures are not counted.
    fn count(&self, thing: &Thing, seen: &Seen, wanted: u32) -> AttributeVerdict {
        let number = match seen.what {
            What::Way(_) if thing.side.get() == Some(&ThingSide::Sides) => {
                let sides = [Side::Left, Side::Right].into_iter();
                let Scene { sight, around, .. } = self;
                sides
                    .filter(|side| {
                        sight.world.exit_toward(around.place, around.heading, *side).is_some()
                    })
                    .count()
            }
            What::Way(_) => self.sight.world.exits(seen.place).len(),
            What::Thing(_) if seen.is_landmark() => {
                let mut plain = thing.clone();
                plain.count = Slot::Unset;
                let alike = self.everything().filter(|other| self.is_candidate(&plain, other));
                alike.filter(|other| self.fit::<super::Truth>(&plain, other).delta()).count()
            }
            _ => return AttributeVerdict::NotJudged,
        };
        (number == wanted as usize).into()
    }

    /// `Past`: the nested thing stands at a place the walk came through, or,
    /// if one has not walked, on the line behind.
    fn passed<T: Tally>(&self, seen: &Seen, nested: &Thing) -> T {
        if self.walk.len() >= 2 {
            return passed_on(self, &self.walk[..self.walk.len() - 1], nested);
        }
        let behind = self.everything().filter(|other| {
            is_of_sort_of(nested, other)
                && (other.line == Some(Side::Back) || (other.line == seen.line && other.k < seen.k))
        });
        let mut plain = nested.clone();
        (plain.dist, plain.side) = (Slot::Unset, Slot::Unset);
        let mut tally: T = Scene { faced: false, ..self.clone() }.best(&plain, behind);
        // Where it stands was asked for already, by lying behind.
        for (leaf, is_there) in
            [("dist", nested.dist.get().is_some()), ("side", nested.side.get().is_some())]
        {
            if is_there {
                tally.judge(self.role, leaf, AttributeVerdict::Holds);
            }
        }
        tally
    }
}

/// The best fit of a thing at one of these places of a walk.
pub(crate) fn passed_on<T: Tally>(scene: &Scene<'_, '_>, places: &[Pose], thing: &Thing) -> T {
    let mut best: Option<T> = None;
    for pose in places {
        let Some(heading) = pose.heading else { continue };
        let there = Scene::standing(scene.sight, pose.place, heading, scene.role);
        let fit: T = there.thing(thing);
        best = Some(match best.take() {
            Some(best) => T::better(best, fit),
            None => fit,
        });
    }
    best.unwrap_or_else(|| all_fail(thing, scene.role))
}

/// True if the thing holds, counting nothing.
pub(crate) fn holds(scene: &Scene<'_, '_>, thing: &Thing) -> bool {
    scene.thing::<super::Truth>(thing).delta()
}

fn is_of_sort_of(thing: &Thing, seen: &Seen) -> bool {
    thing.value.get().is_none_or(|value| is_of_sort(*value, seen))
}

/// True if an entity of that sort could be what the value names.
pub(crate) fn is_of_sort(value: Value, seen: &Seen) -> bool {
    let what = seen.what;
    let class = match value {
        Value::Path => return seen.is_way(),
        Value::Wall => return what == What::Wall,
        // A closed side of one's own place is the end of the way one stands on.
        Value::End => return matches!(what, What::Place | What::Wall),
        Value::Intersection | Value::Corner | Value::DeadEnd | Value::Block => {
            return what == What::Place;
        }
        Value::Group(Group::Empty) => return what == What::Place,
        Value::Door
        | Value::Opening
        | Value::Corridor
        | Value::Room
        | Value::Hall
        | Value::Outside
        | Value::Stairs
        | Value::Lift
        | Value::Escalator
        | Value::Ramp => return false,
        Value::Group(group) => group.class(),
        Value::Kind(kind) => kind.class(),
    };
    match what {
        What::Thing(kind) => class == kind.class(),
        What::Way(_) => class.attachment() == Attachment::Surface,
        What::Place | What::Wall => false,
    }
}

/// Which types people give a value: paths all four (a hall is a `TypePath`, a
/// floor one points at a `TypeObj`, an area a `TypeRegion`), what is attached
/// to passages `TypeObj` or `TypePath`, landmarks and walls `TypeObj`,
/// structures `TypeStruct`, and a block also `TypeRegion`.
pub(crate) fn is_usual_type(kind: ThingType, value: Value) -> bool {
    use ThingType::{Object, Path, Region, Structure};
    let class = match value {
        Value::Path => return true,
        Value::Wall => return kind == Object,
        Value::Block => return matches!(kind, Structure | Region),
        Value::End | Value::Intersection | Value::Corner | Value::DeadEnd => {
            return kind == Structure;
        }
        Value::Door
        | Value::Opening
        | Value::Stairs
        | Value::Lift
        | Value::Escalator
        | Value::Ramp => return kind == Structure,
        Value::Corridor | Value::Room | Value::Hall | Value::Outside => return kind == Region,
        Value::Group(group) => group.class(),
        Value::Kind(kind) => kind.class(),
    };
    match class.attachment() {
        Attachment::Place => kind == Object,
        Attachment::Surface | Attachment::Walls => matches!(kind, Object | Path),
    }
}

/// How far is near: the bounds overlap, since people say 'towards' of what is
/// one passage away and 'back to' of what is two.
pub(crate) fn is_within(dist: Proximity, k: u32) -> bool {
    match dist {
        Proximity::Immediate => k == 0,
        Proximity::Near => k <= 2,
        Proximity::Far => k >= 1,
    }
}

/// True if the entity is on that side of the viewer.
///
/// `At` is one's own place, and of walls there the one ahead. What stands at
/// one's own place is also in front. Pictures hang on both walls of a passage,
/// so those of the passage ahead are also left and right.
pub(crate) fn is_on_side(side: ThingSide, seen: &Seen) -> bool {
    let on = |side: Side| seen.line == Some(side);
    let pictures_ahead = || seen.is_hanging() && on(Side::Front) && seen.k == 0;
    match side {
        ThingSide::At => seen.k == 0 && (seen.what != What::Wall || on(Side::Front)),
        ThingSide::Front => on(Side::Front) || seen.line.is_none(),
        ThingSide::Back => on(Side::Back),
        ThingSide::Left => on(Side::Left) || pictures_ahead(),
        ThingSide::Right => on(Side::Right) || pictures_ahead(),
        ThingSide::Sides => on(Side::Left) || on(Side::Right) || pictures_ahead(),
    }
}

/// Every leaf of a thing that nothing answers to.
pub(crate) fn all_fail<T: Tally>(thing: &Thing, role: &'static str) -> T {
    let mut tally = T::default();
    let leaves = [
        ("type", thing.kind.get().is_some()),
        ("value", thing.value.get().is_some()),
        ("dist", thing.dist.get().is_some()),
        ("side", thing.side.get().is_some()),
        ("Appear", thing.appear.get().is_some()),
        ("Structural", thing.structural.get().is_some()),
        ("Order_adj", thing.order.get().is_some()),
        ("Count", thing.count.get().is_some()),
    ];
    for (leaf, is_there) in leaves {
        if is_there {
            tally.judge(role, leaf, AttributeVerdict::Fails);
        }
    }
    for nested in [&thing.part, &thing.detail, &thing.on, &thing.past].into_iter().flatten() {
        tally.add(all_fail(nested, role));
    }
    tally
}
