//! What people chose to say: the demonstrations as decisions.

use std::collections::BTreeSet;

use super::{Choice, Context, Properties, Structures};
use crate::corpus::{Corpus, Part};
use crate::{Error, Result};

/// The choices in one part of the corpus, of these authors or, if none is
/// named, of all.
///
/// Sentences without a command are left out. An author who is not in the
/// corpus is an error that lists who is.
pub fn choices(corpus: &Corpus, part: Part, authors: &[String]) -> Result<Vec<Choice>> {
    let known: BTreeSet<&str> =
        corpus.demonstrations.iter().map(|one| &*one.origin.author).collect();
    if let Some(nobody) = authors.iter().find(|author| !known.contains(&***author)) {
        let known: Vec<&str> = known.into_iter().collect();
        return Err(Error::input(format!(
            "nobody called '{nobody}' wrote in this corpus; its authors are {}",
            known.join(", ")
        )));
    }
    let mut choices = Vec::new();
    for demonstration in corpus.part(part) {
        let author = &demonstration.origin.author;
        if !authors.is_empty() && !authors.contains(author) {
            continue;
        }
        let world = corpus.world(demonstration)?;
        for segment in demonstration.segments(world) {
            let (sentence, segment) = segment?;
            if let Some(structures) = Structures::of(&sentence.commands) {
                choices.push(Choice {
                    context: Context::of(world, &segment),
                    structures,
                    properties: Properties::of(&sentence.commands),
                    author: author.clone(),
                });
            }
        }
    }
    Ok(choices)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::cas::Command;
    use crate::corpus::{Demonstration, Origin, Sentence};
    use crate::world::{Vocabulary, fixture};

    #[test]
    fn sentences_become_decisions_of_their_authors() {
        let sentence = |id, path: &str, commands: &[&str]| Sentence {
            id,
            english: String::new(),
            commands: commands
                .iter()
                .map(|text| Command::parse(text, Vocabulary::sail()).unwrap())
                .collect(),
            path: path.split(' ').map(|text| text.parse().unwrap()).collect(),
        };
        let train = (0..).find(|id| Part::of(*id) == Some(Part::Train)).unwrap();
        let corpus = Corpus {
            worlds: BTreeMap::from([("drawn".to_owned(), fixture::world("o--g-c"))]),
            demonstrations: vec![Demonstration {
                id: train,
                map: "drawn".into(),
                origin: Origin { author: "ADA".into(), start: "1".into(), goal: "2".into() },
                sentences: vec![
                    sentence(1, "0,0,0 0,0,90", &["Turn(direction=Right)"]),
                    sentence(2, "0,0,90", &[]),
                    sentence(3, "0,0,90 1,0,90", &["Travel()", "Verify()"]),
                ],
            }],
        };
        let all = choices(&corpus, Part::Train, &[]).unwrap();
        let contexts: Vec<String> = all.iter().map(|one| one.context.paper().to_string()).collect();
        assert_eq!(
            contexts,
            ["t t_start t_new_carp t_obj_side t_at_T", "w w_obj_at w_dead_end w_goal"]
        );
        assert_eq!(all[1].structures.parts().len(), 2);
        assert_eq!(choices(&corpus, Part::Train, &["ADA".into()]).unwrap(), all);
        assert!(choices(&corpus, Part::Test, &[]).unwrap().is_empty());
        let fault = choices(&corpus, Part::Train, &["EVE".into()]).unwrap_err().to_string();
        assert_eq!(fault, "nobody called 'EVE' wrote in this corpus; its authors are ADA");
    }
}
