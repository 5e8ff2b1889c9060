//! Trains a toy translator, from the digits of a number to its English name,
//! and shows what it says and where it looks.
//!
//! ```text
//! cargo run --release --example translate -- runs/numbers 407 3985
//! ```
//!
//! Interrupt it whenever you like (Ctrl-C, or worse): started again with the
//! same directory it goes on from its last checkpoint, and ends with the same
//! weights. The directory then holds `log.jsonl`, `curves.svg` and the model.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use cicerone::neural::internals::{Search, SearchConfig, Translator};
use cicerone::neural::{
    AdamConfig, Check, EncoderDecoder, EncoderDecoderConfig, Lexicon, Model, Observer, Pair,
    Report, TrainConfig, Training,
};
use indicatif::{ProgressBar, ProgressStyle};

const ONES: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] =
    ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

fn main() -> cicerone::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let directory = PathBuf::from(arguments.next().unwrap_or_else(|| "runs/numbers".into()));
    let mut asked: Vec<String> = arguments.collect();
    if asked.is_empty() {
        asked = ["7", "40", "219", "1812", "9090"].map(String::from).into();
    }

    let digits = Lexicon::new((0..10).map(|digit| digit.to_string()))?;
    let names =
        Lexicon::new(ONES.iter().chain(&TENS).copied().chain(["hundred", "thousand", "and"]))?;
    let pair = |number: usize| Pair {
        source: digits.numbers(number.to_string().split("").filter(|digit| !digit.is_empty())),
        target: names.numbers(name(number)),
        views: Vec::new(),
    };
    // Every eleventh number is kept back to validate on, and never learnt.
    let (learnt, kept_back): (Vec<usize>, Vec<usize>) =
        (0..10_000).partition(|number| number % 11 != 0);
    let training: Vec<Pair> = learnt.into_iter().map(pair).collect();
    let validation: Vec<Pair> = kept_back.into_iter().map(pair).collect();

    let shape = EncoderDecoderConfig { width: 64, embedding: 32, layers: 1, ..Default::default() }
        .check()?;
    let config = TrainConfig {
        batch: 64,
        epochs: 6,
        threads: 2,
        checkpoint_every: 50,
        adam: AdamConfig { rate: 0.004, ..Default::default() },
        ..Default::default()
    };
    let run = Training {
        config: &config.check()?,
        directory: &directory,
        supply: &training,
        validation: &validation,
        score: None,
        observer: &mut Bar::new(),
        stop: &AtomicBool::new(false),
    };
    let outcome =
        run.run(EncoderDecoder::build(&shape, vec![digits.clone(), names.clone()], 1)?)?;

    let translator = Translator::new(vec![outcome.model])?;
    let tokens =
        |number: &String| digits.numbers(number.split("").filter(|digit| !digit.is_empty()));
    let sources: Vec<Vec<u32>> = asked.iter().map(tokens).collect();
    let search = SearchConfig { search: Search::Beam(2), limit: 12, unknown: false };
    let found = translator.decode(&sources, &search, None, &mut Default::default())?;
    for (number, hypotheses) in asked.iter().zip(found) {
        let best = &hypotheses[0];
        println!("\n{number}, probability {:.3}", best.log_probability.exp());
        for (word, weights) in best.words.iter().zip(&best.attention) {
            let shades =
                weights.iter().map(|weight| [" . ", " o ", " O ", " @ "][(weight * 3.99) as usize]);
            println!("  {:10}{}", names.word(*word), shades.collect::<String>());
        }
    }
    Ok(())
}

/// The English name of a number below ten thousand.
fn name(number: usize) -> Vec<&'static str> {
    let rest = |number: usize| if number == 0 { Vec::new() } else { name(number) };
    match number {
        0..20 => vec![ONES[number]],
        20..100 => [vec![TENS[number / 10 - 2]], rest(number % 10)].concat(),
        100..1000 if number.is_multiple_of(100) => vec![ONES[number / 100], "hundred"],
        100..1000 => [vec![ONES[number / 100], "hundred", "and"], name(number % 100)].concat(),
        _ => [vec![ONES[number / 1000], "thousand"], rest(number % 1000)].concat(),
    }
}

/// A run as a bar on stderr.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Bar {
        let bar = ProgressBar::no_length();
        let template = "{bar:30} {pos}/{len} steps  {msg}";
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Bar(bar)
    }
}

impl Observer for Bar {
    fn observe(&mut self, report: &Report) {
        let score = report.score.map_or_else(|| "-".into(), |score| format!("{score:.4}"));
        self.0.set_length(report.steps);
        self.0.set_position(report.step);
        self.0.set_message(format!(
            "epoch {}  loss {:.4}  score {score}  {:.0} pairs/s  {:.0} s left",
            report.epoch, report.loss, report.examples_per_second, report.seconds_left
        ));
    }
}
