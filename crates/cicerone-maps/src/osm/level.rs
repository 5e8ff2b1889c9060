//! `level=*`: a number, a list, a range, fractions, or all of these.

/// No building reaches higher or deeper.
const FARTHEST: f64 = 250.0;

/// The ordinals that a tag names, in order, each once; nothing if it is not
/// made of numbers.
pub(super) fn parse(text: &str) -> Option<Vec<f64>> {
    let mut levels = Vec::new();
    for part in text.split([';', ',']) {
        let part = part.trim();
        if part.is_empty() {
            continue;
        }
        match number(part) {
            Some(level) => levels.push(level),
            None => levels.extend(range(part)?),
        }
    }
    levels.sort_by(f64::total_cmp);
    levels.dedup();
    (!levels.is_empty()).then_some(levels)
}

fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if !plain {
        return None;
    }
    // Adding zero makes one of -0 and 0.
    let level = text.parse::<f64>().ok()? + 0.0;
    (level.abs() <= FARTHEST).then_some(level)
}

/// `0-3`, `-3--1`: whole steps from the first to the last.
fn range(text: &str) -> Option<Vec<f64>> {
    let dash = text.char_indices().skip(1).find(|(_, c)| *c == '-').map(|(at, _)| at)?;
    let (first, last) = (number(text[..dash].trim())?, number(text[dash + 1..].trim())?);
    let (low, high) = if first <= last { (first, last) } else { (last, first) };
    let mut levels = Vec::new();
    let mut level = low;
    while level <= high + 1e-9 {
        levels.push(level);
        level += 1.0;
    }
    Some(levels)
}

/// An ordinal as it is written: `0`, `-0.3`.
pub(super) fn id(ordinal: f64) -> String {
    ordinal.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_ranges_and_fractions() {
        assert_eq!(parse("1"), Some(vec![1.0]));
        assert_eq!(parse("-1;-0.5;0"), Some(vec![-1.0, -0.5, 0.0]));
        assert_eq!(parse("0-3"), Some(vec![0.0, 1.0, 2.0, 3.0]));
        assert_eq!(parse("-3--1"), Some(vec![-3.0, -2.0, -1.0]));
        assert_eq!(parse("-1-1;5"), Some(vec![-1.0, 0.0, 1.0, 5.0]));
        assert_eq!(parse("1;1; 0"), Some(vec![0.0, 1.0]));
        assert_eq!(parse("-0"), Some(vec![0.0]));
        assert_eq!(id(parse("-0").unwrap()[0]), "0");
        for nonsense in
            ["", ";", "ground", "1e9", "0-99999", "NaN", "inf", "-", "--1", "1-2-3", "é-1"]
        {
            assert_eq!(parse(nonsense), None, "{nonsense}");
        }
    }
}
