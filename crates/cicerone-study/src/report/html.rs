//! The report as one page: no scripts, nothing fetched, for screen and paper.

use std::fmt::Write;

use super::words::{
    REHEARSAL, count, effect, effect_name, escape, p_is, p_value, percent_interval,
    seconds_estimate, share, thousands, verdict,
};
use super::{Analysis, Answers, Comparison, Effect};

const STYLE: &str = include_str!("style.css");
const DISTANCES: [&str; 4] = ["0 (at the goal)", "1", "2", "more than 2"];

impl Analysis {
    /// The whole report as one page.
    pub fn html(&self) -> String {
        let title = escape(&self.title);
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>Report: {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <h1>{title}</h1>\n<p class=\"faint\">Report of the study. {}</p>\n",
            escape(&self.extent())
        );
        if self.rehearsal {
            // Fixed, it is on every page that is printed.
            let _ = writeln!(page, "<p class=\"rehearsal\">{REHEARSAL}</p>");
        }
        let figures = self.figures();
        let figure = |name: &str, caption: &str| {
            let found = figures.iter().find(|(known, _)| known == name);
            found.map_or_else(String::new, |(_, svg)| {
                format!("<figure>\n{svg}<figcaption>{caption}</figcaption>\n</figure>\n")
            })
        };
        page += &self.summary();
        page += "<h2>Flow of runs</h2>\n";
        page += &self.flow_table();
        page += "<h2>Where runs ended</h2>\n";
        page += &figure(
            "distance",
            "Share of runs by Manhattan distance from the goal. Whiskers: 95% Wilson intervals, \
             runs taken as independent.",
        );
        page += &self.distance_table();
        page += "<h2>Time to finish</h2>\n";
        page += &figure(
            "time",
            "Time to finish of the runs that reached the goal, each a dot; its height within the \
             row means nothing.",
        );
        page += &self.time_table();
        page += "<h2>Tests</h2>\n";
        page += &figure(
            "effects",
            "How large the differences are. Right of zero the condition named first in “A − B” \
             has more: arrives more often, ends farther away, takes longer, or answers nearer to \
             the end of the scale.",
        );
        page += &self.tests();
        page += "<h2>Survey</h2>\n";
        for answers in &self.survey {
            page += &figure(&format!("answers-{}", answers.id), &caption(answers, "run"));
        }
        page += "<h2>Participants</h2>\n";
        let _ = writeln!(
            page,
            "<p>{} with a run that counts; each is counted once, by the first answer.{}</p>",
            count(self.participants, "participant"),
            match self.inconsistent {
                0 => String::new(),
                some => format!(" {some} answered a question about themselves in two ways."),
            }
        );
        for answers in &self.people {
            page += &figure(&format!("people-{}", answers.id), &caption(answers, "participant"));
        }
        page += &self.scenario_table();
        page += "<h2>How this was made</h2>\n";
        for (heading, words) in self.methods() {
            let _ = writeln!(page, "<h3>{heading}</h3>\n<p>{}</p>", escape(&words));
        }
        let _ = write!(
            page,
            "<footer><p>cicerone-study {}; seed {}, {} permutations, {} resamples, level {}%. \
             The same records give the same page.</p></footer>\n</body>\n</html>\n",
            env!("CARGO_PKG_VERSION"),
            self.seed,
            thousands(self.settings.permutations),
            thousands(self.settings.resamples),
            self.settings.level * 100.0
        );
        page
    }

    fn summary(&self) -> String {
        let mut words = String::from("<div class=\"summary\">\n");
        for outcome in &self.outcomes {
            if outcome.runs == 0 {
                let name = escape(&outcome.condition);
                let _ = writeln!(words, "<p><b>{name}</b>: no run counts yet.</p>");
                continue;
            }
            let _ = writeln!(
                words,
                "<p><b>{}</b>: the goal was reached in {} of runs, 95% interval {}.</p>",
                escape(&outcome.condition),
                share(&outcome.distances[0]),
                percent_interval(outcome.distances[0].interval)
            );
        }
        for one in &self.primary {
            let size = one.effects.first().map(|one| effect(one) + ", ").unwrap_or_default();
            let told = match (one.p, one.differs) {
                (None, _) => "cannot be compared: no scenario has runs of both.".to_owned(),
                (_, true) => format!("{size}{}: a difference.", p_is(one.adjusted)),
                (_, false) => format!("{size}{}: no difference is shown.", p_is(one.adjusted)),
            };
            let pair = format!("{} − {}", one.second, one.first);
            let _ = writeln!(words, "<p>Primary question, {}: {}</p>", escape(&pair), told);
        }
        let tested = self.secondary.iter().filter(|one| one.p.is_some()).count();
        let found: Vec<String> = self
            .secondary
            .iter()
            .filter(|one| one.differs)
            .map(|one| match self.primary.len() {
                1 => one.measure.clone(),
                _ => format!("{} ({} − {})", one.measure, one.second, one.first),
            })
            .collect();
        if tested > 0 {
            let which = if found.is_empty() { "none".into() } else { escape(&found.join(", ")) };
            let _ = writeln!(
                words,
                "<p>Of {}, these show a difference at {}% after correction: {which}.</p>",
                count(tested, "secondary test"),
                self.settings.level * 100.0
            );
        }
        words + "</div>\n"
    }

    fn flow_table(&self) -> String {
        let mut reasons: Vec<&String> =
            self.flow.iter().flat_map(|flow| flow.left_out.iter().map(|one| &one.0)).collect();
        reasons.sort();
        reasons.dedup();
        type Of = fn(&super::Flow) -> usize;
        let steps: [(&str, &str, Of); 7] = [
            ("", "Places reserved", |flow| flow.reserved),
            ("", "Begun", |flow| flow.begun),
            ("inner", "cancelled", |flow| flow.cancelled),
            ("inner", "not finished", |flow| flow.unfinished),
            ("inner", "finished, survey not answered", |flow| flow.unanswered),
            ("", "Complete", |flow| flow.complete),
            ("inner", "left out", |flow| flow.complete - flow.analysed),
        ];
        let mut rows = Vec::new();
        let mut row = |class: &str, name: &str, counts: Vec<usize>| {
            let all = counts.iter().sum::<usize>();
            let cells: String = counts.iter().map(|count| format!("<td>{count}</td>")).collect();
            rows.push(format!("<tr class=\"{class}\"><td>{name}</td>{cells}<td>{all}</td></tr>\n"));
        };
        for (class, name, of) in steps {
            row(class, name, self.flow.iter().map(of).collect());
        }
        for reason in reasons {
            let own = |flow: &super::Flow| {
                let found = flow.left_out.iter().find(|(known, _)| known == reason);
                found.map_or(0, |(_, count)| *count)
            };
            let name = format!("… {}", escape(reason));
            row("inner", &name, self.flow.iter().map(own).collect());
        }
        row("last", "Analysed", self.flow.iter().map(|flow| flow.analysed).collect());
        let names = self.flow.iter().map(|flow| flow.condition.as_str());
        let mut table = table(names.chain(["all"]), "Runs", &rows.concat());
        if self.test_runs > 0 {
            let _ = writeln!(
                table,
                "<p>Besides, {} of the study’s own people, which count nowhere.</p>",
                count(self.test_runs, "test run")
            );
        }
        table
    }

    fn distance_table(&self) -> String {
        let mut rows = String::new();
        for (class, name) in DISTANCES.iter().enumerate() {
            let _ = write!(rows, "<tr><td>{name}</td>");
            for outcome in &self.outcomes {
                let own = &outcome.distances[class];
                let range = percent_interval(own.interval);
                let _ = write!(rows, "<td>{}<br>{range}</td>", share(own));
            }
            rows += "</tr>\n";
        }
        rows += "<tr><td>participants, scenarios</td>";
        for outcome in &self.outcomes {
            let _ = write!(rows, "<td>{}, {}</td>", outcome.participants, outcome.scenarios);
        }
        rows += "</tr>\n";
        let names = self.outcomes.iter().map(|outcome| outcome.condition.as_str());
        table(names, "Distance, in passages", &rows)
    }

    fn time_table(&self) -> String {
        let mut rows = String::new();
        for outcome in &self.outcomes {
            let name = escape(&outcome.condition);
            let _ = match &outcome.times {
                None => writeln!(rows, "<tr><td>{name}</td><td>0</td><td>–</td><td>–</td></tr>"),
                Some(times) => writeln!(
                    rows,
                    "<tr><td>{name}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                    times.seconds.len(),
                    seconds_estimate(&times.median),
                    seconds_estimate(&times.mean)
                ),
            };
        }
        table(["runs at the goal", "median (95% CI)", "mean (95% CI)"], "Condition", &rows)
    }

    fn tests(&self) -> String {
        if self.primary.is_empty() {
            return "<p>There is one condition, and nothing to compare it with.</p>\n".into();
        }
        let level = self.settings.level * 100.0;
        format!(
            "<h3>Primary question, at {level}%</h3>\n{}<h3>Secondary questions, one family, at \
             {level}%</h3>\n{}",
            test_table(&self.primary),
            test_table(&self.secondary)
        )
    }

    fn scenario_table(&self) -> String {
        let mut rows = String::new();
        for scenario in &self.scenarios {
            let cells = scenario.arrivals.iter();
            let cells: String = cells.map(|(at, of)| format!("<td>{at}/{of}</td>")).collect();
            let _ = writeln!(rows, "<tr><td>{}</td>{cells}</tr>", escape(&scenario.scenario));
        }
        let names = self.outcomes.iter().map(|outcome| outcome.condition.as_str());
        let table = plain_table(names, "Scenario", &rows);
        format!(
            "<h2>By scenario</h2>\n<p>Runs at the goal, of runs.</p>\n<div class=\"columns\">{table}</div>\n"
        )
    }
}

/// A table that scrolls by itself where the page is narrow.
fn table<'n>(names: impl IntoIterator<Item = &'n str>, first: &str, rows: &str) -> String {
    format!("<div class=\"scroll\">{}</div>\n", plain_table(names, first, rows))
}

fn plain_table<'n>(names: impl IntoIterator<Item = &'n str>, first: &str, rows: &str) -> String {
    let heads: String =
        names.into_iter().map(|name| format!("<th>{}</th>", escape(name))).collect();
    format!(
        "<table>\n<thead><tr><th>{first}</th>{heads}</tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table>\n"
    )
}

fn test_table(comparisons: &[Comparison]) -> String {
    let mut rows = String::new();
    for one in comparisons {
        let effects: Vec<String> = one.effects.iter().map(sized).collect();
        let _ = writeln!(
            rows,
            "<tr class=\"{}\"><td>{}<br><span class=\"faint\">{} − {}; {}</span></td>\
             <td class=\"words\">{}</td><td>{}, {}<br><span class=\"faint\">{}</span></td>\
             <td>{}</td><td>{}</td>\
             <td class=\"words verdict\">{}</td></tr>",
            if one.differs { "differ" } else { "" },
            escape(&one.title),
            escape(&one.second),
            escape(&one.first),
            one.test,
            effects.join("<br>"),
            one.runs[1],
            one.runs[0],
            count(one.scenarios, "scenario"),
            p_value(one.p),
            p_value(one.adjusted),
            verdict(one),
        );
    }
    let heads = ["difference", "runs", "p", "p (Holm)", "verdict"];
    format!("<div class=\"tests\">{}</div>\n", table(heads, "Question", &rows))
}

/// An effect, broken between lines only where it reads well.
fn sized(own: &Effect) -> String {
    let (name, words) = (effect_name(own.kind), effect(own));
    match words.split_once(" (") {
        None => format!("{name} <b>{words}</b>"),
        Some((value, range)) => {
            format!("{name} <b class=\"whole\">{value}</b> <span class=\"whole\">({range}</span>")
        }
    }
}

fn caption(answers: &Answers, unit: &str) -> String {
    let kind = match (unit, answers.scale) {
        ("run", true) => "steps of a scale, by run. Whiskers: 95% Wilson intervals.",
        ("run", false) => "kinds in no order, by run. Whiskers: 95% Wilson intervals.",
        _ => "share (and number) of participants.",
    };
    let missing = match answers.missing {
        0 => String::new(),
        some => format!(" Without a known answer: {}.", count(some, unit)),
    };
    format!("<b>{}</b>: {kind}{missing}", escape(&answers.id))
}
