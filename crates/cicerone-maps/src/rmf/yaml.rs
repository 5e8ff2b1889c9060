//! YAML as a tree, read within bounds.
//!
//! Building files are written by an editor that packs features into lists
//! (`[40, 39, {name: [1, door]}]`), so errors are better told by feature than
//! by line: everything is read as it is, then asked for what it should be.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use cicerone::{Error, Result};

/// A value of a YAML file; maps keep their order.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Nothing,
    Truth(bool),
    Number(f64),
    Text(String),
    List(Vec<Value>),
    Map(Vec<(String, Value)>),
}

/// Reads a file. What repeats itself by aliases may grow only so far.
pub(super) fn parse(text: &str) -> Result<Value> {
    let options = serde_saphyr::options! {
        with_snippet: false,
        // Otherwise a room called 'no' would be false.
        strict_booleans: true,
        budget: serde_saphyr::budget! {
            max_events: 20_000_000,
            max_nodes: 10_000_000,
            max_depth: 64,
            max_aliases: 10_000,
            max_anchors: 10_000,
        },
        alias_limits: serde_saphyr::alias_limits! {
            max_total_replayed_events: 200_000,
            max_replay_stack_depth: 16,
        },
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let place = error
            .location()
            .map(|location| format!("line {}, column {}", location.line(), location.column()));
        let error = Error::input(format!(
            "not YAML as Open-RMF's editor writes it: {}",
            error.without_snippet()
        ));
        match place {
            Some(place) => error.at(place),
            None => error,
        }
    })
}

impl Value {
    /// The value under a key of a map.
    pub(super) fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Value::Map(entries) => {
                entries.iter().find(|(name, _)| name == key).map(|(_, value)| value)
            }
            _ => None,
        }
    }

    /// A parameter as the editor writes it, a pair of its type and its value.
    pub(super) fn parameter(&self, key: &str) -> Option<&Value> {
        match self.get(key)? {
            Value::List(pair) => pair.get(1),
            value => Some(value),
        }
    }

    /// The text of a parameter, unless it is empty.
    pub(super) fn parameter_text(&self, key: &str) -> Option<String> {
        self.parameter(key).and_then(Value::text).filter(|text| !text.trim().is_empty())
    }

    /// True if a parameter is set to true.
    pub(super) fn parameter_is_true(&self, key: &str) -> bool {
        self.parameter(key).is_some_and(|value| *value == Value::Truth(true))
    }

    /// The list under a key, which may be left out.
    pub(super) fn list(&self, key: &str) -> Result<&[Value]> {
        match self.get(key) {
            None | Some(Value::Nothing) => Ok(&[]),
            Some(Value::List(items)) => Ok(items),
            // The editor writes an empty list as an empty map.
            Some(Value::Map(entries)) if entries.is_empty() => Ok(&[]),
            Some(other) => {
                Err(Error::input(format!("a list is expected here, not {other}")).at(key))
            }
        }
    }

    /// The map under a key, which may be left out.
    pub(super) fn map(&self, key: &str) -> Result<&[(String, Value)]> {
        match self.get(key) {
            None | Some(Value::Nothing) => Ok(&[]),
            Some(Value::Map(entries)) => Ok(entries),
            Some(Value::List(items)) if items.is_empty() => Ok(&[]),
            Some(other) => {
                Err(Error::input(format!("a map is expected here, not {other}")).at(key))
            }
        }
    }

    /// The number under a key.
    pub(super) fn number(&self, key: &str) -> Result<f64> {
        self.get(key)
            .and_then(Value::as_number)
            .ok_or_else(|| Error::input(format!("{key} should be a number")))
    }

    /// A finite number.
    pub(super) fn as_number(&self) -> Option<f64> {
        match self {
            Value::Number(number) if number.is_finite() => Some(*number),
            _ => None,
        }
    }

    /// An index into a list.
    pub(super) fn as_index(&self) -> Option<usize> {
        let number = self.as_number()?;
        (number >= 0.0 && number.fract() == 0.0 && number < 1e9).then_some(number as usize)
    }

    /// A text, or a number written as one.
    pub(super) fn text(&self) -> Option<String> {
        match self {
            Value::Text(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Truth(truth) => Some(truth.to_string()),
            Value::Nothing | Value::List(_) | Value::Map(_) => None,
        }
    }

    /// The items of a list; anything else has none.
    pub(super) fn items(&self) -> &[Value] {
        match self {
            Value::List(items) => items,
            _ => &[],
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Nothing => f.write_str("nothing"),
            Value::Truth(truth) => write!(f, "{truth}"),
            Value::Number(number) => write!(f, "{number}"),
            Value::Text(text) => write!(f, "'{}'", text.chars().take(40).collect::<String>()),
            Value::List(items) => write!(f, "a list of {}", items.len()),
            Value::Map(entries) => write!(f, "a map of {}", entries.len()),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a YAML value")
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Value, E> {
        Ok(Value::Truth(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_i128<E>(self, number: i128) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_u128<E>(self, number: u128) -> Result<Value, E> {
        Ok(Value::Number(number as f64))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Nothing)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Value::deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        // As texts: `y` is a key of many models, and no way to say yes.
        while let Some(key) = map.next_key::<String>()? {
            entries.push((key, map.next_value()?));
        }
        Ok(Value::Map(entries))
    }
}
