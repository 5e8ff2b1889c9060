//! `cicerone evaluate likeness`: texts for somebody to judge who does not know
//! whose they are.

use std::path::PathBuf;

use anyhow::Context;
use cicerone::corpus::Part;
use cicerone::guide::{Guide, GuideOptions};
use cicerone::world::Profile;
use cicerone::write_whole;
use cicerone_eval::directions::random_routes;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use crate::models::ModelsOption;
use crate::output::print_text;
use crate::worlds::{self, DataOption, EnglishOption};

/// Write instructions of the guide and of people, shuffled, for blind judging, and
/// the key apart. People's texts are under their own licences: judge them,
/// do not hand them on.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The folder to write: texts.jsonl, and key.jsonl beside it.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Buildings that the guide tells of; may be given more than once.
    #[arg(long = "world", value_name = "WORLD", default_value = "hospital")]
    worlds: Vec<String>,

    /// How many texts of the guide, and how many of people.
    #[arg(long, default_value_t = 40)]
    each: usize,

    /// Another seed, other texts.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    models: ModelsOption,

    #[command(flatten)]
    english: EnglishOption,

    #[command(flatten)]
    data: DataOption,
}

/// A text and where it is from.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Piece {
    text: String,
    origin: String,
}

#[derive(Serialize)]
struct TextLine<'p> {
    number: usize,
    text: &'p str,
}

#[derive(Serialize)]
struct KeyLine<'p> {
    number: usize,
    origin: &'p str,
}

/// Words of a text that says enough to be judged, and not more than others.
const LENGTH: std::ops::RangeInclusive<usize> = 20..=90;

impl Arguments {
    pub(super) fn run(self) -> anyhow::Result<()> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let mut pieces = self.ours(&self.models.guide()?)?;
        pieces.extend(self.peoples(&mut rng)?);
        pieces.shuffle(&mut rng);
        let (mut texts, mut key) = (String::new(), String::new());
        for (number, piece) in (1..).zip(&pieces) {
            texts += &serde_json::to_string(&TextLine { number, text: &piece.text })?;
            key += &serde_json::to_string(&KeyLine { number, origin: &piece.origin })?;
            texts.push('\n');
            key.push('\n');
        }
        std::fs::create_dir_all(&self.out)
            .with_context(|| format!("{}: cannot be made", self.out.display()))?;
        write_whole(self.out.join("texts.jsonl"), texts.as_bytes())?;
        write_whole(self.out.join("key.jsonl"), key.as_bytes())?;
        print_text(&format!("{}: {} texts and their key\n", self.out.display(), pieces.len()))
    }

    fn ours(&self, guide: &Guide) -> anyhow::Result<Vec<Piece>> {
        let mut pieces = Vec::new();
        let share = self.each.div_ceil(self.worlds.len());
        for name in &self.worlds {
            let world = worlds::open(name, &self.data)?;
            // Some ways are told in a few words.
            let (routes, _) = random_routes(&world, share * 4, self.seed, Profile::default())?;
            let mut own = Vec::new();
            for asked in routes {
                let text = guide.instruct(&world, &asked.route, &GuideOptions::default())?.text();
                if own.len() < share && is_fit(&text) {
                    own.push(Piece { text, origin: format!("guide: {}", world.name()) });
                }
            }
            pieces.extend(own);
        }
        pieces.truncate(self.each);
        Ok(pieces)
    }

    /// As many of SAIL's test split as of each text about buildings.
    fn peoples(&self, rng: &mut ChaCha8Rng) -> anyhow::Result<Vec<Piece>> {
        let corpus = self.data.corpus()?;
        let said = corpus.part(Part::Test).map(|one| {
            let sentences = one.sentences.iter().map(|sentence| sentence.english.trim());
            sentences.collect::<Vec<_>>().join(" ")
        });
        let mut sources = vec![("SAIL".to_owned(), said.collect::<Vec<String>>())];
        for line in self.english.directions()? {
            if ["dnia", "rxr_val_en"].contains(&&*line.source) {
                match sources.iter_mut().find(|(source, _)| *source == line.source) {
                    Some((_, texts)) => texts.push(line.text),
                    None => sources.push((line.source, vec![line.text])),
                }
            }
        }
        let share = self.each.div_ceil(sources.len());
        let mut pieces = Vec::new();
        for (source, mut texts) in sources {
            texts.retain(|text| is_fit(text));
            texts.shuffle(rng);
            let origin = format!("people: {source}");
            let taken = texts.into_iter().take(share);
            pieces.extend(taken.map(|text| Piece { text, origin: origin.clone() }));
        }
        pieces.truncate(self.each);
        Ok(pieces)
    }
}

fn is_fit(text: &str) -> bool {
    LENGTH.contains(&text.split_whitespace().count())
}
