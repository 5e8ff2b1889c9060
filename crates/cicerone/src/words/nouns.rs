//! The everyday nouns of buildings, in the singular: things that stand about and
//! rooms. Not a list of what can be said, for a map brings its own words; a
//! list by which people's texts are read that belong to no map.

use std::sync::LazyLock;

use crate::world::{Class, Kind, Vocabulary};

/// Things one meets in buildings.
pub(crate) const THINGS: &[&str] = &[
    "air hockey table",
    "aquarium",
    "armchair",
    "artwork",
    "atm",
    "bar stool",
    "barstool",
    "bath",
    "bathtub",
    "bed",
    "bench",
    "blackboard",
    "book shelf",
    "bookcase",
    "bookshelf",
    "box",
    "bulletin board",
    "cabinet",
    "candle",
    "cash machine",
    "chair",
    "chandelier",
    "chest",
    "chest of drawers",
    "coat rack",
    "coffee machine",
    "coffee maker",
    "coffee table",
    "column",
    "computer",
    "copier",
    "couch",
    "counter",
    "countertop",
    "cupboard",
    "desk",
    "desk lamp",
    "dining table",
    "dishwasher",
    "display case",
    "drawer",
    "dresser",
    "easel",
    "exit sign",
    "filing cabinet",
    "fire extinguisher",
    "fireplace",
    "fish tank",
    "floor lamp",
    "flower pot",
    "foosball table",
    "fountain",
    "freezer",
    "fridge",
    "garbage can",
    "grandfather clock",
    "gun cabinet",
    "hat rack",
    "hatrack",
    "kitchen island",
    "lamp",
    "locker",
    "microwave",
    "mirror",
    "nightstand",
    "notice board",
    "ottoman",
    "oven",
    "painting",
    "piano",
    "picture",
    "pillar",
    "ping pong table",
    "plant",
    "planter",
    "pool table",
    "potted plant",
    "printer",
    "reception desk",
    "recliner",
    "refrigerator",
    "rug",
    "safe",
    "sculpture",
    "shelf",
    "shower",
    "side table",
    "sign",
    "sink",
    "sofa",
    "statue",
    "stool",
    "stove",
    "table",
    "television",
    "toaster",
    "toilet",
    "trash bin",
    "trash can",
    "treadmill",
    "tv",
    "vase",
    "vending machine",
    "wardrobe",
    "washing machine",
    "water cooler",
    "water fountain",
    "wheelchair",
    "whiteboard",
];

/// What people call rooms.
pub(crate) const ROOMS: &[&str] = &[
    "attic",
    "ballroom",
    "basement",
    "bathroom",
    "bedroom",
    "break room",
    "cafe",
    "cafeteria",
    "canteen",
    "classroom",
    "closet",
    "computer lab",
    "conference room",
    "dining area",
    "dining room",
    "family room",
    "foyer",
    "game room",
    "garage",
    "gym",
    "kitchen",
    "lab",
    "laboratory",
    "laundry room",
    "lecture hall",
    "library",
    "living area",
    "living room",
    "lobby",
    "lounge",
    "master bedroom",
    "meeting room",
    "mud room",
    "nursery",
    "office",
    "pantry",
    "powder room",
    "reception",
    "restaurant",
    "restroom",
    "seating area",
    "sitting room",
    "storage room",
    "study",
    "sun room",
    "theater",
    "utility room",
    "waiting area",
    "waiting room",
    "walk in closet",
    "wine cellar",
    "workshop",
];

/// Rooms of offices and schools. Nobody learns of them by their class.
const OF_OFFICES: &[&str] = &["art gallery", "auditorium", "mail office", "washroom"];

/// The last word of a room's name.
pub(crate) const ROOM_NOUNS: &[&str] =
    &["room", "office", "lab", "studio", "lounge", "bedroom", "bathroom"];

/// True for what people call a room.
pub(crate) fn is_room(words: &str) -> bool {
    ROOMS.contains(&words) || OF_OFFICES.contains(&words)
}

/// The everyday things as a vocabulary: what texts speak of that belong to no
/// map.
pub fn everyday_vocabulary() -> &'static Vocabulary {
    static EVERYDAY: LazyLock<Vocabulary> = LazyLock::new(|| {
        let kind = |noun: &&str| {
            let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
            let cas = noun.split(' ').map(capital).collect();
            Kind { name: (*noun).to_owned(), cas, words: vec![(*noun).to_owned()], groups: vec![] }
        };
        let objects = THINGS.iter().map(kind).collect();
        Vocabulary::unchecked([(Class::OBJECT, objects)])
    });
    &EVERYDAY
}
