//! The nearest structures: from a property vector back to structures.
//!
//! The feature map has no inverse, so the most probable property vector is
//! matched to the bank, by a distance that weighs each property by how much
//! the context tells about it (section 'Content Selection', after Oswald et
//! al. 2014).

use super::{Context, Properties, StructureBank};

/// Properties whose values are names, not amounts: `cmd` and `trf`.
const NAMES: [bool; Properties::COUNT] =
    [false, true, false, false, false, false, false, false, true];

/// The mutual-information-weighted distance between property vectors.
#[derive(Debug, Clone, PartialEq)]
pub struct Distance {
    /// By context bit, its value and property: what knowing that value tells
    /// about the property, in nats.
    information: Vec<[[f64; Properties::COUNT]; 2]>,
    /// The difference of the largest and the smallest value of each property.
    ranges: [f64; Properties::COUNT],
}

impl Distance {
    /// The distance that belongs to a bank.
    pub fn new(bank: &StructureBank) -> Distance {
        let mut ranges = [1.0; Properties::COUNT];
        for (place, range) in ranges.iter_mut().enumerate() {
            let values = || bank.entries().iter().map(|entry| entry.properties.values()[place]);
            let (least, most) = (values().min(), values().max());
            *range = f64::from(most.unwrap_or(0) - least.unwrap_or(0)).max(1.0);
        }
        let information = (0..Context::COUNT)
            .map(|bit| [false, true].map(|holds| specific_information(bank, bit, holds)))
            .collect();
        Distance { information, ranges }
    }

    /// The mutual information between a context and a property, in nats.
    pub fn mutual_information(&self, bank: &StructureBank, bit: usize, property: usize) -> f64 {
        let contexts = bank.contexts();
        let total: u32 = contexts.values().sum();
        let holds = contexts.iter().filter(|(context, _)| context.holds(bit));
        let share = f64::from(holds.map(|(_, count)| count).sum::<u32>()) / f64::from(total);
        let [without, with] = self.information[bit];
        share * with[property] + (1.0 - share) * without[property]
    }

    /// The weights of the properties in a context; they sum to 1.
    ///
    /// A property weighs as much as the values of the paper's contexts tell about
    /// it, summed. Averaged over the demonstrations, that is its mutual
    /// information with them.
    pub fn weights(&self, context: Context) -> [f64; Properties::COUNT] {
        let mut weights = [0.0; Properties::COUNT];
        for (bit, information) in self.information.iter().enumerate() {
            let told = information[usize::from(context.holds(bit))];
            weights.iter_mut().zip(told).for_each(|(weight, told)| *weight += told);
        }
        let sum: f64 = weights.iter().sum();
        if sum > 0.0 {
            weights.map(|weight| weight / sum)
        } else {
            // One context, or one property vector: nothing tells anything.
            [1.0 / Properties::COUNT as f64; Properties::COUNT]
        }
    }

    /// The distance of two vectors under such weights, from 0 to 1: amounts
    /// differ by their share of the range, names by 0 or 1.
    pub fn between(&self, weights: &[f64; Properties::COUNT], a: Properties, b: Properties) -> f64 {
        let (a, b) = (a.values(), b.values());
        let apart = |place: usize| {
            if NAMES[place] {
                f64::from(u8::from(a[place] != b[place]))
            } else {
                f64::from(a[place].abs_diff(b[place])) / self.ranges[place]
            }
        };
        (0..Properties::COUNT).map(|place| weights[place] * apart(place)).sum()
    }
}

/// The Kullback-Leibler divergence of each property's distribution where the
/// context of that bit holds (or does not) from its distribution overall.
fn specific_information(bank: &StructureBank, bit: usize, holds: bool) -> [f64; Properties::COUNT] {
    let mut information = [0.0; Properties::COUNT];
    for (place, information) in information.iter_mut().enumerate() {
        let mut overall = [0.0; 256];
        let mut here = [0.0; 256];
        for entry in bank.entries() {
            let value = usize::from(entry.properties.values()[place]);
            for (context, count) in &entry.contexts {
                overall[value] += f64::from(*count);
                if context.holds(bit) == holds {
                    here[value] += f64::from(*count);
                }
            }
        }
        let total: f64 = overall.iter().sum();
        let part: f64 = here.iter().sum();
        let terms = here.iter().zip(&overall).filter(|(here, _)| **here > 0.0);
        *information = terms
            .map(|(here, all)| here / part * ((here / part) / (all / total)).ln())
            .sum::<f64>()
            .max(0.0);
    }
    information
}

#[cfg(test)]
#[cfg(feature = "training")]
mod tests {
    use super::*;
    use crate::select::selector::tests::demonstrations;

    #[test]
    fn what_the_context_tells_weighs() {
        // In these demonstrations the first two contexts decide `cmd`, and
        // nothing tells anything about `pcp`, which is always 0.
        let bank = StructureBank::of(&demonstrations()).unwrap();
        let distance = Distance::new(&bank);
        let weights = distance.weights(Context::from_bits(1));
        assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert_eq!(weights[4], 0.0);
        assert!(weights[1] > weights[0] && weights[0] > 0.0);
        // 20 turns and 22 walks: the entropy of such a coin.
        let turns = 20.0 / 42.0_f64;
        let entropy = -turns * turns.ln() - (1.0 - turns) * (1.0 - turns).ln();
        assert!((distance.mutual_information(&bank, 0, 1) - entropy).abs() < 1e-12);
        assert_eq!(distance.mutual_information(&bank, 5, 1), 0.0);
    }

    #[test]
    fn amounts_differ_by_degree_and_names_do_not() {
        let bank = StructureBank::of(&demonstrations()).unwrap();
        let distance = Distance::new(&bank);
        let vector = |nsl, cmd| Properties::from_values([nsl, cmd, 1, 1, 0, 0, 0, 0, 0]);
        let weights = [0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        let apart = |a, b| distance.between(&weights, a, b);
        assert_eq!(apart(vector(0, 1), vector(0, 1)), 0.0);
        assert_eq!(apart(vector(0, 1), vector(3, 1)), 0.5);
        assert!((apart(vector(0, 1), vector(1, 1)) - 0.5 / 3.0).abs() < 1e-12);
        assert_eq!(apart(vector(0, 1), vector(0, 9)), 0.5);
    }
}
