//! Medians and slopes of measurements.

/// The middle of the samples, the upper one of two; `None` if there are none.
pub(crate) fn median(samples: &[f64]) -> Option<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

/// The smallest sample; `None` if there are none.
pub(crate) fn minimum(samples: &[f64]) -> Option<f64> {
    samples.iter().copied().min_by(f64::total_cmp)
}

/// The increase of `y` for one more step along `x`, between two measured points `(x, y)`.
///
/// With the number of functions as `x`, constant costs (start-up, linking, the library itself) cancel out.
pub(crate) fn slope(low: (u32, f64), high: (u32, f64)) -> f64 {
    (high.1 - low.1) / (f64::from(high.0) - f64::from(low.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_is_the_middle_and_not_the_mean() {
        assert_eq!(median(&[900.0, 1.0, 2.0]), Some(2.0));
    }

    #[test]
    fn median_of_an_even_number_is_the_upper_middle() {
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Some(3.0));
    }

    #[test]
    fn nothing_has_no_median_and_no_minimum() {
        assert_eq!((median(&[]), minimum(&[])), (None, None));
    }

    #[test]
    fn minimum_is_the_smallest() {
        assert_eq!(minimum(&[3.0, 1.5, 2.0]), Some(1.5));
    }

    #[test]
    fn slope_leaves_out_what_is_constant() {
        let constant = 1_000.0;
        assert!((slope((50, constant + 50.0 * 4.0), (200, constant + 200.0 * 4.0)) - 4.0).abs() < 1e-9);
    }
}
