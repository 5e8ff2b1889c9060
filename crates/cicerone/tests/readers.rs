//! Readers in small: followers and parsers that learn toy languages, which
//! they could not without seeing, reading and obeying the grammar.

#![allow(clippy::unwrap_used)]

use std::sync::atomic::AtomicBool;

use cicerone::cas::Command;
use cicerone::corpus::augment::{Augmentation, Pair as Spoken, PhraseConfig, Phrases};
use cicerone::follow::{
    Act, Care, Errand, Follower, Stand, StartRule, VIEW, WalkingLesson, WalkingLessons, lexicon,
    share_right,
};
use cicerone::neural::{
    AdamConfig, Check, Decoding, EncoderDecoder, EncoderDecoderConfig, Lexicon, Model, TrainConfig,
    Training,
};
use cicerone::understand::{Parser, Sentences, annotate, lexicons, share_exact};
use cicerone::world::{Heading, Pose, Position, Route, Segment, Vocabulary, World, embedded};

fn shape(view: usize) -> cicerone::neural::Checked<EncoderDecoderConfig> {
    let config = EncoderDecoderConfig { width: 24, embedding: 16, layers: 1, view, aligner: true };
    config.check().unwrap()
}

fn training(epochs: u64) -> cicerone::neural::Checked<TrainConfig> {
    let adam = AdamConfig { rate: 0.01, ..Default::default() };
    TrainConfig { batch: 16, epochs, patience: 0, adam, ..Default::default() }.check().unwrap()
}

/// Everything one can say in three words: turn to a hand, walk once, walk to
/// the wall, or go to an object, from everywhere it is true.
fn lessons(world: &World) -> Vec<WalkingLesson<'_>> {
    let mut lessons = Vec::new();
    let mut tell = |text: &str, path: Vec<Pose>| {
        let words = text.split(' ').map(str::to_owned).collect();
        lessons.push(WalkingLesson { world, words, path });
    };
    for place in world.place_ids() {
        for heading in [0.0, 90.0, 180.0, 270.0].map(Heading::new) {
            let start = Stand { place, heading };
            let turned = |act| start.after(world, act).unwrap().pose();
            tell("turn left", vec![start.pose(), turned(Act::Left)]);
            tell("turn right", vec![start.pose(), turned(Act::Right)]);
            let mut path = vec![start.pose()];
            while let Some(next) =
                Stand::of(path[path.len() - 1]).unwrap().after(world, Act::Forward)
            {
                path.push(next.pose());
                if path.len() == 2 {
                    tell("walk once", path.clone());
                }
                for object in world.landmarks(next.place) {
                    tell(&format!("find {}", world.vocabulary().name(object.kind)), path.clone());
                }
            }
            if path.len() > 1 {
                tell("walk on", path);
            }
        }
    }
    lessons
}

fn taught(world: &World, directory: &std::path::Path) -> EncoderDecoder {
    let all = lessons(world);
    let words = lexicon(&all, 1).unwrap();
    let acts = Lexicon::new(Act::ALL.map(Act::name)).unwrap();
    let model = EncoderDecoder::build(&shape(VIEW), vec![words.clone(), acts], 1).unwrap();
    let rule = StartRule::FourHeadings;
    let validation: Vec<_> = all.iter().flat_map(|lesson| lesson.pairs(&words, rule)).collect();
    let supply = WalkingLessons {
        lessons: all,
        practice: Vec::new(),
        practised: 0,
        lexicon: words,
        seed: 1,
        mirrored: 0.5,
        unheard: 0.0,
        rule,
    };
    let run = Training {
        config: &training(150),
        directory,
        supply: &supply,
        validation: &validation,
        score: None,
        observer: &mut (),
        stop: &AtomicBool::new(false),
    };
    run.run(model).unwrap().model
}

#[test]
fn a_follower_learns_to_look_and_stop() {
    let world = embedded::world("practice").unwrap();
    let directory = tempfile::tempdir().unwrap();
    let follower = Follower::new(vec![taught(&world, directory.path())]).unwrap();
    let all = lessons(&world);
    let share = share_right(&follower, &all, StartRule::FourHeadings, Care::default()).unwrap();
    assert!(share > 0.9, "{share}");

    // All likely ends together are no more than certain, and the first is
    // where `follow` goes.
    let start = Stand::of("0,0,90".parse::<Position>().unwrap().on(&world).unwrap()).unwrap();
    let errand =
        |text: &str| Errand { world: &world, start, told: follower.hear(world.vocabulary(), text) };
    let errands = [errand("walk on"), errand("turn right"), errand(""), errand("xyzzy plugh")];
    let mut decoding = Decoding::default();
    let arrivals = follower.arrivals(&errands, Care::default(), &mut decoding).unwrap();
    let walked = follower.follow(&errands, Care::default()).unwrap();
    for (arrivals, walked) in arrivals.iter().zip(&walked) {
        let sum: f64 = arrivals.iter().map(|arrival| arrival.probability).sum();
        assert!(sum > 0.3 && sum < 1.0 + 1e-6, "{sum}");
        assert_eq!(&arrivals[0], walked);
    }
    let goal = "2,0,90".parse::<Position>().unwrap().on(&world).unwrap();
    let anyhow = Pose { heading: None, ..goal };
    let twice = [errands[0].clone(), errands[0].clone()];
    let found =
        follower.probabilities(&twice, &[goal, anyhow], Care::default(), &mut decoding).unwrap();
    assert!(found[0] > 0.5 && found[1] >= found[0], "{found:?}");
    // Company changes nothing.
    let alone = follower.follow(&errands[1..2], Care::default()).unwrap();
    assert_eq!(alone[0].end, walked[1].end);
    assert!((alone[0].probability - walked[1].probability).abs() < 1e-4);
}

#[test]
fn what_is_no_follower_is_refused() {
    let words = Lexicon::new(["turn"]).unwrap();
    let blind = EncoderDecoder::build(&shape(0), vec![words.clone(), words], 1).unwrap();
    let error = Follower::new(vec![blind.clone()]).unwrap_err().to_string();
    assert!(error.contains("no follower"), "{error}");
    assert!(Follower::new(Vec::new()).is_err());
    let error = Parser::new(vec![blind]).unwrap_err().to_string();
    assert!(error.contains("no parser"), "{error}");
}

#[test]
fn a_parser_learns_a_toy_language_and_writes_only_commands() {
    let sail = Vocabulary::sail();
    let object = "Travel(until=Verify(desc=[Thing(type=TypeObj, value=OBJECT, side=At)]))";
    let texts = [
        ("Turn(direction=Left)".to_owned(), "turn left"),
        ("Turn(direction=Right)".to_owned(), "turn right"),
        ("Travel(distance=Distance(count=1))".to_owned(), "walk once"),
        ("Travel(distance=Distance(count=2))".to_owned(), "walk twice"),
        (object.replace("OBJECT", "Easel"), "go to the easel"),
        (object.replace("OBJECT", "Lamp"), "go to the lamp"),
    ];
    let mut pairs = Vec::new();
    for _ in 0..8 {
        for (command, text) in &texts {
            let commands = vec![Command::parse(command, sail).unwrap()];
            pairs.push(Spoken::new(commands, text, None));
        }
    }
    let phrases = Phrases::learn(&pairs, sail, PhraseConfig::default());
    let augmentation = Augmentation::new(&pairs, &phrases);
    let (words, tokens) = lexicons(&pairs, &[], &[], 1).unwrap();
    let model = EncoderDecoder::build(&shape(0), vec![words.clone(), tokens.clone()], 1).unwrap();
    // What it has not learnt yet, it still may only say in the language.
    let untaught = Parser::new(vec![model.clone()]).unwrap();
    let noise = vec![vec!["easel".to_owned(), "once".to_owned()]; 3];
    for readings in untaught.readings(&noise, sail, 6).unwrap() {
        assert!(!readings.is_empty());
        for reading in readings {
            for command in &reading.commands {
                let text = command.display(sail).to_string();
                assert_eq!(&Command::parse(&text, sail).unwrap(), command);
            }
        }
    }
    let supply = Sentences {
        pairs: pairs.clone(),
        augmentation,
        drawn: 0,
        elsewhere: &[],
        told: 0,
        words,
        tokens,
        unheard: 0.0,
        seed: 1,
    };
    let directory = tempfile::tempdir().unwrap();
    let run = Training {
        config: &training(150),
        directory: directory.path(),
        supply: &supply,
        validation: &supply.examples(&pairs),
        score: None,
        observer: &mut (),
        stop: &AtomicBool::new(false),
    };
    let parser = Parser::new(vec![run.run(model).unwrap().model]).unwrap();
    assert_eq!(share_exact(&parser, &pairs, 2).unwrap(), 1.0);
    assert!(parser.parse(" ", sail, 2).unwrap_err().to_string().contains("no words"));

    // The path decides between readings: told the wrong number, one is
    // believed to have meant what was walked if that reading is among them.
    let world = embedded::world("practice").unwrap();
    let positions = ["0,0,90", "1,0,90", "2,0,90"].map(|text| text.parse::<Position>().unwrap());
    let route = Route::from_positions(&world, &positions).unwrap();
    let path = Segment::whole(&route).poses;
    let found = annotate(&parser, &world, "walk once", &path, 8).unwrap();
    assert_eq!(found.failing, 0, "{found:?}");
}
