//! OpenStreetMap as PBF, written for tests only, and XML as its source.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

pub(crate) type Tags = Vec<(String, String)>;

/// A kind (0 node, 1 way, 2 relation), an id and a role.
pub(crate) type Member = (u64, i64, String);

/// A map that can be written.
#[derive(Debug, Clone, Default)]
pub(crate) struct Map {
    pub(crate) nodes: Vec<(i64, f64, f64, Tags)>,
    pub(crate) ways: Vec<(i64, Vec<i64>, Tags)>,
    pub(crate) relations: Vec<(i64, Vec<Member>, Tags)>,
}

/// How blocks are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Dense,
    Plain,
    /// Dense, and not packed, so that changed bytes reach the reader.
    Raw,
}

/// Reads XML the short way.
pub(crate) fn from_xml(text: &str) -> Map {
    let mut map = Map::default();
    let mut last = "";
    let mut reader = Reader::from_str(text);
    loop {
        let start = match reader.read_event().unwrap() {
            Event::Start(start) | Event::Empty(start) => start,
            Event::Eof => return map,
            _ => continue,
        };
        let get = |name: &str| get(&start, name);
        let number = |name: &str| get(name).parse::<i64>().unwrap();
        match start.name().as_ref() {
            "node" => {
                last = "node";
                let [lat, lon] = ["lat", "lon"].map(|name| get(name).parse::<f64>().unwrap());
                map.nodes.push((number("id"), lat, lon, Tags::new()));
            }
            "way" => {
                last = "way";
                map.ways.push((number("id"), Vec::new(), Tags::new()));
            }
            "relation" => {
                last = "relation";
                map.relations.push((number("id"), Vec::new(), Tags::new()));
            }
            "nd" => map.ways.last_mut().unwrap().1.push(number("ref")),
            "member" => {
                let kind = match get("type").as_str() {
                    "node" => 0,
                    "way" => 1,
                    _ => 2,
                };
                let member = (kind, number("ref"), get("role"));
                map.relations.last_mut().unwrap().1.push(member);
            }
            "tag" => {
                let tags = match last {
                    "node" => &mut map.nodes.last_mut().unwrap().3,
                    "way" => &mut map.ways.last_mut().unwrap().2,
                    _ => &mut map.relations.last_mut().unwrap().2,
                };
                tags.push((get("k"), get("v")));
            }
            _ => {}
        }
    }
}

fn get(start: &BytesStart<'_>, name: &str) -> String {
    let attribute = start.try_get_attribute(name).unwrap();
    let value =
        attribute.map(|a| a.normalized_value(XmlVersion::Implicit1_0).unwrap().into_owned());
    value.unwrap_or_default()
}

/// Writes a map, in blocks of at most 8,000 elements.
pub(crate) fn to_pbf(map: &Map, style: Style) -> Vec<u8> {
    let mut file = Vec::new();
    let mut header = Vec::new();
    for feature in ["OsmSchema-V0.6", "DenseNodes"] {
        bytes_field(&mut header, 4, feature.as_bytes());
    }
    blob(&mut file, "OSMHeader", &header, style);
    append(&mut file, map, style);
    file
}

/// Writes the elements of a map after what is in the file already.
pub(crate) fn append(file: &mut Vec<u8>, map: &Map, style: Style) {
    for nodes in map.nodes.chunks(8000) {
        let mut strings = Strings::new();
        let group = match style {
            Style::Plain => plain_nodes(nodes, &mut strings),
            Style::Dense | Style::Raw => dense_nodes(nodes, &mut strings),
        };
        block(file, strings, &group, style);
    }
    for ways in map.ways.chunks(8000) {
        let mut strings = Strings::new();
        let mut group = Vec::new();
        for (id, nodes, tags) in ways {
            let mut way = Vec::new();
            number_field(&mut way, 1, *id as u64);
            tag_fields(&mut way, tags, &mut strings);
            bytes_field(&mut way, 8, &deltas(nodes.iter().copied()));
            bytes_field(&mut group, 3, &way);
        }
        block(file, strings, &group, style);
    }
    for relations in map.relations.chunks(8000) {
        let mut strings = Strings::new();
        let mut group = Vec::new();
        for (id, members, tags) in relations {
            let mut relation = Vec::new();
            number_field(&mut relation, 1, *id as u64);
            tag_fields(&mut relation, tags, &mut strings);
            let mut roles = Vec::new();
            let mut kinds = Vec::new();
            for (kind, _, role) in members {
                varint(&mut roles, strings.index(role));
                varint(&mut kinds, *kind);
            }
            bytes_field(&mut relation, 8, &roles);
            bytes_field(&mut relation, 9, &deltas(members.iter().map(|member| member.1)));
            bytes_field(&mut relation, 10, &kinds);
            bytes_field(&mut group, 4, &relation);
        }
        block(file, strings, &group, style);
    }
}

fn dense_nodes(nodes: &[(i64, f64, f64, Tags)], strings: &mut Strings) -> Vec<u8> {
    let mut dense = Vec::new();
    bytes_field(&mut dense, 1, &deltas(nodes.iter().map(|node| node.0)));
    bytes_field(&mut dense, 8, &deltas(nodes.iter().map(|node| fixed(node.1))));
    bytes_field(&mut dense, 9, &deltas(nodes.iter().map(|node| fixed(node.2))));
    let mut texts = Vec::new();
    for (.., tags) in nodes {
        for (key, value) in tags {
            varint(&mut texts, strings.index(key));
            varint(&mut texts, strings.index(value));
        }
        varint(&mut texts, 0);
    }
    bytes_field(&mut dense, 10, &texts);
    let mut group = Vec::new();
    bytes_field(&mut group, 2, &dense);
    group
}

fn plain_nodes(nodes: &[(i64, f64, f64, Tags)], strings: &mut Strings) -> Vec<u8> {
    let mut group = Vec::new();
    for (id, lat, lon, tags) in nodes {
        let mut node = Vec::new();
        number_field(&mut node, 1, fold(*id));
        tag_fields(&mut node, tags, strings);
        number_field(&mut node, 8, fold(fixed(*lat)));
        number_field(&mut node, 9, fold(fixed(*lon)));
        bytes_field(&mut group, 1, &node);
    }
    group
}

struct Strings {
    list: Vec<String>,
    known: std::collections::HashMap<String, u64>,
}

impl Strings {
    fn new() -> Strings {
        // The first is never used: a zero ends a node's tags.
        Strings { list: vec![String::new()], known: Default::default() }
    }

    fn index(&mut self, text: &str) -> u64 {
        if let Some(index) = self.known.get(text) {
            return *index;
        }
        let index = self.list.len() as u64;
        self.list.push(text.to_owned());
        self.known.insert(text.to_owned(), index);
        index
    }
}

fn tag_fields(message: &mut Vec<u8>, tags: &Tags, strings: &mut Strings) {
    let (mut keys, mut values) = (Vec::new(), Vec::new());
    for (key, value) in tags {
        varint(&mut keys, strings.index(key));
        varint(&mut values, strings.index(value));
    }
    bytes_field(message, 2, &keys);
    bytes_field(message, 3, &values);
}

fn block(file: &mut Vec<u8>, strings: Strings, group: &[u8], style: Style) {
    let mut table = Vec::new();
    for text in &strings.list {
        bytes_field(&mut table, 1, text.as_bytes());
    }
    let mut block = Vec::new();
    bytes_field(&mut block, 1, &table);
    bytes_field(&mut block, 2, group);
    blob(file, "OSMData", &block, style);
}

/// Writes one blob with its header.
pub(crate) fn blob(file: &mut Vec<u8>, kind: &str, data: &[u8], style: Style) {
    let mut blob = Vec::new();
    if style == Style::Raw {
        bytes_field(&mut blob, 1, data);
    } else {
        number_field(&mut blob, 2, data.len() as u64);
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(data).unwrap();
        bytes_field(&mut blob, 3, &encoder.finish().unwrap());
    }
    blob_of(file, kind, &blob, blob.len() as u64);
}

/// Writes what is said to be a blob of some size.
pub(crate) fn blob_of(file: &mut Vec<u8>, kind: &str, blob: &[u8], claimed: u64) {
    let mut header = Vec::new();
    bytes_field(&mut header, 1, kind.as_bytes());
    number_field(&mut header, 3, claimed);
    file.extend((header.len() as u32).to_be_bytes());
    file.extend(header);
    file.extend(blob);
}

fn fixed(degrees: f64) -> i64 {
    (degrees * 1e7).round() as i64
}

fn deltas(numbers: impl Iterator<Item = i64>) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut last = 0;
    for number in numbers {
        varint(&mut packed, fold(number - last));
        last = number;
    }
    packed
}

fn fold(number: i64) -> u64 {
    ((number << 1) ^ (number >> 63)) as u64
}

pub(crate) fn number_field(message: &mut Vec<u8>, field: u64, number: u64) {
    varint(message, field << 3);
    varint(message, number);
}

pub(crate) fn bytes_field(message: &mut Vec<u8>, field: u64, bytes: &[u8]) {
    varint(message, field << 3 | 2);
    varint(message, bytes.len() as u64);
    message.extend(bytes);
}

fn varint(message: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        message.push(number as u8 | 0x80);
        number >>= 7;
    }
    message.push(number as u8);
}
