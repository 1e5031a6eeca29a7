//! The decisions about a new list, for the log.

use tracing::Level;

use super::explain::explain_all;
use crate::session::Session;
use crate::toolbox::Toolbox;

/// Tells the log, at debug level, how many tools are listed, and which rule showed or hid each. Nothing is worked out unless
/// somebody listens.
#[inline]
pub(super) fn list_changed(toolbox: &Toolbox, session: &Session, listed: usize) {
    if tracing::enabled!(target: "hpd::visibility", Level::DEBUG) {
        tell(toolbox, session, listed);
    }
}

#[cold]
fn tell(toolbox: &Toolbox, session: &Session, listed: usize) {
    let tools = toolbox.all_tools().len();
    tracing::debug!(target: "hpd::visibility", listed, tools, "returning {listed} of {tools} tools");
    for explanation in explain_all(toolbox, toolbox.plan(), session) {
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
