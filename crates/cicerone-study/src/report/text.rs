//! The report in a terminal.

use std::fmt::Write;

use super::words::{
    REHEARSAL, count, day, effect, effect_name, p_value, percent, seconds_estimate, verdict,
};
use super::{Analysis, Comparison, Outcome};

impl Analysis {
    /// A plain summary, in lines of a terminal's width.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.title);
        if self.rehearsal {
            let _ = writeln!(text, "{REHEARSAL}");
        }
        // Writing to a String cannot fail, here and below.
        let _ = writeln!(text, "{}\n", self.extent());
        for flow in &self.flow {
            let _ = writeln!(
                text,
                "{}: {} reserved, {} begun, {} cancelled, {} not finished, {} without survey, \
                 {} complete, {} left out, {} analysed",
                flow.condition,
                flow.reserved,
                flow.begun,
                flow.cancelled,
                flow.unfinished,
                flow.unanswered,
                flow.complete,
                flow.complete - flow.analysed,
                flow.analysed
            );
            for (reason, runs) in &flow.left_out {
                let _ = writeln!(text, "  left out: {reason} ({})", count(*runs, "run"));
            }
        }
        if self.test_runs > 0 {
            let _ = writeln!(text, "and {} that count nowhere", count(self.test_runs, "test run"));
        }
        text.push('\n');
        for outcome in &self.outcomes {
            let _ = writeln!(text, "{}", outcome_line(outcome));
        }
        let _ = writeln!(text, "\nPrimary question, at {}%", self.settings.level * 100.0);
        comparisons(&mut text, &self.primary);
        let _ = writeln!(text, "\nSecondary questions, one family");
        comparisons(&mut text, &self.secondary);
        text
    }

    /// How much was gathered, in a sentence.
    pub(super) fn extent(&self) -> String {
        let runs: usize = self.outcomes.iter().map(|outcome| outcome.runs).sum();
        let mut words = format!(
            "{} of {} count, over {} of {}",
            count(runs, "run"),
            count(self.participants, "participant"),
            self.scenarios.len(),
            count(self.scenarios_planned.max(self.scenarios.len()), "scenario"),
        );
        if let Some((first, last)) = self.dates {
            match (day(first), day(last)) {
                (first, last) if first == last => words += &format!(", on {first}"),
                (first, last) => words += &format!(", from {first} to {last}"),
            }
        }
        words + "."
    }
}

fn outcome_line(outcome: &Outcome) -> String {
    let shares: Vec<String> =
        outcome.distances.iter().map(|distance| percent(distance.share)).collect();
    let mut line = format!(
        "{}: {}, at distance 0, 1, 2, more: {}",
        outcome.condition,
        count(outcome.runs, "run"),
        shares.join(", ")
    );
    if let Some(times) = &outcome.times {
        line += &format!("; time to the goal, median {}", seconds_estimate(&times.median));
    }
    line
}

fn comparisons(text: &mut String, comparisons: &[Comparison]) {
    if comparisons.is_empty() {
        text.push_str("  nothing to compare: there is one condition\n");
    }
    for comparison in comparisons {
        let effects: Vec<String> = comparison
            .effects
            .iter()
            .map(|one| format!("{} {}", effect_name(one.kind), effect(one)))
            .collect();
        let _ = writeln!(
            text,
            "  {}: {} − {}: {}\n    {}; p {}, corrected {}; n = {} {}, {} {}",
            comparison.title,
            comparison.second,
            comparison.first,
            verdict(comparison),
            if effects.is_empty() { "no effect can be given".into() } else { effects.join(", ") },
            p_value(comparison.p),
            p_value(comparison.adjusted),
            comparison.runs[1],
            comparison.second,
            comparison.runs[0],
            comparison.first,
        );
    }
}
