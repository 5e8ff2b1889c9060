//! The net of one space: centre lines where it is narrow, straight crossings
//! where it is wide, and every door and target joined to it.

use std::collections::HashMap;

use cicerone::world::document::Point;

use super::along::lay_centre_lines;
use super::crossings::cross;
use super::fence::Fence;
use super::layers::Layers;
use super::net::Net;
use super::space::{Port, Space};

/// The net of a space.
pub(super) struct Spread {
    pub(super) net: Net,
    /// The node just inside each port, if it can be reached.
    pub(super) approaches: Vec<Option<usize>>,
    /// The node of each target, if it can be reached.
    pub(super) targets: Vec<Option<usize>>,
    /// What no way may cross.
    pub(super) fence: Fence,
    /// True if the space was too intricate to look at all of it.
    pub(super) cut_short: bool,
}

/// Makes the net of a space that joins its ports and targets.
pub(super) fn spread(space: &Space, targets: &[Point]) -> Spread {
    let fence = Fence::new(&space.shape);
    let layers = Layers::of(space, &fence, targets);
    let mut net = Net::default();
    let mut added = |spots: &[Option<Point>]| -> Vec<Option<usize>> {
        spots.iter().map(|at| at.map(|at| net.add(at, true))).collect()
    };
    let approaches = added(&layers.approaches);
    let targets = added(&layers.targets);
    let mut ends: Vec<usize> = approaches.iter().chain(&targets).flatten().copied().collect();
    let mut cut_short = false;
    if let Some(widest) = layers.layers.first() {
        let clear = |a: Point, b: Point| widest.fence.is_clear(a, b);
        if space.passed_through && ends.len() > 1 {
            let mouths = lay_centre_lines(&mut net, space, [&approaches, &targets], &clear);
            ends.extend(mouths);
        }
        let doors = approaches.iter().zip(&space.ports);
        let doors: HashMap<usize, &Port> =
            doors.filter_map(|(node, port)| Some(((*node)?, port))).collect();
        cut_short = cross(&mut net, &layers, &ends, &doors);
        net.straighten(0.25, &clear);
    }
    Spread { net, approaches, targets, fence, cut_short }
}
