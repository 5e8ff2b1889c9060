//! What the signs mean, what the letters and numbers stand for, and the scale.

use std::collections::BTreeSet;

use super::{INK, Plan};
use crate::world::KindId;
use crate::world::document::{ConnectionKind, Point, Travels, Unit};
use crate::world::draw::svg::escape;

/// Pixels a line is high.
const LINE: f64 = 17.0;
/// Pixels a column is wide.
const COLUMN: f64 = 168.0;

/// Which signs were drawn.
#[derive(Debug, Default)]
pub(super) struct Shown {
    pub connections: BTreeSet<ConnectionKind>,
    pub kinds: BTreeSet<KindId>,
    pub has_entrance: bool,
    pub has_restricted: bool,
    pub has_void: bool,
    pub has_changes: bool,
    /// Clipping paths so far; each needs a name of its own.
    pub clips: usize,
}

/// One line of a legend.
enum Entry {
    Title(&'static str),
    Start,
    Goal,
    Change,
    Connection(ConnectionKind),
    Entrance,
    Restricted,
    Void,
    Letter(String, String),
    Number(usize, String),
}

impl Plan<'_> {
    /// Writes the legend in columns of about a height; how wide and high it is.
    pub(super) fn legend(&mut self, corner: Point, height: f64, has_path: bool) -> Point {
        let entries = self.entries(has_path);
        let titles = entries.iter().filter(|entry| matches!(entry, Entry::Title(_))).count();
        let all = entries.len() + titles;
        let lines = ((height / LINE) as usize).max(8);
        // A page may grow a little for a legend that nearly fits.
        let lines = if all * 10 <= lines * 14 { lines.max(all) } else { lines };
        let mut deepest = 0;
        let mut column = 0.0;
        let mut line = 0;
        for (number, entry) in entries.iter().enumerate() {
            let is_title = matches!(entry, Entry::Title(_));
            // A title stands neither alone at the foot nor close to what is above.
            if line + 2 * usize::from(is_title) >= lines && number > 0 {
                column += 1.0;
                line = 0;
            }
            let y = corner[1] + line as f64 * LINE;
            self.entry([corner[0] + column * COLUMN, y], entry);
            line += 1;
            deepest = deepest.max(line);
            if entries.get(number + 1).is_some_and(|next| matches!(next, Entry::Title(_))) {
                line += 1;
            }
        }
        let wide = if entries.is_empty() { 0.0 } else { (column + 1.0) * COLUMN };
        [wide, deepest as f64 * LINE]
    }

    fn entries(&self, has_path: bool) -> Vec<Entry> {
        let shown = &self.shown;
        let mut entries = Vec::new();
        if has_path {
            entries.extend([Entry::Title("The way"), Entry::Start, Entry::Goal]);
            entries.extend(shown.has_changes.then_some(Entry::Change));
        }
        let mut signs: Vec<Entry> =
            shown.connections.iter().map(|kind| Entry::Connection(*kind)).collect();
        signs.extend(shown.has_entrance.then_some(Entry::Entrance));
        signs.extend(shown.has_restricted.then_some(Entry::Restricted));
        signs.extend(shown.has_void.then_some(Entry::Void));
        if !signs.is_empty() {
            entries.push(Entry::Title("Signs"));
            entries.extend(signs);
        }
        if !self.letters.is_empty() {
            entries.push(Entry::Title("Rooms"));
            let mut rooms: Vec<_> = self.letters.values().cloned().collect();
            rooms.sort_by_key(|(letters, _)| (letters.len(), letters.clone()));
            entries.extend(rooms.into_iter().map(|(letters, name)| Entry::Letter(letters, name)));
        }
        let mut kinds: Vec<(usize, String)> = (shown.kinds.iter())
            .filter_map(|kind| {
                let name = self.world.vocabulary().name(*kind).to_owned();
                Some((*self.numbers.get(kind)?, name))
            })
            .collect();
        kinds.sort();
        if !kinds.is_empty() {
            entries.push(Entry::Title("Landmarks"));
            entries.extend(kinds.into_iter().map(|(number, name)| Entry::Number(number, name)));
        }
        entries
    }

    fn entry(&mut self, [x, y]: Point, entry: &Entry) {
        let sign = [x + 9.0, y - 4.0];
        let text = match entry {
            Entry::Title(title) => {
                self.add(format_args!(
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"11.5\" font-weight=\"bold\" \
                     fill=\"{INK}\">{title}</text>\n"
                ));
                return;
            }
            Entry::Start => {
                self.mark(sign, "S", true);
                "start"
            }
            Entry::Goal => {
                self.mark(sign, "G", true);
                "goal"
            }
            Entry::Change => {
                self.mark(sign, "1", false);
                "change of level"
            }
            Entry::Connection(kind) => {
                self.sign(sign, *kind, Travels::Both);
                kind.name()
            }
            Entry::Entrance => {
                self.add(format_args!(
                    "<path d=\"M{:.1} {:.1}l-6 10h12Z\" fill=\"#2c7a3f\"/>\n",
                    sign[0],
                    sign[1] - 5.0
                ));
                "entrance"
            }
            Entry::Restricted => {
                self.swatch(sign, "#e9e7e4", "#b3261e");
                "not for everybody"
            }
            Entry::Void => {
                self.swatch(sign, "url(#void)", "#a9a498");
                "open to below"
            }
            Entry::Letter(letters, name) => {
                self.add(format_args!(
                    "<text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"10\" text-anchor=\"middle\" \
                     font-weight=\"bold\" fill=\"{INK}\">{letters}</text>\n",
                    sign[0]
                ));
                name
            }
            Entry::Number(number, name) => {
                self.number(sign, 6.2, *number);
                name
            }
        };
        let text = escape(&shortened(text));
        self.add(format_args!(
            "<text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"10.5\" fill=\"{INK}\">{text}</text>\n",
            x + 24.0
        ));
    }

    fn swatch(&mut self, [x, y]: Point, fill: &str, stroke: &str) {
        self.add(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"16\" height=\"11\" fill=\"{fill}\" \
             stroke=\"{stroke}\"/>\n",
            x - 8.0,
            y - 5.5
        ));
    }

    /// A bar of a round length; worlds that are not in metres have none.
    pub(super) fn scale_bar(&mut self, [x, y]: Point) {
        let Some(scale) = self.sheets.first().map(|sheet| sheet.scale) else { return };
        if self.world.unit() != Unit::Metre {
            return;
        }
        let lengths = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0];
        let fits = lengths.into_iter().rev().find(|length| length * scale <= 150.0);
        let length = fits.unwrap_or(1.0);
        let quarter = length * scale / 4.0;
        for number in 0..4 {
            let fill = if number % 2 == 0 { INK } else { "#fff" };
            self.add(format_args!(
                "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{quarter:.1}\" height=\"4.5\" \
                 fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\".8\"/>\n",
                x + f64::from(number) * quarter
            ));
        }
        self.add(format_args!(
            "<text class=\"scale\" x=\"{:.1}\" y=\"{:.1}\" font-size=\"10\" \
             fill=\"{INK}\">{length} m</text>\n",
            x + 4.0 * quarter + 7.0,
            y + 5.5
        ));
    }
}

/// A name that fits a column.
fn shortened(name: &str) -> String {
    if super::width_of(name) * 10.5 <= COLUMN - 30.0 {
        return name.to_owned();
    }
    let mut wide = 0.0;
    let fits = name.chars().take_while(|sign| {
        wide += super::width_of(&sign.to_string()) * 10.5;
        wide <= COLUMN - 40.0
    });
    format!("{}…", fits.collect::<String>().trim_end())
}
