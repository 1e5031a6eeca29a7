//! Fields that the schema of an external tool does not list.

use hpd_runtime::shape::UnknownKeys;

/// What happens to fields that the schema of an external tool neither lists nor forbids.
///
/// A field in another spelling of an absent one takes its place in any case, with a warning: `dryRun` for `dry_run`.
/// Where the schema describes further fields (`additionalProperties: true`, or a schema), they are passed on.
///
/// ```
/// use hpd_host::external::{ExternalSource, ExternalTool, UnknownFields};
/// use hpd_host::{RawCall, Session, Toolbox};
/// use serde_json::json;
///
/// let schema = json!({"type": "object", "properties": {"dry_run": {"type": "boolean"}}});
/// let tool = ExternalTool::new("list_jobs", "Lists jobs", schema);
/// let jobs = ExternalSource::mcp("jobs", vec![tool]).unknown_fields(UnknownFields::Reject);
/// let toolbox = Toolbox::builder().external(jobs).build()?;
///
/// let call = RawCall::new("1", "list_jobs", r#"{"simulate": true}"#);
/// let error = toolbox.check(&Session::new(), &call).unwrap_err().to_string();
/// assert_eq!(error.lines().nth(1), Some("- simulate is not a known field"));
/// # Ok::<(), hpd_host::BuildError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnknownFields {
    /// They are errors. The default for writes.
    Reject,
    /// They are passed on, and the model reads a warning with their names. The default for all other tools.
    Warn,
    /// They are passed on, even if the schema forbids them.
    Pass,
}

/// The words of files. `allow` is a former name.
#[cfg(feature = "yaml")]
pub(crate) const UNKNOWN_FIELDS: [(&str, UnknownFields); 4] = [
    ("reject", UnknownFields::Reject),
    ("warn", UnknownFields::Warn),
    ("pass", UnknownFields::Pass),
    ("allow", UnknownFields::Pass),
];

impl UnknownFields {
    pub(crate) const fn keys(self) -> UnknownKeys {
        match self {
            Self::Reject => UnknownKeys::Reject,
            Self::Warn => UnknownKeys::Warn,
            Self::Pass => UnknownKeys::Pass,
        }
    }
}
