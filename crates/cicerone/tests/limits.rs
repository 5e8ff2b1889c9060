//! What is too much is refused by name, and what takes too long is ended.

#![allow(clippy::unwrap_used)]

#[path = "support/straight.rs"]
mod straight;

use std::time::{Duration, Instant};

use cicerone::Budget;
use cicerone::cas::Command;
use cicerone::follow::{Care, Errand, Follower, Stand};
use cicerone::guide::{Bundle, Guide, GuideOptions};
use cicerone::neural::{Decoding, EncoderDecoder};
use cicerone::realize::Realizer;
use cicerone::understand::Parser;
use cicerone::world::{
    self, GenerateConfig, Journey, World, embedded, from_json, generate, limits,
};
use serde_json::{Value, json};
use straight::corridor;

/// Four places in a row, in our JSON, with a change.
fn small(change: impl Fn(&mut Value)) -> Result<World, String> {
    let place = |n: usize| json!({"id": n.to_string(), "x": n, "y": 0});
    let passage =
        |n: usize| json!({"between": [n.to_string(), (n + 1).to_string()], "floor": "blue"});
    let mut map = json!({
        "format": "cicerone-world", "version": 1, "name": "Small",
        "vocabulary": {
            "floors": [{"name": "blue", "cas": "BlueTile", "words": ["blue"]}],
            "objects": [{"name": "sofa", "cas": "Sofa", "words": ["sofa"]}],
        },
        "places": (0..4).map(place).collect::<Vec<_>>(),
        "passages": (0..3).map(passage).collect::<Vec<_>>(),
    });
    change(&mut map);
    from_json(&map.to_string()).map_err(|error| error.to_string())
}

#[test]
fn a_place_full_of_sofas_is_refused_and_a_furnished_one_is_not() {
    let fault =
        small(|map| map["places"][1]["objects"] = json!(vec!["sofa"; 200_000])).unwrap_err();
    assert_eq!(fault, "place 2 at 1,0: 200000 things at a place; a world has at most 100");
    assert!(small(|map| map["places"][1]["objects"] = json!(vec!["sofa"; 100])).is_ok());
}

#[test]
fn endless_phrases_are_refused() {
    let words =
        |words: Value| small(|map| map["vocabulary"]["objects"][0]["words"] = words.clone());
    let long = words(json!(["very ".repeat(19_999) + "sofa"])).unwrap_err();
    assert!(long.contains("object kind 'sofa', phrase 1: "), "{long}");
    assert!(long.contains("characters of a name; a world has at most 1000"), "{long}");
    let wordy = words(json!(["a ".repeat(20) + "sofa"])).unwrap_err();
    assert!(wordy.contains("21 words of a phrase; a world has at most 16"), "{wordy}");
    let many = words((0..200_000).map(|n| format!("sofa {n}")).collect()).unwrap_err();
    assert!(many.contains("object kind 'sofa': 200000 phrases of a kind"), "{many}");
    assert!(words((0..64).map(|n| format!("sofa {n}")).collect()).is_ok());
}

#[test]
fn names_and_ids_have_an_end_and_so_has_what_is_said_of_them() {
    let name = "n".repeat(1001);
    let fault = small(|map| map["places"][0]["name"] = json!(name)).unwrap_err();
    assert!(fault.starts_with("place 1 at 0,0: 1001 characters of a name"), "{fault}");
    assert!(small(|map| map["name"] = json!(name)).is_err());
    assert!(small(|map| map["vocabulary"]["floors"][0]["cas"] = json!(name)).is_err());
    let mebibyte = "n".repeat(1 << 20);
    let twice = small(|map| {
        map["places"][0]["id"] = json!(mebibyte);
        map["places"][1]["id"] = json!(mebibyte);
    });
    assert!(twice.unwrap_err().len() < 5000);
}

/// A building of one level with a change.
fn building(change: impl Fn(&mut Value)) -> Result<World, String> {
    let mut map = json!({
        "format": "cicerone-world", "version": 2, "name": "House", "unit": "metre",
        "levels": [{"id": "G", "ordinal": 0}],
        "areas": [{"id": "hall", "level": "G", "kind": "hall",
                   "outline": [[0, 0], [90, 0], [90, 90], [0, 90]]}],
        "places": [{"id": "a", "level": "G", "x": 1, "y": 1, "area": "hall"},
                   {"id": "b", "level": "G", "x": 9, "y": 1, "area": "hall"}],
        "passages": [{"between": ["a", "b"]}],
    });
    change(&mut map);
    from_json(&map.to_string()).map_err(|error| error.to_string())
}

#[test]
fn what_is_in_a_building_has_an_end() {
    let landmarks = |count: usize, area: Option<&str>| -> Value {
        let one = |n: usize| {
            let mut one = json!({"id": n.to_string(), "level": "G", "kind": "plant",
                                 "at": [(n % 80) as f64 + 1.5, (n / 80) as f64 * 0.01]});
            if let Some(area) = area {
                one["area"] = json!(area);
            }
            one
        };
        (0..count).map(one).collect()
    };
    assert!(building(|_| {}).is_ok());
    let full = building(|map| map["landmarks"] = landmarks(2001, Some("hall"))).unwrap_err();
    assert_eq!(full, "area 'hall': 2001 things in an area; a world has at most 2000");
    assert!(building(|map| map["landmarks"] = landmarks(2000, Some("hall"))).is_ok());
    let strewn = building(|map| map["landmarks"] = landmarks(20_001, None)).unwrap_err();
    assert!(strewn.starts_with("level 'G', from 0,0 on: 6001 things in no area"), "{strewn}");
    // What is spread over a town is no crowd.
    let spread =
        |n: usize| json!({"id": n.to_string(), "level": "G", "kind": "plant", "at": [n * 10, 200]});
    assert!(building(|map| map["landmarks"] = (0..20_001).map(spread).collect()).is_ok());
    let levels = |count: usize| -> Value {
        (0..count).map(|n| json!({"id": if n == 0 { "G".into() } else { n.to_string() }, "ordinal": n % 1000})).collect()
    };
    let tall = building(|map| map["levels"] = levels(1001)).unwrap_err();
    assert!(tall.contains("1001 levels; a world has at most 1000"), "{tall}");
    let round: Vec<[f64; 2]> = (0..20_001)
        .map(|n| {
            let angle = f64::from(n) * std::f64::consts::TAU / 20_001.0;
            [45.0 + 40.0 * angle.cos(), 45.0 + 40.0 * angle.sin()]
        })
        .collect();
    let jagged = building(|map| map["areas"][0]["outline"] = json!(round)).unwrap_err();
    assert!(jagged.starts_with("area 'hall': 20001 corners"), "{jagged}");
    let door = |n: usize| {
        json!({"id": n.to_string(), "level": "G", "kind": "hinged",
                                 "line": [[n, 0], [n + 1, 0]], "between": ["hall"]})
    };
    let sieve = building(|map| map["doors"] = (0..1001).map(door).collect()).unwrap_err();
    assert!(sieve.starts_with("area 'hall': 1001 doors of an area"), "{sieve}");
}

#[test]
fn a_place_has_no_more_exits_than_a_compass_has_degrees() {
    let spokes = |count: usize| {
        let levels: Vec<Value> =
            (0..=count).map(|n| json!({"id": n.to_string(), "ordinal": n})).collect();
        let places: Vec<Value> = (0..=count)
            .map(|n| json!({"id": n.to_string(), "level": n.to_string(), "x": 0, "y": 0}))
            .collect();
        let stop = |n: usize| json!({"level": n.to_string(), "at": [0, 0], "place": n.to_string()});
        let stops: Vec<Value> = (0..=count).map(stop).collect();
        let ways: Vec<Value> = (1..=count)
            .map(|n| json!({"between": ["0", n.to_string()], "connection": "lift"}))
            .collect();
        let map = json!({
            "format": "cicerone-world", "version": 2, "name": "Shaft", "unit": "metre",
            "levels": levels, "places": places, "passages": ways,
            "connections": [{"id": "lift", "kind": "lift", "stops": stops}],
        });
        from_json(&map.to_string()).map_err(|error| error.to_string())
    };
    assert!(spokes(360).is_ok());
    let fault = spokes(361).unwrap_err();
    assert_eq!(fault, "place 1 at 0,0: 361 exits of a place; a world has at most 360");
}

#[test]
fn a_million_places_are_no_more_than_a_world_may_have() {
    let config = GenerateConfig { places: 1_000_000, ..GenerateConfig::default() };
    assert_eq!(generate(config).unwrap().places().len(), 1_000_000);
}

#[test]
fn the_table_of_limits_is_documented() {
    let document = include_str!("../../../docs/limits.md");
    for limit in limits::ALL {
        let digits = limit.most.to_string();
        let mut most = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place) % 3 == 0 {
                most.push(',');
            }
            most.push(digit);
        }
        let row = format!("| {} | {most} |", limit.what);
        assert!(document.contains(&row), "docs/limits.md lacks the line {row}");
    }
}

#[test]
fn every_stage_ends_when_its_time_is_over() {
    let world = corridor(300);
    let (guide, options) = (Guide::embedded().unwrap(), GuideOptions::default());
    let journey = Journey::between("0,0,90", "299,0");
    let route = journey.route(&world).unwrap();
    let follower = Bundle::embedded().unwrap().follower.unwrap();
    let start = Stand::of(route.start()).unwrap();
    let errand = Errand { world: &world, start, told: follower.hear(world.vocabulary(), "go") };
    let spent = || Budget::of(Duration::ZERO);
    let stopped = [
        spent().during(|| journey.route(&world).map(drop)),
        spent().during(|| guide.instruct(&world, &route, &options).map(drop)),
        spent().during(|| guide.trace(&world, &route, &options).map(drop)),
        spent().during(|| {
            let mut decoding = Decoding::default();
            follower.arrivals(&[errand], Care::default(), &mut decoding).map(drop)
        }),
    ];
    for error in stopped.map(Result::unwrap_err) {
        assert!(
            error.is_stopped() && error.to_string().contains("longer than 0 seconds"),
            "{error}"
        );
    }
    // And it is not only asked afterwards: work of seconds ends soon after its time.
    let large = generate(GenerateConfig { places: 1_000_000, openness: 0.0, ..Default::default() });
    let (large, started) = (large.unwrap(), Instant::now());
    let time = Duration::from_millis(20);
    let far = Journey::between("0,0", "999,999");
    let error = Budget::of(time).during(|| far.route(&large)).unwrap_err();
    assert!(error.is_stopped(), "{error}");
    assert!(started.elapsed() < Duration::from_millis(500), "{:?}", started.elapsed());
}

#[test]
fn no_reader_goes_deeper_than_it_can() {
    let open = "[".repeat(200_000);
    assert!(from_json(&format!("{{\"format\": {open}")).unwrap_err().is_input());
    assert!(world::document_from_json(&open).unwrap_err().is_input());
    let nodes = "<node>".repeat(200_000);
    let closed = "</node>".repeat(200_000);
    assert!(world::from_bytes(format!("<map>{nodes}{closed}</map>").as_bytes()).is_err());
    assert!(world::from_bytes(format!("<map>{nodes}").as_bytes()).is_err());
    let office = embedded::world("office").unwrap();
    let heads = "Verify(desc=".repeat(200_000);
    assert!(Command::parse(&heads, office.vocabulary()).unwrap_err().is_input());
    let lists = format!("Turn(direction={}", "[".repeat(200_000));
    assert!(Command::parse(&lists, office.vocabulary()).unwrap_err().is_input());
}

#[test]
fn networks_of_another_kind_are_refused_where_they_do_not_fit() {
    let bundle = Bundle::embedded().unwrap();
    let wording = || bundle.realizer.wording().clone();
    let [follower, parser] = [
        bundle.follower.iter().flat_map(|one| one.models()).next().unwrap(),
        bundle.parser.iter().flat_map(|one| one.models()).next().unwrap(),
    ];
    let realizer = bundle.realizer.models().next().unwrap();
    let fault = |model: &EncoderDecoder| {
        Realizer::new(vec![model.clone()], wording()).unwrap_err().to_string()
    };
    assert_eq!(
        fault(follower),
        "model 1: the model is no realizer: it sees views, as followers do"
    );
    assert_eq!(
        fault(parser),
        "model 1: the model is no realizer: it writes commands, as parsers do"
    );
    assert!(Realizer::new(vec![realizer.clone()], wording()).is_ok());
    assert!(Follower::new(vec![realizer.clone()]).is_err());
    assert!(Parser::new(vec![realizer.clone()]).is_err());
}

#[test]
fn a_model_that_is_named_twice_is_loaded_once() {
    let directory = tempfile::tempdir().unwrap();
    let bundle = Bundle::embedded().unwrap();
    bundle.save(directory.path()).unwrap();
    let manifest = directory.path().join("bundle.json");
    let mut names: Value = serde_json::from_slice(&std::fs::read(&manifest).unwrap()).unwrap();
    let twice = names["realizer"][0].clone();
    names["realizer"].as_array_mut().unwrap().push(twice);
    std::fs::write(&manifest, names.to_string()).unwrap();
    let again = Bundle::load(directory.path()).unwrap();
    assert_eq!(again.realizer.models().count(), bundle.realizer.models().count());
}
