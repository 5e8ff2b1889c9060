//! What every subcommand does with its results.

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context;
use cicerone::write_whole;
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

/// Writes a picture: as PNG if the file's name says so, else as SVG.
pub(crate) fn write_picture(file: &Path, svg: &str) -> anyhow::Result<()> {
    let is_png = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
    match is_png {
        true => Ok(write_whole(file, &png(svg)?)?),
        false => Ok(write_whole(file, svg.as_bytes())?),
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
