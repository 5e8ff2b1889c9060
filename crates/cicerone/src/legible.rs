//! Text from files and strangers as people may safely read it.

use std::borrow::Cow;
use std::fmt::Write;

/// The text with everything that a terminal or a log obeys rather than shows
/// written out: control characters (but ends of lines and tabs), their kin from
/// U+0080 on, and what turns the direction of writing.
///
/// They are written as `\u001b`, as JSON does: a JSON document that passes here
/// is the same document.
///
/// ```
/// assert_eq!(cicerone::legible("a\u{1b}[2Jroom\u{202e}!"), "a\\u001b[2Jroom\\u202e!");
/// ```
pub fn legible(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(is_obeyed) else { return Cow::Borrowed(text) };
    let mut shown = text[..first].to_owned();
    for sign in text[first..].chars() {
        match is_obeyed(sign) {
            // Writing to a string cannot fail.
            true => drop(write!(shown, "\\u{:04x}", u32::from(sign))),
            false => shown.push(sign),
        }
    }
    Cow::Owned(shown)
}

/// The same, and no longer than so many characters.
pub(crate) fn legible_start(text: &str, most: usize) -> String {
    let mut signs = text.char_indices().skip(most);
    match signs.next() {
        Some((end, _)) => format!("{}…", legible(&text[..end])),
        None => legible(text).into_owned(),
    }
}

/// True for what changes how other text is shown.
fn is_obeyed(sign: char) -> bool {
    match sign {
        '\n' | '\t' => false,
        // Marks, embeddings, overrides and isolates of direction; separators of
        // lines that not everybody takes for such; a mark of byte order.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' => true,
        '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' => true,
        sign => sign.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_obeyed_is_written_out_and_the_rest_is_left() {
        for plain in ["Zahnärztin, 3. Stock", "a\tb\nc", "غرفة 4", "部屋", "👩‍🔬", "\\u001b"]
        {
            assert!(matches!(legible(plain), Cow::Borrowed(_)), "{plain}");
        }
        for sign in ['\u{1b}', '\u{7}', '\r', '\u{8}', '\u{7f}', '\u{85}', '\u{9b}', '\u{202e}'] {
            let shown = legible(&format!("a{sign}b")).into_owned();
            assert_eq!(shown, format!("a\\u{:04x}b", u32::from(sign)));
        }
    }

    #[test]
    fn a_json_document_stays_the_same_document() {
        let document = serde_json::json!({"name": "a\u{1b}\u{9b}\u{202e}\u{7f}\n\"\\\u{2028}"});
        let shown = legible(&document.to_string()).into_owned();
        assert!(!shown.contains('\u{202e}'));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), document);
    }

    #[test]
    fn what_is_too_long_has_an_end() {
        assert_eq!(legible_start("ääää", 2), "ää…");
        assert_eq!(legible_start("äb", 2), "äb");
    }
}
