//! The figures: distances, times, answers, people, differences.

use super::chart::{Anchor, Chart, WIDTH, lines, ticks};
use super::formulas::quantile;
use super::words::{effect, p_is, percent, seconds, share};
use super::{Analysis, Answers, Comparison, Effect, EffectKind, Outcome};

const RIGHT: f64 = WIDTH - 16.0;

impl Analysis {
    /// Every figure as a name and an SVG that stands alone.
    pub fn figures(&self) -> Vec<(String, String)> {
        let mut figures = vec![
            ("distance".to_owned(), distances(&self.outcomes)),
            ("time".to_owned(), times(&self.outcomes)),
        ];
        let answers =
            self.survey.iter().map(|one| (format!("answers-{}", one.id), bars(one, true)));
        figures.extend(answers);
        let people = self.people.iter();
        figures.extend(people.map(|one| (format!("people-{}", one.id), bars(one, false))));
        figures.extend(effects(self).map(|svg| ("effects".to_owned(), svg)));
        if self.rehearsal {
            for (_, svg) in &mut figures {
                mark(svg);
            }
        }
        figures
    }
}

/// Writes across a figure that nobody took part.
fn mark(svg: &mut String) {
    let words = "<text x=\"50%\" y=\"60%\" text-anchor=\"middle\" font-size=\"48\" \
                 font-weight=\"700\" fill=\"#b3261e\" fill-opacity=\"0.25\">REHEARSAL</text>";
    if let Some(end) = svg.rfind("</svg>") {
        svg.insert_str(end, words);
    }
}

/// `human (n = 200)`.
fn labelled(name: &str, runs: usize) -> String {
    format!("{name} (n = {runs})")
}

/// The paper's figure of how far from the goal runs ended.
fn distances(outcomes: &[Outcome]) -> String {
    const NAMES: [&str; 4] = ["0 (at the goal)", "1", "2", "more than 2"];
    let mut chart = Chart::new(370.0, "Share of runs by Manhattan distance from the goal");
    let names: Vec<String> =
        outcomes.iter().map(|outcome| labelled(&outcome.condition, outcome.runs)).collect();
    chart.text(16.0, 22.0, Anchor::Start, 13.0, "Share of runs, with 95% Wilson intervals");
    let rows = chart.legend(46.0, &names);
    let (left, top, floor) = (56.0, 62.0 + 20.0 * (rows - 1) as f64, 318.0);
    let tall = |share: f64| share * (floor - top - 12.0);
    for step in 0..=5 {
        let share = f64::from(step) / 5.0;
        let y = floor - tall(share);
        chart.grid((left, y), (RIGHT, y));
        chart.faint(left - 8.0, y + 4.0, Anchor::End, 12.0, &percent(Some(share)));
    }
    let group = (RIGHT - left) / 4.0;
    let width = ((group - 28.0) / outcomes.len().max(1) as f64).min(56.0);
    for (class, name) in NAMES.iter().enumerate() {
        let middle = left + group * (class as f64 + 0.5);
        let start = middle - width * outcomes.len() as f64 / 2.0;
        for (number, outcome) in outcomes.iter().enumerate() {
            let own = &outcome.distances[class];
            let x = start + width * number as f64;
            let height = tall(own.share.unwrap_or(0.0));
            let hint = format!("{}, {name}: {}", outcome.condition, share(own));
            chart.bar(number, (x + 2.0, floor - height), (width - 4.0, height), &hint);
            let mut above = floor - height;
            if let Some((low, high)) = own.interval {
                let x = x + width / 2.0;
                chart.whisker((x, floor - tall(low)), (x, floor - tall(high)));
                above = floor - tall(high);
            }
            let words = percent(own.share);
            chart.text(x + width / 2.0, above - 6.0, Anchor::Middle, 12.0, &words);
        }
        chart.text(middle, floor + 20.0, Anchor::Middle, 13.0, name);
    }
    chart.line((left, floor), (RIGHT, floor), 1.0);
    let axis = "Manhattan distance from the goal at ‘Finish’, in passages";
    chart.faint((left + RIGHT) / 2.0, floor + 42.0, Anchor::Middle, 12.0, axis);
    chart.svg()
}

/// How long runs took that reached the goal: every run a dot, the box from
/// the first to the third quartile, the median across it, the mean a ring.
fn times(outcomes: &[Outcome]) -> String {
    const ROW: f64 = 84.0;
    let floor = 40.0 + ROW * outcomes.len() as f64;
    let mut chart = Chart::new(floor + 54.0, "Time to finish of runs that reached the goal");
    let words =
        "Dots: runs. Box: middle half. Stroke: median, with its 95% interval above. Ring: mean.";
    chart.text(16.0, 22.0, Anchor::Start, 13.0, words);
    let all = outcomes.iter().filter_map(|outcome| outcome.times.as_ref());
    let mut all: Vec<f64> = all.flat_map(|times| times.seconds.iter().copied()).collect();
    all.sort_by(f64::total_cmp);
    let most = all.last().copied().unwrap_or(60.0);
    // A few very long runs would press all others against the axis.
    let usual = quantile(&all, 0.95).unwrap_or(most) * 1.6;
    let ticks = ticks(if most > 2.0 * usual { usual } else { most });
    let end = ticks.last().copied().unwrap_or(1.0);
    let (left, right) = (150.0, RIGHT - 18.0);
    let at = |value: f64| left + (value.min(end) / end) * (right - left);
    for tick in &ticks {
        chart.grid((at(*tick), 40.0), (at(*tick), floor));
        chart.faint(at(*tick), floor + 18.0, Anchor::Middle, 12.0, &tick_words(*tick, end));
    }
    let axis = "seconds from the first picture to ‘Finish’";
    chart.faint((left + right) / 2.0, floor + 40.0, Anchor::Middle, 12.0, axis);
    for (number, outcome) in outcomes.iter().enumerate() {
        let middle = 40.0 + ROW * (number as f64 + 0.56);
        let name = lines(&outcome.condition, 18);
        for (line, words) in name.iter().enumerate() {
            let y = middle + 15.0 * (line as f64 - name.len() as f64 / 2.0) + 4.0;
            chart.text(left - 12.0, y, Anchor::End, 13.0, words);
        }
        let below = middle + 15.0 * (name.len() as f64 / 2.0) + 4.0;
        let Some(times) = &outcome.times else {
            chart.faint(left - 12.0, below, Anchor::End, 12.0, "nobody arrived");
            continue;
        };
        let n = format!("n = {}", times.seconds.len());
        chart.faint(left - 12.0, below, Anchor::End, 12.0, &n);
        let (low, high) = times.quartiles;
        chart.frame(number, (at(low), middle - 18.0), (at(high) - at(low), 36.0));
        for (place, value) in times.seconds.iter().enumerate() {
            // Neighbours in time stand apart in height, always the same way.
            let lift = ((place as f64 * 0.618_034).fract() - 0.5) * 28.0;
            chart.dot(number, at(*value), middle + lift, 2.4, 0.55);
        }
        let x = at(times.median.value);
        chart.line((x, middle - 18.0), (x, middle + 18.0), 2.4);
        if let Some((low, high)) = times.median.interval {
            chart.whisker((at(low), middle - 24.0), (at(high), middle - 24.0));
        }
        let words = format!("median {}", seconds(times.median.value));
        chart.text(x, middle - 31.0, Anchor::Middle, 12.0, &words);
        chart.ring(at(times.mean.value), middle, 4.5);
        let beyond = times.seconds.iter().filter(|value| **value > end).count();
        if beyond > 0 {
            let words = format!("{beyond} beyond →");
            chart.faint(RIGHT, middle - 24.0, Anchor::End, 11.0, &words);
        }
    }
    chart.line((left, floor), (right, floor), 1.0);
    chart.svg()
}

fn tick_words(tick: f64, end: f64) -> String {
    if end < 5.0 { format!("{tick:.1}") } else { format!("{tick:.0}") }
}

/// How a question was answered: for each answer a bar a group, with intervals
/// if those who answered stand for others.
fn bars(answers: &Answers, intervals: bool) -> String {
    let title = lines(&answers.text, 88);
    let groups = answers.groups.len().max(1) as f64;
    let bar = if groups > 1.0 { 14.0 } else { 16.0 };
    let row = groups * bar + 12.0;
    let names: Vec<String> = answers
        .groups
        .iter()
        .map(|(name, shares)| labelled(name, shares.first().map_or(0, |one| one.of)))
        .collect();
    let head = 6.0 + 18.0 * title.len() as f64;
    // Their number is known only once they are drawn; drawing twice is cheap.
    let rows = Chart::new(0.0, "").legend(0.0, &names) as f64;
    let top = head + 20.0 * rows + 16.0;
    let floor = top + row * answers.labels.len() as f64;
    let mut chart = Chart::new(floor + 34.0, &answers.text);
    for (number, line) in title.iter().enumerate() {
        chart.text(16.0, 22.0 + 18.0 * number as f64, Anchor::Start, 14.0, line);
    }
    chart.legend(head + 22.0, &names);
    // Room beside a full bar for its figures.
    let (left, right) = (176.0, RIGHT - if intervals { 44.0 } else { 84.0 });
    let at = |share: f64| left + share * (right - left);
    for step in 0..=4 {
        let share = f64::from(step) / 4.0;
        chart.grid((at(share), top), (at(share), floor));
        chart.faint(at(share), floor + 18.0, Anchor::Middle, 12.0, &percent(Some(share)));
    }
    for (option, label) in answers.labels.iter().enumerate() {
        let start = top + row * option as f64 + 6.0;
        let label = lines(label, 24);
        for (line, words) in label.iter().enumerate() {
            let y = start + groups * bar / 2.0 + 15.0 * (line as f64 - label.len() as f64 / 2.0);
            chart.text(left - 10.0, y + 12.0, Anchor::End, 13.0, words);
        }
        for (number, (name, shares)) in answers.groups.iter().enumerate() {
            let Some(own) = shares.get(option) else { continue };
            let y = start + bar * number as f64;
            let wide = at(own.share.unwrap_or(0.0)) - left;
            let hint = format!("{name}, {}: {}", answers.labels[option], share(own));
            chart.bar(number, (left, y + 1.0), (wide, bar - 2.0), &hint);
            let mut beside = left + wide;
            let mut words = percent(own.share);
            match own.interval.filter(|_| intervals) {
                Some((low, high)) => {
                    let y = y + bar / 2.0;
                    chart.whisker((at(low), y), (at(high), y));
                    beside = at(high);
                }
                None => words += &format!(" ({})", own.count),
            }
            chart.text(beside + 6.0, y + bar / 2.0 + 4.0, Anchor::Start, 11.5, &words);
        }
    }
    chart.line((left, top), (left, floor), 1.0);
    chart.svg()
}

/// All differences that have a sign, with their intervals; none if there is
/// no difference to show.
fn effects(analysis: &Analysis) -> Option<String> {
    let delta = |effect: &&Effect| effect.kind == EffectKind::CliffsDelta;
    let secondary = analysis.secondary.iter();
    let secondary = secondary.filter_map(|one| Some((one, one.effects.iter().find(delta)?)));
    let primary = analysis.primary.iter().filter_map(|one| Some((one, one.effects.first()?)));
    let rows: Vec<(&Comparison, &Effect)> = primary.chain(secondary).collect();
    if rows.is_empty() {
        return None;
    }
    const ROW: f64 = 60.0;
    let floor = 40.0 + ROW * rows.len() as f64;
    let title = "Differences between conditions with 95% intervals";
    let mut chart = Chart::new(floor + 50.0, title);
    let head = "Difference, with its 95% interval over participants; p corrected as Holm has it";
    chart.text(16.0, 22.0, Anchor::Start, 13.0, head);
    let bounds = rows.iter().flat_map(|(_, own)| {
        let (low, high) = own.interval.unwrap_or((own.value, own.value));
        [low.abs(), high.abs()]
    });
    let most = bounds.fold(0.0, f64::max);
    let most = [0.25, 0.5, 1.0].into_iter().find(|end| most <= *end).unwrap_or(1.0);
    let (left, right) = (366.0, RIGHT - 76.0);
    let at = |value: f64| left + (value.clamp(-most, most) / most + 1.0) / 2.0 * (right - left);
    for step in -2..=2 {
        let value = most * f64::from(step) / 2.0;
        chart.grid((at(value), 40.0), (at(value), floor));
        let words = if step < 0 { format!("−{}", -value) } else { value.to_string() };
        chart.faint(at(value), floor + 18.0, Anchor::Middle, 12.0, &words);
    }
    chart.line((at(0.0), 40.0), (at(0.0), floor), 1.0);
    let axis = "risk difference (goal reached) or Cliff’s delta (all others)";
    chart.faint((left + right) / 2.0, floor + 38.0, Anchor::Middle, 12.0, axis);
    for (number, (comparison, own)) in rows.iter().enumerate() {
        let middle = 40.0 + ROW * (number as f64 + 0.5);
        let mut name = lines(&comparison.title, 42);
        name.truncate(2);
        let mut y = middle - 8.0 * name.len() as f64 + 4.0;
        for line in &name {
            chart.text(16.0, y, Anchor::Start, 13.0, line);
            y += 16.0;
        }
        let pair = format!("{} − {}", comparison.second, comparison.first);
        let words = format!("{}: {}", short(&pair, 36), p_is(comparison.adjusted));
        chart.faint(16.0, y, Anchor::Start, 12.0, &words);
        let (low, high) = own.interval.unwrap_or((own.value, own.value));
        if own.interval.is_some() {
            chart.whisker((at(low), middle), (at(high), middle));
        }
        // The primary question stands out by its size.
        let is_primary = own.kind == EffectKind::RiskDifference;
        chart.point(at(own.value), middle, if is_primary { 6.0 } else { 4.5 });
        // On the side away from zero, so that no line runs through it.
        let (x, anchor) = match own.value < 0.0 {
            true => (at(low.min(own.value)) - 10.0, Anchor::End),
            false => (at(high.max(own.value)) + 10.0, Anchor::Start),
        };
        chart.text(x, middle + 4.0, anchor, 12.0, &main_figure(own));
    }
    Some(chart.svg())
}

/// The effect without its interval.
fn main_figure(own: &Effect) -> String {
    effect(&Effect { interval: None, ..own.clone() })
}

fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most - 1).collect();
    kept.trim_end().to_owned() + "…"
}
