//! Sentences as words.

/// The words of a text: lower case, hyphens as blanks, words and punctuation
/// apart. An apostrophe inside a word stays there.
///
/// ```
/// use cicerone::words::tokenize;
/// assert_eq!(tokenize("Go to the pink-flowered hall, it's left."),
///     ["go", "to", "the", "pink", "flowered", "hall", ",", "it's", "left", "."]);
/// ```
pub fn tokenize(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let inside = |next: Option<&char>| next.is_some_and(|next| next.is_alphanumeric());
        if sign.is_alphanumeric()
            || (matches!(sign, '\'' | '’') && !word.is_empty() && inside(signs.peek()))
        {
            word.extend(if sign == '’' { '\''.to_lowercase() } else { sign.to_lowercase() });
            continue;
        }
        if !word.is_empty() {
            tokens.push(std::mem::take(&mut word));
        }
        let is_blank =
            sign.is_whitespace() || sign.is_control() || matches!(sign, '-' | '‐' | '–' | '—');
        if !is_blank {
            tokens.push(sign.to_string());
        }
    }
    if !word.is_empty() {
        tokens.push(word);
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_punctuation_come_apart() {
        let check = |text: &str, expected: &str| assert_eq!(tokenize(text).join(" "), expected);
        check("Turn left.Go on", "turn left . go on");
        check("  two--one \t\n", "two one");
        check("'quoted' you’re", "' quoted ' you're");
        check("", "");
        check("3rd (T) intersection?!", "3rd ( t ) intersection ? !");
    }
}
