//! The answers to calls of tools that the session does not see, or that do not exist.

use hpd_journal::__private::shown;

use super::name_resolution::Meaning;
use crate::call_error::{CallMistake, EXACT_NAMES, EXACT_NAMES_ANYWHERE, HiddenTool, UnknownTool};
use crate::listing::{self, Visit, door};
use crate::session::Session;
use crate::tool::ToolIndex;
use crate::toolbox::Toolbox;

impl UnknownTool {
    #[cold]
    pub(super) fn new(toolbox: &Toolbox, session: &Session, name: &str, meaning: Meaning) -> Self {
        let (suggestion, mistake) = match &meaning {
            Meaning::Exactly(index, mistake) => (Some(*index), *mistake),
            Meaning::Nearly(index) => (Some(*index), CallMistake::MisspeltName),
            Meaning::OneOf(_) => (None, CallMistake::MisspeltName),
            Meaning::Nothing => (None, CallMistake::UnknownName),
        };
        let several = if let Meaning::OneOf(several) = meaning { several } else { Vec::new() };
        let retry_guidance = match suggestion {
            None if !several.is_empty() => several_guidance(toolbox, session, &several),
            None => exact_names(toolbox).to_owned(),
            Some(index) if mistake == CallMistake::QualifiedName => {
                let tool = toolbox.at(index);
                let arguments = if tool.is_container() { "NO arguments" } else { "the same arguments" };
                format!("It is called by its own name alone. Call '{}' with {arguments}.", tool.name())
            }
            Some(index) => near_guidance(toolbox, session, index),
        };
        let tool_name = shown(name);
        let name_of = |index: ToolIndex| toolbox.at(index).name().to_owned();
        Self {
            error_type: Self::ERROR_TYPE,
            error_message: format!("There is no tool '{tool_name}'."),
            tool_name,
            suggestion: suggestion.map(name_of),
            suggestions: several.into_iter().map(name_of).collect(),
            retry_guidance: retry_guidance + &toolbox.through_bridge(),
            mistake,
        }
    }
}

/// Where the right names are.
fn exact_names(toolbox: &Toolbox) -> &'static str {
    if toolbox.is_open() { EXACT_NAMES_ANYWHERE } else { EXACT_NAMES }
}

/// Any of several tools may be meant: each is named, with the container that hides it.
fn several_guidance(toolbox: &Toolbox, session: &Session, several: &[ToolIndex]) -> String {
    let mut is_hidden = false;
    let named = several.iter().map(|&index| {
        let name = toolbox.at(index).name();
        let is_seen = listing::may_call(toolbox, session, index, Visit::Look);
        match door(toolbox, session, index) {
            Some(container) if !is_seen => {
                is_hidden = true;
                format!("'{name}', inside the container '{}'", toolbox.at(container).name())
            }
            _ => format!("'{name}'"),
        }
    });
    let named = named.collect::<Vec<_>>().join(", or ");
    let expand = if is_hidden { " To expand a container, call it with NO arguments." } else { "" };
    format!("Did you mean {named}?{expand} {}", exact_names(toolbox))
}

/// A tool that is perhaps meant may be one that a container hides, where the container's name was called with it.
fn near_guidance(toolbox: &Toolbox, session: &Session, tool: ToolIndex) -> String {
    let name = toolbox.at(tool).name();
    let is_seen = listing::may_call(toolbox, session, tool, Visit::Look);
    match door(toolbox, session, tool) {
        Some(container) if !is_seen => {
            let container = toolbox.at(container).name();
            format!(
                "Did you mean '{name}', inside the container '{container}'? First call '{container}' with NO arguments \
                 to expand it, then call '{name}' by its own name."
            )
        }
        _ => format!("Did you mean '{name}'? {}", exact_names(toolbox)),
    }
}

impl HiddenTool {
    #[cold]
    pub(super) fn new(
        toolbox: &Toolbox,
        session: &Session,
        called: &str,
        index: ToolIndex,
        mistake: CallMistake,
    ) -> Self {
        let container =
            door(toolbox, session, index).map(|container| toolbox.at(container).name().to_owned());
        let tool = toolbox.at(index);
        let name = tool.name();
        let again = if mistake == CallMistake::HiddenTool { "again" } else { "by its own name" };
        let (error_message, retry_guidance) = match &container {
            Some(container) => (
                format!("'{name}' is inside the container '{container}', which is not expanded yet."),
                format!(
                    "First call '{container}' with NO arguments to expand it, then call '{name}' {again}."
                ),
            ),
            None => (format!("'{name}' is not available."), exact_names(toolbox).to_owned()),
        };
        Self {
            error_type: Self::ERROR_TYPE,
            tool_name: if mistake == CallMistake::HiddenTool { name.to_owned() } else { shown(called) },
            suggestion: (mistake != CallMistake::HiddenTool).then(|| name.to_owned()),
            container_name: container,
            error_message,
            retry_guidance: retry_guidance + &toolbox.through_bridge(),
            mistake,
            id: tool.id().clone(),
        }
    }
}
