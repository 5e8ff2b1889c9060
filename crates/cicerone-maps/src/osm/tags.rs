//! What tags mean, in the words of Simple Indoor Tagging.

use cicerone::world::document::{Access, AreaKind, DoorKind};

use super::element::Tags;

/// A key, if any part of the reader asks for it; others are not even kept.
pub(super) fn known(key: &str) -> Option<&'static str> {
    KNOWN.iter().find(|known| **known == key).copied()
}

/// True if an element may be part of a building, judging by its keys alone.
pub(super) fn may_matter(tags: &[(&str, &str)]) -> bool {
    tags.iter().any(|(key, _)| TELLING.contains(key))
}

const TELLING: [&str; 24] = [
    "highway",
    "indoor",
    "level",
    "room",
    "railway",
    "public_transport",
    "building:part",
    "barrier",
    "elevator",
    "door",
    "entrance",
    "exit",
    "amenity",
    "shop",
    "tourism",
    "emergency",
    "leisure",
    "historic",
    "healthcare",
    "office",
    "aeroway",
    "man_made",
    "stairs",
    "repeat_on",
];

const KNOWN: [&str; 62] = [
    "access",
    "aeroway",
    "amenity",
    "area",
    "automatic_door",
    "barrier",
    "building",
    "building:part",
    "conveying",
    "description",
    "door",
    "double_door",
    "elevator",
    "emergency",
    "entrance",
    "exit",
    "fixme",
    "foot",
    "healthcare",
    "highway",
    "historic",
    "incline",
    "indoor",
    "information",
    "leisure",
    "level",
    "level:ref",
    "local_ref",
    "locked",
    "loc_name",
    "man_made",
    "name",
    "oneway",
    "oneway:foot",
    "office",
    "public_transport",
    "railway",
    "ramp",
    "ramp:wheelchair",
    "ref",
    "repeat_on",
    "room",
    "shop",
    "stairs",
    "step_count",
    "surface",
    "tourism",
    "tunnel",
    "type",
    "unisex",
    "female",
    "male",
    "vending",
    "wall",
    "wheelchair",
    "width",
    "window",
    "material",
    "short_name",
    "level:name",
    "craft",
    "covered",
];

/// True if a way is one that people walk along.
pub(super) fn is_walkable(tags: &Tags) -> bool {
    let Some(highway) = tags.get("highway") else {
        // A platform that is drawn as a line.
        return tags.is("railway", "platform") || tags.is("public_transport", "platform");
    };
    match highway {
        "footway" | "path" | "pedestrian" | "corridor" | "steps" | "platform" | "escalator" => true,
        "cycleway" | "track" | "bridleway" | "service" | "residential" | "living_street"
        | "unclassified" | "road" => tags.is_any("foot", &["yes", "designated", "permissive"]),
        _ => false,
    }
}

/// True if it is a road of some kind that is not walked on.
pub(super) fn is_other_road(tags: &Tags) -> bool {
    tags.get("highway").is_some_and(|highway| highway != "elevator") && !is_walkable(tags)
}

/// True if a closed line is the outline of an area rather than a way around.
pub(super) fn is_area(tags: &Tags) -> bool {
    if tags.is("area", "no") {
        return false;
    }
    tags.is("area", "yes")
        || tags.is_any("indoor", &["room", "corridor", "area", "level"])
        || tags.get("room").is_some()
        || tags.is("railway", "platform")
        || tags.is("public_transport", "platform")
        || tags.is("highway", "elevator")
        || tags.get("building").is_some()
        || tags.get("building:part").is_some()
        || (tags.get("highway").is_none() && landmark(tags).is_some())
}

/// What sort of area a closed outline is, if one can be in it.
pub(super) fn area_kind(tags: &Tags) -> Option<AreaKind> {
    let room = tags.get("room").unwrap_or_default();
    let lift = tags.is("highway", "elevator")
        || room == "elevator"
        || tags.is("building:part", "elevator")
        || tags.is("elevator", "yes");
    if lift {
        return Some(AreaKind::Lift);
    }
    let indoor = tags.get("indoor");
    if room == "stairs" || (indoor.is_some() && tags.is("stairs", "yes")) {
        return Some(AreaKind::Stairs);
    }
    if indoor.is_some() && tags.get("conveying").is_some() {
        return Some(AreaKind::Escalator);
    }
    let toilets = matches!(room, "toilet" | "toilets" | "restroom")
        || (indoor.is_some() && tags.is("amenity", "toilets"));
    if toilets {
        return Some(AreaKind::Restroom);
    }
    if tags.is("railway", "platform")
        || tags.is("public_transport", "platform")
        || tags.is("highway", "platform")
    {
        return Some(AreaKind::Platform);
    }
    match (indoor, room) {
        (Some("room"), "corridor") | (Some("corridor"), _) | (_, "corridor") => {
            Some(AreaKind::Corridor)
        }
        (Some("room"), "lobby" | "hall" | "concourse") | (_, "lobby" | "hall" | "concourse") => {
            Some(AreaKind::Hall)
        }
        (Some("area"), _) => Some(AreaKind::Hall),
        (Some("room"), _) => Some(AreaKind::Room),
        (Some("level"), _) => None,
        (_, room) if !room.is_empty() => Some(AreaKind::Room),
        _ if tags.is_any("highway", &["footway", "path", "pedestrian", "corridor"]) => {
            let inside = indoor == Some("yes") || tags.is("highway", "corridor");
            Some(if inside { AreaKind::Hall } else { AreaKind::Outdoors })
        }
        _ => None,
    }
}

/// Who may go there.
pub(super) fn access(tags: &Tags) -> Access {
    let word = tags.get("foot").or_else(|| tags.get("access")).unwrap_or_default();
    match word {
        "no" => Access::Closed,
        "private" | "permit" | "employees" | "staff" | "residents" | "official" | "key" => {
            Access::Restricted
        }
        _ if tags.is("locked", "yes") => Access::Closed,
        _ => Access::Public,
    }
}

/// Whether a wheelchair fits, where it is said.
pub(super) fn step_free(tags: &Tags) -> Option<bool> {
    match tags.get("wheelchair")? {
        "yes" | "designated" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// What sort of door a node is, if it is one.
pub(super) fn door_kind(tags: &Tags) -> Option<DoorKind> {
    let emergency = tags.is("entrance", "emergency")
        || tags.is("exit", "emergency")
        || tags.is("emergency", "exit");
    if emergency {
        return Some(DoorKind::EmergencyExit);
    }
    let double = tags.is("double_door", "yes");
    let door = match tags.get("door") {
        Some("no") => DoorKind::Opening,
        Some("hinged" | "swinging" | "swing") if double => DoorKind::DoubleHinged,
        Some("hinged" | "swinging" | "swing") => DoorKind::Hinged,
        Some("sliding") if double => DoorKind::DoubleSliding,
        Some("sliding") => DoorKind::Sliding,
        Some("revolving") => DoorKind::Revolving,
        Some(_) => DoorKind::Door,
        None if tags.get("entrance").is_some_and(|value| value != "no") => DoorKind::Door,
        None if tags.is("indoor", "door") => DoorKind::Door,
        None if tags.is_any("railway", &["subway_entrance", "train_station_entrance"]) => {
            DoorKind::Opening
        }
        None if tags.is_any(
            "barrier",
            &["gate", "turnstile", "full-height_turnstile", "swing_gate", "kissing_gate"],
        ) =>
        {
            DoorKind::Gate
        }
        None => return None,
    };
    Some(door)
}

/// True if a door leads into or out of the building.
pub(super) fn is_entrance(tags: &Tags) -> bool {
    tags.get("entrance").is_some_and(|value| value != "no")
        || tags.is_any("railway", &["subway_entrance", "train_station_entrance"])
}

/// True if a door opens by itself.
pub(super) fn is_automatic(tags: &Tags) -> bool {
    tags.is("door", "automatic") || tags.get("automatic_door").is_some_and(|value| value != "no")
}

/// What a thing is in plain words, if it is something to go by.
pub(super) fn landmark(tags: &Tags) -> Option<String> {
    let word = |text: &str| text.replace('_', " ");
    if let Some(amenity) = tags.get("amenity") {
        return match amenity {
            "yes" | "parking_entrance" | "parking_space" => None,
            "atm" => Some("ATM".to_owned()),
            "waste_basket" => Some("bin".to_owned()),
            "recycling" => Some("recycling bins".to_owned()),
            "vending_machine" => Some(match tags.get("vending") {
                Some(vending) if vending.contains("ticket") => "ticket machine".to_owned(),
                _ => "vending machine".to_owned(),
            }),
            other => Some(word(other)),
        };
    }
    if let Some(shop) = tags.get("shop") {
        return match shop {
            "vacant" | "no" => None,
            "yes" => Some("shop".to_owned()),
            "books" => Some("book shop".to_owned()),
            "convenience" => Some("convenience store".to_owned()),
            "beverages" => Some("drinks shop".to_owned()),
            "bakery" | "supermarket" | "kiosk" | "florist" | "hairdresser" | "butcher"
            | "travel_agency" | "newsagent" | "mall" | "department_store" | "optician" => {
                Some(word(shop))
            }
            other => Some(format!("{} shop", word(other))),
        };
    }
    if tags.is("tourism", "information") {
        return Some(match tags.get("information") {
            Some("map" | "board" | "tactile_map") => "map".to_owned(),
            Some("office" | "visitor_centre") => "information desk".to_owned(),
            Some("terminal") => "information terminal".to_owned(),
            _ => "information".to_owned(),
        });
    }
    let plain =
        |key: &str, values: &[&str]| tags.get(key).filter(|value| values.contains(value)).map(word);
    plain("tourism", &["artwork", "hotel", "museum", "gallery", "attraction"])
        .or_else(|| plain("emergency", &["defibrillator", "fire_extinguisher", "phone"]))
        .or_else(|| plain("highway", &["bus_stop"]))
        .or_else(|| plain("man_made", &["clock", "flagpole"]))
        .or_else(|| plain("leisure", &["playground", "fitness_centre"]))
        .or_else(|| plain("historic", &["memorial", "monument"]))
        .or_else(|| plain("healthcare", &["doctor", "clinic", "laboratory"]))
        .or_else(|| plain("indoor", &["column", "pillar"]))
        .or_else(|| tags.get("office").filter(|v| *v != "no").map(|_| "office".to_owned()))
        .or_else(|| tags.is("aeroway", "gate").then(|| "gate".to_owned()))
}

/// What people call it.
pub(super) fn name(tags: &Tags) -> Option<String> {
    let name = tags.get("name").or_else(|| tags.get("loc_name"))?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// The number or letters on its door or sign.
pub(super) fn number(tags: &Tags) -> Option<String> {
    let number = tags.get("ref").or_else(|| tags.get("local_ref"))?;
    // A platform between two tracks has the numbers of both.
    let parts: Vec<&str> =
        number.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// A surface in plain words.
pub(super) fn floor(tags: &Tags) -> Option<String> {
    match tags.get("surface")? {
        "paved" | "unpaved" | "yes" => None,
        "paving_stones" | "sett" | "cobblestone" => Some("paving stone".to_owned()),
        "tiles" => Some("tile".to_owned()),
        surface => Some(surface.replace(['_', ':'], " ")),
    }
}
