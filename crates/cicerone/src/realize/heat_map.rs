//! An alignment as a picture: tokens of the commands down, words across, as in
//! the paper's aligner figure.

use std::fmt::Write;

/// Draws the weight of every token for every word as SVG. `weights` has one
/// row for each word.
pub fn heat_map(tokens: &[String], words: &[String], weights: &[Vec<f32>]) -> String {
    const CELL: f64 = 26.0;
    const LETTER: f64 = 7.2;
    let longest = |texts: &[String]| {
        texts.iter().map(|text| text.chars().count()).max().unwrap_or(0) as f64 * LETTER
    };
    let (left, top) = (longest(tokens) + 20.0, longest(words) * 0.75 + 24.0);
    let width = left + words.len() as f64 * CELL + longest(words) * 0.7 + 12.0;
    let height = top + tokens.len() as f64 * CELL + 12.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (row, token) in tokens.iter().enumerate() {
        let y = top + (row as f64 + 0.5) * CELL;
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 8.0,
            y + 4.5,
            escape(token)
        );
    }
    for (column, word) in words.iter().enumerate() {
        let (x, y) = (left + (column as f64 + 0.5) * CELL, top - 8.0);
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" transform=\"rotate(-45 {x:.1} {y:.1})\">{}</text>",
            escape(word)
        );
        for (row, token) in tokens.iter().enumerate() {
            let weight = weights.get(column).and_then(|row_of| row_of.get(row)).copied();
            let weight = f64::from(weight.unwrap_or(0.0)).clamp(0.0, 1.0);
            // White to a deep blue that stays readable in print.
            let shade = |from: f64, to: f64| (from + (to - from) * weight.sqrt()).round();
            let _ = writeln!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{CELL}\" height=\"{CELL}\" \
                 fill=\"rgb({},{},{})\" stroke=\"#dddddd\"><title>{}, {}: {weight:.3}</title></rect>",
                left + column as f64 * CELL,
                top + row as f64 * CELL,
                shade(255.0, 8.0),
                shade(255.0, 48.0),
                shade(255.0, 107.0),
                escape(token),
                escape(word)
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_drawn_and_names_are_escaped() {
        let names =
            |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let tokens = names(&["Turn", "direction.Left", "a<b"]);
        let svg =
            heat_map(&tokens, &names(&["turn", "left"]), &[vec![1.0, 0.0, 0.0], vec![0.0, 1.0]]);
        assert_eq!(svg.matches("<title>").count(), 6);
        assert!(svg.contains("a&lt;b") && svg.contains("Turn, turn: 1.000"));
        assert!(roxmltree::Document::parse(&svg).is_ok());
    }
}
