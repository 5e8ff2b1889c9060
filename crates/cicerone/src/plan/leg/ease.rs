//! How surely somebody who errs does the right thing, by what the words rest
//! on. Nothing here is about one building.

/// Counting goes wrong now and then, the more there is to count.
const MISCOUNTS: f64 = 0.03;
/// A left is taken for a right.
const MIXES_SIDES: f64 = 0.01;
/// Distances are judged with this spread, as a share (Loomis et al. 1992 and
/// others find 5 to 30% for walked and seen distances).
const SPREAD: f64 = 0.25;
/// Somebody overlooks a thing the more easily, the smaller and farther it is:
/// the share at one metre of size, three metres away.
const OVERLOOKS: f64 = 0.03;

/// The n-th of several.
pub(super) fn counted(order: u32) -> f64 {
    (1.0 - MISCOUNTS).powi(order.saturating_sub(1) as i32)
}

/// To one side.
pub(super) fn sided() -> f64 {
    1.0 - MIXES_SIDES
}

/// A thing of so many metres, so many metres aside.
pub(super) fn noticed(size: f64, aside: f64) -> f64 {
    let hard = aside.max(1.0) / 3.0 / size.clamp(0.2, 3.0);
    1.0 - (OVERLOOKS * hard).min(0.5)
}

/// Stopping after so many metres, where the next place to go wrong is so far
/// away.
pub(super) fn measured(metres: f64, nearest_other: f64) -> f64 {
    // The chance that a judgement falls nearer to the right place than half way
    // to the other one; the normal distribution, by its logistic neighbour.
    let off = nearest_other / 2.0 / (SPREAD * metres.max(2.0));
    let beyond = 1.0 / (1.0 + (1.702 * off).exp());
    1.0 - 2.0 * beyond
}
