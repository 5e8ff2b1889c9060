//! OpenStreetMap XML, event by event: a file of any size in little memory.

use std::io::BufRead;
use std::str::FromStr;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use cicerone::{Error, Result};

use super::element::{Element, Member, Visit, Wanted};

/// No element has more parts; a file that claims so is broken.
const MOST_PARTS: usize = 1_000_000;

/// The element that is being read.
#[derive(Default)]
struct Open {
    kind: Kind,
    id: i64,
    position: [f64; 2],
    nodes: Vec<i64>,
    members: Vec<Member>,
    tags: Vec<(String, String)>,
}

#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Kind {
    #[default]
    Nothing,
    Node,
    Way,
    Relation,
}

/// Tells `visit` of every wanted element.
pub(super) fn read(from: impl BufRead, wanted: Wanted, visit: &mut Visit<'_>) -> Result<()> {
    let mut reader = Reader::from_reader(from);
    let mut buffer = Vec::new();
    let mut open = Open::default();
    let mut root_seen = false;
    let mut depth = 0usize;
    loop {
        buffer.clear();
        let position = reader.buffer_position();
        let event = reader
            .read_event_into(&mut buffer)
            .map_err(|error| broken(reader.error_position(), &error))?;
        match event {
            Event::Start(start) => {
                if !root_seen && start.name().as_ref() != "osm" {
                    return Err(Error::input("the outermost element should be <osm>"));
                }
                root_seen = true;
                depth += 1;
                begin(&start, wanted, &mut open).map_err(|e| at_byte(e, position))?;
            }
            Event::Empty(start) => {
                begin(&start, wanted, &mut open).map_err(|e| at_byte(e, position))?;
                if kind_of(&start).is_some() {
                    finish(&mut open, visit)?;
                }
            }
            Event::End(end) => {
                depth = depth.saturating_sub(1);
                if matches!(end.name().as_ref(), "node" | "way" | "relation") {
                    finish(&mut open, visit)?;
                }
            }
            Event::Eof => break,
            _ => {}
        }
    }
    if depth > 0 || !root_seen {
        return Err(Error::input("the file ends before </osm>; it was cut off")
            .at(format!("byte {}", reader.buffer_position())));
    }
    Ok(())
}

fn broken(position: u64, error: &quick_xml::Error) -> Error {
    Error::input(format!("not well-formed XML: {error}")).at(format!("byte {position}"))
}

fn at_byte(error: Error, position: u64) -> Error {
    error.at(format!("byte {position}"))
}

fn kind_of(start: &BytesStart<'_>) -> Option<Kind> {
    match start.name().as_ref() {
        "node" => Some(Kind::Node),
        "way" => Some(Kind::Way),
        "relation" => Some(Kind::Relation),
        _ => None,
    }
}

fn begin(start: &BytesStart<'_>, wanted: Wanted, open: &mut Open) -> Result<()> {
    if let Some(kind) = kind_of(start) {
        let is_wanted = match kind {
            Kind::Node => wanted == Wanted::Nodes,
            Kind::Way => wanted == Wanted::Ways,
            Kind::Relation => wanted == Wanted::Relations,
            Kind::Nothing => false,
        };
        open.nodes.clear();
        open.members.clear();
        open.tags.clear();
        open.kind = Kind::Nothing;
        if !is_wanted || attribute(start, "action")?.as_deref() == Some("delete") {
            return Ok(());
        }
        open.kind = kind;
        open.id = number(start, "id")?;
        if kind == Kind::Node {
            let place = |error: Error| error.at(format!("node {}", open.id));
            open.position =
                [number(start, "lon").map_err(place)?, number(start, "lat").map_err(place)?];
        }
        return Ok(());
    }
    if open.kind == Kind::Nothing {
        return Ok(());
    }
    let parts = open.nodes.len() + open.members.len() + open.tags.len();
    if parts >= MOST_PARTS {
        let message = format!("it has more than {MOST_PARTS} parts; split it");
        return Err(Error::input(message).at(format!("element {}", open.id)));
    }
    let id = open.id;
    let place = |error: Error| error.at(format!("element {id}"));
    match start.name().as_ref() {
        "tag" => {
            let key = attribute(start, "k").map_err(place)?.unwrap_or_default();
            let value = attribute(start, "v").map_err(place)?.unwrap_or_default();
            open.tags.push((key, value));
        }
        "nd" => open.nodes.push(number(start, "ref").map_err(place)?),
        "member" => {
            // Nodes and relations are not part of an outline.
            let kind = attribute(start, "type").map_err(place)?;
            let inner = attribute(start, "role").map_err(place)?.as_deref() == Some("inner");
            let way = number(start, "ref").map_err(place)?;
            if kind.as_deref() == Some("way") {
                open.members.push(Member { way, inner });
            }
        }
        _ => {}
    }
    Ok(())
}

fn finish(open: &mut Open, visit: &mut Visit<'_>) -> Result<()> {
    let tags: Vec<(&str, &str)> =
        open.tags.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    let element = match open.kind {
        Kind::Nothing => return Ok(()),
        Kind::Node => {
            let [longitude, latitude] = open.position;
            Element::Node { id: open.id, longitude, latitude, tags: &tags }
        }
        Kind::Way => Element::Way { id: open.id, nodes: &open.nodes, tags: &tags },
        Kind::Relation => Element::Relation { id: open.id, members: &open.members, tags: &tags },
    };
    visit(element)?;
    open.kind = Kind::Nothing;
    Ok(())
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Result<Option<String>> {
    for attribute in start.attributes() {
        let attribute = attribute
            .map_err(|error| Error::input(format!("an attribute is not well-formed: {error}")))?;
        if attribute.key.as_ref() == name {
            let value = attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| {
                Error::input(format!("the value of {name} is not well-formed: {error}"))
            })?;
            return Ok(Some(value.into_owned()));
        }
    }
    Ok(None)
}

fn number<T: FromStr>(start: &BytesStart<'_>, name: &str) -> Result<T> {
    let value = attribute(start, name)?;
    value.as_deref().and_then(|value| value.trim().parse().ok()).ok_or_else(|| {
        let found = value.as_deref().unwrap_or("missing");
        let found: String = found.chars().take(40).collect();
        Error::input(format!("{name} should be a number, it is {found}"))
    })
}
