//! What lies before somebody who walks straight on: the line of the way, bending
//! where the way bends, and what there is along it.

use crate::world::document::Point;
use crate::world::{
    Before, DoorId, Heading, Item, Leg, Next, Outlook, PlaceId, Sighted, Walker, World, far,
    heading, moved,
};

/// One looks no farther along a way than this, in metres.
const FARTHEST: f64 = 120.0;
/// A way that bends more often is no longer straight on.
const BENDS: usize = 3;
/// One follows a way that bends by so many degrees.
const BEND: [f64; 6] = [15.0, -15.0, 30.0, -30.0, 45.0, -45.0];
/// Where one would bend by so many the way may be said to end.
const AN_END: f64 = 30.0;
/// A bend by so many degrees more is taken for a metre of view more.
const STRAIGHTER: f64 = 15.0;
/// Where one can walk on by so many metres the way goes on.
const GOES_ON: f64 = 2.0;
/// Who walks past a corner leaves the line so many metres before it, by no more than
/// so many metres, if one sees so far on there.
const LEAVES: f64 = 3.0;
const MOST_BESIDE: f64 = 2.5;
const FAR_ON: f64 = 4.0;
/// One stops so far before a wall.
pub(super) const BEFORE_WALL: f64 = 0.5;

/// The way straight on.
#[derive(Debug)]
pub(super) struct Prospect {
    leg: Leg,
    /// The places at the corners of the line, where one walks from place to
    /// place.
    places: Vec<PlaceId>,
    /// What there is, in the order one comes by it.
    pub(super) items: Vec<Item>,
    /// Metres to where one can walk no farther.
    pub(super) reach: f64,
    /// Where one walks into a wall, each with the metres to it, though one may see
    /// the way go on beside all but the last.
    pub(super) ends: Vec<(f64, Point)>,
    /// The doors and openings one walks straight at, each with the metres to it;
    /// a closed one is the last.
    pub(super) doors: Vec<(f64, DoorId)>,
}

impl Prospect {
    /// What lies before somebody.
    pub(super) fn of(world: &World, walker: &Walker<'_>) -> Prospect {
        let mut ends = Vec::new();
        let (line, places) = match walker.place() {
            Some(place) => along_the_net(world, place, walker.heading()),
            None => (along_the_walls(walker, &mut ends), Vec::new()),
        };
        let area = world.layout().area_at(world, walker.level(), walker.stands_at());
        let leg = Leg {
            level: walker.level(),
            line,
            turn: None,
            doors: Vec::new(),
            areas: vec![(0.0, area)],
            before: Before::Start,
            next: Next::Arrive,
        };
        let outlook = Outlook::along(world, &leg);
        let mut items = outlook.items;
        // Where the way bends one sees the same thing on either stretch.
        let mut seen: Vec<Sighted> = Vec::new();
        items.retain(|item| {
            let is_new = matches!(item.what, Sighted::Way { .. }) || !seen.contains(&item.what);
            seen.push(item.what);
            is_new
        });
        // What one is beside already is no way on, but it is there.
        items.retain(|item| {
            let is_way = matches!(item.what, Sighted::Door(_) | Sighted::Way { .. });
            !is_way || item.along > 0.3
        });
        let doors = doors_on(world, &leg);
        ends.push((leg.length(), leg.end()));
        Prospect { reach: leg.length(), leg, places, items, ends, doors }
    }

    /// Puts somebody so many metres along it.
    pub(super) fn walk(&self, walker: &mut Walker<'_>, metres: f64) {
        let metres = metres.clamp(0.0, self.reach);
        let before = self.leg.at((metres - 0.1).max(0.0));
        let ahead = match far(before, self.leg.at(metres)) > 1e-6 {
            true => heading(before, self.leg.at(metres)),
            false => walker.heading(),
        };
        let at = self.leg.at(metres);
        let off = |number: &usize| far(self.leg.line[*number], at);
        let nearest = (0..self.places.len()).min_by(|a, b| off(a).total_cmp(&off(b)));
        match nearest {
            Some(number) => walker.go_to(self.leg.line[number], Some(self.places[number]), ahead),
            None => walker.go_to(at, None, ahead),
        }
    }
}

/// The doors that a line leads through, or up to.
fn doors_on(world: &World, leg: &Leg) -> Vec<(f64, DoorId)> {
    let mut doors = Vec::new();
    let mut before = 0.0;
    for pair in leg.line.windows(2) {
        let far = far(pair[0], pair[1]);
        let is_last = pair[1] == leg.end();
        let past = if is_last { 2.0 * BEFORE_WALL } else { 0.0 };
        let to = moved(pair[0], heading(pair[0], pair[1]), far + past);
        let crossed = world.layout().walls().doors_between(leg.level, pair[0], to);
        doors.extend(crossed.into_iter().map(|(metres, door)| (before + metres, door)));
        before += far;
    }
    doors
}

/// Between walls: straight on to the next one, and on where the way bends a
/// little.
fn along_the_walls(walker: &Walker<'_>, ends: &mut Vec<(f64, Point)>) -> Vec<Point> {
    let mut walker = walker.clone();
    let mut line = vec![walker.stands_at()];
    let mut walked = 0.0;
    for _ in 0..=BENDS {
        let free = (walker.gets(walker.heading()) - BEFORE_WALL).max(0.05);
        let end = moved(walker.stands_at(), walker.heading(), free);
        walked += free;
        if walked > FARTHEST {
            line.push(end);
            break;
        }
        if let Some([aside, past]) = beside(&walker, free) {
            line.extend((far(walker.stands_at(), aside) > 0.05).then_some(aside));
            line.push(past);
            ends.push((walked, end));
            walker.go_to(past, None, walker.heading());
            continue;
        }
        line.push(end);
        walker.go_to(end, None, walker.heading());
        let ahead = walker.heading();
        let free = |bend: f64| walker.gets(ahead.turned(bend));
        let score = |bend: f64| free(bend).min(15.0) - bend.abs() / STRAIGHTER;
        let on = BEND.into_iter().filter(|bend| free(*bend) > GOES_ON);
        let Some(on) = on.max_by(|a, b| score(*a).total_cmp(&score(*b))) else { break };
        // Who bends round much walks into a wall first.
        if on.abs() >= AN_END {
            ends.push((walked, end));
        }
        walker.go_to(end, None, ahead.turned(on));
    }
    line
}

/// Where one leaves one's line, and where one goes on, who would run into a corner
/// so many metres on and sees the way go on beside it. Nobody walks round a closed
/// door.
fn beside(walker: &Walker<'_>, free: f64) -> Option<[Point; 2]> {
    let ahead = walker.heading();
    let standing = |metres: f64| {
        let mut there = walker.clone();
        there.go_to(moved(walker.stands_at(), ahead, metres), None, ahead);
        there
    };
    let leaves = standing((free - LEAVES).max(0.0));
    let end = standing(free).stands_at();
    let steps = (1..=5).map(|step| f64::from(step) * MOST_BESIDE / 5.0);
    let spots =
        steps.flat_map(|aside| [90.0, -90.0].map(|hand| moved(end, ahead.turned(hand), aside)));
    let mut spots = spots.filter(|_| !walker.is_before_door(free + 2.0 * BEFORE_WALL));
    let past = spots.find(|spot| {
        let mut there = walker.clone();
        there.go_to(*spot, None, ahead);
        let from = leaves.stands_at();
        there.gets(ahead) > FAR_ON && leaves.gets(heading(from, *spot)) > far(from, *spot)
    })?;
    Some([leaves.stands_at(), past])
}

/// From place to place, each time by the exit straight ahead.
fn along_the_net(world: &World, start: PlaceId, heading: Heading) -> (Vec<Point>, Vec<PlaceId>) {
    let (mut place, mut heading) = (start, heading);
    let mut places = vec![place];
    let mut walked = 0.0;
    while let Some(exit) = world.ahead(place, heading) {
        walked += world.length(exit.passage);
        if walked > FARTHEST || places.contains(&exit.to) {
            break;
        }
        (place, heading) = (exit.to, exit.heading);
        places.push(place);
    }
    let point = |place: &PlaceId| {
        let (x, y) = world.place(*place).position;
        [x, y]
    };
    let mut line: Vec<Point> = places.iter().map(point).collect();
    if line.len() == 1 {
        line.push(moved(line[0], heading, 0.05));
        places.push(start);
    }
    (line, places)
}
