//! Numbers as the report writes them.

/// What a cell without a figure says.
const NOTHING: &str = "–";

/// A cell of a table.
pub(super) fn cell(value: Option<f64>, format: fn(f64) -> String) -> String {
    value.map_or_else(|| NOTHING.to_owned(), format)
}

/// The quotient of two figures, if both are there.
pub(super) fn ratio(value: Option<f64>, to: Option<f64>) -> Option<f64> {
    Some(value? / to?)
}

pub(super) fn two_places(value: f64) -> String {
    format!("{value:.2}")
}

/// A ratio beside a bound of two decimals: a near miss must not look like the bound.
pub(super) fn three_places(value: f64) -> String {
    format!("{value:.3}")
}

pub(super) fn one_place(value: f64) -> String {
    format!("{value:.1}")
}

/// A whole number with a comma at each thousand.
pub(super) fn whole(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Nanoseconds in the unit that suits them.
pub(super) fn time(nanoseconds: f64) -> String {
    if nanoseconds < 1e4 {
        format!("{} ns", whole(nanoseconds))
    } else if nanoseconds < 1e6 {
        format!("{:.1} µs", nanoseconds / 1e3)
    } else {
        format!("{:.1} ms", nanoseconds / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        let cases = [(7.4, "7"), (999.0, "999"), (1_589.0, "1,589"), (1_234_567.0, "1,234,567")];
        for (value, expected) in cases {
            assert_eq!(whole(value), expected);
        }
    }

    #[test]
    fn a_time_has_a_unit_that_suits_it() {
        assert_eq!([146.7, 12_345.0, 4.5e8].map(time), ["147 ns", "12.3 µs", "450.0 ms"]);
    }

    #[test]
    fn a_gap_is_shown() {
        assert_eq!(cell(ratio(Some(1.0), None), two_places), "–");
        assert_eq!(cell(ratio(Some(3.0), Some(2.0)), two_places), "1.50");
    }
}
