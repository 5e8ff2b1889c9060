//! What there is to say about a text before anybody walks: numbers with names.

use super::familiar::Familiar;
use super::habits::Habits;
use super::text::{ReaderOutcome, Text};
use crate::cas::{Action, Slot, Thing, Value, Visit, walk};
use crate::world::Pose;

/// The names of the numbers of a portrait, in order.
pub(super) const PORTRAIT: [&str; 51] = [
    "arrives",
    "arrives by the letter",
    "uncertainty",
    "uncertainty by the letter",
    "worst step",
    "mean step",
    "steps together",
    "steps that fail",
    "first step",
    "last step",
    "worst fit",
    "mean fit",
    "left for right",
    "lure at the end",
    "path ends elsewhere",
    "elsewhere by the letter",
    "attributes that hold",
    "attributes that fail",
    "attributes not judged",
    "sentences",
    "words",
    "words a move",
    "letters a word",
    "commands",
    "sentences without commands",
    "moves not told",
    "sentences without moves",
    "places",
    "turns",
    "longest sentence in places",
    "most turns in a sentence",
    "things",
    "objects",
    "floors",
    "structures",
    "counts",
    "directions",
    "goal declared",
    "goal in the last words",
    "first heading by a thing",
    "things passed",
    "things a command",
    "ordinals",
    "arrives with pains",
    "mean fit with pains",
    "fits together with pains",
    "uncertainty on the way",
    "right on the way",
    "rare words",
    "familiarity",
    "least familiar sentence",
];

/// The portrait of a text, as a reader with such habits sees it to whom some
/// words are familiar.
pub(super) fn portrait(text: &Text<'_>, habits: &Habits, familiar: &Familiar) -> Vec<f64> {
    let gist = text.read(habits);
    let letter = text.read(&Habits { gist: 0.0, ..*habits });
    let mut all = vec![
        logit(gist.arrives),
        logit(letter.arrives),
        gist.belief.entropy(),
        letter.belief.entropy(),
    ];
    all.extend(of_steps(&letter));
    all.extend(of_faults(text, &letter, habits));
    all.extend(of_size(text));
    all.extend(of_contents(text));
    all.extend(of_the_way(&text.read(&habits.taking_pains())));
    all.extend(familiar.of_words(text));
    debug_assert_eq!(all.len(), PORTRAIT.len());
    all
}

fn logit(p: f64) -> f64 {
    ((p + 0.02) / (1.02 - p)).ln()
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

fn least(numbers: &[f64]) -> f64 {
    numbers.iter().copied().fold(1.0, f64::min)
}

fn of_steps(read: &ReaderOutcome) -> [f64; 8] {
    let steps = &read.steps;
    [
        logit(least(steps)),
        mean(steps),
        steps.iter().map(|p| (p + 0.05).ln()).sum(),
        steps.iter().filter(|p| **p < 0.3).count() as f64,
        logit(steps.first().copied().unwrap_or(1.0)),
        logit(steps.last().copied().unwrap_or(1.0)),
        least(&read.fits),
        mean(&read.fits),
    ]
}

/// What somebody goes through who takes pains: whoever goes astray without a
/// sign of it likes the directions none the less, and whoever arrives after much
/// that did not fit does not.
fn of_the_way(read: &ReaderOutcome) -> [f64; 5] {
    [
        logit(read.arrives),
        mean(&read.fits),
        read.fits.iter().map(|fit| (fit + 0.02).ln()).sum(),
        mean(&read.doubts),
        mean(&read.rights),
    ]
}

fn of_faults(text: &Text<'_>, read: &ReaderOutcome, habits: &Habits) -> [f64; 7] {
    let gains = (0..text.sentences.len())
        .map(|number| text.step(number, true, habits) - read.steps[number])
        .fold(0.0, f64::max);
    let end = text.sentences.last().and_then(|told| told.path.last());
    let judged = text.judged();
    let all = judged.iter().map(|one| one.eta).sum::<u32>().max(1);
    let share = |count: u32| f64::from(count) / f64::from(all);
    let fails: u32 = judged.iter().map(|one| one.eta - one.phi - one.unjudged).sum();
    [
        gains,
        f64::from(text.ends_with_a_lure()),
        f64::from(end.is_some_and(|pose| pose.place != text.goal)),
        end.map_or(0.0, |pose| 1.0 - read.belief.at_place(pose.place)),
        share(judged.iter().map(|one| one.phi).sum()),
        f64::from(fails),
        share(judged.iter().map(|one| one.unjudged).sum()),
    ]
}

fn places(path: &[Pose]) -> usize {
    path.windows(2).filter(|pair| pair[0].place != pair[1].place).count()
}

fn turns(path: &[Pose]) -> usize {
    let is_turn = |pair: &&[Pose]| pair[0].place == pair[1].place && pair[0].heading.is_some();
    path.windows(2).filter(is_turn).count()
}

fn of_size(text: &Text<'_>) -> [f64; 12] {
    let all = &text.sentences;
    let words: Vec<&String> = all.iter().flat_map(|told| &told.words).collect();
    let letters = words.iter().map(|word| word.chars().count() as f64).sum::<f64>();
    let count = words.len() as f64;
    let walked: usize = all.iter().map(|told| places(&told.path)).sum();
    let turned: usize = all.iter().map(|told| turns(&told.path)).sum();
    let says_no_move = |commands: &[crate::cas::Command]| {
        commands.iter().all(|command| matches!(&**command, Action::Verify(_)))
    };
    let untold = all.iter().filter(|told| told.path.len() > 1 && says_no_move(&told.commands));
    let still = all.iter().filter(|told| told.path.len() == 1).count() as f64;
    let most = |count: fn(&[Pose]) -> usize| {
        all.iter().map(|told| count(&told.path)).max().unwrap_or(0) as f64
    };
    [
        (all.len() as f64).ln_1p(),
        count.ln_1p(),
        ((count + 1.0) / (1.0 + walked as f64 + turned as f64)).ln(),
        letters / count.max(1.0),
        (all.iter().map(|told| told.commands.len()).sum::<usize>() as f64).ln_1p(),
        all.iter().filter(|told| told.commands.is_empty()).count() as f64,
        untold.count() as f64,
        still / all.len().max(1) as f64,
        walked as f64,
        turned as f64,
        most(places),
        most(turns),
    ]
}

/// What the commands of a text are made of.
#[derive(Default)]
struct Contents {
    things: f64,
    objects: f64,
    floors: f64,
    structures: f64,
    counts: f64,
    directions: f64,
    goals: f64,
    passed: f64,
    ordinals: f64,
}

impl Visit for Contents {
    fn thing(&mut self, thing: &Thing) {
        self.things += 1.0;
        match thing.value.get() {
            Some(Value::Kind(_) | Value::Group(_)) => self.objects += 1.0,
            Some(Value::Path) | None => {}
            Some(_) => self.structures += 1.0,
        }
        self.floors += f64::from(thing.appear.get().is_some());
        self.ordinals += f64::from(thing.order.get().is_some());
        walk::thing(self, thing);
    }

    fn travel(&mut self, travel: &crate::cas::Travel) {
        self.passed += f64::from(travel.past.is_some());
        walk::travel(self, travel);
    }

    fn goal(&mut self, goal: &crate::cas::DeclareGoal) {
        self.goals += 1.0;
        walk::goal(self, goal);
    }

    fn count(&mut self, count: &Slot<u32>) {
        self.counts += f64::from(count.get().is_some());
    }

    fn direction(&mut self, direction: &Slot<crate::cas::Direction>) {
        self.directions += f64::from(direction.get().is_some());
    }
}

fn of_contents(text: &Text<'_>) -> [f64; 12] {
    let mut contents = Contents::default();
    let mut commands = 0;
    for command in text.sentences.iter().flat_map(|told| &told.commands) {
        contents.action(command);
        commands += 1;
    }
    let mut first = Contents::default();
    if let Some(told) = text.sentences.first() {
        told.commands.iter().for_each(|command| first.action(command));
    }
    let names_goal = |word: &String| {
        ["position", "pos", "target", "goal", "destination", "stop", "there"].contains(&&**word)
            || word.chars().all(|c| c.is_ascii_digit())
    };
    let last = text.sentences.last();
    [
        contents.things.ln_1p(),
        contents.objects.ln_1p(),
        contents.floors.ln_1p(),
        contents.structures.ln_1p(),
        contents.counts.ln_1p(),
        contents.directions.ln_1p(),
        contents.goals,
        f64::from(last.is_some_and(|told| told.words.iter().any(names_goal))),
        f64::from(first.things > 0.0),
        contents.passed.ln_1p(),
        contents.things / f64::from(commands.max(1)),
        contents.ordinals.ln_1p(),
    ]
}
