//! What a tool is: its class, its risk, and the reason. Worked out once for each tool; every check asks it.

mod permission;
mod reason;

use hpd_runtime::__private::text::{may_write, write_word};
use hpd_runtime::spec::Risk;

pub use permission::Permission;
pub use reason::ClassReason;

/// Whether a tool changes something.
///
/// The class of an external tool is the first that applies:
///
/// | class | applies if |
/// |---|---|
/// | read or write | the host says so: by [`Rules`](crate::external::Rules), or by [`ExternalTool::classified`](crate::external::ExternalTool::classified) |
/// | write, of high risk | the tool says `destructiveHint: true` |
/// | write | the tool says `readOnlyHint: false` |
/// | write | its name has a word that means a change |
/// | read | its source is [trusted](crate::external::ExternalSource::trusted), the tool says `readOnlyHint: true`, and its name is ASCII |
/// | unclassified | nothing above applies |
///
/// So a hint of an untrusted server makes a check stricter, and never weaker. A missing hint says nothing.
///
#[doc = include_str!("../../docs/write-words.md")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Classification {
    /// It changes nothing.
    Read,
    /// It changes something.
    Write,
    /// Not classified. It counts as a write for questions to the user, for the order of calls, for unknown effects and
    /// for second attempts. It counts as a read for the repair of its arguments.
    #[default]
    Unclassified,
}

impl Classification {
    /// As a word: `read`, `write` or `unclassified`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Unclassified => "unclassified",
        }
    }
}

/// The class of a tool, with its risk and the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ToolClass {
    /// `None` for a tool that calls another tool, and has the class of that tool.
    pub(crate) classification: Option<Classification>,
    /// `None` for a read.
    pub(crate) risk: Option<Risk>,
    pub(crate) reason: ClassReason,
}

/// The inputs of an external tool's class.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExternalClaims<'a> {
    /// The name that its source gave it.
    pub(crate) name: &'a str,
    /// The host's word; [`Classification::Unclassified`] if there is none.
    pub(crate) host: Classification,
    /// The host's risk.
    pub(crate) risk: Option<Risk>,
    pub(crate) is_trusted: bool,
    /// The source's `readOnlyHint`.
    pub(crate) read_only: Option<bool>,
    /// The source's `destructiveHint`.
    pub(crate) destructive: Option<bool>,
}

impl ToolClass {
    pub(crate) const fn read(reason: ClassReason) -> Self {
        Self { classification: Some(Classification::Read), risk: None, reason }
    }

    pub(crate) const fn write(risk: Risk, reason: ClassReason) -> Self {
        Self { classification: Some(Classification::Write), risk: Some(risk), reason }
    }

    /// A tool that calls another tool.
    pub(crate) const fn of_called_tool() -> Self {
        Self { classification: None, risk: None, reason: ClassReason::CalledTool }
    }

    /// The class of an external tool.
    pub(crate) fn of_external(claims: &ExternalClaims<'_>) -> Self {
        let is_destructive = claims.destructive == Some(true);
        let risk = claims.risk.unwrap_or(if is_destructive { Risk::High } else { Risk::Medium });
        match claims.host {
            Classification::Read => return Self::read(ClassReason::Host),
            Classification::Write => return Self::write(risk, ClassReason::Host),
            Classification::Unclassified => {}
        }
        if is_destructive {
            return Self::write(risk, ClassReason::DestructiveHint);
        }
        if claims.read_only == Some(false) {
            return Self::write(risk, ClassReason::WriteHint);
        }
        if let Some(found) = write_word(claims.name) {
            return Self::write(risk, ClassReason::WriteWord(found.word));
        }
        if claims.is_trusted && claims.read_only == Some(true) && !may_write(claims.name) {
            return Self::read(ClassReason::TrustedHint);
        }
        let classification = Some(Classification::Unclassified);
        Self { classification, risk: Some(risk), reason: ClassReason::Nothing }
    }

    /// Whether the tool is a write, or may be one.
    pub(crate) const fn may_write(&self) -> bool {
        matches!(self.classification, Some(Classification::Write | Classification::Unclassified))
    }

    pub(crate) fn is(&self, classification: Classification) -> bool {
        self.classification == Some(classification)
    }
}

#[cfg(test)]
mod tests;
