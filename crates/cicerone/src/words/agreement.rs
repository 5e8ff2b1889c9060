//! Words that change with their neighbours: a and an, one block and two blocks.

/// `a` or `an`, by the word that follows.
pub(crate) fn article(next: &str) -> &'static str {
    let sounds_like_a_consonant = ["one", "once", "u", "8th"].contains(&next);
    let starts_with_a_vowel = next.starts_with(['a', 'e', 'i', 'o', 'u', '8']);
    if starts_with_a_vowel && !sounds_like_a_consonant { "an" } else { "a" }
}

/// The plural of a noun: of 'row of chairs' that of the row, of 'monitor and
/// keyboard' that of both.
pub(crate) fn plural(noun: &str) -> String {
    for link in [" and ", " of ", " with ", " for "] {
        if let Some((first, rest)) = noun.split_once(link) {
            let rest = if link == " and " { plural(rest) } else { rest.to_owned() };
            return format!("{}{link}{rest}", plural(first));
        }
    }
    let before = |end: &str| noun.strip_suffix(end);
    // 'Scales', 'stairs', 'headphones' are many already.
    if noun.ends_with("fish") || is_many(noun) {
        return noun.to_owned();
    }
    if let Some(stem) = before("shelf") {
        return format!("{stem}shelves");
    }
    match before("y") {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => return format!("{stem}ies"),
        _ => {}
    }
    if ["s", "x", "ch", "sh"].iter().any(|end| noun.ends_with(end)) {
        return format!("{noun}es");
    }
    format!("{noun}s")
}

/// True for a noun that looks like a plural: 'stairs', and not 'glass'.
pub(crate) fn is_many(noun: &str) -> bool {
    noun.ends_with('s') && !["ss", "us", "is"].iter().any(|end| noun.ends_with(end))
}

/// True for a word that needs a noun after it: 'carpeted', 'wooden', 'grassy', 'red'.
pub(crate) fn is_adjective(word: &str) -> bool {
    const COLOURS: [&str; 16] = [
        "black", "white", "grey", "gray", "red", "green", "blue", "yellow", "pink", "purple",
        "brown", "orange", "beige", "crimson", "ivory", "tan",
    ];
    const ADJECTIVES: [&str; 6] = ["wooden", "golden", "woollen", "grassy", "stony", "sandy"];
    const NOUNS: [&str; 6] = ["bed", "shed", "seed", "weed", "hotbed", "daybed"];
    (word.len() > 4 && word.ends_with("ed") && !word.ends_with("bed") && !NOUNS.contains(&word))
        || ADJECTIVES.contains(&word)
        || COLOURS.contains(&word)
}

/// True for a number that stands by itself, `twice` or `three times`, and does
/// not count the noun that follows.
pub(crate) fn stands_alone(words: &[String]) -> bool {
    let alone = ["once", "twice", "thrice", "time", "times"];
    words.last().is_some_and(|last| alone.contains(&&**last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_follow_the_sound() {
        let articles = ["easel", "lamp", "one", "olive", "eiffel"].map(article);
        assert_eq!(articles, ["an", "a", "a", "an", "an"]);
    }

    #[test]
    fn plurals() {
        for (noun, many) in [
            ("block", "blocks"),
            ("butterfly", "butterflies"),
            ("alley", "alleys"),
            ("bench", "benches"),
            ("space", "spaces"),
            ("fish", "fish"),
            ("row of chairs", "rows of chairs"),
            ("monitor and keyboard", "monitors and keyboards"),
            ("weighing scales", "weighing scales"),
            ("square shelf", "square shelves"),
            ("glass", "glasses"),
        ] {
            assert_eq!(plural(noun), many);
        }
    }
}
