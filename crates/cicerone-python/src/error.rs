//! What goes wrong, as Python's exceptions with the library's words.

use pyo3::Python;
use pyo3::exceptions::{PyOSError, PyTimeoutError, PyValueError};
use pyo3::{PyErr, PyResult};
use serde::Serialize;

pyo3::create_exception!(
    cicerone,
    Error,
    PyValueError,
    "What was handed in is wrong; the message says what, where, and what would be right."
);

/// The exception for an error of the library.
pub(crate) fn raised(error: cicerone::Error) -> PyErr {
    let said = error.to_string();
    match () {
        () if error.is_io() => PyOSError::new_err(said),
        () if error.is_stopped() => PyTimeoutError::new_err(said),
        () => Error::new_err(said),
    }
}

/// What the caller got wrong, in our own words.
pub(crate) fn wrong(message: impl Into<String>) -> PyErr {
    Error::new_err(message.into())
}

/// Does some work without the interpreter's lock. What comes of it is JSON, which
/// Python reads.
pub(crate) fn reported<R: Serialize>(
    py: Python<'_>,
    work: impl FnOnce() -> cicerone::Result<R> + Send,
) -> PyResult<String> {
    py.detach(|| json(&work()?)).map_err(raised)
}

/// A result as JSON, which Python reads.
pub(crate) fn json(value: &impl Serialize) -> cicerone::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| cicerone::Error::input("cannot be written as JSON").because(error))
}
