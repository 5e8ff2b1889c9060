//! Files that are there whole or not at all.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use crate::{Error, Result};

/// Writes a file beside its place and moves it there, so that whoever reads,
/// and whatever breaks, there is the old file or the new one, never half. When
/// it returns, the new one is on disk and so is its name: a power cut brings
/// the old one back no more.
pub fn write_whole(path: impl AsRef<Path>, bytes: &[u8]) -> Result<()> {
    let path = path.as_ref();
    // Two processes that write the same file must not share the one beside it.
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let beside = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let write = || -> std::io::Result<()> {
        let mut file = File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&beside, path)?;
        sync_folder(path)
    };
    write().map_err(|error| {
        // It may never have been made; the first error is the one to tell.
        let _ = std::fs::remove_file(&beside);
        Error::io(format!("cannot be written: {error}"), error).in_file(path)
    })
}

/// Moves a file that is written and synced to its place, in the same folder; when
/// it returns, that is on disk.
pub fn move_whole(from: impl AsRef<Path>, to: impl AsRef<Path>) -> Result<()> {
    let (from, to) = (from.as_ref(), to.as_ref());
    std::fs::rename(from, to)
        .and_then(|()| sync_folder(to))
        .map_err(|error| Error::io(format!("cannot be written: {error}"), error).in_file(to))
}

/// A rename is a change of the folder, which the system keeps to itself for a
/// while unless it is asked to write it down. Only Unix can be asked.
fn sync_folder(of: &Path) -> std::io::Result<()> {
    if cfg!(unix) {
        let folder = of.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_the_old_and_leaves_nothing_beside() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("model");
        write_whole(&path, b"old").unwrap();
        write_whole(&path, b"new").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"new");
        let inside = path.join("model");
        let error = write_whole(&inside, b"no").unwrap_err();
        assert!(error.is_io() && error.to_string().contains("cannot be written"), "{error}");
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);
    }
}
