//! A picture of what clustering saw: the similarities of a selection's
//! neighbours, in the order of their clusters.

use std::fmt::Write;

use super::{Neighbour, Selection, Selector};
use crate::world::Vocabulary;

/// Side of one cell, in pixels.
const CELL: usize = 7;
/// Room around the matrix.
const MARGIN: usize = 30;

/// Shades of similarity; more could not be told apart.
const SHADES: usize = 16;

/// The similarity matrix of the neighbours as SVG: the darker a cell, the more
/// alike two structures. Clusters stand together, framed and numbered, the
/// most probable structure of each first; a pointer on the bar at the right of
/// a row tells its structure.
pub fn similarity_svg(selector: &Selector, selection: &Selection) -> String {
    let mut order: Vec<&Neighbour> = selection.neighbours.iter().collect();
    order.sort_by(|a, b| a.cluster.cmp(&b.cluster).then(b.probability.total_cmp(&a.probability)));
    let side = order.len() * CELL;
    let whole = side + 2 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" \
         width=\"{whole}\" height=\"{whole}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <title>Similarity of the {} nearest structures, by cluster</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"14\">contexts: {}</text>\n",
        order.len(),
        selection.context
    );
    // One path for every shade: a rectangle for every cell is ten times as long.
    let mut shades = vec![String::new(); SHADES + 1];
    // Writing to a string cannot fail.
    for (row, a) in order.iter().enumerate() {
        for (column, b) in order.iter().enumerate() {
            let shade = (selector.similarity(a.entry, b.entry) * SHADES as f64).round() as usize;
            let (x, y) = (MARGIN + column * CELL, MARGIN + row * CELL);
            let _ = write!(shades[shade], "M{x} {y}h{CELL}v{CELL}h-{CELL}z");
        }
    }
    for (shade, path) in shades.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
        let light = 255 - shade * 225 / SHADES;
        let _ = writeln!(svg, "<path d=\"{path}\" fill=\"rgb({light},{light},255)\"/>");
    }
    for (row, near) in order.iter().enumerate() {
        let structures = &selector.bank().entries()[near.entry].structures;
        let _ = writeln!(
            svg,
            "<rect class=\"row\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{CELL}\" fill=\"gray\" \
             fill-opacity=\"{:.3}\"><title>{:.4} {}</title></rect>",
            MARGIN + side,
            MARGIN + row * CELL,
            MARGIN / 2,
            near.probability.sqrt(),
            near.probability,
            structures.display(Vocabulary::sail())
        );
    }
    let mut first = 0;
    while first < order.len() {
        let cluster = order[first].cluster;
        let size = order[first..].iter().take_while(|near| near.cluster == cluster).count();
        let at = MARGIN + first * CELL;
        let _ = writeln!(
            svg,
            "<rect x=\"{at}\" y=\"{at}\" width=\"{0}\" height=\"{0}\" fill=\"none\" \
             stroke=\"black\"/><text x=\"{1}\" y=\"{2}\">{cluster}</text>",
            size * CELL,
            MARGIN / 2,
            at + size * CELL / 2
        );
        first += size;
    }
    svg.push_str("</svg>\n");
    svg
}

#[cfg(test)]
#[cfg(feature = "training")]
mod tests {
    use super::*;
    use crate::select::selector::tests::demonstrations;
    use crate::select::{Context, SelectorConfig};

    #[test]
    fn every_pair_has_a_cell_every_structure_a_row_and_every_cluster_a_frame() {
        let selector = Selector::learn(&demonstrations(), &SelectorConfig::default()).unwrap();
        let selection = selector.select_for(Context::from_bits(1));
        let svg = similarity_svg(&selector, &selection);
        let document = roxmltree::Document::parse(&svg).unwrap();
        let rects = document.descendants().filter(|node| node.has_tag_name("rect"));
        let frames = rects.clone().filter(|node| node.attribute("stroke").is_some()).count();
        let clusters = selection.neighbours.iter().map(|near| near.cluster + 1).max().unwrap();
        assert_eq!(frames, clusters);
        assert_eq!(rects.filter(|node| node.attribute("class") == Some("row")).count(), 7);
        let paths = document.descendants().filter_map(|node| node.attribute("d"));
        assert_eq!(paths.map(|path| path.matches('M').count()).sum::<usize>(), 7 * 7);
    }
}
