//! Settings that have been checked.
//!
//! A configuration is plain data that anybody can write, also wrongly. What
//! builds or trains something asks for [`Checked`], which only
//! [`Check::check`] hands out; so every value is looked at once, and nothing
//! downstream has to doubt it.

use std::ops::Deref;

use crate::{Error, Result};

/// A configuration that can tell whether it makes sense.
pub trait Check: Sized {
    /// Says what is wrong: the setting, its value and what would be right.
    fn problem(&self) -> Option<String>;

    /// Lets the configuration through if nothing is wrong with it.
    fn check(self) -> Result<Checked<Self>> {
        match self.problem() {
            Some(problem) => Err(Error::input(problem)),
            None => Ok(Checked(self)),
        }
    }
}

/// A configuration in which nothing is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Checked<C>(C);

impl<C> Deref for Checked<C> {
    type Target = C;

    fn deref(&self) -> &C {
        &self.0
    }
}

/// Describes a number outside its range, for [`Check::problem`].
pub(super) fn outside<T: PartialOrd + std::fmt::Display>(
    name: &str,
    value: T,
    least: T,
    most: T,
) -> Option<String> {
    // Negated so that NaN, which compares to nothing, is outside too.
    let inside = value >= least && value <= most;
    (!inside).then(|| format!("`{name}` is {value}, but must be from {least} to {most}"))
}
