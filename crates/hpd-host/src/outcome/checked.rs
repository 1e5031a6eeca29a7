//! The result of a check without a call.

use std::fmt;

use hpd_runtime::args::Warning;

/// The result of [`Toolbox::check`](crate::Toolbox::check) for a call that would run.
#[derive(Clone, PartialEq, Eq)]
pub struct CheckedCall {
    /// The arguments that the function would receive, as a JSON text; `None` for a container, which would be expanded.
    pub arguments: Option<String>,
    /// The warnings about the arguments.
    pub warnings: Vec<Warning>,
}

/// Leaves out the arguments: debug output may be logged.
impl fmt::Debug for CheckedCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckedCall").field("warnings", &self.warnings).finish_non_exhaustive()
    }
}
