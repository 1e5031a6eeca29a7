//! An expansion under the policy of a toolbox.

use crate::session::{Seen, Session};
use crate::tool::ToolIndex;
use crate::toolbox::Toolbox;

/// The changes of an expansion.
#[derive(Default)]
pub(crate) struct Expanded {
    /// The container was not expanded before.
    pub(crate) is_new: bool,
    /// Containers collapsed for the limit.
    pub(crate) collapsed: Vec<ToolIndex>,
}

/// Expands a container, and collapses the least recently used ones beyond the limit.
///
/// Each container counts by itself. When an outer one is collapsed, inner ones in use stay expanded, with their members
/// listed.
pub(crate) fn expand(toolbox: &Toolbox, session: &Session, container: ToolIndex) -> Expanded {
    let mut seen = session.seen();
    let is_new = seen.expansions.insert(toolbox.at(container).id());
    let collapsed = match toolbox.plan().policy.max_expanded {
        Some(max) => collapse_beyond(toolbox, &mut seen, container, max),
        None => Vec::new(),
    };
    Expanded { is_new, collapsed }
}

/// Containers that this toolbox does not have neither count nor are collapsed.
fn collapse_beyond(toolbox: &Toolbox, seen: &mut Seen, newest: ToolIndex, max: usize) -> Vec<ToolIndex> {
    let by_use = seen.expansions.by_use().into_iter();
    let mut others: Vec<_> = by_use.filter_map(|id| toolbox.plan().container(id)).collect();
    others.retain(|&container| container != newest);
    others.truncate((others.len() + 1).saturating_sub(max.max(1)));
    for &container in &others {
        seen.expansions.remove(toolbox.at(container).id());
    }
    // Expansions by another principal in the same session may be hidden from this one.
    others.retain(|&container| !toolbox.hides(container));
    others
}
