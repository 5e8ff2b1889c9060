//! The values that leaves of a CAS tree can take.
//!
//! Only what the language itself means is an enum here; kinds of floors,
//! pictures and objects come from the vocabulary.

use std::borrow::Cow;

use super::tree::Word;
use crate::world::{Group, KindId, Side, Vocabulary};

/// Declares a leaf that is one of a few words.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $word:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$word_doc])* $word),+ }

        impl $name {
            /// All values, in order.
            pub const ALL: &[$name] = &[$($name::$word),+];
        }

        impl Word for $name {
            fn name<'v>(&'v self, _: &'v Vocabulary) -> Cow<'v, str> {
                Cow::Borrowed(match self { $($name::$word => $text),+ })
            }

            fn from_name(text: &str, _: &Vocabulary) -> Option<$name> {
                match text { $($text => Some($name::$word),)+ _ => None }
            }

            fn expected(_: &Vocabulary) -> String {
                [$($text),+].join(", ")
            }
        }
    };
}

words! {
    /// A way to turn or face, seen from the follower.
    Direction {
        /// To the left hand.
        Left = "Left",
        /// To the right hand.
        Right = "Right",
        /// Straight on.
        Front = "Front",
        /// About.
        Back = "Back",
    }
}

impl From<Side> for Direction {
    fn from(side: Side) -> Direction {
        match side {
            Side::Front => Direction::Front,
            Side::Right => Direction::Right,
            Side::Back => Direction::Back,
            Side::Left => Direction::Left,
        }
    }
}

impl From<Direction> for Side {
    fn from(direction: Direction) -> Side {
        match direction {
            Direction::Front => Side::Front,
            Direction::Right => Side::Right,
            Direction::Back => Side::Back,
            Direction::Left => Side::Left,
        }
    }
}

words! {
    /// How far a turn goes, where it is no quarter.
    Bend {
        /// Less than a quarter: 'turn slightly left'.
        Slight = "Slight",
    }
}

words! {
    /// The one value of `Turn(view=True)`: the turn is only a look.
    View {
        /// Only the look changes.
        True = "True",
    }
}

words! {
    /// What sort of thing a [`Thing`](super::Thing) is.
    ThingType {
        /// An object, or what is pointed at like one.
        Object = "TypeObj",
        /// A path.
        Path = "TypePath",
        /// A structure of the building.
        Structure = "TypeStruct",
        /// A region.
        Region = "TypeRegion",
    }
}

words! {
    /// How far away a thing is.
    Proximity {
        /// Right here.
        Immediate = "Immediate",
        /// Not far.
        Near = "Near",
        /// Some way off.
        Far = "Far",
    }
}

words! {
    /// Where a thing is, seen from the follower.
    ThingSide {
        /// To the left.
        Left = "Left",
        /// To the right.
        Right = "Right",
        /// Ahead.
        Front = "Front",
        /// Behind.
        Back = "Back",
        /// At the follower's own place.
        At = "At",
        /// To the left or to the right.
        Sides = "Sides",
    }
}

words! {
    /// The shape of a structure or path.
    Shape {
        /// An intersection of three ways.
        TIntersection = "T_Int",
        /// Longer than the others.
        Long = "Long",
        /// Shorter than the others.
        Short = "Short",
    }
}

words! {
    /// Which way a change of level goes.
    Rise {
        /// To a higher level.
        Up = "Up",
        /// To a lower level.
        Down = "Down",
        /// To another part of the same level.
        Level = "Level",
    }
}

words! {
    /// How a door looks to those who pass it.
    DoorLook {
        /// One wing on hinges.
        Hinged = "Hinged",
        /// Two wings on hinges.
        Double = "Double",
        /// One wing that slides.
        Sliding = "Sliding",
        /// Two wings that slide.
        DoubleSliding = "DoubleSliding",
        /// A revolving door.
        Revolving = "Revolving",
        /// A gate or turnstile.
        Gate = "Gate",
        /// For emergencies.
        Emergency = "Emergency",
        /// Wider than a door.
        Wide = "Wide",
    }
}

/// What a [`Thing`](super::Thing) is: part of the building, a group of kinds,
/// or one kind of the vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A way one can go.
    Path,
    /// The end of a way.
    End,
    /// A wall.
    Wall,
    /// Where ways meet.
    Intersection,
    /// Where a way bends.
    Corner,
    /// A place with one way out.
    DeadEnd,
    /// The stretch between two intersections.
    Block,
    /// A door.
    Door,
    /// A way through a wall without a door.
    Opening,
    /// A way past rooms.
    Corridor,
    /// A room.
    Room,
    /// A wide open space.
    Hall,
    /// Outside the building.
    Outside,
    /// A staircase.
    Stairs,
    /// A lift.
    Lift,
    /// An escalator.
    Escalator,
    /// A ramp.
    Ramp,
    /// Any kind of a group.
    Group(Group),
    /// One kind of floor, picture or object.
    Kind(KindId),
}

impl Value {
    /// The parts of a building the language has words for.
    pub const STRUCTURES: [(&str, Value); 17] = [
        ("Path", Value::Path),
        ("End", Value::End),
        ("Wall", Value::Wall),
        ("Intersection", Value::Intersection),
        ("Corner", Value::Corner),
        ("DeadEnd", Value::DeadEnd),
        ("Block", Value::Block),
        ("Door", Value::Door),
        ("Opening", Value::Opening),
        ("Corridor", Value::Corridor),
        ("Room", Value::Room),
        ("Hall", Value::Hall),
        ("Outside", Value::Outside),
        ("Stairs", Value::Stairs),
        ("Lift", Value::Lift),
        ("Escalator", Value::Escalator),
        ("Ramp", Value::Ramp),
    ];
}

impl Word for Value {
    fn name<'v>(&'v self, vocabulary: &'v Vocabulary) -> Cow<'v, str> {
        Cow::Borrowed(match self {
            Value::Group(group) => group.name(),
            Value::Kind(kind) => &vocabulary.kind(*kind).cas,
            structure => Value::STRUCTURES
                .iter()
                .find(|(_, value)| value == structure)
                .map_or("", |(name, _)| *name),
        })
    }

    fn from_name(text: &str, vocabulary: &Vocabulary) -> Option<Value> {
        let structure = Value::STRUCTURES.iter().find(|(name, _)| *name == text);
        structure.map(|(_, value)| *value).or_else(|| {
            Appearance::from_name(text, vocabulary).map(|appearance| match appearance {
                Appearance::Group(group) => Value::Group(group),
                Appearance::Kind(kind) => Value::Kind(kind),
            })
        })
    }

    fn expected(vocabulary: &Vocabulary) -> String {
        let structures: Vec<&str> = Value::STRUCTURES.iter().map(|(name, _)| *name).collect();
        format!("{}, {}", structures.join(", "), Appearance::expected(vocabulary))
    }
}

/// How a thing looks: one kind, or any kind of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Appearance {
    /// Any kind of the group.
    Group(Group),
    /// This kind.
    Kind(KindId),
}

impl Appearance {
    /// True if a kind looks like that.
    pub fn matches(self, kind: KindId, vocabulary: &Vocabulary) -> bool {
        match self {
            Appearance::Group(group) => vocabulary.in_group(kind, group),
            Appearance::Kind(wanted) => wanted == kind,
        }
    }
}

impl Word for Appearance {
    fn name<'v>(&'v self, vocabulary: &'v Vocabulary) -> Cow<'v, str> {
        Cow::Borrowed(match self {
            Appearance::Group(group) => group.name(),
            Appearance::Kind(kind) => &vocabulary.kind(*kind).cas,
        })
    }

    fn from_name(text: &str, vocabulary: &Vocabulary) -> Option<Appearance> {
        let group = Group::ALL.into_iter().find(|group| group.name() == text);
        group.map(Appearance::Group).or_else(|| vocabulary.by_cas_name(text).map(Appearance::Kind))
    }

    fn expected(vocabulary: &Vocabulary) -> String {
        use crate::world::Class;
        let kinds =
            Class::all().flat_map(|class| vocabulary.kinds(class).iter().map(|kind| &*kind.cas));
        let all: Vec<&str> = Group::ALL.iter().map(|group| group.name()).chain(kinds).collect();
        all.join(", ")
    }
}

/// The label of a destination: SAIL numbers its positions 1 to 7.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(Box<str>);

impl Label {
    /// A label of this text, if a command can carry it: anything but quotation
    /// marks and control characters, and not nothing.
    pub fn new(text: &str) -> Option<Label> {
        let text = text.trim();
        let can_stand = !text.is_empty() && !text.contains(|c: char| c == '"' || c.is_control());
        can_stand.then(|| Label(text.into()))
    }

    /// The label as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Word for Label {
    fn name<'v>(&'v self, _: &'v Vocabulary) -> Cow<'v, str> {
        let is_word = self.0.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        match is_word && &*self.0 != "None" {
            true => Cow::Borrowed(&self.0),
            false => Cow::Owned(format!("\"{}\"", self.0)),
        }
    }

    fn from_name(text: &str, _: &Vocabulary) -> Option<Label> {
        let inside = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        Label::new(inside.unwrap_or(text))
    }

    fn expected(_: &Vocabulary) -> String {
        "a label, such as 7 or \"room 2.14\"".into()
    }
}

impl Word for u32 {
    fn name<'v>(&'v self, _: &'v Vocabulary) -> Cow<'v, str> {
        Cow::Owned(self.to_string())
    }

    fn from_name(text: &str, _: &Vocabulary) -> Option<u32> {
        // 007 would print back as 7.
        text.parse().ok().filter(|number: &u32| number.to_string() == text)
    }

    fn expected(_: &Vocabulary) -> String {
        "a whole number, such as 2".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{PARTS, RESERVED};

    #[test]
    fn vocabularies_keep_the_words_of_the_language_free() {
        let structures = Value::STRUCTURES.map(|(name, _)| name);
        assert_eq!(structures[..7], RESERVED[..7]);
        assert_eq!(RESERVED[7..], ["None"]);
        assert_eq!(structures[7..], PARTS[..]);
    }
}
