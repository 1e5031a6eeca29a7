//! The tool of a call: the provider's form of the call comes first, then its name.

use hpd_runtime::RawCall;
use hpd_runtime::args::CallForm;

use super::Toolbox;
use crate::tool::{Tool, ToolIndex};

/// Whether a call is a search in the provider's own form. It names no tool, whatever its name is.
#[inline]
pub(crate) fn is_search(call: &RawCall) -> bool {
    call.origin.as_ref().is_some_and(|origin| origin.form == CallForm::ToolSearch)
}

impl Toolbox {
    /// The place of the tool that is called.
    #[inline]
    pub(crate) fn called_index(&self, call: &RawCall) -> Option<ToolIndex> {
        let index = self.registered_called_index(call)?;
        (!self.hides(index)).then_some(index)
    }

    /// The tool that is called, whether list filters hide it or not.
    pub(crate) fn called(&self, call: &RawCall) -> Option<&Tool> {
        self.registered_called_index(call).map(|index| &self.tools.list[index])
    }

    /// The name under which failures of a call are counted: of a search in the provider's form, the tool's own.
    #[inline]
    pub(crate) fn called_name<'a>(&'a self, call: &'a RawCall) -> &'a str {
        if is_search(call) { self.called(call).map_or(&*call.name, Tool::name) } else { &call.name }
    }

    #[inline]
    fn registered_called_index(&self, call: &RawCall) -> Option<ToolIndex> {
        if is_search(call) { self.search() } else { self.registered_index(&call.name) }
    }

    #[cold]
    fn search(&self) -> Option<ToolIndex> {
        self.tools.list.iter().position(Tool::searches)
    }
}
