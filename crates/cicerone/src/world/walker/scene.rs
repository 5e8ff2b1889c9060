//! What somebody on the way sees and can do, in words.

use schemars::JsonSchema;
use serde::Serialize;

use super::{BEFORE_WALL, DOOR_AT_HAND, Walker, tenths};
use crate::world::course::{Before, Leg, Next, far, heading};
use crate::world::document::{DoorKind, Point, Unit};
use crate::world::ground::AT_HAND;
use crate::world::leads_into_lift;
use crate::world::names::kind_name;
use crate::world::sight::{Around, Item, Outlook, Sighted, WIDE, is_corridor};
use crate::world::{PassageId, PlaceId, Side};

/// A way goes on a little to one hand within ten times so many degrees, where it is so
/// many times as long as straight ahead, and so many metres longer.
const A_LITTLE: f64 = 4.0;
const MUCH_FARTHER: f64 = 1.5;
const FAR_ENOUGH: f64 = 4.0;
/// One sees so far about, in metres.
const VIEW: f64 = 25.0;
/// The turns one can always make.
const TURNS: [&str; 3] = ["left [DEGREES]", "right [DEGREES]", "around"];

/// What one sees and can do.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Scene {
    /// What one stands in.
    pub area: String,
    /// What people call the level; null if the building has one.
    pub level: Option<String>,
    /// What there is to see, the nearest first.
    pub sees: Vec<SceneThing>,
    /// How far one can walk each way, in metres: ahead, right, behind, left.
    pub free: [Option<f64>; 4],
    /// A little off straight ahead, where one can walk much farther than that.
    pub farther: Option<FartherOn>,
    /// The steps that lead anywhere.
    pub can: Vec<String>,
    /// Where one is; null if that is kept back.
    pub at: Option<ScenePlace>,
}

/// Where the way goes on that seems to end straight ahead.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct FartherOn {
    /// Degrees one turns to look there, to the right if positive.
    pub degrees: f64,
    /// How far one can walk that way, in metres.
    pub metres: f64,
}

/// One thing one sees.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SceneThing {
    /// Its number, for `face`, `toward` and `through`.
    pub number: usize,
    /// What it is.
    pub what: String,
    /// What it is called, or what is written on it.
    pub name: Option<String>,
    /// Where it is: `ahead`, `ahead left`, `left`, `behind`, and so on.
    pub side: &'static str,
    /// Metres to it; places in a world of corridors.
    pub metres: f64,
    /// Metres one walks straight on until one is beside it, for what one will
    /// come by.
    pub along: Option<f64>,
    /// The hand it is then on: `left` or `right`; null for what is straight
    /// ahead.
    pub hand: Option<&'static str>,
}

/// A position.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ScenePlace {
    /// The position.
    pub x: f64,
    /// The position.
    pub y: f64,
    /// The id of the level.
    pub level: String,
    /// Degrees.
    pub heading: f64,
    /// The nearest place, by its id or name.
    pub place: String,
    /// Metres to that place.
    pub metres: f64,
}

impl Walker<'_> {
    /// What one sees and can do; where one is only if it is asked for.
    pub fn scene(&self, with_place: bool) -> Scene {
        let things = self.things();
        let mut can: Vec<String> = TURNS.map(str::to_owned).to_vec();
        let free = [0.0, 90.0, 180.0, 270.0].map(|turn| self.free(self.heading.turned(turn)));
        if free[0].is_none_or(|free| free > BEFORE_WALL) {
            let unit = if self.world.unit() == Unit::Metre { "METRES" } else { "PLACES" };
            can.push(format!("forward [{unit}]"));
        }
        let mut sees = self.corridors();
        for (number, (one, ahead)) in things.iter().enumerate() {
            let number = number + 1;
            let (what, name) = self.called(one.what, with_place);
            if matches!(one.what, Sighted::Door(_)) && one.metres <= DOOR_AT_HAND {
                can.push(format!("through door {number}"));
            }
            let side = side_name(self.heading.turn_to(one.heading));
            let metres = tenths(one.metres);
            let along = ahead.map(|ahead| tenths(ahead.along));
            let hand = ahead.and_then(|ahead| match ahead.side {
                Side::Left => Some("left"),
                Side::Right => Some("right"),
                Side::Front | Side::Back => None,
            });
            sees.push(SceneThing { number, what, name, side, metres, along, hand });
        }
        if !things.is_empty() {
            can.extend(["face K", "toward K"].map(str::to_owned));
        }
        can.extend(self.ways_to_ride());
        can.push("stop".to_owned());
        let several = self.world.building().levels.len() > 1;
        let level = several.then(|| self.world.storey(self.level).called().to_owned());
        Scene {
            area: self.area(with_place),
            level,
            sees,
            free,
            farther: self.farther_on(),
            can,
            at: with_place.then(|| self.here()),
        }
    }

    /// Where one gets much farther than straight ahead, a little to one hand.
    fn farther_on(&self) -> Option<FartherOn> {
        if self.place.is_some() {
            return None;
        }
        let straight = self.reach(self.heading);
        let looks = (1..=10).flat_map(|step| [step, -step].map(|step| f64::from(step) * A_LITTLE));
        let looks = looks.map(|by| (by, self.reach(self.heading.turned(by))));
        // The least turn of those that lead about as far as any.
        let all: Vec<(f64, f64)> = looks.collect();
        let most = all.iter().map(|(_, metres)| *metres).fold(0.0, f64::max);
        let (degrees, metres) = all.into_iter().find(|(_, metres)| *metres >= 0.9 * most)?;
        let is_far = metres >= MUCH_FARTHER * straight && metres >= straight + FAR_ENOUGH;
        is_far.then(|| FartherOn { degrees, metres: tenths(metres) })
    }

    /// Everything in view, numbered by its order, and as what one will come by
    /// who walks straight on.
    pub(super) fn things(&self) -> Vec<(Around, Option<Item>)> {
        if self.world.unit() == Unit::Passage {
            return Vec::new();
        }
        let (sin, cos) = self.heading.degrees().to_radians().sin_cos();
        let next = [self.at[0] + sin * 0.05, self.at[1] - cos * 0.05];
        let leg = Leg {
            level: self.level,
            line: vec![self.at, next],
            turn: None,
            doors: Vec::new(),
            areas: vec![(0.0, self.world.layout().area_at(self.world, self.level, self.at))],
            before: Before::Start,
            next: Next::Arrive,
        };
        let ahead: Vec<Item> = Outlook::along(self.world, &leg)
            .items
            .into_iter()
            .filter(|item| item.along > 0.2)
            .collect();
        // A door in the wall of a side corridor is not passed.
        let is_passed = |item: &Item| !(item.elsewhere && matches!(item.what, Sighted::Door(_)));
        let passed =
            |what: Sighted| ahead.iter().find(|item| item.what == what && is_passed(item)).copied();
        let mut all: Vec<(Around, Option<Item>)> =
            Outlook::around(self.world, self.level, self.at, VIEW)
                .into_iter()
                .map(|one| (one, passed(one.what)))
                .collect();
        // What is at hand is there whether one sees its inside or not.
        for (number, connection) in self.world.building().connections.iter().enumerate() {
            let what = Sighted::Connection(self.world.connection_id(number));
            for stop in connection.stops.iter().filter(|stop| stop.level == self.level) {
                let metres = far(stop.at, self.at);
                let is_new = !all.iter().any(|(one, _)| one.what == what);
                if metres <= AT_HAND && metres > 0.05 && is_new {
                    all.push((Around { what, heading: heading(self.at, stop.at), metres }, None));
                }
            }
        }
        // Who looks down a corridor sees that there are doors and openings in its
        // walls, though the wall hides what is in them.
        for item in ahead {
            let is_gap = match item.what {
                Sighted::Way { .. } => true,
                Sighted::Door(_) => !item.elsewhere,
                Sighted::Connection(_) | Sighted::Fixture(_) => false,
            };
            let turn = match item.side {
                Side::Left => -90.0,
                Side::Right => 90.0,
                Side::Front | Side::Back => continue,
            };
            let (aside_sin, aside_cos) = self.heading.turned(turn).degrees().to_radians().sin_cos();
            let spot = [
                self.at[0] + sin * item.along + aside_sin * item.aside,
                self.at[1] - cos * item.along - aside_cos * item.aside,
            ];
            let metres = far(self.at, spot);
            let is_new = !all.iter().any(|(one, _)| one.what == item.what);
            if is_gap && is_new && metres <= VIEW {
                let one = Around { what: item.what, heading: heading(self.at, spot), metres };
                all.push((one, Some(item)));
            }
        }
        all.sort_by(|a, b| a.0.metres.total_cmp(&b.0.metres));
        all
    }

    /// What one sees in a world of corridors: hallways by side, and what lies
    /// ahead, place by place.
    fn corridors(&self) -> Vec<SceneThing> {
        let (Some(place), Unit::Passage) = (self.place, self.world.unit()) else {
            return Vec::new();
        };
        let view = self.world.view(place, self.heading);
        let hallway = |passage: PassageId| match self.world.floor(passage) {
            Some(floor) => format!("{} hallway", self.world.vocabulary().name(floor)),
            None => "hallway".to_owned(),
        };
        let mut all: Vec<SceneThing> = Vec::new();
        let mut add = |what: String, name: Option<&str>, side: &'static str, far: usize| {
            all.push(SceneThing {
                number: all.len() + 1,
                what,
                name: name.map(str::to_owned),
                side,
                metres: far as f64,
                along: None,
                hand: None,
            });
        };
        for (side, exit) in ["ahead", "right", "behind", "left"].into_iter().zip(view.here) {
            let what = exit.map_or("wall".to_owned(), |exit| hallway(exit.passage));
            add(what, None, side, 0);
        }
        for (far, glimpse) in view.ahead.iter().enumerate() {
            let side = if far == 0 { "here" } else { "ahead" };
            for landmark in self.world.landmarks(glimpse.place) {
                let word = self.world.vocabulary().name(landmark.kind).to_owned();
                add(word, landmark.name.as_deref(), side, far);
            }
            for (side, passage) in [("ahead left", glimpse.left), ("ahead right", glimpse.right)] {
                if let Some(passage) = passage.filter(|_| far > 0) {
                    add(hallway(passage), None, side, far);
                }
            }
            match glimpse.onward {
                Some(passage) => {
                    for kind in self.world.hangings(passage) {
                        let word = self.world.vocabulary().name(kind);
                        add(format!("{word} pictures"), None, "ahead", far);
                    }
                }
                None if far > 0 => add("wall".to_owned(), None, "ahead", far),
                None => {}
            }
        }
        all
    }

    fn area(&self, with_name: bool) -> String {
        let area = match self.place {
            Some(place) => self.world.place(place).area,
            None => self.world.layout().area_at(self.world, self.level, self.at),
        };
        let Some(area) = area else { return "somewhere".to_owned() };
        let area = self.world.area(area);
        let kind = kind_name(area.kind);
        match area.name.as_deref().or(area.number.as_deref()).filter(|_| with_name) {
            Some(name) => format!("{name} ({kind})"),
            None => kind.to_owned(),
        }
    }

    /// What a thing is, and what it is called. A room's name stands at its door.
    fn called(&self, what: Sighted, with_rooms: bool) -> (String, Option<String>) {
        match what {
            Sighted::Door(id) => {
                let kind = match self.world.door(id).kind {
                    DoorKind::Opening if is_wide(self.world.door(id).line) => "wide opening",
                    DoorKind::Opening => "opening",
                    DoorKind::Door | DoorKind::Hinged => "door",
                    DoorKind::DoubleHinged => "double door",
                    DoorKind::Sliding => "sliding door",
                    DoorKind::DoubleSliding => "double sliding door",
                    DoorKind::Revolving => "revolving door",
                    DoorKind::Gate => "gate",
                    DoorKind::EmergencyExit => "emergency exit",
                };
                let is_lifts = leads_into_lift(self.world, self.world.door(id));
                let kind = if is_lifts { "lift door" } else { kind };
                let behind = self.world.behind(id, self.at).filter(|_| with_rooms || is_lifts);
                let room = behind.and_then(|area| {
                    let area = self.world.area(area);
                    area.name.as_deref().or(area.number.as_deref()).map(str::to_owned)
                });
                (kind.to_owned(), room)
            }
            Sighted::Way { width, depth } => {
                let kind = if is_corridor(width, depth) {
                    "corridor"
                } else if width > WIDE {
                    "wide opening"
                } else {
                    "opening"
                };
                (kind.to_owned(), None)
            }
            Sighted::Connection(id) => {
                let connection = self.world.connection(id);
                (connection.kind.name().to_owned(), connection.name.as_deref().map(str::to_owned))
            }
            Sighted::Fixture(id) => {
                let fixture = self.world.fixture(id);
                let name = fixture.name.as_deref().or(fixture.text.as_deref());
                let kind = self.world.vocabulary().kind(fixture.kind);
                let word = kind.words.first().unwrap_or(&kind.name).clone();
                (word, name.map(str::to_owned))
            }
        }
    }

    fn here(&self) -> ScenePlace {
        let on_level = |id: &PlaceId| self.world.level(*id) == self.level;
        let nearest = self
            .world
            .place_ids()
            .filter(on_level)
            .min_by(|a, b| self.distance_to(*a).total_cmp(&self.distance_to(*b)));
        ScenePlace {
            x: tenths(self.at[0]),
            y: tenths(self.at[1]),
            level: self.world.storey(self.level).id.to_string(),
            heading: tenths(self.heading.degrees()),
            place: nearest.map_or(String::new(), |id| self.world.place_name(id)),
            metres: nearest.map_or(0.0, |id| tenths(self.distance_to(id))),
        }
    }
}

/// True if it is wider than a door.
fn is_wide(line: [Point; 2]) -> bool {
    far(line[0], line[1]) > WIDE
}

fn side_name(turn: f64) -> &'static str {
    match turn {
        turn if turn.abs() <= 22.5 => "ahead",
        turn if turn.abs() >= 157.5 => "behind",
        turn if turn > 112.5 => "behind right",
        turn if turn > 67.5 => "right",
        turn if turn > 0.0 => "ahead right",
        turn if turn < -112.5 => "behind left",
        turn if turn < -67.5 => "left",
        _ => "ahead left",
    }
}
