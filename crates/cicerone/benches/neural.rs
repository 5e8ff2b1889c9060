//! How fast the engine is, and how far that is from what the machine can do.
//!
//! `cargo bench --bench neural` trains on generated pairs of the project's
//! lengths (88 source words, 435 target words, sources of 14 to 26 tokens,
//! targets of 5 to 11 words), decodes, and trains a language model of 10,000
//! words. Every figure is the best of several repetitions, with the
//! floating-point operations it needs per second beside the rate at which this
//! machine multiplies large matrices. `-- training`, `-- decoding` or
//! `-- language` runs one section; `pytorch.py` beside this file does the same
//! work in PyTorch.

use std::hint::black_box;
use std::time::Instant;

use cicerone::neural::internals::{
    Constraint, Learner, Mat, MatMut, Product, Search, SearchConfig, SearchWorkspace, Translator,
    multiply,
};
use cicerone::neural::{
    AdamConfig, Check, END, EncoderDecoder, EncoderDecoderConfig, LanguageModel,
    LanguageModelConfig, Lexicon, Model, Pair,
};

const SOURCE_WORDS: usize = 88;
const TARGET_WORDS: usize = 435;
const WIDTH: f64 = 128.0;

fn main() {
    // `cargo bench` adds flags of its own; words choose sections.
    let chosen: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let peak = peak();
    println!("large matrix product, one thread: {peak:.0} GFLOP/s");
    let sections =
        [("training", training as fn(f64)), ("decoding", decoding), ("language", language)];
    for (name, section) in sections {
        if chosen.is_empty() || chosen.iter().any(|word| word == name) {
            section(peak);
            println!("  most memory held so far: {:.0} MB", peak_memory());
        }
    }
}

fn lexicon(words: usize) -> Lexicon {
    Lexicon::new((3..words).map(|word| format!("w{word}"))).expect("distinct words")
}

/// A reproducible stream of numbers.
struct Draw(u64);

impl Draw {
    fn below(&mut self, below: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }

    fn words(&mut self, length: usize, lexicon: usize) -> Vec<u32> {
        (0..length).map(|_| (3 + self.below(lexicon - 3)) as u32).collect()
    }
}

fn pairs(count: usize) -> Vec<Pair> {
    let mut draw = Draw(1);
    let pair = |_| {
        let (source, target) = (14 + draw.below(13), 4 + draw.below(7));
        Pair {
            source: draw.words(source, SOURCE_WORDS),
            target: draw.words(target, TARGET_WORDS),
            views: Vec::new(),
        }
    };
    (0..count).map(pair).collect()
}

fn translator() -> EncoderDecoder {
    let config = EncoderDecoderConfig::default().check().expect("defaults are right");
    let lexicons = vec![lexicon(SOURCE_WORDS), lexicon(TARGET_WORDS)];
    EncoderDecoder::build(&config, lexicons, 1).expect("two lexicons")
}

/// The best time of a piece of work, repeated for three seconds after one go
/// to warm up: what it takes when nothing else disturbs it.
fn best(mut work: impl FnMut()) -> f64 {
    work();
    let (begin, mut best) = (Instant::now(), f64::INFINITY);
    while begin.elapsed().as_secs_f64() < 3.0 {
        let start = Instant::now();
        work();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}

/// What the machine can do: a product that is large enough to be efficient
/// and, at a millisecond, short enough to be left alone by other programs.
fn peak() -> f64 {
    let n = 384;
    let (a, b, mut out) = (vec![0.5; n * n], vec![0.25; n * n], vec![0.0; n * n]);
    let seconds = best(|| {
        multiply(
            MatMut::new(&mut out, n, n),
            Mat::new(&a, n, n),
            Mat::new(&b, n, n),
            Product::Store,
        );
        black_box(&out);
    });
    2.0 * (n * n * n) as f64 / seconds / 1e9
}

/// Operations of one forward pass over a pair, as the equations are written:
/// products of words that repeat are counted each time. Going back costs two
/// products for every one.
fn pair_operations(source: f64, target: f64) -> f64 {
    let h = WIDTH;
    let layer = |input: f64| 2.0 * (input + h) * 4.0 * h;
    let encoder = source * 2.0 * layer(h);
    let decoder = target * (layer(2.0 * h) + layer(h));
    let aligner = 2.0 * h * h * (source + target) + target * source * h * 4.0;
    let output = target * 2.0 * (2.0 * h * h + h * TARGET_WORDS as f64);
    encoder + decoder + aligner + output
}

fn training(peak: f64) {
    let adam = AdamConfig::default().check().expect("defaults are right");
    println!("\nencoder-aligner-decoder, training");
    for threads in [1, 2] {
        for size in [32, 128, 512] {
            let pairs = pairs(size);
            let batch: Vec<&Pair> = pairs.iter().collect();
            let mut learner = Learner::new(translator(), threads);
            let seconds = best(|| {
                learner.step(&adam, &batch, &Default::default()).expect("finite");
            });
            let lengths = pairs
                .iter()
                .map(|p| pair_operations(p.source.len() as f64, p.target.len() as f64 + 1.0));
            let rate = 3.0 * lengths.sum::<f64>() / seconds / 1e9;
            println!(
                "  batch {size:3}, {threads} thread(s): {:6.0} pairs/s  {rate:5.0} GFLOP/s = {:3.0} % of peak",
                size as f64 / seconds,
                100.0 * rate / (peak * threads as f64)
            );
        }
    }
}

/// Greedy decoding of ten words of sources of twenty tokens, one thread. What
/// has been tabulated is not counted as work.
fn decoding(peak: f64) {
    println!("\ngreedy decoding of 10 words, sources of 20 tokens, one thread");
    let translator = Translator::new(vec![translator()]).expect("one model");
    let mut endless = Endless;
    for size in [1, 16] {
        let mut draw = Draw(3);
        let sources: Vec<Vec<u32>> = (0..size).map(|_| draw.words(20, SOURCE_WORDS)).collect();
        let config = SearchConfig { search: Search::Greedy, limit: 10, unknown: true };
        let mut workspace = SearchWorkspace::default();
        let seconds = best(|| {
            let found = translator.decode(&sources, &config, Some(&mut endless), &mut workspace);
            black_box(found.expect("good sources"));
        });
        let tabulated = 30.0 * 2.0 * WIDTH * 4.0 * WIDTH;
        let rate = size as f64 * (pair_operations(20.0, 10.0) - tabulated) / seconds / 1e9;
        println!(
            "  batch {size:2}: {:.3} ms  {rate:5.0} GFLOP/s = {:3.0} % of peak",
            seconds * 1e3,
            100.0 * rate / peak
        );
    }
}

/// Never lets a text end before its limit, so that all decode ten words.
struct Endless;

impl Constraint for Endless {
    fn restrict(&mut self, _: usize, _: &[u32], log_probabilities: &mut [f32]) {
        log_probabilities[END as usize] = f32::NEG_INFINITY;
    }
}

fn language(peak: f64) {
    let (words, batch, steps) = (10_000, 32, 20);
    let mut draw = Draw(2);
    let sentences: Vec<Vec<u32>> = (0..batch).map(|_| draw.words(steps - 1, words)).collect();
    let batch: Vec<&Vec<u32>> = sentences.iter().collect();
    let tokens = (batch.len() * steps) as f64;
    let adam = AdamConfig::default().check().expect("defaults are right");
    for classes in [0, 100] {
        let outputs = if classes == 0 { words } else { classes + words / classes };
        let per_token = 2.0 * 2.0 * 2.0 * WIDTH * 4.0 * WIDTH + 2.0 * WIDTH * outputs as f64;
        let line = |what: &str, passes: f64, threads: usize, seconds: f64| {
            let rate = passes * tokens * per_token / seconds / 1e9;
            println!(
                "  {what}, {threads} thread(s): {:7.0} tokens/s  {rate:5.0} GFLOP/s = {:3.0} % of peak",
                tokens / seconds,
                100.0 * rate / (peak * threads as f64)
            );
        };
        match classes {
            0 => println!("\nlanguage model of {words} words, batch 32, 20 steps"),
            _ => println!("the same in {classes} classes"),
        }
        let config = LanguageModelConfig { classes, ..Default::default() }.check().expect("right");
        let model = LanguageModel::build(&config, vec![lexicon(words)], 1).expect("one lexicon");
        for threads in [1, 2] {
            let mut learner = Learner::new(model.clone(), threads);
            let seconds = best(|| {
                learner.step(&adam, &batch, &Default::default()).expect("finite");
            });
            line("training", 3.0, threads, seconds);
        }
        let mut workspace = Default::default();
        let seconds = best(|| {
            black_box(model.loss(&batch, &mut workspace));
        });
        line("scoring ", 1.0, 1, seconds);
    }
}

/// The most memory this process has held, in MB.
fn peak_memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kilobytes.unwrap_or(f64::NAN) / 1024.0
}
