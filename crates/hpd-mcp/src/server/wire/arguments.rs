//! The arguments of a call as the client wrote them.

use std::fmt;
use std::sync::Arc;

/// The text of `arguments` in a request, beside a message whose arguments were taken out.
#[derive(Clone, PartialEq, Eq)]
pub(in crate::server) struct RawArguments(pub(in crate::server) Arc<str>);

/// Without the text: debug output may be logged.
impl fmt::Debug for RawArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RawArguments").field("bytes", &self.0.len()).finish()
    }
}
