//! Which format a map has, found by content: nobody has to name it.

use std::fmt;

use serde::Deserializer;
use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

use cicerone::{Error, Result};

use crate::Source;

/// How much of a file is looked at to tell one format from another.
const HEAD: usize = 4096;

/// How files begin that are packed, and with what.
const PACKED: [(&[u8], &str); 4] =
    [(b"\x1f\x8b", "gzip"), (b"BZh", "bzip2"), (b"\xfd7zXZ", "xz"), (b"\x28\xb5\x2f\xfd", "zstd")];

/// The formats that are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// A folder or zip archive of GeoJSON files, Apple's and OGC's IMDF.
    Imdf,
    /// OpenStreetMap as XML.
    OsmXml,
    /// OpenStreetMap as protocol buffers.
    OsmPbf,
    /// Open-RMF's building.yaml.
    Rmf,
    /// Nav2's route graph, GeoJSON.
    Nav2,
    /// Version 2 of our JSON.
    Document,
    /// Version 1 of our JSON, which [`cicerone::world`] reads.
    WorldVersion1,
    /// SAIL's XML, which [`cicerone::world`] reads.
    SailXml,
}

impl Format {
    /// Finds the format by content.
    pub fn of(source: &Source<'_>) -> Result<Format> {
        if source.folder().is_some() {
            return Ok(Format::Imdf);
        }
        let head = source.head(HEAD)?;
        if head.starts_with(b"PK") {
            return Ok(Format::Imdf);
        }
        if let Some((_, packer)) = PACKED.iter().find(|(magic, _)| head.starts_with(magic)) {
            return Err(Error::input(format!("is packed with {packer}; unpack it first")));
        }
        // A block's size in four bytes, then its kind: field 1, nine letters.
        if head.get(4..).is_some_and(|rest| rest.starts_with(b"\x0a\x09OSMHeader")) {
            return Ok(Format::OsmPbf);
        }
        let text = String::from_utf8_lossy(&head);
        let text = text.trim_start();
        match text.chars().next() {
            Some('<') => xml(text),
            Some('{') => json(source),
            Some(_) if head.contains(&0) => Err(unknown()),
            Some(_) if text.lines().any(is_rmf_key) => Ok(Format::Rmf),
            Some(_) => {
                // The file may begin with a long comment or list of graphs.
                let all = source.text()?;
                if all.lines().any(is_rmf_key) { Ok(Format::Rmf) } else { Err(unknown()) }
            }
            None => Err(Error::input("is empty; a map has at least one level")),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Imdf => "an IMDF venue",
            Format::OsmXml => "OpenStreetMap XML",
            Format::OsmPbf => "OpenStreetMap PBF",
            Format::Rmf => "an Open-RMF building",
            Format::Nav2 => "a Nav2 route graph",
            Format::Document => "a world of version 2",
            Format::WorldVersion1 => "a world of version 1",
            Format::SailXml => "a map of SAIL",
        })
    }
}

fn unknown() -> Error {
    Error::input(
        "the format is not known; maps are IMDF (a folder or a zip archive), OpenStreetMap \
         (XML or PBF), Open-RMF's building.yaml, Nav2's route graph or our own JSON",
    )
}

fn is_rmf_key(line: &str) -> bool {
    let key = line.split(':').next().unwrap_or_default();
    line.contains(':') && key.trim_end().trim_matches(['"', '\'']) == "levels"
}

/// The root element tells.
fn xml(text: &str) -> Result<Format> {
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        if let Some(comment) = rest.strip_prefix("!--") {
            rest = comment.find("-->").map_or("", |end| &comment[end..]);
        } else if !rest.starts_with(['?', '!']) {
            break;
        }
    }
    match rest.split(|c: char| !c.is_alphanumeric()).next() {
        Some("osm") => Ok(Format::OsmXml),
        Some("osmChange") => Err(Error::input(
            "these are changes to OpenStreetMap; a map has <osm> as its root element",
        )),
        _ => Ok(Format::SailXml),
    }
}

/// What all our JSON formats write at the top.
#[derive(Default)]
struct Top {
    format: Option<Value>,
    version: Option<Value>,
    kind: Option<Value>,
    is_feature: bool,
    /// OpenStreetMap's own lists, which its servers write as JSON if asked to.
    has_elements: bool,
}

impl Top {
    /// Our own files say what they are before anything else; the rest of a
    /// large one need not be read for that.
    fn is_told(&self) -> bool {
        self.format.is_some() && self.version.is_some()
    }
}

/// Reads keys until they tell the format.
struct Look<'t>(&'t mut Top);

impl<'de> DeserializeSeed<'de> for Look<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> std::result::Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Look<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the object of a map")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> std::result::Result<(), M::Error> {
        while !self.0.is_told()
            && let Some(key) = map.next_key::<String>()?
        {
            match key.as_str() {
                "format" => self.0.format = map.next_value()?,
                "elements" => {
                    self.0.has_elements = map.next_value::<Option<IgnoredAny>>()?.is_some();
                }
                "version" => self.0.version = map.next_value()?,
                "type" => self.0.kind = map.next_value()?,
                "feature_type" => {
                    self.0.is_feature = map.next_value::<Option<IgnoredAny>>()?.is_some();
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(())
    }
}

fn json(source: &Source<'_>) -> Result<Format> {
    let mut top = Top::default();
    let mut reader = serde_json::Deserializer::from_reader(source.reader()?);
    let read = Look(&mut top).deserialize(&mut reader).and_then(|()| reader.end());
    // That the object goes on after what was read is no fault of the file.
    read.or_else(|error| if top.is_told() { Ok(()) } else { Err(error) }).map_err(|error| {
        if error.is_io() {
            return Error::io(format!("cannot be read: {error}"), error.into());
        }
        let place = format!("line {}, column {}", error.line(), error.column().max(1));
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message);
        Error::input(format!("not JSON as a map has it: {message}")).at(place).because(error)
    })?;
    let [format, kind] = [&top.format, &top.kind].map(|value| value.as_ref()?.as_str());
    match (format, kind) {
        (Some("cicerone-world"), _) if top.version == Some(1.into()) => Ok(Format::WorldVersion1),
        (Some("cicerone-world"), _) => Ok(Format::Document),
        (Some(other), _) => {
            Err(Error::input(format!("the format is '{other}'; a world's is 'cicerone-world'")))
        }
        (None, Some("FeatureCollection")) if !top.is_feature => Ok(Format::Nav2),
        _ if top.has_elements => Err(Error::input(
            "this is OpenStreetMap as JSON, which is not read; ask for XML ([out:xml]) or PBF",
        )),
        _ => Err(unknown()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: &[u8]) -> Result<Format> {
        Format::of(&Source::from_bytes("map", bytes))
    }

    #[test]
    fn content_tells_the_format() {
        let cases: [(&[u8], Format); 8] = [
            (b"PK\x03\x04", Format::Imdf),
            (b"\0\0\0\x0d\x0a\x09OSMHeader", Format::OsmPbf),
            (b"<?xml version='1.0'?>\n<!-- <a> -->\n<osm version='0.6'>", Format::OsmXml),
            (b"<map name='l'/>", Format::SailXml),
            (b"# a comment\ncoordinate_system: x\nlevels:\n  L1:\n", Format::Rmf),
            (br#"{"type":"FeatureCollection","features":[]}"#, Format::Nav2),
            (br#"{"format":"cicerone-world","version":1}"#, Format::WorldVersion1),
            (br#"{"format":"cicerone-world","version":2}"#, Format::Document),
        ];
        for (bytes, format) in cases {
            assert_eq!(of(bytes).unwrap(), format, "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn what_is_no_map_is_told_what_would_be() {
        for bytes in [&b"hello"[..], b"\0\0\0\0", b"{}", b"{", b"", br#"{"format":"pickle"}"#] {
            let error = of(bytes).unwrap_err();
            assert!(error.is_input(), "{error}");
        }
        assert!(of(b"hello").unwrap_err().to_string().contains("building.yaml"));
    }
}
