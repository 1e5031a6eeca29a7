//! Calls that are wrong, although it is plain what was meant: what the host's [`Recovery`] makes of them.

use futures_util::future::BoxFuture;
use hpd_runtime::args::{Limits, Node};
use hpd_runtime::{CallContext, RawCall, TurnContext};
use serde_json::Value;

use super::error::CallError;
use super::expand::expand_container;
use super::gate::Recovering;
use super::meaning::member_named;
use super::parse::ParsedCall;
use super::unknown::Mistake;
use crate::outcome::{Expansion, Outcome, OutcomeKind, Recovered};
use crate::session::Session;
use crate::toolbox::{Recovery, Role, Tool, ToolIndex, Toolbox};
use crate::visibility::{self, Visit, door};

/// A call that is set right.
pub(super) struct RecoverCall {
    mistake: Mistake,
    /// The container that was called, to be expanded.
    container: Option<ToolIndex>,
    /// The tool that was meant.
    meant: Option<ToolIndex>,
    /// What `meant` is called with; `None` if it is not to be called.
    arguments: Option<String>,
}

/// What is made of the call of a tool by a wrong name, or of one that is hidden; `None` if it stays an error.
#[cold]
pub(super) fn of_name(
    how: &Recovering<'_>,
    call: ParsedCall<'_>,
    meant: ToolIndex,
    mistake: Mistake,
) -> Option<RecoverCall> {
    let Recovering { toolbox, session, recovery } = *how;
    let is_hidden = !visibility::may_call(toolbox, session, meant, Visit::Look);
    if is_hidden && door(toolbox, session, meant).is_none() {
        return None;
    }
    let arguments = match recovery {
        Recovery::Reject => return None,
        // There is nothing to expand.
        Recovery::Expand if !is_hidden => return None,
        Recovery::Expand => None,
        Recovery::ExpandAndRun => Some(call.arguments().to_owned()),
    };
    Some(RecoverCall { mistake, container: None, meant: Some(meant), arguments })
}

/// What is made of a container that was called with parameters; `None` if it stays an error.
#[cold]
pub(super) fn of_container(
    how: &Recovering<'_>,
    call: ParsedCall<'_>,
    container: ToolIndex,
) -> Option<RecoverCall> {
    let Recovering { toolbox, session, recovery } = *how;
    let named = match recovery {
        Recovery::Reject => return None,
        Recovery::Expand | Recovery::ExpandAndRun => {
            named_member(toolbox, session, container, call.arguments())
        }
    };
    let (meant, arguments) = match named {
        Some((meant, arguments)) => (Some(meant), Some(arguments)),
        None => (None, None),
    };
    let arguments = arguments.filter(|_| recovery == Recovery::ExpandAndRun);
    let mistake = Mistake::ContainerWithParameters;
    Some(RecoverCall { mistake, container: Some(container), meant, arguments })
}

/// Sets a call right, and says how. What goes on goes on through every check; in a box, since it goes the whole way again.
pub(super) fn answer<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
    raw: &'a RawCall,
    call: RecoverCall,
) -> BoxFuture<'a, Outcome> {
    Box::pin(set_right(toolbox, session, turn, raw, call))
}

async fn set_right(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    raw: &RawCall,
    call: RecoverCall,
) -> Outcome {
    let expanded = expand_all(toolbox, session, &call);
    let meant = call.meant.map(|index| toolbox.at(index).name().to_owned());
    let mut recovered = Recovered { mistake: call.mistake, expanded, meant, ran: None };
    let outcome = if let (Some(name), Some(arguments)) = (recovered.meant.clone(), call.arguments) {
        let inner = RawCall::new(raw.id.clone(), name.clone(), arguments).stopped_by(raw.stop_reason);
        let mut outcome =
            super::answer_call(toolbox, session, turn, &inner, Recovery::Reject, super::Part::Inner).await;
        if let OutcomeKind::Error(CallError::Validation(response)) = &mut outcome.kind {
            let through = toolbox.through_bridge();
            response.retry_guidance =
                format!("{} Call '{name}' by its own name.{through}", response.retry_guidance);
        }
        recovered.ran = Some(name);
        outcome
    } else {
        let expansion = recovered.expanded.last().cloned();
        // There is a container to expand, or the call would have stayed an error.
        let kind = OutcomeKind::Expanded(Box::new(expansion.unwrap_or_default()));
        Outcome::new(CallContext::new(raw, turn), kind)
    };
    Outcome { tool_name: raw.name.clone(), recovered: Some(Box::new(recovered)), ..outcome }
}

/// Expands the container that was called, and those on the way to the tool that was meant, from the outside inwards.
fn expand_all(toolbox: &Toolbox, session: &Session, call: &RecoverCall) -> Vec<Expansion> {
    let mut expanded: Vec<_> = call
        .container
        .and_then(|container| expand_container(toolbox, session, container))
        .into_iter()
        .collect();
    // A container that was called needs no more than itself, unless a member was meant that it does not show.
    let Some(meant) = call.meant else { return expanded };
    while !visibility::may_call(toolbox, session, meant, Visit::Look) {
        let next = door(toolbox, session, meant);
        let expansion = next.and_then(|container| expand_container(toolbox, session, container));
        match expansion {
            // A cap may collapse what was expanded just now: no container is expanded twice for one call.
            Some(expansion) if !expanded.iter().any(|known| known.container == expansion.container) => {
                expanded.push(expansion);
            }
            _ => break,
        }
    }
    expanded
}

/// Keys under which models name the function that they mean.
const NAME_KEYS: [&str; 4] = ["function", "name", "tool", "action"];
/// Keys under which they put its arguments.
const ARGUMENT_KEYS: [&str; 4] = ["arguments", "parameters", "args", "params"];

/// The one member that the arguments of a container name, and what it is called with.
fn named_member(
    toolbox: &Toolbox,
    session: &Session,
    container: ToolIndex,
    arguments: &str,
) -> Option<(ToolIndex, String)> {
    let Role::Container(role) = &toolbox.at(container).role else { return None };
    let Ok(Node::Object(members)) = Node::parse_object(arguments, &Limits::default()) else { return None };
    let mut named = members.iter().enumerate().filter_map(|(at, (key, value))| {
        let name = value.as_str().filter(|_| NAME_KEYS.contains(&key.as_ref()))?;
        Some((at, member_named(toolbox, session, &role.members, name)?))
    });
    let (at, member) = named.next()?;
    // Two keys that name members can't both be meant.
    if named.next().is_some() {
        return None;
    }
    let mut rest = members.clone();
    rest.remove(at);
    Some((member, inner_arguments(toolbox.at(member), rest)))
}

/// What a member is called with: the arguments inside, where they stand under a key of their own that the member does not
/// know, or else all that is left.
fn inner_arguments(member: &Tool, rest: Vec<(std::borrow::Cow<'_, str>, Node<'_>)>) -> String {
    if let [(key, value)] = rest.as_slice()
        && ARGUMENT_KEYS.contains(&key.as_ref())
        && !has_property(member, key)
    {
        match value {
            Node::Object(_) => return value.to_json(),
            Node::String(text) => return text.clone().into_owned(),
            Node::Null => return String::from("{}"),
            _ => {}
        }
    }
    Node::Object(rest).to_json()
}

fn has_property(tool: &Tool, name: &str) -> bool {
    let schema: Option<Value> = serde_json::from_str(tool.input_schema()).ok();
    schema.is_some_and(|schema| schema["properties"].get(name).is_some())
}
