//! Nodes, ways and relations, as both of OpenStreetMap's formats have them.

use std::collections::HashSet;
use std::rc::Rc;

use cicerone::Result;

/// What one pass over a file is about; the rest is skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Nodes,
    Ways,
    Relations,
}

/// One element, as long as the reader stands on it.
#[derive(Debug)]
pub(super) enum Element<'a> {
    Node { id: i64, longitude: f64, latitude: f64, tags: &'a [(&'a str, &'a str)] },
    Way { id: i64, nodes: &'a [i64], tags: &'a [(&'a str, &'a str)] },
    Relation { id: i64, members: &'a [Member], tags: &'a [(&'a str, &'a str)] },
}

/// A way that belongs to a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) way: i64,
    /// True if it is cut out of the shape.
    pub(super) inner: bool,
}

/// What is told of every element that is wanted.
pub(super) type Visit<'v> = dyn FnMut(Element<'_>) -> Result<()> + 'v;

/// Values of tags, each stored once: a map says `footway` a million times.
#[derive(Debug, Default)]
pub(super) struct Values(HashSet<Rc<str>>);

impl Values {
    fn keep(&mut self, value: &str) -> Rc<str> {
        if let Some(known) = self.0.get(value) {
            return Rc::clone(known);
        }
        let value: Rc<str> = value.into();
        self.0.insert(Rc::clone(&value));
        value
    }
}

/// Tags that are kept.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Tags(Box<[(&'static str, Rc<str>)]>);

impl Tags {
    /// Keeps those tags that any part of the reader asks for.
    pub(super) fn keep(tags: &[(&str, &str)], values: &mut Values) -> Tags {
        let known = tags.iter().filter_map(|(key, value)| {
            super::tags::known(key).map(|key| (key, values.keep(value)))
        });
        Tags(known.collect())
    }

    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| *name == key).map(|(_, value)| &**value)
    }

    /// True if a key has that value.
    pub(super) fn is(&self, key: &str, value: &str) -> bool {
        self.get(key) == Some(value)
    }

    /// True if a key has one of the values.
    pub(super) fn is_any(&self, key: &str, values: &[&str]) -> bool {
        self.get(key).is_some_and(|value| values.contains(&value))
    }
}
