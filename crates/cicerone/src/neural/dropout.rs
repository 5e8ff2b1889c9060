//! Dropout whose mask is a function of where it is, not of when it was drawn.
//!
//! Whether a value is dropped is decided by a hash of (key of the step and
//! shard, place in the network, index). So the backward pass finds the same
//! mask again without anybody having stored it, and a resumed run needs no
//! generator state beyond the number of the step.

use super::kernels::vectorized;

/// The dropout of one forward and backward pass.
#[derive(Clone, Copy, Debug)]
pub struct Dropout {
    rate: f32,
    key: u64,
}

/// Where in a network a mask is applied; each place has its own.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// What goes into layer `n` of the encoder (or of a language model).
    Encoder(usize),
    /// What goes into layer `n` of the decoder.
    Decoder(usize),
    /// What goes into the output layer.
    Output,
}

impl Dropout {
    /// No dropout: what inference and evaluation use.
    pub const NONE: Dropout = Dropout { rate: 0.0, key: 0 };

    /// Drops each value with probability `rate` and scales the others by
    /// `1 / (1 - rate)`. Different keys give independent masks.
    pub fn new(rate: f32, key: u64) -> Dropout {
        Dropout { rate, key }
    }

    /// True if some values are dropped.
    pub fn is_active(&self) -> bool {
        self.rate > 0.0
    }

    /// Masks `values`, the first of which has index `first` at this place.
    /// Forward and backward are the same: a mask is its own derivative.
    pub fn apply(&self, place: Place, first: usize, values: &mut [f32]) {
        if !self.is_active() {
            return;
        }
        let place = match place {
            Place::Output => 0,
            Place::Encoder(layer) => 1 + 2 * layer as u64,
            Place::Decoder(layer) => 2 + 2 * layer as u64,
        };
        let key = mix(self.key ^ mix(place));
        let (low, high) = (key as u32, (key >> 32) as u32);
        let threshold = (f64::from(self.rate) * f64::from(u32::MAX)) as u32;
        let scale = 1.0 / (1.0 - self.rate);
        let start = (first as u32).wrapping_mul(0x9e37_79b1);
        vectorized(
            #[inline(always)]
            || {
                for (offset, value) in values.iter_mut().enumerate() {
                    let mut hash =
                        start.wrapping_add((offset as u32).wrapping_mul(0x9e37_79b1)) ^ low;
                    hash = (hash ^ (hash >> 16)).wrapping_mul(0x7feb_352d);
                    hash = (hash ^ (hash >> 15) ^ high).wrapping_mul(0x846c_a68b);
                    hash ^= hash >> 16;
                    *value = if hash < threshold { 0.0 } else { *value * scale };
                }
            },
        );
    }
}

/// Spreads the bits of a counter into an independent-looking key.
pub(super) fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_mean_and_repeats_itself() {
        let dropout = Dropout::new(0.3, 7);
        let mut values = vec![1.0; 100_000];
        dropout.apply(Place::Output, 0, &mut values);
        let kept = values.iter().filter(|v| **v > 0.0).count() as f32 / values.len() as f32;
        assert!((kept - 0.7).abs() < 0.01, "kept {kept}");
        let mean = values.iter().sum::<f32>() / values.len() as f32;
        assert!((mean - 1.0).abs() < 0.01, "mean {mean}");
        let mut part = vec![1.0; 500];
        dropout.apply(Place::Output, 1000, &mut part);
        assert_eq!(part, &values[1000..1500]);
        let mut other = vec![1.0; 500];
        dropout.apply(Place::Encoder(0), 1000, &mut other);
        assert_ne!(part, other);
    }
}
