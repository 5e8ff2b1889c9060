//! The guide: a world and a route in, an instruction out.
//!
//! [`stages`] are the questions that are asked about every segment, and who
//! answers them. A [`Guide`] is a set of stages at work; [`Guide::trace`] is
//! the whole pipeline: it cuts the route into segments; for each it asks what
//! to say and for commands; it has all commands of the route put into words
//! together, checks every candidate against its command, has the distinct ones
//! ranked together and, if somebody is there to do it, tried. The [`Trace`]
//! keeps all of it; an [`Instruction`] is what was chosen, what lost, and why.
//!
//! ```
//! use cicerone::guide::{Guide, GuideOptions};
//! use cicerone::world::{Journey, embedded};
//!
//! let office = embedded::world("office")?;
//! let route = Journey::between("0,0", "14,8").route(&office)?;
//! let guide = Guide::embedded()?;
//! let instruction = guide.instruct(&office, &route, &GuideOptions::default())?;
//! println!("{}", instruction.text());
//! assert!(instruction.steps.len() <= route.segments().len());
//! # Ok::<(), cicerone::Error>(())
//! ```

mod already_there;
mod bundle;
mod choose;
mod config;
#[cfg(feature = "embedded")]
mod embedded;
mod instruction;
mod join;
mod landmark;
mod learnt;
mod manoeuvre;
mod merit;
mod pipeline;
mod plain;
mod reader_trial;
mod record;
mod safest;
mod shapes;
pub mod stages;
mod trace;
mod whole;

pub use bundle::Bundle;
pub use config::{ChoiceConfig, DetourConfig, GuideConfig, WholeConfig};
#[cfg(feature = "embedded")]
pub use embedded::embedded_models;
pub use instruction::{Alternative, Instruction, Step};
pub use landmark::Landmark;
pub use learnt::{FollowerTrial, TrialConfig};
pub use manoeuvre::{Facts, LevelFacts, Manoeuvre};
pub use plain::{NoRanking, NoSelection, PlainRealization};
pub use reader_trial::ReaderTrial;
pub use record::InstructionRecord;
pub use safest::Safest;
pub use shapes::{Shape, Shaped};
pub use stages::{
    CandidateRanking, ContentSelection, Selected, SentencePlanning, Spoken, Stages,
    SurfaceRealization, Trial,
};
pub use trace::{Says, SegmentTrace, Telling, Trace, Verdict};

use crate::Result;
#[cfg(doc)]
use crate::realize::Manner;
use crate::realize::{CandidateConfig, Units};
use crate::settings::setters;
use crate::world::{Route, World};

/// What decides between faithful candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choose {
    /// What people would say, in the best English.
    Fluent,
    /// The same among those that bring whoever tries them to the right pose.
    #[default]
    Safe,
}

/// How an instruction should be.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct GuideOptions {
    /// The author whose style is wanted, if any; see [`Guide::styles`]. Through
    /// buildings, one of [`Manner::STYLES`].
    pub style: Option<String>,
    /// The unit that distances are said in, in buildings.
    pub units: Units,
    /// Another seed, other words of the same quality, in buildings.
    pub seed: Option<u64>,
    /// How candidates are looked for.
    pub candidates: CandidateConfig,
    /// What decides between them. Where nobody tries them everything is
    /// fluent.
    pub choose: Choose,
}

setters!(GuideOptions {
    style: Option<String>,
    units: Units,
    seed: Option<u64>,
    candidates: CandidateConfig,
    choose: Choose,
});

/// Gives directions. One guide serves any number of threads.
///
/// ```
/// use cicerone::guide::{Bundle, Choose, Guide, GuideConfig, GuideOptions};
/// use cicerone::world::{Journey, embedded};
///
/// let stages = Bundle::embedded()?.stages();
/// let guide = Guide::with_config(stages, GuideConfig::default().at_first(3))?;
/// let practice = embedded::world("practice")?;
/// let route = Journey::between("0,0,90", "2,2").route(&practice)?;
/// let options = GuideOptions::default().choose(Choose::Fluent);
/// let trace = guide.trace(&practice, &route, &options)?;
/// for segment in &trace.segments {
///     println!("{:?} of {}", segment.said().candidate.words, segment.tellings.len());
/// }
/// # Ok::<(), cicerone::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Guide {
    stages: Stages,
    config: GuideConfig,
}

impl Guide {
    /// A guide of these stages, or of the models of a [`Bundle`].
    pub fn new(stages: impl Into<Stages>) -> Guide {
        Guide { stages: stages.into(), config: GuideConfig::default() }
    }

    /// The same, working as configured.
    pub fn with_config(stages: impl Into<Stages>, config: GuideConfig) -> Result<Guide> {
        config.check()?;
        Ok(Guide { stages: stages.into(), config })
    }

    /// The authors whose style it can speak in.
    pub fn styles(&self) -> Vec<&str> {
        self.stages.realization.styles()
    }

    /// Its stages, to look at or to make another guide of.
    pub fn stages(&self) -> &Stages {
        &self.stages
    }

    /// How it works.
    pub fn config(&self) -> &GuideConfig {
        &self.config
    }

    /// Writes the instruction for a route of a world.
    pub fn instruct(
        &self,
        world: &World,
        route: &Route,
        options: &GuideOptions,
    ) -> Result<Instruction> {
        self.trace(world, route, options).map(Instruction::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Journey, embedded};

    #[test]
    fn a_route_of_another_world_is_refused() {
        let guide = Guide::new(Stages::plain());
        let [office, practice] = ["office", "practice"].map(|name| embedded::world(name).unwrap());
        let route = Journey::between("0,0", "14,8").route(&office).unwrap();
        let options = GuideOptions::default();
        let said = guide.instruct(&practice, &route, &options).unwrap_err();
        assert!(said.is_input() && said.to_string().contains("another world"), "{said}");
        let far = route.segments().pop().unwrap();
        assert!(guide.plan(&practice, &far).unwrap_err().is_input());
        assert!(guide.instruct(&office.clone(), &route, &options).is_ok());
    }

    #[test]
    fn whoever_is_there_is_told_so() {
        let guide = Guide::new(Stages::plain());
        for (name, place) in [("office", "0,0"), ("hospital", "Reception")] {
            let world = embedded::world(name).unwrap();
            let route = Journey::between(place, place).route(&world).unwrap();
            let instruction = guide.instruct(&world, &route, &GuideOptions::default()).unwrap();
            assert_eq!(instruction.text(), "You are already there.");
            assert_eq!(instruction.steps.len(), 1);
            assert_eq!(instruction.steps[0].manoeuvre(), Manoeuvre::Arrive);
            assert_eq!((instruction.distance, instruction.confidence), (0.0, Some(1.0)));
        }
    }

    #[test]
    fn a_guide_that_learnt_nothing_speaks_plainly() {
        let guide = Guide::new(Stages::plain());
        let office = embedded::world("office").unwrap();
        let route = Journey::between("0,0,90", "14,8").route(&office).unwrap();
        let trace = guide.trace(&office, &route, &GuideOptions::default()).unwrap();
        assert!(trace.segments.iter().all(|one| one.plan.fell_back && one.tellings.len() == 1));
        let instruction = Instruction::from(trace);
        assert_eq!(instruction.confidence, None);
        assert!(instruction.text().starts_with("Walk forward "), "{}", instruction.text());
        for step in &instruction.steps {
            assert_eq!(step.structures().len(), step.commands.len());
        }
    }
}
