//! Reading English: files of one sentence per line, compressed with xz.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use lzma_rust2::XzReader;

use crate::corpus::{Corpus, Part};
use crate::neural::Lexicon;
use crate::words::tokenize;
use crate::{Error, Result};

/// Words after which a line is too long to be one sentence of use here; such
/// lines are left out, so that no batch needs memory for them.
const LONGEST: usize = 60;

/// One line in this many is held out: never learnt from, only measured on.
const HOLD_OUT: u64 = 200;

/// Memory a file may ask its reader for, in KiB. A broken file could ask for
/// all there is.
const MEMORY: u32 = 256 * 1024;

/// English text, as numbered words. The numbers are those of
/// [`words`](Self::words) at first and those of a lexicon after
/// [`number`](Self::number).
#[derive(Debug, Clone, Default)]
pub struct English {
    words: Vec<String>,
    /// Directions and other instructions that people gave.
    pub navigation: Text,
    /// Everything else.
    pub general: Text,
}

/// Sentences of one sort.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    /// To learn from.
    pub training: Vec<Vec<u32>>,
    /// Held out: about one in two hundred, chosen by what the sentence is, so
    /// that it is the same one whatever else is read.
    pub held_out: Vec<Vec<u32>>,
}

impl English {
    /// Reads `nav/*.txt.xz` and `general/*.txt.xz` of a directory.
    pub fn read(directory: &Path) -> Result<English> {
        if !is_english(directory) {
            let message = "must hold the folders nav and general with files named *.txt.xz";
            return Err(Error::input(message).in_file(directory));
        }
        let mut reader = Reader::default();
        let navigation = reader.read_all(&directory.join("nav"))?;
        let general = reader.read_all(&directory.join("general"))?;
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
    words: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl Reader {
    /// Reads all files of a folder, in the order of their names.
    fn read_all(&mut self, folder: &Path) -> Result<Text> {
        let refused = |error: std::io::Error| {
            Error::io(format!("cannot be read: {error}"), error).in_file(folder)
        };
        let mut files = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(refused)? {
            let path = entry.map_err(refused)?.path();
            if path.to_string_lossy().ends_with(".txt.xz") {
                files.push(path);
            }
        }
        files.sort();
        if files.is_empty() {
            return Err(Error::input("holds no file named *.txt.xz").in_file(folder));
        }
        let mut text = Text::default();
        for file in files {
            self.read(&file, &mut text)?;
        }
        Ok(text)
    }

    fn read(&mut self, file: &Path, text: &mut Text) -> Result<()> {
        let refused = |error: std::io::Error| {
            Error::io(format!("cannot be read: {error}"), error).in_file(file)
        };
        let compressed = BufReader::new(File::open(file).map_err(refused)?);
        let lines = BufReader::new(XzReader::new_mem_limit(compressed, true, MEMORY)).lines();
        for (index, line) in lines.enumerate() {
            let line = line.map_err(|error| refused(error).at(format!("line {}", index + 1)))?;
            let tokens = tokenize(&line);
            if tokens.is_empty() || tokens.len() > LONGEST {
                continue;
            }
            let is_held_out = hash(&tokens).is_multiple_of(HOLD_OUT);
            let sentence = tokens.into_iter().map(|word| self.number(word)).collect();
            let place = if is_held_out { &mut text.held_out } else { &mut text.training };
            place.push(sentence);
        }
        Ok(())
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
            Text { training: sentences.iter().map(numbers).collect(), held_out: Vec::new() }
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
        let english = English::read(directory.path()).unwrap();
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
        let english = English::read(directory.path()).unwrap();
        let all = said(&english, &english.navigation.held_out);
        assert!((10..50).contains(&all.len()), "{} of 5000 were held out", all.len());
        let fewer = said(&english, &english.general.held_out);
        assert!(fewer.len() > 3 && all.ends_with(&fewer));
        assert!(!said(&english, &english.navigation.training).contains(&all[0]));
    }

    #[test]
    fn says_what_is_wrong_with_a_directory() {
        let directory = tempfile::tempdir().unwrap();
        let error = English::read(directory.path()).unwrap_err();
        assert!(error.is_input() && error.to_string().contains("nav and general"), "{error}");
        write(&directory.path().join("nav/a.txt.xz"), "go\n");
        std::fs::create_dir(directory.path().join("general")).unwrap();
        let error = English::read(directory.path()).unwrap_err();
        assert!(error.to_string().ends_with("general: holds no file named *.txt.xz"), "{error}");
        std::fs::write(directory.path().join("general/a.txt.xz"), b"not compressed").unwrap();
        let error = English::read(directory.path()).unwrap_err().to_string();
        assert!(error.contains("a.txt.xz: line 1: cannot be read"), "{error}");
    }
}
