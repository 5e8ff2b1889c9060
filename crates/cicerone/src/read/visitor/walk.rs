//! One person on the way: does what each command says, as well as people do.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::describe::fits;
use super::{VIEW, Visitor};
use crate::cas::{
    Action, Command, DeclareGoal, Direction, Face, Ride, Shape, Slot, Thing, ThingSide, Travel,
    Turn, Value, Verify,
};
use crate::world::document::Point;
use crate::world::{
    Around, ConnectionId, Heading, Item, LevelId, Outlook, PlaceId, Sighted, Walker, far, heading,
    moved,
};

/// Who goes back does so no more often than this.
const GOES_BACK: usize = 3;
/// What is no more than so many degrees off is straight ahead.
const LOOKS_ON: f64 = 20.0;
/// One gets on a lift or stairs within so many metres, in view.
const BOARDS: f64 = 12.0;
/// Nobody takes more flights of stairs at once.
const FLIGHTS: usize = 40;
/// A destination within so many metres, in view, is known for what it is.
pub(super) const KNOWN: f64 = 6.0;
/// So many look for what they are to pass.
const IN_PASSING: f64 = 0.3;
/// A slight turn goes so far, in degrees, and to where one gets so much of the farthest.
const SLIGHTLY: [f64; 9] = [15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0, 50.0, 55.0];
const ABOUT_AS_FAR: f64 = 0.7;
/// One stops so many metres before what one walks up to.
pub(super) const UP_TO: f64 = 1.5;

/// Something does not fit.
pub(super) struct Puzzled;

/// One person on the way.
pub(super) struct Walk<'v, 'w, 'r> {
    pub(super) visitor: &'v Visitor<'w>,
    pub(super) walker: Walker<'w>,
    pub(super) random: &'r mut ChaCha8Rng,
    pub(super) goal: PlaceId,
    /// Metres that were told and not yet walked: they say about where what comes
    /// next is.
    pub(super) about: Option<f64>,
    /// What tells that one has gone too far.
    pub(super) beyond: Option<Thing>,
    /// True while left is taken for right.
    is_mirrored: bool,
    went_back: usize,
    /// Where the sentence before was heard, and what it said.
    before: Option<(Walker<'w>, Vec<Command>)>,
}

impl<'v, 'w, 'r> Walk<'v, 'w, 'r> {
    pub(super) fn new(
        visitor: &'v Visitor<'w>,
        walker: Walker<'w>,
        goal: PlaceId,
        random: &'r mut ChaCha8Rng,
    ) -> Walk<'v, 'w, 'r> {
        Walk {
            visitor,
            walker,
            random,
            goal,
            about: None,
            beyond: None,
            is_mirrored: false,
            went_back: 0,
            before: None,
        }
    }

    /// Hears a sentence and does it. Who is puzzled may go back to where it was
    /// heard, or to where the one before was, and try again.
    pub(super) fn hear(&mut self, commands: &[Command]) {
        let mut start = self.walker.clone();
        while self.tries(commands).is_err() {
            let notices = self.visitor.habits.notice;
            if self.went_back == GOES_BACK || !self.happens(notices) {
                break;
            }
            self.went_back += 1;
            // The mistake may have been made before.
            match self.before.take() {
                Some((earlier, said)) if self.happens(0.5) => {
                    self.walker = earlier;
                    let _ = self.tries(&said);
                    start = self.walker.clone();
                }
                before => {
                    self.before = before;
                    self.walker = start.clone();
                }
            }
        }
        self.before = Some((start, commands.to_vec()));
    }

    /// Does the commands of a sentence, one of which may go unheeded.
    fn tries(&mut self, commands: &[Command]) -> Result<(), Puzzled> {
        let skipped = match self.happens(self.visitor.habits.lapse) {
            true => self.random.random_range(0..commands.len().max(1)),
            false => usize::MAX,
        };
        self.about = None;
        self.beyond = commands.iter().find_map(|command| match &**command {
            Action::Verify(verify) => verify.beyond.first().cloned(),
            _ => None,
        });
        let heeded = commands.iter().enumerate().filter(|(number, _)| *number != skipped);
        for (_, command) in heeded {
            self.is_mirrored = self.happens(self.visitor.habits.mirror);
            match &**command {
                Action::Travel(travel) => self.travel(travel)?,
                Action::Turn(turn) => self.turn(turn)?,
                Action::Face(face) => self.face(face)?,
                Action::Ride(ride) => self.ride(ride)?,
                Action::Verify(verify) => self.verify(verify)?,
                Action::Find(_) => {}
            }
        }
        // What was told to walk and nothing ended.
        if let Some(metres) = self.about.take() {
            self.walk_about(metres);
        }
        Ok(())
    }

    fn travel(&mut self, travel: &Travel) -> Result<(), Puzzled> {
        if let Some(metres) = travel.distance.as_ref().and_then(|one| one.metres.get()) {
            self.about = Some(self.about.unwrap_or(0.0) + f64::from(*metres));
        }
        if let Some(past) = &travel.past {
            self.expects(&past.desc)?;
            self.keep_beside(&past.desc);
        }
        if let Some(door) = travel.through.as_ref().and_then(|through| through.desc.first()) {
            match travel.out.is_some() {
                true => self.leave_by(door)?,
                false => self.go_through(door, travel.into.as_deref())?,
            }
            if let Some(room) = travel.into.as_ref().and_then(|into| into.desc.first()) {
                self.reads_the_name(room)?;
            }
        }
        match travel.until.as_ref().and_then(|until| until.desc.first()) {
            Some(thing) => self.walk_to(thing),
            None => Ok(()),
        }
    }

    /// Something that is to be passed and is nowhere to be seen puzzles those who
    /// look for it.
    fn expects(&mut self, things: &[Thing]) -> Result<(), Puzzled> {
        let prospect = self.visitor.ahead(&self.walker);
        let around = self.visitor.around(&self.walker);
        let seen = prospect.items.iter().map(|item| item.what);
        let seen: Vec<Sighted> = seen.chain(around.iter().map(|one| one.what)).collect();
        for thing in things {
            let is_there = seen.iter().any(|what| fits(self.visitor.world, thing, *what, false));
            // Ways off are seen when one is there; and most people look for what
            // they are to pass only in passing.
            let is_thing = matches!(thing.value.get(), Some(Value::Kind(_)));
            if is_thing && !is_there && self.happens(IN_PASSING) {
                return Err(Puzzled);
            }
        }
        Ok(())
    }

    /// 'To the lift, on your right.'
    fn walk_to(&mut self, thing: &Thing) -> Result<(), Puzzled> {
        let said = self.said(thing);
        let prospect = self.visitor.ahead(&self.walker);
        if let Some(item) = self.sought(&prospect, &said, |_| true) {
            self.about = None;
            prospect.walk(&mut self.walker, item.along);
            if let Sighted::Connection(id) = item.what {
                self.step_up_to(id);
            }
            return Ok(());
        }
        if let Some(metres) = self.about.take() {
            self.walk_about(metres);
        }
        match self.in_view(&Thing { side: Slot::Unset, order: Slot::Unset, ..said }, VIEW) {
            Some(one) => {
                let at = moved(self.walker.stands_at(), one.heading, one.metres);
                self.walker.go_to(at, None, one.heading);
                if let Sighted::Connection(id) = one.what {
                    self.step_up_to(id);
                }
                Ok(())
            }
            None => Err(Puzzled),
        }
    }

    /// To where one gets on.
    fn step_up_to(&mut self, id: ConnectionId) {
        let level = self.walker.level();
        let stops = self.visitor.world.connection(id).stops.iter();
        let here = stops.filter(|stop| stop.level == level);
        let off = |at: [f64; 2]| far(at, self.walker.stands_at());
        if let Some(stop) = here.min_by(|a, b| off(a.at).total_cmp(&off(b.at))) {
            let ahead = match off(stop.at) > 0.1 {
                true => heading(self.walker.stands_at(), stop.at),
                false => self.walker.heading(),
            };
            self.walker.go_to(stop.at, stop.place, ahead);
        }
    }

    fn turn(&mut self, turn: &Turn) -> Result<(), Puzzled> {
        let direction = turn.direction.get().map(|direction| self.hand(*direction));
        let by = match direction {
            Some(Direction::Left) => -90.0,
            Some(Direction::Right) => 90.0,
            Some(Direction::Back) => 180.0,
            Some(Direction::Front) | None => 0.0,
        };
        let until = turn.location.as_ref().and_then(|location| location.until.as_ref());
        if let Some(thing) = until.and_then(|until| until.desc.first()) {
            self.walk_up_to(thing)?;
        } else if let Some(thing) = turn.into.as_ref().and_then(|into| into.desc.first()) {
            return self.turn_into(thing, by);
        } else if turn.face.is_some() {
            if let Some(metres) = self.about.take() {
                self.walk_about(metres);
            }
        } else if let (Some(_), None) = (self.about, self.walker.place()) {
            self.find_a_gap(by)?;
        } else if let Some(metres) = self.about.take() {
            self.walk_about(metres);
        } else if !turn.bend.is_present() {
            self.step_forward_to_turn(by);
        }
        match turn.bend.is_present() {
            true => self.look_slightly_aside(by),
            false => self.look(self.walker.heading().turned(by)),
        }
        let faced = turn.face.as_ref().and_then(|face| face.faced.as_ref());
        if let Some(thing) = faced.and_then(|faced| faced.desc.first()) {
            let thing = Thing { side: Slot::Unset, ..thing.clone() };
            let one = self.in_view(&thing, 20.0);
            // What is more or less before one who looks along the walls is faced so.
            let off = |one: &Around| self.walker.heading().turn_to(one.heading).abs();
            if let Some(one) = one.filter(|one| (LOOKS_ON..75.0).contains(&off(one))) {
                let at = self.walker.stands_at();
                self.walker.go_to(at, None, one.heading);
            }
        }
        Ok(())
    }

    /// Looks to where the way goes on a little to one hand.
    fn look_slightly_aside(&mut self, by: f64) {
        let ahead = self.walker.heading();
        if self.walker.place().is_some() {
            return self.look(ahead.turned(by / 2.0));
        }
        let looks = SLIGHTLY.map(|off| ahead.turned(off.copysign(by)));
        let gets = looks.map(|look| self.walker.gets(look));
        // No farther than to where one gets about as far as one could.
        let enough = ABOUT_AS_FAR * gets.into_iter().fold(0.0, f64::max);
        let look = looks.into_iter().zip(gets).find(|(_, gets)| *gets >= enough);
        let look = look.map_or(looks[0], |(look, _)| look);
        self.walker.go_to(self.walker.stands_at(), self.walker.place(), look);
    }

    /// 'At the end of the corridor', 'at the kiosk'.
    fn walk_up_to(&mut self, thing: &Thing) -> Result<(), Puzzled> {
        let prospect = self.visitor.ahead(&self.walker);
        let is_end = matches!(thing.value.get(), Some(Value::End | Value::Wall));
        let is_door_ahead = thing.side.get() == Some(&ThingSide::Front);
        if is_end {
            // The wall before one, or one farther on if it should be farther on.
            let told = self.about.take().map_or(0.0, |metres| self.judged(metres));
            let off = |end: &&(f64, Point)| (end.0 - told).abs();
            let end = prospect.ends.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
            match end {
                Some((metres, at)) if *metres < prospect.reach => {
                    self.walker.go_to(*at, None, self.walker.heading());
                }
                _ => prospect.walk(&mut self.walker, prospect.reach),
            }
            return Ok(());
        }
        if is_door_ahead {
            self.about = None;
            prospect.walk(&mut self.walker, prospect.reach);
            return Ok(());
        }
        let said = self.said(thing);
        match self.sought(&prospect, &said, |_| true) {
            Some(item) => {
                self.about = None;
                prospect.walk(&mut self.walker, item.along);
                Ok(())
            }
            None => {
                // It may stand a little off one's line.
                if let Some(metres) = self.about.take() {
                    self.walk_about(metres);
                }
                let plain = Thing { side: Slot::Unset, order: Slot::Unset, ..said };
                let one = self.in_view(&plain, BOARDS).ok_or(Puzzled)?;
                self.walk_toward(&one);
                Ok(())
            }
        }
    }

    /// Up to something in view, looking as before.
    fn walk_toward(&mut self, one: &Around) {
        let at = moved(self.walker.stands_at(), one.heading, (one.metres - UP_TO).max(0.0));
        let ahead = self.walker.heading();
        self.walker.go_to(at, None, ahead);
    }

    /// 'Turn left into the second corridor', 'turn right to the lift'.
    fn turn_into(&mut self, thing: &Thing, by: f64) -> Result<(), Puzzled> {
        let prospect = self.visitor.ahead(&self.walker);
        let side = match by {
            by if by < 0.0 => ThingSide::Left,
            _ => ThingSide::Right,
        };
        let said = Thing { side: Slot::Set(side), ..thing.clone() };
        let Some(item) = self.sought(&prospect, &said, |_| true) else {
            // It may be round the corner.
            self.find_a_gap(by)?;
            let wanted = self.walker.heading().turned(by);
            self.look(wanted);
            return Ok(());
        };
        self.about = None;
        prospect.walk(&mut self.walker, item.along);
        match item.what {
            Sighted::Connection(id) => self.step_up_to(id),
            Sighted::Door(door) => {
                let toward = self.walker.heading().turned(by);
                self.walker.pass(door, toward);
            }
            _ => {
                let wanted = self.walker.heading().turned(by);
                self.look(wanted);
                let free = self.walker.gets(self.walker.heading()) - super::prospect::BEFORE_WALL;
                let ahead = self.walker.heading();
                let at =
                    moved(self.walker.stands_at(), ahead, (item.aside + 0.3).min(free).max(0.0));
                self.walker.go_to(at, None, ahead);
            }
        }
        Ok(())
    }

    fn face(&mut self, face: &Face) -> Result<(), Puzzled> {
        if let Some(direction) = face.direction.get() {
            let by = match self.hand(*direction) {
                Direction::Left => -90.0,
                Direction::Right => 90.0,
                Direction::Back => 180.0,
                Direction::Front => 0.0,
            };
            let wanted = self.walker.heading().turned(by);
            self.look(wanted);
        }
        let Some([thing, also @ ..]) = face.faced.as_ref().map(|faced| &faced.desc[..]) else {
            return Ok(());
        };
        let said = self.said(thing);
        let between = also.first().filter(|other| other.value == thing.value);
        let aside = match between.and_then(|other| other.side.get()) {
            Some(ThingSide::Left) => 45.0,
            Some(ThingSide::Right) => -45.0,
            _ => 0.0,
        };
        let behind = match said.side.get() {
            Some(ThingSide::Left) => 90.0,
            Some(ThingSide::Right) => -90.0,
            Some(ThingSide::Back) => 180.0 - aside,
            _ => aside,
        };
        let toward = match said.value.get() {
            Some(Value::Path) if said.structural.get() == Some(&Shape::Long) => self.farthest(1.0),
            Some(Value::Wall) => self.farthest(-1.0),
            _ => {
                let plain = Thing { side: Slot::Unset, count: Slot::Unset, ..said.clone() };
                match said.count.get() {
                    Some(many) if *many > 1 => self.middle_of(&plain),
                    _ => self.in_view(&plain, 20.0).map(|one| one.heading),
                }
            }
        };
        match toward {
            Some(toward) => {
                self.look(toward.turned(behind));
                Ok(())
            }
            None => Err(Puzzled),
        }
    }

    /// The direction in which one sees farthest, or least far.
    fn farthest(&self, sign: f64) -> Option<Heading> {
        let all = (0..24).map(|step| Heading::new(f64::from(step) * 15.0));
        let (world, level) = (self.visitor.world, self.walker.level());
        let at = self.walker.stands_at();
        let score = |one: &Heading| {
            sign * Outlook::depth(world, level, at, *one).unwrap_or_else(|| self.walker.gets(*one))
        };
        all.max_by(|a, b| score(a).total_cmp(&score(b)))
    }

    /// The direction of the middle of several things.
    fn middle_of(&mut self, thing: &Thing) -> Option<Heading> {
        let around = self.visitor.around(&self.walker);
        let all = around.iter().filter(|one| fits(self.visitor.world, thing, one.what, false));
        let all = self.noticed(all.collect(), |one| (one.what, one.metres));
        let sums = all.iter().map(|one| one.heading.degrees().to_radians().sin_cos());
        let (sin, cos) = sums.fold((0.0, 0.0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        (!all.is_empty()).then(|| Heading::new(f64::atan2(sin, cos).to_degrees()))
    }

    /// True for who does what was said first.
    pub(super) fn is_first(&self) -> bool {
        self.before.is_none()
    }

    /// By stairs or lift to the level that was told, over landings if need be.
    fn ride(&mut self, ride: &Ride) -> Result<(), Puzzled> {
        let Some(by) = ride.by.as_ref().and_then(|by| by.desc.first()) else { return Ok(()) };
        let world = self.visitor.world;
        let is_confused = self.happens(self.visitor.habits.confuse);
        let told = match ride.level.get() {
            None => None,
            Some(told) => Some(world.find_level(told.as_str()).map_err(|_| Puzzled)?),
        };
        let is_told = |level: LevelId| told.is_none_or(|told| told == level);
        let storeys = |level: LevelId| world.storey(level).ordinal;
        for flight in 0..FLIGHTS {
            // What is taken on a landing has no name of its own.
            let kind = Thing { value: by.value.clone(), ..Thing::default() };
            let such = if flight == 0 { by } else { &kind };
            let here = self.walker.level();
            let near = self.stops_near(such, is_confused);
            let others: Vec<(ConnectionId, usize, LevelId)> = near
                .into_iter()
                .flat_map(|id| {
                    let stops = world.connection(id).stops.iter().enumerate();
                    stops.map(move |(number, stop)| (id, number, stop.level))
                })
                .filter(|(_, _, level)| *level != here)
                .collect();
            if let Some((id, stop, _)) = others.iter().copied().find(|one| is_told(one.2)) {
                let own: Vec<usize> =
                    others.iter().filter(|one| one.0 == id).map(|one| one.1).collect();
                let is_wrong = own.len() > 1 && self.happens(self.visitor.habits.level);
                let stop = match is_wrong {
                    true => own[self.random.random_range(0..own.len())],
                    false => stop,
                };
                self.walker.alight(id, stop);
                return Ok(());
            }
            // A flight nearer to it.
            let Some(there) = told else { return Err(Puzzled) };
            let left = |level: LevelId| (storeys(level) - storeys(there)).abs();
            let next = others.into_iter().find(|one| left(one.2) < left(here));
            let Some((id, stop, _)) = next else { return Err(Puzzled) };
            self.walker.alight(id, stop);
        }
        Err(Puzzled)
    }

    /// Stairs and lifts of a sort on which one can get here, the nearest first.
    fn stops_near(&self, by: &Thing, is_confused: bool) -> Vec<ConnectionId> {
        let world = self.visitor.world;
        let level = self.walker.level();
        let all = world.building().connections.iter().enumerate();
        let near = all.filter_map(|(number, one)| {
            let id = world.connection_id(number);
            let here = one.stops.iter().filter(|stop| stop.level == level);
            let metres = here.map(|stop| far(stop.at, self.walker.stands_at()));
            let metres = metres.fold(f64::INFINITY, f64::min);
            let is_such = fits(world, by, Sighted::Connection(id), is_confused);
            (is_such && metres <= BOARDS).then_some((metres, id))
        });
        let mut near: Vec<(f64, ConnectionId)> = near.collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        near.into_iter().map(|(_, id)| id).collect()
    }

    fn verify(&mut self, verify: &Verify) -> Result<(), Puzzled> {
        match &verify.goal {
            Some(goal) => self.arrive(goal),
            None => Ok(()),
        }
    }

    /// 'The pharmacy is on your left, beside the kiosk.'
    fn arrive(&mut self, goal: &DeclareGoal) -> Result<(), Puzzled> {
        let thing = goal.place.as_ref().and_then(|place| place.desc.first());
        let said = thing.map(|thing| self.said(thing)).unwrap_or_default();
        let prospect = self.visitor.ahead(&self.walker);
        // A door on one hand, the n-th.
        let is_door = matches!(said.value.get(), Some(Value::Door | Value::Opening));
        let is_sided = matches!(said.side.get(), Some(ThingSide::Left | ThingSide::Right));
        if is_door && is_sided {
            let door = |item: &Item| matches!(item.what, Sighted::Door(_));
            let found = self.sought(&prospect, &said, door);
            self.about = None;
            return match found {
                Some(item) => {
                    prospect.walk(&mut self.walker, item.along);
                    Ok(())
                }
                None => Err(Puzzled),
            };
        }
        if let Some(mark) = said.past.first() {
            let mark = self.said(mark);
            if let Some(item) = self.sought(&prospect, &mark, |_| true) {
                self.about = None;
                prospect.walk(&mut self.walker, item.along + 1.5);
            }
        }
        if let Some(metres) = self.about.take() {
            self.walk_looking_out(metres);
        }
        if self.finds_the_goal() {
            return Ok(());
        }
        if let Some(mark) = said.detail.first() {
            let (value, name) = (mark.value.clone(), mark.name.clone());
            let mark = Thing { value, name, ..Thing::default() };
            if let Some(one) = self.in_view(&mark, BOARDS) {
                self.walk_toward(&one);
            }
        }
        // Nothing here is called that, perhaps.
        if self.finds_the_goal() { Ok(()) } else { Err(Puzzled) }
    }

    /// True for who is there, or sees it and goes there.
    fn finds_the_goal(&mut self) -> bool {
        let place = self.visitor.world.place(self.goal);
        let at = [place.position.0, place.position.1];
        if self.visitor.is_there(&self.walker, self.goal) {
            return true;
        }
        let metres = far(self.walker.stands_at(), at);
        let is_near =
            place.level == self.walker.level() && metres <= KNOWN && sees(&self.walker, at);
        let is_seen = is_near && !self.happens(self.visitor.habits.unseen_goal);
        if is_seen {
            self.walker.go_to(at, Some(self.goal), heading(self.walker.stands_at(), at));
        }
        is_seen
    }

    /// A direction as it is understood.
    fn hand(&self, direction: Direction) -> Direction {
        match (direction, self.is_mirrored) {
            (Direction::Left, true) => Direction::Right,
            (Direction::Right, true) => Direction::Left,
            (direction, _) => direction,
        }
    }

    /// A description as it is understood.
    pub(super) fn said(&self, thing: &Thing) -> Thing {
        let mut thing = thing.clone();
        if self.is_mirrored {
            thing.side = match thing.side {
                Slot::Set(ThingSide::Left) => Slot::Set(ThingSide::Right),
                Slot::Set(ThingSide::Right) => Slot::Set(ThingSide::Left),
                side => side,
            };
        }
        thing
    }
}

pub(super) fn sees(walker: &Walker<'_>, at: [f64; 2]) -> bool {
    let toward = heading(walker.stands_at(), at);
    walker.place().is_some() || walker.gets(toward) + 0.3 >= far(walker.stands_at(), at)
}
