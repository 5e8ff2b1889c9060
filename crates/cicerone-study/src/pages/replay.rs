//! A participant's walk, played back: the plan of each level they were on, the
//! line they took, and a dot that takes it again, four times as fast.

use std::collections::BTreeMap;
use std::fmt::Write;

use cicerone::world::{LevelId, World};

use super::{escaped, page};
use crate::design::Study;
use crate::records::{EventRecord, RunRecord};

/// Times as fast as it was.
const FAST: f64 = 4.0;
/// Pixels that the longer side of a plan has.
const SIZE: f64 = 900.0;

/// One position of a walk.
struct Step {
    /// Milliseconds since the walk began, pauses between page loads left out.
    t: f64,
    x: f64,
    y: f64,
    level: String,
}

/// The page of a run.
pub fn replay(study: &Study, run: &RunRecord, events: &[EventRecord]) -> String {
    let mut body = format!(
        "<p>Participant {}, scenario {} under {}: {}, {:.0} seconds, {}.</p>",
        escaped(&run.participant),
        escaped(&run.scenario),
        escaped(&run.condition),
        match run.distance {
            Some(0) => "reached the goal".to_owned(),
            Some(distance) => format!("stopped {distance} from the goal"),
            None => "not finished".to_owned(),
        },
        run.seconds,
        format_args!("{} pieces", run.pieces)
    );
    let found = study.scenario(&run.scenario);
    if let Some((scenario, world)) = found {
        if let Some(text) = scenario.instructions.get(&run.condition) {
            let _ = write!(body, "<blockquote>{}</blockquote>", escaped(text));
        }
        let steps = steps(events, &world.world);
        let goal = scenario.route(&world.world).ok().map(|route| route.goal().place);
        body.push_str("<div class=\"levels\">");
        for number in 0..world.world.building().levels.len() {
            let level = &world.world.building().levels[number];
            if steps.iter().any(|step| step.level == *level.id) {
                body += &plan(&world.world, &level.id, level.called(), &steps, goal);
            }
        }
        body.push_str("</div>");
    }
    body += &table(events);
    page(&format!("Walk {}", run.run), &body)
}

/// Where somebody was when; what is told of no place is left out.
fn steps(events: &[EventRecord], world: &World) -> Vec<Step> {
    let first = world.building().levels.first().map_or(String::new(), |level| level.id.to_string());
    let mut steps = Vec::new();
    let (mut active, mut last) = (0.0, (String::new(), 0.0));
    for event in events {
        if last.0 == event.load {
            active += event.t - last.1;
        }
        last = (event.load.clone(), event.t);
        let is_there = matches!(event.kind.as_str(), "enter" | "arrive" | "walk" | "ride");
        if let (true, Some(x), Some(y)) = (is_there, event.x, event.y) {
            let level = event.level.clone().unwrap_or_else(|| first.clone());
            steps.push(Step { t: active, x, y, level });
        }
    }
    steps
}

/// What is drawn of a level: its walls, or its passages where it has none.
fn lines(world: &World, level: &str) -> Vec<[f64; 4]> {
    if let Some(ground) = world.ground() {
        let here = ground.levels.into_iter().find(|one| one.level == level);
        return here.map(|one| [one.walls, one.glass].concat()).unwrap_or_default();
    }
    let id: Option<LevelId> = world.find_level(level).ok();
    let on_level = |place| Some(world.level(place)) == id;
    let passages = world.passages().iter().filter(|one| one.ends.into_iter().all(on_level));
    passages
        .map(|one| {
            let [a, b] = one.ends.map(|end| world.place(end).position);
            [a.0, a.1, b.0, b.1]
        })
        .collect()
}

fn plan(
    world: &World,
    level: &str,
    called: &str,
    steps: &[Step],
    goal: Option<cicerone::world::PlaceId>,
) -> String {
    let lines = lines(world, level);
    let here = || steps.iter().filter(|step| step.level == level);
    let points = lines
        .iter()
        .flat_map(|line| [(line[0], line[1]), (line[2], line[3])])
        .chain(here().map(|step| (step.x, step.y)));
    let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
    for (x, y) in points {
        low = (low.0.min(x), low.1.min(y));
        high = (high.0.max(x), high.1.max(y));
    }
    let wide = (high.0 - low.0).max(1.0);
    let tall = (high.1 - low.1).max(1.0);
    let scale = SIZE / wide.max(tall);
    let at = |x: f64, y: f64| ((x - low.0) * scale + 20.0, (y - low.1) * scale + 20.0);
    let [width, height] = [wide * scale + 40.0, tall * scale + 40.0];
    let mut svg = format!(
        "<figure><figcaption>{}</figcaption><svg viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" role=\"img\" aria-label=\"The walk on {}\">",
        escaped(called),
        escaped(called)
    );
    svg.push_str("<g stroke=\"#777\" stroke-width=\"2\">");
    for line in lines {
        let ((x, y), (to_x, to_y)) = (at(line[0], line[1]), at(line[2], line[3]));
        let _ = write!(svg, "<path d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\"/>");
    }
    svg.push_str("</g>");
    let mut way = String::new();
    let mut before: Option<&Step> = None;
    for step in steps {
        if step.level == level {
            let (x, y) = at(step.x, step.y);
            let joins = before.is_some_and(|before| before.level == level);
            let _ = write!(way, "{}{x:.1} {y:.1}", if joins { 'L' } else { 'M' });
        }
        before = Some(step);
    }
    let _ = write!(svg, "<path d=\"{way}\" fill=\"none\" stroke=\"#d4145a\" stroke-width=\"3\"/>");
    if let Some(goal) = goal.filter(|goal| *world.storey(world.level(*goal)).id == *level) {
        let (x, y) = world.place(goal).position;
        let (x, y) = at(x, y);
        let _ = write!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"10\" fill=\"none\" stroke=\"#0072b2\" \
             stroke-width=\"3\"><title>The goal</title></circle>"
        );
    }
    svg += &dot(level, steps, at);
    svg.push_str("</svg></figure>");
    svg
}

/// A dot that is where the participant was, and not there while they were on
/// another level.
fn dot(level: &str, steps: &[Step], at: impl Fn(f64, f64) -> (f64, f64)) -> String {
    let end = steps.last().map_or(0.0, |step| step.t).max(1.0);
    let mut times: Vec<String> = steps.iter().map(|step| format!("{:.4}", step.t / end)).collect();
    let mut spot = (0.0, 0.0);
    let [mut across, mut down, mut seen] = [Vec::new(), Vec::new(), Vec::new()];
    for step in steps {
        let is_here = step.level == level;
        if is_here {
            spot = at(step.x, step.y);
        }
        across.push(format!("{:.1}", spot.0));
        down.push(format!("{:.1}", spot.1));
        seen.push(if is_here { "1" } else { "0" }.to_owned());
    }
    if steps.len() < 2 {
        return String::new();
    }
    // The times of a drawing begin with 0.
    times[0] = "0".to_owned();
    let seconds = end / 1000.0 / FAST;
    let animate = |what: &str, values: &[String], mode: &str| {
        format!(
            "<animate attributeName=\"{what}\" dur=\"{seconds:.2}s\" repeatCount=\"indefinite\" \
             calcMode=\"{mode}\" keyTimes=\"{}\" values=\"{}\"/>",
            times.join(";"),
            values.join(";")
        )
    };
    format!(
        "<circle r=\"8\" cx=\"-20\" cy=\"-20\" fill=\"#d4145a\">{}{}{}</circle>",
        animate("cx", &across, "linear"),
        animate("cy", &down, "linear"),
        animate("opacity", &seen, "discrete")
    )
}

/// How often each thing happened, and the changes of level one by one.
fn table(events: &[EventRecord]) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for event in events {
        *counts.entry(&event.kind).or_default() += 1;
    }
    let mut html = String::from("<h2>What happened</h2><table>");
    for (kind, count) in counts {
        let _ = write!(html, "<tr><td>{}</td><td>{count}</td></tr>", escaped(kind));
    }
    for event in events.iter().filter(|event| event.kind == "ride") {
        let level = event.level.as_deref().unwrap_or_default();
        let _ = write!(
            html,
            "<tr><td>took {} to {}</td><td>{:.1} s</td></tr>",
            escaped(&event.detail),
            escaped(level),
            event.t / 1000.0
        );
    }
    html + "</table>"
}
