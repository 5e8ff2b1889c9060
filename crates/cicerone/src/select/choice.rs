//! What somebody chose to say about a segment.

use super::{Context, Properties, Structures};

/// One sentence as a decision: for a segment in this context a person chose
/// these structures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// The contexts of the sentence's path.
    pub context: Context,
    /// The structures of the sentence's commands.
    pub structures: Structures,
    /// The properties of the sentence's commands.
    pub properties: Properties,
    /// Who chose.
    pub author: String,
}
