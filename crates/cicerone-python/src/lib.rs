//! The extension module of the Python package `cicerone`.
//!
//! It is small on purpose: what the library does, without the interpreter lock,
//! in values that Python has anyway. Structured results are JSON in the shapes
//! that the command line and the server write; the classes that people see, with
//! their types and documents, are Python, in `python/cicerone`.
//!
//! - [`world`]: maps and routes.
//! - [`guide`]: instructions, one or many on all cores.
//! - [`readers`]: the way back, from English to commands and walks.
//! - [`scores`]: how near texts are to others.
//! - [`teach`] and [`measure`]: learning and evaluating, as on the command line.
//! - [`error`]: what goes wrong, as exceptions with the same words.

mod error;
mod guide;
mod measure;
mod readers;
mod scores;
mod teach;
mod world;

/// The native half of `cicerone`; use the package.
#[pyo3::pymodule]
mod _native {
    #[pymodule_export]
    use crate::error::Error;
    #[pymodule_export]
    use crate::guide::Guide;
    #[pymodule_export]
    use crate::measure::{directions, following, parsing, reader, realization, selection};
    #[pymodule_export]
    use crate::readers::{execute, follow, parse, read};
    #[pymodule_export]
    use crate::scores::{bleu, chrf, diversity, tokenize};
    #[pymodule_export]
    use crate::teach::{
        train_bundle, train_follower, train_parser, train_reader, train_realizer, train_selector,
    };
    #[pymodule_export]
    use crate::world::{Route, World, worlds};

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
