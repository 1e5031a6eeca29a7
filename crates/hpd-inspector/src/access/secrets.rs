//! Secrets that work for a time.

use std::collections::VecDeque;
use std::fmt;

use hpd_host::system::{Random, RandomError, Timestamp};
use subtle::ConstantTimeEq;

use super::{MAX, random_text};

/// A secret of 128 random bits. It is in no debug output.
pub(super) struct Secret(String);

impl Secret {
    pub(super) fn new(random: &dyn Random) -> Result<Self, RandomError> {
        random_text::<16>(random).map(Self)
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }

    /// Compared in constant time.
    fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Secrets with the moment of their end, the oldest first, and with what belongs to each.
#[derive(Debug)]
pub(super) struct Kept<T>(VecDeque<(Secret, T, Timestamp)>);

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Self(VecDeque::new())
    }
}

impl<T> Kept<T> {
    /// A new secret that works for so many milliseconds.
    pub(super) fn add(
        &mut self,
        random: &dyn Random,
        now: Timestamp,
        millis: u64,
        of: T,
    ) -> Result<String, RandomError> {
        let secret = Secret::new(random)?;
        let text = secret.text().to_owned();
        self.forget(now);
        if self.0.len() >= MAX {
            self.0.pop_front();
        }
        self.0.push_back((secret, of, Timestamp::from_millis(now.as_millis().saturating_add(millis))));
        Ok(text)
    }

    /// Takes a secret out, if it works: what belongs to it.
    pub(super) fn take(&mut self, text: &str, now: Timestamp) -> Option<T> {
        self.forget(now);
        let at = self.0.iter().position(|(secret, ..)| secret.is(text))?;
        self.0.remove(at).map(|(_, of, _)| of)
    }

    /// What belongs to a secret, if it works.
    pub(super) fn get(&mut self, text: &str, now: Timestamp) -> Option<&T> {
        self.forget(now);
        self.0.iter().find(|(secret, ..)| secret.is(text)).map(|(_, of, _)| of)
    }

    fn forget(&mut self, now: Timestamp) {
        self.0.retain(|(.., end)| now < *end);
    }
}

#[cfg(test)]
mod tests {
    use hpd_host::system::{SystemRandom, Timestamp};

    use super::{Kept, MAX};

    #[test]
    fn a_secret_works_until_its_end_and_is_taken_once() {
        let (at, mut kept) = (Timestamp::from_millis, Kept::default());
        let text = kept.add(&SystemRandom, at(0), 100, "its own").unwrap();
        assert_eq!(text.len(), 32);
        assert_eq!(kept.get(&text, at(99)), Some(&"its own"));
        assert!(kept.get(&text[1..], at(99)).is_none());
        assert_eq!(kept.take(&text, at(99)), Some("its own"));
        assert_eq!(kept.take(&text, at(99)), None);
        let text = kept.add(&SystemRandom, at(0), 100, "its own").unwrap();
        assert_eq!(kept.take(&text, at(100)), None);
    }

    #[test]
    fn the_oldest_secret_goes_first() {
        let (at, mut kept) = (Timestamp::from_millis, Kept::default());
        let first = kept.add(&SystemRandom, at(0), 100, ()).unwrap();
        let second = kept.add(&SystemRandom, at(0), 100, ()).unwrap();
        for _ in 2..=MAX {
            kept.add(&SystemRandom, at(0), 100, ()).unwrap();
        }
        assert!(kept.get(&first, at(1)).is_none() && kept.get(&second, at(1)).is_some());
    }
}
