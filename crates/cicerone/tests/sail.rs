//! What the real SAIL corpus must show. Run by `make test` where the files are.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet, HashSet};

use cicerone::cas::Structure;
use cicerone::corpus::{Corpus, Part, locate, read_sail};
use cicerone::world::Vocabulary;

fn corpus() -> Corpus {
    read_sail(&locate(None).unwrap()).unwrap()
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
    let directory = locate(None).unwrap();
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
