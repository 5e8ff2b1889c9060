//! Instructions in the shapes of other programs: OSRM's route, Valhalla's trip,
//! GeoJSON.
//!
//! All three are made of one [`Itinerary`]: the line that is walked, in longitude
//! and latitude, and the moves along it. A map that does not say where on earth
//! it lies is laid at longitude and latitude 0, its `x` to the east and its `y`
//! to the south; each answer says whether that was done. In a world of corridors
//! a passage's unit counts as a metre.

mod geojson;
mod itinerary;
mod osrm;
mod polyline;
mod valhalla;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use self::geojson::FeatureCollection;
use self::itinerary::Itinerary;
use self::osrm::OsrmAnswer;
use self::valhalla::ValhallaAnswer;
use super::Instruction;
use crate::Result;
use crate::world::{Route, World};

/// Whose shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// What OSRM's route service answers, with the banners and voices of Mapbox.
    Osrm,
    /// What Valhalla's route action answers.
    Valhalla,
    /// A line for every step, for maps.
    GeoJson,
}

/// An instruction in another program's shape.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Shaped {
    /// As OSRM answers.
    Osrm(Box<OsrmAnswer>),
    /// As Valhalla answers.
    Valhalla(Box<ValhallaAnswer>),
    /// As maps draw it.
    GeoJson(Box<FeatureCollection>),
}

impl Instruction {
    /// The instruction for a route of a world in another program's shape.
    pub fn shaped(&self, shape: Shape, world: &World, route: &Route) -> Result<Shaped> {
        route.check_world(world)?;
        let itinerary = Itinerary::of(self, world, route);
        Ok(match shape {
            Shape::Osrm => Shaped::Osrm(OsrmAnswer::new(&itinerary).into()),
            Shape::Valhalla => Shaped::Valhalla(ValhallaAnswer::new(&itinerary).into()),
            Shape::GeoJson => Shaped::GeoJson(FeatureCollection::new(&itinerary).into()),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::guide::{Guide, GuideOptions, Stages};
    use crate::world::{Journey, embedded};

    fn shaped(shape: Shape, world: &str, from: &str, to: &str) -> Value {
        let world = embedded::world(world).unwrap();
        let route = Journey::between(from, to).route(&world).unwrap();
        let guide = Guide::new(Stages::plain());
        let instruction = guide.instruct(&world, &route, &GuideOptions::default()).unwrap();
        serde_json::to_value(instruction.shaped(shape, &world, &route).unwrap()).unwrap()
    }

    fn list<'v>(value: &'v Value, pointer: &str) -> &'v [Value] {
        value.pointer(pointer).unwrap().as_array().unwrap()
    }

    #[test]
    fn a_trip_over_two_storeys_has_valhallas_indoor_types() {
        let trip = shaped(Shape::Valhalla, "hospital", "Reception", "Room 2.14");
        let moves = list(&trip, "/trip/legs/0/maneuvers");
        let types: Vec<u64> = moves.iter().map(|one| one["type"].as_u64().unwrap()).collect();
        assert_eq!((types[0], types[types.len() - 1]), (1, 4), "{types:?}");
        assert!(types.iter().any(|one| (39..=41).contains(one)), "{types:?}");
        for pair in moves.windows(2) {
            assert_eq!(pair[0]["end_shape_index"], pair[1]["begin_shape_index"]);
        }
    }

    #[test]
    fn osrms_steps_depart_and_arrive_and_say_what_comes_next() {
        let answer = shaped(Shape::Osrm, "office", "14,0", "6,10");
        let steps = list(&answer, "/routes/0/legs/0/steps");
        assert_eq!(steps[0]["maneuver"]["type"], "depart");
        assert_eq!(steps[steps.len() - 1]["maneuver"]["type"], "arrive");
        for pair in steps.windows(2) {
            let banner = &pair[0]["bannerInstructions"][0]["primary"];
            assert_eq!(banner["type"], pair[1]["maneuver"]["type"]);
            assert_eq!(banner.get("modifier"), pair[1]["maneuver"].get("modifier"));
        }
    }

    #[test]
    fn whoever_is_there_still_has_a_line_of_two_ends() {
        for (world, place) in [("office", "0,0"), ("hospital", "Reception")] {
            let answer = shaped(Shape::GeoJson, world, place, place);
            let line = list(&answer, "/features/0/geometry/coordinates");
            assert_eq!(line.len(), 2);
            let answer = shaped(Shape::Osrm, world, place, place);
            assert_eq!(list(&answer, "/routes/0/legs/0/steps").len(), 2);
        }
    }
}
