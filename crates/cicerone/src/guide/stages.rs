//! The stages of a guide, and what each owes the next.
//!
//! A guide reads a world, cuts a route into segments, and asks five questions
//! of each. Every question is one trait with one main method; whoever answers
//! it can be exchanged for somebody else ([`Stages`]).
//!
//! 1. **What to say?** [`ContentSelection`]: a segment in, [`Proposal`]s out.
//! 2. **Which commands?** [`SentencePlanning`]: proposals in, a [`Plan`] of
//!    commands out that are true and single the segment out.
//! 3. **Which words?** [`SurfaceRealization`]: commands in, [`Candidate`]s out.
//! 4. **How good are they?** [`CandidateRanking`]: texts in, [`Appraisal`]s
//!    out.
//! 5. **Does anybody arrive?** [`Trial`]: what would be said in, the
//!    probability to end right out. This one may be left unasked.
//!
//! Questions 3 to 5 are put for a whole route at once, because a batch costs
//! little more than its longest member. What a stage cannot do it says by an
//! error, which ends the instruction; stages serve many threads at a time.
//!
//! A guide with one stage of one's own, which says every walk by its count:
//!
//! ```
//! use cicerone::Result;
//! use cicerone::cas::{Proposal, Structure};
//! use cicerone::guide::{Bundle, ContentSelection, Guide, GuideOptions, Selected};
//! use cicerone::world::{Journey, Segment, SegmentKind, Vocabulary, World, embedded};
//!
//! #[derive(Debug)]
//! struct Counting;
//!
//! impl ContentSelection for Counting {
//!     fn select(&self, _: &World, segment: &Segment) -> Result<Selected> {
//!         let text = match segment.kind() {
//!             SegmentKind::Walk => "Travel(distance=Distance(count=None))",
//!             _ => "Turn(direction=None)",
//!         };
//!         let structure = Structure::parse(text, Vocabulary::sail())?;
//!         Ok(Selected::of(vec![Proposal::new(vec![structure], 1.0)]))
//!     }
//! }
//!
//! let guide = Guide::new(Bundle::embedded()?.stages().with_selection(Counting));
//! let office = embedded::world("office")?;
//! let route = Journey::between("0,0,90", "6,0").route(&office)?;
//! let instruction = guide.instruct(&office, &route, &GuideOptions::default())?;
//! assert_eq!(instruction.steps[0].command(), "Travel(distance=Distance(count=3))");
//! # Ok::<(), cicerone::Error>(())
//! ```

use std::fmt::Debug;
use std::sync::Arc;

use crate::Result;
use crate::cas::{Command, Proposal};
use crate::plan::Plan;
use crate::rank::Appraisal;
use crate::realize::{Candidate, CandidateConfig, Fault, Manner, Request, directions, plain_words};
use crate::select::{Context, Selection};
use crate::world::{Segment, Vocabulary, World};

/// What to say about a segment: the structures a person would use there.
pub trait ContentSelection: Debug + Send + Sync {
    /// What could be said about a segment of a world, the best first.
    fn select(&self, world: &World, segment: &Segment) -> Result<Selected>;
}

/// What content selection found for a segment.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Selected {
    /// The contexts that speak for it.
    pub context: Context,
    /// What could be said, the best first.
    pub proposals: Vec<Proposal>,
    /// How a [`Selector`](crate::select::Selector) came to it; `None` from
    /// another selection.
    pub selection: Option<Arc<Selection>>,
}

impl Selected {
    /// Proposals for which no context speaks.
    pub fn of(proposals: Vec<Proposal>) -> Selected {
        Selected { context: Context::default(), proposals, selection: None }
    }
}

/// Which commands: structures with values that hold on the segment.
pub trait SentencePlanning: Debug + Send + Sync {
    /// The commands that can be said about a segment of a world, the preferred
    /// first, and what was tried. Without proposals it plans the plainest
    /// command there is.
    fn plan(&self, world: &World, segment: &Segment, proposals: &[Proposal]) -> Result<Plan>;
}

/// Which words say a command.
pub trait SurfaceRealization: Debug + Send + Sync {
    /// The candidates of every request, in order of preference; none for what
    /// it cannot say.
    fn realize(
        &self,
        requests: &[Request<'_>],
        config: &CandidateConfig,
    ) -> Result<Vec<Vec<Candidate>>>;

    /// What words say beyond their commands, and what they leave out.
    fn faults(&self, commands: &[Command], vocabulary: &Vocabulary, words: &[String])
    -> Vec<Fault>;

    /// The tokens of a request, as the alignment of its candidates counts
    /// them; empty where nothing is aligned.
    fn tokens(&self, request: &Request<'_>) -> Vec<String>;

    /// The authors whose style it can speak in.
    fn styles(&self) -> Vec<&str>;

    /// Words that say any commands: never wrong, never beautiful.
    fn plain(&self, commands: &[Command], vocabulary: &Vocabulary) -> Vec<String> {
        plain_words(commands, vocabulary)
    }

    /// The sentences for the legs of a way through a building and its changes of
    /// level, in order.
    fn directions(
        &self,
        steps: &[&[Command]],
        vocabulary: &Vocabulary,
        manner: &Manner,
    ) -> Vec<Vec<String>> {
        directions(steps, vocabulary, manner)
    }
}

/// How good a text is.
pub trait CandidateRanking: Debug + Send + Sync {
    /// What to think of each text about a world of that vocabulary.
    fn appraise(&self, texts: &[&[String]], vocabulary: &Vocabulary) -> Result<Vec<Appraisal>>;

    /// True if the dictionary has the word, whatever a world calls its things.
    fn knows(&self, word: &str) -> bool;
}

/// Who tries what would be said.
pub trait Trial: Debug + Send + Sync {
    /// For each of these, the probability that whoever hears it where its
    /// segment starts ends where the segment does.
    fn arrive(&self, world: &World, spoken: &[Spoken<'_>]) -> Result<Vec<f64>>;
}

/// Words that would be said about a segment, and the commands they say.
#[derive(Debug, Clone, Copy)]
pub struct Spoken<'s> {
    /// The segment.
    pub segment: &'s Segment,
    /// The commands.
    pub commands: &'s [Command],
    /// The words.
    pub words: &'s [String],
}

/// The stages of one guide. A [`Bundle`](super::Bundle) brings a set; each can
/// be exchanged.
#[derive(Debug, Clone)]
pub struct Stages {
    pub(super) selection: Arc<dyn ContentSelection>,
    pub(super) planning: Arc<dyn SentencePlanning>,
    pub(super) realization: Arc<dyn SurfaceRealization>,
    pub(super) ranking: Arc<dyn CandidateRanking>,
    pub(super) trial: Option<Arc<dyn Trial>>,
}

impl Stages {
    /// Stages that nobody tries.
    pub fn new(
        selection: impl ContentSelection + 'static,
        planning: impl SentencePlanning + 'static,
        realization: impl SurfaceRealization + 'static,
        ranking: impl CandidateRanking + 'static,
    ) -> Stages {
        Stages {
            selection: Arc::new(selection),
            planning: Arc::new(planning),
            realization: Arc::new(realization),
            ranking: Arc::new(ranking),
            trial: None,
        }
    }

    /// The same with somebody else to choose what to say.
    #[must_use]
    pub fn with_selection(self, selection: impl ContentSelection + 'static) -> Stages {
        Stages { selection: Arc::new(selection), ..self }
    }

    /// The same with somebody else to plan commands.
    #[must_use]
    pub fn with_planning(self, planning: impl SentencePlanning + 'static) -> Stages {
        Stages { planning: Arc::new(planning), ..self }
    }

    /// The same with somebody else to find the words.
    #[must_use]
    pub fn with_realization(self, realization: impl SurfaceRealization + 'static) -> Stages {
        Stages { realization: Arc::new(realization), ..self }
    }

    /// The same with somebody else to rank the candidates.
    #[must_use]
    pub fn with_ranking(self, ranking: impl CandidateRanking + 'static) -> Stages {
        Stages { ranking: Arc::new(ranking), ..self }
    }

    /// The same with somebody else to try what would be said.
    #[must_use]
    pub fn with_trial(self, trial: impl Trial + 'static) -> Stages {
        Stages { trial: Some(Arc::new(trial)), ..self }
    }

    /// The same with nobody to try it.
    #[must_use]
    pub fn without_trial(self) -> Stages {
        Stages { trial: None, ..self }
    }

    /// Who chooses what to say.
    pub fn selection(&self) -> &Arc<dyn ContentSelection> {
        &self.selection
    }

    /// Who plans commands.
    pub fn planning(&self) -> &Arc<dyn SentencePlanning> {
        &self.planning
    }

    /// Who finds the words.
    pub fn realization(&self) -> &Arc<dyn SurfaceRealization> {
        &self.realization
    }

    /// Who ranks the candidates.
    pub fn ranking(&self) -> &Arc<dyn CandidateRanking> {
        &self.ranking
    }

    /// Who tries them, if anybody does.
    pub fn trial(&self) -> Option<&Arc<dyn Trial>> {
        self.trial.as_ref()
    }
}

/// What is shared is as good as what is owned, for every stage alike.
macro_rules! shared {
    ($($trait:ident { $(fn $method:ident(&self $(, $name:ident: $type:ty)*) -> $out:ty;)+ })+) => {
        $(impl<S: $trait + ?Sized> $trait for Arc<S> {
            $(fn $method(&self $(, $name: $type)*) -> $out {
                (**self).$method($($name),*)
            })+
        })+
    };
}

shared! {
    ContentSelection {
        fn select(&self, world: &World, segment: &Segment) -> Result<Selected>;
    }
    SentencePlanning {
        fn plan(&self, world: &World, segment: &Segment, proposals: &[Proposal]) -> Result<Plan>;
    }
    SurfaceRealization {
        fn realize(&self, requests: &[Request<'_>], config: &CandidateConfig) -> Result<Vec<Vec<Candidate>>>;
        fn faults(&self, commands: &[Command], vocabulary: &Vocabulary, words: &[String]) -> Vec<Fault>;
        fn tokens(&self, request: &Request<'_>) -> Vec<String>;
        fn styles(&self) -> Vec<&str>;
        fn plain(&self, commands: &[Command], vocabulary: &Vocabulary) -> Vec<String>;
        fn directions(&self, steps: &[&[Command]], vocabulary: &Vocabulary, manner: &Manner) -> Vec<Vec<String>>;
    }
    CandidateRanking {
        fn appraise(&self, texts: &[&[String]], vocabulary: &Vocabulary) -> Result<Vec<Appraisal>>;
        fn knows(&self, word: &str) -> bool;
    }
    Trial {
        fn arrive(&self, world: &World, spoken: &[Spoken<'_>]) -> Result<Vec<f64>>;
    }
}
