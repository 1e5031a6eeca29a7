//! The hash chain: the contents of each link.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use hpd_runtime::__private::text::hex;
use sha2::{Digest, Sha256};

use super::Entry;
use crate::KeyRing;
use crate::setters::setters;

/// The purpose of the keys of a ring for chains.
const PURPOSE: &str = "journal chain";
/// The prefix of each link. A changed meaning of the parts needs a new text here.
const VERSION: &str = "hpd journal 1";
/// The same for the hash of contents.
const CONTENTS_VERSION: &str = "hpd journal contents 1";

/// The end of a chain. Keep a copy outside of the database: [`verify`](super::Journal::verify) then notices a truncated
/// journal.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ChainHead {
    /// The number of the last entry; 0 for a journal that is empty.
    pub number: u64,
    /// The link of the last entry; 64 zeros for a journal that is empty.
    pub hash: String,
}

impl ChainHead {
    /// The end of a chain at an earlier time, from the copy that the host kept outside of the database.
    #[must_use]
    pub fn new(number: u64, hash: impl Into<String>) -> Self {
        Self { number, hash: hash.into() }
    }
}

setters!(ChainHead { number: u64, hash: String });

impl Default for ChainHead {
    fn default() -> Self {
        Self { number: 0, hash: "0".repeat(64) }
    }
}

/// A key that the links are made with. Whoever does not know it can't make links that fit.
///
/// A key from a ring ([`KeyRing::chain_key`]) can be rotated.
#[derive(Clone)]
pub struct ChainKey {
    current: Vec<u8>,
    /// Keys that only verify.
    older: Vec<Vec<u8>>,
}

impl ChainKey {
    /// A secret key of at least 32 bytes.
    pub fn new(bytes: impl Into<Vec<u8>>) -> Self {
        Self { current: bytes.into(), older: Vec::new() }
    }

    fn keys(&self) -> impl Iterator<Item = &[u8]> {
        std::iter::once(&self.current).chain(&self.older).map(Vec::as_slice)
    }
}

impl KeyRing {
    /// The key of a journal's chain. New links are made with the current key of the ring. Links of all its keys are
    /// valid, so a journal continues after a rotation. Keep an older key in the ring while the journal has entries from
    /// its time.
    ///
    /// ```
    /// use hpd_journal::KeyRing;
    /// use hpd_journal::journal::{JournalOptions, MemoryJournal};
    ///
    /// # let (new, old) = ([2; 32], [1; 32]);
    /// let keys = KeyRing::new("2026-11", new)?.verifying("2026-10", old)?;
    /// let options = JournalOptions { key: Some(keys.chain_key()), ..JournalOptions::default() };
    /// let journal = MemoryJournal::with_options(options);
    /// # Ok::<(), hpd_journal::KeyError>(())
    /// ```
    pub fn chain_key(&self) -> ChainKey {
        let mut derived = self.derived(PURPOSE).into_iter();
        ChainKey { current: derived.next().unwrap_or_default(), older: derived.collect() }
    }
}

/// Leaves out the key: debug output may be logged.
impl fmt::Debug for ChainKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChainKey(..)")
    }
}

/// SHA-256 over salt and contents, made of parts as a link is.
pub(super) fn payload_hash(salt: &str, payload: &str) -> String {
    let mut hash = Sha256::new();
    for part in [CONTENTS_VERSION, salt, payload] {
        each_byte(Some(part), &mut |bytes| hash.update(bytes));
    }
    hex(&hash.finalize())
}

/// A part: whether it is there, its length, and its text.
fn each_byte(part: Option<&str>, update: &mut impl FnMut(&[u8])) {
    match part {
        Some(text) => {
            let length = u64::try_from(text.len()).unwrap_or(u64::MAX);
            update(&[1]);
            update(&length.to_be_bytes());
            update(text.as_bytes());
        }
        None => update(&[0]),
    }
}

/// The parts of a link.
pub(super) struct LinkParts<'a> {
    pub(super) before: &'a str,
    pub(super) entry: &'a Entry,
}

impl LinkParts<'_> {
    /// SHA-256, or HMAC-SHA-256 with the current key, over the length-prefixed parts. A length prefix keeps parts
    /// apart, and an empty text differs from a missing one.
    pub(super) fn hash(&self, key: Option<&ChainKey>) -> String {
        match key {
            None => self.plain(),
            Some(key) => self.mac(&key.current),
        }
    }

    /// The valid hashes: one for each key, the current one first.
    pub(super) fn hashes(&self, key: Option<&ChainKey>) -> impl Iterator<Item = String> {
        let plain = key.is_none().then(|| self.plain());
        plain.into_iter().chain(key.into_iter().flat_map(ChainKey::keys).map(|key| self.mac(key)))
    }

    fn plain(&self) -> String {
        let mut hash = Sha256::new();
        self.each(|bytes| hash.update(bytes));
        hex(&hash.finalize())
    }

    fn mac(&self, key: &[u8]) -> String {
        // HMAC takes keys of any length.
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return String::new() };
        self.each(|bytes| mac.update(bytes));
        hex(&mac.finalize().into_bytes())
    }

    fn each(&self, mut update: impl FnMut(&[u8])) {
        let entry = self.entry;
        let number = entry.number.to_string();
        let seq = entry.seq.to_string();
        let at = entry.at.as_millis().to_string();
        let parts = [
            Some(VERSION),
            Some(self.before),
            Some(&number),
            Some(&entry.session),
            Some(&seq),
            entry.turn.as_deref(),
            entry.call_id.as_deref(),
            Some(&at),
            Some(&entry.kind),
            Some(&entry.payload_hash),
        ];
        for part in parts {
            each_byte(part, &mut update);
        }
    }
}

#[cfg(test)]
mod tests;
