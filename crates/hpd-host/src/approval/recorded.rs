//! Decisions for another process.

/// A decision that was [recorded](crate::Toolbox::record_decision). Nothing has run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recorded {
    /// The call is approved. A process that has its function runs it.
    Approved,
    /// The call is rejected: it never runs.
    Rejected,
}
