//! What one sees along a straight stretch of a building: doors and ways off on
//! either hand, what stands there, what lies ahead, each with its side and
//! metres.
//!
//! Only what is in line of sight counts, where walls are known. Ways off are
//! found in the walls themselves: where the wall on one hand falls back for a
//! few metres something opens there, whatever the map calls it.

use crate::world::document::{AreaKind, DoorKind, Point};
use crate::world::layout::{Placed, middle};
use crate::world::walls::{By, Walls, unit};
use crate::world::{
    AreaId, ConnectionId, DoorId, FixtureId, Heading, Leg, LevelId, Side, World,
    course::{far, heading},
};

/// Things farther aside are not taken for a mark of the way, in metres; stairs
/// and lifts farther than this.
const ASIDE: f64 = 6.0;
const STOP_ASIDE: f64 = 9.0;
/// One looks so far ahead.
const AHEAD: f64 = 40.0;
/// One looks at a thing from so many metres before it.
const STANDS: [f64; 6] = [0.0, 1.0, 2.0, 3.0, 4.0, 6.0];
/// A thing less than this aside is in the way or straight ahead.
const IN_THE_WAY: f64 = 0.7;
/// How often one looks to either hand, in metres.
const STEP: f64 = 0.25;
/// One looks so far to either hand.
const PROFILE: f64 = 9.0;
/// The wall must fall back by so much for a way off.
const FALLS_BACK: f64 = 2.2;
/// It falls back by so much at once.
const EDGE: f64 = 1.5;
/// At once is within so many looks.
const EDGE_LOOKS: usize = 3;
/// A way off is at least so wide, and at most.
const WIDTHS: std::ops::RangeInclusive<f64> = 0.9..=12.0;
/// A door no farther off than this from the wall one walks along is in it.
const IN_THE_WALL: f64 = 1.4;
/// What a gap in it leads into begins so many metres behind it.
const BEHIND: f64 = 1.0;
/// A door is across the way that makes a greater angle with it (the cosine of that),
/// and not beside it if all of it is so far aside, in metres.
const FACES_ALONG: f64 = 0.5;
const BESIDE_THE_LINE: f64 = 1.0;
/// A door is walked along that makes a smaller angle with the way (the cosine of
/// that).
const GRAZED: f64 = 0.85;
/// A lift's own door is no farther from where one gets on.
const OWN_DOOR: f64 = 2.5;
/// In a space this wide on one hand nothing opens: it is open.
const OPEN: f64 = 5.5;

/// True for a wide way off that one may call a corridor and another an opening.
pub(crate) fn is_hardly_a_corridor(width: f64, depth: f64) -> bool {
    let long = depth / width;
    let is_about_as_long = (2.5..4.0).contains(&long) && width > 4.0;
    let is_about_as_wide = (5.9..7.0).contains(&width) && long > 2.5;
    is_about_as_long && width < 7.0 || is_about_as_wide
}

/// No corridor is wider, in metres.
const WIDEST_CORRIDOR: f64 = 6.0;
/// What opens wider than this is wide, in metres.
pub(crate) const WIDE: f64 = 3.0;

/// True if a way off so wide and so deep looks like a corridor: a wide one is long.
pub(crate) fn is_corridor(width: f64, depth: f64) -> bool {
    depth >= 5.0 && (width <= 4.5 || width <= WIDEST_CORRIDOR && depth >= 3.5 * width)
}

/// What one sees along a stretch.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outlook {
    /// The level.
    pub level: LevelId,
    /// Metres to where the stretch ends.
    pub length: f64,
    /// Metres to the wall or closed door that ends the way straight on.
    pub reach: f64,
    /// The closed door there, if it is one.
    pub door_ahead: Option<DoorId>,
    /// Metres between the walls on either hand, as a rule; `None` where it is
    /// open, or no walls are known.
    pub width: Option<f64>,
    /// How long the piece of the line is that the width was measured on.
    measured: f64,
    /// What there is, by metres along the stretch and beyond.
    pub items: Vec<Item>,
}

/// One thing one sees along a stretch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Item {
    /// What it is.
    pub what: Sighted,
    /// On which side one has it when one comes by.
    pub side: Side,
    /// Metres along the stretch to where one is beside it.
    pub along: f64,
    /// Metres aside.
    pub aside: f64,
    /// True if one sees it through an opening, in an area that one does not
    /// come through.
    pub elsewhere: bool,
}

/// One thing one sees from a point, whichever way one turns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Around {
    /// What it is.
    pub what: Sighted,
    /// The direction it is in.
    pub heading: Heading,
    /// Metres to it.
    pub metres: f64,
}

/// What can be seen in a building.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Sighted {
    /// A door, or an opening that the map knows.
    Door(DoorId),
    /// A way off: the wall falls back.
    Way {
        /// How wide it is.
        width: f64,
        /// How far one sees into it.
        depth: f64,
    },
    /// Where one gets on a lift, stairs, an escalator or a ramp.
    Connection(ConnectionId),
    /// What stands, hangs or is written there.
    Fixture(FixtureId),
}

impl Outlook {
    /// What one sees along a leg of a route.
    pub(crate) fn along(world: &World, leg: &Leg) -> Outlook {
        let length = leg.length();
        let walls = world.layout().walls();
        let count = leg.line.len();
        let ahead = unit(leg.line[count - 2], leg.end()).unwrap_or([0.0, -1.0]);
        let most = if walls.is_empty(leg.level) { 0.0 } else { AHEAD };
        let beyond = walls.reach(leg.level, leg.end(), ahead, most, By::Eye);
        let last = [leg.end()[0] + ahead[0] * beyond, leg.end()[1] + ahead[1] * beyond];
        let mut line = leg.line.clone();
        line[count - 1] = last;
        let past = [last[0] + ahead[0] * 0.3, last[1] + ahead[1] * 0.3];
        let crossed = walls.doors_between(leg.level, leg.end(), past);
        let door_ahead = crossed.last().map(|(_, door)| *door);
        let door_ahead = door_ahead
            .filter(|door| !matches!(world.door(*door).kind, DoorKind::Opening | DoorKind::Gate));
        let mut outlook = Outlook {
            level: leg.level,
            length,
            reach: length + beyond,
            door_ahead,
            width: None,
            measured: 0.0,
            items: vec![],
        };
        let mut done = 0.0;
        for (number, pair) in line.windows(2).enumerate() {
            let is_first = number == 0;
            let passed: Vec<Option<AreaId>> = leg.areas.iter().map(|(_, area)| *area).collect();
            outlook.look(world, [pair[0], pair[1]], done, is_first, &passed);
            done += far(pair[0], pair[1]);
        }
        outlook.items.sort_by(|a, b| a.along.total_cmp(&b.along));
        outlook
    }

    /// What one sees from a point within so many metres, the nearest first.
    pub(crate) fn around(world: &World, level: LevelId, at: Point, within: f64) -> Vec<Around> {
        let layout = world.layout();
        let walls = layout.walls();
        let seen = layout.near(level, at, at, within).into_iter().filter_map(|placed| {
            let (what, spot) = spotted(world, placed);
            let metres = far(at, spot);
            let is_seen = match what {
                Sighted::Door(id) => walls.shows_door(level, at, spot, id),
                Sighted::Connection(_) => shows_stop(walls, level, at, spot),
                _ => walls.is_clear(level, at, spot, By::Eye),
            };
            let is_near = metres <= within && metres > 0.05;
            let here = layout.area_at(world, level, at);
            (is_near && is_seen && !is_name_of(world, what, here)).then(|| Around {
                what,
                heading: heading(at, spot),
                metres,
            })
        });
        let mut seen: Vec<Around> = seen.collect();
        seen.sort_by(|a, b| a.metres.total_cmp(&b.metres));
        seen
    }

    /// The direction that walls about a point have, nearest to a wanted one.
    pub(crate) fn lined_up(
        world: &World,
        level: LevelId,
        at: Point,
        wanted: Heading,
    ) -> Option<Heading> {
        let [x, y] = world.layout().walls().grain(level, at)?;
        let along = heading([0.0, 0.0], [x, y]);
        let axes = [0.0, 90.0, 180.0, 270.0].map(|turn| along.turned(turn));
        let off = |axis: &Heading| wanted.turn_to(*axis).abs();
        axes.into_iter().min_by(|a, b| off(a).total_cmp(&off(b)))
    }

    /// How far one sees from a point in a direction; `None` where no walls are
    /// known.
    pub(crate) fn depth(world: &World, level: LevelId, at: Point, heading: Heading) -> Option<f64> {
        let walls = world.layout().walls();
        let (sin, cos) = heading.degrees().to_radians().sin_cos();
        let is_known = !walls.is_empty(level);
        is_known.then(|| walls.reach(level, at, [sin, -cos], 1.5 * AHEAD, By::Eye))
    }

    fn look(
        &mut self,
        world: &World,
        line: [Point; 2],
        done: f64,
        is_first: bool,
        passed: &[Option<AreaId>],
    ) {
        let Some(dir) = unit(line[0], line[1]) else { return };
        let right = [-dir[1], dir[0]];
        let length = far(line[0], line[1]);
        let layout = world.layout();
        let walls = layout.walls();
        let level = self.level;
        let foot = |metres: f64| [line[0][0] + dir[0] * metres, line[0][1] + dir[1] * metres];
        for placed in layout.near(level, line[0], line[1], STOP_ASIDE) {
            let (what, at) = spotted(world, placed);
            let from = [at[0] - line[0][0], at[1] - line[0][1]];
            let metres = from[0] * dir[0] + from[1] * dir[1];
            let aside = from[0] * right[0] + from[1] * right[1];
            let least = if is_first { -0.5 } else { 0.0 };
            let most = if matches!(what, Sighted::Connection(_)) { STOP_ASIDE } else { ASIDE };
            if aside.abs() > most || metres < least || metres > length + 0.4 {
                continue;
            }
            let mut stands = STANDS.iter().map(|back| foot((metres - back).clamp(0.0, length)));
            let is_seen = match what {
                Sighted::Door(id) => stands.any(|eye| walls.shows_door(level, eye, at, id)),
                Sighted::Connection(_) => stands.any(|eye| shows_stop(walls, level, eye, at)),
                _ => stands.any(|eye| walls.is_clear(level, eye, at, By::Eye)),
            };
            let here = layout.area_at(world, level, foot(metres.clamp(0.0, length)));
            if !is_seen || is_name_of(world, what, here) {
                continue;
            }
            let in_the_way = match what {
                Sighted::Door(id) => {
                    let crossed = walls.doors_between(level, line[0], foot(length + 0.4));
                    // What one walks along and touches is on one hand.
                    let [a, b] = world.door(id).line;
                    let is_grazed = unit(a, b)
                        .is_some_and(|by| (by[0] * dir[0] + by[1] * dir[1]).abs() > GRAZED);
                    !is_grazed && crossed.iter().any(|(_, door)| *door == id)
                }
                _ => aside.abs() < IN_THE_WAY,
            };
            let side = match in_the_way {
                true => Side::Front,
                false if aside > 0.0 => Side::Right,
                false => Side::Left,
            };
            let elsewhere = match what {
                Sighted::Fixture(id) => {
                    let own = world.fixture(id).area.or_else(|| layout.area_at(world, level, at));
                    // In the area that one is in when one comes by, or passes
                    // through at all.
                    own.is_some() && (!passed.contains(&own) || here.is_some() && here != own)
                }
                // One that looks along the way is in the wall of a side corridor.
                Sighted::Door(id) => {
                    let [a, b] = world.door(id).line;
                    let across = unit(a, b)
                        .is_some_and(|by| (by[0] * dir[0] + by[1] * dir[1]).abs() < FACES_ALONG);
                    // Its nearer post.
                    let post = aside.abs() - far(a, b) / 2.0;
                    across && !in_the_way && post > BESIDE_THE_LINE
                }
                _ => false,
            };
            self.items.push(Item {
                what,
                side,
                along: done + metres,
                aside: aside.abs(),
                elsewhere,
            });
        }
        if !walls.is_empty(level) {
            let sides = [(Side::Left, [-right[0], -right[1]]), (Side::Right, right)];
            self.look_aside(world, line, done, sides);
        }
    }

    /// Where the wall on either hand falls back.
    fn look_aside(
        &mut self,
        world: &World,
        line: [Point; 2],
        done: f64,
        sides: [(Side, Point); 2],
    ) {
        let Some(dir) = unit(line[0], line[1]) else { return };
        let length = far(line[0], line[1]);
        let walls = world.layout().walls();
        let count = (length / STEP).floor().min(400.0) as usize;
        let mut widths = vec![0.0; count + 1];
        let foot = |number: usize| {
            let metres = number as f64 * STEP;
            [line[0][0] + dir[0] * metres, line[0][1] + dir[1] * metres]
        };
        for (side, aside) in sides {
            let profile: Vec<f64> = (0..=count)
                .map(|number| walls.reach(self.level, foot(number), aside, PROFILE, By::Eye))
                .collect();
            let mut sorted = profile.clone();
            sorted.sort_by(f64::total_cmp);
            let usual = sorted[sorted.len() * 3 / 10];
            widths.iter_mut().zip(&profile).for_each(|(width, free)| *width += free);
            if usual > OPEN {
                continue;
            }
            // A door farther off is in some other wall.
            let reached = done + length;
            for item in self
                .items
                .iter_mut()
                .filter(|item| item.side == side && (done..=reached).contains(&item.along))
            {
                let is_door = matches!(item.what, Sighted::Door(_));
                // The wall beside the door: the line may be aslant to it.
                let place = ((item.along - done).max(0.0) / STEP) as usize;
                let beside = [place.saturating_sub(6), place + 6].map(|number| number.min(count));
                let wall = beside.map(|number| profile[number]).into_iter().fold(usual, f64::max);
                item.elsewhere |= is_door && item.aside > wall + IN_THE_WALL;
            }
            let is_open = |number: usize| profile[number] > usual + FALLS_BACK;
            let mut number = 0;
            while number <= count {
                if !is_open(number) {
                    number += 1;
                    continue;
                }
                let first = number;
                while number <= count && is_open(number) {
                    number += 1;
                }
                let width = (number - first) as f64 * STEP;
                if !WIDTHS.contains(&width) {
                    continue;
                }
                // A way off has an edge; where the wall only slants away from
                // the line nothing opens.
                let jumps = |wall: usize, open: usize| {
                    profile[open] - profile[wall] > EDGE && profile[wall] < usual + FALLS_BACK / 2.0
                };
                // Where the line is aslant to it, it takes a look or two to see past
                // the edge.
                let before = (first.saturating_sub(EDGE_LOOKS)..first).rev();
                let after = number..=count.min(number + EDGE_LOOKS - 1);
                let has_edge = before.into_iter().any(|wall| jumps(wall, first))
                    || after.into_iter().any(|wall| jumps(wall, number - 1));
                if !has_edge {
                    continue;
                }
                let centre = (first + number - 1) / 2;
                // One look through a gap behind it makes no corridor.
                let quarter = (number - 1 - first) / 4;
                let mut looks = [centre - quarter, centre, centre + quarter]
                    .map(|number| walls.reach(self.level, foot(number), aside, AHEAD, By::Eye));
                looks.sort_by(f64::total_cmp);
                let depth = looks[1];
                let along = done + (first + number - 1) as f64 / 2.0 * STEP;
                // An opening that the map knows is there already.
                let is_known = self.items.iter().any(|item| {
                    matches!(item.what, Sighted::Door(_))
                        && !item.elsewhere
                        && item.side == side
                        && item.aside < usual + IN_THE_WALL
                        && (item.along - along).abs() < width / 2.0 + 0.3
                });
                // Nor is a lift a way: one sees that it is one.
                let [x, y] = foot(centre);
                let behind = [x + aside[0] * (usual + BEHIND), y + aside[1] * (usual + BEHIND)];
                let is_lift = world
                    .layout()
                    .area_at(world, self.level, behind)
                    .is_some_and(|area| world.area(area).kind == AreaKind::Lift);
                if !is_known && !is_lift {
                    let what = Sighted::Way { width, depth };
                    self.items.push(Item { what, side, along, aside: usual, elsewhere: false });
                }
            }
        }
        // The longest piece tells what sort of way it is, not what lies beyond.
        let own = length.min(self.length - done);
        if own > self.measured {
            self.measured = own;
            widths.truncate((own / STEP) as usize + 1);
            widths.sort_by(f64::total_cmp);
            self.width = Some(widths[widths.len() / 2]).filter(|width| *width <= OPEN);
        }
    }
}

/// True if one sees where a connection begins: a lift is behind its own door,
/// a staircase behind its first steps, and no other wall or door may be between.
fn shows_stop(walls: &Walls, level: LevelId, eye: Point, stop: Point) -> bool {
    let metres = far(eye, stop);
    let before = match unit(eye, stop) {
        Some(along) if metres > OWN_DOOR => {
            let near = metres - OWN_DOOR;
            [eye[0] + along[0] * near, eye[1] + along[1] * near]
        }
        _ => eye,
    };
    walls.is_clear(level, eye, before, By::Eye) && walls.is_clear(level, eye, stop, By::Foot)
}

/// True for what only tells whose area one is in: maps have a point for a shop,
/// but who stands inside sees no such thing there.
fn is_name_of(world: &World, what: Sighted, area: Option<AreaId>) -> bool {
    let (Sighted::Fixture(id), Some(area)) = (what, area) else { return false };
    let name = world.fixture(id).name.as_deref();
    name.is_some() && name == world.area(area).name.as_deref()
}

/// What something is, and where.
fn spotted(world: &World, placed: Placed) -> (Sighted, Point) {
    match placed {
        Placed::Door(id) => (Sighted::Door(id), middle(world.door(id).line)),
        Placed::Stop(id, stop) => {
            let stop = &world.connection(id).stops[usize::from(stop)];
            (Sighted::Connection(id), stop.at)
        }
        Placed::Fixture(id) => (Sighted::Fixture(id), world.fixture(id).at),
    }
}

impl World {
    /// The door of that number.
    pub(crate) fn door_id(&self, number: usize) -> DoorId {
        DoorId(number as u32)
    }

    /// The connection of that number.
    pub(crate) fn connection_id(&self, number: usize) -> ConnectionId {
        ConnectionId(number as u32)
    }

    /// The middle of a door.
    pub(crate) fn door_middle(&self, door: DoorId) -> Point {
        middle(self.door(door).line)
    }

    /// The areas on either side of a door.
    pub(crate) fn sides_of(&self, id: DoorId) -> [Option<AreaId>; 2] {
        let door = self.door(id);
        let at = middle(door.line);
        let Some(along) = unit(door.line[0], door.line[1]) else { return [None, None] };
        let across = [-along[1], along[0]];
        [1.0, -1.0].map(|sign| {
            let from = [at[0] - across[0] * sign, at[1] - across[1] * sign];
            self.behind(id, from)
        })
    }

    /// The area on the far side of a door for somebody who comes from a point.
    pub fn behind(&self, door: DoorId, from: Point) -> Option<AreaId> {
        let door = self.door(door);
        let at = middle(door.line);
        let along = unit(door.line[0], door.line[1])?;
        let across = [-along[1], along[0]];
        let toward = (from[0] - at[0]) * across[0] + (from[1] - at[1]) * across[1];
        let sign = if toward > 0.0 { -1.0 } else { 1.0 };
        [0.4, 0.8, 0.2].into_iter().find_map(|metres| {
            let beyond = [at[0] + across[0] * sign * metres, at[1] + across[1] * sign * metres];
            self.layout().area_at(self, door.level, beyond)
        })
    }
}
