//! Instructions, one or many.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cicerone::Error;
use cicerone::guide::{self, Bundle, Choose, GuideOptions};
use cicerone::world::{self, Journey, Profile, Waypoint};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::{json, raised, wrong};
use crate::world::{Route, World, profile_named, waypoint};

/// A guide and its models.
#[pyclass(frozen, module = "cicerone._native")]
pub(crate) struct Guide {
    pub(crate) guide: guide::Guide,
    pub(crate) bundle: Bundle,
}

/// How an instruction should be.
struct Wish {
    options: GuideOptions,
    is_explained: bool,
}

/// One of many instructions that are wanted.
struct Job {
    world: Arc<world::World>,
    way: Way,
    style: Option<String>,
}

/// An instruction as JSON, and its route.
type Told = cicerone::Result<(String, Route)>;

enum Way {
    Found(Arc<world::Route>),
    Asked(Journey, Profile),
}

#[pymethods]
impl Guide {
    #[new]
    fn new(py: Python<'_>, models: Option<PathBuf>) -> PyResult<Guide> {
        let bundle = py.detach(|| match models {
            Some(directory) => Bundle::load(&directory),
            None => embedded(),
        });
        let bundle = bundle.map_err(raised)?;
        Ok(Guide { guide: guide::Guide::new(bundle.clone()), bundle })
    }

    #[getter]
    fn styles(&self) -> Vec<&str> {
        self.guide.styles()
    }

    /// The instruction for a route, as JSON.
    fn instruct(
        &self,
        py: Python<'_>,
        route: &Route,
        style: Option<String>,
        choose: &str,
        seed: Option<u64>,
        explain: bool,
    ) -> PyResult<String> {
        let wish = Wish::new(style, choose, seed, explain)?;
        let told = py.detach(|| wish.instruct(&self.guide, &route.world, &route.route, None));
        told.map_err(raised)
    }

    /// The instructions for routes and for tuples `(world, from, to, path,
    /// profile, style)`: JSON and the route, or the exception in its place.
    #[expect(clippy::too_many_arguments, reason = "what Python hands over by name")]
    fn instruct_many<'py>(
        &self,
        py: Python<'py>,
        jobs: Vec<Bound<'py, PyAny>>,
        threads: usize,
        style: Option<String>,
        choose: &str,
        seed: Option<u64>,
        explain: bool,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let wish = Wish::new(style, choose, seed, explain)?;
        let read: Vec<PyResult<Job>> = jobs.iter().map(Job::read).collect();
        let good: Vec<&Job> = read.iter().filter_map(|job| job.as_ref().ok()).collect();
        let mut told = py.detach(|| tell_all(&self.guide, &good, &wish, threads)).into_iter();
        let mut next = || told.next().unwrap_or_else(|| Err(Error::input("nobody told this one")));
        let answers = read.into_iter().map(|job| match job.and_then(|_| next().map_err(raised)) {
            Ok(told) => told.into_pyobject(py).map(Bound::into_any),
            Err(error) => Ok(error.into_value(py).into_bound(py).into_any()),
        });
        answers.collect()
    }
}

/// The models that the package carries, read once however many guides there are.
fn embedded() -> cicerone::Result<Bundle> {
    static READ: OnceLock<Bundle> = OnceLock::new();
    if let Some(bundle) = READ.get() {
        return Ok(bundle.clone());
    }
    let bundle = Bundle::embedded()?;
    Ok(READ.get_or_init(|| bundle).clone())
}

impl Wish {
    fn new(
        style: Option<String>,
        choose: &str,
        seed: Option<u64>,
        is_explained: bool,
    ) -> PyResult<Wish> {
        let choose = match choose {
            "safe" => Choose::Safe,
            "fluent" => Choose::Fluent,
            other => return Err(wrong(format!("choose is '{other}'; there are safe, fluent"))),
        };
        let options = GuideOptions::default().style(style).choose(choose).seed(seed);
        Ok(Wish { options, is_explained })
    }

    fn instruct(
        &self,
        guide: &guide::Guide,
        world: &world::World,
        route: &world::Route,
        style: Option<&String>,
    ) -> cicerone::Result<String> {
        let told = match style {
            Some(style) => {
                guide.instruct(world, route, &self.options.clone().style(Some(style.clone())))
            }
            None => guide.instruct(world, route, &self.options),
        };
        let told = told?;
        match self.is_explained {
            true => json(&told.long_record()),
            false => json(&told.record()),
        }
    }
}

impl Job {
    fn read(value: &Bound<'_, PyAny>) -> PyResult<Job> {
        if let Ok(route) = value.cast::<Route>() {
            let Route { world, route } = route.get();
            return Ok(Job { world: world.clone(), way: Way::Found(route.clone()), style: None });
        }
        let parts = value.cast::<PyTuple>().map_err(|_| PyTypeError::new_err("not a job"))?;
        let part = |number: usize| parts.get_item(number);
        let optional = |value: Bound<'_, PyAny>| match value.is_none() {
            true => Ok(None),
            false => waypoint(&value).map(Some),
        };
        let path: Option<Vec<Bound<'_, PyAny>>> = part(3)?.extract()?;
        let path = path.map(|path| path.iter().map(waypoint).collect::<PyResult<Vec<Waypoint>>>());
        let (from, to) = (optional(part(1)?)?, optional(part(2)?)?);
        let journey = Journey::from_parts(from, to, path.transpose()?).map_err(raised)?;
        let profile = profile_named(&part(4)?.extract::<String>()?)?;
        Ok(Job {
            world: part(0)?.cast::<World>()?.get().world.clone(),
            way: Way::Asked(journey, profile),
            style: part(5)?.extract()?,
        })
    }

    fn tell(&self, guide: &guide::Guide, wish: &Wish) -> Told {
        let route = match &self.way {
            Way::Found(route) => route.clone(),
            Way::Asked(journey, profile) => Arc::new(journey.route_for(&self.world, *profile)?),
        };
        let told = wish.instruct(guide, &self.world, &route, self.style.as_ref())?;
        Ok((told, Route { world: self.world.clone(), route }))
    }
}

/// Tells all of them, in order, on so many threads.
fn tell_all(guide: &guide::Guide, jobs: &[&Job], wish: &Wish, threads: usize) -> Vec<Told> {
    let answers: Vec<Mutex<Option<Told>>> = jobs.iter().map(|_| Mutex::default()).collect();
    let next = AtomicUsize::new(0);
    let tell = || {
        while let place = next.fetch_add(1, Ordering::Relaxed)
            && let Some(job) = jobs.get(place)
        {
            let told = Some(job.tell(guide, wish));
            *answers[place].lock().unwrap_or_else(PoisonError::into_inner) = told;
        }
    };
    // The caller works, too: on one thread nobody has to wait for another.
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, 256).min(jobs.len()) {
            scope.spawn(tell);
        }
        tell();
    });
    let taken = answers.into_iter();
    taken.filter_map(|one| one.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}
