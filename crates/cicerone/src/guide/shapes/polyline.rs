//! Google's polyline encoding, with six decimals as OSRM's `polyline6` and
//! Valhalla have it: a tenth of a metre, where five would be a whole one.

use crate::world::document::Point;

/// Longitudes and latitudes as a polyline.
pub(super) fn encode(line: &[Point]) -> String {
    let mut text = String::new();
    let mut last = [0i64; 2];
    for [longitude, latitude] in line {
        let next = [latitude, longitude].map(|degrees| (degrees * 1e6).round() as i64);
        for axis in 0..2 {
            number(next[axis] - last[axis], &mut text);
        }
        last = next;
    }
    text
}

/// Five bits a sign, the lowest first, the sign of the number in the lowest.
fn number(value: i64, text: &mut String) {
    let mut rest = ((value << 1) ^ (value >> 63)) as u64;
    loop {
        let more = if rest >= 0x20 { 0x20 } else { 0 };
        text.push(char::from(63 + (rest & 0x1f) as u8 + more));
        rest >>= 5;
        if more == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::encode;

    #[test]
    fn a_line_is_encoded_as_the_format_says() {
        // The example of the format's description, which has five decimals.
        let line = [[-120.2, 38.5], [-120.95, 40.7], [-126.453, 43.252]];
        let line = line.map(|point| point.map(|degrees: f64| degrees / 10.0));
        assert_eq!(encode(&line), "_p~iF~ps|U_ulLnnqC_mqNvxq`@");
        assert_eq!(encode(&[[0.0, 0.0], [0.0, 0.0]]), "????");
    }
}
