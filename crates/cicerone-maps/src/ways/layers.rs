//! How far people keep from walls: as far as they like where there is room,
//! nearer where a way would else be lost.
//!
//! A space has a layer for each clearance, the widest first. Doors and targets
//! belong to the first layer that has room for them; where that layer falls
//! apart, what is missing is found in the next ones.

use cicerone::world::document::Point;

use super::fence::{Fence, shrunk};
use super::mesh::Mesh;
use super::space::{Port, Space};
use crate::shapes::distance;

/// How far people keep from walls, where there is room; else the most there is.
/// Spaces begin a few centimetres off their outlines: from those it is 0.3 m.
const CLEARANCES: [f64; 4] = [0.27, 0.2, 0.1, 0.03];
/// How far inside a door one may first stand.
const DEEPEST: f64 = 1.0;

/// The part of a space that keeps clear of walls.
pub(super) struct Layer {
    pub(super) mesh: Mesh,
    /// What no way of this layer may cross.
    pub(super) fence: Fence,
    /// Which triangles hang together.
    pieces: Vec<u32>,
}

impl Layer {
    fn new(space: &Space, clearance: f64) -> Option<Layer> {
        let mesh = Mesh::new(&shrunk(&space.shape, clearance), f64::INFINITY)?;
        // A little less, so that what lies on the edge of the mesh is inside.
        let fence = Fence::new(&shrunk(&space.shape, clearance - 0.02));
        let pieces = pieces(&mesh);
        Some(Layer { mesh, fence, pieces })
    }

    /// The piece of the layer that a point is in.
    pub(super) fn piece(&self, at: Point) -> Option<u32> {
        self.mesh.locate(at).map(|triangle| self.pieces[triangle as usize])
    }
}

/// The layers of a space that are needed to reach everything in it.
pub(super) struct Layers {
    pub(super) layers: Vec<Layer>,
    /// Where one stands just inside each port, if anywhere.
    pub(super) approaches: Vec<Option<Point>>,
    /// Where one stands at each target, if anywhere.
    pub(super) targets: Vec<Option<Point>>,
}

impl Layers {
    /// Adds layers until all ends are found and hang together.
    pub(super) fn of(space: &Space, walls: &Fence, targets: &[Point]) -> Layers {
        let mut found = Layers {
            layers: Vec::new(),
            approaches: vec![None; space.ports.len()],
            targets: vec![None; targets.len()],
        };
        for (number, clearance) in CLEARANCES.into_iter().enumerate() {
            let Some(layer) = Layer::new(space, clearance) else { continue };
            let last = number + 1 == CLEARANCES.len();
            for (port, spot) in space.ports.iter().zip(&mut found.approaches) {
                if spot.is_none() {
                    *spot = approach(&layer.mesh, walls, port, last);
                }
            }
            for (target, spot) in targets.iter().zip(&mut found.targets) {
                if spot.is_none() {
                    *spot = beside(&layer.mesh, walls, *target, last);
                }
            }
            let all = found.approaches.iter().chain(&found.targets);
            let mut pieces: Vec<Option<u32>> =
                all.map(|spot| spot.and_then(|spot| layer.piece(spot))).collect();
            pieces.dedup();
            found.layers.push(layer);
            if pieces.len() < 2 && pieces.iter().all(Option::is_some) {
                break;
            }
        }
        found
    }
}

fn pieces(mesh: &Mesh) -> Vec<u32> {
    let mut piece = vec![u32::MAX; mesh.triangles.len()];
    for start in 0..mesh.triangles.len() {
        let mut todo = vec![start];
        while let Some(triangle) = todo.pop() {
            if piece[triangle] == u32::MAX {
                piece[triangle] = start as u32;
                todo.extend(mesh.beyond[triangle].iter().flatten().map(|next| *next as usize));
            }
        }
    }
    piece
}

/// Where one stands just inside a door; `anyhow` if it may be further inside.
fn approach(mesh: &Mesh, walls: &Fence, port: &Port, anyhow: bool) -> Option<Point> {
    let ahead = |depth: f64| [0, 1].map(|axis| port.at[axis] + port.inward[axis] * depth);
    let deepest = if anyhow { 2.0 * DEEPEST } else { DEEPEST + port.gap };
    let steps = (deepest / 0.01) as usize;
    let begins = ahead(port.gap + 0.05);
    (1..=steps).find_map(|step| {
        let depth = 0.01 * step as f64;
        mesh.locate(ahead(depth))?;
        // A hair further in, so as not to stand on the edge of the mesh.
        let at = ahead(depth + 0.01);
        mesh.locate(at)?;
        let beyond = distance(port.at, at) <= port.gap + 0.05;
        (beyond || walls.is_clear(begins, at)).then_some(at)
    })
}

/// A point, or one near it where one can stand.
fn beside(mesh: &Mesh, walls: &Fence, target: Point, anyhow: bool) -> Option<Point> {
    if mesh.locate(target).is_some() {
        return Some(target);
    }
    let rings = if anyhow { 12 } else { 6 };
    (1..=rings).find_map(|ring| {
        (0..16).find_map(|step| {
            let angle = f64::from(step) * std::f64::consts::TAU / 16.0;
            let reach = 0.15 * f64::from(ring);
            let at = [target[0] + reach * angle.cos(), target[1] + reach * angle.sin()];
            let near = mesh.locate(at).is_some() && (anyhow || walls.is_clear(target, at));
            near.then_some(at)
        })
    })
}
