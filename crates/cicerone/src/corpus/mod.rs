//! What people said: the SAIL corpus of route instructions.
//!
//! - [`Corpus`]: the three maps and 698 demonstrations, each a paragraph of
//!   [`Sentence`]s with its author, the CAS commands it was annotated with and
//!   the path that somebody who read it took.
//! - [`Part`]: the project's own split into training, validation and test, by
//!   demonstration, so that no paragraph is in two parts.
//! - [`augment`]: more pairs from the same, by swapping a value and its words.
//! - [`read_lines`]: a corpus of one's own, in the same form.
//! - [`SAIL_FILES`]: what a directory must hold to be read ([`read_sail`]). The
//!   files are not part of this project; `cicerone data pull sail` fetches them.

pub mod augment;
mod authors;
mod demonstration;
mod legality;
mod own;
mod pickle;
mod release;
mod sail;
mod split;

pub use authors::{Origin, read_origins};
pub use demonstration::{Corpus, Demonstration, Sentence};
pub use legality::{Exception, Legality};
pub use own::read_lines;
pub use release::{SAIL_FILES, SailFile, check_files};
pub use sail::{read_demonstrations, read_sail};
pub use split::Part;
