//! The plan of a world in characters.

use std::collections::BTreeMap;

use super::{
    Color, DrawOptions, Window, color, floor_color, is_plan, kinds_by_class, storeys, unit,
};
use crate::world::{Attachment, Class, KindId, PlaceId, Route, World};
use crate::{Result, legible};

/// Whether a terminal understands colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Characters only: floors are told apart by their letters.
    Plain,
    /// Floors and the route in 24-bit colour.
    Color,
}

/// Characters a usual passage is long.
const ACROSS: f64 = 7.0;
/// Lines a usual passage is long: characters are twice as high as wide.
const DOWN: f64 = 3.0;

/// Draws a world, and a route of it if there is one, at most `columns` wide,
/// with a legend below.
pub fn terminal(world: &World, route: Option<&Route>, columns: usize, ink: Ink) -> Result<String> {
    terminal_with(world, route, columns, ink, &DrawOptions::default())
}

/// The same with a say in what of the world is shown.
pub fn terminal_with(
    world: &World,
    route: Option<&Route>,
    columns: usize,
    ink: Ink,
    options: &DrawOptions,
) -> Result<String> {
    if let Some(route) = route {
        route.check_world(world)?;
    }
    if is_plan(world) {
        let path = route.map_or(&[][..], Route::poses);
        return Ok(storeys::draw(world, path, columns.max(20), ink, options.level));
    }
    let mut canvas = Canvas::new(world, route, columns.max(20));
    canvas.passages();
    canvas.places();
    if let Some(route) = route {
        canvas.route(route);
    }
    let mut out = canvas.print(ink);
    out.push_str(&canvas.legend(ink));
    Ok(out)
}

#[derive(Clone, Copy)]
struct Cell {
    sign: char,
    color: Option<Color>,
}

pub(super) const ROUTE: Color = [255, 64, 129];

struct Canvas<'w> {
    world: &'w World,
    window: Window,
    places: Vec<PlaceId>,
    across: f64,
    down: f64,
    cells: Vec<Vec<Cell>>,
    letters: BTreeMap<KindId, char>,
}

impl<'w> Canvas<'w> {
    fn new(world: &'w World, route: Option<&Route>, columns: usize) -> Canvas<'w> {
        let window = Window::of(world, route.map_or(&[], Route::poses));
        let places = window.places(world);
        let unit = unit(world, &places);
        let width = window.right - window.left;
        let fitting = if width > 0.0 { (columns - 1) as f64 / width } else { f64::INFINITY };
        let across = (ACROSS / unit).min(fitting);
        let down = across * DOWN / ACROSS;
        let size = |length: f64, scale: f64| (length * scale).round() as usize + 1;
        let blank = Cell { sign: ' ', color: None };
        let height = window.bottom - window.top;
        let cells = vec![vec![blank; size(width, across)]; size(height, down)];
        let letters = letters(world);
        Canvas { world, window, places, across, down, cells, letters }
    }

    fn at(&self, place: PlaceId) -> (i64, i64) {
        let (x, y) = self.world.place(place).position;
        (
            ((x - self.window.left) * self.across).round() as i64,
            ((y - self.window.top) * self.down).round() as i64,
        )
    }

    fn set(&mut self, (x, y): (i64, i64), sign: char, color: Option<Color>) {
        let cell = usize::try_from(y)
            .ok()
            .and_then(|y| self.cells.get_mut(y))
            .and_then(|row| usize::try_from(x).ok().and_then(|x| row.get_mut(x)));
        if let Some(cell) = cell {
            *cell = Cell { sign, color };
        }
    }

    /// Every cell strictly between two places.
    fn between(&self, from: PlaceId, to: PlaceId) -> Vec<(i64, i64)> {
        let (a, b) = (self.at(from), self.at(to));
        let steps = (b.0 - a.0).abs().max((b.1 - a.1).abs());
        (1..steps)
            .map(|step| {
                let share = step as f64 / steps as f64;
                let along = |from: i64, to: i64| (from as f64 + (to - from) as f64 * share).round();
                (along(a.0, b.0) as i64, along(a.1, b.1) as i64)
            })
            .collect()
    }

    fn line(&mut self, from: PlaceId, to: PlaceId, signs: [char; 4], color: Color) {
        let (a, b) = (self.at(from), self.at(to));
        let sign = match (b.0 - a.0, b.1 - a.1) {
            (_, 0) => signs[0],
            (0, _) => signs[1],
            (x, y) if (x > 0) == (y > 0) => signs[2],
            _ => signs[3],
        };
        for cell in self.between(from, to) {
            self.set(cell, sign, Some(color));
        }
    }

    fn passages(&mut self) {
        for id in self.window.passages(self.world) {
            let [from, to] = self.world.passage(id).ends;
            let color = floor_color(self.world, id);
            self.line(from, to, ['─', '│', '╲', '╱'], color);
            let between = self.between(from, to);
            let letter = self.world.floor(id).and_then(|floor| self.letters.get(&floor));
            if let (Some(cell), Some(letter)) = (between.get(between.len() / 2), letter) {
                self.set(*cell, *letter, Some(color));
            }
        }
    }

    fn places(&mut self) {
        for index in 0..self.places.len() {
            let place = self.places[index];
            let first = self.world.landmarks(place).first();
            let letter = first.and_then(|landmark| self.letters.get(&landmark.kind));
            let sign = letter.copied().unwrap_or('·');
            self.set(self.at(place), sign, None);
        }
    }

    fn route(&mut self, route: &Route) {
        for pair in route.poses().windows(2) {
            let (from, to) = (pair[0].place, pair[1].place);
            if from == to {
                continue;
            }
            self.line(from, to, ['━', '┃', '╲', '╱'], ROUTE);
            let between = self.between(from, to);
            let (a, b) = (self.at(from), self.at(to));
            let arrow = match (b.0 - a.0, b.1 - a.1) {
                (x, y) if x.abs() as f64 * DOWN >= y.abs() as f64 * ACROSS => {
                    if x > 0 {
                        '▶'
                    } else {
                        '◀'
                    }
                }
                (_, y) => {
                    if y > 0 {
                        '▼'
                    } else {
                        '▲'
                    }
                }
            };
            if let Some(cell) = between.get(between.len() / 2) {
                self.set(*cell, arrow, Some(ROUTE));
            }
        }
        self.set(self.at(route.goal().place), '◎', Some(ROUTE));
        self.set(self.at(route.start().place), '●', Some(ROUTE));
    }

    fn print(&self, ink: Ink) -> String {
        let mut out = String::new();
        for row in &self.cells {
            let end = row.iter().rposition(|cell| cell.sign != ' ').map_or(0, |last| last + 1);
            for cell in &row[..end] {
                out.push_str(&paint(&cell.sign.to_string(), cell.color, ink));
            }
            out.push('\n');
        }
        out
    }

    fn legend(&self, ink: Ink) -> String {
        let vocabulary = self.world.vocabulary();
        let passages = self.window.passages(self.world);
        let mut out = String::new();
        for (class, kinds) in kinds_by_class(self.world, &self.places, &passages) {
            let entries = kinds.iter().filter_map(|kind| {
                let letter = self.letters.get(kind)?;
                let colored = class.attachment() == Attachment::Surface;
                let color = colored.then(|| color(vocabulary, *kind));
                Some(format!(
                    "{} {}",
                    paint(&letter.to_string(), color, ink),
                    legible(vocabulary.name(*kind))
                ))
            });
            let entries: Vec<String> = entries.collect();
            if !entries.is_empty() {
                let title = class.entry().plural;
                out.push_str(&format!("{title}: {}\n", entries.join(", ")));
            }
        }
        out
    }
}

pub(super) fn paint(text: &str, color: Option<Color>, ink: Ink) -> String {
    match (color, ink) {
        (Some([red, green, blue]), Ink::Color) => {
            format!("\x1b[38;2;{red};{green};{blue}m{text}\x1b[0m")
        }
        _ => text.to_owned(),
    }
}

/// A letter for every kind that has one: small for floors, capital for what
/// stands at places, the first of its name that no other kind has taken.
fn letters(world: &World) -> BTreeMap<KindId, char> {
    let vocabulary = world.vocabulary();
    let mut letters = BTreeMap::new();
    for attachment in [Attachment::Surface, Attachment::Place] {
        let case = |letter: char| match attachment {
            Attachment::Place => letter.to_ascii_uppercase(),
            _ => letter.to_ascii_lowercase(),
        };
        let mut taken = Vec::new();
        for id in Class::attached(attachment).flat_map(|class| vocabulary.ids(class)) {
            let own = vocabulary.name(id).chars().filter(char::is_ascii_alphabetic);
            let mut all = own.chain('a'..='z').map(case);
            let letter = all.find(|letter| !taken.contains(letter)).unwrap_or('?');
            taken.push(letter);
            letters.insert(id, letter);
        }
    }
    letters
}
