//! A picture of what clustering saw: the similarities of a selection's
//! neighbours, in the order of their clusters.

use std::fmt::Write;

use super::{Neighbour, Selection, Selector};
use crate::world::Vocabulary;

/// Side of one cell, in pixels.
const CELL: usize = 7;
/// Room around the matrix.
const MARGIN: usize = 30;

/// The similarity matrix of the neighbours as SVG: the darker a cell, the more
/// alike two structures. Clusters stand together, framed and numbered, the
/// most probable structure of each first; a pointer on a cell tells which two
/// structures it compares.
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
    let text = |near: &Neighbour| {
        let entry = &selector.bank().entries()[near.entry];
        entry.structures.display(Vocabulary::sail()).to_string()
    };
    let texts: Vec<String> = order.iter().map(|near| text(near)).collect();
    // Writing to a string cannot fail.
    for (row, a) in order.iter().enumerate() {
        for (column, b) in order.iter().enumerate() {
            let alike = selector.similarity(a.entry, b.entry);
            let light = 255 - (alike * 225.0).round() as u8;
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{CELL}\" height=\"{CELL}\" \
                 fill=\"rgb({light},{light},255)\"><title>{alike:.2}: {} / {}</title></rect>",
                MARGIN + column * CELL,
                MARGIN + row * CELL,
                texts[row],
                texts[column]
            );
        }
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
mod tests {
    use super::*;
    use crate::select::selector::tests::demonstrations;
    use crate::select::{Context, SelectorConfig};

    #[test]
    fn every_pair_has_a_cell_and_every_cluster_a_frame() {
        let selector = Selector::learn(&demonstrations(), &SelectorConfig::default()).unwrap();
        let selection = selector.select_for(Context::from_bits(1));
        let svg = similarity_svg(&selector, &selection);
        let document = roxmltree::Document::parse(&svg).unwrap();
        let rects = document.descendants().filter(|node| node.has_tag_name("rect"));
        let frames = rects.clone().filter(|node| node.attribute("stroke").is_some()).count();
        let clusters = selection.neighbours.iter().map(|near| near.cluster + 1).max().unwrap();
        assert_eq!(frames, clusters);
        assert_eq!(rects.count(), 1 + 7 * 7 + clusters);
    }
}
