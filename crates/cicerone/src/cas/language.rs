//! The ten heads of the language and their attributes, in the order the data
//! prints them; what only buildings have comes last.

use super::tree::{Field, Node, Slot};
use super::values::{
    Appearance, Bend, Direction, DoorLook, Label, Proximity, Rise, Shape, ThingSide, ThingType,
    Value, View,
};

/// Declares a head: a struct whose fields are its attributes, each with the
/// name it is written with, in print order.
macro_rules! head {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident ($text:literal): $type:ty),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
        pub struct $name { $($(#[$field_doc])* pub $field: $type),+ }

        impl Node for $name {
            const HEADS: &[&str] = &[stringify!($name)];

            fn head(&self) -> &'static str {
                stringify!($name)
            }

            fn with_head(head: &str) -> Option<$name> {
                (head == stringify!($name)).then($name::default)
            }

            fn attributes(&self) -> Vec<(&'static str, &dyn Field)> {
                vec![$(($text, &self.$field)),+]
            }

            fn attributes_mut(&mut self) -> Vec<(&'static str, &mut dyn Field)> {
                vec![$(($text, &mut self.$field)),+]
            }
        }
    };
}

/// Declares a choice between heads.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$head_doc:meta])* $head:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name { $($(#[$head_doc])* $head($head)),+ }

        impl Node for $name {
            const HEADS: &[&str] = &[$(stringify!($head)),+];

            fn head(&self) -> &'static str {
                match self { $($name::$head(node) => node.head()),+ }
            }

            fn with_head(head: &str) -> Option<$name> {
                match head {
                    $(stringify!($head) => Some($name::$head($head::default())),)+
                    _ => None,
                }
            }

            fn attributes(&self) -> Vec<(&'static str, &dyn Field)> {
                match self { $($name::$head(node) => node.attributes()),+ }
            }

            fn attributes_mut(&mut self) -> Vec<(&'static str, &mut dyn Field)> {
                match self { $($name::$head(node) => node.attributes_mut()),+ }
            }
        }

        $(impl From<$head> for $name {
            fn from(node: $head) -> $name {
                $name::$head(node)
            }
        })+
    };
}

choice! {
    /// What a follower is told to do: the six heads a command can have.
    Action {
        /// Turn on the spot.
        Turn,
        /// Walk.
        Travel,
        /// Take up a heading.
        Face,
        /// Check where one is.
        Verify,
        /// Search.
        Find,
        /// Change the level.
        Ride,
    }
}

choice! {
    /// How a follower is placed before a turn.
    Precondition {
        /// By what it faces.
        Face,
        /// By where it has walked.
        Travel,
    }
}

head! {
    /// A turn on the spot: 'turn left', 'turn so the wall is on your left'.
    Turn {
        /// How one stands after the turn.
        face ("face"): Option<Box<Face>>,
        /// Which way to turn.
        direction ("direction"): Slot<Direction>,
        /// The walk to make before turning: 'at the stone floor, turn right'.
        location ("location"): Option<Box<Travel>>,
        /// Only the look changes: 'to one side you will see ...'.
        view ("view"): Slot<View>,
        /// What lies ahead after the turn.
        postcond ("postcond"): Option<Box<Travel>>,
        /// How one stands before the turn: 'with your back to the wall, turn right'.
        precond ("precond"): Option<Box<Precondition>>,
        /// The way that is taken: 'turn left into the corridor'.
        into ("into"): Option<Box<Verify>>,
        /// How far one turns, if it is no quarter.
        bend ("Bend"): Slot<Bend>,
    }
}

head! {
    /// A walk: 'walk forward twice', 'go to the chair'.
    Travel {
        /// What holds where the walk ends.
        until ("until"): Option<Box<Verify>>,
        /// How far it goes.
        distance ("distance"): Option<Box<Distance>>,
        /// How to turn before walking: 'go down the grassy hallway'.
        face ("face"): Option<Box<Face>>,
        /// What lies between the ends of the walk.
        past ("past"): Option<Box<Verify>>,
        /// What the walk follows.
        follow ("follow"): Option<Box<Follow>>,
        /// The walk to make before this one.
        location ("location"): Option<Box<Travel>>,
        /// What is left: 'leave the kitchen'.
        out ("out"): Option<Box<Verify>>,
        /// The door or opening that is passed: 'go through the double door'.
        through ("through"): Option<Box<Verify>>,
        /// The room or hall that is entered: 'into the restaurant'.
        into ("into"): Option<Box<Verify>>,
    }
}

head! {
    /// A change of level: 'take the lift up to level 2'.
    Ride {
        /// The stairs, lift, escalator or ramp.
        by ("by"): Option<Box<Verify>>,
        /// Up or down.
        rise ("rise"): Slot<Rise>,
        /// What people call the level one comes to.
        level ("level"): Slot<Label>,
    }
}

head! {
    /// A heading to take up: 'face the easel', 'with your back to the wall'.
    Face {
        /// What is where, once one faces that way.
        faced ("faced"): Option<Box<Verify>>,
        /// Which way to turn.
        direction ("direction"): Slot<Direction>,
    }
}

head! {
    /// A description that holds, or a goal that is declared.
    Verify {
        /// What there is to see.
        desc ("desc"): Vec<Thing>,
        /// The goal that is declared here.
        goal ("goal"): Option<Box<DeclareGoal>>,
        /// How far away it is.
        dist ("dist"): Option<Box<Distance>>,
        /// What one comes to if one has gone too far.
        beyond ("beyond"): Vec<Thing>,
    }
}

head! {
    /// A search: 'find the chair'.
    Find {
        /// What ends the search.
        until ("until"): Option<Box<Verify>>,
    }
}

head! {
    /// Something to walk along: 'follow the brick'.
    Follow {
        /// What is followed.
        until ("until"): Option<Box<Verify>>,
    }
}

head! {
    /// The goal: 'position 7 is one block down'.
    DeclareGoal {
        /// The walk that leads to it.
        cond ("cond"): Option<Box<Travel>>,
        /// Its label.
        goal ("goal"): Slot<Label>,
        /// Where it is, seen from where one is told: 'on your left', 'beside the
        /// desk'.
        place ("place"): Option<Box<Verify>>,
    }
}

head! {
    /// A counted distance: 'twice', 'one block'.
    Distance {
        /// How many.
        count ("count"): Slot<u32>,
        /// Of what.
        unit ("distUnit"): Option<Box<Verify>>,
        /// How many metres, about.
        metres ("metres"): Slot<u32>,
    }
}

head! {
    /// A described thing: 'the intersection with the blue hall'.
    Thing {
        /// What sort of thing.
        kind ("type"): Slot<ThingType>,
        /// What it is.
        value ("value"): Slot<Value>,
        /// How far away.
        dist ("dist"): Slot<Proximity>,
        /// On which side.
        side ("side"): Slot<ThingSide>,
        /// How it looks.
        appear ("Appear"): Slot<Vec<Appearance>>,
        /// What it is made of or crossed by: 'the intersection with the blue hall'.
        part ("Part"): Vec<Thing>,
        /// What it contains: 'the intersection containing the easel'.
        detail ("Detail"): Vec<Thing>,
        /// Its shape: 'the T intersection', 'the long hall'.
        structural ("Structural"): Slot<Shape>,
        /// Which one, counted from here: 'the second alley'.
        order ("Order_adj"): Slot<u32>,
        /// What it is on: 'the picture on the wall'.
        on ("On"): Vec<Thing>,
        /// How many there are: 'the only way'.
        count ("Count"): Slot<u32>,
        /// What it lies behind.
        past ("Past"): Vec<Thing>,
        /// What it is called, or what is written on it.
        name ("Name"): Slot<Label>,
        /// What sort of door it is.
        door ("Door"): Slot<DoorLook>,
    }
}
