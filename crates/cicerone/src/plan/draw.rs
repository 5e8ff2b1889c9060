//! A path and the moves it is confused with, as a layer of an SVG drawing.

use std::fmt::Write;

use crate::world::{Pose, World};

/// An SVG group with the path of a segment (solid, `class="path"`) and the
/// moves that a command of it could mean as well (dashed,
/// `class="alternative"`). `at` turns a position of the world into one of the
/// drawing, so that the layer fits on top of any picture of the world.
///
/// A turn shows as a short stroke from the place along the new heading.
pub fn layer(
    world: &World,
    path: &[Pose],
    confused: &[Vec<Pose>],
    at: impl Fn((f64, f64)) -> (f64, f64),
) -> String {
    let mut out = String::from("<g fill=\"none\" stroke-linecap=\"round\">\n");
    for other in confused {
        let points = points(world, other, &at);
        let _ = writeln!(
            out,
            "<polyline class=\"alternative\" points=\"{points}\" stroke=\"#c0392b\" \
             stroke-width=\"3\" stroke-dasharray=\"6 5\"/>"
        );
    }
    let points = points(world, path, &at);
    let _ = writeln!(
        out,
        "<polyline class=\"path\" points=\"{points}\" stroke=\"#2166ac\" stroke-width=\"4\"/>"
    );
    out.push_str("</g>\n");
    out
}

/// How far, in units of the world, a stroke shows where one looks.
const LOOK: f64 = 0.35;

fn points(world: &World, poses: &[Pose], at: &impl Fn((f64, f64)) -> (f64, f64)) -> String {
    let mut all: Vec<(f64, f64)> = Vec::new();
    for (number, pose) in poses.iter().enumerate() {
        let (x, y) = world.place(pose.place).position;
        all.push((x, y));
        if number + 1 == poses.len()
            && let Some(heading) = pose.heading
        {
            let (sin, cos) = heading.degrees().to_radians().sin_cos();
            all.push((x + LOOK * sin, y - LOOK * cos));
        }
    }
    let texts: Vec<String> = all
        .into_iter()
        .map(|position| {
            let (x, y) = at(position);
            // Tenths are enough, and no -0.0.
            let tenths = |number: f64| (number * 10.0).round() / 10.0 + 0.0;
            format!("{},{}", tenths(x), tenths(y))
        })
        .collect();
    texts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::fixture::{segment, world as drawn};

    #[test]
    fn a_path_is_solid_and_its_rivals_are_dashed() {
        let world = drawn("o--b-o--b-o");
        let said = segment(&world, "0,0,90 1,0,90").poses;
        let other = segment(&world, "0,0,90 1,0,90 2,0,90").poses;
        let layer = layer(&world, &said, &[other], |(x, y)| (x * 100.0, y * 100.0));
        assert_eq!(layer.matches("<polyline").count(), 2);
        assert!(layer.contains("class=\"path\" points=\"0,0 100,0 135,0\""), "{layer}");
        assert!(layer.contains("stroke-dasharray"));
    }
}
