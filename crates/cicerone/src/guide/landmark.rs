//! Which things of the map a step names, so that a plan can show the very one.
//!
//! A description says what something is and, seldom, which one: where it stands
//! in a command tells the rest. What one is to face is around the beginning of a
//! leg, what ends a walk near its end, what is beside something else near that,
//! and what is passed comes in the order one comes by it.

use schemars::JsonSchema;
use serde::Serialize;

use crate::cas::{
    Command, DeclareGoal, Direction, Face, Thing, ThingSide, Travel, Turn, Visit, walk,
};
use crate::plan::{Mark, Marks, is_such, marks};
use crate::world::document::{DoorKind, Point};
use crate::world::{Leg, Outlook, Segment, Side, Sighted, World};

/// How far around one looks for what one is to face, or stands beside, in metres.
const LOOK_ABOUT: f64 = 15.0;
/// How far one sees what one goes towards, in metres.
const FAR: f64 = 30.0;
/// What is beside something is no farther from it.
const BESIDE: f64 = 5.0;

/// Something a sentence names that one can see.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "StepLandmark")]
pub struct Landmark {
    /// What is said of it.
    #[serde(flatten)]
    pub mark: Mark,
    /// The landmark, door or connection that is meant, by its id in the world's
    /// file; null for rooms, corridors and what the map has no id for.
    pub id: Option<String>,
}

impl Landmark {
    /// What the commands of a segment name that one can see.
    pub(crate) fn all(world: &World, segment: &Segment, commands: &[Command]) -> Vec<Landmark> {
        let meant = meant(world, segment, commands);
        let all = marks(world, segment, commands).into_iter().zip(meant);
        all.map(|(mark, what)| Landmark { mark, id: what.and_then(|what| id(world, what)) })
            .collect()
    }
}

fn id(world: &World, what: Sighted) -> Option<String> {
    match what {
        Sighted::Door(door) => Some(world.door(door).id.to_string()),
        Sighted::Connection(connection) => Some(world.connection(connection).id.to_string()),
        Sighted::Fixture(fixture) => Some(world.fixture(fixture).id.to_string()),
        Sighted::Way { .. } => None,
    }
}

/// Where in a command a thing is spoken of.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Role {
    /// What one is to face before one sets off.
    Faced,
    /// What one turns to at the end.
    Turned(Option<Direction>),
    /// What one comes by.
    Passed,
    /// Where a walk ends.
    Until,
    /// What tells where the destination is.
    Goal,
}

/// The things of some commands, in the order in which `marks` has them.
struct Spoken {
    role: Role,
    /// The thing that the next one belongs to, by its place.
    owner: Option<usize>,
    all: Vec<(Thing, Role, Option<usize>)>,
}

impl Spoken {
    fn with(&mut self, role: Role, visit: impl FnOnce(&mut Spoken)) {
        let before = std::mem::replace(&mut self.role, role);
        visit(self);
        self.role = before;
    }
}

impl Visit for Spoken {
    fn face(&mut self, face: &Face) {
        let role = match self.role {
            Role::Turned(way) => Role::Turned(way),
            _ => Role::Faced,
        };
        self.with(role, |spoken| walk::face(spoken, face));
    }

    fn turn(&mut self, turn: &Turn) {
        let role = Role::Turned(turn.direction.get().copied());
        self.with(role, |spoken| walk::turn(spoken, turn));
    }

    fn goal(&mut self, goal: &DeclareGoal) {
        self.with(Role::Goal, |spoken| walk::goal(spoken, goal));
    }

    fn travel(&mut self, travel: &Travel) {
        // What ends it comes first in print as well.
        if let Some(until) = &travel.until {
            self.with(Role::Until, |spoken| spoken.verify(until));
        }
        let rest = Travel { until: None, ..travel.clone() };
        walk::travel(self, &rest);
    }

    fn thing(&mut self, thing: &Thing) {
        self.all.push((thing.clone(), self.role, self.owner));
        let before = self.owner.replace(self.all.len() - 1);
        walk::thing(self, thing);
        self.owner = before;
    }
}

/// What each thing with a value means, if it can be told.
fn meant(world: &World, segment: &Segment, commands: &[Command]) -> Vec<Option<Sighted>> {
    let Some(leg) = &segment.leg else { return Vec::new() };
    let mut spoken = Spoken { role: Role::Passed, owner: None, all: Vec::new() };
    commands.iter().for_each(|command| spoken.action(command));
    let told = leg.doors.iter().filter(|(metres, door)| {
        *metres < leg.length() - 0.3 && world.door(*door).kind != DoorKind::Opening
    });
    let counted_from = told.map(|(metres, _)| *metres).fold(0.0, f64::max);
    let mut outlook = Outlook::along(world, leg);
    let elsewhere = outlook.items.extract_if(.., |item| item.elsewhere).collect();
    let marks = Marks { world, outlook, elsewhere, counted_from };
    let mut found: Vec<Option<Sighted>> = Vec::new();
    for (thing, role, owner) in &spoken.all {
        let beside = owner.and_then(|owner| found[owner]).and_then(|what| middle(world, what));
        let what = match (beside, role) {
            _ if thing.value.get().is_none() => None,
            (Some(at), _) => nearest(world, leg, at, BESIDE, thing),
            (None, Role::Faced) => faced(world, leg, thing),
            (None, Role::Turned(way)) => turned(world, leg, *way, thing),
            (None, Role::Goal) => {
                let end = world.place(segment.end().place).position;
                nearest(world, leg, [end.0, end.1], LOOK_ABOUT, thing)
            }
            (None, Role::Passed) => first(&marks, leg, thing),
            (None, Role::Until) => last(&marks, leg, thing),
        };
        let is_thing = thing.value.get().is_some();
        let elsewhere_seen =
            || first(&marks, leg, thing).or_else(|| nearest(world, leg, leg.end(), FAR, thing));
        found.push(what.or_else(|| is_thing.then(elsewhere_seen).flatten()));
    }
    let all = spoken.all.iter().zip(found);
    all.filter(|((thing, ..), _)| thing.value.get().is_some()).map(|(_, what)| what).collect()
}

/// The nearest such thing that one sees from a point.
fn nearest(world: &World, leg: &Leg, at: Point, within: f64, thing: &Thing) -> Option<Sighted> {
    let around = Outlook::around(world, leg.level, at, within);
    let such = around.iter().filter(|one| is_such(world, thing, one.what));
    such.min_by(|a, b| a.metres.total_cmp(&b.metres)).map(|one| one.what)
}

/// The nearest such thing around the beginning, on the side that is told.
fn faced(world: &World, leg: &Leg, thing: &Thing) -> Option<Sighted> {
    let ahead = leg.sets_off();
    let side = match thing.side.get() {
        Some(ThingSide::Front) => Some(Side::Front),
        Some(ThingSide::Right) => Some(Side::Right),
        Some(ThingSide::Back) => Some(Side::Back),
        Some(ThingSide::Left) => Some(Side::Left),
        Some(ThingSide::Sides | ThingSide::At) | None => None,
    };
    let around = Outlook::around(world, leg.level, leg.start(), LOOK_ABOUT);
    let such = around.iter().filter(|one| {
        let is_there = |side| ahead.toward(side).turn_to(one.heading).abs() < 60.0;
        is_such(world, thing, one.what) && side.is_none_or(is_there)
    });
    such.min_by(|a, b| a.metres.total_cmp(&b.metres)).map(|one| one.what)
}

/// The nearest such thing that one turns to at the end.
fn turned(world: &World, leg: &Leg, way: Option<Direction>, thing: &Thing) -> Option<Sighted> {
    let ahead = leg.last_heading().toward(way.map_or(Side::Front, Side::from));
    let around = Outlook::around(world, leg.level, leg.end(), FAR);
    let such = around
        .iter()
        .filter(|one| is_such(world, thing, one.what) && ahead.turn_to(one.heading).abs() < 60.0);
    such.min_by(|a, b| a.metres.total_cmp(&b.metres)).map(|one| one.what)
}

/// The first such thing that one comes by.
fn first(marks: &Marks<'_>, leg: &Leg, thing: &Thing) -> Option<Sighted> {
    let fitting = marks.fitting(thing);
    let within = fitting.iter().find(|item| item.along < leg.length() + 1.0);
    within.or(fitting.first()).map(|item| item.what)
}

/// The one of such things that the leg ends nearest to.
fn last(marks: &Marks<'_>, leg: &Leg, thing: &Thing) -> Option<Sighted> {
    let off = |along: f64| (along - leg.length()).abs();
    let fitting = marks.fitting(thing).into_iter();
    fitting.min_by(|a, b| off(a.along).total_cmp(&off(b.along))).map(|item| item.what)
}

fn middle(world: &World, what: Sighted) -> Option<Point> {
    match what {
        Sighted::Door(door) => Some(world.door_middle(door)),
        Sighted::Fixture(fixture) => Some(world.fixture(fixture).at),
        Sighted::Connection(_) | Sighted::Way { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guide::{Guide, GuideOptions, Stages};
    use crate::world::{Journey, embedded, from_json};

    /// A corridor of 40 metres with three fountains on the left and one on the right.
    const CORRIDOR: &str = r#"{
      "format": "cicerone-world", "version": 2, "name": "Corridor",
      "levels": [{"id": "G", "ordinal": 0, "name": "Ground floor"}],
      "areas": [{"id": "c", "level": "G", "kind": "corridor",
                 "outline": [[-1, -2], [41, -2], [41, 2], [-1, 2]]}],
      "landmarks": [
        {"id": "one", "level": "G", "at": [6, -1.5], "kind": "fountain"},
        {"id": "two", "level": "G", "at": [20, -1.5], "kind": "fountain"},
        {"id": "three", "level": "G", "at": [38, -1.5], "kind": "fountain"},
        {"id": "other", "level": "G", "at": [12, 1.5], "kind": "fountain"}
      ],
      "places": [
        {"id": "west", "level": "G", "x": 0, "y": 0, "area": "c", "name": "West"},
        {"id": "east", "level": "G", "x": 39, "y": 0, "area": "c", "name": "East"}
      ],
      "passages": [{"between": ["west", "east"]}]
    }"#;

    #[test]
    fn of_several_things_the_one_that_is_meant_is_told() {
        let world = from_json(CORRIDOR).unwrap();
        let route = Journey::between("West", "East").route(&world).unwrap();
        let segment = route.pieces(&world).into_iter().find(|one| one.leg.is_some()).unwrap();
        let meant = |text: &str| {
            let command = Command::parse(text, world.vocabulary()).unwrap();
            let all = Landmark::all(&world, &segment, &[command]);
            assert_eq!(all.len(), 1, "{text}");
            all[0].id.clone()
        };
        let kind = &world.vocabulary().kind(world.building().fixtures[0].kind).cas;
        for (text, id) in [
            ("Travel(past=Verify(desc=[Thing(value=K, side=Left)]))", Some("one")),
            ("Travel(past=Verify(desc=[Thing(value=K, side=Left, Order_adj=2)]))", Some("two")),
            ("Travel(past=Verify(desc=[Thing(value=K, side=Right)]))", Some("other")),
            ("Travel(until=Verify(desc=[Thing(value=K, side=Left)]))", Some("three")),
            ("Verify(goal=DeclareGoal(place=Verify(desc=[Thing(value=K)])))", Some("three")),
            ("Travel(follow=Follow(until=Verify(desc=[Thing(value=Corridor)])))", None),
        ] {
            let text = text.replace("value=K", &format!("value={kind}"));
            assert_eq!(meant(&text).as_deref(), id, "{text}");
        }
    }

    #[test]
    fn every_object_of_a_sentence_is_one_of_the_map_on_the_side_that_is_said() {
        let (guide, world) = (Guide::new(Stages::plain()), embedded::world("hospital").unwrap());
        let names = ["Main entrance", "X-ray", "Chapel", "Ward 3", "Café", "Reception"];
        let mut told = 0;
        for (from, to) in names.iter().flat_map(|from| names.iter().map(move |to| (from, to))) {
            let route = Journey::between(*from, *to).route(&world).unwrap();
            let said = guide.instruct(&world, &route, &GuideOptions::default()).unwrap();
            for step in &said.steps {
                let Some(leg) = &step.segment.leg else { continue };
                for Landmark { mark, id } in &step.facts.landmarks {
                    if mark.class != "object" {
                        continue;
                    }
                    let words = step.text();
                    let id = id.as_deref().unwrap_or_else(|| panic!("{mark:?} in {words}"));
                    let fixture = world.building().fixtures.iter().find(|one| &*one.id == id);
                    let fixture = fixture.unwrap();
                    assert_eq!(fixture.level, leg.level, "{words}");
                    // By the line itself, not by what the planner looks at.
                    let Some(metres) = mark.metres else { continue };
                    let (at, on) = (leg.at(metres), leg.at((metres + 0.5).min(leg.length())));
                    let ahead = [on[0] - at[0], on[1] - at[1]];
                    let off = [fixture.at[0] - at[0], fixture.at[1] - at[1]];
                    let right = ahead[0] * off[1] - ahead[1] * off[0];
                    match mark.side {
                        Some("left") => assert!(right < 0.3, "{id} {right} in {words}"),
                        Some("right") => assert!(right > -0.3, "{id} {right} in {words}"),
                        _ => continue,
                    }
                    told += 1;
                }
            }
        }
        assert!(told > 15, "only {told} were said on a side");
    }
}
