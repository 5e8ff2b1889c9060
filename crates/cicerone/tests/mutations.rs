//! Broken files give errors, never panics.
//!
//! Every reader is fed mutated copies of a good text. `CICERONE_MUTATIONS`
//! sets how many for each; CONTRIBUTING names the longer run.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, HashMap};

use cicerone::cas::Command;
use cicerone::corpus::{Origin, read_demonstrations, read_origins};
use cicerone::guide::Bundle;
use cicerone::neural::{
    self, Check, EncoderDecoder, EncoderDecoderConfig, LanguageModel, LanguageModelConfig, Lexicon,
    Model, Precision,
};
use cicerone::rank::Ranker;
use cicerone::realize::{Realizer, Wording};
use cicerone::select::{Choice, Context, Properties, Selector, SelectorConfig, Structures};
use cicerone::world::{Position, Vocabulary, World, embedded, from_bytes, to_json};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const MAP: &str = include_str!("data/map.xml");
const PICKLE: &[u8] = include_bytes!("data/demonstrations.pickle");
const EXAMPLES: &str = include_str!("data/sentences.xml");

/// Feeds `read` mutations of `good`; it says whether the text was accepted.
fn mutate(good: &[u8], read: impl FnMut(&[u8]) -> bool) {
    mutate_some(1, good, read);
}

/// The same with one in `rarely` of them, where reading takes long.
fn mutate_some(rarely: u64, good: &[u8], mut read: impl FnMut(&[u8]) -> bool) {
    let count = std::env::var("CICERONE_MUTATIONS").ok();
    let count: u64 = count.map_or(20_000, |count| count.parse().unwrap()) / rarely;
    assert!(read(good), "the unchanged text must be accepted");
    let mut refused = 0;
    for seed in 0..count {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut bytes = good.to_vec();
        for _ in 0..random.random_range(1..4) {
            change(&mut bytes, &mut random);
        }
        refused += u64::from(!read(&bytes));
    }
    // If nearly nothing were refused the mutations would test nothing.
    assert!(refused > count / 4, "only {refused} of {count} refused");
}

fn change(bytes: &mut Vec<u8>, random: &mut impl Rng) {
    if bytes.is_empty() {
        return bytes.push(random.random());
    }
    let at = random.random_range(0..bytes.len());
    let end = (at + random.random_range(1..20)).min(bytes.len());
    match random.random_range(0..8) {
        0 => bytes[at] = random.random(),
        1 => bytes[at] ^= 1 << random.random_range(0..8),
        2 => {
            let signs = b"<>{}[]()=,.\"'0123456789eE-+ \n";
            bytes.insert(at, signs[random.random_range(0..signs.len())]);
        }
        3 => drop(bytes.drain(at..end)),
        4 => bytes.truncate(at),
        5 => {
            let copy = bytes[at..end].to_vec();
            let to = random.random_range(0..=bytes.len());
            bytes.splice(to..to, copy);
        }
        6 => bytes[at..end].reverse(),
        _ => {
            let number: &[u8] =
                [&b"-1"[..], b"1e308", b"99999999999999999999", b"NaN", b"0", b"\0"]
                    [random.random_range(0..6)];
            bytes.splice(at..end, number.iter().copied());
        }
    }
}

#[test]
fn sail_maps() {
    mutate(MAP.as_bytes(), |bytes| from_bytes(bytes).is_ok());
}

#[test]
fn json_maps() {
    let world = embedded::world("practice").unwrap();
    mutate(to_json(&world).as_bytes(), |bytes| from_bytes(bytes).is_ok());
}

#[test]
fn pickles() {
    let origins = read_origins(EXAMPLES).unwrap();
    let worlds = BTreeMap::from([("Small".to_owned(), small())]);
    mutate(PICKLE, |bytes| read_demonstrations(bytes, &origins, &worlds).is_ok());
}

#[test]
fn sentence_lists() {
    let good = EXAMPLES.as_bytes();
    mutate(good, |bytes| std::str::from_utf8(bytes).is_ok_and(|text| read_origins(text).is_ok()));
}

#[test]
fn commands() {
    let good = "Travel(until=Verify(desc=[Thing(type=TypeStruct, value=Intersection, \
                dist=Immediate, side=At, Part=[Thing(type=TypePath, value=Path, \
                Appear=[BlueTile, Flooring])], Order_adj=2)]), distance=Distance(count=2))";
    let sail = Vocabulary::sail();
    mutate(good.as_bytes(), |bytes| {
        std::str::from_utf8(bytes).is_ok_and(|text| match Command::parse(text, sail) {
            Ok(command) => {
                let printed = command.display(sail).to_string();
                assert_eq!(Command::parse(&printed, sail).unwrap(), command);
                true
            }
            Err(_) => false,
        })
    });
}

#[test]
fn positions() {
    mutate(b"3.5,-7,180", |bytes| {
        std::str::from_utf8(bytes).is_ok_and(|text| text.parse::<Position>().is_ok())
    });
}

/// A selector of a few sentences: its file is small and has all that files of
/// selectors have.
fn selector() -> Selector {
    let choice = |bits: u32, text: &str, author: &str| Choice {
        context: Context::from_bits(bits),
        structures: Structures::parse(&[text], Vocabulary::sail()).unwrap(),
        properties: Properties::from_values([bits as u8, 1, 1, 1, 0, 0, 0, 0, 0]),
        author: author.into(),
    };
    let choices = [
        choice(1, "Turn(direction=None)", "ADA"),
        choice(1, "Turn()", "BEN"),
        choice(2, "Travel(distance=Distance(count=None))", "ADA"),
        choice(2, "Travel()", "ADA"),
    ];
    Selector::learn(&choices, &SelectorConfig::default()).unwrap()
}

#[test]
fn selectors() {
    mutate_some(4, selector().to_json().as_bytes(), |bytes| {
        std::str::from_utf8(bytes).is_ok_and(|text| match Selector::from_json(text) {
            Ok(selector) => {
                // What is accepted must also serve.
                for bits in [0, 1, 2, 0b11_0000] {
                    assert!(!selector.select_for(Context::from_bits(bits)).picks.is_empty());
                }
                true
            }
            Err(_) => false,
        })
    });
}

fn wording() -> Wording {
    Wording::from_json(include_str!("../../cicerone-models/models/wording.json")).unwrap()
}

#[test]
fn wordings() {
    let sail = Vocabulary::sail();
    let command = Command::parse("Turn(direction=Left)", sail).unwrap();
    let words = ["take", "a", "right", "at", "the", "two", "benches"].map(str::to_owned);
    mutate_some(4, include_bytes!("../../cicerone-models/models/wording.json"), |bytes| {
        std::str::from_utf8(bytes).is_ok_and(|text| match Wording::from_json(text) {
            Ok(wording) => {
                wording.faults(std::slice::from_ref(&command), sail, &words);
                true
            }
            Err(_) => false,
        })
    });
}

/// A network that is hardly one.
fn translator() -> EncoderDecoder {
    let shape = EncoderDecoderConfig { width: 2, embedding: 2, layers: 1, aligner: true, view: 0 };
    let words = |words: [&str; 2]| Lexicon::new(words).unwrap();
    let lexicons = vec![words(["Turn", "direction.Left"]), words(["turn", "left"])];
    EncoderDecoder::build(&shape.check().unwrap(), lexicons, 1).unwrap()
}

fn language_model() -> LanguageModel {
    let shape = LanguageModelConfig { width: 2, embedding: 2, layers: 1, classes: 2 };
    let words = vec![Lexicon::new(["turn", "left"]).unwrap()];
    LanguageModel::build(&shape.check().unwrap(), words, 1).unwrap()
}

#[test]
fn networks() {
    // The numbers themselves may be any: only what frames them is mutated.
    let accepted = |bytes: &[u8]| match neural::from_bytes::<EncoderDecoder>(bytes) {
        Ok(model) => {
            let translator = Realizer::new(vec![model], wording());
            assert!(translator.is_ok_and(|realizer| realizer.styles().is_empty()));
            true
        }
        Err(_) => false,
    };
    for precision in [Precision::Single, Precision::Half] {
        let file = neural::to_bytes(&translator(), precision).unwrap();
        let length = u64::from_le_bytes(*file.first_chunk().unwrap()) as usize;
        let (head, weights) = file.split_at(8 + length);
        mutate_some(4, head, |bytes| accepted(&[bytes, weights].concat()));
        mutate_some(4, &file, accepted);
    }
    let file = neural::to_bytes(&language_model(), Precision::Half).unwrap();
    mutate_some(4, &file, |bytes| match Ranker::from_bytes(bytes) {
        Ok(ranker) => ranker.perplexities(&[["turn", "left"]]).is_ok(),
        Err(_) => false,
    });
}

/// A header that promises more than the file holds is not believed: nobody's
/// memory is filled for it.
#[test]
fn a_network_is_no_larger_than_its_file() {
    let file = neural::to_bytes(&translator(), Precision::Single).unwrap();
    let length = u64::from_le_bytes(*file.first_chunk().unwrap()) as usize;
    let head = std::str::from_utf8(&file[8..8 + length]).unwrap();
    let huge = head
        .replace("\\\"width\\\":2", "\\\"width\\\":4096")
        .replace("\\\"layers\\\":1", "\\\"layers\\\":16");
    assert_ne!(huge, head);
    let mut bytes = (huge.len() as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(huge.as_bytes());
    bytes.extend_from_slice(&file[8 + length..]);
    let fault = neural::from_bytes::<EncoderDecoder>(&bytes).unwrap_err().to_string();
    assert!(fault.contains("but its configuration makes it"), "{fault}");
}

#[test]
fn bundles() {
    let bundle = Bundle {
        selector: selector().into(),
        realizer: Realizer::new(vec![translator()], wording()).unwrap().into(),
        ranker: Ranker::new(language_model()).into(),
        follower: None,
        parser: None,
    };
    let directory = tempfile::tempdir().unwrap();
    bundle.save(directory.path()).unwrap();
    let manifest = directory.path().join("bundle.json");
    mutate_some(10, &std::fs::read(&manifest).unwrap(), |bytes| {
        std::fs::write(&manifest, bytes).unwrap();
        Bundle::load(directory.path()).is_ok()
    });
}

fn small() -> World {
    from_bytes(MAP.as_bytes()).unwrap()
}

#[test]
fn a_good_pickle_says_what_it_holds() {
    let origins: HashMap<String, Origin> = read_origins(EXAMPLES).unwrap();
    let worlds = BTreeMap::from([("Small".to_owned(), small())]);
    let read = read_demonstrations(PICKLE, &origins, &worlds).unwrap();
    assert_eq!(read.len(), 1);
    assert_eq!((read[0].id, &*read[0].origin.author), (2, "WLH"));
    assert_eq!(read[0].sentences[1].english, "walk to the sofa");
    assert_eq!(read[0].sentences[1].path.len(), 3);
}

#[test]
fn faults_name_the_place_and_what_would_be_right() {
    let origins = read_origins(EXAMPLES).unwrap();
    let worlds = BTreeMap::from([("Small".to_owned(), small())]);
    let good = String::from_utf8(PICKLE.to_vec()).unwrap();
    let fault = |from: &str, to: &str| {
        assert!(good.contains(from));
        let bad = good.replace(from, to);
        read_demonstrations(bad.as_bytes(), &origins, &worlds).unwrap_err().to_string()
    };
    let map = fault("S'Small'", "S'Large'");
    assert_eq!(map, "demonstration 2: 'Large' is no map; expected Small");
    let cas = fault("Turn(direction=Left)", "Turn(direction=Up)");
    assert!(
        cas.starts_with("demonstration 2, sentence 2-1, CAS column 16: 'Up' cannot stand here"),
        "{cas}"
    );
    let author = fault("(dp1\nI2\n", "(dp1\nI3\n");
    assert!(author.starts_with("demonstration 3: has no author"), "{author}");
    let text = fault("(dp1", "not a pickle");
    assert!(text.contains("not the SAIL release"), "{text}");

    let map = |from: &str, to: &str| {
        assert!(MAP.contains(from));
        from_bytes(MAP.replace(from, to).as_bytes()).unwrap_err().to_string()
    };
    assert!(
        map("node2=\"1,0\"", "node2=\"7,7\"").ends_with("node2 is 7,7, but no node stands there")
    );
    assert!(map("<node x=\"1\"", "<node x=\"0\"").contains("another node stands at 0,0 already"));
    assert!(map("floor=\"blue\"", "floor=\"lava\"").contains("it has blue, brick, concrete"));
    assert!(map("</map>", "").contains("not well-formed XML"));
    assert!(map("x=\"2\"", "x=\"two\"").contains("'two' in x is not a whole number"));

    let json = to_json(&small());
    let json = |from: &str, to: &str| {
        assert!(json.contains(from), "{json}");
        from_bytes(json.replace(from, to).as_bytes()).unwrap_err().to_string()
    };
    assert!(
        json("\"between\":[\"0\",\"1\"]", "\"between\":[\"0\",\"x\"]")
            .starts_with("passage 1 ('0' to 'x'): there is no place with the id 'x'")
    );
    assert!(json("\"version\": 1", "\"version\": 3").contains("reads versions 1 and 2"));
    assert!(json("cicerone-world", "some-world").contains("a world's is 'cicerone-world'"));
    assert!(json("\"floor\":\"blue\"", "\"floor\":3").starts_with("line "));
    assert!(json("\"x\":1.0", "\"x\":1e99").contains("coordinates must be numbers between"));
    assert!(json("\"x\":1.0", "\"x\":0.0").contains("stands on the same spot"));
}
