//! From longitude and latitude to metres on the plane that touches the earth
//! at the building.

use cicerone::world::Georeference;
use cicerone::world::document::Point;
use cicerone::{Error, Result};

/// How far from its middle a venue may reach: past that the plane no longer
/// fits the earth, and a coordinate is wrong rather than far.
const MAX_REACH: f64 = 50_000.0;

/// A plane that touches the earth at one point; `x` to the east, `y` to the
/// south, in metres.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TangentPlane(Georeference);

impl TangentPlane {
    /// The plane at that longitude and latitude, in degrees.
    pub(crate) fn at(longitude: f64, latitude: f64) -> TangentPlane {
        TangentPlane(Georeference { longitude, latitude })
    }

    /// Where on earth it is.
    pub(crate) fn georeference(&self) -> Georeference {
        self.0
    }

    /// Where a longitude and latitude lies.
    pub(crate) fn project(&self, [longitude, latitude]: Point) -> Result<Point> {
        if !(longitude.abs() <= 180.0 && latitude.abs() <= 90.0) {
            return Err(Error::input(format!(
                "{longitude}, {latitude} is nowhere on earth; positions are longitude (-180 to \
                 180) and latitude (-90 to 90)"
            )));
        }
        let [east, south] = self.0.metres([longitude, latitude]);
        if !(east.abs() <= MAX_REACH && south.abs() <= MAX_REACH) {
            return Err(Error::input(format!(
                "{longitude}, {latitude} is {:.0} km from the middle of the map; a building is \
                 smaller than {:.0} km",
                east.hypot(south) / 1000.0,
                MAX_REACH / 1000.0
            )));
        }
        // Tenths of a millimetre are more than any survey knows.
        Ok([east, south].map(|metres| (metres * 1e4).round() / 1e4))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metres_are_metres() {
        let plane = TangentPlane::at(8.63, 49.87);
        // A minute of latitude is a sea mile, near enough.
        let [x, y] = plane.project([8.63, 49.87 + 1.0 / 60.0]).unwrap();
        assert!(x == 0.0 && (y + 1853.4).abs() < 1.0, "{x} {y}");
        let [x, _] = plane.project([8.63 + 1.0 / 60.0, 49.87]).unwrap();
        assert!((x - 1853.0 * 49.87f64.to_radians().cos()).abs() < 5.0, "{x}");
    }

    #[test]
    fn what_is_nowhere_is_refused() {
        let plane = TangentPlane::at(0.0, 0.0);
        for position in [[200.0, 0.0], [0.0, 91.0], [f64::NAN, 0.0], [3.0, 3.0]] {
            assert!(plane.project(position).unwrap_err().is_input());
        }
    }
}
