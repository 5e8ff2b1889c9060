//! Numbers in sensible digits, and text that is safe in a page.

use super::{Comparison, Effect, EffectKind, Estimate, Share};

/// Said wherever nobody took part.
pub(super) const REHEARSAL: &str = "REHEARSAL: the participants were simulated; this is no result.";

/// `62%`; a dash where there is nothing to have a share of.
pub(super) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".into(), |share| format!("{:.0}%", share * 100.0))
}

/// `62.0% (124/200)`; of fewer than 100 a digit after the point says nothing.
pub(super) fn share(share: &Share) -> String {
    let digits = usize::from(share.of >= 100);
    let percent = share.share.map(|share| format!("{:.digits$}%", share * 100.0));
    format!("{} ({}/{})", percent.unwrap_or_else(|| "–".into()), share.count, share.of)
}

/// `55–68%`.
pub(super) fn percent_interval(interval: Option<(f64, f64)>) -> String {
    interval.map_or_else(
        || "–".into(),
        |(low, high)| format!("{:.0}–{:.0}%", low * 100.0, high * 100.0),
    )
}

/// A p-value: as many digits as tell something, and never 0.
pub(super) fn p_value(p: Option<f64>) -> String {
    match p {
        None => "–".into(),
        Some(p) if p >= 0.0995 => format!("{p:.2}"),
        Some(p) if p >= 0.000_95 => format!("{p:.3}"),
        Some(p) => format!("{p:.4}"),
    }
}

/// `p = 0.031`, `p = 0.0001`.
pub(super) fn p_is(p: Option<f64>) -> String {
    format!("p = {}", p_value(p))
}

/// Seconds, with one digit after the point below 100.
pub(super) fn seconds(value: f64) -> String {
    if value.abs() < 99.95 { format!("{value:.1} s") } else { format!("{value:.0} s") }
}

/// `41.2 s (38.0 to 45.1)`.
pub(super) fn seconds_estimate(estimate: &Estimate) -> String {
    let range = estimate.interval.map(|(low, high)| {
        format!(" ({} to {})", seconds(low).trim_end_matches(" s"), seconds(high))
    });
    seconds(estimate.value) + &range.unwrap_or_default()
}

/// With a sign that cannot be taken for a hyphen.
fn signed(value: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", value.abs());
    let is_zero = text.bytes().all(|byte| byte == b'0' || byte == b'.');
    match value {
        _ if is_zero => text,
        value if value < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

/// What a measure of difference is called.
pub(super) fn effect_name(kind: EffectKind) -> &'static str {
    match kind {
        EffectKind::RiskDifference => "risk difference",
        EffectKind::CliffsDelta => "Cliff’s delta",
        EffectKind::MedianSeconds => "difference of medians",
        EffectKind::MeanSeconds => "difference of means",
        EffectKind::CramersV => "Cramér’s V",
    }
}

/// `+20.0 points (95% CI +11.2 to +29.1)`.
pub(super) fn effect(effect: &Effect) -> String {
    let number = |value: f64| match effect.kind {
        EffectKind::RiskDifference => signed(value * 100.0, 1),
        EffectKind::CliffsDelta => signed(value, 2),
        EffectKind::MedianSeconds | EffectKind::MeanSeconds => signed(value, 1),
        EffectKind::CramersV => format!("{value:.2}"),
    };
    let unit = match effect.kind {
        EffectKind::RiskDifference => " points",
        EffectKind::MedianSeconds | EffectKind::MeanSeconds => " s",
        EffectKind::CliffsDelta | EffectKind::CramersV => "",
    };
    let range =
        effect.interval.map(|(low, high)| format!(" (95% CI {} to {})", number(low), number(high)));
    format!("{}{unit}{}", number(effect.value), range.unwrap_or_default())
}

/// What a comparison came to, in three words or so.
pub(super) fn verdict(comparison: &Comparison) -> &'static str {
    match (comparison.p, comparison.differs) {
        (None, _) => "not testable",
        (Some(_), true) => "differ",
        (Some(_), false) => "no difference shown",
    }
}

/// `1 run`, `2 runs`.
pub(super) fn count(number: usize, one: &str) -> String {
    format!("{} {one}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// `9,999`.
pub(super) fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The day of a point in time, in UTC.
pub(super) fn day(milliseconds: i64) -> String {
    let time = chrono::DateTime::from_timestamp_millis(milliseconds);
    time.map_or_else(|| "?".into(), |time| time.date_naive().to_string())
}

/// Text that may stand between tags and in attributes.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars().filter(|sign| !sign.is_control()) {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            sign => safe.push(sign),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_sensible_digits() {
        assert_eq!(p_value(Some(0.0001)), "0.0001");
        assert_eq!(p_value(Some(0.03129)), "0.031");
        assert_eq!(p_value(Some(0.5)), "0.50");
        assert_eq!(p_value(None), "–");
        assert_eq!(signed(-0.001, 2), "0.00");
        assert_eq!(signed(-9.52, 1), "−9.5");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(seconds(123.4), "123 s");
        let interval = Some((-0.1, 0.3));
        let points = Effect { kind: EffectKind::RiskDifference, value: 0.1, interval };
        assert_eq!(effect(&points), "+10.0 points (95% CI −10.0 to +30.0)");
    }
}
