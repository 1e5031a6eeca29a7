//! The result of a check without a call.

use hpd_runtime::args::Warning;

/// The result of [`Toolbox::check`](crate::Toolbox::check) for a call that would run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedCall {
    /// The arguments that the function would receive, as a JSON text; `None` for a container, which would be expanded.
    pub arguments: Option<String>,
    /// The warnings about the arguments.
    pub warnings: Vec<Warning>,
}
