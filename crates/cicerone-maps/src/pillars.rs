//! Pillars and partitions: small pieces of wall that stand alone in a plan.
//!
//! One walks round a pillar and sees past it, and in a wide hall it may be all
//! there is to go by: so it becomes a landmark, and its walls stay. So does a
//! partition, which is wider or no ring.

use std::collections::{HashMap, HashSet};

use cicerone::world::document::{Document, LandmarkEntry, PARTITION, PILLAR, Point, WallEntry};
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

/// Corners this near to each other, in metres, are one.
const SAME_CORNER: f64 = 0.01;
/// How wide a pillar is, in metres: what is narrower is a speck of the drawing.
const WIDTHS: std::ops::RangeInclusive<f64> = 0.2..=2.2;
/// And how long a partition is; a longer one is a wall.
const LENGTHS: std::ops::RangeInclusive<f64> = 1.0..=3.6;
/// Nobody stands between a pillar and whatever is nearer than this: it is part of
/// that.
const ALONE: f64 = 0.5;

type Cell = [i64; 2];
type WallBox = GeomWithData<Rectangle<Point>, usize>;

/// Adds a landmark for every pillar and partition.
pub(crate) fn add(document: &mut Document) {
    let mut found: Vec<(String, &str, [Point; 2])> = Vec::new();
    for area in &document.areas {
        let holes = area.holes.iter().filter_map(|hole| bounds(hole.iter()));
        let pillars = holes.filter(|bounds| is_pillar(*bounds));
        found.extend(pillars.map(|bounds| (area.level.clone(), PILLAR, bounds)));
    }
    let mut walls: HashMap<&str, Vec<&WallEntry>> = HashMap::new();
    for wall in &document.walls {
        walls.entry(&wall.level).or_default().push(wall);
    }
    let mut levels: Vec<(&str, Vec<&WallEntry>)> = walls.into_iter().collect();
    levels.sort_by_key(|(level, _)| *level);
    for (level, walls) in levels {
        let alone = standing_alone(&walls).into_iter();
        found.extend(alone.map(|(kind, bounds)| (level.to_owned(), kind, bounds)));
    }
    let mut others: HashMap<&str, Vec<Point>> = HashMap::new();
    for landmark in &document.landmarks {
        others.entry(&landmark.level).or_default().push(landmark.at);
    }
    for door in &document.doors {
        others.entry(&door.level).or_default().extend(door.line);
    }
    let others: HashMap<&str, RTree<Point>> =
        others.into_iter().map(|(level, points)| (level, RTree::bulk_load(points))).collect();
    found.retain(|(level, _, bounds)| {
        let inside = AABB::from_corners(bounds[0], bounds[1]);
        let others = others.get(&**level);
        others.is_none_or(|others| others.locate_in_envelope(&inside).next().is_none())
    });
    let mut used: HashSet<String> = document.landmarks.iter().map(|one| one.id.clone()).collect();
    let mut number = 0;
    for (level, kind, [low, high]) in found {
        // The map may have such an id.
        let id = loop {
            number += 1;
            let id = format!("{level}_{kind}_{number}");
            if used.insert(id.clone()) {
                break id;
            }
        };
        document.landmarks.push(LandmarkEntry {
            id,
            level,
            at: [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0],
            kind: kind.to_owned(),
            name: None,
            text: None,
            size: Some((high[0] - low[0]).max(high[1] - low[1])),
            area: None,
        });
    }
}

/// What touches no other wall: what it is, and its bounds.
fn standing_alone(walls: &[&WallEntry]) -> Vec<(&'static str, [Point; 2])> {
    let cell = |at: &Point| at.map(|c| (c / SAME_CORNER).round() as i64);
    // Walls that share corners are one piece.
    let mut piece: Vec<usize> = (0..walls.len()).collect();
    let mut at_corner: HashMap<Cell, (usize, usize)> = HashMap::new();
    for (number, wall) in walls.iter().enumerate() {
        let inner = wall.line.len().saturating_sub(2);
        for (place, corner) in wall.line.iter().enumerate() {
            let lines = if (1..=inner).contains(&place) { 2 } else { 1 };
            match at_corner.get_mut(&cell(corner)) {
                Some((first, count)) => {
                    *count += lines;
                    let (a, b) = (root(&mut piece, *first), root(&mut piece, number));
                    piece[a.max(b)] = a.min(b);
                }
                None => {
                    at_corner.insert(cell(corner), (number, lines));
                }
            }
        }
    }
    let mut pieces: Vec<Vec<usize>> = vec![Vec::new(); walls.len()];
    for number in 0..walls.len() {
        pieces[root(&mut piece, number)].push(number);
    }
    let boxes = walls.iter().enumerate().filter_map(|(number, wall)| {
        let [low, high] = bounds(wall.line.iter())?;
        Some(WallBox::new(Rectangle::from_corners(low, high), number))
    });
    let tree = RTree::bulk_load(boxes.collect());
    let is_closed = |own: &Vec<usize>| {
        let mut corners = own.iter().flat_map(|wall| &walls[*wall].line);
        corners.all(|corner| at_corner.get(&cell(corner)).is_some_and(|(_, lines)| *lines > 1))
    };
    let alone = |own: &Vec<usize>| -> Option<(&str, [Point; 2])> {
        let bounds = bounds(own.iter().flat_map(|wall| &walls[*wall].line))?;
        let [low, high] = bounds;
        let is_partition = LENGTHS.contains(&(high[0] - low[0]).max(high[1] - low[1]));
        let kind = match is_closed(own) && is_pillar(bounds) {
            true => PILLAR,
            false if is_partition => PARTITION,
            false => return None,
        };
        let about = AABB::from_corners(low.map(|c| c - ALONE), high.map(|c| c + ALONE));
        let mut near = tree.locate_in_envelope_intersecting(&about);
        near.all(|one| own.contains(&one.data)).then_some((kind, bounds))
    };
    pieces.iter().filter(|own| !own.is_empty()).filter_map(alone).collect()
}

/// The piece that a wall belongs to.
fn root(piece: &mut [usize], mut number: usize) -> usize {
    while piece[number] != number {
        piece[number] = piece[piece[number]];
        number = piece[number];
    }
    number
}

fn bounds<'a>(corners: impl Iterator<Item = &'a Point>) -> Option<[Point; 2]> {
    corners.fold(None, |bounds: Option<[Point; 2]>, corner| {
        let [low, high] = bounds.unwrap_or([*corner; 2]);
        let join = |one: Point, pick: fn(f64, f64) -> f64| {
            [pick(one[0], corner[0]), pick(one[1], corner[1])]
        };
        Some([join(low, f64::min), join(high, f64::max)])
    })
}

fn is_pillar([low, high]: [Point; 2]) -> bool {
    (0..2).all(|axis| WIDTHS.contains(&(high[axis] - low[axis])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walls(lines: &[&[Point]]) -> Vec<WallEntry> {
        let wall = |line: &&[Point]| WallEntry {
            level: "1".into(),
            line: line.to_vec(),
            see_through: false,
        };
        lines.iter().map(wall).collect()
    }

    fn found(lines: &[&[Point]]) -> Vec<(String, Point)> {
        let mut document = Document { walls: walls(lines), ..Document::default() };
        add(&mut document);
        document.landmarks.into_iter().map(|one| (one.kind, one.at)).collect()
    }

    const SQUARE: [Point; 5] = [[4.0, 4.0], [5.0, 4.0], [5.0, 5.0], [4.0, 5.0], [4.0, 4.0]];

    #[test]
    fn a_small_ring_that_stands_alone_is_a_pillar() {
        assert_eq!(found(&[&SQUARE]), [("pillar".to_owned(), [4.5, 4.5])]);
        let lines: Vec<&[Point]> = SQUARE.windows(2).collect();
        assert_eq!(found(&lines), [("pillar".to_owned(), [4.5, 4.5])], "wall by wall");
    }

    #[test]
    fn an_id_that_the_map_has_is_not_given_again() {
        let mut document = Document { walls: walls(&[&SQUARE]), ..Document::default() };
        add(&mut document);
        let other = SQUARE.map(|[x, y]| [x + 9.0, y]);
        document.walls.extend(walls(&[&other]));
        add(&mut document);
        let ids: Vec<&str> = document.landmarks.iter().map(|one| &*one.id).collect();
        assert_eq!(ids, ["1_pillar_1", "1_pillar_2"]);
    }

    #[test]
    fn what_is_open_or_wider_is_a_partition() {
        assert_eq!(found(&[&SQUARE[..4]])[0].0, "partition", "open");
        let wide = SQUARE.map(|[x, y]| [3.0 * x, y]);
        assert_eq!(found(&[&wide])[0].0, "partition", "wide");
    }

    #[test]
    fn what_is_large_or_part_of_a_wall_is_none() {
        let large = SQUARE.map(|[x, y]| [5.0 * x, y]);
        assert!(found(&[&large]).is_empty(), "large");
        assert!(found(&[&SQUARE, &[[0.0, 5.2], [9.0, 5.2]]]).is_empty(), "at a wall");
        assert!(found(&[]).is_empty());
    }
}
