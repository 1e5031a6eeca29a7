//! The facts about a call before its checks.

use hpd_journal::__private::{Secrets, mask_all_but};
use hpd_runtime::__private::text::{HIDDEN, start};
use hpd_runtime::__private::{Reader, has_parameters};
use hpd_runtime::RawCall;
use hpd_runtime::args::Caller;
use serde_json::Value;

use super::super::bridge::inner_call;
use super::super::concealed::Concealing;
use crate::outcome::Outcome;
use crate::session::Session;
use crate::tool::{FunctionRole, Role, Tool};
use crate::toolbox::Toolbox;

/// Bytes of a name that the model made up.
const NAME: usize = 128;

/// The recorded facts about every call.
#[derive(Debug, Default)]
pub(super) struct CallFacts {
    pub(super) call_id: String,
    pub(super) tool: String,
    pub(super) tool_id: Option<String>,
    pub(super) is_write: bool,
    /// The required parameters of a write: its check reads them first.
    pub(super) required: Vec<String>,
    pub(super) arguments: Option<String>,
    pub(super) secrets: Secrets,
    /// Who made it, if the provider said so.
    pub(super) caller: Option<Caller>,
    /// How often the arguments of this write were refused since the user wrote; `None` if never.
    pub(super) refused_before: Option<u32>,
}

impl CallFacts {
    pub(super) fn of(toolbox: &Toolbox, session: &Session, raw: &RawCall) -> Self {
        let tool = toolbox.called(raw);
        if let Some(Role::Bridge(bridge)) = tool.map(|tool| &tool.role)
            && let Ok(inner) = inner_call(bridge, raw)
        {
            let caller = raw.caller().cloned();
            return Self {
                call_id: raw.id.to_string(),
                caller,
                ..Self::of_tool(toolbox, session, &inner.call)
            };
        }
        Self::of_tool(toolbox, session, raw)
    }

    /// The facts about an earlier call whose end is recorded.
    pub(super) fn of_end(toolbox: &Toolbox, name: &str) -> Self {
        let Some(tool) = toolbox.tool(name) else { return Self { tool: name.to_owned(), ..Self::default() } };
        let is_write = tool.is_write();
        let required = if is_write { required_of(tool) } else { Vec::new() };
        // The arguments are unknown here.
        let has_secrets = !tool.sensitive_parameters().is_empty();
        let secrets = if has_secrets { Secrets::unknown() } else { Secrets::default() };
        Self { tool: tool.name().to_owned(), is_write, required, secrets, ..Self::default() }
    }

    /// Takes the tool that a wrong call was passed on to. If no tool has the called name, takes the intended tool.
    pub(super) fn learn_recovered(&mut self, toolbox: &Toolbox, outcome: &Outcome) {
        let Some(recovered) = &outcome.recovered else { return };
        let Some(meant) = recovered.meant.as_deref() else { return };
        if recovered.went_on || self.tool_id.is_none() {
            // The values of the call inside are known already.
            let Self { tool, is_write, required, .. } = Self::of_end(toolbox, meant);
            (self.tool, self.is_write, self.required) = (tool, is_write, required);
        }
    }

    /// Hides an invented name.
    pub(super) fn hide_in_name(&mut self) {
        if self.tool_id.is_none() && !self.tool.is_empty() {
            let hidden = self.secrets.scrub(&self.tool);
            start(&hidden, NAME).clone_into(&mut self.tool);
        }
    }

    fn of_tool(toolbox: &Toolbox, session: &Session, raw: &RawCall) -> Self {
        let tool = toolbox.called(raw);
        let (arguments, secrets) = told_arguments(toolbox, tool, raw);
        let is_write = tool.is_some_and(Tool::is_write);
        let refused = if is_write { session.tries().refusals(toolbox.called_name(raw)) } else { 0 };
        Self {
            call_id: raw.id.to_string(),
            tool: tool.map_or_else(|| raw.name.to_string(), |tool| tool.name().to_owned()),
            tool_id: tool.map(|tool| tool.id().to_string()),
            is_write,
            required: tool.filter(|_| is_write).map(required_of).unwrap_or_default(),
            arguments,
            secrets,
            refused_before: (refused > 0).then_some(refused),
            caller: raw.caller().cloned(),
        }
    }
}

/// The parameters that a tool can't do without, by its schema.
fn required_of(tool: &Tool) -> Vec<String> {
    let Ok(schema) = serde_json::from_str::<Value>(tool.input_schema()) else { return Vec::new() };
    let Some(Value::Array(names)) = schema.get("required") else { return Vec::new() };
    names.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The arguments for the journal: without anything that might be sensitive.
pub(super) fn told_arguments(
    toolbox: &Toolbox,
    tool: Option<&Tool>,
    raw: &RawCall,
) -> (Option<String>, Secrets) {
    let text = raw.raw_text();
    let Some(tool) = tool.filter(|tool| !matches!(tool.role, Role::Bridge(_))) else {
        // The arguments of an unknown tool, or of an unreadable inner call, have unknown parameters. If some tool has
        // secrets, they may be among them.
        let is_harmless = !toolbox.safeguards().has_sensitive_parameters;
        return (is_harmless.then(|| text.to_string()), Secrets::default());
    };
    if let Role::Container(container) = &tool.role {
        let concealing = has_parameters(text).then(|| Concealing::of(toolbox, container)).flatten();
        return match concealing {
            Some(concealing) => concealing.conceal(text, HIDDEN),
            None => (Some(text.to_string()), Secrets::default()),
        };
    }
    let sensitive = tool.sensitive_parameters();
    if sensitive.is_empty() {
        return (Some(text.to_string()), Secrets::default());
    }
    let known = tool.parameter_names();
    let harmless: Vec<_> = known.into_iter().filter(|name| !sensitive.contains(&&**name)).collect();
    let (masked, mut secrets) = mask_all_but(text, &harmless, &sensitive);
    if let Some(received) = toolbox.received(raw) {
        // The value as read may differ, and must not appear in the result either.
        secrets.learn(&mask_all_but(&received, &harmless, &sensitive).1);
    }
    (masked, secrets)
}

impl Toolbox {
    /// The arguments of a valid call as the function receives them, defaults among them, as a JSON text. It reads them
    /// again; no session is asked.
    pub(in super::super) fn received(&self, call: &RawCall) -> Option<String> {
        match &self.called(call)?.role {
            Role::Function(FunctionRole::Here(function)) => {
                Reader::received(&call.arguments, call.stop_reason, &function.plan)
            }
            Role::Function(FunctionRole::External(function)) => {
                Some(function.read(&call.arguments, call.stop_reason).ok()?.arguments)
            }
            Role::Function(FunctionRole::Added(added)) => {
                Some(added.read(&call.arguments, call.stop_reason).ok()?.arguments)
            }
            Role::Bridge(bridge) => self.received(&super::super::inner_call(bridge, call).ok()?.call),
            Role::Container(_) => None,
        }
    }
}
