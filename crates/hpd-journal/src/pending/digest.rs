//! The digest of a pending call, and its seal.

use hpd_runtime::__private::text::hex;
use hpd_runtime::spec::{QualifiedId, Risk};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::{FrozenArguments, Offer, OfferedTool, Owner, PendingCall, PendingId, PendingReason, SentCall};
use crate::KeyRing;
use crate::system::Timestamp;

/// The prefix of the digest. A changed form needs a new text here: rows of another form are refused.
const VERSION: &str = "hpd pending call 2";

/// The purpose of seals on pending calls.
const PURPOSE: &str = "pending call";

/// The prefix of the digest of a call with edited values.
const EDITED: &str = "hpd edited call 1";

/// The prefix of the digest of a call with inputs of its function.
const WITH_INPUTS: &str = "hpd call with inputs 1";

/// Everything that an approval is bound to.
#[derive(Clone, Copy)]
pub struct DigestParts<'a> {
    /// Whose call it is.
    pub owner: &'a Owner,
    /// The pending call's own id.
    pub id: &'a PendingId,
    /// The call as the model made it.
    pub sent: &'a SentCall,
    /// The tool.
    pub tool: &'a QualifiedId,
    /// The fingerprint of the tool.
    pub fingerprint: &'a str,
    /// The risk of the call.
    pub risk: Option<Risk>,
    /// The arguments, and where they come from.
    pub frozen: &'a FrozenArguments,
    /// The version of the host's policy.
    pub policy_version: &'a str,
    /// The wider permissions that the question offers.
    pub offers: &'a [Offer],
    /// The host's version of the source of an external tool.
    pub source_version: Option<&'a str>,
    /// The answer that the call needs: the question, its nonce and its phrase.
    pub awaits: &'a PendingReason,
    /// When the call was stored.
    pub created: Timestamp,
    /// The end of the time for an answer.
    pub expires: Timestamp,
}

impl DigestParts<'_> {
    /// SHA-256 over all parts, in 64 hexadecimal digits.
    ///
    /// Each part begins with a byte for its presence. Its length in bytes (64 bits, big-endian) and its bytes follow. A
    /// length prefix keeps parts apart, and an empty text differs from a missing one. A list begins with its length. The
    /// order: form version, session, principal, tenant, pending id, sent call (id, name, arguments), tool, fingerprint,
    /// risk, arguments, sources (name and source of each argument, sorted by name), policy version, offers, version of
    /// the source, awaited answer, creation, expiry, and the caller if there is one. Each offer is its choice and its tools (id, name, fingerprint).
    pub fn digest(&self) -> String {
        let mut parts = Parts(Sha256::new());
        parts.text(VERSION);
        parts.text(&self.owner.session);
        parts.option(self.owner.principal.id());
        parts.option(self.owner.principal.tenant());
        parts.text(self.id.as_str());
        for part in [&self.sent.id, &self.sent.name, &self.sent.arguments] {
            parts.text(part);
        }
        parts.text(self.tool.as_str());
        parts.text(self.fingerprint);
        parts.option(self.risk.map(risk_name));
        parts.text(&self.frozen.arguments);
        parts.length(self.frozen.provenance.len());
        for (name, source) in &self.frozen.provenance {
            parts.text(name);
            parts.text(source.as_str());
        }
        parts.text(self.policy_version);
        parts.length(self.offers.len());
        for offer in self.offers {
            parts.text(offer.scope.choice());
            parts.length(offer.tools.len());
            for OfferedTool { tool, name, fingerprint } in &offer.tools {
                for part in [tool.as_str(), name, fingerprint] {
                    parts.text(part);
                }
            }
        }
        parts.option(self.source_version);
        parts.awaits(self.awaits);
        for moment in [self.created, self.expires] {
            parts.text(&moment.as_millis().to_string());
        }
        if let Some(caller) = &self.sent.caller {
            parts.text(caller.json());
        }
        hex(&parts.0.finalize())
    }
}

/// SHA-256 of a text, in 64 hexadecimal digits.
pub fn text_hash(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

impl PendingCall {
    /// The digest's parts, from the fields of this call.
    fn digest_parts(&self) -> DigestParts<'_> {
        DigestParts {
            owner: &self.owner,
            id: &self.id,
            sent: &self.sent,
            tool: &self.tool,
            fingerprint: &self.binding.fingerprint,
            risk: self.binding.risk,
            frozen: &self.frozen,
            policy_version: &self.binding.policy_version,
            offers: &self.binding.offers,
            source_version: self.binding.source_version.as_deref(),
            awaits: &self.awaits,
            created: self.created,
            expires: self.expires,
        }
    }

    /// The digest of the call's own fields. A call with edited values has another one: over the digest of the parts, and
    /// id and tenant of each editor. So has a call with inputs: over this digest, the id of the call before, and key,
    /// text, schema, sensitivity and answer of each input.
    fn own_digest(&self) -> String {
        let digest = self.digest_with_editors();
        if self.inputs.is_empty() {
            return digest;
        }
        let mut parts = Parts(Sha256::new());
        parts.text(WITH_INPUTS);
        parts.text(&digest);
        parts.option(self.inputs.after.as_ref().map(PendingId::as_str));
        parts.length(self.inputs.inputs.len());
        for input in &self.inputs.inputs {
            parts.text(&input.key);
            parts.text(input.request.message());
            parts.text(&input.schema_text());
            parts.text(if input.request.is_sensitive() { "sensitive" } else { "shown" });
            parts.option(input.answer.as_deref());
        }
        hex(&parts.0.finalize())
    }

    fn digest_with_editors(&self) -> String {
        let digest = self.digest_parts().digest();
        if self.edited_by.is_empty() {
            return digest;
        }
        let mut parts = Parts(Sha256::new());
        parts.text(EDITED);
        parts.text(&digest);
        for editor in &self.edited_by {
            parts.option(editor.id());
            parts.option(editor.tenant());
        }
        hex(&parts.0.finalize())
    }

    /// The call with the digest of its own fields. With keys, the digest is a seal of the current key.
    #[doc(hidden)]
    #[must_use]
    pub fn sealed(mut self, keys: Option<&KeyRing>) -> Self {
        let digest = self.own_digest();
        self.binding.digest = match keys {
            Some(keys) => keys.seal(PURPOSE, &[&digest]),
            None => digest,
        };
        self
    }

    /// Whether it is, to the last byte, the call that was approved as `approved`.
    #[doc(hidden)]
    pub fn is_what_was_approved(&self, approved: &Self, keys: Option<&KeyRing>) -> bool {
        self.digest_is_right(keys)
            && approved.digest_is_right(keys)
            && is_equal(&self.binding.digest, &approved.binding.digest)
    }

    /// Whether the digest matches the call's own fields. With keys, only a seal of one of them does: a digest without a
    /// key would let any writer of the store change the call. Compared in constant time.
    #[doc(hidden)]
    pub fn digest_is_right(&self, keys: Option<&KeyRing>) -> bool {
        let digest = self.own_digest();
        match keys {
            Some(keys) => keys.is_seal(&self.binding.digest, PURPOSE, &[&digest]),
            None => is_equal(&digest, &self.binding.digest),
        }
    }
}

/// Whether two texts are equal, in constant time.
fn is_equal(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

struct Parts(Sha256);

impl Parts {
    fn text(&mut self, text: &str) {
        // Lengths fit 64 bits on every machine that there is.
        let length = u64::try_from(text.len()).unwrap_or(u64::MAX);
        self.0.update([1]);
        self.0.update(length.to_be_bytes());
        self.0.update(text.as_bytes());
    }

    /// The length of a list, before its items.
    fn length(&mut self, length: usize) {
        self.text(&length.to_string());
    }

    fn awaits(&mut self, awaits: &PendingReason) {
        match awaits {
            PendingReason::Nothing => self.text("nothing"),
            PendingReason::Input { missing, uncertain, question } => {
                self.text("input");
                for names in [missing, uncertain] {
                    self.length(names.len());
                    for name in names {
                        self.text(name);
                    }
                }
                self.text(question);
            }
            PendingReason::Approval { nonce, phrase, question } => {
                self.text("approval");
                self.text(nonce);
                self.option(phrase.as_deref());
                self.text(question);
            }
        }
    }

    fn option(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.text(text),
            None => self.0.update([0]),
        }
    }
}

const fn risk_name(risk: Risk) -> &'static str {
    match risk {
        Risk::Low => "low",
        Risk::Medium => "medium",
        Risk::High => "high",
    }
}

#[cfg(test)]
mod tests;
