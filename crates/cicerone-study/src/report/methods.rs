//! What the report says about how its figures were had, and what they assume.

use super::Analysis;
use super::words::thousands;

impl Analysis {
    /// Paragraphs, each with a heading.
    pub(super) fn methods(&self) -> Vec<(&'static str, String)> {
        let permutations = thousands(self.settings.permutations);
        let resamples = thousands(self.settings.resamples);
        let level = format!("{}%", self.settings.level * 100.0);
        vec![
            (
                "Which runs count",
                "A run counts if it was finished and its survey answered, if it is not a test of \
                 the study’s own people, and if no answer leaves it out by the design’s own rule \
                 (in the study of Daniele, Bansal and Walter: not a native speaker). How well \
                 somebody did never decides. Runs given up or left open have no outcome and \
                 cannot be analysed; compare their numbers between conditions in the flow."
                    .into(),
            ),
            (
                "Primary question",
                format!(
                    "Do runs end at the goal (Manhattan distance 0) equally often? In a building \
                     distances count what was left to walk in whole three metres, so that 0 is \
                     within three metres of the goal. Each pair of \
                     conditions is tested two-sided at {level}; with more than two conditions \
                     the pairs are corrected as Holm (1979) has it. The effect is the risk \
                     difference within scenarios (Mantel–Haenszel weights)."
                ),
            ),
            (
                "Secondary questions",
                format!(
                    "Distance from the goal, time to finish of runs that reach it, and every \
                     question about the task. Distances, times and scales are compared by their \
                     ranks within scenarios (weights of van Elteren, 1960); answers without an \
                     order by a chi-squared statistic. All pairs and questions are one family, \
                     corrected as Holm has it at {level}. Effects are Cliff’s delta (how much \
                     more often a run of the second condition is above one of the first than \
                     below it, over all runs) and Cramér’s V."
                ),
            ),
            (
                "Tests",
                format!(
                    "All p-values come from {permutations} random permutations of the conditions \
                     among the runs of each scenario, the study itself counted as one, so that \
                     the smallest possible p is {:.4}. Scenarios that were not run under both \
                     conditions say nothing and are left out. The permutations assume that \
                     conditions were given out at random within each scenario. One person’s \
                     runs are not independent of each other; participants are crossed with \
                     conditions, nobody meets the same scenario twice, and the statistic is the \
                     difference over its own scatter between participants (a score statistic with a \
                     variance robust to clusters), so that people who are good or bad at all \
                     tasks do not count as evidence.",
                    1.0 / (self.settings.permutations + 1) as f64
                ),
            ),
            (
                "Intervals",
                format!(
                    "Intervals of differences, medians and means are the middle 95% of {resamples} \
                     bootstrap resamples of participants with all their runs, widened for \
                     their number (Hesterberg, 2015). They speak about \
                     other people on the same scenarios, not about other scenarios. With few \
                     participants (fewer than 20 or so) they are too narrow. Intervals of single \
                     shares in figures and tables are Wilson’s, which take runs as independent, \
                     and are meant for reading the figure, not for comparing conditions. A test \
                     and an interval are had in different ways and can disagree close to the \
                     level."
                ),
            ),
            (
                "Reading with care",
                "Times are compared among runs that reach the goal: if conditions differ in who \
                 arrives, they are not the same runs under both. No difference shown is not the \
                 same as no difference; see the interval. What was not planned before the data \
                 was seen should not be reported as if it were."
                    .into(),
            ),
        ]
    }
}
