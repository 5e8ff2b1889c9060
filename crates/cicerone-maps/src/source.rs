//! Where a map comes from: a file, a folder, or bytes in memory.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use cicerone::{Error, Result};

/// The largest file that is read into memory as a whole.
pub(crate) const MAX_FILE: u64 = 512 << 20;

/// What editors put before text in UTF-8; no format begins with it otherwise.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A map as it was handed in.
#[derive(Debug, Clone)]
pub struct Source<'a> {
    name: String,
    content: Content<'a>,
    most_unpacked: u64,
}

#[derive(Debug, Clone)]
enum Content<'a> {
    Folder(PathBuf),
    File(PathBuf),
    Bytes(&'a [u8]),
}

impl<'a> Source<'a> {
    /// A file or folder.
    pub fn from_path(path: impl AsRef<Path>) -> Result<Source<'static>> {
        let path = path.as_ref();
        let metadata = std::fs::metadata(path).map_err(|error| unreadable(path, error))?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let content = if metadata.is_dir() {
            Content::Folder(path.to_path_buf())
        } else {
            Content::File(path.to_path_buf())
        };
        let name = name.unwrap_or_else(|| path.display().to_string());
        Ok(Source { name, content, most_unpacked: u64::MAX })
    }

    /// What somebody sent, with the name they gave it.
    pub fn from_bytes(name: &str, bytes: &'a [u8]) -> Source<'a> {
        let content = Content::Bytes(bytes.strip_prefix(MARK).unwrap_or(bytes));
        Source { name: name.to_owned(), content, most_unpacked: u64::MAX }
    }

    /// The same, refused if what is packed in it has more bytes than this once
    /// unpacked: for what strangers send.
    pub fn unpacking_at_most(self, most_unpacked: u64) -> Source<'a> {
        Source { most_unpacked, ..self }
    }

    /// How many bytes may be unpacked of it, all in all.
    pub(crate) fn most_unpacked(&self) -> u64 {
        self.most_unpacked
    }

    /// The file's or folder's own name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What to call the building if the map does not say: the name without
    /// its endings.
    pub fn stem(&self) -> &str {
        let stem = self.name.split('.').next().unwrap_or(&self.name);
        if stem.is_empty() { &self.name } else { stem }
    }

    /// The folder, if it is one.
    pub fn folder(&self) -> Option<&Path> {
        match &self.content {
            Content::Folder(path) => Some(path),
            _ => None,
        }
    }

    /// The bytes from the first to the last, in a stream.
    pub fn reader(&self) -> Result<Box<dyn BufRead + '_>> {
        match &self.content {
            Content::Bytes(bytes) => Ok(Box::new(*bytes)),
            Content::File(path) | Content::Folder(path) => {
                let file = File::open(path).map_err(|error| unreadable(path, error))?;
                let mut reader = BufReader::with_capacity(1 << 16, file);
                let head = reader.fill_buf().map_err(|error| unreadable(path, error))?;
                if head.starts_with(MARK) {
                    reader.consume(MARK.len());
                }
                Ok(Box::new(reader))
            }
        }
    }

    /// All bytes, refused if there are more than fit in memory with ease.
    pub fn bytes(&self) -> Result<Cow<'_, [u8]>> {
        match &self.content {
            Content::Bytes(bytes) => Ok(Cow::Borrowed(bytes)),
            Content::File(path) | Content::Folder(path) => {
                let read = read_at_most(self.reader()?, MAX_FILE);
                read.map(Cow::Owned).map_err(|error| error.in_file(path))
            }
        }
    }

    /// The first bytes, at most that many.
    pub fn head(&self, most: usize) -> Result<Vec<u8>> {
        let mut head = Vec::new();
        self.reader()?
            .take(most as u64)
            .read_to_end(&mut head)
            .map_err(|error| Error::io(format!("cannot be read: {error}"), error))?;
        Ok(head)
    }

    /// All of it as text.
    pub fn text(&self) -> Result<Cow<'_, str>> {
        let text = match self.bytes()? {
            Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::Borrowed),
            Cow::Owned(bytes) => {
                String::from_utf8(bytes).map(Cow::Owned).map_err(|e| e.utf8_error())
            }
        };
        text.map_err(|error| {
            Error::input("not text in UTF-8; save it as such")
                .at(format!("byte {}", error.valid_up_to()))
                .because(error)
        })
    }
}

/// Reads to the end, but not past `most` bytes.
pub(crate) fn read_at_most(from: impl Read, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = from.take(most + 1).read_to_end(&mut bytes);
    read.map_err(|error| Error::io(format!("cannot be read: {error}"), error))?;
    if bytes.len() as u64 > most {
        return Err(Error::input(format!(
            "has more than {} MiB; no map of a building needs as much",
            most >> 20
        )));
    }
    Ok(bytes)
}

fn unreadable(path: &Path, error: std::io::Error) -> Error {
    Error::io(format!("cannot be read: {error}"), error).in_file(path)
}
