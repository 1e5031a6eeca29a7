//! The decisions about a new list and about hidden tools, for the log.

use tracing::Level;

use super::explain::{explain_all, explain_one};
use crate::session::Session;
use crate::toolbox::Toolbox;

/// Logs, at debug level, how many tools are listed, and which rule showed or hid each. Nothing is computed if the level
/// is off.
#[inline]
pub(super) fn list_changed(toolbox: &Toolbox, session: &Session, listed: usize) {
    // Under a target of its own, so that who wants one line does not get a line a tool.
    if tracing::enabled!(target: "hpd::visibility::list", Level::DEBUG) {
        summarize(toolbox.all_tools().len(), listed);
    }
    if tracing::enabled!(target: "hpd::visibility", Level::DEBUG) {
        tell(toolbox, session);
    }
}

#[cold]
fn summarize(tools: usize, listed: usize) {
    tracing::debug!(target: "hpd::visibility::list", listed, tools, "returning {listed} of {tools} tools");
}

#[cold]
fn tell(toolbox: &Toolbox, session: &Session) {
    for explanation in explain_all(toolbox, toolbox.plan(), toolbox.ways().list, session) {
        tracing::debug!(
            target: "hpd::visibility",
            tool = %explanation.tool,
            visible = explanation.visible,
            rule = explanation.rule.name(),
            container = explanation.container.as_ref().map(tracing::field::display),
            "{explanation}"
        );
    }
}

impl Toolbox {
    /// Logs a call of a tool that list filters hide. The model reads that there is no such tool.
    #[cold]
    pub(crate) fn note_hidden(&self, session: &Session, name: &str) {
        let hidden = self.registered_index(name).filter(|&tool| self.hides(tool));
        if let Some(tool) = hidden {
            let explanation = explain_one(self, session, tool);
            tracing::debug!(target: "hpd::call", "a call of a tool that is not shown: {explanation}");
        }
    }
}
