//! Curves of a line's height.

use hpd_host::journal::health::Period;
use hpd_host::system::Timestamp;

/// Maximum width of a curve, in characters.
const WIDTH: u64 = 60;

/// Where there is nothing to show the height of.
const NOTHING: char = '·';

const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The range of time of curves, and the number of periods for each character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Axis {
    by: Period,
    first: u64,
    chars: u64,
    /// Periods for each character.
    pub(crate) step: u64,
}

impl Axis {
    /// From the period of one moment to that of another.
    pub(crate) fn new(by: Period, first: Timestamp, last: Timestamp) -> Self {
        let number = |at: Timestamp| at.as_millis() / by.as_millis();
        let periods = number(last).saturating_sub(number(first)) + 1;
        let step = periods.div_ceil(WIDTH);
        Self { by, first: number(first), chars: periods.div_ceil(step), step }
    }

    /// The curve of counts: the lowest character for nothing, the highest for the maximum.
    pub(crate) fn counts(&self, counts: impl IntoIterator<Item = (Timestamp, u64)>) -> String {
        let mut sums = self.letters_of(0_u64);
        for (start, count) in counts {
            if let Some(sum) = self.character(start).and_then(|c| sums.get_mut(c)) {
                *sum += count;
            }
        }
        let max = sums.iter().copied().max().unwrap_or_default().max(1);
        sums.into_iter().map(|sum| height(sum, max)).collect()
    }

    /// The curve of times, where there are some: each character shows the longest time of its periods.
    pub(crate) fn times(&self, times: impl IntoIterator<Item = (Timestamp, Option<f64>)>) -> String {
        let mut longest = self.letters_of(None::<f64>);
        for (start, time) in times {
            if let Some(c) = self.character(start).and_then(|c| longest.get_mut(c)) {
                *c = c.map_or(time, |other| Some(time.map_or(other, |time| time.max(other))));
            }
        }
        let max = longest.iter().flatten().copied().fold(0.0, f64::max);
        longest.into_iter().map(|time| time.map_or(NOTHING, |time| height_of_time(time, max))).collect()
    }

    fn letters_of<T: Clone>(&self, value: T) -> Vec<T> {
        vec![value; usize::try_from(self.chars).unwrap_or_default()]
    }

    /// The character for a period.
    fn character(&self, start: Timestamp) -> Option<usize> {
        let periods = (start.as_millis() / self.by.as_millis()).checked_sub(self.first)?;
        usize::try_from(periods / self.step).ok()
    }
}

fn height(sum: u64, max: u64) -> char {
    // Whatever is more than nothing is higher than nothing.
    let height = sum.saturating_mul(7).div_ceil(max);
    usize::try_from(height).ok().and_then(|height| HEIGHTS.get(height)).copied().unwrap_or('█')
}

fn height_of_time(time: f64, max: f64) -> char {
    let reaches = |(_, height): &(char, u32)| time * 7.0 <= max * f64::from(*height);
    HEIGHTS.into_iter().zip(0..).find(reaches).map_or('█', |(c, _)| c)
}

#[cfg(test)]
mod tests {
    use hpd_host::journal::health::Period;
    use hpd_host::system::Timestamp;

    use super::{Axis, WIDTH};

    fn hour(hour: u64) -> Timestamp {
        Timestamp::from_millis(hour * 3_600_000)
    }

    fn curve(last: u64, counts: &[(u64, u64)]) -> String {
        let axis = Axis::new(Period::Hour, hour(100), hour(100 + last));
        axis.counts(counts.iter().map(|(at, count)| (hour(100 + at), *count)))
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

    fn times(last: u64, times: &[(u64, Option<f64>)]) -> String {
        let axis = Axis::new(Period::Hour, hour(100), hour(100 + last));
        axis.times(times.iter().map(|(at, time)| (hour(100 + at), *time)))
    }

    #[test]
    fn each_time_has_a_height() {
        let all: Vec<_> = (0..8).map(|at| (at, Some(f64::from(u32::try_from(at).unwrap()) * 1.5))).collect();
        assert_eq!(times(7, &all), "▁▂▃▄▅▆▇█");
        assert_eq!(times(1, &[(0, Some(0.001)), (1, Some(1e9))]), "▂█");
    }

    #[test]
    fn where_nothing_took_time_there_is_no_height() {
        assert_eq!(times(3, &[(1, Some(0.0)), (2, None)]), "·▁··");
        assert_eq!(times(3, &[(1, Some(7.0)), (3, Some(3.0))]), "·█·▄");
    }

    #[test]
    fn several_periods_have_the_height_of_the_longest_time() {
        let all = [(0, Some(1.0)), (1, Some(7.0)), (2, None), (3, Some(3.0)), (WIDTH - 1, None)];
        let curve = times(WIDTH, &all);
        assert_eq!(curve.trim_end_matches('·'), "█▄");
        assert_eq!(curve.chars().count(), 31);
    }

    #[test]
    fn a_letter_of_a_long_curve_stands_for_several_periods() {
        let axis = Axis::new(Period::Hour, hour(0), hour(WIDTH));
        assert_eq!((axis.step, axis.chars), (2, 31));
        assert_eq!(axis.counts([(hour(0), 1), (hour(1), 1), (hour(WIDTH), 2)]).matches('█').count(), 2);
    }

    #[test]
    fn what_is_beyond_the_curve_is_left_out() {
        let axis = Axis::new(Period::Hour, hour(5), hour(6));
        assert_eq!(axis.counts([(hour(4), 9), (hour(5), 1), (hour(7), 9)]), "█▁");
    }
}
