//! What every subcommand does with its results.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use cicerone::Error;
use serde::Serialize;

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Prints one JSON document and a line end.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    serde_json::to_writer_pretty(&mut out, value).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// Prints text as it is.
pub(crate) fn print_text(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes a file so that it is there whole or not at all.
pub(crate) fn write_file(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let directory = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let failed = |error: io::Error| {
        let message = format!("cannot be written: {error}");
        Error::io(message, error).in_file(file)
    };
    let mut temporary = tempfile::NamedTempFile::new_in(directory).map_err(failed)?;
    temporary.write_all(bytes).map_err(failed)?;
    temporary.as_file().sync_all().map_err(failed)?;
    // A temporary file is its owner's alone; a result is anybody's to read.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let readable = std::fs::Permissions::from_mode(0o644);
        temporary.as_file().set_permissions(readable).map_err(failed)?;
    }
    temporary.persist(file).map_err(|error| failed(error.error))?;
    Ok(())
}

/// Writes a picture: as PNG if the file's name says so, else as SVG.
pub(crate) fn write_picture(file: &Path, svg: &str) -> anyhow::Result<()> {
    let is_png = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
    match is_png {
        true => write_file(file, &png(svg)?),
        false => write_file(file, svg.as_bytes()),
    }
}

/// The picture at twice its size, sharp enough for print.
fn png(svg: &str) -> anyhow::Result<Vec<u8>> {
    use resvg::{tiny_skia, usvg};
    const SCALE: f32 = 2.0;
    const LARGEST: f32 = 16_000.0;
    let mut options = usvg::Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    let family = fonts.faces().next().map(|face| face.families[0].0.clone());
    if let Some(family) = family {
        fonts.set_sans_serif_family(family);
    }
    let tree = usvg::Tree::from_str(svg, &options).context("the picture could not be drawn")?;
    let size = tree.size();
    let scale = SCALE.min(LARGEST / size.width()).min(LARGEST / size.height());
    let pixels = |length: f32| (length * scale).ceil() as u32;
    let mut image = tiny_skia::Pixmap::new(pixels(size.width()), pixels(size.height()))
        .context("the picture has no size")?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut image.as_mut());
    image.encode_png().context("the picture could not be encoded")
}
