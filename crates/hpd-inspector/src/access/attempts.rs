//! How often a wrong token may be tried.

use hpd_host::system::Timestamp;

/// How many wrong tokens are taken within a [window](WINDOW).
const MAX: u32 = 10;
/// How long wrong tokens count, in milliseconds.
const WINDOW: u64 = 60 * 1_000;

/// The wrong tokens of the last window. A token has 128 random bits: the limit keeps logs and the processor free.
#[derive(Debug, Default)]
pub(super) struct Attempts {
    wrong: u32,
    until: Option<Timestamp>,
}

impl Attempts {
    /// The seconds to wait before the next try; `None` if it may be made now.
    pub(super) fn wait(&mut self, now: Timestamp) -> Option<u64> {
        let until = self.until.filter(|until| now < *until);
        let Some(until) = until else {
            *self = Self::default();
            return None;
        };
        let left = until.as_millis() - now.as_millis();
        (self.wrong >= MAX).then(|| left.div_ceil(1_000))
    }

    /// Counts a wrong token.
    pub(super) const fn count(&mut self, now: Timestamp) {
        self.wrong = self.wrong.saturating_add(1);
        if self.until.is_none() {
            self.until = Some(Timestamp::from_millis(now.as_millis().saturating_add(WINDOW)));
        }
    }
}

#[cfg(test)]
mod tests {
    use hpd_host::system::Timestamp;

    use super::{Attempts, MAX};

    #[test]
    fn after_some_wrong_tokens_a_reader_waits() {
        let (at, mut attempts) = (Timestamp::from_millis, Attempts::default());
        for _ in 0..MAX {
            assert_eq!(attempts.wait(at(500)), None);
            attempts.count(at(500));
        }
        assert_eq!(attempts.wait(at(600)), Some(60));
        assert_eq!(attempts.wait(at(60_400)), Some(1));
        assert_eq!(attempts.wait(at(60_500)), None);
    }
}
