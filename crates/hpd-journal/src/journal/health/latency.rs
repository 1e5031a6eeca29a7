//! How long calls take: a histogram instead of all times.

use serde::Serialize;

/// Mantissa bits that buckets ignore: all but the exponent and four bits, so that each doubling has 16 buckets.
const WITHIN: u32 = f64::MANTISSA_DIGITS - 1 - 4;

/// The bucket of the shortest times: 2^-11 ms.
const FIRST: u64 = 0.000_488_281_25_f64.to_bits() >> WITHIN;

/// The bucket of the longest times, and all beyond: 2^32 ms, about 50 days.
const LAST: u64 = 4_294_967_296_f64.to_bits() >> WITHIN;

/// Durations of calls, in milliseconds; `None` without calls.
///
/// `p50` and `p95` come from a histogram. Their error is at most 1/32 (3.1 %). For times below half a microsecond, the
/// error is less than one microsecond. Times above 49 days are reported as `max`. `max` is exact.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Latency {
    /// Number of durations measured.
    pub count: u64,
    /// Half of them took no longer.
    pub p50_ms: Option<f64>,
    /// 95 % of them took no longer.
    pub p95_ms: Option<f64>,
    /// Longest duration.
    pub max_ms: Option<f64>,
}

/// How many times were how long.
#[derive(Debug, Clone, Default)]
pub(super) struct Histogram {
    /// Buckets with times, the shortest first. Calls of a function take similar times, so there are few.
    buckets: Vec<Bucket>,
    count: u64,
    max: f64,
}

/// Times of about the same length.
#[derive(Debug, Clone, Copy)]
struct Bucket {
    number: u16,
    count: u32,
}

impl Histogram {
    /// Counts a time. Invalid durations are ignored.
    pub(super) fn add(&mut self, millis: f64) {
        if !millis.is_finite() || millis.is_sign_negative() {
            return;
        }
        let number = bucket(millis);
        let at = self.buckets.partition_point(|bucket| bucket.number < number);
        match self.buckets.get_mut(at) {
            Some(bucket) if bucket.number == number && bucket.count < u32::MAX => bucket.count += 1,
            // A full one gets another one of its number in front of it.
            _ => self.buckets.insert(at, Bucket { number, count: 1 }),
        }
        self.count += 1;
        self.max = self.max.max(millis);
    }

    /// The bytes of its list, spare capacity included.
    pub(super) const fn room(&self) -> usize {
        2 * size_of::<Bucket>() * self.buckets.len()
    }

    pub(super) fn latency(&self) -> Latency {
        Latency {
            count: self.count,
            p50_ms: self.percentile(50),
            p95_ms: self.percentile(95),
            max_ms: (self.count > 0).then_some(self.max),
        }
    }

    /// The shortest time that so many of a hundred do not exceed.
    fn percentile(&self, percent: u64) -> Option<f64> {
        let rank = self.count.saturating_mul(percent).div_ceil(100);
        let mut seen = 0;
        let reaches = |bucket: &&Bucket| {
            seen += u64::from(bucket.count);
            seen >= rank
        };
        let bucket = self.buckets.iter().find(reaches)?;
        Some(middle(bucket.number).map_or(self.max, |middle| middle.min(self.max)))
    }
}

/// Larger numbers have larger bits, as long as they are not negative.
fn bucket(millis: f64) -> u16 {
    let bits = millis.to_bits() >> WITHIN;
    u16::try_from(bits.clamp(FIRST, LAST) - FIRST).unwrap_or(u16::MAX)
}

/// The time in the middle of a bucket; `None` for the last one, which has no end.
fn middle(bucket: u16) -> Option<f64> {
    let bits = FIRST + u64::from(bucket);
    (bits < LAST).then(|| f64::from_bits((bits << WITHIN) | (1 << (WITHIN - 1))))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Histogram, Latency};

    fn histogram(times: &[f64]) -> Histogram {
        let mut histogram = Histogram::default();
        for time in times {
            histogram.add(*time);
        }
        histogram
    }

    fn latency(times: &[f64]) -> Latency {
        histogram(times).latency()
    }

    #[test]
    fn without_times_nothing_is_said() {
        assert_eq!(latency(&[]), Latency::default());
    }

    #[test]
    fn what_is_no_length_of_time_is_left_out() {
        assert_eq!(latency(&[f64::NAN, f64::INFINITY, -1.0]), Latency::default());
    }

    #[test]
    fn one_time_is_never_exceeded() {
        let one = latency(&[1.0]);
        assert_eq!(one, Latency { count: 1, p50_ms: Some(1.0), p95_ms: Some(1.0), max_ms: Some(1.0) });
    }

    #[test]
    fn times_beyond_all_buckets_are_the_longest() {
        assert_eq!(latency(&[1e300]).p50_ms, Some(1e300));
    }

    #[test]
    fn of_twenty_times_the_last_is_beyond_the_95th_percentile() {
        let mut times = vec![10.0; 19];
        times.push(1000.0);
        let latency = latency(&times);
        assert_eq!((latency.p95_ms, latency.max_ms), (Some(10.25), Some(1000.0)));
    }

    #[test]
    fn only_buckets_with_times_take_room() {
        assert_eq!(Histogram::default().room(), 0);
        assert_eq!(histogram(&[1000.0; 50]).room(), 16);
        assert_eq!(histogram(&[1e300, 0.0, 1.0, 0.0]).room(), 48);
    }

    #[test]
    fn a_list_has_no_more_than_its_room() {
        let mut histogram = Histogram::default();
        for doublings in -10..30 {
            histogram.add(2_f64.powi(doublings));
            // A list begins with four places, which the period of a function counts.
            assert!(histogram.buckets.capacity() * 8 <= histogram.room().max(32), "{histogram:?}");
        }
    }

    #[test]
    fn a_full_bucket_has_another_one_beside_it() {
        let mut full = histogram(&[1.0, 64.0]);
        full.buckets[0].count = u32::MAX;
        full.count = u64::from(u32::MAX) + 1;
        full.add(1.0);
        let counts: Vec<_> = full.buckets.iter().map(|bucket| bucket.count).collect();
        assert_eq!(counts, [1, u32::MAX, 1]);
        assert_eq!(full.percentile(95), Some(1.03125));
    }

    proptest! {
        #[test]
        fn percentiles_are_off_by_little(times in prop::collection::vec(0.0..1e9_f64, 1..200)) {
            let latency = latency(&times);
            let mut sorted = times;
            sorted.sort_by(f64::total_cmp);
            for (percent, found) in [(50, latency.p50_ms), (95, latency.p95_ms)] {
                let exact = sorted[(sorted.len() * percent).div_ceil(100) - 1];
                let found = found.unwrap();
                prop_assert!((found - exact).abs() <= exact / 32.0 + 0.001, "{found} {exact}");
            }
            prop_assert_eq!(latency.max_ms, sorted.last().copied());
        }

        #[test]
        fn short_times_are_off_by_little(time in 0.0..0.01_f64) {
            let found = latency(&[time, 1.0]).p50_ms.unwrap();
            prop_assert!((found - time).abs() <= time / 32.0 + 0.001, "{found} {time}");
        }
    }
}
