//! OpenStreetMap PBF: blocks of at most 32 MiB, unpacked one after another.

use std::io::Read;

use flate2::read::ZlibDecoder;

use cicerone::{Error, Result};

use super::element::{Element, Member, Visit, Wanted};
use super::wire::{Field, Message, Packed, broken, unfold};

/// The format's own bound for a block's header.
const LARGEST_HEADER: usize = 64 << 10;

/// The format's own bound for a block, packed or not.
const LARGEST_BLOCK: usize = 32 << 20;

/// What a reader must know to read a file, and we do.
const FEATURES: [&str; 2] = ["OsmSchema-V0.6", "DenseNodes"];

/// Tells `visit` of every wanted element of a file that unpacks to no more than
/// `most` bytes.
pub(super) fn read(
    mut from: impl Read,
    most: u64,
    wanted: Wanted,
    visit: &mut Visit<'_>,
) -> Result<()> {
    let mut total = 0u64;
    let mut at = 0u64;
    let mut packed = Vec::new();
    let mut unpacked = Vec::new();
    let mut scratch = Scratch::default();
    let mut number = 0u64;
    loop {
        let place = |error: Error| error.at(format!("block {number} at byte {at}"));
        let mut size = [0; 4];
        match fill(&mut from, &mut size)? {
            0 => break,
            4 => {}
            _ => return Err(place(broken("it ends within a block's size"))),
        }
        let size = u32::from_be_bytes(size) as usize;
        if size > LARGEST_HEADER {
            return Err(place(broken(&format!(
                "a block's header of {size} bytes is larger than {LARGEST_HEADER}"
            ))));
        }
        packed.resize(size, 0);
        if fill(&mut from, &mut packed)? != size {
            return Err(place(broken("it ends within a block's header")));
        }
        let (kind, data_size) = header(&packed).map_err(place)?;
        packed.resize(data_size, 0);
        if fill(&mut from, &mut packed)? != data_size {
            return Err(place(broken("it ends within a block")));
        }
        match kind.as_str() {
            "OSMHeader" => {
                let bytes = unpack(&packed, &mut unpacked).map_err(place)?;
                check_features(bytes).map_err(place)?;
            }
            "OSMData" => {
                let bytes = unpack(&packed, &mut unpacked).map_err(place)?;
                total += bytes.len() as u64;
                if total > most {
                    return Err(place(Error::input(format!(
                        "unpacks to more than {} MiB; cut the building out of the extract",
                        most >> 20
                    ))));
                }
                block(bytes, wanted, &mut scratch, visit).map_err(place)?;
            }
            // The format asks readers to skip what they do not know.
            _ => {}
        }
        at += 4 + size as u64 + data_size as u64;
        number += 1;
    }
    if number == 0 {
        return Err(Error::input("is empty; a map has at least one block"));
    }
    Ok(())
}

/// Reads until the buffer is full or the file ends.
fn fill(from: &mut impl Read, buffer: &mut [u8]) -> Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match from.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Error::io(format!("cannot be read: {error}"), error)),
        }
    }
    Ok(filled)
}

/// The kind of a block and its size.
fn header(bytes: &[u8]) -> Result<(String, usize)> {
    let mut message = Message::new(bytes);
    let (mut kind, mut size) = (String::new(), None);
    while let Some(field) = message.next()? {
        match field {
            (1, Field::Bytes(name)) => kind = String::from_utf8_lossy(name).into_owned(),
            (3, Field::Number(number)) => size = Some(number),
            _ => {}
        }
    }
    match size.and_then(|size| usize::try_from(size).ok()) {
        Some(size) if size <= LARGEST_BLOCK => Ok((kind, size)),
        Some(size) => {
            Err(broken(&format!("a block of {size} bytes is larger than {LARGEST_BLOCK}")))
        }
        None => Err(broken("a block does not say how large it is")),
    }
}

/// What is in a block.
fn unpack<'a>(bytes: &'a [u8], unpacked: &'a mut Vec<u8>) -> Result<&'a [u8]> {
    let mut message = Message::new(bytes);
    let (mut raw, mut zlib, mut raw_size) = (None, None, None);
    while let Some(field) = message.next()? {
        match field {
            (1, Field::Bytes(bytes)) => raw = Some(bytes),
            (2, Field::Number(size)) => raw_size = Some(size),
            (3, Field::Bytes(bytes)) => zlib = Some(bytes),
            (4..=7, Field::Bytes(_)) => {
                return Err(Error::input(
                    "it is packed with something else than zlib; pack it anew: \
                     osmium cat -o new.osm.pbf -f pbf,pbf_compression=zlib",
                ));
            }
            _ => {}
        }
    }
    if let Some(raw) = raw {
        return Ok(raw);
    }
    let Some(zlib) = zlib else { return Err(broken("a block is empty")) };
    let claimed = raw_size.and_then(|size| usize::try_from(size).ok());
    let Some(claimed) = claimed.filter(|size| *size <= LARGEST_BLOCK) else {
        return Err(broken(&format!("a block unpacks to no more than {LARGEST_BLOCK} bytes")));
    };
    unpacked.clear();
    let mut decoder = ZlibDecoder::new(zlib).take(claimed as u64 + 1);
    decoder
        .read_to_end(unpacked)
        .map_err(|error| broken(&format!("a block cannot be unpacked ({error})")))?;
    if unpacked.len() != claimed {
        return Err(broken(&format!("a block does not unpack to {claimed} bytes as it claims")));
    }
    Ok(unpacked)
}

fn check_features(bytes: &[u8]) -> Result<()> {
    let mut message = Message::new(bytes);
    while let Some(field) = message.next()? {
        if let (4, Field::Bytes(name)) = field {
            let name = String::from_utf8_lossy(name);
            if !FEATURES.contains(&name.as_ref()) {
                return Err(Error::input(format!(
                    "it needs '{name}', which is not read; save it without history"
                )));
            }
        }
    }
    Ok(())
}

/// Lists that are used again for every element.
#[derive(Default)]
struct Scratch {
    nodes: Vec<i64>,
    members: Vec<Member>,
}

/// What every element of a block needs to know of it.
struct Block<'a> {
    strings: Vec<&'a str>,
    granularity: i64,
    offset: [i64; 2],
}

impl<'a> Block<'a> {
    fn string(&self, index: u64) -> Result<&'a str> {
        let string = usize::try_from(index).ok().and_then(|index| self.strings.get(index));
        string
            .copied()
            .ok_or_else(|| broken(&format!("text {index} of {} is asked for", self.strings.len())))
    }

    /// Longitude and latitude in degrees.
    fn degrees(&self, latitude: i64, longitude: i64) -> [f64; 2] {
        let degrees = |value: i64, offset: i64| {
            // In billionths of a degree.
            self.granularity.wrapping_mul(value).wrapping_add(offset) as f64 / 1e9
        };
        [degrees(longitude, self.offset[0]), degrees(latitude, self.offset[1])]
    }

    fn tags(&self, keys: Packed<'_>, values: Packed<'_>) -> Result<Vec<(&'a str, &'a str)>> {
        let (mut keys, mut values) = (keys, values);
        let mut tags = Vec::new();
        loop {
            match (keys.next()?, values.next()?) {
                (Some(key), Some(value)) => tags.push((self.string(key)?, self.string(value)?)),
                (None, None) => return Ok(tags),
                _ => return Err(broken("there are not as many keys as values")),
            }
        }
    }
}

fn block(bytes: &[u8], wanted: Wanted, scratch: &mut Scratch, visit: &mut Visit<'_>) -> Result<()> {
    let mut block = Block { strings: Vec::new(), granularity: 100, offset: [0; 2] };
    let mut groups = Vec::new();
    let mut message = Message::new(bytes);
    while let Some(field) = message.next()? {
        match field {
            (1, Field::Bytes(table)) => {
                let mut table = Message::new(table);
                while let Some(field) = table.next()? {
                    if let (1, Field::Bytes(text)) = field {
                        let text = std::str::from_utf8(text)
                            .map_err(|_| broken("a text is not in UTF-8"))?;
                        block.strings.push(text);
                    }
                }
            }
            (2, Field::Bytes(group)) => groups.push(group),
            (17, Field::Number(number)) => block.granularity = number as i64,
            (19, Field::Number(number)) => block.offset[1] = number as i64,
            (20, Field::Number(number)) => block.offset[0] = number as i64,
            _ => {}
        }
    }
    for group in groups {
        let mut message = Message::new(group);
        while let Some(field) = message.next()? {
            match (field, wanted) {
                ((1, Field::Bytes(bytes)), Wanted::Nodes) => node(bytes, &block, visit)?,
                ((2, Field::Bytes(bytes)), Wanted::Nodes) => dense(bytes, &block, visit)?,
                ((3, Field::Bytes(bytes)), Wanted::Ways) => way(bytes, &block, scratch, visit)?,
                ((4, Field::Bytes(bytes)), Wanted::Relations) => {
                    relation(bytes, &block, scratch, visit)?;
                }
                _ => {}
            }
        }
    }
    Ok(())
}

fn node(bytes: &[u8], block: &Block<'_>, visit: &mut Visit<'_>) -> Result<()> {
    let (mut id, mut latitude, mut longitude) = (0, 0, 0);
    let (mut keys, mut values) = (Packed::default(), Packed::default());
    let mut message = Message::new(bytes);
    while let Some(field) = message.next()? {
        match field {
            (1, Field::Number(number)) => id = unfold(number),
            (2, Field::Bytes(bytes)) => keys = Packed::new(bytes),
            (3, Field::Bytes(bytes)) => values = Packed::new(bytes),
            (8, Field::Number(number)) => latitude = unfold(number),
            (9, Field::Number(number)) => longitude = unfold(number),
            _ => {}
        }
    }
    let tags = block.tags(keys, values).map_err(|error| error.at(format!("node {id}")))?;
    let [longitude, latitude] = block.degrees(latitude, longitude);
    visit(Element::Node { id, longitude, latitude, tags: &tags })
}

fn dense(bytes: &[u8], block: &Block<'_>, visit: &mut Visit<'_>) -> Result<()> {
    let [mut ids, mut latitudes, mut longitudes, mut texts] = [Packed::default(); 4];
    let mut message = Message::new(bytes);
    while let Some(field) = message.next()? {
        match field {
            (1, Field::Bytes(bytes)) => ids = Packed::new(bytes),
            (8, Field::Bytes(bytes)) => latitudes = Packed::new(bytes),
            (9, Field::Bytes(bytes)) => longitudes = Packed::new(bytes),
            (10, Field::Bytes(bytes)) => texts = Packed::new(bytes),
            _ => {}
        }
    }
    let (mut id, mut latitude, mut longitude) = (0i64, 0i64, 0i64);
    let mut tags = Vec::new();
    while let Some(step) = ids.next_signed()? {
        id = id.wrapping_add(step);
        let place = |error: Error| error.at(format!("node {id}"));
        let (Some(north), Some(east)) =
            (latitudes.next_signed().map_err(place)?, longitudes.next_signed().map_err(place)?)
        else {
            return Err(place(broken("there are not as many positions as nodes")));
        };
        latitude = latitude.wrapping_add(north);
        longitude = longitude.wrapping_add(east);
        // Keys and values in turn, up to a zero; no texts at all if none has tags.
        tags.clear();
        while let Some(key) = texts.next().map_err(place)?.filter(|key| *key != 0) {
            let Some(value) = texts.next().map_err(place)? else {
                return Err(place(broken("there are not as many keys as values")));
            };
            let tag = (block.string(key).map_err(place)?, block.string(value).map_err(place)?);
            tags.push(tag);
        }
        let [longitude, latitude] = block.degrees(latitude, longitude);
        visit(Element::Node { id, longitude, latitude, tags: &tags })?;
    }
    Ok(())
}

fn way(
    bytes: &[u8],
    block: &Block<'_>,
    scratch: &mut Scratch,
    visit: &mut Visit<'_>,
) -> Result<()> {
    let mut id = 0;
    let [mut keys, mut values, mut references] = [Packed::default(); 3];
    let mut message = Message::new(bytes);
    while let Some(field) = message.next()? {
        match field {
            (1, Field::Number(number)) => id = number as i64,
            (2, Field::Bytes(bytes)) => keys = Packed::new(bytes),
            (3, Field::Bytes(bytes)) => values = Packed::new(bytes),
            (8, Field::Bytes(bytes)) => references = Packed::new(bytes),
            _ => {}
        }
    }
    let place = |error: Error| error.at(format!("way {id}"));
    scratch.nodes.clear();
    let mut node = 0i64;
    while let Some(step) = references.next_signed().map_err(place)? {
        node = node.wrapping_add(step);
        scratch.nodes.push(node);
    }
    let tags = block.tags(keys, values).map_err(place)?;
    visit(Element::Way { id, nodes: &scratch.nodes, tags: &tags })
}

fn relation(
    bytes: &[u8],
    block: &Block<'_>,
    scratch: &mut Scratch,
    visit: &mut Visit<'_>,
) -> Result<()> {
    let mut id = 0;
    let [mut keys, mut values, mut roles, mut ids, mut kinds] = [Packed::default(); 5];
    let mut message = Message::new(bytes);
    while let Some(field) = message.next()? {
        match field {
            (1, Field::Number(number)) => id = number as i64,
            (2, Field::Bytes(bytes)) => keys = Packed::new(bytes),
            (3, Field::Bytes(bytes)) => values = Packed::new(bytes),
            (8, Field::Bytes(bytes)) => roles = Packed::new(bytes),
            (9, Field::Bytes(bytes)) => ids = Packed::new(bytes),
            (10, Field::Bytes(bytes)) => kinds = Packed::new(bytes),
            _ => {}
        }
    }
    let place = |error: Error| error.at(format!("relation {id}"));
    scratch.members.clear();
    let mut member = 0i64;
    while let Some(step) = ids.next_signed().map_err(place)? {
        member = member.wrapping_add(step);
        let (Some(role), Some(kind)) = (roles.next().map_err(place)?, kinds.next().map_err(place)?)
        else {
            return Err(place(broken("there are not as many roles as members")));
        };
        // 0 is a node, 1 a way, 2 a relation.
        if kind == 1 {
            let inner = block.string(role).map_err(place)? == "inner";
            scratch.members.push(Member { way: member, inner });
        }
    }
    let tags = block.tags(keys, values).map_err(place)?;
    visit(Element::Relation { id, members: &scratch.members, tags: &tags })
}
