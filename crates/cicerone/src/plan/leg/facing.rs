//! Which way to look first: by what one sees from where one stands.

use super::marks::{self, is_such, of, on};
use super::{Part, Telling, ease};
use crate::cas::{Action, Face, Proximity, Shape, Slot, Thing, Value, Verify};
use crate::world::{
    Around, DoorId, FixtureId, Heading, KindId, Outlook, Side, Sighted, far, heading,
};

/// One looks about so far for something to turn by, in metres.
pub(super) const LOOK_ABOUT: f64 = 15.0;
/// What is moved about, or no larger than a chair.
const SMALL: [&str; 12] = [
    "bin", "can", "chair", "stool", "keyboard", "monitor", "drawer", "tray", "trolley", "stand",
    "lamp", "bottle",
];
/// What is smaller than this, in metres, is moved about or overlooked.
pub(super) const A_CHAIR: f64 = 0.6;
/// Nobody turns by a thing that is farther away.
const STANDS_OUT: f64 = 12.0;
/// And so far one may see.
const LOOK_FAR: f64 = 25.0;
/// Somebody this near to a wall stands at it, in metres.
const AT_WALL: f64 = 2.5;
/// The nearest of several things is best no farther away than this, and the next
/// so many times as far, or at least so many.
const NEAR_BY: f64 = 5.0;
const CLEARLY_FARTHER: f64 = 1.8;
pub(super) const FARTHER: f64 = 1.5;
/// Things this near to a direction, in degrees, are in it.
const IN_DIRECTION: f64 = 22.0;
/// Several things this near to a direction are in it; many of them take up more
/// room.
const IN_SECTOR: f64 = 32.0;
const IN_VIEW_OF_MANY: f64 = 58.0;
/// So many things are a group, and one turns one's back on a group that is about so
/// many degrees around.
const GROUP: usize = 4;
const BACK_OF_GROUP: f64 = 50.0;
const AROUND_BACK: f64 = 100.0;
/// A thing is beside or behind one within so many degrees, which is harder to
/// turn by than where it is square.
const IN_QUARTER: f64 = 38.0;
const ASLANT: f64 = 0.97;
/// Nobody looks for the nearest wall who sees anything else to turn by.
const BY_A_WALL: f64 = 0.86;
/// The nearest wall takes up so many degrees to either side.
const BESIDE_A_WALL: f64 = 60.0;
/// The longest view is so many times as long as any outside its quarter, and a
/// little harder to turn by than a thing.
const FARTHER_VIEW: f64 = 1.4;
const AS_FAR: f64 = 0.9;
const IN_A_QUARTER: f64 = 42.0;
const BY_THE_VIEW: f64 = 0.85;
/// And so are things far away.
const BY_WHAT_IS_FAR: f64 = 0.9;
/// And one between two sides is harder still, the more so for who walks farther than
/// this: it may be anywhere in a wide sector.
const BETWEEN: f64 = 0.9;
const A_SHORT_WALK: f64 = 6.0;
const WIDE: f64 = 0.85;
/// Who has something beside or behind him walks along the walls: a way that is more
/// degrees off them is missed the more often.
const OFF_THE_WALLS: f64 = 14.0;
const ASKEW: f64 = 0.8;
/// Who walks up to what is faced ends so many metres beside the line unnoticed.
const DRIFT: f64 = 1.5;
const DRIFTS: f64 = 0.9;
/// More than so many times that makes no difference.
const MOST_DRIFTS: f64 = 4.0;
/// One walks on past what is so many metres before the end.
const PAST_IT: f64 = 2.0;

impl Telling<'_> {
    /// By what one sees, whichever way one stands.
    pub(super) fn facing(&self) -> Vec<Part> {
        // What is in view from a step on as well: nobody stands on a point.
        let look = |at| Outlook::around(self.world, self.leg.level, at, LOOK_ABOUT);
        let also = look(self.leg.at(self.length.min(0.5)));
        let glimpsed = look(self.leg.start());
        let mut seen = glimpsed.clone();
        seen.retain(|one| also.iter().any(|other| other.what == one.what));
        let ahead = self.leg.sets_off();
        let mut all: Vec<Part> = Vec::new();
        let mut done: Vec<Thing> = Vec::new();
        for one in &seen {
            let thing = marks::plain(self.world, one.what);
            if done.contains(&thing) || !is_good(one) {
                continue;
            }
            done.push(thing.clone());
            let alike: Vec<&Around> =
                seen.iter().filter(|other| is_such(self.world, &thing, other.what)).collect();
            all.extend(self.by_all(ahead, &thing, &alike));
            let glimpsed = glimpsed.iter().filter(|one| is_such(self.world, &thing, one.what));
            all.extend(self.by_the_nearest(ahead, &thing, &glimpsed.collect::<Vec<&Around>>()));
        }
        all.extend(self.by_what_is_far());
        all.extend(self.down_the_long_way());
        all.extend(self.by_the_wall());
        if self.length > A_SHORT_WALK {
            all.iter_mut().filter(|part| is_between(part)).for_each(|part| part.ease *= WIDE);
        }
        let to_the_door = self.leg.doors.first().map_or(self.length, |(metres, _)| *metres);
        if to_the_door > A_SHORT_WALK && self.sets_off_askew() {
            all.iter_mut().filter(|part| !is_ahead(part)).for_each(|part| part.ease *= ASKEW);
        }
        all.sort_by(|a, b| b.ease.total_cmp(&a.ease));
        all.truncate(3);
        all
    }

    /// True if one sets off in no direction that the walls have.
    fn sets_off_askew(&self) -> bool {
        let ahead = self.leg.sets_off();
        let along = Outlook::lined_up(self.world, self.leg.level, self.leg.start(), ahead);
        along.is_some_and(|along| ahead.turn_to(along).abs() > OFF_THE_WALLS)
    }

    /// 'With the two sofas behind you': by all things of a sort that are in view.
    fn by_all(&self, ahead: Heading, thing: &Thing, alike: &[&Around]) -> Option<Part> {
        // Of a group all are meant, those far off as well.
        let about = Outlook::around(self.world, self.leg.level, self.leg.start(), LOOK_FAR);
        let group: Vec<&Around> = match alike.len() >= GROUP {
            true => about.iter().filter(|one| is_such(self.world, thing, one.what)).collect(),
            false => alike.to_vec(),
        };
        let (sides, square) = sides_of_all(ahead, &group)?;
        // Doors are many everywhere: two of them fix no direction.
        if alike.len() > 1 && !matches!(alike[0].what, Sighted::Fixture(_)) {
            return None;
        }
        let many = if alike.len() > 1 { 0.99 } else { 1.0 };
        let count = match alike.len() {
            1 => Slot::Unset,
            many => Slot::Set(many as u32),
        };
        let drift = if sides[..] == [Side::Front] { self.drift(alike[0]) } else { 1.0 };
        let ease = self.seen_ease(alike[0]) * many * self.sort_ease(alike[0].what) * square * drift;
        Some(faced(&Thing { count, ..thing.clone() }, &sides, ease))
    }

    /// Who walks towards a thing that is a little off the line ends beside it, and who
    /// is to walk on past it does not know on which hand.
    fn drift(&self, faced: &Around) -> f64 {
        let metres = self.leg.doors.first().map_or(self.length, |(metres, _)| *metres);
        let (from, to) = (self.leg.start(), self.leg.at(metres));
        let off = heading(from, to).turn_to(faced.heading).to_radians().sin().abs();
        let straight = far(from, to);
        let is_on_a_wall = !matches!(faced.what, Sighted::Fixture(_));
        let is_past = faced.metres + PAST_IT < straight;
        let drifts = DRIFTS.powf((off * straight / DRIFT).floor().min(MOST_DRIFTS));
        if is_past && is_on_a_wall { drifts * DRIFTS } else { drifts }
    }

    /// 'With the nearest chair on your left', where it clearly is the nearest.
    fn by_the_nearest(&self, ahead: Heading, thing: &Thing, alike: &[&Around]) -> Option<Part> {
        let [nearest, next, ..] = alike else { return None };
        let margin = next.metres / nearest.metres;
        if nearest.metres > STANDS_OUT || margin < FARTHER {
            return None;
        }
        // A door round a corner may be as near.
        let here = self.leg.areas.first().and_then(|(_, area)| *area);
        let doors = here.map(|area| self.doors_of(area)).unwrap_or_default();
        let near = |door: &DoorId| far(self.world.door_middle(*door), self.leg.start());
        let as_near = doors.iter().filter(|door| {
            is_such(self.world, thing, Sighted::Door(**door))
                && near(door) < FARTHER * nearest.metres
        });
        if as_near.count() > 1 {
            return None;
        }
        let is_clear = nearest.metres <= NEAR_BY && margin >= CLEARLY_FARTHER;
        let nearness = if is_clear { 0.95 } else { 0.85 };
        let (sides, square) = sides_of_all(ahead, &[nearest])?;
        let thing = Thing { dist: Slot::Set(Proximity::Near), ..thing.clone() };
        let drift = if sides[..] == [Side::Front] { self.drift(nearest) } else { 1.0 };
        let ease = self.seen_ease(nearest) * self.sort_ease(nearest.what) * square * drift;
        Some(faced(&thing, &sides, nearness * ease))
    }

    /// 'With the chairs in the distance behind you', where all of a sort that one
    /// sees are far away and close together.
    fn by_what_is_far(&self) -> Vec<Part> {
        let (level, at) = (self.leg.level, self.leg.start());
        let about = Outlook::around(self.world, level, at, LOOK_FAR);
        let ahead = self.leg.sets_off();
        let mut all: Vec<Part> = Vec::new();
        let mut done: Vec<Thing> = Vec::new();
        for one in about.iter().filter(|one| matches!(one.what, Sighted::Fixture(_))) {
            let thing = marks::plain(self.world, one.what);
            if done.contains(&thing) {
                continue;
            }
            done.push(thing.clone());
            let such = |other: &&Around| is_such(self.world, &thing, other.what);
            let group: Vec<&Around> = about.iter().filter(such).collect();
            let is_close = group.iter().all(|other| {
                let off = other.heading.turn_to(one.heading).abs();
                off < IN_DIRECTION && other.metres >= STANDS_OUT
            });
            if !is_close || group.len() < 2 || self.size(one.what) < A_CHAIR {
                continue;
            }
            let Some((sides, square)) = sides_of_one(ahead, one.heading) else { continue };
            let count = Slot::Set(group.len() as u32);
            let thing = Thing { count, dist: Slot::Set(Proximity::Far), ..thing };
            all.push(faced(&thing, &sides, BY_WHAT_IS_FAR * square));
        }
        all
    }

    /// 'Face the way you can see farthest', or with it behind or beside one, where
    /// one can see farther than any other way.
    fn down_the_long_way(&self) -> Option<Part> {
        let looks = self.views_about()?;
        let reach = |look: &&(Heading, f64)| look.1;
        let (_, own) = looks.iter().max_by(|a, b| reach(a).total_cmp(&reach(b)))?;
        // One looks into the middle of it, not into a corner.
        let far = looks.iter().filter(|(_, reach)| reach > &(AS_FAR * own));
        let sums = far.map(|(look, _)| look.degrees().to_radians().sin_cos());
        let (sin, cos) = sums.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let longest = &Heading::new(f64::atan2(sin, cos).to_degrees());
        let ahead = self.leg.sets_off();
        let (sides, square) = sides_of_one(ahead, *longest)?;
        // Nor farther anywhere outside the quarter that is said.
        let said = match sides[..] {
            [side] => ahead.toward(side),
            _ => *longest,
        };
        let is_elsewhere = |look: Heading| {
            look.turn_to(*longest).abs() > IN_A_QUARTER || look.turn_to(said).abs() > IN_A_QUARTER
        };
        let mut others = looks.iter().filter(|(look, _)| is_elsewhere(*look));
        if others.any(|(_, other)| *own < FARTHER_VIEW * other) {
            return None;
        }
        let thing = Thing {
            value: Slot::Set(Value::Path),
            structural: Slot::Set(Shape::Long),
            ..Thing::default()
        };
        Some(faced(&thing, &sides, BY_THE_VIEW * square))
    }

    /// 'With the nearest wall on your left', where one stands close to one wall
    /// and far from the others.
    fn by_the_wall(&self) -> Option<Part> {
        let looks = self.views_about()?;
        let reach = |look: &&(Heading, f64)| look.1;
        let (nearest, own) = looks.iter().min_by(|a, b| reach(a).total_cmp(&reach(b)))?;
        let others = looks.iter().filter(|(look, _)| look.turn_to(*nearest).abs() > BESIDE_A_WALL);
        let other = others.map(|(_, other)| *other).fold(f64::INFINITY, f64::min);
        if *own > AT_WALL || other < CLEARLY_FARTHER * own {
            return None;
        }
        let thing = Thing {
            value: Slot::Set(Value::Wall),
            dist: Slot::Set(Proximity::Near),
            ..Thing::default()
        };
        let (sides, square) = sides_of_one(self.leg.sets_off(), *nearest)?;
        // Nobody faces a wall to walk into it.
        let is_ahead = sides[..] == [Side::Front];
        (!is_ahead).then(|| faced(&thing, &sides, BY_A_WALL * square))
    }

    /// How far one sees all around, where walls are known. A slit beside a door's
    /// post is no view.
    fn views_about(&self) -> Option<Vec<(Heading, f64)>> {
        let (level, at) = (self.leg.level, self.leg.start());
        let all = (0..180).map(|step| Heading::new(f64::from(step) * 2.0));
        let looks: Option<Vec<f64>> =
            all.clone().map(|look| Outlook::depth(self.world, level, at, look)).collect();
        let looks = looks?;
        let reach = |step: usize| {
            let beside = [step + looks.len() - 1, step, step + 1];
            beside.into_iter().map(|step| looks[step % looks.len()]).fold(f64::INFINITY, f64::min)
        };
        Some(all.enumerate().map(|(step, look)| (look, reach(step))).collect())
    }

    /// Things stand out more than doors, and doors more than what is moved about.
    fn sort_ease(&self, what: Sighted) -> f64 {
        match what {
            // What is in another room is seen through its door at best.
            Sighted::Fixture(id) if !self.is_here(id) => 0.85,
            Sighted::Fixture(_) if self.size(what) < A_CHAIR => 0.9,
            Sighted::Fixture(_) | Sighted::Connection(_) => 1.0,
            // The door that one is to go through is looked for anyway.
            Sighted::Door(id) if self.leg.doors.first().is_some_and(|(_, own)| *own == id) => 1.0,
            Sighted::Door(_) | Sighted::Way { .. } => 0.92,
        }
    }

    /// True for what stands in the area one sets off in, as far as that is known.
    fn is_here(&self, id: FixtureId) -> bool {
        let here = self.leg.areas.first().and_then(|(_, area)| *area);
        here.is_none() || self.stands_in(id, here)
    }

    fn seen_ease(&self, one: &Around) -> f64 {
        ease::noticed(self.size(one.what), one.metres / 2.0)
    }

    /// How large things of a kind usually are, by the word for them: what people
    /// carry about is easily overlooked.
    fn usual_size(&self, kind: KindId) -> f64 {
        let kind = self.world.vocabulary().kind(kind);
        let word = kind.words.first().unwrap_or(&kind.name);
        let last = word.split_whitespace().last().unwrap_or("");
        if SMALL.contains(&last) { 0.4 } else { 1.1 }
    }

    /// About how large something is, in metres.
    pub(super) fn size(&self, what: Sighted) -> f64 {
        match what {
            Sighted::Door(_) | Sighted::Connection(_) => 2.0,
            Sighted::Way { width, .. } => width.max(2.0),
            Sighted::Fixture(id) => {
                let fixture = self.world.fixture(id);
                let named = fixture.name.is_some() || fixture.text.is_some();
                let size = fixture.size.unwrap_or_else(|| self.usual_size(fixture.kind));
                size * if named { 2.0 } else { 1.0 }
            }
        }
    }
}

/// On which side things are for who looks ahead, if they clearly are on one, and
/// how easy it is to turn by that: many of them take up more room.
pub(super) fn sides_of_all(ahead: Heading, things: &[&Around]) -> Option<(Vec<Side>, f64)> {
    if let [one] = things {
        return sides_of_one(ahead, one.heading);
    }
    let turns = things.iter().map(|thing| ahead.turn_to(thing.heading).to_radians());
    let (sin, cos) =
        turns.fold((0.0, 0.0), |(sin, cos), turn: f64| (sin + turn.sin(), cos + turn.cos()));
    let middle = ahead.turned(f64::atan2(sin, cos).to_degrees());
    let off = |side, heading| ahead.toward(side).turn_to(heading).abs();
    let all = [Side::Front, Side::Back, Side::Left, Side::Right];
    let own = all.into_iter().find(|side| {
        // Whoever faces them walks towards them.
        let is_wide = things.len() > 2 && *side != Side::Front;
        let within = if is_wide { IN_VIEW_OF_MANY } else { IN_SECTOR };
        off(*side, middle) < IN_SECTOR
            && things.iter().all(|thing| off(*side, thing.heading) < within)
    });
    if let Some(side) = own {
        let aslant = if off(side, middle) > IN_DIRECTION { ASLANT } else { 1.0 };
        return Some((vec![side], side_ease(side) * aslant));
    }
    // One turns one's back on a group, however wide it is.
    let is_behind = |thing: &&Around| off(Side::Back, thing.heading) < AROUND_BACK;
    if things.len() >= GROUP && off(Side::Back, middle) < BACK_OF_GROUP {
        return things.iter().all(is_behind).then(|| (vec![Side::Back], 0.95));
    }
    None
}

/// On which side something is for who looks ahead, or between which two, and how
/// easy it is to turn by that.
pub(super) fn sides_of_one(ahead: Heading, toward: Heading) -> Option<(Vec<Side>, f64)> {
    let off = |side| ahead.toward(side).turn_to(toward).abs();
    // Whoever faces something walks up to it; beside and behind one it may be a
    // little off.
    let within = |side| if side == Side::Front { IN_DIRECTION } else { IN_QUARTER };
    let all = [Side::Front, Side::Back, Side::Left, Side::Right];
    if let Some(side) = all.into_iter().find(|side| off(*side) < within(*side)) {
        let aslant = if off(side) > IN_DIRECTION { ASLANT } else { 1.0 };
        return Some((vec![side], side_ease(side) * aslant));
    }
    let nearer = |pair: [Side; 2]| pair.into_iter().min_by(|a, b| off(*a).total_cmp(&off(*b)));
    let first = nearer([Side::Front, Side::Back])?;
    let second = nearer([Side::Left, Side::Right])?;
    Some((vec![first, second], BETWEEN))
}

/// A first heading by such a thing, on one side or between two.
fn faced(thing: &Thing, sides: &[Side], ease: f64) -> Part {
    let things = sides.iter().map(|side| Thing { side: on(*side), ..thing.clone() });
    let face = Face { faced: of(things.collect()), ..Face::default() };
    Part::new(vec![Action::Face(face)], 1.0, ease)
}

/// True for a heading towards something.
fn is_ahead(part: &Part) -> bool {
    faced_in(part).all(|faced| faced.desc.iter().all(|thing| thing.side == on(Side::Front)))
}

/// True for a heading by what is between two sides.
fn is_between(part: &Part) -> bool {
    faced_in(part).any(|faced| faced.desc.len() > 1)
}

/// What a heading goes by.
fn faced_in(part: &Part) -> impl Iterator<Item = &Verify> {
    part.actions.iter().filter_map(|action| match action {
        Action::Face(face) => face.faced.as_deref(),
        _ => None,
    })
}

/// Ahead is easiest to turn by; beside leaves two ways to get it wrong.
fn side_ease(side: Side) -> f64 {
    match side {
        Side::Front => 1.0,
        Side::Back => 0.985,
        Side::Left | Side::Right => ease::sided() * 0.97,
    }
}

/// What is worth turning by: not so near that one stands in it, and no part of
/// the building that nobody would point at.
fn is_good(one: &Around) -> bool {
    let is_near = !matches!(one.what, Sighted::Fixture(_)) || one.metres < STANDS_OUT;
    one.metres > 0.8 && is_near && !matches!(one.what, Sighted::Way { .. })
}
