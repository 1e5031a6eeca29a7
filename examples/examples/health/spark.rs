//! Curves of a line's height.

use hpd_host::Timestamp;
use hpd_host::journal::health::Period;

/// How many letters a curve has at most.
const WIDTH: u64 = 60;

const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// From when to when curves go, and how many periods a letter stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Axis {
    by: Period,
    first: u64,
    letters: u64,
    /// Periods of a letter.
    pub(crate) step: u64,
}

impl Axis {
    /// From the period of one moment to that of another.
    pub(crate) fn new(by: Period, first: Timestamp, last: Timestamp) -> Self {
        let number = |at: Timestamp| at.as_millis() / by.as_millis();
        let periods = number(last).saturating_sub(number(first)) + 1;
        let step = periods.div_ceil(WIDTH);
        Self { by, first: number(first), letters: periods.div_ceil(step), step }
    }

    /// The curve of counts: the lowest letter for nothing, the highest for the most.
    pub(crate) fn curve(&self, counts: impl IntoIterator<Item = (Timestamp, u64)>) -> String {
        let mut sums = vec![0_u64; usize::try_from(self.letters).unwrap_or_default()];
        for (start, count) in counts {
            let letter =
                (start.as_millis() / self.by.as_millis()).checked_sub(self.first).map(|at| at / self.step);
            let sum = letter.and_then(|letter| sums.get_mut(usize::try_from(letter).ok()?));
            if let Some(sum) = sum {
                *sum += count;
            }
        }
        let most = sums.iter().copied().max().unwrap_or_default().max(1);
        sums.into_iter().map(|sum| height(sum, most)).collect()
    }
}

fn height(sum: u64, most: u64) -> char {
    // Whatever is more than nothing is higher than nothing.
    let height = sum.saturating_mul(7).div_ceil(most);
    usize::try_from(height).ok().and_then(|height| HEIGHTS.get(height)).copied().unwrap_or('█')
}

#[cfg(test)]
mod tests {
    use hpd_host::Timestamp;
    use hpd_host::journal::health::Period;

    use super::{Axis, WIDTH};

    fn hour(hour: u64) -> Timestamp {
        Timestamp::from_millis(hour * 3_600_000)
    }

    fn curve(last: u64, counts: &[(u64, u64)]) -> String {
        let axis = Axis::new(Period::Hour, hour(100), hour(100 + last));
        axis.curve(counts.iter().map(|(at, count)| (hour(100 + at), *count)))
    }

    #[test]
    fn each_height_has_a_letter() {
        let counts: Vec<_> = (0..8).map(|at| (at, at)).collect();
        assert_eq!(curve(7, &counts), "▁▂▃▄▅▆▇█");
    }

    #[test]
    fn little_is_more_than_nothing() {
        assert_eq!(curve(2, &[(0, 1), (2, 1_000_000)]), "▂▁█");
    }

    #[test]
    fn nothing_is_a_flat_line() {
        assert_eq!(curve(2, &[]), "▁▁▁");
    }

    #[test]
    fn a_letter_of_a_long_curve_stands_for_several_periods() {
        let axis = Axis::new(Period::Hour, hour(0), hour(WIDTH));
        assert_eq!((axis.step, axis.letters), (2, 31));
        assert_eq!(axis.curve([(hour(0), 1), (hour(1), 1), (hour(WIDTH), 2)]).matches('█').count(), 2);
    }

    #[test]
    fn what_is_beyond_the_curve_is_left_out() {
        let axis = Axis::new(Period::Hour, hour(5), hour(6));
        assert_eq!(axis.curve([(hour(4), 9), (hour(5), 1), (hour(7), 9)]), "█▁");
    }
}
