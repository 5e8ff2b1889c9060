//! Where on earth a map lies: from metres on the plane that touches the earth
//! there to longitude and latitude.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::document::Point;
use crate::{Error, Result};

/// The longitude and latitude, in degrees, of the spot with `x` = 0 and `y` = 0;
/// `x` points east from there and `y` south.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Georeference {
    /// Degrees east of Greenwich, from -180 to 180.
    pub longitude: f64,
    /// Degrees north of the equator, from -89 to 89.
    pub latitude: f64,
}

impl Georeference {
    /// Refuses what is nowhere on earth, and the poles, where nothing is east.
    pub fn check(self) -> Result<Georeference> {
        match self.longitude.abs() <= 180.0 && self.latitude.abs() <= 89.0 {
            true => Ok(self),
            false => Err(Error::input(format!(
                "longitude {} and latitude {} are no place for a map; they must lie from -180 to \
                 180 and from -89 to 89",
                self.longitude, self.latitude
            ))),
        }
    }

    /// How many metres a degree of longitude and one of latitude are there.
    pub(crate) fn metres_per_degree(self) -> Point {
        // The two radii of curvature of the WGS 84 ellipsoid.
        const EQUATOR: f64 = 6_378_137.0;
        const ECCENTRICITY_SQUARED: f64 = 6.694_379_990_14e-3;
        let (sine, cosine) = self.latitude.to_radians().sin_cos();
        let w = (1.0 - ECCENTRICITY_SQUARED * sine * sine).sqrt();
        let meridian = EQUATOR * (1.0 - ECCENTRICITY_SQUARED) / (w * w * w);
        let prime_vertical = EQUATOR / w;
        let degree = 1f64.to_radians();
        [prime_vertical * cosine * degree, meridian * degree]
    }

    /// The longitude and latitude of a position of the map.
    pub fn degrees(self, [east, south]: Point) -> Point {
        let [longitude, latitude] = self.metres_per_degree();
        [self.longitude + east / longitude, self.latitude - south / latitude]
    }

    /// The position of a longitude and latitude on the map.
    pub fn metres(self, [longitude, latitude]: Point) -> Point {
        let [east, south] = self.metres_per_degree();
        [(longitude - self.longitude) * east, (self.latitude - latitude) * south]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_lead_back_to_metres() {
        for (longitude, latitude) in [(0.0, 0.0), (8.63, 49.87), (-114.1, 51.0), (151.2, -33.9)] {
            let here = Georeference { longitude, latitude }.check().unwrap();
            for point in [[0.0, 0.0], [12.5, -3.25], [-480.0, 910.0]] {
                let [x, y] = here.metres(here.degrees(point));
                assert!((x - point[0]).abs() < 1e-6 && (y - point[1]).abs() < 1e-6, "{x} {y}");
            }
        }
    }

    #[test]
    fn what_is_nowhere_on_earth_is_refused() {
        for (longitude, latitude) in [(181.0, 0.0), (0.0, 90.0), (f64::NAN, 0.0)] {
            assert!(Georeference { longitude, latitude }.check().unwrap_err().is_input());
        }
    }
}
