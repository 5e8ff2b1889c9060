//! Maps and routes.

use std::path::PathBuf;
use std::sync::Arc;

use cicerone::world::document::Unit;
use cicerone::world::{self, Heading, Journey, PlaceId, Pose, Position, Profile, Waypoint};
use cicerone::world::{Walker, draw, embedded};
use pyo3::prelude::*;

use crate::error::{json, raised, wrong};

/// A map.
#[pyclass(frozen, module = "cicerone._native")]
pub(crate) struct World {
    pub(crate) world: Arc<world::World>,
    /// What its reader left out and why.
    #[pyo3(get)]
    warnings: Vec<String>,
}

/// A way through a map.
#[pyclass(frozen, module = "cicerone._native")]
pub(crate) struct Route {
    pub(crate) world: Arc<world::World>,
    pub(crate) route: Arc<world::Route>,
}

/// The names of the worlds that the package carries.
#[pyfunction]
pub(crate) fn worlds() -> Vec<&'static str> {
    embedded::names().collect()
}

impl World {
    fn whole(world: world::World) -> World {
        World { world: Arc::new(world), warnings: Vec::new() }
    }

    fn read(
        read: cicerone::Result<(world::World, Vec<cicerone_maps::Warning>)>,
    ) -> PyResult<World> {
        let (world, warnings) = read.map_err(raised)?;
        let warnings = warnings.iter().map(ToString::to_string).collect();
        Ok(World { world: Arc::new(world), warnings })
    }

    fn route_of(&self, route: world::Route) -> Route {
        Route { world: self.world.clone(), route: Arc::new(route) }
    }
}

#[pymethods]
impl World {
    #[staticmethod]
    fn embedded(name: &str) -> PyResult<World> {
        embedded::world(name).map(World::whole).map_err(raised)
    }

    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<World> {
        World::read(py.detach(|| cicerone_maps::world(path)))
    }

    #[staticmethod]
    fn from_bytes(py: Python<'_>, name: &str, bytes: &[u8]) -> PyResult<World> {
        World::read(py.detach(|| cicerone_maps::world_from_bytes(name, bytes)))
    }

    #[getter]
    fn name(&self) -> &str {
        self.world.name()
    }

    #[getter]
    fn unit(&self) -> &'static str {
        match self.world.unit() {
            Unit::Metre => "metre",
            Unit::Passage => "passage",
        }
    }

    #[getter]
    fn levels(&self) -> Vec<String> {
        self.world.building().levels.iter().map(|level| level.called().to_owned()).collect()
    }

    /// How many places there are, named or not.
    #[getter]
    fn size(&self) -> usize {
        self.world.places().len()
    }

    /// All that can be named, as JSON.
    fn places(&self) -> PyResult<String> {
        json(&self.world.named_places()).map_err(raised)
    }

    /// Id, name, kind, level and position of what is called so.
    fn find(&self, text: &str) -> PyResult<(String, String, String, String, f64, f64)> {
        let world = &self.world;
        let pose = Waypoint::from(text).on(world).map_err(raised)?;
        let known = world.named_places().iter().find(|one| one.place() == pose.place);
        let id = world.place_name(pose.place);
        let (name, kind) = match known {
            Some(one) => (one.name.clone(), one.kind.clone()),
            None => (world.called(pose.place).unwrap_or_else(|| id.clone()), "place".to_owned()),
        };
        let level = world.storey(world.level(pose.place)).called().to_owned();
        let (x, y) = world.place(pose.place).position;
        Ok((id, name, kind, level, x, y))
    }

    fn route(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        profile: &str,
    ) -> PyResult<Route> {
        let journey = Journey::between(waypoint(start)?, waypoint(goal)?);
        let profile = profile_named(profile)?;
        let found = py.detach(|| journey.route_for(&self.world, profile));
        found.map(|route| self.route_of(route)).map_err(raised)
    }

    fn path(&self, py: Python<'_>, poses: Vec<Bound<'_, PyAny>>) -> PyResult<Route> {
        let path = poses.iter().map(waypoint).collect::<PyResult<Vec<Waypoint>>>()?;
        let found = py.detach(|| Journey::along(path).route(&self.world));
        found.map(|route| self.route_of(route)).map_err(raised)
    }

    /// The route through places by their numbers, as [`Route::ids`] gives them.
    fn route_of_ids(&self, ids: Vec<(usize, Option<f64>)>) -> PyResult<Route> {
        let places: Vec<PlaceId> = self.world.place_ids().collect();
        let pose = |(number, degrees): (usize, Option<f64>)| match places.get(number) {
            Some(place) => Ok(Pose { place: *place, heading: degrees.map(Heading::new) }),
            None => Err(wrong(format!("the world has no place number {number}"))),
        };
        let poses = ids.into_iter().map(pose).collect::<PyResult<Vec<Pose>>>()?;
        world::Route::new(&self.world, poses).map(|route| self.route_of(route)).map_err(raised)
    }

    /// What one sees down a corridor, as JSON.
    fn view(&self, at: &Bound<'_, PyAny>) -> PyResult<String> {
        let (place, heading) = waypoint(at)?.facing(&self.world).map_err(raised)?;
        json(&self.world.view(place, heading).record(&self.world)).map_err(raised)
    }

    /// What one sees around oneself and can do, as JSON.
    fn scene(&self, at: &Bound<'_, PyAny>) -> PyResult<String> {
        let pose = waypoint(at)?.on(&self.world).map_err(raised)?;
        let walker = Walker::new(&self.world, pose.place, pose.heading);
        json(&walker.scene(true)).map_err(raised)
    }

    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| draw::svg(&self.world, None)).map_err(raised)
    }

    fn to_json(&self, py: Python<'_>) -> String {
        py.detach(|| world::to_json(&self.world))
    }
}

#[pymethods]
impl Route {
    #[getter]
    fn length(&self) -> f64 {
        self.route.length()
    }

    /// Position and heading of every pose.
    #[getter]
    fn poses(&self) -> Vec<(f64, f64, Option<f64>)> {
        let numbers = |pose: &Pose| {
            let Position { x, y, heading } = Position::of(&self.world, *pose);
            (x, y, heading.map(Heading::degrees))
        };
        self.route.poses().iter().map(numbers).collect()
    }

    /// What people call the level of every pose.
    #[getter]
    fn levels(&self) -> Vec<String> {
        let level = |pose: &Pose| self.world.storey(self.world.level(pose.place)).called();
        self.route.poses().iter().map(level).map(str::to_owned).collect()
    }

    /// The number of every pose's place, and its heading.
    fn ids(&self) -> Vec<(usize, Option<f64>)> {
        let id = |pose: &Pose| (pose.place.index(), pose.heading.map(Heading::degrees));
        self.route.poses().iter().map(id).collect()
    }

    fn record(&self) -> PyResult<String> {
        self.route.record(&self.world).and_then(|record| json(&record)).map_err(raised)
    }

    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| draw::svg(&self.world, Some(&self.route))).map_err(raised)
    }
}

/// A pose as somebody wrote it: text, or two or three numbers.
pub(crate) fn waypoint(value: &Bound<'_, PyAny>) -> PyResult<Waypoint> {
    if let Ok(text) = value.extract::<String>() {
        return Ok(text.into());
    }
    match value.extract::<Vec<Option<f64>>>().unwrap_or_default()[..] {
        [Some(x), Some(y)] => Ok((x, y, None).into()),
        [Some(x), Some(y), heading] => Ok((x, y, heading).into()),
        _ => Err(wrong("a pose is the name or id of a place, (x, y) or (x, y, heading)")),
    }
}

/// The profile of that name.
pub(crate) fn profile_named(name: &str) -> PyResult<Profile> {
    Profile::ALL.into_iter().find(|profile| profile.name() == name).ok_or_else(|| {
        let names: Vec<&str> = Profile::ALL.iter().map(|profile| profile.name()).collect();
        wrong(format!("there is no profile '{name}'; there are {}", names.join(", ")))
    })
}
