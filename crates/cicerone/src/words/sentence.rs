//! From tokens to what a person reads.

/// A sentence as one writes it: a capital letter, no blank before a comma, a
/// full stop.
pub fn sentence(tokens: &[String]) -> String {
    let mut text = String::new();
    let mut is_open = true;
    // Quotation marks come in halves, and nothing is lost without them.
    let is_quote = |token: &str| ["'", "\"", "`", "``", "''"].contains(&token);
    for token in tokens.iter().filter(|token| !is_quote(token)) {
        let token = match &**token {
            "i" => "I",
            "t" => "T",
            token => token,
        };
        let joins = token.starts_with('\'') || [",", ".", ";", ":", "!", "?", ")"].contains(&token);
        // Marks with nothing before them, and marks that repeat, say nothing.
        let is_mark = token.chars().all(|c| c.is_ascii_punctuation());
        if is_mark && (text.is_empty() || text.ends_with(|c: char| c.is_ascii_punctuation())) {
            continue;
        }
        if !is_open && !joins {
            text.push(' ');
        }
        text.push_str(token);
        is_open = token == "(";
    }
    let trimmed = text.trim_end_matches([',', ';', ':', ' ']);
    let mut text = trimmed.to_owned();
    if text.is_empty() {
        return text;
    }
    if !text.ends_with(['.', '!', '?']) {
        text.push('.');
    }
    capitalised(&text)
}

/// A capital letter at the start and after every full stop.
fn capitalised(text: &str) -> String {
    let mut starts = true;
    let raise = |c: char| {
        let raised = if starts && c.is_alphabetic() { c.to_ascii_uppercase() } else { c };
        if c.is_alphanumeric() {
            starts = false;
        } else if ['.', '!', '?'].contains(&c) {
            starts = true;
        }
        raised
    };
    text.chars().map(raise).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_become_sentences() {
        let written =
            |text: &str| sentence(&text.split(' ').map(str::to_owned).collect::<Vec<_>>());
        for (tokens, text) in [
            ("turn left", "Turn left."),
            ("go forward , then turn .", "Go forward, then turn."),
            ("you 're at the end ,", "You're at the end."),
            ("walk . turn left . .", "Walk. Turn left."),
            ("go to the ' t ' intersection", "Go to the T intersection."),
            ("", ""),
            (", , go", "Go."),
        ] {
            assert_eq!(written(tokens), text);
        }
    }
}
