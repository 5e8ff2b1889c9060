//! Pictures as PNG.

use anyhow::Context;

/// The picture at twice its size, sharp enough for print.
pub(crate) fn png(svg: &str) -> anyhow::Result<Vec<u8>> {
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
