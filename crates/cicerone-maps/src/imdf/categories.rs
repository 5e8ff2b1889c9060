//! What IMDF's categories are in our words.

use cicerone::world::document::{Access, AreaKind, ConnectionKind, DoorKind};

/// A unit's kind, and who may enter as far as the category tells.
pub(super) fn area(category: &str, outdoors: bool) -> (AreaKind, Access) {
    let kind = match category {
        "walkway" | "movingwalkway" | "walkway.island" => AreaKind::Corridor,
        "lobby" | "foodservice" | "waitingarea" | "concourse" | "parking" | "baggageclaim" => {
            AreaKind::Hall
        }
        "stairs" | "steps" => AreaKind::Stairs,
        "elevator" => AreaKind::Lift,
        "escalator" => AreaKind::Escalator,
        "ramp" => AreaKind::Ramp,
        "platform" => AreaKind::Platform,
        "unenclosedarea" | "road" | "terrace" | "vegetation" | "sidewalk" => AreaKind::Outdoors,
        "opentobelow" | "structure" | "column" | "brick" | "concrete" | "drywall" | "glass"
        | "wood" | "fireplace" => AreaKind::Void,
        restroom if restroom.starts_with("restroom") => AreaKind::Restroom,
        _ => AreaKind::Room,
    };
    let kind = match kind {
        AreaKind::Corridor | AreaKind::Hall if outdoors => AreaKind::Outdoors,
        kind => kind,
    };
    let access = match category {
        "nonpublic" => Access::Restricted,
        _ => Access::Public,
    };
    (kind, access)
}

/// Who may enter where a restriction is written.
pub(super) fn restricted(restriction: &str) -> Access {
    match restriction {
        "restricted" => Access::Closed,
        _ => Access::Restricted,
    }
}

/// An opening's kind.
pub(super) fn door(category: &str, door: Option<&str>) -> DoorKind {
    match (category, door) {
        ("emergencyexit", _) => DoorKind::EmergencyExit,
        (_, Some("revolving")) => DoorKind::Revolving,
        (_, Some("sliding")) => DoorKind::Sliding,
        (_, Some("turnstile" | "movablepartition" | "gate")) => DoorKind::Gate,
        (_, Some("swinging")) => DoorKind::Hinged,
        (_, Some("open")) => DoorKind::Opening,
        _ => DoorKind::Door,
    }
}

/// What a relationship or an amenity of that category is between levels.
pub(super) fn connection(category: &str) -> Option<ConnectionKind> {
    match category {
        "stairs" | "steps" => Some(ConnectionKind::Stairs),
        "elevator" => Some(ConnectionKind::Lift),
        "escalator" => Some(ConnectionKind::Escalator),
        "ramp" => Some(ConnectionKind::Ramp),
        _ => None,
    }
}

/// A landmark's kind in plain words: `drinkingfountain` is two of them.
pub(super) fn landmark(category: &str) -> String {
    let joined = [
        ("drinkingfountain", "drinking fountain"),
        ("vendingmachine", "vending machine"),
        ("firstaid", "first aid"),
        ("lostandfound", "lost and found"),
        ("payphone", "pay phone"),
        ("photobooth", "photo booth"),
        ("ticketing", "ticket office"),
        ("privatelounge", "private lounge"),
        ("mothersroom", "mothers' room"),
        ("meetingpoint", "meeting point"),
        ("fireextinguisher", "fire extinguisher"),
        ("emergencyshelter", "emergency shelter"),
        ("checkin.desk", "check-in desk"),
        ("checkin.selfservice", "check-in machine"),
        ("elevator", "lift"),
        ("restroom.male", "men's toilet"),
        ("restroom.female", "women's toilet"),
        ("restroom.wheelchair", "accessible toilet"),
        ("restroom", "toilet"),
    ];
    match joined.iter().find(|(from, _)| *from == category) {
        Some((_, words)) => (*words).to_owned(),
        None => category.replace(['.', '_', '-'], " "),
    }
}

/// True of what stands on a door rather than being said: `2.14`, `LL206E`.
pub(super) fn is_number(name: &str) -> bool {
    let words = name.split(|c: char| !c.is_alphanumeric());
    name.chars().any(|c| c.is_ascii_digit())
        && words
            .filter(|word| !word.is_empty())
            .all(|word| word.chars().any(|c| c.is_ascii_digit()) || word.chars().count() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_told_from_names() {
        for number in ["213", "2.6.07", "LL206E", "220A, 220B", "B 12"] {
            assert!(is_number(number), "{number}");
        }
        for name in ["HALL 1", "Kim's office", "Playroom", "Room 12"] {
            assert!(!is_number(name), "{name}");
        }
    }
}
