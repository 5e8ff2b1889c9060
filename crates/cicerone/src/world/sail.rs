//! SAIL's own map files: XML with nodes and edges.

use roxmltree::{Document, Node};

use super::{Class, Passage, Place, Vocabulary, World, WorldBuilder};
use crate::{Error, Result};

/// Reads a world from the text of a SAIL map.
///
/// `<map name="Grid">` holds `<node x="3" y="5" item="sofa" id="4"/>`, where
/// `item` may be empty and `id` numbers the positions used as start and goal,
/// and `<edge node1="3,5" node2="3,6" wall="fish" floor="blue"/>`.
pub(crate) fn from_sail_xml(text: &str) -> Result<World> {
    let document = Document::parse(text)?;
    let root = document.root_element();
    let at = |node: Node<'_, '_>, error: Error| {
        let position = document.text_pos_at(node.range().start);
        error.at(format!("line {}, column {}", position.row, position.col))
    };
    if !root.has_tag_name("map") {
        let found = root.tag_name().name();
        return Err(at(
            root,
            Error::input(format!("the root element is <{found}>; a SAIL map has <map>")),
        ));
    }
    check_compass(root).map_err(|error| at(root, error))?;
    let vocabulary = Vocabulary::sail();
    let name = root.attribute("name").unwrap_or("unnamed");
    let mut builder = WorldBuilder::new(name, vocabulary.clone());
    let mut places = std::collections::HashMap::new();
    for node in root.children().filter(|node| node.has_tag_name("node")) {
        let (position, place) = read_place(node, vocabulary).map_err(|error| at(node, error))?;
        if places.insert(position, builder.place(place)).is_some() {
            let (x, y) = position;
            return Err(at(node, Error::input(format!("another node stands at {x},{y} already"))));
        }
    }
    for edge in root.children().filter(|node| node.has_tag_name("edge")) {
        let passage = (|| {
            let end = |name: &str| {
                let position = read_position(edge, name)?;
                places.get(&position).copied().ok_or_else(|| {
                    let (x, y) = position;
                    Error::input(format!("{name} is {x},{y}, but no node stands there"))
                })
            };
            let wall = required(edge, "wall")?;
            let ends = [end("node1")?, end("node2")?];
            let floor = vocabulary.require(Class::FLOOR, required(edge, "floor")?)?;
            let wall = match wall {
                "" => None,
                wall => Some(vocabulary.require(Class::PICTURE, wall)?),
            };
            Ok(Passage::new(ends).with([floor]).with(wall))
        })();
        builder.passage(passage.map_err(|error| at(edge, error))?);
    }
    builder.build()
}

/// A map may state its compass; it must be the one all SAIL paths use.
fn check_compass(root: Node<'_, '_>) -> Result<()> {
    for (attribute, degrees) in
        [("xplus", "90"), ("xminus", "270"), ("yplus", "180"), ("yminus", "0")]
    {
        match root.attribute(attribute) {
            Some(found) if found != degrees => {
                return Err(Error::input(format!(
                    "{attribute} is '{found}'; SAIL's compass has {attribute}=\"{degrees}\""
                )));
            }
            _ => {}
        }
    }
    Ok(())
}

fn read_place(node: Node<'_, '_>, vocabulary: &Vocabulary) -> Result<((i32, i32), Place)> {
    let x = read_number(required(node, "x")?, "x")?;
    let y = read_number(required(node, "y")?, "y")?;
    let object = match node.attribute("item") {
        None | Some("") => None,
        Some(item) => Some(vocabulary.require(Class::OBJECT, item)?),
    };
    let name = node.attribute("id").filter(|id| !id.is_empty());
    Ok(((x, y), Place::new((x.into(), y.into())).named(name).with(object)))
}

fn read_position(node: Node<'_, '_>, attribute: &str) -> Result<(i32, i32)> {
    let text = required(node, attribute)?;
    let Some((x, y)) = text.split_once(',') else {
        return Err(Error::input(format!("{attribute} is '{text}'; expected X,Y, such as 3,5")));
    };
    Ok((read_number(x, attribute)?, read_number(y, attribute)?))
}

fn read_number(text: &str, attribute: &str) -> Result<i32> {
    text.trim()
        .parse()
        .map_err(|_| Error::input(format!("'{text}' in {attribute} is not a whole number")))
}

fn required<'a>(node: Node<'a, '_>, attribute: &str) -> Result<&'a str> {
    node.attribute(attribute).ok_or_else(|| {
        Error::input(format!(
            "<{}> has no attribute {attribute}; it needs one",
            node.tag_name().name()
        ))
    })
}
