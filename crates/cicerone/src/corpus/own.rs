//! Reading a corpus of one's own: the lines of `cicerone data annotate`.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::{Corpus, Demonstration, Origin, Part, Sentence};
use crate::cas::Command;
use crate::world::{Position, Vocabulary, World};
use crate::{Error, Result};

/// Demonstrations that are not SAIL's are numbered from here on, in tens: the
/// last digit tells their part.
pub(super) const FIRST: u32 = 1_000_000;

/// The part of a demonstration of one's own: of ten, seven to learn from, one to
/// choose with, two to report on.
pub(super) fn part_of(demonstration: u32) -> Part {
    match demonstration % 10 {
        0..7 => Part::Train,
        7 => Part::Validation,
        _ => Part::Test,
    }
}

/// One sentence. What `annotate` adds beyond the commands is not needed here.
#[derive(Deserialize)]
struct Line {
    /// The world: a name or a file.
    world: String,
    english: String,
    /// x, y and heading of every pose, -1 an unknown heading.
    path: Vec<(f64, f64, f64)>,
    commands: Vec<String>,
    /// Who said it.
    #[serde(default)]
    author: Option<String>,
    /// Lines that follow each other with the same name are one paragraph.
    #[serde(default)]
    demonstration: Option<String>,
    /// The part its demonstration is in, said with its first sentence.
    #[serde(default)]
    part: Option<Part>,
}

/// Reads a corpus of JSON lines, `{"world", "english", "path", "commands"}` with
/// `"author"`, `"demonstration"` and `"part"` where they are known. `open` finds
/// the world that a line names.
pub fn read_lines(file: &Path, open: &dyn Fn(&str) -> Result<World>) -> Result<Corpus> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| Error::io(format!("cannot be read: {error}"), error).in_file(file))?;
    let mut corpus = Corpus { worlds: BTreeMap::new(), demonstrations: Vec::new() };
    let mut last: Option<String> = None;
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let at = |error: Error| error.at(format!("line {}", number + 1)).in_file(file);
        let line: Line = serde_json::from_str(line).map_err(|error| {
            at(Error::input(format!(
                "not a sentence of a corpus: {error}; expected {{\"world\", \"english\", \"path\", \
                 \"commands\"}}, which `cicerone data annotate` writes"
            )))
        })?;
        if !corpus.worlds.contains_key(&line.world) {
            let world = open(&line.world).and_then(speaks_as_sail).map_err(at)?;
            corpus.worlds.insert(line.world.clone(), world);
        }
        let goes_on = line.demonstration.is_some() && line.demonstration == last;
        last.clone_from(&line.demonstration);
        let demonstration = match corpus.demonstrations.last_mut() {
            Some(before) if goes_on && before.map == line.world => before,
            _ => {
                let count = corpus.demonstrations.len() as u32;
                corpus.demonstrations.push(begin(&line, count));
                // The one that was just put there.
                let place = corpus.demonstrations.len() - 1;
                &mut corpus.demonstrations[place]
            }
        };
        let sentence = sentence(&line, demonstration.sentences.len() as u32).map_err(at)?;
        sentence.route(&corpus.worlds[&line.world]).map_err(at)?;
        demonstration.sentences.push(sentence);
    }
    match corpus.demonstrations.is_empty() {
        false => Ok(corpus),
        true => Err(Error::input("holds no sentence").in_file(file)),
    }
}

fn begin(line: &Line, count: u32) -> Demonstration {
    let digit = match line.part {
        None => count % 10,
        Some(Part::Train) => 0,
        Some(Part::Validation) => 7,
        Some(Part::Test) => 8,
    };
    Demonstration {
        id: FIRST + 10 * count + digit,
        map: line.world.clone(),
        origin: Origin {
            author: line.author.clone().unwrap_or_else(|| "NOBODY".into()),
            start: String::new(),
            goal: String::new(),
        },
        sentences: Vec::new(),
    }
}

fn sentence(line: &Line, id: u32) -> Result<Sentence> {
    let commands = line.commands.iter().map(|text| Command::parse(text, Vocabulary::sail()));
    let path = line.path.iter().map(|(x, y, heading)| Position::from_numbers(*x, *y, *heading));
    let path = path.collect::<Result<Vec<Position>>>()?;
    if path.is_empty() {
        return Err(Error::input("the path is empty; it needs at least one pose"));
    }
    Ok(Sentence {
        id,
        english: line.english.clone(),
        commands: commands.collect::<Result<_>>()?,
        path,
    })
}

/// What is learnt is learnt in SAIL's kinds; others are said through them.
fn speaks_as_sail(world: World) -> Result<World> {
    match **world.vocabulary() == **Vocabulary::sail() {
        true => Ok(world),
        false => Err(Error::input(format!(
            "'{}' has kinds of its own, and models are taught SAIL's: write the map with SAIL's \
             floors, pictures and objects (as the embedded office is)",
            world.name()
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::embedded;

    fn read(lines: &str) -> Result<Corpus> {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("corpus.jsonl");
        std::fs::write(&file, lines).unwrap();
        read_lines(&file, &embedded::world)
    }

    const LEFT: &str = r#"{"world": "office", "english": "turn left", "demonstration": "a",
        "path": [[0, 0, 90], [0, 0, 0]], "commands": ["Turn(direction=Left)"]}"#;

    fn left() -> String {
        LEFT.replace('\n', " ")
    }

    #[test]
    fn lines_of_one_name_are_a_paragraph() {
        let other = left().replace(r#""a""#, r#""b", "part": "test", "author": "ME""#);
        let corpus = read(&[left(), left(), other].join("\n")).unwrap();
        let [first, second] = &corpus.demonstrations[..] else { panic!("{corpus:?}") };
        assert_eq!((first.sentences.len(), second.sentences.len()), (2, 1));
        assert_eq!((&*first.origin.author, &*second.origin.author), ("NOBODY", "ME"));
        assert_eq!(Part::of(first.id), Some(Part::Train));
        assert_eq!(Part::of(second.id), Some(Part::Test));
    }

    #[test]
    fn of_ten_paragraphs_one_chooses_and_two_report() {
        let lines: Vec<String> =
            (0..20).map(|n| left().replace(r#""a""#, &format!("\"{n}\""))).collect();
        let corpus = read(&lines.join("\n")).unwrap();
        assert_eq!(Part::ALL.map(|part| corpus.part(part).count()), [14, 2, 4]);
    }

    #[test]
    fn what_is_wrong_with_a_line_is_said() {
        for (from, to, words) in [
            ("Turn(", "Spin(", "line 1"),
            ("[0, 0, 0]", "[9, 9, 0]", "line 1"),
            ("\"office\"", "\"hospital\"", "SAIL's"),
            ("\"english\"", "\"text\"", "annotate"),
        ] {
            let error = read(&left().replace(from, to)).unwrap_err();
            assert!(error.is_input() && error.to_string().contains(words), "{error}");
        }
        assert!(read("\n").unwrap_err().to_string().contains("no sentence"));
    }
}
