//! Demonstrations: what people said about a path, and what they meant.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use super::{Origin, Part};
use crate::cas::Command;
use crate::words::{retold, tokenize};
use crate::world::{Class, Group, KindId, Position, Route, Segment, Vocabulary, World};
use crate::{Error, Result};

/// The SAIL corpus with its maps, or one's own.
#[derive(Debug, Clone)]
pub struct Corpus {
    /// The maps by name: Grid, Jelly and L, of SAIL.
    pub worlds: BTreeMap<String, World>,
    /// All demonstrations, by id.
    pub demonstrations: Vec<Demonstration>,
}

/// One instruction: a person's directions from one position to another, and
/// what another person did with them.
#[derive(Debug, Clone, PartialEq)]
pub struct Demonstration {
    /// Its number in the corpus.
    pub id: u32,
    /// The name of its map.
    pub map: String,
    /// Who wrote it, and for which start and goal.
    pub origin: Origin,
    /// Its sentences, in order.
    pub sentences: Vec<Sentence>,
}

/// One sentence of a demonstration (the corpus calls it a segment).
#[derive(Debug, Clone, PartialEq)]
pub struct Sentence {
    /// Its number in the demonstration.
    pub id: u32,
    /// The text as typed.
    pub english: String,
    /// What it was annotated to mean; a few sentences carry nothing.
    pub commands: Vec<Command>,
    /// What the follower did, at least one pose.
    pub path: Vec<Position>,
}

impl Corpus {
    /// The kinds its sentences speak of.
    pub fn vocabulary(&self) -> Arc<Vocabulary> {
        let world = self.worlds.values().next();
        world.map_or_else(|| Vocabulary::sail().clone(), |world| world.vocabulary().clone())
    }

    /// The same corpus about a vocabulary with other things in the places of
    /// its own, in maps and texts alike: what was learnt about the words alone
    /// is of no use there. Kinds keep their groups, and the colour of a group that
    /// somebody means stays as it is: 'green' is no name of grass where the commands
    /// say that the floor is greenish.
    pub fn renamed(&self, vocabulary: &Arc<Vocabulary>) -> Result<Corpus> {
        let own = self.vocabulary();
        let mut renamed = self.clone();
        for world in renamed.worlds.values_mut() {
            *world = world.with_vocabulary(vocabulary.clone())?;
        }
        let sentences = renamed.demonstrations.iter_mut().flat_map(|one| &mut one.sentences);
        for sentence in sentences {
            let words = tokenize(&sentence.english);
            let spoken = values(&sentence.commands, &own);
            let is_name = |kind: KindId| {
                let mut colours = own.kind(kind).groups.iter();
                let is_meant =
                    |group: &Group| group.class() == Class::FLOOR && spoken.contains(group.name());
                spoken.contains(&own.kind(kind).cas) || !colours.any(is_meant)
            };
            sentence.english = retold(&words, &own, vocabulary, is_name).join(" ");
        }
        Ok(renamed)
    }

    /// The demonstrations of one part of the split.
    pub fn part(&self, part: Part) -> impl Iterator<Item = &Demonstration> {
        self.demonstrations.iter().filter(move |one| Part::of(one.id) == Some(part))
    }

    /// The map of a demonstration.
    pub fn world(&self, demonstration: &Demonstration) -> Result<&World> {
        self.worlds.get(&demonstration.map).ok_or_else(|| {
            let known: Vec<&str> = self.worlds.keys().map(String::as_str).collect();
            Error::input(format!(
                "'{}' is no map; there are {}",
                demonstration.map,
                known.join(", ")
            ))
            .at(format!("demonstration {}", demonstration.id))
        })
    }
}

/// The values that commands have.
fn values(commands: &[Command], vocabulary: &Vocabulary) -> HashSet<String> {
    let tokens = commands.iter().flat_map(|command| command.linear(vocabulary));
    tokens.filter_map(|token| Some(token.split_once('.')?.1.to_owned())).collect()
}

impl Demonstration {
    /// The sentences' paths as segments of one route, each with its sentence.
    pub fn segments<'d>(
        &'d self,
        world: &'d World,
    ) -> impl Iterator<Item = Result<(&'d Sentence, Segment)>> + 'd {
        let last = self.sentences.len().saturating_sub(1);
        self.sentences.iter().enumerate().map(move |(number, sentence)| {
            let route = sentence
                .route(world)
                .map_err(|error| error.at(format!("sentence {}-{}", self.id, sentence.id)))?;
            let mut segment = Segment::whole(&route);
            segment.starts_route = number == 0;
            segment.ends_route = number == last;
            Ok((sentence, segment))
        })
    }
}

impl Sentence {
    /// Its path as a route, if every step is legal on the map.
    pub fn route(&self, world: &World) -> Result<Route> {
        Route::from_positions(world, &self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Kind, embedded};

    #[test]
    fn the_colour_of_a_group_is_no_name_of_a_kind() {
        let world = embedded::world("practice").unwrap();
        let sail = Vocabulary::sail();
        let sentence = |english: &str, look: &str| {
            let command = format!(
                "Travel(until=Verify(desc=[Thing(type=TypePath, value=Path, Appear=[{look}])]))"
            );
            Sentence {
                id: 1,
                english: english.to_owned(),
                commands: vec![Command::parse(&command, sail).unwrap()],
                path: vec!["0,0,90".parse().unwrap()],
            }
        };
        let origin = |name: &str| name.to_owned();
        let corpus = Corpus {
            worlds: BTreeMap::from([("practice".to_owned(), world)]),
            demonstrations: vec![Demonstration {
                id: 1,
                map: "practice".into(),
                origin: Origin { author: origin("EDA"), start: origin("1"), goal: origin("2") },
                sentences: vec![
                    sentence("take the green hall", "Greenish"),
                    sentence("take the green hall", "Grass"),
                ],
            }],
        };
        let other = Class::all().map(|class| {
            let kinds = sail.kinds(class).iter().map(|kind| Kind {
                name: format!("{} x", kind.name),
                cas: format!("X{}", kind.cas),
                words: kind.words.iter().map(|words| format!("{words} x")).collect(),
                groups: kind.groups.clone(),
            });
            (class, kinds.collect())
        });
        let renamed = corpus.renamed(&Arc::new(Vocabulary::new(other).unwrap())).unwrap();
        let told: Vec<&str> =
            renamed.demonstrations[0].sentences.iter().map(|one| &*one.english).collect();
        assert_eq!(told, ["take the green hall", "take the green x hall"]);
    }
}
