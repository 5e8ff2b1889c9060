//! Scripted participants, to rehearse a study and to test it.
//!
//! They come through the same door as people: HTTP, with the platform's
//! parameters, from consent to code. Some leave half-way, some load the page
//! anew in the middle, some send everything twice; when the server is gone
//! they try again, as the page does. What the server has acknowledged they
//! remember, so that one can see whether it is all there.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use cicerone::world::{Heading, PlaceId, Pose, Route, World};
use cicerone::{Error, Result};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use serde_json::{Value, json};

use crate::design::{Question, QuestionKind, Scenario, Study, StudyWorld};
use crate::records::Records;
use crate::walk::{Event, Spot, Walk, What};

/// Whoever gets no answer for so long gives up, and that is an error.
const PATIENCE: Duration = Duration::from_secs(120);

/// How a rehearsal goes.
#[derive(Debug, Clone)]
pub struct Simulation {
    /// How many come, all at once.
    pub participants: usize,
    /// The share that leaves at some point and never comes back.
    pub dropouts: f64,
    /// The share that loads the page anew in the middle, once or more.
    pub refreshes: f64,
    /// The share that sends things twice.
    pub double_submits: f64,
    /// How probably somebody ends at the goal, by condition; 0.7 for those
    /// that are not named.
    pub arrive: BTreeMap<String, f64>,
    /// The usual pause between two requests of one participant.
    pub pause: Duration,
    /// Decides everything the participants do.
    pub seed: u64,
    /// What the participants' names begin with, so that those of two
    /// rehearsals on one server do not meet.
    pub name: String,
}

impl Default for Simulation {
    fn default() -> Simulation {
        Simulation {
            participants: 50,
            dropouts: 0.2,
            refreshes: 0.1,
            double_submits: 0.2,
            arrive: BTreeMap::new(),
            pause: Duration::ZERO,
            seed: 1,
            name: "rehearsal".into(),
        }
    }
}

/// What came of it.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Simulated {
    /// Those who got a completion code.
    pub completed: usize,
    /// Those who left.
    pub left: usize,
    /// Those for whom no place was left.
    pub turned_away: usize,
    /// Requests that were answered.
    pub requests: usize,
    /// Requests that had to be made again, because the server was gone or
    /// asked for it.
    pub retries: usize,
    /// Seconds it took.
    pub seconds: f64,
    /// What the server says it has.
    #[serde(skip)]
    pub acknowledged: Vec<Acknowledged>,
    /// Completion codes.
    #[serde(skip)]
    pub codes: Vec<String>,
}

/// A piece that the server has acknowledged.
#[derive(Debug, Clone)]
pub struct Acknowledged {
    /// Its run.
    pub run: String,
    /// Its number.
    pub number: u32,
    /// What was in it.
    pub events: Vec<Event>,
}

/// Sends participants to a study that is served at `url`.
pub fn simulate(url: &str, study: &Study, simulation: &Simulation) -> Result<Simulated> {
    let started = Instant::now();
    let one = |index: usize| {
        let mut person = Person::new(url, study, simulation, index);
        let end = person.take_part();
        (person.seen, end)
    };
    let mut all = Simulated::default();
    std::thread::scope(|scope| -> Result<()> {
        let threads: Vec<_> = (0..simulation.participants)
            .map(|index| {
                let builder = std::thread::Builder::new().stack_size(512 << 10);
                builder.spawn_scoped(scope, move || one(index))
            })
            .collect();
        for thread in threads {
            let thread = thread.map_err(|error| Error::io(format!("no thread: {error}"), error))?;
            let Ok((seen, end)) = thread.join() else {
                return Err(Error::input("a simulated participant failed"));
            };
            all.requests += seen.requests;
            all.retries += seen.retries;
            all.acknowledged.extend(seen.acknowledged);
            match end? {
                End::Completed(code) => {
                    all.completed += 1;
                    all.codes.push(code);
                }
                End::Left => all.left += 1,
                End::TurnedAway => all.turned_away += 1,
            }
        }
        Ok(())
    })?;
    all.seconds = started.elapsed().as_secs_f64();
    Ok(all)
}

impl Simulated {
    /// What was acknowledged and is not in the records as it was sent, once,
    /// and in order. Empty is good.
    pub fn lost(&self, records: &Records) -> Vec<String> {
        let mut stored: BTreeMap<(&str, u32), Vec<(f64, &str)>> = BTreeMap::new();
        let mut wrong = Vec::new();
        let mut last: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
        for event in &records.events {
            let pieces = last.get(event.run.as_str());
            let is_next = match pieces {
                None => event.piece == 0 && event.number == 0,
                Some(&(piece, number)) => {
                    event.number == number + 1 && (event.piece == piece || event.piece == piece + 1)
                }
            };
            if !is_next {
                wrong.push(format!("run {}: piece {} is out of order", event.run, event.piece));
            }
            last.insert(&event.run, (event.piece, event.number));
            let piece = stored.entry((&event.run, event.piece)).or_default();
            piece.push((event.t, &event.kind));
        }
        for piece in &self.acknowledged {
            let sent: Vec<(f64, &str)> =
                piece.events.iter().map(|event| (event.t, event.what.kind())).collect();
            if stored.get(&(piece.run.as_str(), piece.number)) != Some(&sent) {
                wrong.push(format!(
                    "run {}: piece {} is not there as sent",
                    piece.run, piece.number
                ));
            }
        }
        wrong
    }
}

enum End {
    Completed(String),
    Left,
    TurnedAway,
}

#[derive(Default)]
struct Seen {
    requests: usize,
    retries: usize,
    acknowledged: Vec<Acknowledged>,
}

/// One participant.
struct Person<'s> {
    url: &'s str,
    study: &'s Study,
    simulation: &'s Simulation,
    agent: ureq::Agent,
    random: ChaCha8Rng,
    name: String,
    token: String,
    load: String,
    /// Milliseconds by the page's own clock.
    clock: f64,
    is_double: bool,
    is_restless: bool,
    /// After so many requests they leave.
    leaves_after: Option<usize>,
    seen: Seen,
}

/// Why somebody goes no further.
enum Stop {
    /// They left, as some do.
    Gone,
    /// Something went wrong.
    Failed(Error),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        Stop::Failed(error)
    }
}

type Step<T> = std::result::Result<T, Stop>;

impl<'s> Person<'s> {
    fn new(url: &'s str, study: &'s Study, simulation: &'s Simulation, index: usize) -> Person<'s> {
        let mut random =
            ChaCha8Rng::seed_from_u64(simulation.seed.wrapping_add(index as u64 * 7919));
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(30)))
            .max_idle_connections(2)
            .build();
        let leaves = random.random_bool(simulation.dropouts.clamp(0.0, 1.0));
        Person {
            url: url.trim_end_matches('/'),
            study,
            simulation,
            agent: agent.into(),
            name: format!("{}-{}-{index}", simulation.name, simulation.seed),
            token: String::new(),
            load: String::new(),
            clock: 0.0,
            is_double: random.random_bool(simulation.double_submits.clamp(0.0, 1.0)),
            is_restless: random.random_bool(simulation.refreshes.clamp(0.0, 1.0)),
            leaves_after: leaves.then(|| random.random_range(1..14)),
            seen: Seen::default(),
            random,
        }
    }

    fn take_part(&mut self) -> Result<End> {
        match self.visit() {
            Ok(end) => Ok(end),
            Err(Stop::Gone) => Ok(End::Left),
            Err(Stop::Failed(error)) => Err(error),
        }
    }

    fn visit(&mut self) -> Step<End> {
        let parameters = json!({"workerId": self.name, "assignmentId": format!("a-{}", self.name),
            "hitId": "rehearsal", "turkSubmitTo": "https://workersandbox.mturk.com"});
        let body = json!({"parameters": parameters});
        let (status, entered) = self.post("sessions", &body)?;
        if status == 409 {
            return Ok(End::TurnedAway);
        }
        let Some(token) = entered["token"].as_str() else {
            return Err(unexpected("sessions", status, &entered).into());
        };
        self.token = token.to_owned();
        let mut state = self.load_page()?;
        loop {
            state = match state["step"].as_str().unwrap_or_default() {
                "consent" => {
                    let (status, answer) = self.post("consent", &json!({"agreed": true}))?;
                    if status == 409 {
                        return Ok(End::TurnedAway);
                    }
                    expected("consent", status, answer)?
                }
                "check" => {
                    let facts = json!({"agent": "simulated", "width": 1280, "height": 800});
                    self.must("check", &json!({"facts": facts}))?
                }
                "practice" => self.practise(&state)?,
                "task" => self.follow(&state)?,
                "survey" => self.answer(&state)?,
                "done" => {
                    let code = state["code"].as_str().unwrap_or_default().to_owned();
                    return Ok(End::Completed(code));
                }
                step => {
                    let message = format!("the step '{step}' is none to go on from");
                    return Err(Error::input(message).into());
                }
            };
            if self.is_restless && self.random.random_bool(0.3) {
                state = self.load_page()?;
            }
        }
    }

    /// Opens the page, or loads it anew.
    fn load_page(&mut self) -> Step<Value> {
        self.load = format!("load-{:016x}", self.random.next_u64());
        self.clock = self.random.random_range(200.0..900.0);
        let load = self.load.clone();
        self.must("attend", &json!({"load": load}))
    }

    fn practise(&mut self, state: &Value) -> Step<Value> {
        let practice = &state["practice"];
        let run = practice["run"].as_str().unwrap_or_default().to_owned();
        if let Some(at) = spot(&practice["at"]) {
            let mut events = vec![self.event(What::Enter(at))];
            for _ in 0..4 {
                let heading = self.random.random_range(0.0..360.0);
                events.push(self.event(What::Turn { heading }));
            }
            let next = practice["next"].as_u64().unwrap_or(0) as u32;
            self.send(&run, next, events)?;
        }
        let left = practice["seconds_left"].as_f64().unwrap_or(0.0);
        if left > 0.0 {
            std::thread::sleep(Duration::from_secs_f64(left.min(600.0)));
        }
        let load = self.load.clone();
        self.must("practised", &json!({"load": load}))
    }

    /// Walks to the goal, or somewhere else, and says 'Finish'.
    fn follow(&mut self, state: &Value) -> Step<Value> {
        let task = &state["task"];
        let run = task["run"].as_str().unwrap_or_default().to_owned();
        let instruction = task["instruction"].as_str().unwrap_or_default();
        let Some(mut at) = spot(&task["at"]) else {
            return Err(unexpected("task", 200, state).into());
        };
        let world = task["world"]["name"].as_str();
        let here = self.study.scenarios.iter().filter(|scenario| {
            self.study.world(&scenario.world).map(|one| one.world.name()) == world
        });
        let found = here.into_iter().find_map(|scenario| {
            let told = scenario.instructions.iter().find(|(_, text)| *text == instruction);
            told.map(|(condition, _)| (scenario, condition))
        });
        let Some((scenario, condition)) = found else {
            return Err(Error::input("an instruction that the study does not have").into());
        };
        let Some(world) = self.study.world(&scenario.world).cloned() else {
            return Err(Error::input("a world that the study does not have").into());
        };
        let target = self.target(scenario, condition, &world)?;
        let mut next = task["next"].as_u64().unwrap_or(0) as u32;
        let mut events = vec![self.event(What::Enter(at.clone()))];
        let mut moves = moves(&world.world, &at, target)?.into_iter();
        loop {
            let step = moves.next();
            match &step {
                Some(Move::Walk(heading, to)) => {
                    self.walk(&mut events, &mut at, *heading, *to, &world);
                }
                Some(Move::Ride(by, to)) => self.ride(&mut events, &mut at, by, to),
                None => {}
            }
            if events.len() >= 8 || step.is_none() && !events.is_empty() {
                next = self.send(&run, next, std::mem::take(&mut events))?;
                if step.is_some() && self.is_restless && self.random.random_bool(0.3) {
                    // The page is loaded anew and tells where one is.
                    return self.load_page();
                }
            }
            if step.is_none() {
                break;
            }
        }
        let body = json!({"run": run, "load": self.load, "pieces": next, "t": self.clock + 500.0});
        self.must("finish", &body)
    }

    /// Where this one ends up; the same however often the page is loaded.
    fn target(&self, scenario: &Scenario, condition: &str, study: &StudyWorld) -> Result<PlaceId> {
        let world = &*study.world;
        let route = scenario.route(world)?;
        let goal = route.goal().place;
        let chance = self.simulation.arrive.get(condition).copied().unwrap_or(0.7);
        let mut fate = ChaCha8Rng::seed_from_u64(
            self.name
                .bytes()
                .chain(scenario.id.bytes())
                .fold(self.simulation.seed, |seed, byte| {
                    seed.wrapping_mul(31).wrapping_add(u64::from(byte))
                }),
        );
        if fate.random_bool(chance.clamp(0.0, 1.0)) {
            return Ok(goal);
        }
        // Somewhere near the goal, but not there.
        let is_there = |place: PlaceId| {
            let walk = Walk::begin(Spot::on(world, place, 0.0));
            walk.off(world, study.unit, goal).is_ok_and(|(distance, _)| distance == 0)
        };
        let mut place = goal;
        let mut left = fate.random_range(1..4);
        for _ in 0..200 {
            let exits = world.exits(place);
            if exits.is_empty() || left <= 0 && !is_there(place) {
                break;
            }
            place = exits[fate.random_range(0..exits.len())].to;
            left -= 1;
        }
        Ok(place)
    }

    fn walk(
        &mut self,
        events: &mut Vec<Event>,
        at: &mut Spot,
        heading: Heading,
        to: PlaceId,
        study: &StudyWorld,
    ) {
        let (world, unit) = (&*study.world, study.unit);
        let key = |name: &str, down| What::Key { key: name.to_owned(), down };
        let turn = Heading::new(at.heading).turn_to(heading);
        if turn.abs() > 0.01 {
            let name = if turn > 0.0 { "ArrowRight" } else { "ArrowLeft" };
            events.push(self.event(key(name, true)));
            at.heading = heading.degrees();
            events.push(self.event(What::Turn { heading: at.heading }));
            events.push(self.event(key(name, false)));
        }
        let there = Spot::on(world, to, at.heading);
        let length = (there.x - at.x).hypot(there.y - at.y);
        events.push(self.event(key("ArrowUp", true)));
        if study.ground.is_some() {
            self.clock += 700.0 * length;
            events.push(self.event(What::Walk(there.clone())));
            events.push(self.event(key("ArrowUp", false)));
        } else {
            events.push(self.event(What::Leave(there.clone())));
            events.push(self.event(key("ArrowUp", false)));
            self.clock += 900.0 * length / unit;
            events.push(self.event(What::Arrive(there.clone())));
        }
        *at = there;
    }

    fn ride(&mut self, events: &mut Vec<Event>, at: &mut Spot, by: &str, to: &Spot) {
        self.clock += 2000.0;
        *at = Spot { heading: to.heading, ..to.clone() };
        events.push(self.event(What::Ride { by: by.to_owned(), to: to.clone() }));
    }

    fn answer(&mut self, state: &Value) -> Step<Value> {
        let run = state["survey"]["run"].as_str().unwrap_or_default().to_owned();
        let mut answers = BTreeMap::new();
        let study = self.study;
        for question in &study.design.survey {
            answers.insert(question.id.clone(), self.answer_to(question));
        }
        // Most who come are as asked for.
        if answers.contains_key("native_speaker") && self.random.random_bool(0.9) {
            answers.insert("native_speaker".into(), "yes".into());
        }
        let comments = match self.random.random_range(0..5) {
            0 => "'; DROP TABLE run; -- <script>alert(1)</script> \u{1F9ED}",
            _ => "",
        };
        self.must("survey", &json!({"run": run, "answers": answers, "comments": comments}))
    }

    /// Nearly everybody reads with care; otherwise any answer that fits.
    fn answer_to(&mut self, question: &Question) -> String {
        if let Some(right) = question.expects.as_ref().filter(|_| self.random.random_bool(0.95)) {
            return right.clone();
        }
        let steps = question.steps();
        match (question.kind, question.range) {
            (QuestionKind::Number, range) => {
                let [least, most] = range.unwrap_or([0.0, 100.0]);
                format!("{:.0}", self.random.random_range(least..=most).clamp(least.ceil(), most))
            }
            (QuestionKind::Text, _) => "I looked for the doors.".to_owned(),
            _ => steps[self.random.random_range(0..steps.len())].value.clone(),
        }
    }

    fn event(&mut self, what: What) -> Event {
        self.clock += self.random.random_range(20.0..120.0);
        // Whole microseconds, which every format keeps.
        self.clock = (self.clock * 1000.0).round() / 1000.0;
        Event { t: self.clock, what }
    }

    /// Sends a piece; the number of the next one comes back.
    fn send(&mut self, run: &str, number: u32, events: Vec<Event>) -> Step<u32> {
        let body = json!({"run": run, "number": number, "load": self.load, "events": events});
        let next = self.must("pieces", &body)?["next"].as_u64().unwrap_or(0) as u32;
        self.seen.acknowledged.push(Acknowledged { run: run.to_owned(), number, events });
        Ok(next)
    }

    /// What must be answered with 200.
    fn must(&mut self, path: &str, body: &Value) -> Step<Value> {
        let (status, answer) = self.post(path, body)?;
        Ok(expected(path, status, answer)?)
    }

    /// Asks until there is an answer that is one.
    fn post(&mut self, path: &str, body: &Value) -> Step<(u16, Value)> {
        if self.leaves_after == Some(self.seen.requests) {
            return Err(Stop::Gone);
        }
        if !self.simulation.pause.is_zero() {
            let share = self.random.random_range(0.5..1.5);
            std::thread::sleep(self.simulation.pause.mul_f64(share));
        }
        let since = Instant::now();
        let mut wait = Duration::from_millis(20);
        loop {
            let answer = match self.is_double && self.random.random_bool(0.3) {
                true => self.ask_twice(path, body),
                false => self.ask(path, body),
            };
            match answer {
                Ok((status, answer)) if status < 500 && status != 429 => {
                    self.seen.requests += 1;
                    return Ok((status, answer));
                }
                other if since.elapsed() > PATIENCE => {
                    let why = match other {
                        Ok((status, answer)) => format!("{status} {answer}"),
                        Err(error) => error.to_string(),
                    };
                    return Err(Error::input(format!("no answer from {path}: {why}")).into());
                }
                _ => {
                    self.seen.retries += 1;
                    std::thread::sleep(wait);
                    wait = (wait * 2).min(Duration::from_secs(1));
                }
            }
        }
    }

    /// Both at once, as by a double click; what the second hears counts.
    fn ask_twice(
        &self,
        path: &str,
        body: &Value,
    ) -> std::result::Result<(u16, Value), ureq::Error> {
        std::thread::scope(|scope| {
            let first = scope.spawn(|| self.ask(path, body));
            let second = self.ask(path, body);
            let _ = first.join();
            second
        })
    }

    fn ask(&self, path: &str, body: &Value) -> std::result::Result<(u16, Value), ureq::Error> {
        let mut request = self.agent.post(format!("{}/api/study/{path}", self.url));
        if !self.token.is_empty() {
            request = request.header("authorization", format!("Bearer {}", self.token));
        }
        let mut answer = request.send_json(body)?;
        let status = answer.status().as_u16();
        let text = answer.body_mut().with_config().limit(64 << 20).read_to_string()?;
        Ok((status, serde_json::from_str(&text).unwrap_or(Value::String(text))))
    }
}

/// What somebody does on the way.
enum Move {
    /// Turns, and walks to a place.
    Walk(Heading, PlaceId),
    /// Takes a lift or stairs to there.
    Ride(String, Spot),
}

/// The turns, passages and rides from a spot to a place.
fn moves(world: &World, at: &Spot, to: PlaceId) -> Result<Vec<Move>> {
    let from = Walk::begin(at.clone()).place(world).map_err(Error::input)?;
    let start = Pose { place: from, heading: None };
    let route = Route::shortest(world, start, Pose { place: to, heading: None })?;
    let poses = route.poses();
    let steps = (1..poses.len()).filter(|index| poses[index - 1].place != poses[*index].place);
    steps
        .map(|index| {
            let [a, b] = [poses[index - 1].place, poses[index].place];
            let connection =
                route.ride(index).and_then(|passage| world.passage(passage).connection);
            if let Some(connection) = connection {
                let by = world.connection(connection).id.to_string();
                let heading = poses[index].heading.map_or(0.0, Heading::degrees);
                return Ok(Move::Ride(by, Spot::on(world, b, heading)));
            }
            let [from, to] = [a, b].map(|place| world.place(place).position);
            let heading = Heading::from_to(from, to)
                .ok_or_else(|| Error::input("two places are at one point"))?;
            Ok(Move::Walk(heading, b))
        })
        .collect()
}

fn spot(value: &Value) -> Option<Spot> {
    serde_json::from_value(value.clone()).ok()
}

fn expected(path: &str, status: u16, answer: Value) -> Result<Value> {
    match status {
        200 => Ok(answer),
        _ => Err(unexpected(path, status, &answer)),
    }
}

fn unexpected(path: &str, status: u16, answer: &Value) -> Error {
    Error::input(format!("{path} was answered with {status}: {answer}"))
}
