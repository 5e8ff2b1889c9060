//! Reading English: files of one sentence per line, compressed with xz.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use lzma_rust2::XzReader;

use crate::corpus::{Corpus, Part};
use crate::neural::Lexicon;
use crate::words::{NAME, Naming, tokenize};
use crate::{Error, Result};

/// Words after which a line is too long to be one sentence of use here; such
/// lines are left out, so that no batch needs memory for them.
const LONGEST: usize = 60;

/// One line in this many is held out: never learnt from, only measured on.
const HOLD_OUT: u64 = 200;

/// Memory a file may ask its reader for, in KiB. A broken file could ask for
/// all there is.
const MEMORY: u32 = 256 * 1024;

/// What a directory of English must look like.
const SHAPE: &str = "must hold the folders nav and general with files named *.txt.xz";

/// English text, as numbered words. The numbers are those of
/// [`words`](Self::words) at first and those of a lexicon after
/// [`number`](Self::number).
#[derive(Debug, Clone, Default)]
pub struct English {
    words: Vec<String>,
    /// Directions and other instructions that people gave.
    pub navigation: TextSplit,
    /// Everything else.
    pub general: TextSplit,
}

/// Sentences of one sort.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextSplit {
    /// To learn from.
    pub training: Vec<Vec<u32>>,
    /// Held out: about one in two hundred, chosen by what the sentence is, so
    /// that it is the same one whatever else is read.
    pub held_out: Vec<Vec<u32>>,
}

impl English {
    /// Reads `nav/*.txt.xz` and `general/*.txt.xz` of a directory, `without`
    /// files of these names (`rxr_val_en`): not all that may be measured on may
    /// be learnt from. A name that no file has is refused, for whoever leaves
    /// something out means to.
    pub fn read(directory: &Path, without: &[String]) -> Result<English> {
        English::read_with(directory, without, None)
    }

    /// The same to learn from: every other sentence of directions is there by
    /// class (`<object>`), so that things are foreseen that no text names. What
    /// is held out is in its own words.
    pub fn lessons(directory: &Path, without: &[String]) -> Result<English> {
        English::read_with(directory, without, Some(&Naming::everyday()))
    }

    fn read_with(directory: &Path, without: &[String], naming: Option<&Naming>) -> Result<English> {
        if !is_english(directory) {
            return Err(Error::input(SHAPE).in_file(directory));
        }
        let mut reader = Reader { without: without.to_vec(), ..Reader::default() };
        let navigation = reader.read_all(&directory.join("nav"), naming)?;
        let general = reader.read_all(&directory.join("general"), None)?;
        all_left_out(directory, without, &reader.left_out)?;
        Ok(English { words: reader.words, navigation, general })
    }

    /// All different words, in the order in which they were met.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The same text in the numbers of a lexicon.
    pub fn number(mut self, lexicon: &Lexicon) -> English {
        let numbers = lexicon.numbers(&self.words);
        for text in [&mut self.navigation, &mut self.general] {
            for sentence in text.training.iter_mut().chain(&mut text.held_out) {
                sentence.iter_mut().for_each(|word| *word = numbers[*word as usize]);
            }
        }
        English { words: lexicon.words().to_vec(), ..self }
    }
}

/// A line of people's text, as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The file it is in, without its ending: `dnia`.
    pub source: String,
    /// Where in it, from 1.
    pub number: usize,
    /// The line.
    pub text: String,
}

/// All lines of `nav/*.txt.xz`, `without` files of these names, in the order of
/// files and lines.
pub fn directions_of_people(directory: &Path, without: &[String]) -> Result<Vec<Line>> {
    let (all, left_out) = lines_in(directory, "nav", without)?;
    all_left_out(&directory.join("nav"), without, &left_out)?;
    Ok(all)
}

/// The same, and all lines of `general/*.txt.xz`.
pub fn texts_of_people(directory: &Path, without: &[String]) -> Result<(Vec<Line>, Vec<Line>)> {
    let (directions, mut left_out) = lines_in(directory, "nav", without)?;
    let (stories, also_left_out) = lines_in(directory, "general", without)?;
    left_out.extend(also_left_out);
    all_left_out(directory, without, &left_out)?;
    Ok((directions, stories))
}

/// The lines of a folder, and the names of the files that were left out.
fn lines_in(
    directory: &Path,
    folder: &str,
    without: &[String],
) -> Result<(Vec<Line>, Vec<String>)> {
    if !is_english(directory) {
        return Err(Error::input(SHAPE).in_file(directory));
    }
    let (files, left_out) = files(&directory.join(folder), without)?;
    let mut all = Vec::new();
    for file in files {
        let source = entry_name(&file).unwrap_or_default();
        lines(&file, |number, text| {
            all.push(Line { source: source.clone(), number, text });
        })?;
    }
    Ok((all, left_out))
}

/// The sentences of one part of SAIL, as words.
pub fn sentences(corpus: &Corpus, part: Part) -> Vec<Vec<String>> {
    let all = corpus.part(part).flat_map(|demonstration| &demonstration.sentences);
    all.map(|sentence| tokenize(&sentence.english)).filter(|words| !words.is_empty()).collect()
}

/// True if a directory has the folders that English text is read from.
pub fn is_english(directory: &Path) -> bool {
    ["nav", "general"].iter().all(|name| directory.join(name).is_dir())
}

/// Numbers words as it meets them.
#[derive(Default)]
struct Reader {
    /// Names of the files that are not wanted, and of those that were met.
    without: Vec<String>,
    left_out: Vec<String>,
    words: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Reader {
    /// Reads all files of a folder, in the order of their names.
    fn read_all(&mut self, folder: &Path, naming: Option<&Naming>) -> Result<TextSplit> {
        let (files, left_out) = files(folder, &self.without)?;
        self.left_out.extend(left_out);
        let mut text = TextSplit::default();
        for file in files {
            self.read(&file, naming, &mut text)?;
        }
        Ok(text)
    }

    fn read(&mut self, file: &Path, naming: Option<&Naming>, text: &mut TextSplit) -> Result<()> {
        lines(file, |_, line| {
            let tokens = tokenize(&line);
            if tokens.is_empty() || tokens.len() > LONGEST {
                return;
            }
            let hash = hash(&tokens);
            let is_held_out = hash.is_multiple_of(HOLD_OUT);
            let naming = naming.filter(|_| !is_held_out && (hash >> 32).is_multiple_of(2));
            let tokens = naming.map_or(tokens, |naming| naming.by_class(&without_names(&line)));
            let sentence = tokens.into_iter().map(|word| self.number(word)).collect();
            let place = if is_held_out { &mut text.held_out } else { &mut text.training };
            place.push(sentence);
        })
    }

    fn number(&mut self, word: String) -> u32 {
        if let Some(&number) = self.numbers.get(&word) {
            return number;
        }
        let number = self.words.len() as u32;
        self.words.push(word.clone());
        self.numbers.insert(word, number);
        number
    }
}

/// The files of text in a folder, by name, and the names of those left out.
fn files(folder: &Path, without: &[String]) -> Result<(Vec<PathBuf>, Vec<String>)> {
    let refused = |error: std::io::Error| {
        Error::io(format!("cannot be read: {error}"), error).in_file(folder)
    };
    let (mut files, mut left_out) = (Vec::new(), Vec::new());
    for entry in std::fs::read_dir(folder).map_err(refused)? {
        let path = entry.map_err(refused)?.path();
        match entry_name(&path) {
            Some(name) if without.contains(&name) => left_out.push(name),
            Some(_) => files.push(path),
            None => {}
        }
    }
    files.sort();
    match files.is_empty() {
        true => Err(Error::input("holds no file named *.txt.xz").in_file(folder)),
        false => Ok((files, left_out)),
    }
}

fn all_left_out(directory: &Path, without: &[String], left_out: &[String]) -> Result<()> {
    match without.iter().find(|name| !left_out.contains(name)) {
        Some(name) => {
            let message = format!("has no file '{name}.txt.xz' that could be left out");
            Err(Error::input(message).in_file(directory))
        }
        None => Ok(()),
    }
}

/// Hands out the lines of a compressed file with their numbers, from 1.
fn lines(file: &Path, mut each: impl FnMut(usize, String)) -> Result<()> {
    let refused =
        |error: std::io::Error| Error::io(format!("cannot be read: {error}"), error).in_file(file);
    let compressed = BufReader::new(File::open(file).map_err(refused)?);
    let lines = BufReader::new(XzReader::new_mem_limit(compressed, true, MEMORY)).lines();
    for (index, line) in lines.enumerate() {
        let line = line.map_err(|error| refused(error).at(format!("line {}", index + 1)))?;
        each(index + 1, line);
    }
    Ok(())
}

/// The name of a file of text, without its ending.
fn entry_name(path: &Path) -> Option<String> {
    path.file_name()?.to_str()?.strip_suffix(".txt.xz").map(str::to_owned)
}

/// The words of a line with one token for every proper name: words inside a
/// sentence that begin with a capital. Where many do, the writer means nothing
/// by it, and nobody means anything by 'Left'.
fn without_names(line: &str) -> Vec<String> {
    const NO_NAMES: [&str; 12] =
        ["i", "left", "right", "turn", "go", "stop", "north", "south", "east", "west", "the", "t"];
    let words: Vec<&str> = line.split_whitespace().collect();
    let begins = |word: &str| word.starts_with(char::is_uppercase);
    if 2 * words.iter().filter(|word| begins(word)).count() > words.len() {
        return tokenize(line);
    }
    let mut tokens: Vec<String> = Vec::new();
    let mut is_first = true;
    for word in words {
        let own = tokenize(word);
        let starts = std::mem::replace(&mut is_first, word.ends_with(['.', '!', '?', ':', '"']));
        let is_name = !starts
            && begins(word)
            && own.first().is_some_and(|first| !NO_NAMES.contains(&&**first));
        if !is_name {
            tokens.extend(own);
            continue;
        }
        if tokens.last().is_none_or(|last| last != NAME) {
            tokens.push(NAME.to_owned());
        }
        let signs = own.into_iter().skip(1);
        tokens.extend(signs.filter(|sign| sign.chars().all(|sign| !sign.is_alphanumeric())));
    }
    tokens
}

/// FNV-1a: what is held out must be the same with every version of Rust, which
/// the standard library's hash does not promise.
fn hash(tokens: &[String]) -> u64 {
    let bytes = tokens.iter().flat_map(|token| token.bytes().chain([b' ']));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    // The low bits of FNV are weak; the high ones are not.
    hash >> 20
}

#[cfg(test)]
impl English {
    /// Text made of these sentences, nothing held out.
    pub(super) fn of(navigation: &[&str], general: &[&str]) -> English {
        let mut reader = Reader::default();
        let mut text = |sentences: &[&str]| {
            let numbers = |sentence: &&str| {
                tokenize(sentence).into_iter().map(|word| reader.number(word)).collect()
            };
            TextSplit { training: sentences.iter().map(numbers).collect(), held_out: Vec::new() }
        };
        let (navigation, general) = (text(navigation), text(general));
        English { words: reader.words, navigation, general }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use lzma_rust2::{XzOptions, XzWriter};

    use super::*;

    fn write(file: &Path, text: &str) {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        let mut writer =
            XzWriter::new(File::create(file).unwrap(), XzOptions::with_preset(1)).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
        writer.finish().unwrap();
    }

    fn said(english: &English, sentences: &[Vec<u32>]) -> Vec<String> {
        let word = |number: &u32| english.words()[*number as usize].as_str();
        sentences.iter().map(|one| one.iter().map(word).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn reads_every_file_and_numbers_it_by_a_lexicon() {
        let directory = tempfile::tempdir().unwrap();
        let long = "on ".repeat(LONGEST + 1);
        write(&directory.path().join("nav/b.txt.xz"), &format!("Go left.\n\n{long}\nStop\n"));
        write(&directory.path().join("nav/a.txt.xz"), "Turn left\n");
        write(&directory.path().join("general/c.txt.xz"), "It is late.\n");
        std::fs::write(directory.path().join("nav/readme"), "no text").unwrap();
        let english = English::read(directory.path(), &[]).unwrap();
        let navigation = said(&english, &english.navigation.training);
        assert_eq!(navigation, ["turn left", "go left .", "stop"]);
        let lexicon = Lexicon::new(["left", "stop", "late"]).unwrap();
        let english = english.number(&lexicon);
        assert_eq!(english.navigation.training, [vec![0, 3], vec![0, 3, 0], vec![4]]);
        assert_eq!(
            said(&english, &english.general.training)[0],
            "<unknown> <unknown> late <unknown>"
        );
    }

    #[test]
    fn holds_the_same_sentences_out_whatever_else_is_there() {
        let directory = tempfile::tempdir().unwrap();
        let lines = |first: u32| -> String {
            (first..5000).map(|number| format!("go {number} steps\n")).collect()
        };
        write(&directory.path().join("nav/a.txt.xz"), &lines(0));
        write(&directory.path().join("general/a.txt.xz"), &lines(2000));
        let english = English::read(directory.path(), &[]).unwrap();
        let all = said(&english, &english.navigation.held_out);
        assert!((10..50).contains(&all.len()), "{} of 5000 were held out", all.len());
        let fewer = said(&english, &english.general.held_out);
        assert!(fewer.len() > 3 && all.ends_with(&fewer));
        assert!(!said(&english, &english.navigation.training).contains(&all[0]));
    }

    #[test]
    fn what_is_left_out_is_not_read_and_must_be_there() {
        let directory = tempfile::tempdir().unwrap();
        write(&directory.path().join("nav/a.txt.xz"), "Turn left\n");
        write(&directory.path().join("nav/b.txt.xz"), "Secret\n");
        write(&directory.path().join("general/c.txt.xz"), "It is late.\n");
        let read = |name: &str| English::read(directory.path(), &[name.to_owned()]);
        let english = read("b").unwrap();
        assert!(!english.words().contains(&"secret".to_owned()));
        assert_eq!(english.navigation.training.len(), 1);
        let error = read("d").unwrap_err();
        assert!(error.is_input() && error.to_string().contains("'d.txt.xz'"), "{error}");
    }

    #[test]
    fn every_other_lesson_is_by_class() {
        let directory = tempfile::tempdir().unwrap();
        let lines: String = (0..200).map(|number| format!("pass sofa {number}\n")).collect();
        write(&directory.path().join("nav/a.txt.xz"), &lines);
        write(&directory.path().join("general/c.txt.xz"), "the sofa\n");
        let english = English::lessons(directory.path(), &[]).unwrap();
        let navigation = said(&english, &english.navigation.training);
        let by_class = navigation.iter().filter(|one| one.starts_with("pass <object>")).count();
        assert!((70..130).contains(&by_class), "{by_class} of {}", navigation.len());
        assert_eq!(said(&english, &english.general.training), ["the sofa"]);
        let plain = English::read(directory.path(), &[]).unwrap();
        assert!(!plain.words().contains(&"<object>".to_owned()));
    }

    #[test]
    fn names_are_told_by_their_capitals() {
        let read = |line: &str| without_names(line).join(" ");
        assert_eq!(
            read("Turn Left at Dunkin Donuts, and then stop"),
            "turn left at <name> , and then stop"
        );
        assert_eq!(
            read("Go on here. Then walk past Joe's Pizza."),
            "go on here . then walk past <name> ."
        );
        assert_eq!(read("TURN LEFT AT THE BANK"), "turn left at the bank");
    }

    #[test]
    fn says_what_is_wrong_with_a_directory() {
        let directory = tempfile::tempdir().unwrap();
        let error = English::read(directory.path(), &[]).unwrap_err();
        assert!(error.is_input() && error.to_string().contains("nav and general"), "{error}");
        write(&directory.path().join("nav/a.txt.xz"), "go\n");
        std::fs::create_dir(directory.path().join("general")).unwrap();
        let error = English::read(directory.path(), &[]).unwrap_err();
        assert!(error.to_string().ends_with("general: holds no file named *.txt.xz"), "{error}");
        std::fs::write(directory.path().join("general/a.txt.xz"), b"not compressed").unwrap();
        let error = English::read(directory.path(), &[]).unwrap_err().to_string();
        assert!(error.contains("a.txt.xz: line 1: cannot be read"), "{error}");
    }
}
