//! Spectral clustering of structures by the similarity of their CAS strings
//! (section 'Content Selection').
//!
//! Several of the nearest structures say much the same. Clustering finds the
//! groups, so that the candidates cover different ways to say it: the
//! normalised Laplacian of the similarity graph, its smallest eigenvalues up
//! to the largest gap, and k-means on the rows of their eigenvectors
//! (Ng, Jordan and Weiss 2002), with the scale of every item set by its own
//! neighbourhood (Zelnik-Manor and Perona 2004): long structures are less
//! alike than short ones, and one scale for all makes outliers of them.

use nalgebra::{DMatrix, SymmetricEigen};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The scale of an item is its distance from its neighbour of this rank.
const RANK: usize = 7;

/// Rounds of k-means; it settles long before on a hundred points.
const ROUNDS: usize = 50;

/// How similar two sequences of tokens are, from 0 to 1: one less the share
/// of tokens that must be changed, added or left out.
///
/// Tokens, not letters: `Structural` is no more of a difference than `On`.
pub(super) fn similarity<T: PartialEq>(a: &[T], b: &[T]) -> f64 {
    let longest = a.len().max(b.len());
    if longest == 0 {
        return 1.0;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.iter().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, right) in b.iter().enumerate() {
            let change = diagonal + usize::from(left != right);
            diagonal = row[j + 1];
            row[j + 1] = change.min(diagonal + 1).min(row[j] + 1);
        }
    }
    1.0 - row[b.len()] as f64 / longest as f64
}

/// Groups items by their similarities, at most `most` groups; the group of
/// every item. Groups are numbered by their first item.
///
/// The number of groups is where the sorted eigenvalues of the Laplacian make
/// their largest step, from 2 to `most`.
pub(super) fn spectral_clusters(similarities: &DMatrix<f64>, most: usize, seed: u64) -> Vec<usize> {
    let items = similarities.nrows();
    let most = most.min(items.saturating_sub(1));
    if most < 2 {
        return vec![0; items];
    }
    let affinities = affinities(similarities);
    let degrees: Vec<f64> =
        affinities.row_iter().map(|row| row.sum().max(f64::MIN_POSITIVE).sqrt()).collect();
    let laplacian = DMatrix::from_fn(items, items, |i, j| {
        f64::from(u8::from(i == j)) - affinities[(i, j)] / (degrees[i] * degrees[j])
    });
    let eigen = SymmetricEigen::new(laplacian);
    let mut order: Vec<usize> = (0..items).collect();
    order.sort_by(|a, b| eigen.eigenvalues[*a].total_cmp(&eigen.eigenvalues[*b]));
    let gap = |k: usize| eigen.eigenvalues[order[k]] - eigen.eigenvalues[order[k - 1]];
    // Of equal gaps the first: fewer groups.
    let count = (2..=most).fold(2, |best, k| if gap(k) > gap(best) + 1e-12 { k } else { best });
    let points: Vec<Vec<f64>> = (0..items)
        .map(|item| {
            let row: Vec<f64> =
                order[..count].iter().map(|k| eigen.eigenvectors[(item, *k)]).collect();
            let length = row.iter().map(|x| x * x).sum::<f64>().sqrt().max(f64::MIN_POSITIVE);
            row.into_iter().map(|x| x / length).collect()
        })
        .collect();
    renumbered(k_means(&points, count, seed))
}

/// How strongly items are tied: exp(-d²/σσ') for a distance d of one less the
/// similarity, and each item's own scale σ.
fn affinities(similarities: &DMatrix<f64>) -> DMatrix<f64> {
    let items = similarities.nrows();
    let scale = |item: usize| {
        let mut apart: Vec<f64> = similarities.row(item).iter().map(|alike| 1.0 - alike).collect();
        apart.sort_by(f64::total_cmp);
        // The first is the item itself. Copies of it must not make it 0.
        apart[RANK.min(items - 1)].max(1e-3)
    };
    let scales: Vec<f64> = (0..items).map(scale).collect();
    DMatrix::from_fn(items, items, |i, j| {
        let apart = 1.0 - similarities[(i, j)];
        (-apart * apart / (scales[i] * scales[j])).exp()
    })
}

fn squared_distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// The group of every point; started far apart (k-means++), from the seed.
fn k_means(points: &[Vec<f64>], count: usize, seed: u64) -> Vec<usize> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut centres = vec![points[random.random_range(0..points.len())].clone()];
    while centres.len() < count {
        let nearest = |point: &Vec<f64>| {
            centres.iter().map(|c| squared_distance(point, c)).fold(f64::INFINITY, f64::min)
        };
        let distances: Vec<f64> = points.iter().map(nearest).collect();
        let mut left = random.random_range(0.0..1.0) * distances.iter().sum::<f64>();
        let chosen = distances.iter().position(|distance| {
            left -= distance;
            left < 0.0
        });
        let Some(chosen) = chosen else { break };
        centres.push(points[chosen].clone());
    }
    let mut groups = vec![0; points.len()];
    for _ in 0..ROUNDS {
        let before = groups.clone();
        for (group, point) in groups.iter_mut().zip(points) {
            let distance = |c: &usize| squared_distance(point, &centres[*c]);
            let best = (0..centres.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)));
            *group = best.unwrap_or(0);
        }
        if groups == before {
            break;
        }
        for (number, centre) in centres.iter_mut().enumerate() {
            let members = || points.iter().zip(&groups).filter(|(_, group)| **group == number);
            let size = members().count();
            // An empty group keeps its centre.
            if size > 0 {
                centre.fill(0.0);
                for (point, _) in members() {
                    centre.iter_mut().zip(point).for_each(|(c, x)| *c += x / size as f64);
                }
            }
        }
    }
    groups
}

/// The same groups, numbered in the order of their first members.
fn renumbered(groups: Vec<usize>) -> Vec<usize> {
    let mut numbers: Vec<usize> = Vec::new();
    groups
        .into_iter()
        .map(|group| {
            numbers.iter().position(|known| *known == group).unwrap_or_else(|| {
                numbers.push(group);
                numbers.len() - 1
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similarity_counts_tokens() {
        let tokens = |text: &'static str| text.split(' ').collect::<Vec<_>>();
        let same = |a, b| similarity(&tokens(a), &tokens(b));
        assert_eq!(same("a b c", "a b c"), 1.0);
        assert_eq!(same("a b c", "a x c"), 1.0 - 1.0 / 3.0);
        assert_eq!(same("a b c d", "a c d"), 0.75);
        assert_eq!(same("a b", "c d"), 0.0);
        assert_eq!(similarity::<u8>(&[], &[]), 1.0);
        assert_eq!(similarity(&[1], &[]), 0.0);
    }

    #[test]
    fn blocks_are_found_whatever_the_seed() {
        let blocks = [0, 0, 0, 1, 1, 1, 1, 2, 2, 0, 2];
        let similar = DMatrix::from_fn(blocks.len(), blocks.len(), |i, j| {
            if i == j {
                1.0
            } else if blocks[i] == blocks[j] {
                0.8
            } else {
                0.05
            }
        });
        for seed in 0..20 {
            assert_eq!(spectral_clusters(&similar, 6, seed), blocks, "seed {seed}");
        }
    }

    #[test]
    fn few_or_equal_items() {
        assert_eq!(spectral_clusters(&DMatrix::zeros(0, 0), 5, 0), Vec::<usize>::new());
        assert_eq!(spectral_clusters(&DMatrix::identity(1, 1), 5, 0), [0]);
        assert_eq!(spectral_clusters(&DMatrix::identity(2, 2), 5, 0), [0, 0]);
        let equal = spectral_clusters(&DMatrix::from_element(4, 4, 1.0), 3, 0);
        assert_eq!(equal.len(), 4);
    }
}
