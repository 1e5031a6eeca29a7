//! Keys of the host: seals on stored and handed-out texts.

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use hpd_runtime::__private::text::hex;
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// The host's secret keys, each with an id. The current key seals; older keys only verify, so keys can be rotated.
///
/// [`ToolboxBuilder::keys`](https://docs.rs/hpd-host/latest/hpd_host/struct.ToolboxBuilder.html#method.keys) seals pending
/// calls with them, and [`chain_key`](Self::chain_key) links the entries of a journal. To rotate, make a ring with a new
/// key that [verifies](Self::verifying) by the one before. Give it to all processes. Drop the older key once no open
/// question, no session record and no entry of the journal has it. To replace a key that leaked, drop it at once. Questions
/// that it sealed are refused then, and the model asks them again. Session records that it sealed allow nothing, and
/// still deny.
///
/// A seal is HMAC-SHA-256 over a purpose and length-prefixed parts. Each purpose has a key of its own, which is derived
/// from the ring's key.
///
/// ```
/// use hpd_host::KeyRing;
///
/// let (old, new) = ([1; 32], [2; 32]); // 32 random bytes each, from the host's secrets
/// let before = KeyRing::new("2026-10", old)?;
/// // After a rotation, the texts that the old key sealed remain valid.
/// let now = KeyRing::new("2026-11", new)?.verifying("2026-10", old)?;
/// assert_eq!(now.ids().collect::<Vec<_>>(), ["2026-11", "2026-10"]);
/// # Ok::<(), hpd_host::error::KeyError>(())
/// ```
#[derive(Clone)]
pub struct KeyRing {
    /// The current key comes first.
    keys: Vec<Key>,
}

#[derive(Clone)]
struct Key {
    id: String,
    bytes: Vec<u8>,
}

/// Why a key is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// The key has fewer than 32 bytes.
    TooShort {
        /// The number of its bytes.
        bytes: usize,
    },
    /// The id is empty, or has characters other than ASCII letters, digits, `-` and `_`.
    BadId {
        /// The id.
        id: String,
    },
    /// Another key of the ring has this id.
    Duplicate {
        /// The id.
        id: String,
    },
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort { bytes } => write!(f, "a key needs 32 bytes or more, and this one has {bytes}"),
            Self::BadId { id } => {
                write!(f, "the id `{id}` of a key must be of ASCII letters, digits, `-` and `_`")
            }
            Self::Duplicate { id } => write!(f, "two keys have the id `{id}`"),
        }
    }
}

impl std::error::Error for KeyError {}

/// The fewest bytes of a key.
const SHORTEST: usize = 32;

impl KeyRing {
    /// A ring with one key, which seals and verifies.
    ///
    /// # Errors
    ///
    /// The key is too short, or its id is not usable.
    pub fn new(id: impl Into<String>, key: impl Into<Vec<u8>>) -> Result<Self, KeyError> {
        Self { keys: Vec::new() }.verifying(id, key)
    }

    /// Adds an older key, which only verifies.
    ///
    /// # Errors
    ///
    /// The key is too short, or its id is taken or not usable.
    pub fn verifying(mut self, id: impl Into<String>, key: impl Into<Vec<u8>>) -> Result<Self, KeyError> {
        let (id, bytes) = (id.into(), key.into());
        if bytes.len() < SHORTEST {
            return Err(KeyError::TooShort { bytes: bytes.len() });
        }
        let is_usable = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if id.is_empty() || !id.chars().all(is_usable) {
            return Err(KeyError::BadId { id });
        }
        if self.keys.iter().any(|key| key.id == id) {
            return Err(KeyError::Duplicate { id });
        }
        self.keys.push(Key { id, bytes });
        Ok(self)
    }

    /// The ids of the keys, the current one first.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().map(|key| key.id.as_str())
    }

    /// The seal on parts for a purpose: the id of the current key, a full stop, and 64 hexadecimal digits.
    #[doc(hidden)]
    pub fn seal(&self, purpose: &str, parts: &[&str]) -> String {
        let current = self.keys.first();
        current.map(|key| format!("{}.{}", key.id, key.mac(purpose, parts))).unwrap_or_default()
    }

    /// Whether a key of the ring made the seal on these parts for this purpose. Compared in constant time.
    #[doc(hidden)]
    pub fn is_seal(&self, seal: &str, purpose: &str, parts: &[&str]) -> bool {
        let Some((id, mac)) = seal.rsplit_once('.') else { return false };
        let key = self.keys.iter().find(|key| key.id == id);
        key.is_some_and(|key| key.mac(purpose, parts).as_bytes().ct_eq(mac.as_bytes()).into())
    }

    /// The keys for one purpose, the current one first: 32 bytes each.
    #[doc(hidden)]
    pub fn derived(&self, purpose: &str) -> Vec<Vec<u8>> {
        self.keys.iter().map(|key| key.derived(purpose)).collect()
    }
}

impl Key {
    /// The key for one purpose.
    fn derived(&self, purpose: &str) -> Vec<u8> {
        mac(&self.bytes, &["hpd key", purpose])
    }

    fn mac(&self, purpose: &str, parts: &[&str]) -> String {
        hex(&mac(&self.derived(purpose), parts))
    }
}

/// HMAC-SHA-256 over parts. A length prefix keeps the parts apart.
fn mac(key: &[u8], parts: &[&str]) -> Vec<u8> {
    // HMAC takes keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return Vec::new() };
    for part in parts {
        mac.update(&u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
        mac.update(part.as_bytes());
    }
    mac.finalize().into_bytes().to_vec()
}

/// The ids without the keys: debug output may be logged.
impl fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ids()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{KeyError, KeyRing};

    fn ring() -> KeyRing {
        KeyRing::new("new", [2; 32]).unwrap().verifying("old", [1; 32]).unwrap()
    }

    #[test]
    fn a_seal_is_for_its_parts_purpose_and_key() {
        let seal = ring().seal("session", &["ab", "c"]);
        assert!(seal.starts_with("new.") && seal.len() == 68, "{seal}");
        assert!(ring().is_seal(&seal, "session", &["ab", "c"]));
        for (purpose, parts) in
            [("session", &["a", "bc"][..]), ("row", &["ab", "c"]), ("session", &["ab"]), ("session", &[])]
        {
            assert!(!ring().is_seal(&seal, purpose, parts), "{purpose} {parts:?}");
        }
        for forged in ["", ".", "new.", "new", "old.", &seal.replace("new", "old"), &seal[..67], &seal[4..]] {
            assert!(!ring().is_seal(forged, "session", &["ab", "c"]), "{forged}");
        }
        let other = KeyRing::new("new", [3; 32]).unwrap();
        assert!(!other.is_seal(&seal, "session", &["ab", "c"]));
    }

    #[test]
    fn older_keys_only_verify() {
        let before = KeyRing::new("old", [1; 32]).unwrap();
        let seal = before.seal("row", &["x"]);
        assert!(ring().is_seal(&seal, "row", &["x"]));
        assert!(ring().seal("row", &["x"]).starts_with("new."));
        assert!(!before.is_seal(&ring().seal("row", &["x"]), "row", &["x"]));
    }

    #[test]
    fn keys_that_are_no_use_are_refused() {
        assert_eq!(KeyRing::new("a", [1; 31]).unwrap_err(), KeyError::TooShort { bytes: 31 });
        for id in ["", "a b", "a.b", "ä"] {
            assert_eq!(KeyRing::new(id, [1; 32]).unwrap_err(), KeyError::BadId { id: id.to_owned() });
        }
        let twice = ring().verifying("old", [5; 32]).unwrap_err();
        assert_eq!(twice.to_string(), "two keys have the id `old`");
        let short = KeyRing::new("a", [1; 3]).unwrap_err();
        assert_eq!(short.to_string(), "a key needs 32 bytes or more, and this one has 3");
        let bad = KeyRing::new("a b", [1; 32]).unwrap_err();
        assert_eq!(bad.to_string(), "the id `a b` of a key must be of ASCII letters, digits, `-` and `_`");
    }

    #[test]
    fn debug_shows_no_key() {
        assert_eq!(format!("{:?}", ring()), r#"["new", "old"]"#);
    }
}
