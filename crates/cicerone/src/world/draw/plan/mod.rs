//! The floor plan of a building as SVG: good enough for a paper and for a
//! notice board.
//!
//! Every storey is a [`Sheet`]: areas, walls, doors, landmarks, the way, and
//! names where there is room for them. What finds no room gets a letter or a
//! number and stands in the legend.

mod areas;
mod doors;
mod labels;
mod legend;
mod marks;
mod shapes;
mod sheet;
mod way;

use std::collections::BTreeMap;
use std::fmt::Write;

pub(super) use self::shapes::{Frame, inside, surface};
use self::sheet::arrange;
pub(super) use self::sheet::{Sheet, sheets};
use super::svg::escape;
use super::{DrawOptions, is_plan};
use crate::world::document::Point;
use crate::world::{AreaId, KindId, LevelId, Pose, World};

const MARGIN: f64 = 26.0;
const INK: &str = "#33302b";
const PAPER: &str = "#ffffff";

/// Draws a building.
pub(super) fn svg(
    world: &World,
    path: &[Pose],
    rivals: &[Vec<Pose>],
    options: &DrawOptions,
) -> String {
    debug_assert!(is_plan(world));
    let mut sheets = sheets(world, options.level, path);
    let heading = MARGIN + 20.0;
    let size = arrange(&mut sheets, [MARGIN, heading]);
    let mut plan = Plan {
        world,
        sheets,
        options,
        out: String::new(),
        taken: Vec::new(),
        badges: Vec::new(),
        letters: BTreeMap::new(),
        numbers: BTreeMap::new(),
        shown: legend::Shown::default(),
    };
    plan.number_kinds();
    for number in 0..plan.sheets.len() {
        plan.sheet(number, path, rivals);
    }
    plan.page(size, heading, !path.is_empty())
}

/// A picture in the making.
struct Plan<'w> {
    world: &'w World,
    sheets: Vec<Sheet>,
    options: &'w DrawOptions,
    out: String,
    /// Where on the page names may not stand.
    taken: Vec<Frame>,
    /// Where the marks of the way are, which nothing may cover.
    badges: Vec<Frame>,
    /// Areas whose names found no room, by the letters they show instead.
    letters: BTreeMap<AreaId, (String, String)>,
    /// The numbers of landmarks, by kind.
    numbers: BTreeMap<KindId, usize>,
    /// Which signs the legend has to explain.
    shown: legend::Shown,
}

impl Plan<'_> {
    fn sheet(&mut self, number: usize, path: &[Pose], rivals: &[Vec<Pose>]) {
        let sheet = self.sheets[number].clone();
        let frame = sheet.frame();
        self.add(format_args!(
            "<clipPath id=\"level{number}\"><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" \
             height=\"{:.1}\"/></clipPath>\n<g clip-path=\"url(#level{number})\">\n",
            frame.left,
            frame.top,
            frame.width(),
            frame.height()
        ));
        self.areas(&sheet);
        self.ways(&sheet);
        self.flights(&sheet);
        self.walls(&sheet);
        self.doors(&sheet);
        for rival in rivals {
            self.rival(&sheet, rival);
        }
        self.way(&sheet, path);
        self.out.push_str("</g>\n");
        self.badges(&sheet, path);
        self.connections(&sheet);
        let before = self.taken.len();
        self.landmarks(&sheet);
        self.names(&sheet, before);
        self.title(&sheet);
    }

    fn title(&mut self, sheet: &Sheet) {
        let [x, y] = sheet.corner;
        let name = escape(&called(self.world, sheet.main));
        // Sheets of a building with one storey need no title.
        if self.world.building().levels.len() > 1 {
            self.add(format_args!(
                "<text class=\"level\" x=\"{x:.1}\" y=\"{:.1}\" font-size=\"15\" \
                 font-weight=\"bold\" fill=\"{INK}\">{name}</text>\n",
                y - 9.0
            ));
        }
    }

    /// The page around what was drawn.
    fn page(mut self, size: Point, heading: f64, has_path: bool) -> String {
        let drawn = std::mem::take(&mut self.out);
        self.numbers();
        self.out.push_str(&drawn);
        let body = std::mem::take(&mut self.out);
        let below = heading + size[1];
        self.scale_bar([MARGIN, below + 24.0]);
        if let Some(note) = &self.options.note {
            let note = escape(note);
            self.add(format_args!(
                "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"9.5\" fill=\"#777\">{note}</text>\n",
                MARGIN + 230.0,
                below + 28.0
            ));
        }
        let height = below + 46.0;
        let left = MARGIN + size[0] + 28.0;
        let legend = self.legend([left, heading + 10.0], height - heading - 20.0, has_path);
        let width = left + legend[0];
        let height = height.max(heading + 16.0 + legend[1]);
        let name = escape(self.world.name());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" font-family=\"sans-serif\">\n\
             <title>{name}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"{PAPER}\"/>\n{}\
             <text x=\"{MARGIN}\" y=\"30\" font-size=\"19\" font-weight=\"bold\" \
             fill=\"{INK}\">{name}</text>\n{body}{}</svg>\n",
            areas::PATTERNS,
            self.out
        )
    }

    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(text);
    }

    /// Text around a point, with a pale rim that keeps it off what is behind it
    /// (a copy underneath, as not every viewer knows paint-order).
    fn text(&mut self, [x, y]: Point, size: f64, turn: f64, style: &str, text: &str) {
        let y = y + size * 0.36;
        let turned = if turn == 0.0 {
            String::new()
        } else {
            format!(" transform=\"rotate({turn:.1} {x:.1} {:.1})\"", y - size * 0.36)
        };
        let text = escape(text);
        for style in
            ["stroke=\"#fff\" stroke-width=\"2.4\" stroke-opacity=\".75\" fill=\"#fff\"", style]
        {
            self.add(format_args!(
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"middle\"{turned} \
                 {style}>{text}</text>\n"
            ));
        }
    }
}

/// What a storey is called: one that has only a number, by that.
pub(super) fn called(world: &World, level: LevelId) -> String {
    let name = world.storey(level).called();
    if name.parse::<f64>().is_ok() { format!("Level {name}") } else { name.to_owned() }
}

/// About how wide a text is, in the widths of its size.
fn width_of(text: &str) -> f64 {
    let wide = |sign: char| match sign {
        'i' | 'j' | 'l' | '.' | ',' | '\'' | '|' | ' ' => 0.3,
        'm' | 'w' | 'M' | 'W' => 0.85,
        sign if sign.is_uppercase() => 0.66,
        '\u{1100}'.. => 1.0,
        _ => 0.55,
    };
    text.chars().map(wide).sum()
}

/// Points as SVG writes them.
fn points(points: impl IntoIterator<Item = Point>) -> String {
    let mut out = String::new();
    for [x, y] in points {
        let _ = write!(out, "{x:.1},{y:.1} ");
    }
    out.truncate(out.trim_end().len());
    out
}
