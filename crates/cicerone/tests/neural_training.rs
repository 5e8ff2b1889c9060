//! Training runs: the same bytes however they are interrupted, nothing lost
//! when something is wrong, and files that say what they are.

#![allow(clippy::unwrap_used)] // in a test, a panic is the report

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use cicerone::neural::{
    AdamConfig, Check, Checked, EncoderDecoder, EncoderDecoderConfig, LanguageModel,
    LanguageModelConfig, Lexicon, Model, Observer, Pair, Precision, Report, TrainConfig, Trained,
    Training, from_bytes, load, save, to_bytes,
};

fn numbered(words: usize) -> Lexicon {
    Lexicon::new((3..words).map(|word| format!("w{word}"))).unwrap()
}

fn translator() -> EncoderDecoder {
    let config =
        EncoderDecoderConfig { width: 16, embedding: 8, ..Default::default() }.check().unwrap();
    EncoderDecoder::build(&config, vec![numbered(10), numbered(12)], 5).unwrap()
}

/// Sources copied word by word, in lengths from one to six.
fn pairs(count: usize) -> Vec<Pair> {
    let word = |seed: usize| (3 + ((seed * 2_654_435_761) >> 7) % 7) as u32;
    let pair = |index: usize| {
        let source: Vec<u32> = (0..1 + index % 6).map(|place| word(index * 13 + place)).collect();
        Pair { target: source.iter().map(|word| word + 1).collect(), source, views: Vec::new() }
    };
    (0..count).map(pair).collect()
}

fn config() -> TrainConfig {
    TrainConfig {
        batch: 8,
        epochs: 3,
        validate_every: 4,
        checkpoint_every: 3,
        dropout: 0.2,
        smoothing: 0.1,
        threads: 2,
        adam: AdamConfig { rate: 0.01, warm_up: 3, decay: 0.9, ..Default::default() },
        ..Default::default()
    }
}

struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("cicerone-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Directory(path)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.0.join(name)).unwrap()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Asks a run to stop after a step.
struct StopAt<'a>(u64, &'a AtomicBool);

impl Observer for StopAt<'_> {
    fn observe(&mut self, report: &Report) {
        assert!(
            report.loss.is_finite() && report.steps >= report.step && report.seconds_left >= 0.0
        );
        self.1.store(report.step >= self.0, Ordering::Relaxed);
    }
}

fn run<M: Model<Example: Clone>>(
    directory: &Path,
    model: M,
    config: &Checked<TrainConfig>,
    examples: &Vec<M::Example>,
    stop_at: u64,
) -> cicerone::Result<Trained<M>> {
    let stop = AtomicBool::new(false);
    let mut observer = StopAt(stop_at, &stop);
    let validation = &examples[..examples.len().min(12)];
    let training = Training {
        config,
        directory,
        supply: examples,
        validation,
        score: None,
        observer: &mut observer,
        stop: &stop,
    };
    training.run(model)
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_so_does_going_on() {
    let config = config().check().unwrap();
    let pairs = pairs(40);
    let whole = Directory::new("whole");
    let outcome = run(&whole.0, translator(), &config, &pairs, u64::MAX).unwrap();
    assert!(outcome.finished && outcome.steps == 15);

    let again = Directory::new("again");
    run(&again.0, translator(), &config, &pairs, u64::MAX).unwrap();
    // Asked to stop three times, between and at validations and epochs.
    let asked = Directory::new("asked");
    for stop_at in [2, 4, 11] {
        let outcome = run(&asked.0, translator(), &config, &pairs, stop_at).unwrap();
        assert!(!outcome.finished && outcome.steps == stop_at);
    }
    run(&asked.0, translator(), &config, &pairs, u64::MAX).unwrap();
    // Killed: what was done after the last checkpoint, log included, is gone
    // or half written; put an older state beside newer files.
    let killed = Directory::new("killed");
    run(&killed.0, translator(), &config, &pairs, 7).unwrap();
    let older = killed.bytes("state.safetensors");
    run(&killed.0, translator(), &config, &pairs, 13).unwrap();
    std::fs::write(killed.0.join("state.safetensors"), older).unwrap();
    std::fs::write(killed.0.join("state.safetensors.new"), b"half a fi").unwrap();
    run(&killed.0, translator(), &config, &pairs, u64::MAX).unwrap();

    for other in [&again, &asked, &killed] {
        for name in ["state.safetensors", "model.safetensors"] {
            assert!(whole.bytes(name) == other.bytes(name), "{name} of {}", other.0.display());
        }
        let steps = |directory: &Directory| -> Vec<u64> {
            let text = String::from_utf8(directory.bytes("log.jsonl")).unwrap();
            let step = |line| {
                serde_json::from_str::<serde_json::Value>(line).unwrap()["step"].as_u64().unwrap()
            };
            text.lines().map(step).collect()
        };
        assert_eq!(steps(other), [4, 8, 12]);
    }
    let svg = String::from_utf8(whole.bytes("curves.svg")).unwrap();
    assert!(
        svg.starts_with("<svg")
            && svg.contains("training loss")
            && svg.contains("validation score")
    );
}

#[test]
fn training_learns_and_stops_when_nothing_improves() {
    let mut config = config();
    (config.epochs, config.dropout, config.smoothing, config.validate_every) = (60, 0.0, 0.0, 0);
    let directory = Directory::new("learns");
    let pairs = pairs(40);
    let outcome =
        run(&directory.0, translator(), &config.clone().check().unwrap(), &pairs, u64::MAX)
            .unwrap();
    assert!(outcome.score.unwrap() > -0.2, "score {:?}", outcome.score);

    // A score that only falls: the first model is the best one.
    let directory = Directory::new("patience");
    (config.patience, config.epochs) = (3, 50);
    let (mut falling, stop) = (0.0, AtomicBool::new(false));
    let mut score = |_: &EncoderDecoder| {
        falling -= 1.0;
        Ok(falling)
    };
    let training = Training {
        config: &config.check().unwrap(),
        directory: &directory.0,
        supply: &pairs,
        validation: &pairs[..4],
        score: Some(&mut score),
        observer: &mut (),
        stop: &stop,
    };
    let outcome = training.run(translator()).unwrap();
    assert!(
        outcome.finished && outcome.score == Some(-1.0) && outcome.steps == 4 * 5,
        "{}",
        outcome.steps
    );
}

#[test]
fn a_loss_that_is_not_a_number_names_the_batch_and_keeps_the_weights() {
    let mut config = config();
    (config.validate_every, config.dropout, config.threads) = (0, 0.0, 1);
    let config = config.check().unwrap();
    // Word 9 is poisoned and comes up in one pair only.
    let mut pairs: Vec<Pair> = pairs(24);
    pairs
        .iter_mut()
        .for_each(|pair| pair.source.iter_mut().for_each(|word| *word = (*word).min(8)));
    pairs[17].source[0] = 9;
    let mut model = translator();
    let table = model.parameters().tensors()[0].tensor;
    table.of_mut(model.parameters_mut().values_mut())[9 * 8] = f32::NAN;
    let directory = Directory::new("nan");
    let stop = AtomicBool::new(false);
    let training = Training {
        config: &config,
        directory: &directory.0,
        supply: &pairs,
        validation: &pairs[..4],
        score: None,
        observer: &mut (),
        stop: &stop,
    };
    let error = training.run(model).unwrap_err();
    let message = error.to_string();
    assert!(
        message.starts_with("epoch 1, batch ") && message.contains("the loss is NaN"),
        "{message}"
    );
    assert!(message.contains("18") && message.contains("state.safetensors"), "{message}");
    assert!(!directory.bytes("state.safetensors").is_empty());
}

#[test]
fn what_does_not_fit_is_refused_before_anything_is_lost() {
    let directory = Directory::new("refused");
    let checked = config().check().unwrap();
    let good = pairs(16);
    run(&directory.0, translator(), &checked, &good, 3).unwrap();
    let before = directory.bytes("state.safetensors");

    let mut other = config();
    other.adam.rate = 0.02;
    let message =
        |result: cicerone::Result<Trained<EncoderDecoder>>| result.unwrap_err().to_string();
    let error = message(run(&directory.0, translator(), &other.check().unwrap(), &good, 9));
    assert!(
        error.contains(
            "config.json: `training.adam.rate`: the run in this directory has 0.01, this one 0.02"
        ),
        "{error}"
    );
    let shape =
        EncoderDecoderConfig { width: 17, embedding: 8, ..Default::default() }.check().unwrap();
    let wider = EncoderDecoder::build(&shape, vec![numbered(10), numbered(12)], 5).unwrap();
    let error = message(run(&directory.0, wider, &checked, &good, 9));
    assert!(
        error.contains("`shape.width`: the run in this directory has 16, this one 17"),
        "{error}"
    );
    let mut bad = good.clone();
    bad[4].target.push(12);
    let error = message(run(&directory.0, translator(), &checked, &bad, 9));
    assert!(error.contains("is outside the lexicon of 12 words"), "{error}");
    let mut empty = good.clone();
    empty[15].source.clear();
    let error = message(run(&directory.0, translator(), &checked, &empty, 9));
    assert_eq!(error, "epoch 2, example 16: the source is empty, but must have at least one token");
    let error = message(run(&directory.0, translator(), &checked, &Vec::new(), 9));
    assert!(error.contains("nothing to learn from"), "{error}");
    assert!(directory.bytes("state.safetensors") == before);

    std::fs::write(directory.0.join("state.safetensors"), &before[..before.len() / 2]).unwrap();
    let error = message(run(&directory.0, translator(), &checked, &good, 9));
    assert!(error.contains("state.safetensors: the file is not whole"), "{error}");
    assert_eq!(directory.bytes("state.safetensors").len(), before.len() / 2);

    let wrong = TrainConfig { batch: 0, ..config() }.check().unwrap_err().to_string();
    assert_eq!(wrong, "`batch` is 0, but must be from 1 to 1048576");
    let wrong = TrainConfig { dropout: f32::NAN, ..config() }.check().unwrap_err().to_string();
    assert_eq!(wrong, "`dropout` is NaN, but must be from 0 to 0.95");
}

#[test]
fn files_come_back_whole_and_others_are_refused() {
    let model = translator();
    let single = to_bytes(&model, Precision::Single).unwrap();
    let back: EncoderDecoder = from_bytes(&single).unwrap();
    assert_eq!(back.parameters().values(), model.parameters().values());
    assert_eq!(back.source_lexicon(), model.source_lexicon());
    assert!(single == to_bytes(&back, Precision::Single).unwrap());

    let half = to_bytes(&model, Precision::Half).unwrap();
    let saved = single.len() - half.len();
    // But for the lengths of numbers in the header.
    assert!(saved.abs_diff(2 * model.parameters().count()) < 64, "{saved}");
    let pair = &pairs(6)[5];
    let back: EncoderDecoder = from_bytes(&half).unwrap();
    let loss = |model: &EncoderDecoder| model.loss(&[pair], &mut Default::default()).mean();
    assert!((loss(&back) - loss(&model)).abs() < 2e-3);

    let directory = Directory::new("files");
    std::fs::create_dir_all(&directory.0).unwrap();
    let path = directory.0.join("translator.safetensors");
    save(&path, &model, Precision::Half).unwrap();
    let error = load::<LanguageModel>(&path).unwrap_err().to_string();
    assert!(error.ends_with(
        "translator.safetensors: the file holds `encoder-decoder` version 1, but `language-model` version 1 is needed"
    ), "{error}");
    for length in [0, 4, 100, half.len() / 2, half.len() - 1] {
        std::fs::write(&path, &half[..length]).unwrap();
        let error = load::<EncoderDecoder>(&path).unwrap_err();
        assert!(
            error.is_input()
                && error.to_string().contains("translator.safetensors: the file is not whole")
        );
    }
    let later = String::from_utf8_lossy(&single[..400]).into_owned();
    assert!(later.contains("\"version\":\"1\""), "{later}");
    let place = single.windows(13).position(|window| window == b"\"version\":\"1\"").unwrap();
    let mut newer = single.clone();
    newer[place + 11] = b'7';
    let error = from_bytes::<EncoderDecoder>(&newer).unwrap_err().to_string();
    assert!(
        error.contains("`encoder-decoder` version 7, but `encoder-decoder` version 1"),
        "{error}"
    );
    let error = load::<EncoderDecoder>(&directory.0.join("nowhere")).unwrap_err();
    assert!(error.is_io() && error.to_string().contains("nowhere"));

    let config =
        LanguageModelConfig { width: 8, embedding: 8, ..Default::default() }.check().unwrap();
    let model = LanguageModel::build(&config, vec![numbered(20)], 5).unwrap();
    let back: LanguageModel = from_bytes(&to_bytes(&model, Precision::Single).unwrap()).unwrap();
    assert_eq!(back.parameters().values(), model.parameters().values());
}
