//! Scratch.
use cicerone::corpus::{locate, read_sail};
use cicerone_eval::planning::*;
fn main() {
    let most: usize = std::env::args().nth(1).map_or(20, |t| t.parse().unwrap());
    let corpus = read_sail(&locate(None).unwrap()).unwrap();
    let frequent = Frequent::learn(&corpus, most).unwrap();
    let landmark = frequent.by_landmark();
    let worlds: Vec<_> = corpus.worlds.values().collect();
    for (name, f) in [("frequent", &frequent), ("landmark", &landmark)] {
        let t = std::time::Instant::now();
        let report =
            routes(&worlds, &Default::default(), &|_, s| f.candidates(s).to_vec()).unwrap();
        println!(
            "{name} routes {} {:?} time {:?}",
            report.routes,
            t.elapsed(),
            report.microseconds
        );
        println!("all {:?}", report.all);
        for (n, g) in &report.groups {
            println!("{n} {g:?}");
        }
        println!("shortfalls {}", report.shortfalls.len());
        for s in report.shortfalls.iter().take(12) {
            println!("  {s:?}");
        }
    }
}
