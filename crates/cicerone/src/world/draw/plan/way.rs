//! The way: a line on every storey, numbered where it goes from one to another.

use super::shapes::Frame;
use super::sheet::{Sheet, at};
use super::{Plan, called, points};
use crate::world::Pose;
use crate::world::document::Point;

pub(super) const ROUTE: &str = "#d4145a";
pub(super) const RIVAL: &str = "#1f3fbf";
/// Pixels from the middle of a mark to its rim.
const RADIUS: f64 = 8.5;

/// A mark of the way on the page.
enum Badge {
    Start,
    Goal,
    /// The number of a change of storey, and what is said there.
    Leaves(usize, String),
    Enters(usize),
}

impl Plan<'_> {
    /// The pieces of a path that are on a sheet.
    fn pieces<'p>(&self, sheet: &Sheet, path: &'p [Pose]) -> Vec<&'p [Pose]> {
        let is_here = |pose: &Pose| sheet.shows(self.world.level(pose.place));
        let runs = path.chunk_by(|a, b| is_here(a) == is_here(b));
        runs.filter(|run| is_here(&run[0])).collect()
    }

    /// The line itself; what it covers is taken.
    pub(super) fn way(&mut self, sheet: &Sheet, path: &[Pose]) {
        for piece in self.pieces(sheet, path) {
            let mut line: Vec<Point> =
                piece.iter().map(|pose| sheet.at(at(self.world, *pose))).collect();
            line.dedup();
            let drawn = points(line.iter().copied());
            for (class, stroke, width) in [("casing", "#fff", 6.4), ("path", ROUTE, 3.4)] {
                self.add(format_args!(
                    "<polyline class=\"{class}\" points=\"{drawn}\" fill=\"none\" \
                     stroke=\"{stroke}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" \
                     stroke-linecap=\"round\"/>\n"
                ));
            }
            let mut walked = 0.0;
            for pair in line.windows(2) {
                let [dx, dy] = [pair[1][0] - pair[0][0], pair[1][1] - pair[0][1]];
                let long = dx.hypot(dy);
                walked += long;
                let steps = (long / 6.0).ceil().max(1.0) as usize;
                for step in 0..=steps {
                    let share = step as f64 / steps as f64;
                    let on = [pair[0][0] + dx * share, pair[0][1] + dy * share];
                    self.taken.push(Frame::centred(on, 8.0, 8.0));
                }
                // An arrow on long stretches, no nearer to the last than this.
                if long > 26.0 && walked > 70.0 {
                    walked = 0.0;
                    let degrees = dy.atan2(dx).to_degrees();
                    self.add(format_args!(
                        "<path transform=\"translate({:.1} {:.1}) rotate({degrees:.1})\" \
                         d=\"M-4.5-5.5L6.5 0L-4.5 5.5Z\" fill=\"{ROUTE}\" stroke=\"#fff\" \
                         stroke-width=\".8\"/>\n",
                        (pair[0][0] + pair[1][0]) / 2.0,
                        (pair[0][1] + pair[1][1]) / 2.0
                    ));
                }
            }
        }
    }

    /// A dashed line through all poses and a stroke along the last heading.
    pub(super) fn rival(&mut self, sheet: &Sheet, path: &[Pose]) {
        for piece in self.pieces(sheet, path) {
            let mut line: Vec<Point> =
                piece.iter().map(|pose| sheet.at(at(self.world, *pose))).collect();
            if let (Some([x, y]), Some(heading)) =
                (line.last().copied(), piece.last().and_then(|pose| pose.heading))
            {
                let (sine, cosine) = heading.degrees().to_radians().sin_cos();
                line.push([x + 16.0 * sine, y - 16.0 * cosine]);
            }
            let drawn = points(line);
            self.add(format_args!(
                "<polyline class=\"rival\" points=\"{drawn}\" fill=\"none\" stroke=\"{RIVAL}\" \
                 stroke-width=\"3\" stroke-dasharray=\"7 5\" stroke-linejoin=\"round\"/>\n"
            ));
        }
    }

    /// Start, goal and changes of storey.
    pub(super) fn badges(&mut self, sheet: &Sheet, path: &[Pose]) {
        let world = self.world;
        let mut badges: Vec<(Point, Badge)> = Vec::new();
        let sheet_of =
            |pose: &Pose| self.sheets.iter().position(|sheet| sheet.shows(world.level(pose.place)));
        let main = |number: Option<usize>| number.map(|number| self.sheets[number].main);
        let mut changes = 0;
        for pair in path.windows(2) {
            let [before, after] = [sheet_of(&pair[0]), sheet_of(&pair[1])];
            if before == after {
                continue;
            }
            changes += 1;
            if sheet.shows(world.level(pair[0].place)) {
                let to = main(after).unwrap_or(world.level(pair[1].place));
                let way =
                    if world.rise(pair[0].place, pair[1].place) < 0.0 { "down" } else { "up" };
                let said = format!("{way} to {}", called(world, to));
                badges.push((sheet.at(at(world, pair[0])), Badge::Leaves(changes, said)));
            }
            if sheet.shows(world.level(pair[1].place)) {
                badges.push((sheet.at(at(world, pair[1])), Badge::Enters(changes)));
            }
        }
        let here = |pose: &&Pose| sheet.shows(world.level(pose.place));
        if let Some(pose) = path.first().filter(here) {
            badges.push((sheet.at(at(world, *pose)), Badge::Start));
        }
        if let Some(pose) = path.last().filter(here) {
            let is_same = path.first().is_some_and(|first| first.place == pose.place);
            if !is_same {
                badges.push((sheet.at(at(world, *pose)), Badge::Goal));
            }
        }
        // Ends keep their spots, and words keep off all marks.
        badges.sort_by_key(|(_, badge)| !matches!(badge, Badge::Start | Badge::Goal));
        for (at, badge) in &mut badges {
            *at = self.badge(*at, badge);
        }
        for (at, badge) in badges {
            if let Badge::Leaves(_, said) = badge {
                self.change(sheet, at, &said);
            }
        }
    }

    /// Draws a mark at a spot, or beside it, and says where.
    fn badge(&mut self, at: Point, badge: &Badge) -> Point {
        let frame = |at: Point| Frame::centred(at, 2.0 * RADIUS, 2.0 * RADIUS);
        let mut at = at;
        // Two at one spot stand side by side.
        while self.badges.iter().any(|one| one.meets(&frame(at))) {
            at[0] += 2.0 * RADIUS + 1.5;
        }
        self.badges.push(frame(at));
        self.taken.push(frame(at));
        self.disc(at, badge);
        at
    }

    /// Where the way goes on, beside its number.
    fn change(&mut self, sheet: &Sheet, at: Point, said: &str) {
        self.shown.has_changes = true;
        let wide = super::width_of(said) * 9.0 + 5.0;
        let page = sheet.frame();
        let right = [at[0] + RADIUS + 3.0 + wide / 2.0, at[1]];
        let left = [at[0] - RADIUS - 3.0 - wide / 2.0, at[1]];
        let above = [at[0], at[1] - RADIUS - 7.0];
        let below = [at[0], at[1] + RADIUS + 7.0];
        let free = |middle: &Point| {
            let frame = Frame::centred(*middle, wide, 11.0);
            frame.left > page.left
                && frame.right < page.right
                && !self.taken.iter().any(|one| one.meets(&frame))
        };
        let middle = [right, left, above, below].into_iter().find(free).unwrap_or(above);
        self.taken.push(Frame::centred(middle, wide, 11.0));
        let style = format!("fill=\"{ROUTE}\" font-weight=\"bold\" class=\"change\"");
        self.text(middle, 9.0, 0.0, &style, said);
    }

    fn disc(&mut self, at: Point, badge: &Badge) {
        let text = match badge {
            Badge::Start => "S".to_owned(),
            Badge::Goal => "G".to_owned(),
            Badge::Leaves(number, _) | Badge::Enters(number) => number.to_string(),
        };
        let is_end = matches!(badge, Badge::Start | Badge::Goal);
        self.mark(at, &text, is_end);
    }

    /// A filled disc for an end of the way, a white one for a change.
    pub(super) fn mark(&mut self, [x, y]: Point, text: &str, is_end: bool) {
        let (fill, ink) = if is_end { (ROUTE, "#fff") } else { ("#fff", ROUTE) };
        let rim = if is_end { "#fff" } else { ROUTE };
        self.add(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"8.5\" fill=\"{fill}\" stroke=\"{rim}\" \
             stroke-width=\"1.8\"/><text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"10.5\" \
             font-weight=\"bold\" fill=\"{ink}\" text-anchor=\"middle\">{text}</text>\n",
            y + 3.8
        ));
    }
}
