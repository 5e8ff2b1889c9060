//! How well a language model knows English: perplexity beside a 3-gram's, and
//! whether it tells a sentence from the same sentence with a mistake in it.

mod corruption;
mod discrimination;
mod kneser_ney;
mod perplexity;

pub use corruption::{Corruption, corruptions};
pub use discrimination::{Areas, Discrimination, Measure, area_under_curve};
pub use kneser_ney::{KneserNey, Mixture};
pub use perplexity::{Fit, FitReport, fit};
