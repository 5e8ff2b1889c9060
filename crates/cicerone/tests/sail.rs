//! What the real SAIL corpus must show. Run by `make test` where the files are.

#![allow(clippy::unwrap_used)]

#[path = "support/sail.rs"]
mod support;

use std::collections::{BTreeMap, BTreeSet, HashSet};

use cicerone::cas::Structure;
use cicerone::corpus::{Corpus, Part, read_sail};
use cicerone::world::Vocabulary;
use support::sail;

fn corpus() -> Corpus {
    read_sail(&sail().unwrap()).unwrap()
}

#[test]
#[ignore = "needs the SAIL corpus: cicerone data pull sail"]
fn everything_loads_and_has_an_author() {
    let corpus = corpus();
    assert_eq!(corpus.demonstrations.len(), 698);
    let mut by_map: BTreeMap<&str, usize> = BTreeMap::new();
    let mut authors = BTreeSet::new();
    for demonstration in &corpus.demonstrations {
        *by_map.entry(&demonstration.map).or_default() += 1;
        authors.insert(&*demonstration.origin.author);
    }
    assert_eq!(by_map, BTreeMap::from([("Grid", 221), ("Jelly", 242), ("L", 235)]));
    assert_eq!(authors, BTreeSet::from(["EDA", "EMWC", "KLS", "KXP", "TJS", "WLH"]));
    assert_eq!(corpus.demonstrations.iter().map(|one| one.sentences.len()).sum::<usize>(), 3213);
    let parts = Part::ALL.map(|part| corpus.part(part).count());
    assert_eq!(parts, [488, 70, 139]);
    let sizes = corpus.worlds.values().map(|world| (world.places().len(), world.passages().len()));
    assert_eq!(sizes.collect::<Vec<_>>(), [(28, 40), (38, 41), (34, 40)]);
}

#[test]
#[ignore = "needs the SAIL corpus: cicerone data pull sail"]
fn every_command_prints_back_byte_for_byte() {
    let directory = sail().unwrap();
    let sail = Vocabulary::sail();
    // The strings as the release holds them, read past our own reader.
    let pickle = std::fs::read_to_string(directory.join("SAIL-original.pickle")).unwrap();
    let heads = ["Turn(", "Travel(", "Face(", "Verify(", "Find("];
    let strings: HashSet<&str> = pickle
        .lines()
        .filter_map(|line| {
            line.trim_start_matches(|c| "asdlpg(0123456789".contains(c)).strip_prefix("S'")
        })
        .filter_map(|text| text.strip_suffix('\''))
        .filter(|text| heads.iter().any(|head| text.starts_with(head)))
        .collect();
    let mut structures: HashSet<Structure> = HashSet::new();
    let mut tokens: HashSet<String> = HashSet::new();
    let mut count = 0;
    let mut printed = HashSet::new();
    for sentence in corpus().demonstrations.iter().flat_map(|one| &one.sentences) {
        for command in &sentence.commands {
            count += 1;
            let text = command.display(sail).to_string();
            assert!(strings.contains(&*text), "{text}");
            printed.insert(text);
            let structure = command.structure();
            assert_eq!(
                Structure::parse(&structure.display(sail).to_string(), sail).unwrap(),
                structure
            );
            structures.insert(structure);
            tokens.extend(command.tokens(sail));
        }
    }
    assert_eq!(count, 3552);
    assert_eq!(printed.len(), strings.len());
    assert_eq!((structures.len(), tokens.len()), (552, 101));
}

#[test]
#[ignore = "needs the SAIL corpus: cicerone data pull sail"]
fn every_recorded_path_is_a_legal_walk() {
    let legality = corpus().legality().unwrap();
    assert!(legality.maps.values().all(|(legal, all)| legal == all), "{:?}", legality.maps);
    assert!(legality.exceptions.iter().all(|exception| exception.legal));
    let about: Vec<&str> = legality
        .exceptions
        .iter()
        .filter(|exception| exception.what.contains("turns about"))
        .map(|exception| &*exception.id)
        .collect();
    assert_eq!(about, ["1286-6"]);
    assert_eq!(legality.exceptions.len(), 1 + 28);
}

/// A map read by looking for attributes in its lines, and nothing else.
struct Lines {
    items: BTreeMap<Spot, String>,
    /// Floor and wall of the edge between two neighbours, either way round.
    edges: BTreeMap<(Spot, Spot), (String, String)>,
}

type Spot = (i32, i32);

impl Lines {
    fn read(text: &str) -> Lines {
        let mut lines = Lines { items: BTreeMap::new(), edges: BTreeMap::new() };
        for line in text.lines() {
            let attribute = |name: &str| {
                let start = line.find(&format!(" {name}=\""))? + name.len() + 3;
                line[start..].split('"').next().map(str::to_owned)
            };
            let pair = |text: String| {
                let (x, y) = text.split_once(',').unwrap();
                (x.parse::<i32>().unwrap(), y.parse::<i32>().unwrap())
            };
            if line.contains("<node ") {
                let number = |name| attribute(name).unwrap().parse::<i32>().unwrap();
                lines.items.insert((number("x"), number("y")), attribute("item").unwrap());
            } else if line.contains("<edge ") {
                let (a, b) = (pair(attribute("node1").unwrap()), pair(attribute("node2").unwrap()));
                let kinds = (attribute("floor").unwrap(), attribute("wall").unwrap());
                lines.edges.insert((a, b), kinds.clone());
                lines.edges.insert((b, a), kinds);
            }
        }
        lines
    }

    /// The neighbour one step along a compass direction, if an edge leads there.
    fn edge(&self, (x, y): (i32, i32), degrees: i32) -> Option<&(String, String)> {
        self.edges.get(&((x, y), step((x, y), degrees)))
    }

    /// What the view from a pose must be.
    fn view(&self, at: (i32, i32), degrees: i32) -> serde_json::Value {
        use serde_json::json;
        let opening = |turn: i32| {
            self.edge(at, degrees + turn).map(|(floor, wall)| json!({"floor": floor, "wall": wall}))
        };
        let mut ahead = Vec::new();
        let mut here = at;
        loop {
            let floor = |turn| self.edge(here, degrees + turn).map(|(floor, _)| floor.clone());
            let onward = self.edge(here, degrees);
            let item = Some(&self.items[&here]).filter(|item| !item.is_empty());
            ahead.push(json!({
                "object": item, "left": floor(270), "right": floor(90),
                "floor": onward.map(|(floor, _)| floor), "wall": onward.map(|(_, wall)| wall),
            }));
            if onward.is_none() {
                break;
            }
            here = step(here, degrees);
        }
        json!({
            "here": {"front": opening(0), "right": opening(90), "back": opening(180), "left": opening(270)},
            "ahead": ahead,
        })
    }
}

fn step((x, y): (i32, i32), degrees: i32) -> (i32, i32) {
    match degrees.rem_euclid(360) {
        0 => (x, y - 1),
        90 => (x + 1, y),
        180 => (x, y + 1),
        _ => (x - 1, y),
    }
}

#[test]
#[ignore = "needs the SAIL corpus: cicerone data pull sail"]
fn the_view_is_right_at_every_pose_of_the_three_maps() {
    let directory = sail().unwrap();
    let mut poses = 0;
    for name in ["map-grid.xml", "map-jelly.xml", "map-l.xml"] {
        let lines = Lines::read(&std::fs::read_to_string(directory.join(name)).unwrap());
        let world = cicerone::world::load(directory.join(name)).unwrap();
        for (x, y) in lines.items.keys() {
            for degrees in [0, 90, 180, 270] {
                let place = world.require_place((f64::from(*x), f64::from(*y))).unwrap();
                let heading = cicerone::world::Heading::new(f64::from(degrees));
                let record = world.view(place, heading).record(&world);
                let seen = serde_json::to_value(record).unwrap();
                assert_eq!(seen, lines.view((*x, *y), degrees), "{name} {x},{y},{degrees}");
                poses += 1;
            }
        }
    }
    assert_eq!(poses, (28 + 38 + 34) * 4);
}
