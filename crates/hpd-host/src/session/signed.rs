//! A session as a sealed text, for storage that others can write.

use hpd_journal::KeyRing;
use serde::{Deserialize, Serialize};

use super::json::{Origin, Sealed};
use super::{Session, SessionError};

const PURPOSE: &str = "session";

/// The sealed form.
#[derive(Serialize, Deserialize)]
struct Signed<'a> {
    seal: &'a str,
    session: String,
}

impl Session {
    /// The session as a JSON text with a seal, for storage that others can write, such as a cookie. The text is not
    /// encrypted.
    ///
    /// ```
    /// use hpd_host::spec::QualifiedId;
    /// use hpd_host::{KeyRing, Session};
    ///
    /// let keys = KeyRing::new("2026-11", [7; 32])?; // 32 random bytes from the host's secrets
    /// let session = Session::with_id("s-1");
    /// session.expand(&QualifiedId::new(None, "Math"));
    ///
    /// let text = session.to_signed(&keys);
    /// let later = Session::from_signed(&text, &keys)?;
    /// assert!(later.is_expanded(&QualifiedId::new(None, "Math")));
    ///
    /// let changed = text.replace("s-1", "s-2");
    /// assert!(Session::from_signed(&changed, &keys).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_signed(&self, keys: &KeyRing) -> String {
        // All keys are strings, so that nothing can fail.
        let session = serde_json::to_string(&Sealed(self)).unwrap_or_default();
        let seal = &*keys.seal(PURPOSE, &[&session]);
        serde_json::to_string(&Signed { seal, session }).unwrap_or_default()
    }

    /// Restores a session from [`to_signed`](Self::to_signed), if a key of the ring sealed the text. An older text remains
    /// valid. But the store decides about permissions and counts: an old copy revives no permission that was used up or
    /// taken back. Permissions of a session without an id are not restored:
    /// [`Toolbox::sync_permissions`](crate::Toolbox::sync_permissions) gives it one.
    ///
    /// # Errors
    ///
    /// The text has no seal of the ring, has another form, or another version.
    pub fn from_signed(text: &str, keys: &KeyRing) -> Result<Self, SessionError> {
        let signed: Signed<'_> = serde_json::from_str(text).map_err(|_| SessionError::Seal)?;
        if !keys.is_seal(signed.seal, PURPOSE, &[&signed.session]) {
            return Err(SessionError::Seal);
        }
        Self::parse(&signed.session, Origin::Sealed)
    }
}

#[cfg(test)]
mod tests {
    use hpd_journal::KeyRing;

    use super::{Session, SessionError};

    #[test]
    fn only_a_sealed_text_is_read() {
        let keys = KeyRing::new("a", [1; 32]).unwrap();
        let text = Session::with_id("s").to_signed(&keys);
        assert!(Session::from_signed(&text, &keys).is_ok());
        let others = [KeyRing::new("a", [2; 32]).unwrap(), KeyRing::new("b", [1; 32]).unwrap()];
        for keys in &others {
            assert_eq!(Session::from_signed(&text, keys).unwrap_err(), SessionError::Seal);
        }
        let plain = Session::with_id("s").to_json();
        for forged in
            ["", "{}", &plain, &format!(r#"{{"seal":"","session":{plain:?}}}"#), &text.replace('s', "t")]
        {
            let error = Session::from_signed(forged, &keys).unwrap_err();
            assert_eq!(error.to_string(), "the stored session has no seal of a known key", "{forged}");
        }
    }

    #[test]
    fn an_older_key_still_reads() {
        let before = KeyRing::new("a", [1; 32]).unwrap();
        let text = Session::with_id("s").to_signed(&before);
        let now = KeyRing::new("b", [2; 32]).unwrap().verifying("a", [1; 32]).unwrap();
        assert_eq!(Session::from_signed(&text, &now).unwrap().id(), Some("s"));
    }
}
