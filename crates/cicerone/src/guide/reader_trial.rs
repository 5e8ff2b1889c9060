//! The reader who errs tries what would be said.

use std::collections::HashMap;

use super::stages::{Spoken, Trial};
use crate::cas::Command;
use crate::read::{Habits, Reader};
use crate::world::{Segment, World};
use crate::{Result, budget};

/// A reader who errs as people do, in any world: it goes by the commands, so
/// that no landmark is lost on it, whatever it is called.
#[derive(Debug, Clone, Copy)]
pub struct ReaderTrial {
    habits: Habits,
}

impl Default for ReaderTrial {
    fn default() -> ReaderTrial {
        ReaderTrial { habits: Habits::default().told_every_move() }
    }
}

impl ReaderTrial {
    /// A trial by a reader with other habits.
    pub fn new(habits: Habits) -> Result<ReaderTrial> {
        habits.check()?;
        Ok(ReaderTrial { habits })
    }
}

impl Trial for ReaderTrial {
    fn arrive(&self, world: &World, spoken: &[Spoken<'_>]) -> Result<Vec<f64>> {
        let reader = Reader::new(world, self.habits);
        // Commands come in several wordings, which are all the same to it.
        let mut known: HashMap<(*const Segment, &[Command]), f64> = HashMap::new();
        let arrives = |one: &Spoken<'_>| {
            let commands = one.commands.iter().map(|command| &**command);
            reader.arrives(one.segment.start(), commands, one.segment.end())
        };
        let each = spoken.iter().map(|one| {
            budget::check()?;
            let key = (std::ptr::from_ref(one.segment), one.commands);
            Ok(*known.entry(key).or_insert_with(|| arrives(one)))
        });
        each.collect()
    }
}
