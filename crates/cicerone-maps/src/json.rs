//! Our own format, version 2: a document as it is, with a header.

use serde_json::Value;

use cicerone::world::document::Document;
use cicerone::{Error, Result};

use crate::{Opened, Source};

/// Reads a document; it is checked when a world is made of it.
pub(crate) fn read(source: &Source<'_>) -> Result<Opened> {
    let fault = |error: serde_json::Error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or(&message).to_owned();
        Error::input(message).at(place).because(error)
    };
    let text = source.text()?;
    let mut value: Value = serde_json::from_str(&text).map_err(fault)?;
    let version = value.get("version").and_then(Value::as_u64);
    if version != Some(2) {
        let version = version.map_or("none".to_owned(), |version| version.to_string());
        return Err(Error::input(format!(
            "the world format has version {version}; this program reads versions 1 and 2"
        )));
    }
    if let Some(fields) = value.as_object_mut() {
        fields.remove("format");
        fields.remove("version");
    }
    let document: Document = serde_json::from_value(value)
        .map_err(|error| Error::input(error.to_string()).because(error))?;
    Ok(Opened { document, warnings: Vec::new() })
}
