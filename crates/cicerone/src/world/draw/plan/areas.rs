//! Areas and walls.

use super::shapes::{Frame, direction};
use super::sheet::Sheet;
use super::{INK, Plan, points};
use crate::world::document::{Access, AreaKind, Unit};
use crate::world::{Area, PassageId};

/// What surfaces are filled with beside plain colours.
pub(super) const PATTERNS: &str = "<defs>\
<pattern id=\"void\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" \
patternTransform=\"rotate(45)\"><rect width=\"7\" height=\"7\" fill=\"#fbfbfa\"/>\
<path d=\"M0 0V7\" stroke=\"#dcdad5\" stroke-width=\"1.4\"/></pattern>\
<circle id=\"dot\" r=\"1.8\" fill=\"#8a6a2f\" stroke=\"#fff\" stroke-width=\".6\"/></defs>\n";

/// What is paved outside of any area is drawn so wide, in units.
const PATH: f64 = 1.8;

impl Plan<'_> {
    pub(super) fn areas(&mut self, sheet: &Sheet) {
        let world = self.world;
        let mut here: Vec<&Area> = shown(world.building().areas.iter(), sheet).collect();
        // The outdoors lies under what stands on it.
        here.sort_by_key(|area| area.kind != AreaKind::Outdoors);
        for area in here {
            let shape = shape(area, sheet);
            let fill = fill(area);
            self.add(format_args!("<path d=\"{shape}\" fill=\"{fill}\" fill-rule=\"evenodd\"/>\n"));
            match area.kind {
                AreaKind::Stairs | AreaKind::Escalator => self.treads(area, sheet),
                AreaKind::Lift => self.cross(area, sheet),
                AreaKind::Void => self.shown.has_void = true,
                _ => {}
            }
            if area.access != Access::Public {
                self.shown.has_restricted = true;
            }
        }
    }

    /// Lines across the way one climbs.
    fn treads(&mut self, area: &Area, sheet: &Sheet) {
        let ring: Vec<_> = area.outline.iter().map(|corner| sheet.at(*corner)).collect();
        let Some(frame) = Frame::around(ring.iter().copied()) else { return };
        // Level with the longest side, the steps are upright lines.
        let turn = super::shapes::Turn::by(direction(&ring));
        let Some(level) = Frame::around(ring.iter().map(|corner| turn.there(*corner))) else {
            return;
        };
        let step = (0.32 * sheet.scale).max(3.0);
        if level.width() / step > 400.0 {
            return;
        }
        let id = format!("steps{}", self.shown.clips);
        self.shown.clips += 1;
        let shape = shape(area, sheet);
        self.add(format_args!("<clipPath id=\"{id}\"><path d=\"{shape}\"/></clipPath>"));
        let mut lines = String::new();
        let mut x = level.left + step;
        while x < level.right {
            let [a, b] = [[x, level.top], [x, level.bottom]].map(|end| turn.back(end));
            lines.push_str(&format!("M{:.1} {:.1}L{:.1} {:.1}", a[0], a[1], b[0], b[1]));
            x += step;
        }
        if frame.width() > 0.0 {
            self.add(format_args!(
                "<path clip-path=\"url(#{id})\" d=\"{lines}\" stroke=\"#b9b3a6\" \
                 stroke-width=\".8\"/>\n"
            ));
        }
    }

    /// The sign architects have for a lift: its cabin, crossed.
    fn cross(&mut self, area: &Area, sheet: &Sheet) {
        let corners: Vec<_> = area.outline.iter().map(|corner| sheet.at(*corner)).collect();
        if let [a, b, c, d] = corners[..] {
            self.add(format_args!(
                "<path d=\"M{:.1} {:.1}L{:.1} {:.1}M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#b3adc6\" \
                 stroke-width=\".9\"/>\n",
                a[0], a[1], c[0], c[1], b[0], b[1], d[0], d[1]
            ));
        }
    }

    /// Outlines as walls, and the walls that no outline tells of: all that look
    /// alike as one shape, for there may be thousands.
    pub(super) fn walls(&mut self, sheet: &Sheet) {
        let world = self.world;
        let thick = (0.13 * sheet.scale).clamp(1.1, 2.4);
        let (mut walls, mut edges, mut brinks, mut panes) =
            (String::new(), String::new(), String::new(), String::new());
        for area in shown(world.building().areas.iter(), sheet) {
            match area.kind {
                AreaKind::Outdoors => {}
                AreaKind::Platform => edges.push_str(&shape(area, sheet)),
                AreaKind::Void => brinks.push_str(&shape(area, sheet)),
                _ => walls.push_str(&shape(area, sheet)),
            }
        }
        for wall in world.building().partitions.iter().filter(|wall| sheet.shows(wall.level)) {
            let line = points(wall.line.iter().map(|corner| sheet.at(*corner)));
            let all = if wall.see_through { &mut panes } else { &mut walls };
            all.push_str(&format!("M{line}"));
        }
        let solid = format!("stroke=\"{INK}\" stroke-width=\"{thick:.1}\"");
        let styles = [
            (edges, "stroke=\"#a9a498\" stroke-width=\"1\""),
            (brinks, "stroke=\"#a9a498\" stroke-width=\".9\" stroke-dasharray=\"4 3\""),
            (walls, solid.as_str()),
            (panes, "stroke=\"#5b8fb0\" stroke-width=\"1.2\" stroke-dasharray=\"5 2\""),
        ];
        for (shape, style) in styles.into_iter().filter(|(shape, _)| !shape.is_empty()) {
            self.add(format_args!(
                "<path class=\"wall\" d=\"{shape}\" fill=\"none\" {style} \
                 stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n"
            ));
        }
    }

    /// Ways outside of any area, as paths; all of them if they are asked for.
    pub(super) fn ways(&mut self, sheet: &Sheet) {
        let world = self.world;
        let wide = match world.unit() {
            Unit::Metre => (PATH * sheet.scale).max(3.0),
            Unit::Passage => 5.0,
        };
        let mut paths = String::new();
        let mut lines = String::new();
        for id in (0..world.passages().len() as u32).map(PassageId) {
            let passage = world.passage(id);
            let ends = passage.ends.map(|end| world.place(end));
            if !ends.iter().all(|end| sheet.shows(end.level)) || passage.connection.is_some() {
                continue;
            }
            let [a, b] = ends.map(|end| [end.position.0, end.position.1]);
            let window = sheet.window.grown(5.0);
            if !(window.holds(a) || window.holds(b)) {
                continue;
            }
            let [a, b] = [sheet.at(a), sheet.at(b)];
            let line = format!("M{:.1} {:.1}L{:.1} {:.1}", a[0], a[1], b[0], b[1]);
            if ends.iter().any(|end| end.area.is_none() && end.door.is_none()) {
                paths.push_str(&line);
            }
            if self.options.has_ways {
                lines.push_str(&line);
            }
        }
        for (stroke, width) in [("#cfc9bb", wide + 1.6), ("#f6f2e8", wide)] {
            if !paths.is_empty() {
                self.add(format_args!(
                    "<path d=\"{paths}\" stroke=\"{stroke}\" stroke-width=\"{width:.1}\" \
                     stroke-linecap=\"round\"/>\n"
                ));
            }
        }
        if !lines.is_empty() {
            self.add(format_args!(
                "<path class=\"ways\" d=\"{lines}\" stroke=\"#3f7fc1\" stroke-width=\"1\"/>\n"
            ));
        }
    }
}

/// Areas with an outline of which something is in the picture.
pub(super) fn shown<'a>(
    areas: impl Iterator<Item = &'a Area>,
    sheet: &Sheet,
) -> impl Iterator<Item = &'a Area> {
    areas.filter(|area| {
        sheet.shows(area.level)
            && area.outline.len() > 2
            && Frame::around(area.outline.iter().copied())
                .is_some_and(|frame| frame.meets(&sheet.window))
    })
}

/// An area as path data.
fn shape(area: &Area, sheet: &Sheet) -> String {
    let rings = std::iter::once(&area.outline).chain(&area.holes);
    let ring = |ring: &Vec<_>| points(ring.iter().map(|corner| sheet.at(*corner)));
    rings.map(|one| format!("M{}Z", ring(one))).collect()
}

pub(super) fn fill(area: &Area) -> &'static str {
    match area.kind {
        AreaKind::Void => "url(#void)",
        AreaKind::Stairs | AreaKind::Escalator => "#f1efe9",
        AreaKind::Lift => "#e6e2f0",
        _ if area.access != Access::Public => "#e9e7e4",
        AreaKind::Room => "#f8efdc",
        AreaKind::Corridor => "#fffefb",
        AreaKind::Hall => "#fdf8ea",
        AreaKind::Restroom => "#dfecf5",
        AreaKind::Ramp => "#f1efe9",
        AreaKind::Platform => "#efece4",
        AreaKind::Outdoors => "#eaf2e0",
    }
}
