//! The one error of the library.
//!
//! An error says three things a person needs to mend it: which file, where in
//! that file, and what would have been right. It is opaque on purpose: callers
//! ask it questions ([`Error::is_input`]) instead of matching variants, so new
//! causes can be added without breaking anybody.

use std::fmt;
use std::path::{Path, PathBuf};

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
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.0.file {
            write!(f, "{}: ", file.display())?;
        }
        if let Some(place) = &self.0.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.0.message)
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
}
