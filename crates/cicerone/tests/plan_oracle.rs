//! A second opinion on what commands mean.
//!
//! The oracle is slow and literal: it knows a world as a grid of cells, reads
//! commands from their text, lists whatever one could speak of and tries every
//! reading. It shares no code with the semantics it checks.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};

use cicerone::cas::{Action, Structure};
use cicerone::plan::meaning::judge;
use cicerone::plan::{MoveChoices, Planner, PlannerConfig, alternatives};
use cicerone::world::{Heading, Passage, Place, PlaceId, Pose, Vocabulary, World, WorldBuilder};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// North, east, south, west.
const STEPS: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

type Spot = (i32, i32);

/// A world as the oracle knows it: what stands on a spot, and in each of the
/// four directions the floor and the picture of the way there.
struct Grid {
    objects: BTreeMap<Spot, Vec<String>>,
    ways: BTreeMap<(Spot, usize), (String, Option<String>)>,
}

/// Where one is and which way one looks (0 to 3), if known.
type Stand = (Spot, Option<usize>);

impl Grid {
    fn next(&self, spot: Spot, dir: usize) -> Option<Spot> {
        let (dx, dy) = STEPS[dir];
        self.ways.contains_key(&(spot, dir)).then_some((spot.0 + dx, spot.1 + dy))
    }

    fn open(&self, spot: Spot) -> Vec<usize> {
        (0..4).filter(|dir| self.ways.contains_key(&(spot, *dir))).collect()
    }

    fn arm(&self, spot: Spot, dir: usize) -> usize {
        self.next(spot, dir).map_or(0, |next| 1 + self.arm(next, dir))
    }
}

/// A command as read from its text.
#[derive(Debug, Clone)]
enum Tree {
    Word(String),
    List(Vec<Tree>),
    Node(String, Vec<(String, Tree)>),
}

impl Tree {
    fn read(text: &str) -> Tree {
        let mut rest = text;
        let tree = Tree::read_one(&mut rest);
        assert_eq!(rest, "");
        tree
    }

    fn read_one(rest: &mut &str) -> Tree {
        if let Some(inside) = rest.strip_prefix('[') {
            *rest = inside;
            let mut list = Vec::new();
            while !rest.starts_with(']') {
                *rest = rest.trim_start_matches([',', ' ']);
                list.push(Tree::read_one(rest));
            }
            *rest = &rest[1..];
            return Tree::List(list);
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let word = rest[..end].to_owned();
        *rest = &rest[end..];
        let Some(inside) = rest.strip_prefix('(') else { return Tree::Word(word) };
        *rest = inside;
        let mut attributes = Vec::new();
        while !rest.starts_with(')') {
            *rest = rest.trim_start_matches([',', ' ']);
            let equals = rest.find('=').unwrap();
            let name = rest[..equals].to_owned();
            *rest = &rest[equals + 1..];
            attributes.push((name, Tree::read_one(rest)));
        }
        *rest = &rest[1..];
        Tree::Node(word, attributes)
    }

    fn head(&self) -> &str {
        match self {
            Tree::Node(head, _) => head,
            _ => panic!("{self:?} has no head"),
        }
    }

    fn get(&self, name: &str) -> Option<&Tree> {
        let Tree::Node(_, attributes) = self else { return None };
        attributes.iter().find(|(known, _)| known == name).map(|(_, tree)| tree)
    }

    fn word(&self, name: &str) -> Option<&str> {
        self.get(name).map(|tree| match tree {
            Tree::Word(word) => word.as_str(),
            other => panic!("{other:?} is no word"),
        })
    }

    fn list(&self, name: &str) -> Vec<&Tree> {
        match self.get(name) {
            Some(Tree::List(list)) => list.iter().collect(),
            _ => Vec::new(),
        }
    }

    fn words(&self, name: &str) -> Vec<&str> {
        let list = self.list(name);
        list.into_iter()
            .map(|tree| match tree {
                Tree::Word(word) => word.as_str(),
                other => panic!("{other:?} is no word"),
            })
            .collect()
    }

    /// The things of `attribute=Verify(desc=[...])`.
    fn things(&self, attribute: &str) -> Vec<&Tree> {
        self.get(attribute).map_or(Vec::new(), |verify| verify.list("desc"))
    }
}

/// Something one could speak of.
#[derive(Debug, Clone)]
struct Entity {
    /// `object`, `spot`, `way`, `wall` or `picture`.
    sort: &'static str,
    /// The object's, floor's or picture's name.
    name: String,
    /// 0 ahead, 1 right, 2 behind, 3 left; none for what stands here.
    side: Option<usize>,
    away: u32,
    spot: Spot,
    /// The way it lies in, or the way one looks along there.
    dir: usize,
}

/// Where something is said to be.
struct Stage<'g> {
    grid: &'g Grid,
    spot: Spot,
    dir: usize,
    /// The spots of the straight walk here, the start first; empty if a walk
    /// is not what this is about.
    walk: Vec<Spot>,
    faced: bool,
}

fn floor_is(floor: &str, word: &str) -> bool {
    match word {
        "Gray" => ["Cement", "Stone"].contains(&floor),
        "Greenish" => ["Grass", "Honeycomb"].contains(&floor),
        "Brown" => ["Brick", "Wood"].contains(&floor),
        "Dark" => ["Stone", "BlueTile", "Wood", "Brick"].contains(&floor),
        "Flooring" => true,
        word => word == floor,
    }
}

const FLOORS: [&str; 8] =
    ["BlueTile", "Brick", "Cement", "Rose", "Grass", "Stone", "Wood", "Honeycomb"];
const FLOOR_WORDS: [&str; 13] = [
    "BlueTile",
    "Brick",
    "Cement",
    "Rose",
    "Grass",
    "Stone",
    "Wood",
    "Honeycomb",
    "Gray",
    "Greenish",
    "Brown",
    "Dark",
    "Flooring",
];
const OBJECTS: [&str; 6] = ["Barstool", "Chair", "Easel", "Hatrack", "Lamp", "Sofa"];
const PICTURES: [&str; 3] = ["Butterfly", "Fish", "Eiffel"];

fn sorts_of(value: &str) -> Vec<&'static str> {
    match value {
        "Path" => vec!["way"],
        "Wall" => vec!["wall"],
        "End" => vec!["spot", "wall"],
        "Intersection" | "Corner" | "DeadEnd" | "Block" | "Empty" => vec!["spot"],
        "Pic" => vec!["picture"],
        "GenChair" | "Furniture" => vec!["object"],
        value if PICTURES.contains(&value) => vec!["picture"],
        value if OBJECTS.contains(&value) => vec!["object"],
        _ => vec!["way"],
    }
}

fn type_is_usual(kind: &str, value: &str) -> bool {
    match value {
        "Path" => true,
        "Block" => ["TypeStruct", "TypeRegion"].contains(&kind),
        "End" | "Intersection" | "Corner" | "DeadEnd" => kind == "TypeStruct",
        value if sorts_of(value) == ["way"] || sorts_of(value) == ["picture"] => {
            ["TypeObj", "TypePath"].contains(&kind)
        }
        _ => kind == "TypeObj",
    }
}

impl Stage<'_> {
    /// What is at one spot, sides relative to `dir`.
    fn at(&self, spot: Spot, dir: usize) -> Vec<Entity> {
        let grid = self.grid;
        let entity = |sort, name: &str, side, way| Entity {
            sort,
            name: name.to_owned(),
            side,
            away: 0,
            spot,
            dir: way,
        };
        let mut all: Vec<Entity> =
            grid.objects[&spot].iter().map(|name| entity("object", name, None, dir)).collect();
        all.push(entity("spot", "", None, dir));
        for side in 0..4 {
            let way = (dir + side) % 4;
            match grid.ways.get(&(spot, way)) {
                Some((floor, picture)) => {
                    all.push(entity("way", floor, Some(side), way));
                    all.extend(picture.iter().map(|name| entity("picture", name, Some(side), way)));
                }
                None => all.push(entity("wall", "", Some(side), way)),
            }
        }
        all
    }

    /// What is on the line that leaves a spot, beyond the spot.
    fn line(&self, spot: Spot, dir: usize, side: usize) -> Vec<Entity> {
        let grid = self.grid;
        let (mut all, mut spot, mut away) = (Vec::new(), spot, 0);
        while let Some(next) = grid.next(spot, dir) {
            (spot, away) = (next, away + 1);
            for mut entity in self.at(spot, dir) {
                let keep = match entity.sort {
                    "way" => entity.side == Some(1) || entity.side == Some(3),
                    "wall" | "picture" => entity.side == Some(0),
                    _ => true,
                };
                if keep {
                    (entity.side, entity.away) = (Some(side), away);
                    all.push(entity);
                }
            }
        }
        all
    }

    fn everything(&self) -> Vec<Entity> {
        let mut all = self.at(self.spot, self.dir);
        for side in 0..4 {
            all.extend(self.line(self.spot, (self.dir + side) % 4, side));
        }
        all
    }

    fn value_fits(&self, value: &str, entity: &Entity) -> bool {
        let open = self.grid.open(entity.spot);
        let straight = open.len() == 2 && (open[1] - open[0]) == 2;
        let closed = !open.contains(&entity.dir);
        match (entity.sort, value) {
            ("way", "Path") | ("wall", "Wall" | "End") | ("spot", "Block") => true,
            ("spot", "Intersection") => open.len() >= 2 && !straight,
            ("spot", "Corner") => open.len() >= 2 && !straight && (open.len() == 2 || closed),
            ("spot", "DeadEnd") => open.len() <= 1,
            ("spot", "End") => closed,
            ("spot", "Empty") => self.grid.objects[&entity.spot].is_empty(),
            ("object", "Furniture") | ("picture", "Pic") => true,
            ("object", "GenChair") => ["Chair", "Sofa"].contains(&entity.name.as_str()),
            ("object" | "picture", value) => entity.name == value,
            ("way", value) => FLOOR_WORDS.contains(&value) && floor_is(&entity.name, value),
            _ => false,
        }
    }

    /// Whether a thing is there: some entity bears out all that is said.
    fn thing(&self, thing: &Tree) -> bool {
        self.everything().iter().any(|entity| self.speaks_of(thing, entity))
    }

    fn speaks_of(&self, thing: &Tree, entity: &Entity) -> bool {
        let said = |name: &str| thing.get(name).is_some();
        if entity.sort == "wall" && entity.away > 0 && !said("dist") {
            return false;
        }
        if thing.word("side") == Some("At") && entity.away == 0 && self.is_own(entity) {
            return false;
        }
        if self.faced && !said("side") && !on_side("Front", entity) {
            return false;
        }
        let near = thing.word("dist").is_none_or(|dist| match dist {
            "Immediate" => entity.away == 0,
            "Near" => entity.away <= 2,
            _ => entity.away >= 1,
        });
        near && thing.word("side").is_none_or(|side| on_side(side, entity))
            && self.is_called(thing, entity)
            && thing.word("Order_adj").is_none_or(|nth| self.is_nth(thing, entity, nth))
            && thing.word("Count").is_none_or(|count| self.are_so_many(thing, entity, count))
            && thing.list("Past").into_iter().all(|passed| self.was_passed(passed, entity))
    }

    /// Type, value, look, shape and what belongs to it.
    fn is_called(&self, thing: &Tree, entity: &Entity) -> bool {
        let value = thing.word("value");
        if let Some(value) = value
            && !self.value_fits(value, entity)
        {
            return false;
        }
        if let (Some(kind), Some(value)) = (thing.word("type"), value)
            && !type_is_usual(kind, value)
        {
            return false;
        }
        let words = thing.words("Appear");
        if !words.is_empty() && !self.looks(&words, entity) {
            return false;
        }
        let open = self.grid.open(entity.spot);
        let arms: Vec<usize> = open.iter().map(|dir| self.grid.arm(entity.spot, *dir)).collect();
        let own = self.grid.arm(entity.spot, entity.dir);
        let shaped = thing.word("Structural").is_none_or(|shape| match shape {
            "T_Int" => open.len() == 3,
            "Long" if entity.sort == "way" => own >= 2 && arms.iter().all(|arm| *arm <= own),
            "Short" if entity.sort == "way" => {
                arms.iter().all(|arm| *arm >= own) && arms.iter().any(|arm| *arm > own)
            }
            _ => true,
        });
        shaped
            && ["Part", "Detail", "On"]
                .into_iter()
                .flat_map(|name| thing.list(name))
                .all(|nested| self.owns(thing, entity, nested))
    }

    fn looks(&self, words: &[&str], entity: &Entity) -> bool {
        let all_on = |floor: &str| words.iter().all(|word| floor_is(floor, word));
        let here: Vec<&str> = self
            .grid
            .open(entity.spot)
            .into_iter()
            .map(|dir| self.grid.ways[&(entity.spot, dir)].0.as_str())
            .collect();
        let spread = !FLOORS.iter().any(|floor| all_on(floor))
            && words.iter().all(|word| here.iter().any(|floor| floor_is(floor, word)));
        match entity.sort {
            "way" => all_on(&entity.name) || spread,
            "spot" => here.iter().any(|floor| all_on(floor)) || spread,
            // Nobody knows the colour of a chair.
            _ => true,
        }
    }

    fn owns(&self, owner: &Tree, entity: &Entity, nested: &Tree) -> bool {
        let here = self.at(entity.spot, entity.dir);
        let mut owned: Vec<Entity> = match entity.sort {
            "spot" => here,
            "way" => here
                .into_iter()
                .filter(|one| one.side.is_none_or(|side| side == 0))
                .chain(self.line(entity.spot, entity.dir, 0))
                .collect(),
            _ => here,
        };
        if ["object", "wall", "picture"].contains(&entity.sort) {
            if entity.away > 0 {
                let along = self.at(self.spot, self.dir).into_iter();
                owned.extend(along.filter(|one| one.side == entity.side));
            }
            if entity.sort == "picture" {
                owned.push(Entity { sort: "wall", name: String::new(), ..entity.clone() });
            }
        }
        let sided = entity.sort == "spot" && owner.word("value") != Some("End");
        owned.iter().any(|one| {
            let side_fits = nested.word("side").is_none_or(|side| {
                side == "At" || !sided || one.sort != "way" || on_side(side, one)
            });
            side_fits
                && self.is_called(nested, one)
                && nested.list("Past").into_iter().all(|more| self.owns(nested, one, more))
        })
    }

    /// The way one came by, or goes on by over the same floor.
    fn is_own(&self, entity: &Entity) -> bool {
        if entity.sort != "way" || self.walk.len() < 2 {
            return false;
        }
        let before = self.walk[self.walk.len() - 2];
        let (x, y) = self.spot;
        let back = STEPS.iter().position(|(dx, dy)| (x + dx, y + dy) == before).unwrap();
        let floor = &self.grid.ways[&(self.spot, back)].0;
        entity.dir == back || (entity.side == Some(0) && *floor == entity.name)
    }

    fn is_nth(&self, thing: &Tree, entity: &Entity, nth: &str) -> bool {
        let plain = without(thing, &["Order_adj"]);
        if entity.away == 0 {
            return match self.walk.len() {
                0 => true,
                1 => false,
                length => {
                    let holds = (2..=length).filter(|upto| {
                        let walk = self.walk[..*upto].to_vec();
                        let (from, spot) = (walk[upto - 2], walk[upto - 1]);
                        let dir = direction(from, spot);
                        let stage = Stage { grid: self.grid, spot, dir, walk, faced: self.faced };
                        stage.thing(&plain)
                    });
                    holds.count().to_string() == nth
                }
            };
        }
        let anywhere = without(&plain, &["dist"]);
        let spots: BTreeSet<u32> = self
            .everything()
            .iter()
            .filter(|one| one.side == entity.side && one.away >= 1 && one.away <= entity.away)
            // A wall that is far was said to be.
            .filter(|one| one.sort != "wall" || thing.get("dist").is_some())
            .filter(|one| match one.sort {
                "wall" => self.speaks_of(&with_far(&anywhere), one),
                _ => self.speaks_of(&anywhere, one),
            })
            .map(|one| one.away)
            .collect();
        spots.len().to_string() == nth
    }

    fn are_so_many(&self, thing: &Tree, entity: &Entity, count: &str) -> bool {
        let number = match entity.sort {
            "way" if thing.word("side") == Some("Sides") => [1, 3]
                .iter()
                .filter(|side| self.grid.ways.contains_key(&(self.spot, (self.dir + **side) % 4)))
                .count(),
            "way" => self.grid.open(entity.spot).len(),
            "object" => {
                let plain = without(thing, &["Count"]);
                let everything = self.everything();
                let alike = everything.iter().filter(|one| {
                    plain.word("value").is_none_or(|value| sorts_of(value).contains(&one.sort))
                });
                alike.filter(|one| self.speaks_of(&plain, one)).count()
            }
            _ => return true,
        };
        number.to_string() == count
    }

    fn was_passed(&self, passed: &Tree, entity: &Entity) -> bool {
        if self.walk.len() >= 2 {
            return (0..self.walk.len() - 1).any(|number| {
                let dir = direction(self.walk[number], self.walk[number + 1]);
                let spot = self.walk[number];
                Stage { grid: self.grid, spot, dir, walk: vec![], faced: false }.thing(passed)
            });
        }
        let plain = without(passed, &["dist", "side"]);
        self.everything().iter().any(|one| {
            let behind = one.side == Some(2) || (one.side == entity.side && one.away < entity.away);
            let sort_fits =
                plain.word("value").is_none_or(|value| sorts_of(value).contains(&one.sort));
            let stage = Stage { walk: vec![], faced: false, ..*self };
            behind
                && sort_fits
                && stage.is_called(&plain, one)
                && plain.get("Order_adj").is_none()
                && plain.get("Count").is_none()
        })
    }
}

fn with_far(thing: &Tree) -> Tree {
    let Tree::Node(head, attributes) = thing else { panic!() };
    let mut attributes = attributes.clone();
    attributes.push(("dist".into(), Tree::Word("Far".into())));
    Tree::Node(head.clone(), attributes)
}

fn without(thing: &Tree, names: &[&str]) -> Tree {
    let Tree::Node(head, attributes) = thing else { panic!() };
    let kept = attributes.iter().filter(|(name, _)| !names.contains(&name.as_str()));
    Tree::Node(head.clone(), kept.cloned().collect())
}

fn direction(from: Spot, to: Spot) -> usize {
    STEPS.iter().position(|(dx, dy)| (from.0 + dx, from.1 + dy) == to).unwrap()
}

fn on_side(side: &str, entity: &Entity) -> bool {
    let hung_ahead = entity.sort == "picture" && entity.side == Some(0) && entity.away == 0;
    match side {
        "At" => entity.away == 0 && (entity.sort != "wall" || entity.side == Some(0)),
        "Front" => entity.side.is_none_or(|side| side == 0),
        "Right" => entity.side == Some(1) || hung_ahead,
        "Back" => entity.side == Some(2),
        "Left" => entity.side == Some(3) || hung_ahead,
        _ => entity.side == Some(1) || entity.side == Some(3) || hung_ahead,
    }
}

/// The literal reader of commands.
struct Reader<'g> {
    grid: &'g Grid,
}

impl Reader<'_> {
    fn stage(&self, at: Stand, walk: Vec<Spot>, faced: bool) -> Option<Stage<'_>> {
        Some(Stage { grid: self.grid, spot: at.0, dir: at.1?, walk, faced })
    }

    fn all(&self, things: &[&Tree], stage: Option<Stage<'_>>) -> bool {
        things.is_empty()
            || stage.is_some_and(|stage| things.iter().all(|thing| stage.thing(thing)))
    }

    /// delta(c | p, m).
    fn holds(&self, command: &Tree, path: &[Stand]) -> bool {
        let (walked, end) = (steps(path) > 0, path[path.len() - 1]);
        match command.head() {
            "Travel" => self.travel(command, path),
            "Turn" => self.turn(command, path),
            "Face" => !walked && self.face(command, path[0], end),
            "Verify" => {
                let stands = path.len() == 1 || (path[0].1.is_none() && !walked);
                let checked = match command.get("goal") {
                    Some(goal) => self.declared(goal, path),
                    None => stands,
                };
                checked && self.described(command, end)
            }
            _ => {
                self.last_leg(path).is_some()
                    && command.get("until").is_none_or(|until| self.described(until, end))
            }
        }
    }

    fn described(&self, verify: &Tree, at: Stand) -> bool {
        let things = verify.list("desc");
        if things.is_empty() {
            return true;
        }
        let dirs = at.1.map_or(vec![0, 1, 2, 3], |dir| vec![dir]);
        dirs.into_iter().any(|dir| {
            let stage = || self.stage((at.0, Some(dir)), vec![], false).unwrap();
            let away = verify.get("dist").and_then(|dist| dist.word("count"));
            things.iter().all(|thing| stage().thing(thing))
                && away.is_none_or(|count| {
                    things.iter().all(|thing| {
                        let stage = stage();
                        stage
                            .everything()
                            .iter()
                            .any(|one| one.away.to_string() == count && stage.speaks_of(thing, one))
                    })
                })
        })
    }

    /// The straight walk a path ends with; its end alone if it stands.
    fn last_leg<'p>(&self, path: &'p [Stand]) -> Option<&'p [Stand]> {
        if path.len() == 1 || (path[0].1.is_none() && steps(path) == 0) {
            return Some(&path[path.len() - 1..]);
        }
        let mut from = path.len() - 1;
        while from > 0 && path[from - 1].0 != path[from].0 {
            from -= 1;
        }
        (from + 1 < path.len()).then(|| &path[from..])
    }

    fn declared(&self, goal: &Tree, path: &[Stand]) -> bool {
        let Some(leg) = self.last_leg(path) else { return false };
        // No spot of the oracle's worlds has a name.
        goal.get("goal").is_none() && goal.get("cond").is_none_or(|cond| self.ends(cond, leg))
    }

    /// `until`, `follow` and `distance` at the end of a straight leg.
    fn ends(&self, travel: &Tree, leg: &[Stand]) -> bool {
        let follow = travel.get("follow").map_or(vec![], |follow| follow.things("until"));
        let spots: Vec<Spot> = leg.iter().map(|at| at.0).collect();
        let things = [travel.things("until"), follow].concat();
        let stage = self.stage(leg[leg.len() - 1], spots, false);
        self.all(&things, stage) && counted(travel, steps(leg))
    }

    fn face(&self, face: &Tree, before: Stand, after: Stand) -> bool {
        let turned = face.word("direction").is_none_or(|word| turns(word, before.1, after.1));
        turned && self.all(&face.things("faced"), self.stage(after, vec![], true))
    }

    fn travel(&self, travel: &Tree, path: &[Stand]) -> bool {
        match travel.get("location") {
            None => self.walk(travel, path),
            Some(location) => (0..path.len()).filter(|cut| is_cut(path, *cut)).any(|cut| {
                self.arrives(location, &path[..=cut]) && self.walk(travel, &path[cut..])
            }),
        }
    }

    fn arrives(&self, travel: &Tree, path: &[Stand]) -> bool {
        if steps(path) > 0 {
            return self.travel(travel, path);
        }
        path.len() == 1
            && self.ends(travel, path)
            && travel.get("face").is_none_or(|face| self.face(face, path[0], path[0]))
            && travel.things("past").is_empty()
            && travel.get("location").is_none_or(|before| self.arrives(before, path))
    }

    fn walk(&self, travel: &Tree, path: &[Stand]) -> bool {
        let mut turned = 0;
        while turned + 1 < path.len() && path[turned + 1].0 == path[turned].0 {
            turned += 1;
        }
        let leg = &path[turned..];
        let straight = steps(leg) + 1 == leg.len();
        let has = |name: &str| travel.get(name).is_some();
        let may_turn = has("face") || has("location") || path[0].1.is_none();
        let toward = has("face") && !has("until") && !has("distance") && !has("past");
        let only_way = has("face")
            && !has("distance")
            && travel.things("until").iter().any(|thing| thing.word("Count") == Some("1"));
        straight
            && (turned == 0 || may_turn)
            && (steps(leg) > 0 || toward || only_way)
            && self.ends(travel, leg)
            && travel.get("face").is_none_or(|face| self.face(face, path[0], path[turned]))
            && travel.things("past").iter().all(|thing| self.passes(thing, leg))
    }

    fn passes(&self, thing: &Tree, leg: &[Stand]) -> bool {
        let plain = without(thing, &["Count"]);
        let between = leg.get(1..leg.len().saturating_sub(1)).unwrap_or(&[]);
        let places = between
            .iter()
            .filter(|at| self.stage(**at, vec![], false).is_some_and(|stage| stage.thing(&plain)))
            .count();
        places > 0 && thing.word("Count").is_none_or(|count| places.to_string() == count)
    }

    fn turn(&self, turn: &Tree, path: &[Stand]) -> bool {
        let walks_first = turn.get("location").is_some()
            || turn.get("precond").is_some_and(|precond| precond.head() == "Travel");
        let onto = turn.get("view").is_none()
            && turn
                .get("face")
                .is_some_and(|face| face.get("direction").is_some() && face.get("faced").is_some());
        let last = path.len() - 1;
        (0..=last).filter(|first| is_cut(path, *first)).any(|first| {
            (walks_first || onto || first == 0)
                && (first..=last).filter(|second| is_cut(path, *second)).any(|second| {
                    (turn.get("postcond").is_some() || second == last)
                        && self.turns(turn, &path[..=first], &path[first..=second], &path[second..])
                })
        })
    }

    fn turns(&self, turn: &Tree, before: &[Stand], spot: &[Stand], after: &[Stand]) -> bool {
        let (start, end) = (spot[0], spot[spot.len() - 1]);
        let said_before = turn.get("location").is_some() || turn.get("precond").is_some();
        let straight = |path: &[Stand]| steps(path) + 1 == path.len();
        let ahead = turn.word("direction") == Some("Front") && straight(spot);
        if !(said_before || straight(before)) || !(steps(spot) == 0 || ahead) {
            return false;
        }
        let located = turn.get("location").is_none_or(|there| self.arrives(there, before));
        let turned = |from: Option<usize>| {
            turn.word("direction").is_none_or(|word| turns(word, from, end.1))
        };
        let preceded = match turn.get("precond") {
            Some(precond) if precond.head() == "Travel" => {
                self.arrives(precond, before) && turned(start.1)
            }
            Some(precond) => start
                .1
                .map_or(vec![0, 1, 2, 3], |dir| vec![dir])
                .into_iter()
                .any(|dir| self.face(precond, start, (start.0, Some(dir))) && turned(Some(dir))),
            None => turned(start.1),
        };
        let viewed = turn.get("view").is_none() || spot.len() == 1 || start.1.is_none();
        let faced = turn.get("face").is_none_or(|face| {
            match (turn.get("view"), face.word("direction"), end.1) {
                (Some(_), Some(word), Some(dir)) => {
                    let looks = (dir + side_number(word)) % 4;
                    self.face(face, end, (end.0, Some(looks)))
                }
                _ => self.face(face, start, end),
            }
        });
        located
            && preceded
            && viewed
            && faced
            && turn.get("postcond").is_none_or(|then| self.travel(then, after))
    }
}

fn counted(travel: &Tree, walked: usize) -> bool {
    let count = travel.get("distance").and_then(|distance| distance.word("count"));
    count.is_none_or(|count| count == walked.to_string())
}

fn side_number(word: &str) -> usize {
    ["Front", "Right", "Back", "Left"].iter().position(|known| *known == word).unwrap()
}

fn turns(word: &str, before: Option<usize>, after: Option<usize>) -> bool {
    match (before, after) {
        (_, None) => false,
        (None, _) => true,
        (Some(before), Some(after)) => (after + 4 - before) % 4 == side_number(word),
    }
}

fn steps(path: &[Stand]) -> usize {
    path.windows(2).filter(|pair| pair[0].0 != pair[1].0).count()
}

/// A path is cut at its ends and where a turn becomes a walk or a walk a turn.
fn is_cut(path: &[Stand], at: usize) -> bool {
    at == 0 || at + 1 == path.len() || {
        let walks = |a: usize, b: usize| path[a].0 != path[b].0;
        walks(at - 1, at) != walks(at, at + 1)
    }
}

/// Every move: turn, walk straight, turn.
fn moves(grid: &Grid, start: Stand) -> BTreeSet<Vec<Stand>> {
    let mut all = BTreeSet::new();
    for first in 0..4 {
        for length in 0..=grid.arm(start.0, first) {
            for last in 0..4 {
                let mut path = vec![start];
                if start.1 != Some(first) {
                    path.push((start.0, Some(first)));
                }
                let mut spot = start.0;
                for _ in 0..length {
                    spot = grid.next(spot, first).unwrap();
                    path.push((spot, Some(first)));
                }
                if length > 0 && last != first {
                    path.push((spot, Some(last)));
                }
                all.insert(path);
            }
        }
    }
    all
}

/// A random world, as the oracle and as the library know it.
fn random_world(random: &mut ChaCha8Rng) -> (Grid, World, BTreeMap<Spot, PlaceId>) {
    let vocabulary = Vocabulary::sail();
    let mut grid = Grid { objects: BTreeMap::new(), ways: BTreeMap::new() };
    let mut builder = WorldBuilder::new("random", vocabulary.clone());
    let mut ids = BTreeMap::new();
    let (width, height) = (random.random_range(2..=4), random.random_range(2..=4));
    for x in 0..width {
        for y in 0..height {
            let count = [0, 0, 1, 1, 2][random.random_range(0..5)];
            let names: Vec<String> =
                (0..count).map(|_| OBJECTS[random.random_range(0..6)].to_owned()).collect();
            let objects = names.iter().map(|name| vocabulary.by_cas_name(name).unwrap());
            let position = (f64::from(x), f64::from(y));
            ids.insert((x, y), builder.place(Place::new(position).with(objects)));
            grid.objects.insert((x, y), names);
        }
    }
    for (spot, id) in &ids {
        for dir in [1, 2] {
            let to = (spot.0 + STEPS[dir].0, spot.1 + STEPS[dir].1);
            let Some(to_id) = ids.get(&to) else { continue };
            if !random.random_bool(0.65) {
                continue;
            }
            // Few floors, so that they repeat and change along lines.
            let floor = ["BlueTile", "Grass", "Wood", "Stone"][random.random_range(0..4)];
            let picture =
                random.random_bool(0.8).then(|| PICTURES[random.random_range(0..3)].to_owned());
            let kinds = [Some(floor), picture.as_deref()].into_iter().flatten();
            let kinds = kinds.map(|name| vocabulary.by_cas_name(name).unwrap());
            builder.passage(Passage::new([*id, *to_id]).with(kinds));
            grid.ways.insert((*spot, dir), (floor.to_owned(), picture.clone()));
            grid.ways
                .insert((to, dir + 2 - if dir == 2 { 4 } else { 0 }), (floor.to_owned(), picture));
        }
    }
    (grid, builder.build().unwrap(), ids)
}

/// Random commands over everything the language can say.
struct Babbler<'r> {
    random: &'r mut ChaCha8Rng,
}

impl Babbler<'_> {
    fn pick<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.random.random_range(0..words.len())]
    }

    fn maybe(&mut self, share: f64, text: impl FnOnce(&mut Self) -> String) -> Option<String> {
        self.random.random_bool(share).then(|| text(self))
    }

    fn node(&self, head: &str, attributes: Vec<Option<String>>) -> String {
        let attributes: Vec<String> = attributes.into_iter().flatten().collect();
        format!("{head}({})", attributes.join(", "))
    }

    fn thing(&mut self, depth: u32) -> String {
        let value = self.pick(&[
            "Path",
            "Path",
            "Path",
            "End",
            "Wall",
            "Intersection",
            "Intersection",
            "Corner",
            "DeadEnd",
            "Block",
            "GenChair",
            "Furniture",
            "Empty",
            "Easel",
            "Sofa",
            "Lamp",
            "Chair",
            "Pic",
            "Fish",
            "Grass",
            "Flooring",
        ]);
        let kind = match value {
            "Path" => self.pick(&["TypePath", "TypePath", "TypeObj", "TypeRegion"]),
            "End" | "Intersection" | "Corner" | "DeadEnd" | "Block" => "TypeStruct",
            _ => "TypeObj",
        };
        let nested = if depth > 0 { 0.15 } else { 0.0 };
        let mut attributes = vec![
            Some(format!("type={kind}")),
            Some(format!("value={value}")),
            self.maybe(0.5, |b| {
                format!("dist={}", b.pick(&["Immediate", "Immediate", "Near", "Far"]))
            }),
            self.maybe(0.6, |b| {
                let side = b.pick(&["At", "At", "Front", "Left", "Right", "Back", "Sides"]);
                format!("side={side}")
            }),
            self.maybe(0.25, |b| {
                let one = b.pick(&FLOOR_WORDS);
                match b.random.random_bool(0.3) {
                    true => format!("Appear=[{one}, {}]", b.pick(&FLOOR_WORDS)),
                    false => format!("Appear=[{one}]"),
                }
            }),
            self.maybe(nested, |b| format!("Part=[{}]", b.thing(depth - 1))),
            self.maybe(nested, |b| format!("Detail=[{}]", b.thing(depth - 1))),
            self.maybe(0.08, |b| format!("Structural={}", b.pick(&["T_Int", "Long", "Short"]))),
            self.maybe(0.1, |b| format!("Order_adj={}", b.pick(&["1", "1", "2"]))),
            self.maybe(nested / 2.0, |b| format!("On=[{}]", b.thing(depth - 1))),
        ];
        attributes.push(self.maybe(0.06, |b| format!("Count={}", b.pick(&["1", "2", "3"]))));
        self.node("Thing", attributes)
    }

    fn verify(&mut self) -> String {
        let one = self.thing(1);
        match self.random.random_bool(0.15) {
            true => format!("Verify(desc=[{one}, {}])", self.thing(1)),
            false => format!("Verify(desc=[{one}])"),
        }
    }

    fn direction(&mut self) -> String {
        format!("direction={}", self.pick(&["Left", "Right", "Front", "Back"]))
    }

    fn face(&mut self) -> String {
        let faced = self.maybe(0.9, |b| format!("faced={}", b.verify()));
        let direction = self.maybe(0.3, Babbler::direction);
        self.node("Face", vec![faced, direction])
    }

    fn travel(&mut self, depth: u32) -> String {
        let attributes = vec![
            self.maybe(0.5, |b| format!("until={}", b.verify())),
            self.maybe(0.3, |b| format!("distance=Distance(count={})", b.pick(&["1", "2", "3"]))),
            self.maybe(0.3, |b| format!("face={}", b.face())),
            self.maybe(0.15, |b| format!("past={}", b.verify())),
            self.maybe(0.05, |b| format!("follow=Follow(until={})", b.verify())),
            self.maybe(if depth > 0 { 0.1 } else { 0.0 }, |b| {
                format!("location={}", b.travel(depth - 1))
            }),
        ];
        self.node("Travel", attributes)
    }

    fn command(&mut self) -> String {
        match self.random.random_range(0..20) {
            0..=7 => self.travel(1),
            8..=14 => {
                let attributes = vec![
                    self.maybe(0.5, |b| format!("face={}", b.face())),
                    self.maybe(0.5, Babbler::direction),
                    self.maybe(0.3, |b| format!("location={}", b.travel(0))),
                    self.maybe(0.1, |_| "view=True".to_owned()),
                    self.maybe(0.1, |b| format!("postcond={}", b.travel(0))),
                    self.maybe(0.2, |b| {
                        let precond =
                            if b.random.random_bool(0.7) { b.face() } else { b.travel(0) };
                        format!("precond={precond}")
                    }),
                ];
                self.node("Turn", attributes)
            }
            15..=16 => self.face(),
            17..=18 => match self.random.random_range(0..4) {
                0 => format!("Verify(goal=DeclareGoal(cond={}))", self.travel(0)),
                1 => {
                    let things = self.thing(1);
                    let count = self.pick(&["1", "2"]);
                    format!("Verify(desc=[{things}], dist=Distance(count={count}))")
                }
                _ => self.verify(),
            },
            _ => format!("Find(until={})", self.verify()),
        }
    }
}

#[test]
fn a_literal_reader_agrees_on_every_command_and_alternative() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let planner = Planner::new(PlannerConfig::default().enough(2)).unwrap();
    let blank = "Thing(type=None, value=None, dist=None, side=None, Appear=None)";
    let structures: Vec<Vec<Structure>> = [
        format!("Travel(until=Verify(desc=[{blank}]))"),
        "Travel(until=Verify(desc=[Thing(type=None, value=None, dist=None, side=None)]))".into(),
        format!("Turn(face=Face(faced=Verify(desc=[{blank}])))"),
        "Turn(face=Face(faced=Verify(desc=[Thing(type=None, value=None, side=None)])))".into(),
        "Turn(direction=None)".into(),
    ]
    .iter()
    .map(|text| vec![Structure::parse(text, Vocabulary::sail()).unwrap()])
    .collect();
    let (mut commands, mut compared, mut held, mut planned) = (0, 0, 0, 0);
    while commands < 10_000 {
        let (grid, world, ids) = random_world(&mut random);
        let names: BTreeMap<PlaceId, Spot> = ids.iter().map(|(spot, id)| (*id, *spot)).collect();
        let reader = Reader { grid: &grid };
        let stand = |pose: &Pose| -> Stand {
            let dir = pose.heading.map(|heading| (heading.degrees() / 90.0).round() as usize % 4);
            (names[&pose.place], dir)
        };
        for _ in 0..10 {
            let spots: Vec<&Spot> = ids.keys().collect();
            let spot = spots[random.random_range(0..spots.len())];
            let heading = random
                .random_bool(0.8)
                .then(|| Heading::new(90.0 * f64::from(random.random_range(0..4))));
            let start = Pose { place: ids[spot], heading };
            let found = alternatives(&world, start, 0);
            let as_stands: BTreeSet<Vec<Stand>> =
                found.iter().map(|path| path.iter().map(stand).collect()).collect();
            assert_eq!(as_stands.len(), found.len(), "a move stands twice");
            assert_eq!(as_stands, moves(&grid, stand(&start)));
            let path = &found[random.random_range(0..found.len())];
            let choices = MoveChoices::new(&world, path);
            let mut texts: Vec<String> =
                (0..6).map(|_| Babbler { random: &mut random }.command()).collect();
            for option in planner.plan(&world, path, &structures).options {
                planned += 1;
                for (command, piece) in option.commands.iter().zip(&option.pieces) {
                    let text = command.display(world.vocabulary()).to_string();
                    let stands: Vec<Stand> = piece.iter().map(stand).collect();
                    assert!(reader.holds(&Tree::read(&text), &stands), "{text} {stands:?}");
                }
                if let [command] = &option.commands[..] {
                    texts.push(command.display(world.vocabulary()).to_string());
                }
            }
            for text in texts {
                commands += 1;
                let action = Action::parse(&text, world.vocabulary()).unwrap();
                let tree = Tree::read(&text);
                let mut true_of = 0;
                for other in &found {
                    let stands: Vec<Stand> = other.iter().map(stand).collect();
                    let expected = reader.holds(&tree, &stands);
                    let judged = judge(&world, &action, other);
                    assert_eq!(judged.delta(), expected, "{text}\non {stands:?}\n{judged:?}");
                    compared += 1;
                    true_of += usize::from(expected);
                }
                held += true_of;
                let own: Vec<Stand> = path.iter().map(stand).collect();
                let expected = if reader.holds(&tree, &own) { 1.0 / true_of as f64 } else { 0.0 };
                assert_eq!(choices.likelihood(&action), expected, "{text} on {own:?}");
            }
        }
    }
    eprintln!("{commands} commands, {compared} comparisons, {held} true, {planned} plans");
    // The comparison means something only if both answers occur often.
    assert!(held * 50 > compared && held * 2 < compared, "{held} of {compared}");
}
