//! The reason for a class.

use std::fmt;

/// Why a tool has its class. As text it is for the host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClassReason {
    /// A function of this program that says `write`.
    DeclaredWrite,
    /// A function of this program that says `read_only`.
    DeclaredReadOnly,
    /// A function of this program that says neither.
    Undeclared,
    /// The host classified an external tool.
    Host,
    /// The source of an external tool says `destructiveHint: true`.
    DestructiveHint,
    /// The source of an external tool says `readOnlyHint: false`.
    WriteHint,
    /// The name of an external tool has a word that means a change.
    WriteWord(&'static str),
    /// A trusted source says `readOnlyHint: true`.
    TrustedHint,
    /// Nothing classifies an external tool.
    Nothing,
    /// A container only reveals tools.
    Container,
    /// The tool that reads documents of skills.
    Documents,
    /// The tool that reads long results.
    Results,
    /// The tool that searches for tools.
    Search,
    /// The tool has the class of the tool that it calls.
    CalledTool,
}

impl fmt::Display for ClassReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DeclaredWrite => "the function says `write`",
            Self::DeclaredReadOnly => "the function says `read_only`",
            Self::Undeclared => "the function does not say `write`",
            Self::Host => "the host says so",
            Self::DestructiveHint => "its source says `destructiveHint: true`",
            Self::WriteHint => "its source says `readOnlyHint: false`",
            Self::WriteWord(word) => return write!(f, "its name has the word `{word}`"),
            Self::TrustedHint => "its source is trusted, and says `readOnlyHint: true`",
            Self::Nothing => "nothing classifies it",
            Self::Container => "a container only reveals tools",
            Self::Documents => "it only reads documents of skills",
            Self::Results => "it only reads results of other tools",
            Self::Search => "it only searches for tools",
            Self::CalledTool => "it has the class of the tool that it calls",
        })
    }
}
