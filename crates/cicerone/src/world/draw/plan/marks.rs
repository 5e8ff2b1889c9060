//! Landmarks, and the signs of stairs and lifts.

use std::collections::BTreeSet;

use super::shapes::Frame;
use super::sheet::Sheet;
use super::{Plan, width_of};
use crate::world::document::{ConnectionKind, Point, Travels};
use crate::world::{Fixture, KindId, PassageId};

const SIGN: &str = "#2b5c8a";
/// Half a sign's side, in pixels.
const HALF: f64 = 7.5;

/// How large the mark of a landmark is.
fn radius(sheet: &Sheet) -> f64 {
    if sheet.scale < 9.0 { 4.4 } else { 5.4 }
}

impl Plan<'_> {
    /// The kinds of landmark in the picture get numbers, in the order of their
    /// names.
    pub(super) fn number_kinds(&mut self) {
        let vocabulary = self.world.vocabulary();
        let fixtures = self.world.building().fixtures.iter();
        let shown = fixtures.filter(|one| self.is_shown(one));
        let kinds: BTreeSet<(&str, KindId)> =
            shown.map(|one| (vocabulary.name(one.kind), one.kind)).collect();
        self.numbers =
            kinds.into_iter().enumerate().map(|(number, (_, kind))| (kind, number + 1)).collect();
    }

    fn is_shown(&self, fixture: &Fixture) -> bool {
        let holds = |sheet: &Sheet| sheet.shows(fixture.level) && sheet.window.holds(fixture.at);
        self.sheets.iter().any(holds)
    }

    /// A number for what it is, and its name or what is written on it where
    /// there is room; a dot where another is too near.
    pub(super) fn landmarks(&mut self, sheet: &Sheet) {
        let fixtures = &self.world.building().fixtures;
        let here =
            |fixture: &&Fixture| sheet.shows(fixture.level) && sheet.window.holds(fixture.at);
        let mut here: Vec<&Fixture> = fixtures.iter().filter(here).collect();
        // What has a name comes first, then what is large.
        here.sort_by(|a, b| {
            let key = |one: &Fixture| (one.name.is_none(), one.text.is_none());
            let size = |one: &Fixture| one.size.unwrap_or(0.0);
            key(a).cmp(&key(b)).then(size(b).total_cmp(&size(a)))
        });
        let radius = radius(sheet);
        for fixture in here {
            let at = sheet.at(fixture.at);
            let frame = Frame::centred(at, 2.0 * radius, 2.0 * radius);
            let Some(number) = self.numbers.get(&fixture.kind).copied() else { continue };
            if self.taken.iter().any(|one| one.meets(&frame)) {
                self.add(format_args!(
                    "<use class=\"landmark\" href=\"#dot\" x=\"{:.1}\" y=\"{:.1}\"/>\n",
                    at[0], at[1]
                ));
                continue;
            }
            self.taken.push(frame);
            // There may be hundreds: what a number looks like is said once.
            self.add(format_args!(
                "<use class=\"landmark\" href=\"#kind{number}\" x=\"{:.1}\" y=\"{:.1}\"/>\n",
                at[0], at[1]
            ));
            self.shown.kinds.insert(fixture.kind);
            let said = fixture.name.as_deref().or(fixture.text.as_deref());
            if let Some(said) = said {
                self.beside(sheet, at, radius, said);
            }
        }
    }

    /// The marks that were used.
    pub(super) fn numbers(&mut self) {
        let Some(radius) = self.sheets.first().map(radius) else { return };
        let numbers: Vec<usize> =
            self.shown.kinds.iter().filter_map(|kind| self.numbers.get(kind).copied()).collect();
        self.out.push_str("<defs>\n");
        for number in numbers {
            self.add(format_args!("<g id=\"kind{number}\">"));
            self.number([0.0, 0.0], radius, number);
            self.out.push_str("</g>\n");
        }
        self.out.push_str("</defs>\n");
    }

    pub(super) fn number(&mut self, at: Point, radius: f64, number: usize) {
        self.add(format_args!(
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\" fill=\"#fff6e0\" \
             stroke=\"#8a5a1c\" stroke-width=\"1\"/><text x=\"{:.1}\" y=\"{:.1}\" \
             font-size=\"{:.1}\" text-anchor=\"middle\" fill=\"#4a2f08\">{number}</text>\n",
            at[0],
            at[1],
            at[0],
            at[1] + radius * 0.44,
            radius * 1.25
        ));
    }

    /// A small name beside a mark, on a side where there is room.
    pub(super) fn beside(&mut self, sheet: &Sheet, at: Point, radius: f64, text: &str) -> bool {
        const SIZE: f64 = 7.0;
        let wide = width_of(text) * SIZE;
        let aside = radius + 2.0 + wide / 2.0;
        let above = radius + 1.5 + SIZE / 2.0;
        let sides = [[aside, 0.0], [-aside, 0.0], [0.0, above], [0.0, -above]];
        for [x, y] in sides {
            let middle = [at[0] + x, at[1] + y];
            let frame = Frame::centred(middle, wide, SIZE);
            let page = sheet.frame();
            let fits =
                page.holds([frame.left, frame.top]) && page.holds([frame.right, frame.bottom]);
            if fits && !self.taken.iter().any(|one| one.meets(&frame)) {
                self.taken.push(frame);
                self.text(middle, SIZE, 0.0, "fill=\"#5d4517\" font-style=\"italic\"", text);
                return true;
            }
        }
        false
    }

    /// Stairs between a storey and its landings: steps on the way.
    pub(super) fn flights(&mut self, sheet: &Sheet) {
        let world = self.world;
        for id in (0..world.passages().len() as u32).map(PassageId) {
            let passage = world.passage(id);
            let Some(connection) = passage.connection else { continue };
            let [a, b] = passage.ends.map(|end| world.place(end));
            if !sheet.shows(a.level) || !sheet.shows(b.level) {
                continue;
            }
            let [a, b] = [a, b].map(|end| sheet.at([end.position.0, end.position.1]));
            let wide = (2.0 * sheet.scale).clamp(5.0, 24.0);
            let dash = match world.connection(connection).kind {
                ConnectionKind::Stairs | ConnectionKind::Escalator => "1.4 1.8",
                _ => "none",
            };
            for (stroke, dash) in [("#f1efe9", "none"), ("#b9b3a6", dash)] {
                self.add(format_args!(
                    "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{stroke}\" \
                     stroke-width=\"{wide:.1}\" stroke-dasharray=\"{dash}\"/>\n",
                    a[0], a[1], b[0], b[1]
                ));
            }
        }
    }

    /// A sign where one gets on or off.
    pub(super) fn connections(&mut self, sheet: &Sheet) {
        let world = self.world;
        let mut signs: Vec<(ConnectionKind, Point)> = Vec::new();
        for connection in &world.building().connections {
            for stop in connection.stops.iter().filter(|stop| sheet.shows(stop.level)) {
                let at = sheet.at(stop.at);
                let same = |(kind, other): &(ConnectionKind, Point)| {
                    *kind == connection.kind
                        && (other[0] - at[0]).hypot(other[1] - at[1]) < 2.6 * HALF
                };
                if !sheet.window.holds(stop.at) || signs.iter().any(same) {
                    continue;
                }
                signs.push((connection.kind, at));
                // Beside the marks of the way, if one is there.
                let far = 2.0 * HALF + 4.0;
                let beside = [[0.0, 0.0], [0.0, -far], [0.0, far], [-far, 0.0], [far, 0.0]];
                let free = |at: &Point| {
                    let frame = Frame::centred(*at, 2.0 * HALF, 2.0 * HALF);
                    !self.badges.iter().any(|one| one.meets(&frame))
                };
                let tried = beside.into_iter().map(|[x, y]| [at[0] + x, at[1] + y]);
                let at = tried.into_iter().find(free).unwrap_or(at);
                self.taken.push(Frame::centred(at, 2.0 * HALF + 2.0, 2.0 * HALF + 2.0));
                self.sign(at, connection.kind, connection.travels);
            }
        }
    }

    /// The sign of a connection: white on blue, as on walls.
    pub(super) fn sign(&mut self, [x, y]: Point, kind: ConnectionKind, travels: Travels) {
        self.shown.connections.insert(kind);
        let drawing = match kind {
            ConnectionKind::Stairs => "M-5 4.5H-2.2V1.8H.6V-.9H3.4V-3.8H5.4",
            ConnectionKind::Escalator => "M-5.2 4H-2.4L3-3.2H5.4M-2.4 0L1-4.4",
            ConnectionKind::Lift => "M-3-.8L0-4.6L3-.8ZM-3 .9L0 4.7L3 .9Z",
            ConnectionKind::Ramp => "M-5.2 4H5.2V-2.6Z",
        };
        let fill = match kind {
            ConnectionKind::Lift | ConnectionKind::Ramp => "#fff",
            _ => "none",
        };
        let arrow = match travels {
            Travels::Both => "",
            Travels::Up => "M-4.8-1.2V-5M-6-3.6L-4.8-5.2L-3.6-3.6",
            Travels::Down => "M-4.8-5V-1.2M-6-2.6L-4.8-1L-3.6-2.6",
        };
        self.add(format_args!(
            "<g class=\"connection\" transform=\"translate({x:.1} {y:.1})\"><rect x=\"-{HALF}\" \
             y=\"-{HALF}\" width=\"{s}\" height=\"{s}\" rx=\"2.4\" fill=\"{SIGN}\" stroke=\"#fff\"/>\
             <path d=\"{drawing}{arrow}\" fill=\"{fill}\" stroke=\"#fff\" stroke-width=\"1.4\" \
             stroke-linejoin=\"round\"/></g>\n",
            s = 2.0 * HALF
        ));
    }
}
