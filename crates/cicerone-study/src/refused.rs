//! Why a participant's request was not carried out. Nothing of it is stored.

use std::fmt;

/// What one operation of the study comes to.
pub type Outcome<T> = Result<T, Refused>;

/// Why not.
#[derive(Debug)]
pub enum Refused {
    /// The token is missing or none of ours.
    Unauthorized,
    /// It does not fit how things stand; the code tells pages why.
    Conflict {
        /// A word for programs.
        code: &'static str,
        /// A sentence for people.
        detail: String,
        /// The number of the piece that should come next, where that helps.
        next: Option<u32>,
    },
    /// It could never be right.
    Invalid(String),
    /// Nothing can be written just now; worth another try.
    Busy,
    /// The disk under the database is full.
    Full,
    /// The database failed otherwise.
    Storage(sqlx::Error),
    /// What is stored does not fit the study: of this visit alone.
    Broken(String),
}

impl Refused {
    pub(crate) fn conflict(code: &'static str, detail: impl Into<String>) -> Refused {
        Refused::Conflict { code, detail: detail.into(), next: None }
    }

    /// True if the database, and not the request, is at fault.
    pub(crate) fn is_storage(&self) -> bool {
        matches!(self, Refused::Full | Refused::Storage(_))
    }

    /// The same once more, for all who waited for the same commit.
    pub(crate) fn again(&self) -> Refused {
        match self {
            Refused::Full => Refused::Full,
            Refused::Storage(error) => {
                Refused::Storage(sqlx::Error::Protocol(format!("with others: {error}")))
            }
            _ => Refused::Busy,
        }
    }
}

impl From<sqlx::Error> for Refused {
    fn from(error: sqlx::Error) -> Refused {
        let code = error.as_database_error().and_then(|error| error.code());
        // SQLITE_FULL, no room for its index of the log, PostgreSQL's disk_full.
        match code.as_deref() {
            Some("13" | "4874" | "53100") => Refused::Full,
            _ => Refused::Storage(error),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Unauthorized => {
                f.write_str("a token is needed: 'Authorization: Bearer TOKEN'")
            }
            Refused::Conflict { detail, .. } | Refused::Invalid(detail) => f.write_str(detail),
            Refused::Busy => {
                f.write_str("the study cannot store anything just now; try again shortly")
            }
            Refused::Full => f.write_str("the study's disk is full: nothing of this was stored"),
            Refused::Storage(error) => write!(f, "the study's database failed: {error}"),
            Refused::Broken(what) => write!(f, "the study was changed under this visit: {what}"),
        }
    }
}

impl From<Refused> for cicerone::Error {
    fn from(refused: Refused) -> cicerone::Error {
        cicerone::Error::input(refused.to_string())
    }
}
