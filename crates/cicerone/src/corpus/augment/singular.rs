//! From the plural back, for a list of known words to choose from.

use crate::words::agreement::plural;

/// The nouns that a word could be the plural of, for a list of known words to
/// choose from.
pub(super) fn singulars(word: &str) -> impl Iterator<Item = String> + use<'_> {
    let ies = word.strip_suffix("ies").map(|stem| format!("{stem}y"));
    let es = word.strip_suffix("es").map(str::to_owned);
    let s = word.strip_suffix('s').filter(|stem| !stem.ends_with('s')).map(str::to_owned);
    [ies, s, es].into_iter().flatten().filter(move |noun| plural(noun) == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_plural_leads_back() {
        for noun in ["block", "butterfly", "alley", "bench", "space"] {
            let many = plural(noun);
            assert!(singulars(&many).any(|found| found == noun), "{many}");
        }
        assert_eq!(singulars("grass").count(), 0);
    }
}
