//! Access: which tools may be called.

use std::collections::VecDeque;

use hpd_runtime::list::ListMode;

use crate::session::{Expansions, Session};
use crate::tool::{Library, Role, StoredDocument, ToolIndex, found_id};
use crate::toolbox::Toolbox;
use crate::visibility::Standing;

/// Whether a call is made or only looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visit {
    /// It counts as a use of the containers that reveal the tool.
    Call,
    /// It leaves no trace.
    Look,
}

/// Whether a session may call a tool. Listed tools may be called, and tools that a changeable list would show. An
/// expanded container may be called too, listed or not, since expanding again is harmless. Where access is open, tools
/// may be called that a sequence of expansions would reveal.
#[inline]
pub(crate) fn may_call(toolbox: &Toolbox, session: &Session, tool: ToolIndex, visit: Visit) -> bool {
    if toolbox.hides(tool) {
        return false;
    }
    is_always_listed(toolbox, tool)
        || may_call_now(toolbox, session, tool, visit)
        || is_reached_openly(toolbox, session, tool)
}

#[inline]
fn is_always_listed(toolbox: &Toolbox, tool: ToolIndex) -> bool {
    toolbox.at(tool).reveal.always && !toolbox.is_waiting(tool)
}

fn may_call_now(toolbox: &Toolbox, session: &Session, tool: ToolIndex, visit: Visit) -> bool {
    let expansions = &mut session.seen().expansions;
    let is_revealed = is_revealed(toolbox, expansions, tool);
    if is_revealed && visit == Visit::Call && toolbox.plan().policy.max_expanded.is_some() {
        for &container in &toolbox.at(tool).reveal.by {
            expansions.touch(toolbox.at(container).id());
        }
    }
    is_revealed || is_expanded_container(toolbox, expansions, tool)
}

/// Whether a tool is called without an expansion that reveals it.
fn is_reached_openly(toolbox: &Toolbox, session: &Session, tool: ToolIndex) -> bool {
    if toolbox.plan().bridge == Some(tool) {
        return toolbox.is_open() || toolbox.ways().list == ListMode::Constant;
    }
    if toolbox.plan().results == Some(tool) {
        // A list that never changes has it from the start. A session that is known by its id alone remembers no preview, and
        // its client may have read one: a wrong id is answered as one that is not there.
        return toolbox.lists_results() || (toolbox.is_open() && session.id().is_some());
    }
    toolbox.is_open() && door(toolbox, session, tool).is_some()
}

fn is_revealed(toolbox: &Toolbox, expansions: &Expansions, tool: ToolIndex) -> bool {
    let by = &toolbox.at(tool).reveal.by;
    let is_found =
        |tool: ToolIndex| !expansions.is_empty() && expansions.contains(&found_id(toolbox.at(tool).id()));
    (matches!(toolbox.plan().standing(tool), Standing::Revealed(_)) || toolbox.is_waiting(tool))
        && (by
            .iter()
            .any(|&container| expansions.contains(toolbox.at(container).id()) && !toolbox.hides(container))
            || is_found(tool))
}

fn is_expanded_container(toolbox: &Toolbox, expansions: &Expansions, tool: ToolIndex) -> bool {
    let tool = toolbox.at(tool);
    matches!(tool.role, Role::Container(_)) && expansions.contains(tool.id())
}

/// The container to expand on the way to a hidden tool: the nearest one around it that may be called now. `None` if the
/// model can't get there.
pub(crate) fn door(toolbox: &Toolbox, session: &Session, tool: ToolIndex) -> Option<ToolIndex> {
    if matches!(toolbox.plan().standing(tool), Standing::Never(_)) || toolbox.hides(tool) {
        return None;
    }
    let expansions = &session.seen().expansions;
    let mut around: VecDeque<ToolIndex> = toolbox.at(tool).reveal.by.iter().copied().collect();
    let mut known: Vec<_> = around.iter().copied().collect();
    while let Some(container) = around.pop_front() {
        if toolbox.hides(container) {
            continue;
        }
        let candidate = toolbox.at(container);
        if is_always_listed(toolbox, container) || is_revealed(toolbox, expansions, container) {
            return Some(container);
        }
        if let Standing::Never(_) = toolbox.plan().standing(container) {
            continue;
        }
        for &outer in &candidate.reveal.by {
            if !known.contains(&outer) {
                known.push(outer);
                around.push_back(outer);
            }
        }
    }
    None
}

impl Library {
    /// The documents that a session may read, in the order of registration.
    pub(crate) fn readable<'l>(
        &'l self,
        toolbox: &'l Toolbox,
        session: &'l Session,
    ) -> impl Iterator<Item = &'l StoredDocument> {
        self.documents.iter().filter(|document| document.is_open(toolbox, session))
    }
}

impl StoredDocument {
    /// Whether a session may read it: one of its skills is expanded, or may be called where access is open.
    pub(crate) fn is_open(&self, toolbox: &Toolbox, session: &Session) -> bool {
        let is_expanded = |skill| session.seen().expansions.contains(toolbox.at(skill).id());
        let may_read = |skill| {
            is_expanded(skill) || (toolbox.is_open() && may_call(toolbox, session, skill, Visit::Look))
        };
        self.skills.iter().any(|&skill| !toolbox.hides(skill) && may_read(skill))
    }
}
