//! The models of a guide, together: one directory that says what is in it.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{ReaderTrial, Stages};
use crate::follow::Follower;
use crate::neural::{self, EncoderDecoder};
use crate::plan::{Planner, PlannerConfig};
use crate::rank::Ranker;
use crate::realize::{Realizer, Wording};
use crate::select::Selector;
use crate::understand::Parser;
use crate::{Error, Result, write_whole};

const FORMAT: &str = "cicerone-bundle";
const VERSION: u32 = 1;

/// The file that names the others.
pub(super) const MANIFEST: &str = "bundle.json";

/// All that a guide has learnt. Models are shared: a bundle can make a guide
/// and still lend its follower to somebody else.
#[derive(Debug, Clone)]
pub struct Bundle {
    /// What to say.
    pub selector: Arc<Selector>,
    /// How to say it.
    pub realizer: Arc<Realizer>,
    /// Which way to say it is the best English.
    pub ranker: Arc<Ranker>,
    /// A reader of sentences, for those who ask.
    pub follower: Option<Arc<Follower>>,
    /// What sentences mean, for those who ask.
    pub parser: Option<Arc<Parser>>,
}

/// Which file is what.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    format: String,
    version: u32,
    selector: String,
    wording: String,
    realizer: Vec<String>,
    language_model: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    followers: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parser: Vec<String>,
}

impl From<Bundle> for Stages {
    fn from(bundle: Bundle) -> Stages {
        bundle.stages()
    }
}

impl Bundle {
    /// The stages of a guide with these models. The reader who errs tries what
    /// would be said; the follower has no part in it.
    pub fn stages(&self) -> Stages {
        let planner = PlannerConfig::default().enough(8);
        Stages::new(
            self.selector.clone(),
            Planner::new(planner).unwrap_or_default(),
            self.realizer.clone(),
            self.ranker.clone(),
        )
        .with_trial(ReaderTrial::default())
    }

    /// The models of a directory.
    pub fn load(directory: &Path) -> Result<Bundle> {
        Bundle::read(|name| {
            let file = directory.join(name);
            let bytes = std::fs::read(&file);
            bytes.map(Cow::Owned).map_err(|error| Error::io("cannot read", error).in_file(&file))
        })
        .map_err(|error| error.in_file(directory))
    }

    pub(super) fn read(open: impl Fn(&str) -> Result<Cow<'static, [u8]>>) -> Result<Bundle> {
        let text = |name: &str| {
            String::from_utf8(open(name)?.into_owned())
                .map_err(|_| Error::input("is not UTF-8 text").in_file(name))
        };
        let manifest: Manifest = serde_json::from_str(&text(MANIFEST)?).map_err(|error| {
            Error::input(format!("cannot be understood: {error}")).in_file(MANIFEST)
        })?;
        if manifest.format != FORMAT || manifest.version != VERSION {
            return Err(Error::input(format!(
                "holds {} version {}, but {FORMAT} version {VERSION} is needed",
                manifest.format, manifest.version
            ))
            .in_file(MANIFEST));
        }
        // A name that leads out of the directory is not the bundle's.
        let names = manifest
            .realizer
            .iter()
            .chain(&manifest.followers)
            .chain(&manifest.parser)
            .chain([&manifest.selector, &manifest.wording, &manifest.language_model]);
        for name in names {
            if name.contains(['/', '\\']) || name.starts_with('.') {
                let message = format!("'{name}' is not the plain name of a file of the bundle");
                return Err(Error::input(message).in_file(MANIFEST));
            }
        }
        let in_file = |name: &str, error: Error| error.in_file(name);
        let selector = Selector::from_json(&text(&manifest.selector)?)
            .map_err(|error| in_file(&manifest.selector, error))?;
        let wording = Wording::from_json(&text(&manifest.wording)?)
            .map_err(|error| in_file(&manifest.wording, error))?;
        let models = |names: &[String]| {
            let model = |name: &String| {
                neural::from_bytes(&open(name)?).map_err(|error| in_file(name, error))
            };
            // The same network twice would only be twice as slow.
            let first = |(place, name): (usize, &String)| !names[..place].contains(name);
            let names = names.iter().enumerate().filter(|one| first(*one)).map(|(_, name)| name);
            names.map(model).collect::<Result<Vec<EncoderDecoder>>>()
        };
        let realizer = Realizer::new(models(&manifest.realizer)?, wording)?;
        let follower = match &manifest.followers[..] {
            [] => None,
            names => Some(Follower::new(models(names)?)?),
        };
        let parser = match &manifest.parser[..] {
            [] => None,
            names => Some(Parser::new(models(names)?)?),
        };
        let ranker = Ranker::from_bytes(&open(&manifest.language_model)?)
            .map_err(|error| in_file(&manifest.language_model, error))?;
        Ok(Bundle {
            selector: selector.into(),
            realizer: realizer.into(),
            ranker: ranker.into(),
            follower: follower.map(Arc::new),
            parser: parser.map(Arc::new),
        })
    }

    /// Writes the models into a directory, in half precision. The manifest
    /// comes last, so that a directory that has one is whole.
    pub fn save(&self, directory: &Path) -> Result<()> {
        std::fs::create_dir_all(directory)
            .map_err(|error| Error::io("cannot be made", error).in_file(directory))?;
        let half = neural::Precision::Half;
        let mut manifest = Manifest {
            format: FORMAT.into(),
            version: VERSION,
            selector: "selector.json".into(),
            wording: "wording.json".into(),
            realizer: Vec::new(),
            language_model: "language-model.safetensors".into(),
            followers: Vec::new(),
            parser: Vec::new(),
        };
        let write = |name: &str, bytes: &[u8]| write_whole(directory.join(name), bytes);
        write(&manifest.selector, self.selector.to_json().as_bytes())?;
        write(&manifest.wording, self.realizer.wording().to_json()?.as_bytes())?;
        for (number, model) in self.realizer.models().enumerate() {
            let name = format!("realizer-{}.safetensors", number + 1);
            write(&name, &neural::to_bytes(model, half)?)?;
            manifest.realizer.push(name);
        }
        for (number, model) in self.parser.iter().flat_map(|one| one.models()).enumerate() {
            let name = format!("parser-{}.safetensors", number + 1);
            write(&name, &neural::to_bytes(model, half)?)?;
            manifest.parser.push(name);
        }
        for (number, model) in self.follower.iter().flat_map(|one| one.models()).enumerate() {
            let name = format!("follower-{}.safetensors", number + 1);
            write(&name, &neural::to_bytes(model, half)?)?;
            manifest.followers.push(name);
        }
        write(&manifest.language_model, &neural::to_bytes(self.ranker.model(), half)?)?;
        let text = serde_json::to_string_pretty(&manifest)
            .map_err(|error| Error::input("cannot be written as JSON").because(error))?;
        write(MANIFEST, (text + "\n").as_bytes())
    }
}
