//! Which tools a conversation can come to call.

use super::plan::{Plan, Standing};
use crate::tool::{Tool, ToolIndex};

impl Plan {
    /// The tools with sensitive parameters that a conversation can come to call. List filters may hide tools, and the
    /// containers for whose sake a tool is listed from the start: such a tool waits for another container.
    ///
    /// A tool is within reach if it is listed from the start, or if a container that is not hidden reveals it. It does
    /// not matter whether the model can expand that container now: a recovery, a skill or the host may.
    pub(crate) fn sensitive_within_reach<'t>(
        &self,
        tools: &'t [Tool],
        is_hidden: impl Fn(ToolIndex) -> bool,
        is_waiting: impl Fn(ToolIndex) -> bool,
    ) -> impl Iterator<Item = &'t Tool> {
        let is_within_reach = move |index: ToolIndex, tool: &Tool| {
            let is_revealed = || tool.reveal.by.iter().any(|&container| !is_hidden(container));
            !is_hidden(index)
                && match self.standing(index) {
                    Standing::Always(_) => !is_waiting(index) || is_revealed(),
                    Standing::Revealed(_) => is_revealed(),
                    Standing::Never(_) => false,
                }
        };
        let sensitive = tools.iter().enumerate().filter(|(_, tool)| !tool.sensitive_parameters().is_empty());
        sensitive.filter(move |(index, tool)| is_within_reach(*index, tool)).map(|(_, tool)| tool)
    }
}
