//! The names of the tools that a toolbox adds.

use std::borrow::Cow;

use hpd_runtime::list::Access;

use super::{READ_DOCUMENT, READ_RESULT, SEARCH};

/// The qualified id of the tool that calls functions by name, and its name where the host gives it none.
pub(crate) const BRIDGE: &str = "call_function";

/// The names of the tools that the toolbox adds. Their qualified ids are always the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AddedNames {
    /// The one that reads documents.
    pub(crate) reader: Cow<'static, str>,
    /// The one that calls functions by name.
    pub(crate) bridge: Cow<'static, str>,
    /// The one that reads long results.
    pub(crate) results: Cow<'static, str>,
    /// The one that searches for tools.
    pub(crate) search: Cow<'static, str>,
}

impl Default for AddedNames {
    fn default() -> Self {
        Self {
            reader: Cow::Borrowed(READ_DOCUMENT),
            bridge: Cow::Borrowed(BRIDGE),
            results: Cow::Borrowed(READ_RESULT),
            search: Cow::Borrowed(SEARCH),
        }
    }
}

impl AddedNames {
    /// The addition to answers that name the next call, where the list of tools never changes.
    pub(crate) fn through_bridge(&self, access: Access) -> String {
        let bridge = &self.bridge;
        match access {
            Access::Expanded => format!(
                " What a container reveals is never in the list of tools: call it through '{bridge}', by exactly the name \
                 that the expansion told."
            ),
            Access::Open => {
                format!(
                    " What is not in the list of tools is called through '{bridge}', by exactly its name."
                )
            }
        }
    }
}
