//! Names, levels and ordinals as they stand in a sentence: with an article or
//! without, with a capital or not.

/// What a name ends in that is a noun for part of a building, and so has an
/// article: 'the entrance hall', 'the main stairs'.
const NOUNS: &[&str] = &[
    "area",
    "atrium",
    "auditorium",
    "balcony",
    "bar",
    "bathroom",
    "bedroom",
    "bridge",
    "café",
    "cafe",
    "cafeteria",
    "canteen",
    "centre",
    "center",
    "chapel",
    "classroom",
    "clinic",
    "cloakroom",
    "corridor",
    "counter",
    "court",
    "department",
    "desk",
    "elevator",
    "entrance",
    "escalator",
    "exit",
    "foyer",
    "garden",
    "gym",
    "hall",
    "kitchen",
    "laboratory",
    "lab",
    "landing",
    "laundry",
    "library",
    "lift",
    "lobby",
    "lounge",
    "office",
    "pantry",
    "passage",
    "platform",
    "pool",
    "pharmacy",
    "ramp",
    "reception",
    "restaurant",
    "restroom",
    "room",
    "shop",
    "sauna",
    "stairs",
    "station",
    "staircase",
    "stairwell",
    "store",
    "studio",
    "suite",
    "theatre",
    "terrace",
    "toilet",
    "toilets",
    "unit",
    "wing",
    "workshop",
];

/// The same where every word has a capital: 'the Computer Room'. A 'Bone Hall' is a
/// name, and a 'Bell Court'.
const TITLED: [&str; 25] = [
    "area",
    "bar",
    "bathroom",
    "café",
    "cafe",
    "cafeteria",
    "canteen",
    "desk",
    "elevator",
    "entrance",
    "exhibit",
    "exit",
    "foyer",
    "gym",
    "kitchen",
    "library",
    "lift",
    "lobby",
    "lounge",
    "office",
    "reception",
    "restaurant",
    "restroom",
    "room",
    "toilets",
];

/// True for a name of several words that says what the place is, each word with a
/// capital: 'Computer Room'. 'Kim's Office' is somebody's.
fn is_title(name: &str) -> bool {
    let last = name.split_whitespace().last().unwrap_or("").to_lowercase();
    name.contains(' ')
        && !name.contains('\'')
        && !name.contains('\u{2019}')
        && name.chars().all(|c| c.is_alphabetic() || c == ' ' || c == '-')
        && TITLED.contains(&&*last)
}

/// True for a name that is a noun, whatever its capital: 'Entrance hall'.
pub(super) fn is_noun(name: &str) -> bool {
    let mut words = name.split_whitespace();
    let first = words.next().unwrap_or("");
    let is_plain = |word: &str| word.chars().all(|c| c.is_lowercase() || c == '-');
    let low: String = first.chars().flat_map(char::to_lowercase).collect();
    let is_once_high = first.chars().skip(1).all(char::is_lowercase);
    let last = name.split_whitespace().last().unwrap_or("").to_lowercase();
    is_once_high && is_plain(&low) && words.all(is_plain) && NOUNS.contains(&&*last)
}

/// True for a name that is said to who is to leave the place: a noun, or the name of a
/// department or a company. What has a number is a room to those in it.
pub(super) fn is_left(name: &str) -> bool {
    let is_numbered = name.chars().any(|c| c.is_ascii_digit());
    is_noun(name) || is_title(name) || !is_numbered && needs_no_article(name)
}

/// Names with a capital letter or a number stand alone; others are nouns.
pub(super) fn needs_no_article(name: &str) -> bool {
    let starts_high = name.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit());
    !is_noun(name)
        && !is_title(name)
        && (starts_high || name.ends_with(|c: char| c.is_ascii_digit()))
}

/// True for a name of several things: 'the toilets are on your left'.
pub(super) fn is_plural(name: &str) -> bool {
    let last = name.split_whitespace().last().unwrap_or("").to_lowercase();
    ["toilets", "restrooms", "stairs", "lifts", "escalators", "offices"].contains(&&*last)
}

/// True for a name that is said as a sign would show it. One that begins with a direction would
/// be taken for one, and a word that is no noun has no article.
fn is_quoted(name: &str) -> bool {
    let first = name.split_whitespace().next().unwrap_or("").to_lowercase();
    let is_direction = ["left", "right", "up", "down", "back", "front"].contains(&&*first);
    let is_word = !name.contains(' ') && name.chars().all(char::is_lowercase);
    is_direction || is_word && !is_noun(name)
}

/// A name as it stands in a sentence.
pub(super) fn named(name: &str) -> String {
    match is_quoted(name) || needs_no_article(name) || name.starts_with("the ") {
        true => named_bare(name),
        false => format!("the {}", named_bare(name)),
    }
}

/// A name without its article; a noun begins with a small letter.
pub(super) fn named_bare(name: &str) -> String {
    match () {
        () if is_quoted(name) => format!("\u{2018}{name}\u{2019}"),
        () if is_noun(name) => name.to_lowercase(),
        () => name.to_owned(),
    }
}

/// What one is to a place: on a platform, in a room.
pub(super) fn preposition(name: &str) -> &'static str {
    const ON: [&str; 5] = ["bahnsteig", "bussteig", "gleis", "platform", "track"];
    let first = name.split_whitespace().next().unwrap_or("").to_lowercase();
    if ON.contains(&&*first) { "on" } else { "in" }
}

/// A level as it is said: `level 2` for `2` and `L2`, its own name otherwise.
pub(super) fn level_name(level: &str) -> String {
    let number = level.strip_prefix(['L', 'l']).unwrap_or(level);
    if number.parse::<f64>().is_ok() {
        return format!("level {number}");
    }
    let common = ["Level ", "Floor "].iter().any(|start| level.starts_with(start));
    let last = level.split_whitespace().last().unwrap_or("").to_lowercase();
    let is_short = level.chars().count() <= 3 && !level.chars().any(char::is_lowercase);
    match () {
        () if common => level.to_lowercase(),
        () if is_short => format!("level {level}"),
        () if ["level", "floor", "storey", "basement", "mezzanine"].contains(&&*last) => {
            format!("the {}", level.to_lowercase())
        }
        () if level.starts_with("the ") || level.contains(|c: char| c.is_ascii_digit()) => {
            level.to_owned()
        }
        () => format!("the {level}"),
    }
}

/// 'first', 'second', and so on.
pub(super) fn ordinal(order: u32) -> String {
    const NAMES: [&str; 11] = [
        "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth",
        "ninth", "tenth",
    ];
    match NAMES.get(order as usize) {
        Some(name) => (*name).to_owned(),
        None => {
            let end = match (order % 10, order % 100) {
                (_, 11..=13) => "th",
                (1, _) => "st",
                (2, _) => "nd",
                (3, _) => "rd",
                _ => "th",
            };
            format!("{order}{end}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_say_what_a_place_is_have_an_article() {
        for (name, said) in [
            ("Hydrotherapy pool", "the hydrotherapy pool"),
            ("Computer Room", "the Computer Room"),
            ("Kim's office", "Kim's office"),
            ("Bone Hall", "Bone Hall"),
            ("Ward 4", "Ward 4"),
            ("Maternity", "Maternity"),
            ("Toilets", "the toilets"),
        ] {
            assert_eq!(named(name), said);
        }
    }
}
