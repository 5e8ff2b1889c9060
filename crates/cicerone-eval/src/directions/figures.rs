//! What is counted of a step beside truth: doors passed in silence, stretches
//! that end by metres alone, steps that name something.

use cicerone::cas::{Action, Command, DeclareGoal, Distance, Ride, Thing, Value, Visit, walk};
use cicerone::world::AreaId;
use cicerone::world::document::DoorKind;

use super::floor::Who;
use super::plane::turn;
use super::scene::Scene;
use super::things::{Fit, What};

impl Scene<'_> {
    /// Closed doors on the line that no command told.
    pub(super) fn silent_doors(&self) -> usize {
        let goal = self.world.place(self.goal).door.map(|door| door.index());
        let is_silent = |(metres, door): &&(f64, usize)| {
            let kind = self.world.building().doors[*door].kind;
            let is_told = self.told.contains(door) || goal == Some(*door);
            kind != DoorKind::Opening
                && !is_told
                && *metres > 0.3
                && *metres < self.course.length - 0.3
        };
        self.crossed.iter().filter(is_silent).count()
    }

    /// True if nothing but a distance says where to turn.
    pub(super) fn ends_by_metres(&self, commands: &[Command]) -> bool {
        let Some(Action::Turn(last)) = commands.last().map(|one| &**one) else { return false };
        let is_bare = last.into.is_none() && last.location.is_none() && last.face.is_none();
        let walk = commands.iter().rev().find_map(|one| match &**one {
            Action::Travel(travel) => Some(travel),
            _ => None,
        });
        let is_measured = walk.is_some_and(|walk| {
            walk.distance.is_some() && walk.through.is_none() && walk.until.is_none()
        });
        self.next().is_some() && is_bare && is_measured
    }

    /// What in view is where the line ends, that no more than two before it are like: a
    /// thing, a gap, or a wall ahead.
    pub(super) fn could_end_by(&self) -> Option<String> {
        let next = self.next()?;
        let end = self.course.length;
        let right = turn(self.course.arrives(), next.sets_off()) > 0.0;
        let ahead =
            self.floor.reach(self.course.end(), self.course.arrives(), 20.0, Who::Looks(None));
        if self.floor.has_walls() && ahead < 2.4 && end - self.stretch_begin() > 4.0 {
            return Some(format!("the end, {ahead:.1} m ahead"));
        }
        let item = self.items.iter().find(|item| {
            let is_at = (item.along - end).abs() < 2.0 && item.is_certain;
            let is_mark = match item.what {
                What::Fixture(number) => !self.is_the_room_itself(number),
                What::Stop(..) => true,
                What::Way { .. } => item.is_clearly(right),
                What::Door(_) => false,
            };
            let alike = self
                .items
                .iter()
                .filter(|other| other.along < item.along && self.is_alike(other.what, item.what));
            is_at && is_mark && alike.count() < 3
        })?;
        let building = self.world.building();
        let name = match item.what {
            What::Fixture(number) => {
                &*self.world.vocabulary().kind(building.fixtures[number].kind).name
            }
            What::Stop(number, _) => {
                building.connections[number].name.as_deref().unwrap_or("the lift or stairs")
            }
            What::Way { .. } | What::Door(_) => "the way",
        };
        Some(format!("{name} {}, the turn at {end:.1} m", self.place_of(item)))
    }

    /// True for whoever has a room, where the map tells of both: one sees the room.
    fn is_the_room_itself(&self, number: usize) -> bool {
        let building = self.world.building();
        let fixture = &building.fixtures[number];
        let name_of = |area: AreaId| building.areas[area.index()].name.as_ref();
        fixture.name.is_some() && fixture.area.and_then(name_of) == fixture.name.as_ref()
    }

    fn is_alike(&self, one: What, other: What) -> bool {
        let fixtures = &self.world.building().fixtures;
        match (one, other) {
            (What::Fixture(a), What::Fixture(b)) => {
                let fit = if fixtures[a].kind == fixtures[b].kind { Fit::Yes } else { Fit::No };
                fit == Fit::Yes && fixtures[a].name == fixtures[b].name
            }
            (What::Way { .. }, What::Way { .. }) | (What::Stop(..), What::Stop(..)) => true,
            _ => false,
        }
    }
}

/// What the commands of a step name and count.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Something one can see or pass.
    pub(super) anything: bool,
    /// A walk by a count of places, and nothing else.
    pub(super) bare_count: bool,
    /// A destination by its name.
    pub(super) goal: bool,
    /// Every name.
    pub(super) names: Vec<String>,
    /// A change of level with its way, direction and level.
    pub(super) full_ride: bool,
}

impl Names {
    pub(super) fn of(commands: &[Command]) -> Names {
        let mut names = Names::default();
        commands.iter().for_each(|command| names.action(command));
        names
    }
}

impl Visit for Names {
    fn thing(&mut self, thing: &Thing) {
        let is_something =
            thing.value.get().is_some_and(|value| *value != Value::Path) || thing.name.is_present();
        self.anything |= is_something;
        self.names.extend(thing.name.get().map(|name| name.as_str().to_owned()));
        walk::thing(self, thing);
    }

    fn distance(&mut self, distance: &Distance) {
        self.bare_count |= distance.count.is_present();
    }

    fn goal(&mut self, goal: &DeclareGoal) {
        self.goal |= goal.goal.is_present();
        self.anything |= goal.goal.is_present();
        walk::goal(self, goal);
    }

    fn ride(&mut self, ride: &Ride) {
        let by = ride.by.iter().flat_map(|by| &by.desc);
        let has_way = by.into_iter().any(|thing| thing.value.is_present());
        self.full_ride |= has_way && ride.rise.is_present() && ride.level.is_present();
        walk::ride(self, ride);
    }
}
