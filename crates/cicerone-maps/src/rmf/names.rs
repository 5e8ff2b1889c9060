//! Names in an Open-RMF building, as people would say them.

use crate::words::{small, words};

/// What people call a vertex or a door: `L2_room1` on level `L2` is 'room 1'.
pub(super) fn said(name: &str, level: &str) -> String {
    let mut said: Vec<String> = words(without_level(name, level))
        .iter()
        .map(|word| match word.as_str() {
            "rm" | "Rm" | "RM" => "room".to_owned(),
            _ => small(word),
        })
        .collect();
    if said.is_empty() {
        said.push(name.trim().to_owned());
    }
    said.join(" ")
}

/// `L2_room1` without the level it is on.
fn without_level<'a>(name: &'a str, level: &str) -> &'a str {
    let rest = name.get(..level.len()).filter(|start| start.eq_ignore_ascii_case(level));
    match rest.map(|_| &name[level.len()..]) {
        Some(rest) if rest.starts_with(['_', '-', ' ', '.', '/']) && rest.len() > 1 => &rest[1..],
        _ => name,
    }
}

/// What people call a level: `L2` is 'Level 2', `B1` 'Basement 1'.
pub(super) fn level(name: &str) -> String {
    let number = |rest: &str| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit());
    match name.split_at_checked(1) {
        Some(("L" | "l", rest)) if number(rest) => format!("Level {rest}"),
        Some(("B" | "b", rest)) if number(rest) => format!("Basement {rest}"),
        _ => name.to_owned(),
    }
}

/// What people call a door, unless it is called a door and a number only.
pub(super) fn door(name: &str, level: &str) -> Option<String> {
    let said = said(name, level);
    let telling = said.split(' ').any(|word| {
        let number = word.chars().all(|c| c.is_ascii_digit());
        !number
            && !matches!(word, "door" | "name" | "new" | "unnamed")
            && word.chars().any(char::is_alphabetic)
            && word.strip_prefix('d').is_none_or(|rest| rest.parse::<u32>().is_err())
    });
    telling.then_some(said)
}

/// Why a vertex is for robots only, judging by its name.
pub(super) fn robots_only(name: &str) -> Option<&'static str> {
    let words: Vec<String> = words(name).iter().map(|word| word.to_lowercase()).collect();
    let has = |sought: &[&str]| words.iter().any(|word| sought.contains(&word.as_str()));
    if has(&["charger", "charging", "charge", "dock"]) {
        Some("robots charge there; people have no name for it")
    } else if has(&["patrol", "waypoint", "wp", "holding", "queue", "spawn"]) {
        Some("it is a stop on robots' rounds; people have no name for it")
    } else if words.first().is_some_and(|word| word == "clean" || word == "cleaning") {
        Some("it starts a cleaning robot's round; people have no name for it")
    } else {
        None
    }
}

/// A floor's texture in plain words: `blue_linoleum_high_contrast` is 'blue
/// linoleum'.
pub(super) fn floor(texture: &str) -> Option<String> {
    let plain: Vec<String> = words(texture)
        .iter()
        .map(|word| word.to_lowercase())
        .filter(|word| {
            let number = word.chars().all(|c| c.is_ascii_digit());
            !number && !matches!(word.as_str(), "high" | "low" | "contrast" | "default" | "texture")
        })
        .map(|word| match word.as_str() {
            "tiles" => "tile".to_owned(),
            _ => word,
        })
        .collect();
    (!plain.is_empty()).then(|| plain.join(" "))
}

/// True if a floor with this texture lies outside.
pub(super) fn is_outdoors(floor: &str) -> bool {
    floor.split(' ').any(|word| {
        matches!(word, "grass" | "asphalt" | "road" | "carpark" | "pavement" | "garden" | "lawn")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_their_level_and_their_underscores() {
        assert_eq!(said("L2_room1", "L2"), "room 1");
        assert_eq!(said("L1_left_negative_air_pressure", "L1"), "left negative air pressure");
        assert_eq!(said("L1_left_consult_rm_13", "L1"), "left consult room 13");
        assert_eq!(said("pantry", "L1"), "pantry");
        assert_eq!(said("L2", "L2"), "l2");
        assert_eq!(said("_", "L2"), "_");
        assert_eq!(said("Küche_2", "K"), "küche 2");
    }

    #[test]
    fn doors_that_are_only_numbered_have_no_name() {
        assert_eq!(door("L1_door1", "L1"), None);
        assert_eq!(door("name", "L1"), None);
        assert_eq!(door("main_door", "L1"), Some("main door".to_owned()));
    }

    #[test]
    fn floors_are_said_plainly() {
        assert_eq!(floor("blue_linoleum_high_contrast").as_deref(), Some("blue linoleum"));
        assert_eq!(floor("concrete2").as_deref(), Some("concrete"));
        assert_eq!(floor("white_beige_tiles").as_deref(), Some("white beige tile"));
        assert_eq!(floor("default"), None);
        assert!(is_outdoors("grass") && !is_outdoors("red tile"));
    }

    #[test]
    fn levels_are_said_as_on_a_lift() {
        assert_eq!(level("L2"), "Level 2");
        assert_eq!(level("Lobby"), "Lobby");
        assert_eq!(level("é"), "é");
    }
}
