//! The digest of an approved call.

use hpd_runtime::__private::text::hex;
use hpd_runtime::spec::{QualifiedId, Risk};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::{FrozenArguments, Offer, OfferedTool, Owner, PendingCall, PendingId};

/// The prefix of the digest. Parts that are new are written only where they are present, so rows of older versions keep
/// their digests. Their hash of the schema equals no fingerprint, so their questions are asked again.
const VERSION: &str = "hpd pending call 1";

/// The prefix of the digest of a call with edited values.
const EDITED: &str = "hpd edited call 1";

/// Everything that an approval is bound to.
#[derive(Clone, Copy)]
pub struct DigestParts<'a> {
    /// Whose call it is.
    pub owner: &'a Owner,
    /// The pending call's own id.
    pub id: &'a PendingId,
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
}

impl DigestParts<'_> {
    /// SHA-256 over all parts, in 64 hexadecimal digits.
    ///
    /// Each part begins with a byte for its presence. Its length in bytes (64 bits, big-endian) and its bytes follow. A
    /// length prefix keeps parts apart, and an empty text differs from a missing one. The order: form version, session,
    /// principal, tenant, pending id, tool, fingerprint, risk, arguments, number of sources, name and source of each
    /// argument (sorted by name), policy version, offers. Each offer is its choice, its number of tools, and id, name and
    /// fingerprint of each tool. The version of the source comes last.
    pub fn digest(&self) -> String {
        let mut parts = Parts(Sha256::new());
        parts.text(VERSION);
        parts.text(&self.owner.session);
        parts.option(self.owner.principal.id());
        parts.option(self.owner.principal.tenant());
        parts.text(self.id.as_str());
        parts.text(self.tool.as_str());
        parts.text(self.fingerprint);
        parts.option(self.risk.map(risk_name));
        parts.text(&self.frozen.arguments);
        parts.text(&self.frozen.provenance.len().to_string());
        for (name, source) in &self.frozen.provenance {
            parts.text(name);
            parts.text(source.as_str());
        }
        parts.text(self.policy_version);
        for offer in self.offers {
            parts.text(offer.scope.choice());
            parts.text(&offer.tools.len().to_string());
            for OfferedTool { tool, name, fingerprint } in &offer.tools {
                for part in [tool.as_str(), name, fingerprint] {
                    parts.text(part);
                }
            }
        }
        if let Some(version) = self.source_version {
            parts.text("source version");
            parts.text(version);
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
            tool: &self.tool,
            fingerprint: &self.binding.fingerprint,
            risk: self.binding.risk,
            frozen: &self.frozen,
            policy_version: &self.binding.policy_version,
            offers: &self.binding.offers,
            source_version: self.binding.source_version.as_deref(),
        }
    }

    /// The digest of the call's own fields. A call with edited values has another one: over the digest of the parts, and
    /// id and tenant of each editor.
    fn own_digest(&self) -> String {
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

    /// The call with the digest of its own fields.
    #[must_use]
    pub fn sealed(mut self) -> Self {
        self.binding.digest = self.own_digest();
        self
    }

    /// Whether it is, to the last byte, the call that was approved as `approved`.
    #[doc(hidden)]
    pub fn is_what_was_approved(&self, approved: &Self) -> bool {
        self.digest_is_right() && approved.digest_is_right() && self.binding.digest == approved.binding.digest
    }

    /// Whether the digest matches the call's own fields. Compared in constant time.
    pub fn digest_is_right(&self) -> bool {
        self.own_digest().as_bytes().ct_eq(self.binding.digest.as_bytes()).into()
    }
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
