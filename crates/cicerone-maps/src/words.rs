//! Identifiers as people would say them: `L2_room1` is 'room 1'.

/// The words of an identifier, cut at anything that is no letter or digit, at
/// capitals after small letters, and between three or more letters and a digit.
///
/// Capitals stay where two or more stand together (`IVStand`: 'IV stand').
pub(crate) fn words(identifier: &str) -> Vec<String> {
    let mut words = Vec::new();
    for part in identifier.split(|c: char| !c.is_alphanumeric() && c != '.' && c != '\'') {
        cut(part, &mut words);
    }
    words
}

fn cut(part: &str, words: &mut Vec<String>) {
    let letters: Vec<char> = part.chars().collect();
    let mut start = 0;
    for at in 1..=letters.len() {
        if at < letters.len() && !is_seam(&letters, start, at) {
            continue;
        }
        let word: String = letters[start..at].iter().collect();
        if word.chars().any(char::is_alphanumeric) {
            words.push(word);
        }
        start = at;
    }
}

/// True if a new word begins at `at`.
fn is_seam(letters: &[char], start: usize, at: usize) -> bool {
    let (before, here) = (letters[at - 1], letters[at]);
    let next_is_small = letters.get(at + 1).is_some_and(|c| c.is_lowercase());
    if here.is_uppercase() && before.is_lowercase() {
        return true;
    }
    // 'IVStand': the last of several capitals begins the next word.
    if here.is_uppercase() && before.is_uppercase() && next_is_small {
        return true;
    }
    let word_so_far = at - start;
    here.is_ascii_digit()
        && word_so_far >= 3
        && letters[start..at].iter().all(|c| c.is_alphabetic() && !c.is_ascii_digit())
}

/// A word in small letters, unless it is written in capitals on purpose.
pub(crate) fn small(word: &str) -> String {
    let capitals = word.chars().filter(|c| c.is_uppercase()).count();
    if capitals >= 2 { word.to_owned() } else { word.to_lowercase() }
}

/// True of what editors of maps put where nobody has written a name yet.
pub(crate) fn is_placeholder(name: &str) -> bool {
    const PLACEHOLDERS: [&str; 7] =
        ["input name here", "enter name", "unnamed", "untitled", "no name", "n/a", "null"];
    PLACEHOLDERS.iter().any(|placeholder| name.trim().eq_ignore_ascii_case(placeholder))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_identifiers_into_words() {
        let said = |identifier: &str| {
            words(identifier).iter().map(|word| small(word)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(said("OfficeChairBlack"), "office chair black");
        assert_eq!(said("room1"), "room 1");
        assert_eq!(said("sub_waiting_area_2"), "sub waiting area 2");
        assert_eq!(said("IVStand"), "IV stand");
        assert_eq!(said("Pine Tree"), "pine tree");
        assert_eq!(said("B12"), "b12");
        assert_eq!(said("Room 2.14"), "room 2.14");
        assert_eq!(said("__"), "");
        assert_eq!(said("SUV"), "SUV");
    }
}
