//! The fingerprint of a tool: everything that a user or host agrees to.

use hpd_journal::__private::text_hash;
use hpd_runtime::spec::Risk;
use serde_json::json;

use super::{ExternalFunction, Tool};

/// The prefix of the fingerprint. A changed meaning of the parts needs a new text here.
const VERSION: &str = "hpd tool 1";

impl Tool {
    /// SHA-256 over everything that an agreement to this tool is about, in 64 hexadecimal digits.
    ///
    /// The parts are: id, names, title, description, schema before the configuration narrows it, class, risk, sensitive parameters,
    /// phrase and question. Parts of an external tool are also the hints of its source, the name of the source, and the
    /// host's [version](crate::external::ExternalSource::version) of it. Permissions of users and pending calls hold
    /// for the tool with the same fingerprint only.
    pub fn fingerprint(&self) -> String {
        let class = self.class();
        let risk = class.risk.map(|risk| match risk {
            Risk::Low => "low",
            Risk::Medium => "medium",
            Risk::High => "high",
        });
        let external = self.outside().map(ExternalFunction::identity);
        let parts = json!([
            VERSION,
            self.id.as_str(),
            self.name(),
            self.original_name,
            self.title,
            self.description,
            self.input_schema.text(),
            class.classification.map(super::Classification::as_str),
            risk,
            self.sensitive_parameters(),
            self.confirm_phrase(),
            self.question(),
            external,
        ]);
        text_hash(&parts.to_string())
    }
}
