//! From the pixels of each level's drawing to one frame in metres.
//!
//! The reference level is scaled by its measurements. Fiducials of the same
//! name are the same spot on all levels: the similarity (turn, scale, shift)
//! that carries a level's fiducials best onto the reference level's, in the
//! sense of least squares, aligns it.

use cicerone::world::document::Point;
use cicerone::{Error, Result};

use super::yaml::Value;
use crate::tally::Tally;

/// Metres per pixel that Open-RMF assumes where nothing was measured.
const UNMEASURED: f64 = 0.05;

/// Farther than this from the middle nothing of a building lies, in metres.
const FARTHEST: f64 = 100_000.0;

/// Metres per degree of latitude.
const METRES_PER_DEGREE: f64 = 111_195.0;

/// A level's way into the common frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct Frame {
    /// Columns are where the level's axes go.
    matrix: [[f64; 2]; 2],
    shift: Point,
    /// How far it turns, clockwise as seen with `y` downward, in radians.
    turn: f64,
}

impl Frame {
    fn similarity(scale: f64, turn: f64, shift: Point) -> Frame {
        let (sine, cosine) = turn.sin_cos();
        let matrix = [[scale * cosine, -scale * sine], [scale * sine, scale * cosine]];
        Frame { matrix, shift, turn }
    }

    /// Where a position of the level lies in the common frame.
    pub(super) fn place(&self, at: Point) -> Result<Point> {
        let [[a, b], [c, d]] = self.matrix;
        let placed = [a * at[0] + b * at[1] + self.shift[0], c * at[0] + d * at[1] + self.shift[1]];
        if placed.iter().all(|value| value.is_finite() && value.abs() <= FARTHEST) {
            return Ok(placed);
        }
        Err(Error::input(format!(
            "{},{} lies more than {} km away; nothing of a building does",
            at[0],
            at[1],
            FARTHEST / 1000.0
        )))
    }

    /// A direction in metres of a thing that is turned by `yaw`: `x` to the
    /// right, `y` upward, counter-clockwise, as robots have it.
    pub(super) fn direction(&self, yaw: f64, [x, y]: Point) -> Point {
        let (sine, cosine) = (yaw - self.turn).sin_cos();
        [x * cosine - y * sine, -(x * sine + y * cosine)]
    }

    fn scale(&self) -> f64 {
        self.matrix[0][0].hypot(self.matrix[1][0])
    }
}

/// Finds the frame of every level, in the order of the levels.
pub(super) fn frames(
    building: &Value,
    levels: &[(String, Value)],
    warnings: &mut Tally,
) -> Result<Vec<Frame>> {
    let system = building.get("coordinate_system").and_then(Value::text);
    match system.as_deref() {
        None | Some("reference_image") => aligned(building, levels, warnings),
        Some("cartesian_meters") => {
            let frame = Frame { matrix: [[1.0, 0.0], [0.0, -1.0]], shift: [0.0; 2], turn: 0.0 };
            Ok(vec![frame; levels.len()])
        }
        Some("wgs84") => Ok(vec![tangent_plane(levels); levels.len()]),
        Some(other) => Err(Error::input(format!(
            "coordinates in '{other}' are not read; reference_image, cartesian_meters and wgs84 are"
        ))
        .at("coordinate_system")),
    }
}

/// A plane that touches the earth at the first vertex.
fn tangent_plane(levels: &[(String, Value)]) -> Frame {
    let first = levels.iter().find_map(|(_, level)| {
        let vertex = level.get("vertices")?.items().first()?.items();
        Some([vertex.first()?.as_number()?, vertex.get(1)?.as_number()?])
    });
    let [longitude, latitude] = first.unwrap_or([0.0; 2]);
    let east = METRES_PER_DEGREE * latitude.to_radians().cos();
    Frame {
        matrix: [[east, 0.0], [0.0, -METRES_PER_DEGREE]],
        shift: [-east * longitude, METRES_PER_DEGREE * latitude],
        turn: 0.0,
    }
}

fn aligned(
    building: &Value,
    levels: &[(String, Value)],
    warnings: &mut Tally,
) -> Result<Vec<Frame>> {
    let reference = match building.get("reference_level_name").and_then(Value::text) {
        None => 0,
        Some(name) => levels.iter().position(|(level, _)| *level == name).ok_or_else(|| {
            Error::input(format!("there is no level '{name}'; name one of the levels"))
                .at("reference_level_name")
        })?,
    };
    let mut measured = Vec::with_capacity(levels.len());
    for (name, level) in levels {
        measured.push(scale(level).map_err(|error| error.at(format!("level {name}")))?);
    }
    let (reference_name, reference_level) = &levels[reference];
    let reference_scale = measured[reference].unwrap_or_else(|| {
        warnings.add(
            format_args!("level {reference_name}"),
            format!("taken to have {UNMEASURED} m per pixel, as Open-RMF does"),
            "it has no measurement",
        );
        UNMEASURED
    });
    let reference_frame = Frame::similarity(reference_scale, 0.0, [0.0; 2]);
    let anchors =
        fiducials(reference_level).map_err(|e| e.at(format!("level {reference_name}")))?;

    let mut frames = Vec::with_capacity(levels.len());
    for (at, (name, level)) in levels.iter().enumerate() {
        if at == reference {
            frames.push(reference_frame);
            continue;
        }
        let own = fiducials(level).map_err(|error| error.at(format!("level {name}")))?;
        let mut pairs = Vec::new();
        for (fiducial, from) in &own {
            if let Some((_, to)) = anchors.iter().find(|(anchor, _)| anchor == fiducial) {
                pairs.push((*from, reference_frame.place(*to)?));
            }
        }
        let own_scale = measured[at].unwrap_or(reference_scale);
        let frame = fit(&pairs, own_scale);
        warn_of_misfit(name, reference_name, &frame, &pairs, measured[at], warnings);
        frames.push(frame);
    }
    Ok(frames)
}

fn warn_of_misfit(
    name: &str,
    reference: &str,
    frame: &Frame,
    pairs: &[(Point, Point)],
    measured: Option<f64>,
    warnings: &mut Tally,
) {
    let level = format!("level {name}");
    if pairs.is_empty() {
        let what = format!("laid on level {reference} corner on corner");
        warnings.add(level, what, "they have no fiducial in common");
        return;
    }
    let miss = |(from, to): &(Point, Point)| {
        frame.place(*from).map_or(0.0, |at| (at[0] - to[0]).hypot(at[1] - to[1]))
    };
    let worst = pairs.iter().map(miss).fold(0.0, f64::max);
    if worst > 0.5 {
        let what = format!("aligned with level {reference} as well as its fiducials allow");
        warnings.add(&level, what, format!("they miss each other by up to {worst:.1} m"));
    }
    if let Some(measured) = measured
        && pairs.len() > 1
        && (frame.scale() / measured - 1.0).abs() > 0.1
    {
        let why = format!(
            "its fiducials say {:.4} m per pixel, its measurements {measured:.4}",
            frame.scale()
        );
        warnings.add(level, "scaled by its fiducials", why);
    }
}

/// Metres per pixel: the mean of what the measurements say.
fn scale(level: &Value) -> Result<Option<f64>> {
    let vertices = level.list("vertices")?;
    let mut sum = 0.0;
    let mut count = 0;
    for (number, measurement) in level.list("measurements")?.iter().enumerate() {
        let place = || format!("measurement {number}");
        let end = |at: usize| {
            let index = measurement.items().get(at)?.as_index()?;
            let vertex = vertices.get(index)?.items();
            Some([vertex.first()?.as_number()?, vertex.get(1)?.as_number()?])
        };
        let distance = measurement.items().get(2).and_then(|p| p.parameter("distance"));
        let (Some(from), Some(to), Some(metres)) =
            (end(0), end(1), distance.and_then(Value::as_number))
        else {
            return Err(Error::input("a measurement is [vertex, vertex, {distance: [3, METRES]}]")
                .at(place()));
        };
        let pixels = (from[0] - to[0]).hypot(from[1] - to[1]);
        let ratio = metres / pixels;
        if !(1e-6..1e3).contains(&ratio) {
            return Err(Error::input(format!(
                "{metres} m over {pixels} pixels cannot be; measure between two vertices apart"
            ))
            .at(place()));
        }
        sum += ratio;
        count += 1;
    }
    Ok((count > 0).then(|| sum / f64::from(count)))
}

fn fiducials(level: &Value) -> Result<Vec<(String, Point)>> {
    let mut found = Vec::new();
    for (number, fiducial) in level.list("fiducials")?.iter().enumerate() {
        let items = fiducial.items();
        let number_at = |at: usize| items.get(at).and_then(Value::as_number);
        match (number_at(0), number_at(1), items.get(2).and_then(Value::text)) {
            (Some(x), Some(y), Some(name)) => found.push((name, [x, y])),
            _ => {
                let message = "a fiducial is [x, y, name]";
                return Err(Error::input(message).at(format!("fiducial {number}")));
            }
        }
    }
    Ok(found)
}

/// The similarity that carries the first of each pair best onto the second.
fn fit(pairs: &[(Point, Point)], own_scale: f64) -> Frame {
    if pairs.is_empty() {
        return Frame::similarity(own_scale, 0.0, [0.0; 2]);
    }
    let count = pairs.len() as f64;
    let mean = |pick: fn(&(Point, Point)) -> Point| {
        let sum = pairs.iter().map(pick).fold([0.0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
        [sum[0] / count, sum[1] / count]
    };
    let (from_mean, to_mean) = (mean(|pair| pair.0), mean(|pair| pair.1));
    // As complex numbers: the factor is sum(conj(from) * to) / sum(|from|^2).
    let (mut real, mut imaginary, mut spread) = (0.0, 0.0, 0.0);
    for (from, to) in pairs {
        let f = [from[0] - from_mean[0], from[1] - from_mean[1]];
        let t = [to[0] - to_mean[0], to[1] - to_mean[1]];
        real += f[0] * t[0] + f[1] * t[1];
        imaginary += f[0] * t[1] - f[1] * t[0];
        spread += f[0] * f[0] + f[1] * f[1];
    }
    let factor = real.hypot(imaginary);
    let (scale, turn) = if spread > 1e-9 && factor > 1e-9 {
        (factor / spread, imaginary.atan2(real))
    } else {
        // One fiducial, or all on one point, tell only the shift.
        (own_scale, 0.0)
    };
    let unshifted = Frame::similarity(scale, turn, [0.0; 2]);
    let [[a, b], [c, d]] = unshifted.matrix;
    let shift = [
        to_mean[0] - a * from_mean[0] - b * from_mean[1],
        to_mean[1] - c * from_mean[0] - d * from_mean[1],
    ];
    Frame { shift, ..unshifted }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_similarity_is_found_again() {
        let truth = Frame::similarity(0.05, 0.7, [3.0, -4.0]);
        let pairs: Vec<(Point, Point)> = [[10.0, 20.0], [500.0, 30.0], [90.0, 700.0]]
            .map(|at| (at, truth.place(at).unwrap()))
            .into();
        let found = fit(&pairs, 1.0);
        for (from, to) in pairs {
            let at = found.place(from).unwrap();
            assert!((at[0] - to[0]).hypot(at[1] - to[1]) < 1e-9);
        }
        assert!((found.scale() - 0.05).abs() < 1e-12);
    }

    #[test]
    fn one_fiducial_tells_the_shift_only() {
        let frame = fit(&[([100.0, 100.0], [1.0, 2.0])], 0.1);
        assert_eq!(frame.place([110.0, 100.0]).unwrap(), [2.0, 2.0]);
    }

    #[test]
    fn directions_turn_with_the_level() {
        // With y upward a door in front of the cabin; on the drawing it is above.
        let level = Frame::similarity(0.05, 0.0, [0.0; 2]);
        let at = level.direction(0.0, [0.0, 1.5]);
        assert!(at[0].abs() < 1e-12 && (at[1] + 1.5).abs() < 1e-12);
        // A quarter turn clockwise of the level turns 'above' into 'right of'.
        let turned = Frame::similarity(0.05, std::f64::consts::FRAC_PI_2, [0.0; 2]);
        let at = turned.direction(0.0, [0.0, 1.5]);
        assert!((at[0] - 1.5).abs() < 1e-12 && at[1].abs() < 1e-12);
    }
}
