//! How many arrive as readers err more: templates, the guide as it speaks most
//! fluently, and the guide as it chooses for a reader who errs.
//!
//! On SAIL's maps the reader is the [`Text`]'s, in buildings a [`Visitor`]. Both
//! err 0 to 3 times as often as people; 0 is a reader who never errs, whom every
//! true and unambiguous command takes to the goal.

use std::fmt::Write;

use cicerone::Result;
use cicerone::cas::{
    Action, Command, DeclareGoal, Direction, Distance, Label, Slot, Thing, ThingSide, Travel, Turn,
    Value, Verify,
};
use cicerone::guide::{Choose, Guide, GuideOptions, Instruction, Stages, Step};
use cicerone::read::{Habits, Heard, Text, Told, Visitor, VisitorHabits};
use cicerone::world::document::DoorKind;
use cicerone::world::{Leg, Next, Route, World};
use serde::Serialize;

use crate::directions::Asked;

/// How many times as often as people readers err.
pub const TIMES: [f64; 7] = [0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0];
/// A bend of fewer degrees is no turn, and of more one turns about.
const TURNS: [f64; 2] = [33.0, 145.0];

/// How many arrive as readers err more.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Noise {
    /// Where: `SAIL`, or the name of a building.
    pub world: String,
    /// Routes.
    pub routes: usize,
    /// How many times as often as people readers err.
    pub times: Vec<f64>,
    /// One for each system.
    pub systems: Vec<NoiseCurve>,
}

/// How many arrive of those whom one system tells the way.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NoiseCurve {
    /// The system.
    pub system: String,
    /// The share that arrives, for each of the times.
    pub arrives: Vec<f64>,
    /// Words a route.
    pub words: f64,
}

impl Noise {
    /// Where a system is below another by more than so much: its name, the
    /// other's, the times, and by how much.
    pub fn below(&self, system: &str, by: f64) -> Vec<(String, f64, f64)> {
        let Some(own) = self.systems.iter().find(|one| one.system == system) else {
            return Vec::new();
        };
        let others = self.systems.iter().filter(|one| one.system != system);
        let all = others.flat_map(|other| {
            let pairs = self.times.iter().zip(own.arrives.iter().zip(&other.arrives));
            pairs.map(|(times, (a, b))| (other.system.clone(), *times, b - a))
        });
        all.filter(|(.., less)| *less > by).collect()
    }
}

/// On the routes of worlds of corridors, such as SAIL's.
pub fn corridors(guide: &Guide, name: &str, routes: &[(&World, Route)]) -> Result<Noise> {
    let plain = Guide::new(Stages::plain());
    let fluently = GuideOptions::default().choose(Choose::Fluent);
    let safely = GuideOptions::default();
    let systems = [
        ("templates", &plain, &safely),
        ("guide, fluent", guide, &fluently),
        ("guide, safe", guide, &safely),
    ];
    let mut curves = Vec::new();
    for (system, guide, options) in systems {
        let mut arrives = vec![0.0; TIMES.len()];
        let mut words = 0;
        for (world, route) in routes {
            let told = guide.instruct(world, route, options)?;
            words += told.steps.iter().map(|step| step.words.len()).sum::<usize>();
            let text = text_of(world, route, &told);
            for (sum, times) in arrives.iter_mut().zip(TIMES) {
                // Commands say every move, and nothing is to be guessed.
                let mut habits = Habits::default().told_every_move().erring(times);
                (habits.gist, habits.untold) = (0.0, 0.0);
                *sum += text.read(&habits).arrives / routes.len() as f64;
            }
        }
        let words = words as f64 / routes.len().max(1) as f64;
        curves.push(NoiseCurve { system: system.to_owned(), arrives, words });
    }
    Ok(Noise {
        world: name.to_owned(),
        routes: routes.len(),
        times: TIMES.to_vec(),
        systems: curves,
    })
}

fn text_of<'w>(world: &'w World, route: &Route, told: &Instruction) -> Text<'w> {
    let sentences = told.steps.iter().map(|step| Told {
        words: step.words.clone(),
        commands: step.commands.clone(),
        path: step.segment.poses.clone(),
    });
    Text::new(world, sentences.collect(), route.goal().place)
}

/// On routes of a building: metres and turns alone, the briefest of what could
/// be said, and what the guide says.
pub fn building(
    guide: &Guide,
    world: &World,
    routes: &[Asked],
    walks: usize,
    seed: u64,
) -> Result<Noise> {
    let names = ["templates", "guide, briefest", "guide, safe"];
    let mut curves: Vec<NoiseCurve> = names
        .iter()
        .map(|system| NoiseCurve {
            system: (*system).to_owned(),
            arrives: vec![0.0; TIMES.len()],
            words: 0.0,
        })
        .collect();
    let visitors = TIMES.map(|times| Visitor::new(world, VisitorHabits::default().erring(times)));
    for asked in routes {
        let told = guide.instruct(world, &asked.route, &GuideOptions::default())?;
        let plain: Vec<Vec<Command>> = templates(world, &told.steps)?;
        let brief: Vec<Vec<Command>> = told.steps.iter().map(briefest).collect();
        let safe: Vec<Vec<Command>> = told.steps.iter().map(|step| step.commands.clone()).collect();
        for (curve, commands) in curves.iter_mut().zip([plain, brief, safe]) {
            let heard: Vec<Heard<'_>> = told
                .steps
                .iter()
                .zip(&commands)
                .map(|(step, commands)| Heard { segment: &step.segment, commands })
                .collect();
            for (sum, visitor) in curve.arrives.iter_mut().zip(&visitors) {
                *sum += visitor.visits(&heard, walks, seed)?.arrives / routes.len() as f64;
            }
            let steps: Vec<&[Command]> = commands.iter().map(|one| &**one).collect();
            let manner = cicerone::realize::Manner::default();
            let words = cicerone::realize::directions(&steps, world.vocabulary(), &manner);
            curve.words += words.iter().map(Vec::len).sum::<usize>() as f64 / routes.len() as f64;
        }
    }
    Ok(Noise {
        world: world.name().to_owned(),
        routes: routes.len(),
        times: TIMES.to_vec(),
        systems: curves,
    })
}

/// Of everything that could be said of a step, and is as unambiguous, the
/// commands with the fewest values.
fn briefest(step: &Step) -> Vec<Command> {
    let own = (step.probability, &step.commands);
    let others = step.alternatives.iter().map(|one| (one.probability, &one.commands));
    let clear = std::iter::once(own)
        .chain(others)
        .filter(|(probability, commands)| *probability >= 0.99 && !commands.is_empty());
    let leaves = |command: &Command| command.values(step.vocabulary()).len();
    let size = |commands: &[Command]| commands.iter().map(leaves).sum::<usize>();
    let best = clear.min_by_key(|(_, commands)| size(commands));
    best.map_or_else(|| step.commands.clone(), |(_, commands)| commands.clone())
}

/// A way in metres and turns: how to set off as the guide says it, every door
/// straight ahead, and the destination by its name.
fn templates(world: &World, steps: &[Step]) -> Result<Vec<Vec<Command>>> {
    let mut all = Vec::new();
    for step in steps {
        let Some(leg) = &step.segment.leg else {
            all.push(step.commands.clone());
            continue;
        };
        let mut actions: Vec<Action> = Vec::new();
        let mut done = 0.0;
        if step.segment.starts_route {
            for command in &step.commands {
                match &**command {
                    Action::Face(_) => actions.push((**command).clone()),
                    Action::Travel(travel) if travel.out.is_some() => {
                        actions.push((**command).clone());
                        done = leg.doors.first().map_or(0.0, |(metres, _)| *metres);
                    }
                    _ => {}
                }
            }
        }
        actions.extend(through_doors(world, leg, done));
        if let Next::Turn { by, .. } = &leg.next {
            let direction = match by {
                by if by.abs() < TURNS[0] => None,
                by if by.abs() > TURNS[1] => Some(Direction::Back),
                by if *by > 0.0 => Some(Direction::Right),
                _ => Some(Direction::Left),
            };
            actions.extend(direction.map(|direction| {
                Action::Turn(Turn { direction: Slot::Set(direction), ..Turn::default() })
            }));
        }
        if step.segment.ends_route {
            let called = world.called(step.segment.end().place);
            let goal = called.as_deref().and_then(Label::new).map_or(Slot::Unset, Slot::Set);
            let goal = DeclareGoal { goal, ..DeclareGoal::default() };
            let verify = Verify { goal: Some(Box::new(goal)), ..Verify::default() };
            actions.push(Action::Verify(verify));
        }
        all.push(actions.into_iter().map(Command::new).collect::<Result<Vec<Command>>>()?);
    }
    Ok(all)
}

/// So many metres, through the door, so many metres.
fn through_doors(world: &World, leg: &Leg, from: f64) -> Vec<Action> {
    let mut actions = Vec::new();
    let mut done = from;
    let closed = leg.doors.iter().filter(|(metres, door)| {
        *metres > from + 0.3 && world.door(*door).kind != DoorKind::Opening
    });
    for (metres, _) in closed {
        let door = Thing {
            value: Slot::Set(Value::Door),
            side: Slot::Set(ThingSide::Front),
            ..Thing::default()
        };
        let through = Verify { desc: vec![door], ..Verify::default() };
        actions.push(Action::Travel(Travel {
            through: Some(Box::new(through)),
            ..metres_of(metres - done)
        }));
        done = *metres;
    }
    if leg.length() - done >= 1.0 {
        actions.push(Action::Travel(metres_of(leg.length() - done)));
    }
    actions
}

fn metres_of(metres: f64) -> Travel {
    let metres = Slot::Set(metres.round().max(1.0) as u32);
    let distance = Distance { metres, ..Distance::default() };
    Travel { distance: Some(Box::new(distance)), ..Travel::default() }
}

/// All of it as comma-separated values.
pub fn as_csv(all: &[Noise]) -> String {
    let mut out = String::from("world,routes,system,words,times,arrives\n");
    for one in all {
        for system in &one.systems {
            for (times, arrives) in one.times.iter().zip(&system.arrives) {
                let _ = writeln!(
                    out,
                    "{},{},\"{}\",{:.1},{times},{arrives:.4}",
                    one.world, one.routes, system.system, system.words
                );
            }
        }
    }
    out
}

/// A panel for each world: the share that arrives against how often readers
/// err.
pub fn curves(all: &[Noise]) -> String {
    const COLOURS: [&str; 3] = ["#9d755d", "#f58518", "#4c78a8"];
    let (size, left, top, gap) = (200.0, 52.0, 46.0, 34.0);
    let width = left + all.len() as f64 * (size + gap) + 10.0;
    let height = top + size + 84.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (panel, one) in all.iter().enumerate() {
        let x0 = left + panel as f64 * (size + gap);
        let most = one.times.iter().copied().fold(1.0, f64::max);
        let x = |times: f64| x0 + times / most * size;
        let y = |share: f64| top + (1.0 - share) * size;
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}, {} routes</text>",
            x0 + size / 2.0,
            top - 14.0,
            escaped(&one.world),
            one.routes
        );
        for percent in (0..=100).step_by(25) {
            let at = y(f64::from(percent) / 100.0);
            let _ = writeln!(svg, "<path d=\"M{x0} {at}h{size}\" stroke=\"#ddd\"/>");
            if panel == 0 {
                let _ = writeln!(
                    svg,
                    "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{percent}%</text>",
                    x0 - 6.0,
                    at + 4.0
                );
            }
        }
        for times in 0..=most as usize {
            let at = x(times as f64);
            let _ = writeln!(
                svg,
                "<text x=\"{at}\" y=\"{}\" text-anchor=\"middle\">{times}</text>",
                top + size + 18.0
            );
        }
        for (system, colour) in one.systems.iter().zip(COLOURS) {
            let points = one.times.iter().zip(&system.arrives);
            let line: Vec<String> =
                points.map(|(times, share)| format!("{:.1},{:.1}", x(*times), y(*share))).collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\">\
                 <title>{}</title></polyline>",
                line.join(" "),
                escaped(&system.system)
            );
        }
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">how many times as often as people readers \
         err</text>",
        width / 2.0,
        top + size + 40.0
    );
    let names = ["templates", "guide, fluent (buildings: briefest)", "guide, safe"];
    for (number, (name, colour)) in names.iter().zip(COLOURS).enumerate() {
        let at = left + [0.0, 130.0, 400.0][number];
        let _ = writeln!(
            svg,
            "<rect x=\"{at}\" y=\"{}\" width=\"14\" height=\"4\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"{}\">{name}</text>",
            top + size + 60.0,
            at + 20.0,
            top + size + 66.0
        );
    }
    svg + "</svg>\n"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
