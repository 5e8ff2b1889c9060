//! What stands in an Open-RMF building: models by the names of their meshes.
//!
//! The names are those of a simulator's library (`OpenRobotics/OfficeChairBlack`).
//! What stays where it is becomes a landmark in plain words; people, robots,
//! vehicles and the machinery of the simulation do not.

use crate::words::{small, words};

/// A model as a landmark.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Kind {
    /// In plain words: 'office chair'.
    pub(super) words: String,
    /// Roughly its longest side in metres, where that is known.
    pub(super) size: Option<f64>,
}

/// What a model is, or why it is no landmark.
pub(super) fn kind(model: &str) -> Result<Kind, &'static str> {
    let words = plain(model);
    let has =
        |sought: &[&str]| words.iter().any(|word| sought.contains(&word.to_lowercase().as_str()));
    // A nurse is a person, a nurse table is not.
    let nurse = words.len() == 1 && has(&["nurse"]);
    if nurse || has(&PEOPLE) {
        return Err("people do not stay where they are");
    }
    if has(&["robot", "bot", "charger", "dispenser", "ingestor", "teleport", "caddy", "dock"]) {
        return Err("robots and what serves them are no landmarks");
    }
    if has(&["suv", "car", "ambulance", "truck", "van", "bus", "hatchback", "pickup", "aircraft"]) {
        return Err("vehicles do not stay where they are");
    }
    if has(&["coke", "can", "bottle", "cup", "laptop", "paper", "plate"]) {
        return Err("it is too small to go by");
    }
    if has(&["ground", "plane", "sun", "light", "camera", "invisible", "building", "campus"]) {
        return Err("it is scenery, nothing that stands in the building");
    }
    if words.is_empty() {
        return Err("its name says nothing");
    }
    let words = words.join(" ");
    let size = SIZES
        .iter()
        .find(|(ending, _)| words.to_lowercase().ends_with(ending))
        .map(|(_, size)| *size);
    Ok(Kind { words, size })
}

/// The words of a model's name without its maker, numbers and variants.
fn plain(model: &str) -> Vec<String> {
    let name = model.trim_end_matches('/').rsplit('/').next().unwrap_or(model);
    let mut plain: Vec<String> = words(name)
        .iter()
        .filter(|word| !word.chars().all(|c| c.is_ascii_digit() || c == '.'))
        .map(|word| match word.as_str() {
            "Conf" => "conference".to_owned(),
            "Adj" => "adjustable".to_owned(),
            _ => small(word.trim_end_matches(|c: char| c.is_ascii_digit())),
        })
        .collect();
    // 'TrolleyMed', 'BenchShort', 'ChairBlack': what comes last is a variant.
    while plain.len() > 1 && plain.last().is_some_and(|last| VARIANTS.contains(&last.as_str())) {
        plain.pop();
    }
    while plain.len() > 1 && ["normal", "small", "big", "large"].contains(&plain[0].as_str()) {
        plain.remove(0);
    }
    plain
}

const PEOPLE: [&str; 13] = [
    "visitor",
    "patient",
    "person",
    "man",
    "woman",
    "human",
    "actor",
    "male",
    "female",
    "scrubs",
    "doctor",
    "guard",
    "pedestrian",
];

const VARIANTS: [&str; 24] = [
    "black", "blue", "grey", "gray", "white", "red", "green", "yellow", "brown", "beige", "orange",
    "small", "med", "medium", "big", "large", "short", "long", "start", "end", "static", "open",
    "closed", "empty",
];

/// Longest sides in metres, by how the name ends; the first that fits counts.
const SIZES: [(&str, f64); 37] = [
    ("bedside table", 0.5),
    ("coffee table", 1.0),
    ("conference table", 3.0),
    ("wheelchair", 1.0),
    ("office chair", 0.6),
    ("chair", 0.6),
    ("stool", 0.4),
    ("bench", 1.5),
    ("sofa", 2.0),
    ("couch", 2.0),
    ("bed", 2.0),
    ("desk", 1.5),
    ("table", 1.5),
    ("countertop", 2.0),
    ("counter", 2.0),
    ("cubicle", 2.0),
    ("shelf", 1.0),
    ("bookshelf", 1.0),
    ("rack", 1.5),
    ("cabinet", 1.0),
    ("drawer", 0.5),
    ("fridge", 0.8),
    ("vending machine", 1.0),
    ("kiosk", 0.8),
    ("toilet", 0.7),
    ("sink", 0.6),
    ("shower", 1.0),
    ("bin", 0.4),
    ("trolley", 0.8),
    ("cart", 1.0),
    ("stand", 0.5),
    ("suitcase", 0.6),
    ("monitor and keyboard", 0.6),
    ("escalator", 6.0),
    ("playground", 5.0),
    ("plant", 0.6),
    ("tree", 3.0),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn says(model: &str, expected: &str) {
        assert_eq!(kind(model).unwrap().words, expected);
    }

    #[test]
    fn models_are_said_plainly() {
        says("OpenRobotics/OfficeChairBlack", "office chair");
        says("OpenRobotics/FoodCourtBenchShort", "food court bench");
        says("OpenRobotics/FoodCourtTable1", "food court table");
        says("OpenRobotics/NormalBed", "bed");
        says("OpenRobotics/ConfTable", "conference table");
        says("OpenRobotics/SurgicalTrolleyMed", "surgical trolley");
        says("OpenRobotics/IVStand", "IV stand");
        says("OpenRobotics/Pine Tree", "pine tree");
        says("OpenRobotics/MopCart2", "mop cart");
        says("OpenRobotics/NurseTable", "nurse table");
        says("OpenRobotics/WhiteCabinet", "white cabinet");
        says("OpenRobotics/EscalatorStart", "escalator");
        assert_eq!(kind("OpenRobotics/OfficeChairBlack").unwrap().size, Some(0.6));
    }

    #[test]
    fn what_moves_is_no_landmark() {
        for model in [
            "OpenRobotics/Nurse",
            "OpenRobotics/FemaleVisitorSit",
            "OpenRobotics/PatientWheelChair",
            "OpenRobotics/ElderLadyPatient",
            "OpenRobotics/OpScrubs",
            "OpenRobotics/TeleportDispenser",
            "OpenRobotics/SUV",
            "OpenRobotics/Ambulance2",
            "OpenRobotics/Coke",
            "Open-RMF/TinyRobot",
            "",
            "7",
        ] {
            assert!(kind(model).is_err(), "{model}");
        }
    }
}
