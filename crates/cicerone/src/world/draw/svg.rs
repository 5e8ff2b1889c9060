//! The plan of a world as SVG.

use std::fmt::Write;

use super::{
    Color, DrawOptions, Window, color, floor_color, icons, is_plan, kinds_by_class, plan, unit,
};
use crate::Result;
use crate::world::{
    Attachment, Class, KindId, Landmark, PassageId, PlaceId, Pose, Route, Vocabulary, World,
};

/// Pixels a usual passage is long.
const PASSAGE: f64 = 84.0;
/// Pixels a passage is wide.
const WIDTH: f64 = 26.0;
const MARGIN: f64 = 44.0;
const LEGEND: f64 = 150.0;
const LEGEND_LINE: f64 = 20.0;
const ROUTE: &str = "#d4145a";
const RIVAL: &str = "#1f3fbf";

/// Draws a world, and a route of it if there is one.
pub fn svg(world: &World, route: Option<&Route>) -> Result<String> {
    if let Some(route) = route {
        route.check_world(world)?;
    }
    svg_with_rivals(world, route.map_or(&[], Route::poses), &[])
}

/// Draws a path, and dashed the other moves from its start that what is said
/// about it could mean as well. A turn shows as the way one looks after it.
pub fn svg_with_rivals(world: &World, path: &[Pose], rivals: &[Vec<Pose>]) -> Result<String> {
    svg_with(world, path, rivals, &DrawOptions::default())
}

/// The same with a say in what of the world is shown, and how.
pub fn svg_with(
    world: &World,
    path: &[Pose],
    rivals: &[Vec<Pose>],
    options: &DrawOptions,
) -> Result<String> {
    for poses in rivals.iter().map(Vec::as_slice).chain([path]) {
        world.check_poses(poses)?;
    }
    if is_plan(world) {
        return Ok(plan::svg(world, path, rivals, options));
    }
    Ok(Plan::new(world, path).draw(path, rivals))
}

struct Plan<'w> {
    world: &'w World,
    window: Window,
    places: Vec<PlaceId>,
    passages: Vec<PassageId>,
    scale: f64,
    out: String,
}

impl<'w> Plan<'w> {
    fn new(world: &'w World, path: &[Pose]) -> Plan<'w> {
        let window = Window::of(world, path);
        let places = window.places(world);
        let passages = window.passages(world);
        let scale = PASSAGE / unit(world, &places);
        Plan { world, window, places, passages, scale, out: String::new() }
    }

    fn draw(mut self, path: &[Pose], rivals: &[Vec<Pose>]) -> String {
        let width =
            (self.window.right - self.window.left) * self.scale + 2.0 * MARGIN + self.overhang();
        let height = (self.window.bottom - self.window.top) * self.scale + 2.0 * MARGIN;
        let legend = kinds_by_class(self.world, &self.places, &self.passages);
        let lines = legend.iter().map(|(_, kinds)| kinds.len() as f64 + 1.6).sum::<f64>();
        let height = height.max(lines * LEGEND_LINE + 2.0 * MARGIN);
        let total = width + LEGEND;
        self.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {total:.0} {height:.0}\" \
             width=\"{total:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\">\n\
             <title>{}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
            escape(self.world.name())
        ));
        self.clip(width, height);
        self.floors();
        self.walls();
        for rival in rivals {
            self.rival(rival);
        }
        self.path(path);
        self.landmarks();
        self.names();
        self.ends(path);
        self.out.push_str("</g>\n");
        self.legend(width, &legend);
        self.out.push_str("</svg>\n");
        self.out
    }

    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
    }

    /// How far the names of places at the right border reach past it.
    fn overhang(&self) -> f64 {
        let reach = |place: &PlaceId| {
            let name = self.world.place(*place).name.as_deref().unwrap_or_default();
            let letters = name.chars().count() as f64;
            let (x, _) = self.world.place(*place).position;
            letters * 6.5 - (self.window.right - x) * self.scale - MARGIN / 2.0
        };
        self.places.iter().map(reach).fold(0.0, f64::max)
    }

    /// Passages that lead out of the picture end at its border.
    fn clip(&mut self, width: f64, height: f64) {
        self.add(format_args!(
            "<clipPath id=\"plan\"><rect width=\"{width:.0}\" height=\"{height:.0}\"/></clipPath>\n\
             <g clip-path=\"url(#plan)\">\n"
        ));
    }

    fn at(&self, place: PlaceId) -> (f64, f64) {
        let (x, y) = self.world.place(place).position;
        (MARGIN + (x - self.window.left) * self.scale, MARGIN + (y - self.window.top) * self.scale)
    }

    fn floors(&mut self) {
        // A dark casing under everything gives corridors an outline that stays
        // open where they meet.
        for casing in [true, false] {
            for index in 0..self.passages.len() {
                let passage = self.passages[index];
                let [a, b] = self.world.passage(passage).ends.map(|end| self.at(end));
                let (stroke, width) = if casing {
                    ("#8a8a8a".to_owned(), WIDTH + 2.0)
                } else {
                    (hex(floor_color(self.world, passage)), WIDTH)
                };
                self.add(format_args!(
                    "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{stroke}\" \
                     stroke-width=\"{width}\"/>\n",
                    a.0, a.1, b.0, b.1
                ));
            }
            for index in 0..self.places.len() {
                let (x, y) = self.at(self.places[index]);
                let (fill, radius) = if casing {
                    ("#8a8a8a", WIDTH * 0.62 + 1.0)
                } else {
                    ("#f4f2ee", WIDTH * 0.62)
                };
                self.add(format_args!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{fill}\"/>\n"
                ));
            }
        }
    }

    /// Pictures hang on both walls, in the middle of the passage.
    fn walls(&mut self) {
        for index in 0..self.passages.len() {
            let passage = self.passages[index];
            let [a, b] = self.world.passage(passage).ends.map(|end| self.at(end));
            let (dx, dy) = (b.0 - a.0, b.1 - a.1);
            let length = dx.hypot(dy).max(f64::MIN_POSITIVE);
            let aside = (WIDTH / 2.0 + 7.0) / length;
            for kind in self.world.hangings(passage) {
                for hand in [-aside, aside] {
                    let (x, y) = ((a.0 + b.0) / 2.0 - dy * hand, (a.1 + b.1) / 2.0 + dx * hand);
                    self.picture(kind, x, y, 5.5);
                }
            }
        }
    }

    fn picture(&mut self, wall: KindId, x: f64, y: f64, size: f64) {
        let vocabulary = self.world.vocabulary().clone();
        let (fill, path) = (hex(color(&vocabulary, wall)), icons::picture(vocabulary.name(wall)));
        self.add(format_args!(
            "<path transform=\"translate({x:.1} {y:.1}) scale({size})\" d=\"{path}\" fill=\"{fill}\"/>\n"
        ));
    }

    fn landmarks(&mut self) {
        for index in 0..self.places.len() {
            let place = self.places[index];
            let (x, y) = self.at(place);
            let landmarks = self.world.landmarks(place);
            let size = if landmarks.len() > 1 { 7.0 } else { 10.0 };
            for (number, landmark) in landmarks.iter().enumerate() {
                let shift = (number as f64 - (landmarks.len() as f64 - 1.0) / 2.0) * 15.0;
                self.landmark(landmark, x + shift, y, size);
            }
        }
    }

    fn landmark(&mut self, landmark: &Landmark, x: f64, y: f64, size: f64) {
        let vocabulary = self.world.vocabulary().clone();
        let name = vocabulary.name(landmark.kind);
        match icons::object(name) {
            Some(path) => self.add(format_args!(
                "<path transform=\"translate({x:.1} {y:.1}) scale({size})\" d=\"{path}\" fill=\"none\" \
                 stroke=\"#141414\" stroke-width=\".2\" stroke-linejoin=\"round\" \
                 stroke-linecap=\"round\"/>\n"
            )),
            None => {
                let letters: String = name.chars().take(2).collect();
                self.add(format_args!(
                    "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{:.0}\" text-anchor=\"middle\">{}</text>\n",
                    y + size * 0.45,
                    size * 1.4,
                    escape(&letters)
                ));
            }
        }
    }

    fn names(&mut self) {
        for index in 0..self.places.len() {
            let place = self.places[index];
            let (x, y) = self.at(place);
            if let Some(name) = self.world.place(place).name.clone() {
                // A white copy underneath, as not every viewer knows paint-order.
                for style in ["stroke=\"#fff\" stroke-width=\"3\" fill=\"#fff\"", "fill=\"#333\""] {
                    self.add(format_args!(
                        "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"11\" {style}>{}</text>\n",
                        x + WIDTH * 0.55,
                        y - WIDTH * 0.55,
                        escape(&name)
                    ));
                }
            }
        }
    }

    fn points(&self, poses: &[Pose]) -> String {
        let points = poses.iter().map(|pose| self.at(pose.place));
        points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
    }

    /// A dashed line through all poses and a stroke along the last heading.
    fn rival(&mut self, poses: &[Pose]) {
        let mut points = self.points(poses);
        if let Some((pose, heading)) = poses.last().and_then(|pose| Some((pose, pose.heading?))) {
            let (x, y) = self.at(pose.place);
            let (sin, cos) = heading.degrees().to_radians().sin_cos();
            points.push_str(&format!(" {:.1},{:.1}", x + WIDTH * sin, y - WIDTH * cos));
        }
        self.add(format_args!(
            "<polyline class=\"rival\" points=\"{points}\" fill=\"none\" stroke=\"{RIVAL}\" \
             stroke-width=\"4\" stroke-dasharray=\"7 5\" stroke-linejoin=\"round\"/>\n"
        ));
    }

    /// One line through all poses, with an arrow on every passage.
    fn path(&mut self, poses: &[Pose]) {
        let points = self.points(poses);
        self.add(format_args!(
            "<polyline class=\"path\" points=\"{points}\" fill=\"none\" stroke=\"{ROUTE}\" \
             stroke-width=\"4\" stroke-linejoin=\"round\" stroke-linecap=\"round\" \
             opacity=\".85\"/>\n"
        ));
        for pair in poses.windows(2) {
            let (a, b) = (self.at(pair[0].place), self.at(pair[1].place));
            if pair[0].place == pair[1].place {
                continue;
            }
            let degrees = (b.1 - a.1).atan2(b.0 - a.0).to_degrees();
            self.add(format_args!(
                "<path transform=\"translate({:.1} {:.1}) rotate({degrees:.1})\" d=\"M-6-7L8 0L-6 7Z\" \
                 fill=\"{ROUTE}\" stroke=\"#fff\"/>\n",
                (a.0 + b.0) / 2.0,
                (a.1 + b.1) / 2.0
            ));
        }
    }

    /// Badges at both ends; a turn on the spot has one, with its last heading.
    fn ends(&mut self, poses: &[Pose]) {
        let (Some(start), Some(goal)) = (poses.first(), poses.last()) else { return };
        if start.place == goal.place {
            return self.badge(*goal, "S");
        }
        self.badge(*start, "S");
        self.badge(*goal, "G");
    }

    fn badge(&mut self, pose: Pose, letter: &str) {
        let (x, y) = self.at(pose.place);
        if let Some(heading) = pose.heading {
            self.add(format_args!(
                "<path transform=\"translate({x:.1} {y:.1}) rotate({})\" d=\"M-6-10L0-21L6-10Z\" \
                 fill=\"{ROUTE}\" stroke=\"#fff\"/>\n",
                heading.degrees()
            ));
        }
        self.add(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"11\" fill=\"{ROUTE}\" stroke=\"#fff\" \
             stroke-width=\"2\"/>\n<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"13\" font-weight=\"bold\" \
             fill=\"#fff\" text-anchor=\"middle\">{letter}</text>\n",
            y + 4.5
        ));
    }

    fn legend(&mut self, left: f64, entries: &[(Class, Vec<KindId>)]) {
        let vocabulary: std::sync::Arc<Vocabulary> = self.world.vocabulary().clone();
        let mut y = MARGIN;
        for (class, kinds) in entries {
            let title = capitalised(class.entry().plural);
            self.add(format_args!(
                "<text x=\"{left:.0}\" y=\"{y:.0}\" font-size=\"12\" font-weight=\"bold\">{title}</text>\n"
            ));
            for kind in kinds {
                y += LEGEND_LINE;
                let (x, middle) = (left + 12.0, y - 4.0);
                match class.attachment() {
                    Attachment::Surface => self.add(format_args!(
                        "<rect x=\"{left:.0}\" y=\"{:.0}\" width=\"24\" height=\"13\" fill=\"{}\" \
                         stroke=\"#8a8a8a\"/>\n",
                        y - 10.0,
                        hex(color(&vocabulary, *kind))
                    )),
                    Attachment::Walls => self.picture(*kind, x, middle, 6.0),
                    Attachment::Place => self.landmark(&(*kind).into(), x, middle, 8.0),
                }
                self.add(format_args!(
                    "<text x=\"{:.0}\" y=\"{y:.0}\" font-size=\"12\">{}</text>\n",
                    left + 32.0,
                    escape(vocabulary.name(*kind))
                ));
            }
            y += LEGEND_LINE * 1.6;
        }
    }
}

fn hex([red, green, blue]: Color) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// Text that may stand between tags.
pub(super) fn escape(text: &str) -> String {
    text.chars()
        .filter(|sign| !sign.is_control())
        .map(|sign| match sign {
            '&' => "&amp;".to_owned(),
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            sign => sign.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{GenerateConfig, embedded, generate};

    #[test]
    fn a_path_is_solid_and_its_rivals_are_dashed() {
        let world = embedded::world("practice").unwrap();
        let ids: Vec<PlaceId> = world.place_ids().collect();
        let east = |number: usize| Pose::new(ids[number], crate::world::Heading::new(90.0));
        let drawing =
            svg_with_rivals(&world, &[east(0), east(1)], &[vec![east(0), east(1), east(2)]])
                .unwrap();
        assert_eq!(drawing.matches("class=\"path\"").count(), 1);
        assert_eq!(drawing.matches("stroke-dasharray").count(), 1);
        assert!(!svg(&world, None).unwrap().contains("dasharray"));
    }

    #[test]
    fn names_cannot_break_the_picture() {
        let mut builder = embedded::world("practice").unwrap().into_builder();
        builder.places_mut()[0].name = Some("<b>&\u{7}\"".into());
        let drawing = svg(&builder.build().unwrap(), None).unwrap();
        assert!(drawing.contains("&lt;b&gt;&amp;\""), "{drawing}");
        assert!(roxmltree::Document::parse(&drawing).is_ok());
    }

    #[test]
    fn of_a_large_world_only_the_surroundings_are_drawn() {
        let config = GenerateConfig { places: 40_000, ..GenerateConfig::default() };
        let world = generate(config).unwrap();
        let ids: Vec<PlaceId> = world.place_ids().take(3).collect();
        let open = |place| Pose { place, heading: None };
        let route = Route::shortest(&world, open(ids[0]), open(ids[2])).unwrap();
        assert!(svg(&world, Some(&route)).unwrap().len() < 200_000);
    }
}
