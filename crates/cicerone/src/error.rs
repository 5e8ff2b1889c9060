//! The one error of the library.
//!
//! An error says three things a person needs to mend it: which file, where in
//! that file, and what would have been right. It is opaque on purpose: callers
//! ask it questions ([`Error::is_input`]) instead of matching variants, so new
//! causes can be added without breaking anybody. It may quote what was in a file
//! or a name: whoever reads it sees that [`legible`].

use std::fmt;
use std::path::{Path, PathBuf};

use crate::legible::{legible, legible_start};

/// `Result` with the library's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong, in which file and where in it.
#[derive(Debug)]
pub struct Error(Box<Inner>);

#[derive(Debug)]
struct Inner {
    kind: Kind,
    file: Option<PathBuf>,
    place: Option<String>,
    message: String,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// What was handed in is wrong: the caller can mend it.
    Input,
    /// The system said no: a disk, a permission, a network.
    Io,
    /// The time for it is over.
    Stopped,
}

impl Error {
    /// Something handed in is wrong; `message` says what, and what would be right.
    pub fn input(message: impl Into<String>) -> Error {
        Error::new(Kind::Input, message.into())
    }

    /// The system refused; `message` says what was being tried.
    pub fn io(message: impl Into<String>, source: std::io::Error) -> Error {
        let mut error = Error::new(Kind::Io, message.into());
        error.0.source = Some(Box::new(source));
        error
    }

    /// Its [`Budget`](crate::Budget) is spent; `message` says which.
    pub(crate) fn stopped(message: impl Into<String>) -> Error {
        Error::new(Kind::Stopped, message.into())
    }

    fn new(kind: Kind, message: String) -> Error {
        Error(Box::new(Inner { kind, file: None, place: None, message, source: None }))
    }

    /// Names the file the error is about. The innermost name wins.
    pub fn in_file(mut self, file: impl AsRef<Path>) -> Error {
        self.0.file.get_or_insert_with(|| file.as_ref().to_path_buf());
        self
    }

    /// Names the place in the file or text: `line 3, column 7`, `passage 12`.
    /// Callers further out put theirs before: `sentence 2-1, CAS column 16`.
    pub fn at(mut self, place: impl fmt::Display) -> Error {
        self.0.place = Some(match self.0.place {
            Some(inner) => format!("{place}, {inner}"),
            None => place.to_string(),
        });
        self
    }

    /// Keeps the error underneath for [`std::error::Error::source`].
    pub fn because(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
        self.0.source = Some(source.into());
        self
    }

    /// True if the input is at fault, so that mending it helps.
    pub fn is_input(&self) -> bool {
        self.0.kind == Kind::Input
    }

    /// True if the system (disk, permission, network) is at fault.
    pub fn is_io(&self) -> bool {
        self.0.kind == Kind::Io
    }

    /// True if the disk, or what of it this user may fill, is full.
    pub fn is_full_disk(&self) -> bool {
        use std::io::ErrorKind::{QuotaExceeded, StorageFull};
        let source = self.0.source.as_ref().and_then(|source| source.downcast_ref());
        source.is_some_and(|io: &std::io::Error| matches!(io.kind(), StorageFull | QuotaExceeded))
    }

    /// True if the [`Budget`](crate::Budget) for it was spent before it was done.
    pub fn is_stopped(&self) -> bool {
        self.0.kind == Kind::Stopped
    }
}

/// The most characters of a place and of a message that are shown: both may
/// hold what was in a file.
const LONGEST_PLACE: usize = 400;
const LONGEST_MESSAGE: usize = 4000;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.0.file {
            write!(f, "{}: ", legible(&file.display().to_string()))?;
        }
        if let Some(place) = &self.0.place {
            write!(f, "{}: ", legible_start(place, LONGEST_PLACE))?;
        }
        f.write_str(&legible_start(&self.0.message, LONGEST_MESSAGE))
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source.as_ref().map(|source| &**source as &(dyn std::error::Error + 'static))
    }
}

impl From<roxmltree::Error> for Error {
    fn from(error: roxmltree::Error) -> Error {
        let position = error.pos();
        Error::input(format!("not well-formed XML: {error}"))
            .at(format!("line {}, column {}", position.row, position.col))
            .because(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_as_file_place_and_message() {
        let error = Error::input("expected a number").at("line 3").in_file("map.xml");
        assert_eq!(error.to_string(), "map.xml: line 3: expected a number");
        assert!(error.is_input() && !error.is_io());
    }

    #[test]
    fn places_nest_and_the_innermost_file_wins() {
        let error = Error::input("no").at("step 2").at("path 1").in_file("a").in_file("b");
        assert_eq!(error.to_string(), "a: path 1, step 2: no");
    }

    #[test]
    fn what_it_quotes_is_shown_and_not_obeyed() {
        let error = Error::input("'\u{1b}[2J\u{202e}' is no place")
            .at("place 3 ('\r\u{9b}')")
            .in_file("a\u{7}.json");
        let shown = error.to_string();
        assert_eq!(
            shown,
            "a\\u0007.json: place 3 ('\\u000d\\u009b'): '\\u001b[2J\\u202e' is no place"
        );
        let long = Error::input("x".repeat(100_000)).at("y".repeat(100_000)).to_string();
        assert!(long.len() < 5000);
    }

    #[test]
    fn a_full_disk_is_told_from_other_faults() {
        let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
        assert!(Error::io("cannot be written", full).is_full_disk());
        let other = std::io::Error::from(std::io::ErrorKind::PermissionDenied);
        assert!(!Error::io("cannot be written", other).is_full_disk());
    }
}
