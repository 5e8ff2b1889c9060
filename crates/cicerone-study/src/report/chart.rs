//! The pen that figures are drawn with.
//!
//! Every mark has its colours as attributes, so that a figure stands alone on
//! white paper, and a class, by which a page can give it the colours of the
//! night. Colours are Okabe and Ito's, which colour-blind people can tell
//! apart; what matters is written beside them as well.

use std::fmt::{self, Write};

use super::words::escape;

/// How wide figures are.
pub(super) const WIDTH: f64 = 680.0;
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56b4e9"];

/// A figure under way.
pub(super) struct Chart {
    height: f64,
    title: String,
    marks: String,
}

/// Which side of its place a text stands on.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// The colour of the condition with that number.
fn colour(number: usize) -> (usize, &'static str) {
    let place = number % COLOURS.len();
    (place, COLOURS[place])
}

impl Chart {
    /// A figure of that height; the title is for readers who do not see it.
    pub(super) fn new(height: f64, title: &str) -> Chart {
        Chart { height, title: title.to_owned(), marks: String::new() }
    }

    fn add(&mut self, mark: fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = self.marks.write_fmt(mark);
    }

    /// A thin line to measure by.
    pub(super) fn grid(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.add(format_args!(
            "<path class=\"grid\" d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#dddddd\"/>\n",
            from.0, from.1, to.0, to.1
        ));
    }

    /// A dark line.
    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), width: f64) {
        self.add(format_args!(
            "<path class=\"line\" d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#222222\" \
             stroke-width=\"{width}\"/>\n",
            from.0, from.1, to.0, to.1
        ));
    }

    /// Words.
    pub(super) fn text(&mut self, x: f64, y: f64, anchor: Anchor, size: f64, words: &str) {
        self.words(x, y, anchor, size, "ink", "#222222", words);
    }

    /// Words that matter less.
    pub(super) fn faint(&mut self, x: f64, y: f64, anchor: Anchor, size: f64, words: &str) {
        self.words(x, y, anchor, size, "faint", "#666666", words);
    }

    #[allow(clippy::too_many_arguments)]
    fn words(
        &mut self,
        x: f64,
        y: f64,
        anchor: Anchor,
        size: f64,
        class: &str,
        fill: &str,
        words: &str,
    ) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let words = escape(words);
        self.add(format_args!(
            "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" \
             font-size=\"{size}\" fill=\"{fill}\">{words}</text>\n"
        ));
    }

    /// A bar in the colour of a condition.
    pub(super) fn bar(&mut self, number: usize, at: (f64, f64), size: (f64, f64), hint: &str) {
        let (place, colour) = colour(number);
        let hint = escape(hint);
        self.add(format_args!(
            "<rect class=\"c{place}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
             fill=\"{colour}\"><title>{hint}</title></rect>\n",
            at.0, at.1, size.0, size.1
        ));
    }

    /// A frame in the colour of a condition.
    pub(super) fn frame(&mut self, number: usize, at: (f64, f64), size: (f64, f64)) {
        let (place, colour) = colour(number);
        self.add(format_args!(
            "<rect class=\"c{place} soft\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" \
             height=\"{:.1}\" fill=\"{colour}\" fill-opacity=\".18\"/>\n",
            at.0, at.1, size.0, size.1
        ));
    }

    /// A dot in the colour of a condition.
    pub(super) fn dot(&mut self, number: usize, x: f64, y: f64, radius: f64, opacity: f64) {
        let (place, colour) = colour(number);
        self.add(format_args!(
            "<circle class=\"c{place}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" \
             fill=\"{colour}\" fill-opacity=\"{opacity}\"/>\n"
        ));
    }

    /// A dark dot.
    pub(super) fn point(&mut self, x: f64, y: f64, radius: f64) {
        self.add(format_args!(
            "<circle class=\"ink\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" \
             fill=\"#222222\"/>\n"
        ));
    }

    /// A dark ring on paper.
    pub(super) fn ring(&mut self, x: f64, y: f64, radius: f64) {
        self.add(format_args!(
            "<circle class=\"paper line\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" \
             fill=\"#ffffff\" stroke=\"#222222\" stroke-width=\"1.6\"/>\n"
        ));
    }

    /// An interval, drawn along or upright, with a short stroke at each end.
    pub(super) fn whisker(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.line(from, to, 1.3);
        let (dx, dy) = if from.0 == to.0 { (3.0, 0.0) } else { (0.0, 3.0) };
        for end in [from, to] {
            self.line((end.0 - dx, end.1 - dy), (end.0 + dx, end.1 + dy), 1.3);
        }
    }

    /// The conditions with their colours, from the left at that height; gives
    /// back how many lines they took.
    pub(super) fn legend(&mut self, y: f64, names: &[String]) -> usize {
        let (mut x, mut line) = (16.0, 0);
        for (number, name) in names.iter().enumerate() {
            let room = 40.0 + 7.0 * name.chars().count() as f64;
            if x > 16.0 && x + room > WIDTH {
                x = 16.0;
                line += 1;
            }
            let top = y + 20.0 * line as f64;
            self.bar(number, (x, top - 10.0), (12.0, 12.0), name);
            self.text(x + 18.0, top, Anchor::Start, 13.0, name);
            x += room;
        }
        line + 1
    }

    /// The figure, with the text that screen readers say.
    pub(super) fn svg(self) -> String {
        let (height, title) = (self.height, escape(&self.title));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" \
             width=\"{WIDTH}\" height=\"{height:.0}\" role=\"img\" \
             font-family=\"system-ui, 'Helvetica Neue', Arial, sans-serif\">\n\
             <title>{title}</title>\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{}</svg>\n",
            self.marks
        )
    }
}

/// Round numbers from 0 (or below) that reach the largest, at most seven.
pub(super) fn ticks(largest: f64) -> Vec<f64> {
    let largest = if largest.is_finite() && largest > 0.0 { largest } else { 1.0 };
    let rough = largest / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|times| times * power);
    let step = step.into_iter().find(|step| *step >= rough * 0.999).unwrap_or(largest);
    let count = (largest / step - 1e-9).ceil() as u32;
    (0..=count).map(|number| f64::from(number) * step).collect()
}

/// Cuts a text to lines of at most so many characters, between words.
pub(super) fn lines(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let used = lines[last].chars().count();
        if used > 0 && used + 1 + word.chars().count() > most {
            lines.push(word.to_owned());
        } else {
            if used > 0 {
                lines[last].push(' ');
            }
            lines[last].push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_reach_the_largest() {
        assert_eq!(ticks(100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(63.0).last(), Some(&80.0));
        assert_eq!(ticks(0.0).len(), ticks(f64::NAN).len());
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(lines("one two three", 7), ["one two", "three"]);
        assert_eq!(lines("", 7), [""]);
    }
}
