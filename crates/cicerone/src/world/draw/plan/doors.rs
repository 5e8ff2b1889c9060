//! Doors: a gap in the wall, and the wings as they swing or slide.

use super::areas::{fill, shown};
use super::shapes::{Frame, inside, surface};
use super::sheet::Sheet;
use super::{INK, Plan};
use crate::world::document::{Access, AreaKind, DoorKind, Point};
use crate::world::{Area, Door};

const CLOSED: &str = "#b3261e";
const EXIT: &str = "#2c7a3f";

/// A door on the page: its jambs, and the side its wings open to.
struct Leaf {
    jambs: [Point; 2],
    /// From the first jamb to the second.
    along: Point,
    /// Across the wall, into the room.
    into: Point,
    wide: f64,
}

impl Leaf {
    fn at(&self, along: f64, into: f64) -> Point {
        [0, 1].map(|axis| {
            self.jambs[0][axis]
                + self.along[axis] * self.wide * along
                + self.into[axis] * self.wide * into
        })
    }

    /// One wing from a hinge, open at a right angle, with the arc it swings
    /// along. Hinge and closed end are shares of the width.
    fn wing(&self, hinge: f64, shut: f64) -> String {
        let reach = (shut - hinge).abs();
        let [h, open, end] = [self.at(hinge, 0.0), self.at(hinge, reach), self.at(shut, 0.0)];
        let r = reach * self.wide;
        // The arc runs the short way round, on whichever side that is.
        let cross = (open[0] - h[0]) * (end[1] - h[1]) - (open[1] - h[1]) * (end[0] - h[0]);
        let sweep = u8::from(cross > 0.0);
        format!(
            "M{:.1} {:.1}L{:.1} {:.1}A{r:.1} {r:.1} 0 0 {sweep} {:.1} {:.1}",
            h[0], h[1], open[0], open[1], end[0], end[1]
        )
    }

    /// A wing that slides: a thin line beside the wall.
    fn slide(&self, from: f64, to: f64) -> String {
        let aside = (2.2 / self.wide).min(0.3);
        let [a, b] = [self.at(from, aside), self.at(to, aside)];
        format!("M{:.1} {:.1}L{:.1} {:.1}", a[0], a[1], b[0], b[1])
    }
}

/// One wing is a metre wide or so: what is wider has two, and a gateway's do
/// not swing.
fn drawn_as(kind: DoorKind, width: f64) -> DoorKind {
    match kind {
        DoorKind::Door | DoorKind::Hinged | DoorKind::DoubleHinged | DoorKind::EmergencyExit
            if width > 4.0 =>
        {
            DoorKind::DoubleSliding
        }
        DoorKind::Door | DoorKind::Hinged if width > 1.6 => DoorKind::DoubleHinged,
        kind => kind,
    }
}

impl Plan<'_> {
    pub(super) fn doors(&mut self, sheet: &Sheet) {
        let world = self.world;
        let doors = world.building().doors.iter().filter(|door| sheet.shows(door.level));
        for door in doors {
            if door.line.iter().any(|end| sheet.window.grown(3.0).holds(*end)) {
                self.door(door, sheet);
            }
        }
    }

    fn door(&mut self, door: &Door, sheet: &Sheet) {
        let jambs = door.line.map(|end| sheet.at(end));
        let [dx, dy] = [jambs[1][0] - jambs[0][0], jambs[1][1] - jambs[0][1]];
        let wide = dx.hypot(dy);
        if wide < 0.5 {
            return;
        }
        let along = [dx / wide, dy / wide];
        let inward = self.inward(door, sheet);
        let into = [-along[1] * inward, along[0] * inward];
        let leaf = Leaf { jambs, along, into, wide };
        let [a, b] = jambs;
        // The wall is open there.
        let ground = self.beyond(door, sheet, -inward).map_or("#fffefb", fill);
        let ground = if ground.starts_with("url") { "#ffffff" } else { ground };
        self.add(format_args!(
            "<path class=\"door\" d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{ground}\" \
             stroke-width=\"3.4\"/>\n",
            a[0], a[1], b[0], b[1]
        ));
        let ink = match (door.access, door.kind) {
            (Access::Public, DoorKind::EmergencyExit) => EXIT,
            (Access::Public, _) => INK,
            _ => {
                self.shown.has_restricted = true;
                CLOSED
            }
        };
        let [c, d] = door.line;
        let wings = match drawn_as(door.kind, (c[0] - d[0]).hypot(c[1] - d[1])) {
            DoorKind::Opening => String::new(),
            DoorKind::Door | DoorKind::Hinged | DoorKind::EmergencyExit => leaf.wing(0.0, 1.0),
            DoorKind::DoubleHinged => leaf.wing(0.0, 0.5) + &leaf.wing(1.0, 0.5),
            DoorKind::Sliding => leaf.slide(0.0, 0.75),
            DoorKind::DoubleSliding => leaf.slide(0.0, 0.42) + &leaf.slide(0.58, 1.0),
            DoorKind::Gate => {
                format!("M{:.1} {:.1}L{:.1} {:.1}", a[0], a[1], b[0], b[1])
            }
            DoorKind::Revolving => {
                let [c, r] = [leaf.at(0.5, 0.0), [wide / 2.0, 0.0]];
                format!(
                    "M{:.1} {:.1}a{r:.1} {r:.1} 0 1 0 {w:.1} 0a{r:.1} {r:.1} 0 1 0-{w:.1} 0\
                     M{:.1} {:.1}l{d:.1} {d:.1}m0-{d:.1}l-{d:.1} {d:.1}",
                    c[0] - r[0],
                    c[1],
                    c[0] - r[0] * 0.7,
                    c[1] - r[0] * 0.7,
                    r = r[0],
                    w = wide,
                    d = r[0] * 1.4
                )
            }
        };
        let style = match door.kind {
            DoorKind::Gate => "stroke-width=\"1.6\" stroke-dasharray=\"3 2\"",
            DoorKind::Sliding | DoorKind::DoubleSliding => "stroke-width=\"1.8\"",
            _ => "stroke-width=\".9\"",
        };
        if !wings.is_empty() {
            self.add(format_args!(
                "<path d=\"{wings}\" fill=\"none\" stroke=\"{ink}\" {style}/>\n"
            ));
            self.taken.push(Frame::centred(leaf.at(0.5, 0.2), 8.0, 8.0));
        }
        if door.entrance {
            self.entrance(door, &leaf, ink);
        }
    }

    /// The side wings open to: into a room rather than a corridor, into
    /// the building rather than out of it. 1 is to the right of the line.
    fn inward(&self, door: &Door, sheet: &Sheet) -> f64 {
        let [right, left] =
            [1.0, -1.0].map(|hand| match self.beyond(door, sheet, hand).map(|area| area.kind) {
                Some(AreaKind::Room | AreaKind::Restroom) => 0,
                Some(AreaKind::Stairs | AreaKind::Lift | AreaKind::Escalator) => 1,
                Some(AreaKind::Hall) => 2,
                Some(AreaKind::Outdoors) => 4,
                Some(_) => 3,
                None => 5,
            });
        if right <= left { 1.0 } else { -1.0 }
    }

    /// The smallest area on one side of a door.
    fn beyond(&self, door: &Door, sheet: &Sheet, hand: f64) -> Option<&Area> {
        let [a, b] = door.line;
        let long = (b[0] - a[0]).hypot(b[1] - a[1]).max(1e-9);
        let across = [-(b[1] - a[1]) / long, (b[0] - a[0]) / long];
        let beside =
            |far: f64| [0, 1].map(|axis| (a[axis] + b[axis]) / 2.0 + across[axis] * hand * far);
        [0.15, 0.5].into_iter().find_map(|far| {
            let at = beside(far);
            shown(self.world.building().areas.iter(), sheet)
                .filter(|area| area.level == door.level && inside(&area.outline, at))
                .min_by(|a, b| surface(&a.outline).total_cmp(&surface(&b.outline)))
        })
    }

    /// A wedge outside that points in.
    fn entrance(&mut self, door: &Door, leaf: &Leaf, ink: &str) {
        let fill = if door.access == Access::Public { EXIT } else { ink };
        let middle = leaf.at(0.5, 0.0);
        let tip = [0, 1].map(|axis| middle[axis] - leaf.into[axis] * 3.0);
        let base = [0, 1].map(|axis| middle[axis] - leaf.into[axis] * 13.0);
        let [one, other] =
            [6.0, -6.0].map(|aside| [0, 1].map(|axis| base[axis] + leaf.along[axis] * aside));
        self.add(format_args!(
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" fill=\"{fill}\"/>\n",
            tip[0], tip[1], one[0], one[1], other[0], other[1]
        ));
        self.taken.push(Frame::centred(base, 16.0, 16.0));
        self.shown.has_entrance = true;
    }
}
