//! The loss and score of a run as a picture.

use plotters::prelude::*;

use super::run::Entry;
use crate::{Error, Result};

/// Draws loss above and score below, over the steps of a run, as SVG.
pub(super) fn draw(entries: &[Entry]) -> Result<String> {
    let mut svg = String::new();
    let failed =
        |error: &dyn std::fmt::Display| Error::input(format!("cannot draw the curves: {error}"));
    {
        let area = SVGBackend::with_string(&mut svg, (720, 560)).into_drawing_area();
        area.fill(&WHITE).map_err(|error| failed(&error))?;
        let panels = area.split_evenly((2, 1));
        let loss: Vec<(f64, f64)> =
            entries.iter().map(|entry| (entry.step as f64, entry.loss)).collect();
        let score: Vec<(f64, f64)> =
            entries.iter().map(|entry| (entry.step as f64, entry.score)).collect();
        for (panel, (name, points, colour)) in
            panels.iter().zip([("training loss", loss, BLUE), ("validation score", score, RED)])
        {
            let bounds = |value: fn(&(f64, f64)) -> f64| {
                let low = points.iter().map(value).fold(f64::INFINITY, f64::min);
                let high = points.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
                // One point, or none, still needs an axis with a length.
                if high > low {
                    low..high
                } else if low.is_finite() {
                    low - 0.5..low + 0.5
                } else {
                    0.0..1.0
                }
            };
            let mut chart = ChartBuilder::on(panel)
                .caption(name, ("sans-serif", 16))
                .margin(10)
                .x_label_area_size(28)
                .y_label_area_size(56)
                .build_cartesian_2d(bounds(|point| point.0), bounds(|point| point.1))
                .map_err(|error| failed(&error))?;
            chart.configure_mesh().x_desc("step").draw().map_err(|error| failed(&error))?;
            chart
                .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))
                .map_err(|error| failed(&error))?;
        }
        area.present().map_err(|error| failed(&error))?;
    }
    Ok(svg)
}
