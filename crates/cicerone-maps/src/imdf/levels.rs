//! Levels. The outdoors of a storey is a level of its own in IMDF; people walk
//! from one to the other without noticing, so here they are one.

use std::collections::HashSet;

use cicerone::world::document::LevelEntry;
use cicerone::{Error, Result};

use super::Venue;
use super::features::{self, Feature, Level};
use super::files::Files;
use crate::Warning;

impl Venue {
    pub(super) fn read_levels(&mut self, files: &Files) -> Result<()> {
        let levels = features::features::<Level>(files, "level")?;
        if levels.is_empty() {
            return Err(
                Error::input("has no level; a venue has at least one").in_file("level.geojson")
            );
        }
        let mut ids = HashSet::new();
        // Indoor levels first: they give the merged ones their names.
        let outdoor = |level: &Feature<Level>| level.properties.outdoor == Some(true);
        let (outdoors, indoors): (Vec<_>, Vec<_>) = levels.into_iter().partition(outdoor);
        for level in indoors.into_iter().chain(outdoors) {
            if !ids.insert(level.id.clone()) {
                return Err(Error::input("another level has the same id; ids must differ")
                    .at(format!("level {}", level.id))
                    .in_file("level.geojson"));
            }
            self.add_level(&level)?;
        }
        Ok(())
    }

    fn add_level(&mut self, level: &Feature<Level>) -> Result<()> {
        let properties = &level.properties;
        if properties.ordinal.is_nan() || properties.ordinal.abs() > 1000.0 {
            return Err(Error::input(format!(
                "its ordinal is {}; storeys are counted between -1000 and 1000",
                properties.ordinal
            ))
            .at(format!("level {}", level.id))
            .in_file("level.geojson"));
        }
        let name = self.label(&properties.name);
        let outdoor = properties.outdoor == Some(true);
        let beside =
            self.document.levels.iter().filter(|other| other.ordinal == properties.ordinal);
        let mut beside = beside.map(|other| other.id.clone());
        if let (true, Some(only), None) = (outdoor, beside.next(), beside.next()) {
            self.warnings.push(Warning::new(
                format!("level {} ({})", level.id, name.as_deref().unwrap_or("unnamed")),
                format!("its units are on level {only}"),
                "it is the outdoors of the same storey, and one walks from one to the other",
            ));
            self.levels.insert(level.id.clone(), (only, true));
            return Ok(());
        }
        self.document.levels.push(LevelEntry {
            id: level.id.clone(),
            ordinal: properties.ordinal,
            name,
            short_name: self.label(&properties.short_name),
            elevation: None,
        });
        self.levels.insert(level.id.clone(), (level.id.clone(), outdoor));
        Ok(())
    }
}
