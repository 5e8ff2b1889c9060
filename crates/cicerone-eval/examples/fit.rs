//! Scratch.
use cicerone::corpus::{Part, locate, read_sail};
fn main() {
    let part: Part = std::env::args().nth(1).unwrap().parse().unwrap();
    let many: usize = std::env::args().nth(2).map_or(0, |t| t.parse().unwrap());
    let which = std::env::args().nth(3);
    let corpus = read_sail(&locate(None).unwrap()).unwrap();
    let report = cicerone_eval::planning::fit(&corpus, part).unwrap();
    let show = |name: &str, f: &cicerone_eval::planning::Fit| {
        println!(
            "{name:<8} n {:4} phi/eta {:.3} valid {:.3} strict {:.3} P {:.3} P99 {:.3} EP {:.3} control {:.3}",
            f.commands,
            f.attributes_hold,
            f.valid,
            f.valid_strict,
            f.mean_likelihood,
            f.unambiguous,
            f.expected_likelihood,
            f.control
        )
    };
    show("all", &report.all);
    show("alone", &report.alone);
    for (h, f) in &report.heads {
        show(h, f);
    }
    for a in &report.ambiguous {
        println!("{:4} {:.3} {}", a.1, a.2, a.0);
    }
    for a in report
        .attributes
        .iter()
        .filter(|a| which.as_ref().is_none_or(|w| a.name.contains(w.as_str())))
        .take(40)
    {
        println!("{:<28} holds {} fails {} unjudged {}", a.name, a.holds, a.fails, a.unjudged);
        for e in a.examples.iter().take(many) {
            println!("     {e}");
        }
    }
}
