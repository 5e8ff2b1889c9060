//! Names of rooms, where there is room for them.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::areas::shown;
use super::shapes::{Frame, Turn, direction, room_for, surface};
use super::sheet::Sheet;
use super::{INK, Plan, width_of};
use crate::world::document::{AreaKind, Point};
use crate::world::{Area, AreaId, PlaceId};

/// Sizes that are tried, the best first.
const SIZES: [f64; 5] = [11.5, 10.0, 8.8, 7.6, 6.6];
const LINE: f64 = 1.18;

/// A name as it may be set: its lines, and how large each is.
struct Setting {
    lines: Vec<String>,
    shares: Vec<f64>,
}

impl Setting {
    fn size(&self, size: f64) -> [f64; 2] {
        let widths =
            self.lines.iter().zip(&self.shares).map(|(line, share)| width_of(line) * share);
        let high = self.shares.iter().sum::<f64>() * LINE;
        [widths.fold(0.0, f64::max) * size + 4.0, high * size + 2.0]
    }
}

impl Plan<'_> {
    /// Writes the names of a sheet. What was taken after the first so many is
    /// only landmarks: a name may stand on them rather than nowhere.
    pub(super) fn names(&mut self, sheet: &Sheet, before_landmarks: usize) {
        let landmarks = before_landmarks..self.taken.len();
        let world = self.world;
        let mut named = self.named_places(sheet);
        let areas = world.building().areas.iter().enumerate();
        let ids: HashMap<*const Area, AreaId> =
            areas.map(|(number, area)| (std::ptr::from_ref(area), AreaId(number as u32))).collect();
        let mut here: Vec<(AreaId, &Area)> = shown(world.building().areas.iter(), sheet)
            .filter_map(|area| Some((*ids.get(&std::ptr::from_ref(area))?, area)))
            .collect();
        // Small rooms have few places for their name.
        here.sort_by(|a, b| surface(&a.1.outline).total_cmp(&surface(&b.1.outline)));
        for (id, area) in here {
            let inside = named.get(&id).map_or(0, Vec::len);
            let own = match (&area.name, &area.number) {
                (Some(name), number) => {
                    // A name that is the number, or says it, says it once.
                    let number = number.as_deref().filter(|number| !name.contains(*number));
                    Some((name.to_string(), number))
                }
                (None, Some(number)) => Some((number.to_string(), None)),
                (None, None) if inside == 1 => {
                    let name = named.get(&id).map(|all| all[0].1.clone());
                    name.map(|name| (name, None))
                }
                _ => None,
            };
            let Some((name, number)) = own else { continue };
            // A sign says what stairs and lifts are.
            if matches!(area.kind, AreaKind::Stairs | AreaKind::Lift | AreaKind::Escalator) {
                continue;
            }
            if let Some(all) = named.get_mut(&id) {
                all.retain(|(_, other)| *other != name);
            }
            self.name_area(sheet, id, area, (&name, number), &landmarks);
        }
        for (place, name) in named.into_values().flatten() {
            let (x, y) = world.place(place).position;
            let at = sheet.at([x, y]);
            if self.beside(sheet, at, 2.4, &name) {
                self.add(format_args!(
                    "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"1.8\" fill=\"{INK}\"/>\n",
                    at[0], at[1]
                ));
            }
        }
    }

    /// Places with a name of their own, by the area they are in.
    fn named_places(&self, sheet: &Sheet) -> BTreeMap<AreaId, Vec<(PlaceId, String)>> {
        let world = self.world;
        let mut named: BTreeMap<AreaId, Vec<(PlaceId, String)>> = BTreeMap::new();
        for id in world.place_ids() {
            let place = world.place(id);
            let Some(name) = &place.name else { continue };
            let (x, y) = place.position;
            if sheet.shows(place.level) && sheet.window.holds([x, y]) {
                // Those outside of every area stand together at the end.
                let area = place.area.unwrap_or(AreaId(u32::MAX));
                named.entry(area).or_default().push((id, name.to_string()));
            }
        }
        named
    }

    fn name_area(
        &mut self,
        sheet: &Sheet,
        id: AreaId,
        area: &Area,
        (name, number): (&str, Option<&str>),
        landmarks: &Range<usize>,
    ) {
        let rings: Vec<Vec<Point>> = std::iter::once(&area.outline)
            .chain(&area.holes)
            .map(|ring| ring.iter().map(|corner| sheet.at(*corner)).collect())
            .collect();
        let along = direction(&rings[0]);
        let turns: Vec<Turn> = if along.abs() < 1.0 {
            vec![Turn::by(0.0)]
        } else {
            vec![Turn::by(0.0), Turn::by(along)]
        };
        let settings = settings(name, number);
        let nothing = 0..0;
        for (sizes, but) in
            [(0..3, &nothing), (1..3, landmarks), (3..5, &nothing), (3..5, landmarks)]
        {
            for size in SIZES[sizes].iter().copied() {
                for setting in &settings {
                    for turn in &turns {
                        if let Some(at) = self.room(sheet, &rings, setting.size(size), turn, but) {
                            return self.set(at, size, turn, setting);
                        }
                    }
                }
            }
        }
        // No room for the name: a letter, and the name in the legend.
        let letters = letters(self.letters.len());
        let setting = Setting { lines: vec![letters.clone()], shares: vec![1.0] };
        let level = Turn::by(0.0);
        let at = [9.0, 7.0].into_iter().find_map(|size| {
            self.room(sheet, &rings, setting.size(size), &level, &nothing).map(|at| (at, size))
        });
        if let Some((at, size)) = at {
            let name = number.map_or(name.to_owned(), |number| format!("{name} ({number})"));
            self.set(at, size, &level, &setting);
            self.letters.insert(id, (letters, name));
        }
    }

    fn room(
        &self,
        sheet: &Sheet,
        rings: &[Vec<Point>],
        size: [f64; 2],
        turn: &Turn,
        but: &Range<usize>,
    ) -> Option<Point> {
        let page = sheet.frame();
        let frame = Frame::around(rings[0].iter().copied())?;
        let taken = self.taken.iter().enumerate().filter(|(number, _)| !but.contains(number));
        let taken: Vec<Frame> =
            taken.map(|(_, one)| *one).filter(|one| one.meets(&frame)).collect();
        if turn.degrees == 0.0 {
            return room_for(rings, size, &page, &taken);
        }
        let turned: Vec<Vec<Point>> = rings
            .iter()
            .map(|ring| ring.iter().map(|corner| turn.there(*corner)).collect())
            .collect();
        let taken: Vec<Frame> = taken.iter().map(|one| one.turned(turn)).collect();
        let level = room_for(&turned, size, &page.turned(turn), &taken)?;
        let text = Frame::centred(level, size[0], size[1]);
        let fits = text.corners().into_iter().all(|corner| page.holds(turn.back(corner)));
        fits.then(|| turn.back(level))
    }

    fn set(&mut self, at: Point, size: f64, turn: &Turn, setting: &Setting) {
        let [wide, high] = setting.size(size);
        let level = turn.there(at);
        let mut y = level[1] - high / 2.0 + 1.0;
        for (number, (line, share)) in setting.lines.iter().zip(&setting.shares).enumerate() {
            let high = size * share * LINE;
            let middle = turn.back([level[0], y + high / 2.0]);
            y += high;
            let style = match number {
                0 => format!("class=\"name\" fill=\"{INK}\""),
                _ => "fill=\"#6b6659\"".to_owned(),
            };
            let style =
                if *share == 1.0 { format!("fill=\"{INK}\" class=\"name\"") } else { style };
            self.text(middle, (size * share * 10.0).round() / 10.0, turn.degrees, &style, line);
        }
        let text = Frame::centred(level, wide, high);
        // Turned back, the box of a slanted text would be far too large: small
        // ones along it do.
        if turn.degrees == 0.0 {
            self.taken.push(text);
            return;
        }
        let pieces = (wide / high).ceil().max(1.0) as usize;
        for piece in 0..pieces {
            let x = text.left + wide * (piece as f64 + 0.5) / pieces as f64;
            self.taken.push(Frame::centred(turn.back([x, level[1]]), high, high));
        }
    }
}

/// How a name may be set: on one line, on two or three, with its number below.
fn settings(name: &str, number: Option<&str>) -> Vec<Setting> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let mut all = vec![vec![words.join(" ")]];
    if words.len() > 1 {
        // The break that makes both lines most alike.
        let off = |split: &usize| {
            (width_of(&words[..*split].join(" ")) - width_of(&words[*split..].join(" "))).abs()
        };
        if let Some(split) = (1..words.len()).min_by(|a, b| off(a).total_cmp(&off(b))) {
            all.push(vec![words[..split].join(" "), words[split..].join(" ")]);
        }
    }
    if words.len() == 3 {
        all.push(words.iter().map(|word| (*word).to_owned()).collect());
    }
    let with_number = number.into_iter().flat_map(|number| {
        all.iter().map(move |lines| {
            let mut setting = Setting { lines: lines.clone(), shares: vec![1.0; lines.len()] };
            setting.lines.push(number.to_owned());
            setting.shares.push(0.8);
            setting
        })
    });
    let mut settings: Vec<Setting> = with_number.collect();
    settings.extend(
        all.iter().map(|lines| Setting { lines: lines.clone(), shares: vec![1.0; lines.len()] }),
    );
    settings
}

/// A, B, ... Z, AA, AB, ...
fn letters(number: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = number + 1;
    while rest > 0 {
        letters.push(char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_z() {
        assert_eq!([0, 1, 25, 26, 27, 702].map(letters), ["A", "B", "Z", "AA", "AB", "AAA"]);
    }

    #[test]
    fn long_names_break_where_both_lines_are_alike() {
        let lines: Vec<Vec<String>> =
            settings("Hydrotherapy pool", Some("1.33")).into_iter().map(|one| one.lines).collect();
        assert!(lines.contains(&vec!["Hydrotherapy".into(), "pool".into(), "1.33".into()]));
        assert_eq!(lines.last().unwrap(), &["Hydrotherapy", "pool"]);
    }
}
