//! One way to look: what there is to see is read in `world` and nowhere else.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use cicerone::world::{
    Anchor, Attachment, Class, Heading, Landmark, Passage, Place, Side, Sight, Vocabulary, What,
    World, WorldBuilder,
};

/// Every Rust file of the crates' sources.
fn sources() -> Vec<PathBuf> {
    fn gather(folder: &Path, all: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                gather(&path, all);
            } else if path.extension().is_some_and(|end| end == "rs") {
                all.push(path);
            }
        }
    }
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut all = Vec::new();
    for entry in std::fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path().join("src");
        if folder.is_dir() {
            gather(&folder, &mut all);
        }
    }
    all
}

#[test]
fn only_world_reads_what_places_and_passages_have() {
    let files = sources();
    assert!(files.len() > 100, "the sources were not found");
    let world = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/world");
    // The fields are private to `world`; this also catches a way around them:
    // a getter that hands them out from elsewhere than perception.
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let reads = [".looks", "passage.floor", "passage.wall", ".objects.iter"];
        let found = reads.iter().find(|read| text.contains(**read));
        // Formats read and write what a map has; nobody looks through them.
        let is_perception = file.starts_with(world.join("sight"))
            || file.starts_with(world.join("document"))
            || ["map.rs", "json.rs"].iter().any(|name| file == world.join(name));
        assert!(
            found.is_none() || is_perception,
            "{} reads {}; ask perception (world/sight) instead",
            file.display(),
            found.unwrap_or(&"")
        );
    }
}

/// A corridor of three places eastward: a way whose floor nobody knows, one of
/// wood with fish; a sofa called Anna's and a lamp at the end.
fn corridor() -> World {
    let sail = Vocabulary::sail();
    let kind = |class, name| sail.by_name(class, name).unwrap();
    let mut builder = WorldBuilder::new("corridor", sail.clone());
    let start = builder.place(Place::new((0.0, 0.0)));
    let middle = builder.place(Place::new((3.0, 0.0)).named("middle"));
    let sofa = Landmark { kind: kind(Class::OBJECT, "sofa"), name: Some("Anna's".into()) };
    let lamp = kind(Class::OBJECT, "lamp");
    let end = builder.place(Place::new((7.0, 0.0)).with([sofa]).with([lamp]));
    builder.passage(Passage::new([start, middle]));
    let looks = [kind(Class::FLOOR, "wood"), kind(Class::PICTURE, "fish")];
    builder.passage(Passage::new([middle, end]).with(looks));
    builder.build().unwrap()
}

#[test]
fn what_is_seen_has_class_kind_name_side_distance_and_anchor() {
    let world = corridor();
    let ids: Vec<_> = world.place_ids().collect();
    let name = |kind| world.vocabulary().name(kind);
    let sight = Sight::new(&world);
    let around = sight.around(ids[0], Heading::new(90.0));
    let here = sight.here(&around);
    assert_eq!(here[0].what, What::Place);
    assert_eq!(here[1].what, What::Way(None), "nobody knows that floor");
    assert_eq!(here.iter().filter(|seen| seen.what == What::Wall).count(), 3);
    let ahead = sight.beyond(&around, Side::Front);
    let things: Vec<_> = ahead.iter().filter(|seen| seen.class().is_some()).collect();
    let told: Vec<_> = things
        .iter()
        .map(|seen| {
            let kind = seen.kind().unwrap();
            let far = (seen.k, sight.distance(&around, seen));
            (kind.class(), name(kind), sight.name(seen), seen.line, far)
        })
        .collect();
    let front = Some(Side::Front);
    assert_eq!(
        told,
        [
            (Class::PICTURE, "fish", None, front, (1, 3.0)),
            (Class::OBJECT, "sofa", Some("Anna's"), front, (2, 7.0)),
            (Class::OBJECT, "lamp", None, front, (2, 7.0)),
        ]
    );
    assert!(things[0].is_hanging() && matches!(things[0].anchor, Anchor::Passage(_)));
    assert!(things[1].is_landmark() && things[1].anchor == Anchor::Place(ids[2]));
    let middle = ahead.iter().find(|seen| seen.what == What::Place).unwrap();
    assert_eq!(sight.name(middle), Some("middle"));
    assert_eq!(sight.level(middle), sight.level(things[1]));
    // From the middle, the way on has a floor.
    let around = sight.around(ids[1], Heading::new(90.0));
    let way = sight.here(&around).iter().find(|seen| seen.is_way() && seen.line == front).unwrap();
    assert_eq!(way.kind().map(name), Some("wood"));
}

#[test]
fn a_view_tells_names_and_unknown_floors() {
    let world = corridor();
    let first = world.place_ids().next().unwrap();
    let view = world.view(first, Heading::new(90.0)).record(&world);
    let json = serde_json::to_value(view).unwrap();
    assert_eq!(json["here"]["front"]["floor"], "unknown");
    assert_eq!(json["ahead"][2]["object"], "sofa");
    assert_eq!(json["ahead"][2]["further_objects"][0], "lamp");
    assert_eq!(json["ahead"][2]["landmarks"][0]["name"], "Anna's");
    assert_eq!(json["ahead"][0].get("landmarks"), None);
}

#[test]
fn kinds_stand_only_where_their_class_does() {
    let sail = Vocabulary::sail();
    for class in [Class::FLOOR, Class::PICTURE] {
        assert_ne!(class.attachment(), Attachment::Place);
        let wrong = sail.ids(class).next().unwrap();
        let mut builder = WorldBuilder::new("wrong", sail.clone());
        builder.place(Place::new((0.0, 0.0)).with([wrong]));
        assert!(builder.build().unwrap_err().to_string().contains("no kind of object"));
    }
    let object = sail.ids(Class::OBJECT).next().unwrap();
    let mut builder = WorldBuilder::new("wrong", sail.clone());
    let ends = [0.0, 1.0].map(|x| builder.place(Place::new((x, 0.0))));
    builder.passage(Passage::new(ends).with([object]));
    assert!(builder.build().unwrap_err().to_string().contains("no kind of floor or wall"));
}
