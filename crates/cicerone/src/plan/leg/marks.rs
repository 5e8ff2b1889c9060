//! Marks: things one sees along a leg, as descriptions, and which things a
//! description fits.
//!
//! | attribute | meaning on a leg |
//! |---|---|
//! | `value` | a kind of thing, or a part of the building |
//! | `Door` | how the door looks; of an opening, that it is wide |
//! | `Name` | what this one is called |
//! | `side` | the side one has it on when one comes by; `Front` is in one's way |
//! | `Order_adj` | which one of those that fit, counted from the last door told on the leg |
//! | `Count` | how many of them there are on the stretch |
//! | `Past` | it comes after another thing that fits |
//! | `Detail` | something that fits is level with it, across the way or beside it |

use schemars::JsonSchema;
use serde::Serialize;

use crate::cas::{
    Command, DoorLook, Label, Slot, Thing, ThingSide, Value, Verify, Visit, Word, walk,
};
use crate::world::document::{AreaKind, ConnectionKind, DoorKind};
use crate::world::{DoorId, Item, Outlook, Segment, Side, Sighted, WIDE, World, is_corridor};

/// What is nearer to the start than this is where one stands already, in
/// metres.
pub(crate) const AT_START: f64 = 0.8;
/// What is level with something is no farther from it along the way, in metres.
pub(super) const LEVEL_WITH: f64 = 1.6;

/// The marks along one leg.
#[derive(Debug)]
pub(crate) struct Marks<'w> {
    pub(crate) world: &'w World,
    pub(crate) outlook: Outlook,
    /// What one sees in areas that one does not come through.
    pub(crate) elsewhere: Vec<Item>,
    /// Metres to the last door that is told on the leg: from there one counts.
    pub(crate) counted_from: f64,
}

impl Marks<'_> {
    /// The thing as people would call it, without saying which one.
    pub(crate) fn plain(&self, what: Sighted) -> Thing {
        plain(self.world, what)
    }

    /// Everything that fits a description, in the order one comes by it.
    pub(crate) fn fitting(&self, thing: &Thing) -> Vec<&Item> {
        let after = thing.past.first().map(|past| self.fitting(past));
        let after = match after.as_deref() {
            None => f64::NEG_INFINITY,
            Some([]) => return Vec::new(),
            Some([first, ..]) => first.along,
        };
        let items = self.outlook.items.iter();
        let fits = items.filter(|item| item.along > after && self.fits(thing, item));
        let all: Vec<&Item> = fits.collect();
        match thing.order.get() {
            None => all,
            Some(order) => {
                let ahead = all.into_iter().filter(|item| self.is_counted(item));
                ahead.skip((*order as usize).saturating_sub(1)).take(1).collect()
            }
        }
    }

    /// True if an item is such a thing, on such a side.
    fn fits(&self, thing: &Thing, item: &Item) -> bool {
        let is_side = match thing.side.get() {
            None => true,
            Some(ThingSide::Left) => item.side == Side::Left,
            Some(ThingSide::Right) => item.side == Side::Right,
            Some(ThingSide::Sides) => matches!(item.side, Side::Left | Side::Right),
            Some(ThingSide::Front) => item.side == Side::Front,
            Some(ThingSide::Back | ThingSide::At) => false,
        };
        let is_level = |beside: &Thing| {
            let mut items = self.outlook.items.iter();
            items.any(|other| {
                (other.along - item.along).abs() < LEVEL_WITH && self.fits(beside, other)
            })
        };
        is_side && is_such(self.world, thing, item.what) && thing.detail.iter().all(is_level)
    }

    /// True for what is counted: what comes after where one stands already and
    /// after the last door that was told.
    pub(crate) fn is_counted(&self, item: &Item) -> bool {
        item.along > AT_START.max(self.counted_from + 0.3)
    }

    /// Which of those like it an item is.
    pub(crate) fn order_of(&self, thing: &Thing, item: &Item) -> Option<u32> {
        let ahead = self.fitting(thing).into_iter().filter(|one| self.is_counted(one));
        let place = ahead.enumerate().find(|(_, one)| std::ptr::eq(*one, item));
        place.map(|(number, _)| number as u32 + 1)
    }
}

/// The thing as people would call it, without saying which one.
pub(crate) fn plain(world: &World, what: Sighted) -> Thing {
    let named = |value: Value, name: Option<&str>| Thing {
        value: Slot::Set(value),
        name: label(name),
        ..Thing::default()
    };
    match what {
        Sighted::Door(id) => door_thing(world, id),
        Sighted::Way { width, depth } => {
            let is_corridor = is_corridor(width, depth);
            let value = if is_corridor { Value::Corridor } else { Value::Opening };
            let is_wide = !is_corridor && width > WIDE;
            let door = if is_wide { Slot::Set(DoorLook::Wide) } else { Slot::Unset };
            Thing { door, ..named(value, None) }
        }
        Sighted::Connection(id) => {
            let connection = world.connection(id);
            named(connection_value(connection.kind), connection.name.as_deref())
        }
        Sighted::Fixture(id) => {
            let fixture = world.fixture(id);
            let name = fixture.name.as_deref().or(fixture.text.as_deref());
            named(Value::Kind(fixture.kind), name)
        }
    }
}

fn door_thing(world: &World, id: DoorId) -> Thing {
    let door = world.door(id);
    let look = match door.kind {
        // Nobody says 'hinged': what the words do not tell apart is not counted
        // apart either.
        DoorKind::Opening | DoorKind::Door | DoorKind::Hinged => None,
        DoorKind::DoubleHinged => Some(DoorLook::Double),
        DoorKind::Sliding => Some(DoorLook::Sliding),
        DoorKind::DoubleSliding => Some(DoorLook::DoubleSliding),
        DoorKind::Revolving => Some(DoorLook::Revolving),
        DoorKind::Gate => Some(DoorLook::Gate),
        DoorKind::EmergencyExit => Some(DoorLook::Emergency),
    };
    let [a, b] = door.line;
    let is_wide = (a[0] - b[0]).hypot(a[1] - b[1]) > WIDE;
    let (value, look) = match door.kind {
        DoorKind::Opening => (Value::Opening, is_wide.then_some(DoorLook::Wide)),
        _ => (Value::Door, look),
    };
    Thing { value: Slot::Set(value), door: look.map_or(Slot::Unset, Slot::Set), ..Thing::default() }
}

/// True if something is what a description says, wherever it is.
pub(crate) fn is_such(world: &World, thing: &Thing, what: Sighted) -> bool {
    let is = plain(world, what);
    let is_value = thing.value.get().is_none_or(|value| Some(value) == is.value.get());
    let is_look = thing.door.get().is_none_or(|look| Some(look) == is.door.get());
    let is_name = thing.name.get().is_none_or(|name| Some(name) == is.name.get());
    is_value && is_look && is_name
}

/// What connections are called.
pub(crate) fn connection_value(kind: ConnectionKind) -> Value {
    match kind {
        ConnectionKind::Stairs => Value::Stairs,
        ConnectionKind::Lift => Value::Lift,
        ConnectionKind::Escalator => Value::Escalator,
        ConnectionKind::Ramp => Value::Ramp,
    }
}

/// What areas are called.
pub(crate) fn area_value(kind: AreaKind) -> Value {
    match kind {
        AreaKind::Corridor => Value::Corridor,
        AreaKind::Hall => Value::Hall,
        AreaKind::Stairs => Value::Stairs,
        AreaKind::Lift => Value::Lift,
        AreaKind::Escalator => Value::Escalator,
        AreaKind::Ramp => Value::Ramp,
        AreaKind::Outdoors | AreaKind::Platform => Value::Outside,
        AreaKind::Room | AreaKind::Restroom | AreaKind::Void => Value::Room,
    }
}

/// A label, if there is a text that can be one.
pub(crate) fn label(text: Option<&str>) -> Slot<Label> {
    text.and_then(Label::new).map_or(Slot::Unset, Slot::Set)
}

/// A description of these things.
pub(crate) fn of(things: Vec<Thing>) -> Option<Box<Verify>> {
    Some(Box::new(Verify { desc: things, ..Verify::default() }))
}

/// A side as descriptions write it.
pub(crate) fn on(side: Side) -> Slot<ThingSide> {
    Slot::Set(match side {
        Side::Front => ThingSide::Front,
        Side::Right => ThingSide::Right,
        Side::Back => ThingSide::Back,
        Side::Left => ThingSide::Left,
    })
}

/// Something a sentence names that one can see.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "StepLandmark")]
pub struct Mark {
    /// What it is called: its name, or its kind.
    pub name: String,
    /// What sort of thing it is: `object`, `door`, `opening`, `corridor`, `lift`
    /// and so on.
    pub class: String,
    /// Where one has it: `left`, `right`, `front`, `back`; null if that is not
    /// said.
    pub side: Option<&'static str>,
    /// Metres to it from where the step begins; null if it is not on the way.
    pub metres: Option<f64>,
    /// The same in feet, where feet were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub feet: Option<f64>,
}

/// What the commands of a segment name that one can see.
pub(crate) fn marks(world: &World, segment: &Segment, commands: &[Command]) -> Vec<Mark> {
    let Some(leg) = &segment.leg else { return Vec::new() };
    struct Named(Vec<Thing>);
    impl Visit for Named {
        fn thing(&mut self, thing: &Thing) {
            self.0.push(thing.clone());
            walk::thing(self, thing);
        }
    }
    let mut named = Named(Vec::new());
    commands.iter().for_each(|command| named.action(command));
    let outlook = Outlook::along(world, leg);
    let along = Marks { world, outlook, elsewhere: Vec::new(), counted_from: 0.0 };
    let vocabulary = world.vocabulary();
    let mark = |thing: Thing| {
        let value = thing.value.get()?;
        let (class, kind) = match value {
            Value::Kind(kind) => {
                let kind = vocabulary.kind(*kind);
                ("object".to_owned(), kind.words.first().unwrap_or(&kind.name).clone())
            }
            value => {
                let part = Word::name(value, vocabulary).to_lowercase();
                (part.clone(), part)
            }
        };
        let name = thing.name.get().map_or(kind, |name| name.as_str().to_owned());
        let side = match thing.side.get() {
            Some(ThingSide::Left) => Some("left"),
            Some(ThingSide::Right) => Some("right"),
            Some(ThingSide::Front | ThingSide::At) => Some("front"),
            Some(ThingSide::Back) => Some("back"),
            Some(ThingSide::Sides) | None => None,
        };
        let metres = along.fitting(&thing).first().map(|item| (item.along * 10.0).round() / 10.0);
        Some(Mark { name, class, side, metres, feet: None })
    };
    named.0.into_iter().filter_map(mark).collect()
}
