//! Filling a structure: greedy choice of attribute values.
//!
//! The number of ways to fill a structure grows exponentially with its
//! attributes, so, as in the paper, they are chosen one after another: each
//! site takes the value that leaves the fewest other moves the command could
//! mean, while everything said stays true and judged. A site that is still
//! open claims nothing. A second pass lets early sites answer to late ones.

use std::fmt;

use super::describe::descriptions;
use super::likelihood::MoveChoices;
use super::meaning::motion::{cuts, passages, turn_end};
use super::meaning::scene::Scene;
use super::meaning::{self, Truth};
use super::sites::{Role, Site, change, sites};
use super::stances::stances;
use super::visible::Manner;
use crate::cas::{
    Action, Command, Direction, Label, Proximity, Slot, Structure, Thing, ThingSide, ThingType,
    Value, View,
};
use crate::world::{Glimpse, HORIZON, PassageId, Pose};

/// A structure with values.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Filled {
    pub(crate) command: Command,
    pub(crate) likelihood: f64,
}

/// Why a structure could not be filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// The path is not of the shape it speaks of: a walk is no turn.
    Shape,
    /// Nothing that the follower can see there fits this attribute.
    NothingFits(&'static str),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Shape => f.write_str("the path is not of that shape"),
            Failure::NothingFits(site) => write!(f, "nothing visible fits {site}"),
        }
    }
}

/// One value for one site.
#[derive(Clone)]
enum Choice {
    Direction(Direction),
    View,
    Count(u32),
    Label(Label),
    Thing(Thing),
}

impl Choice {
    fn put(self, site: Site<'_>) {
        match (self, site) {
            (Choice::Direction(value), Site::Direction(slot)) => *slot = Slot::Set(value),
            (Choice::View, Site::View(slot)) => *slot = Slot::Set(View::True),
            (Choice::Count(value), Site::Count(slot)) => *slot = Slot::Set(value),
            (Choice::Label(value), Site::Label(slot)) => *slot = Slot::Set(value),
            (Choice::Thing(value), Site::Thing(thing, _)) => *thing = value,
            // MoveChoices are made for the site they are put into.
            _ => {}
        }
    }
}

/// Fills a structure for a path so that P(c | p, m) is as high as greedy
/// search finds.
pub(crate) fn fill(choices: &MoveChoices<'_>, structure: &Structure) -> Result<Filled, Failure> {
    let mut tree: Action = (**structure).clone();
    if !truth(choices, &tree, choices.path()).delta() {
        return Err(Failure::Shape);
    }
    // Filling a leaf never makes a tree true of more paths, so that only the
    // moves that fit the bare shape have to be looked at again.
    let others = choices.others().iter().map(Vec::as_slice);
    let shaped: Vec<&[Pose]> = rivals(choices, &tree, others);
    let mut rivals = shaped.clone();
    let mut options: Vec<(&'static str, Vec<Choice>)> = Vec::new();
    sites(&mut tree, &mut |site| options.push((site.name(), options_of(choices, &site))));
    for (number, (name, options)) in options.iter().enumerate() {
        let best = best(choices, &mut tree, number, options, &rivals);
        let (choice, _) = best.ok_or(Failure::NothingFits(name))?;
        change(&mut tree, number, |site| choice.put(site));
        rivals = self::rivals(choices, &tree, rivals.into_iter());
    }
    let mut left = rivals.len();
    if left > 0 && options.len() > 1 {
        for (number, (_, options)) in options.iter().enumerate() {
            if let Some((choice, fewest)) = best(choices, &mut tree, number, options, &shaped) {
                change(&mut tree, number, |site| choice.put(site));
                left = fewest;
            }
            if left == 0 {
                break;
            }
        }
    }
    let likelihood = 1.0 / (1.0 + left as f64);
    debug_assert_eq!(likelihood, choices.likelihood(&tree));
    match Command::new(tree) {
        Ok(command) if truth(choices, &command, choices.path()).delta_strict() => {
            Ok(Filled { command, likelihood })
        }
        // Every site was filled with something judged.
        _ => Err(Failure::Shape),
    }
}

fn truth(choices: &MoveChoices<'_>, tree: &Action, path: &[Pose]) -> Truth {
    meaning::fit(choices.sight(), tree, path)
}

/// The moves among `others` that the tree is true of as well.
fn rivals<'p>(
    choices: &MoveChoices<'_>,
    tree: &Action,
    others: impl Iterator<Item = &'p [Pose]>,
) -> Vec<&'p [Pose]> {
    others.filter(|other| truth(choices, tree, other).delta()).collect()
}

/// The choice that leaves the fewest rivals, the first of equals, and how many
/// it leaves. The site is left with some choice or other.
fn best(
    choices: &MoveChoices<'_>,
    tree: &mut Action,
    number: usize,
    options: &[Choice],
    rivals: &[&[Pose]],
) -> Option<(Choice, usize)> {
    let mut best: Option<(Choice, usize)> = None;
    for choice in options {
        let tried = choice.clone();
        change(tree, number, |site| tried.put(site));
        if !truth(choices, tree, choices.path()).delta_strict() {
            continue;
        }
        let mut left = 0;
        for rival in rivals {
            left += usize::from(truth(choices, tree, rival).delta());
            if best.as_ref().is_some_and(|(_, least)| left >= *least) {
                break;
            }
        }
        if best.as_ref().is_none_or(|(_, least)| left < *least) {
            best = Some((choice.clone(), left));
        }
        if left == 0 {
            break;
        }
    }
    best
}

/// The values a site could take on this path.
fn options_of(choices: &MoveChoices<'_>, site: &Site<'_>) -> Vec<Choice> {
    let path = choices.path();
    match site {
        Site::Direction(_) => directions(choices).map(Choice::Direction).into(),
        Site::View(_) => vec![Choice::View],
        Site::Count(_) => {
            let walked = passages(path) as u32;
            [walked]
                .into_iter()
                .chain((1..=9).filter(|n| *n != walked))
                .map(Choice::Count)
                .collect()
        }
        Site::Label(_) => {
            let place = choices.sight().world.place(path[path.len() - 1].place);
            // Demonstrations number their positions: a name of several words is
            // none of theirs.
            let is_word = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            place
                .name
                .as_deref()
                .filter(is_word)
                .and_then(Label::new)
                .map(Choice::Label)
                .into_iter()
                .collect()
        }
        Site::Thing(blank, Role::Unit) => unit(blank).map(Choice::Thing).into_iter().collect(),
        Site::Thing(blank, role) => {
            let mut all: Vec<Thing> = Vec::new();
            for scene in scenes(choices, *role) {
                for thing in descriptions(&scene, manner(*role), blank) {
                    if !all.contains(&thing) {
                        all.push(thing);
                    }
                }
            }
            all.into_iter().map(Choice::Thing).collect()
        }
    }
}

/// The directions in the order they are tried. From a known heading only one
/// is true; from an unknown one, told by what is faced before the turn, both
/// hands may be, and the one that leads to the lower place id goes first, which
/// turning or mirroring a world does not change.
fn directions(choices: &MoveChoices<'_>) -> [Direction; 4] {
    use Direction::{Back, Front, Left, Right};
    let end = choices.path()[choices.path().len() - 1];
    let world = choices.sight().world;
    let leads = |glimpse: &Glimpse, passage: Option<PassageId>| {
        passage.map(|passage| {
            let ends = world.passage(passage).ends;
            if ends[0] == glimpse.place { ends[1] } else { ends[0] }
        })
    };
    let corridor = end.heading.map(|heading| world.corridor(end.place, heading).take(HORIZON));
    for glimpse in corridor.into_iter().flatten() {
        match (leads(&glimpse, glimpse.left), leads(&glimpse, glimpse.right)) {
            (Some(left), right) if right.is_none_or(|right| left < right) => break,
            (_, Some(_)) => return [Right, Left, Front, Back],
            _ => {}
        }
    }
    [Left, Right, Front, Back]
}

fn manner(role: Role) -> Manner {
    match role {
        Role::End | Role::Before | Role::Past | Role::Unit => Manner::Reached,
        Role::Faced | Role::FacedBefore => Manner::Faced,
        Role::Checked => Manner::Checked,
    }
}

/// The poses of the path at which a thing of that role may be judged.
fn scenes<'c>(choices: &'c MoveChoices<'_>, role: Role) -> Vec<Scene<'c, 'c>> {
    let (sight, path) = (choices.sight(), choices.path());
    let standing = |pose: &Pose, faced: bool| {
        let scene = Scene::standing(sight, pose.place, pose.heading?, "plan");
        Some(Scene { faced, ..scene })
    };
    let around = |at: &Pose| -> Vec<Pose> {
        let mut headings = stances(sight.world, at.place);
        // In an order that turning or mirroring a world does not change.
        let exits = sight.world.exits(at.place);
        headings.sort_by_key(|heading| {
            let along = exits.iter().find(|exit| exit.heading == *heading);
            (along.is_none(), along.map(|exit| exit.to))
        });
        headings.into_iter().map(|heading| Pose::new(at.place, heading)).collect()
    };
    let marks = cuts(path);
    let end = path.len() - 1;
    match role {
        Role::Unit => Vec::new(),
        Role::Checked if path[end].heading.is_none() => {
            around(&path[end]).iter().filter_map(|at| standing(at, false)).collect()
        }
        Role::Checked => standing(&path[end], false).into_iter().collect(),
        Role::End => {
            let from = marks.len().checked_sub(2).map_or(0, |last| marks[last]);
            let walked = passages(&path[from..]) > 0;
            let walk = if walked { &path[from..] } else { &path[end..] };
            Scene::after(sight, walk, "plan").into_iter().collect()
        }
        Role::Before => {
            let mut before = 0;
            let mut scenes = Vec::new();
            for mark in marks {
                let walked = passages(&path[before..=mark]) > 0;
                let walk = if walked { &path[before..=mark] } else { &path[mark..=mark] };
                scenes.extend(Scene::after(sight, walk, "plan"));
                before = mark;
            }
            scenes
        }
        Role::Past => {
            path.get(1..end).unwrap_or(&[]).iter().filter_map(|at| standing(at, false)).collect()
        }
        Role::Faced => standing(&path[end], true).into_iter().collect(),
        Role::FacedBefore => {
            let turned = path[turn_end(path, 0)];
            let others = match path[0].heading {
                Some(_) => vec![path[0]],
                None => around(&path[0]),
            };
            [turned].iter().chain(&others).filter_map(|at| standing(at, true)).collect()
        }
    }
}

/// A unit of distance is a passage, and 'block' is the word for it that says
/// nothing about what is there.
fn unit(blank: &Thing) -> Option<Thing> {
    let mut thing = blank.clone();
    let has_more = blank.appear.is_present()
        || blank.structural.is_present()
        || blank.order.is_present()
        || blank.count.is_present()
        || [&blank.part, &blank.detail, &blank.on, &blank.past].iter().any(|list| !list.is_empty());
    if has_more {
        return None;
    }
    fn set<T>(slot: &mut Slot<T>, value: T) {
        if slot.is_present() {
            *slot = Slot::Set(value);
        }
    }
    set(&mut thing.kind, ThingType::Structure);
    set(&mut thing.value, Value::Block);
    set(&mut thing.dist, Proximity::Immediate);
    set(&mut thing.side, ThingSide::At);
    Some(thing)
}
