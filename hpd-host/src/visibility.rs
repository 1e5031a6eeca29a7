//! Which tools the model sees: what is listed from the start, and what expanded containers reveal.

use std::collections::HashSet;

use hpd_runtime::QualifiedId;

use crate::session::Session;
use crate::toolbox::{Tool, Toolbox};

/// The tools that the model sees, in the order of registration.
pub(crate) fn visible<'t>(toolbox: &'t Toolbox, session: &Session) -> Vec<&'t Tool> {
    let expanded = session.expanded();
    let tools = toolbox.all_tools().iter();
    tools.filter(|tool| tool.reveal.always || is_revealed(toolbox, &expanded, tool)).collect()
}

/// Whether the model sees a tool.
#[inline]
pub(crate) fn is_visible(toolbox: &Toolbox, session: &Session, tool: &Tool) -> bool {
    tool.reveal.always || is_revealed(toolbox, &session.expanded(), tool)
}

fn is_revealed(toolbox: &Toolbox, expanded: &HashSet<QualifiedId>, tool: &Tool) -> bool {
    tool.reveal.by.iter().any(|&container| expanded.contains(toolbox.at(container).id()))
}
