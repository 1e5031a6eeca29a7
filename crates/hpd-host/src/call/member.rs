//! Finds the member that the arguments of a container's call name, and the intended arguments for it.

use std::borrow::Cow;

use hpd_journal::__private::fold;
use hpd_runtime::RawCall;
use hpd_runtime::args::{Limits, Node, Reading, Warning};
use hpd_runtime::repair::repair;
use serde_json::Value;

use super::name_resolution::{NamedMember, member_named};
use crate::session::Session;
use crate::tool::{Tool, ToolIndex};
use crate::toolbox::Toolbox;

/// The call of a member, taken from the arguments of its container.
#[derive(Debug)]
pub(super) struct MeantCall {
    pub(super) member: NamedMember,
    /// Its arguments, as a JSON text.
    pub(super) arguments: String,
    /// Repairs of the text that names it.
    pub(super) warnings: Vec<Warning>,
}

/// Keys under which models name the function that they mean, without case and separators.
pub(super) const NAME_KEYS: [&str; 8] =
    ["function", "name", "tool", "action", "functionname", "toolname", "method", "methodname"];
/// Keys under which they put its arguments.
pub(super) const ARGUMENT_KEYS: [&str; 6] = ["arguments", "parameters", "args", "params", "input", "kwargs"];
/// Keys under which they put the whole call.
pub(super) const CALL_KEYS: [&str; 4] = ["call", "functioncall", "toolcall", "toolcalls"];

/// Objects in each other that are looked into for the name of a member.
const MAX_LEVELS: usize = 3;

/// The only member that the arguments of a container name. They are read like a function's arguments: invalid JSON is
/// repaired if it has one meaning.
#[cold]
pub(super) fn meant_call(
    toolbox: &Toolbox,
    session: &Session,
    members: &[ToolIndex],
    call: &RawCall,
) -> Option<MeantCall> {
    let names = MemberNames { toolbox, session, members };
    let limits = Limits::default();
    let reading = |writes| Reading { leniency: toolbox.leniency(), writes, stop_reason: call.stop_reason };
    let lenient = repair(&call.arguments, &reading(false), &limits).ok()?;
    let (member, arguments) = names.find(lenient.tree, MAX_LEVELS)?;
    let tool = toolbox.at(member.index);
    if tool.may_change() && repair(&call.arguments, &reading(true), &limits).is_err() {
        return None;
    }
    Some(MeantCall { member, arguments, warnings: lenient.warnings })
}

struct MemberNames<'a> {
    toolbox: &'a Toolbox,
    session: &'a Session,
    members: &'a [ToolIndex],
}

type Entries<'n> = Vec<(Cow<'n, str>, Node<'n>)>;

impl MemberNames<'_> {
    /// The member, and its arguments.
    fn find(&self, node: Node<'_>, levels: usize) -> Option<(NamedMember, String)> {
        let Node::Object(mut entries) = node else { return None };
        let levels = levels.checked_sub(1)?;
        let named: Vec<_> =
            entries.iter().enumerate().filter_map(|(at, entry)| Some((at, self.named_by(entry)?))).collect();
        if let Some(&(_, member)) = named.first() {
            // Two keys that name members can't both be meant.
            if named.iter().any(|(_, other)| other.index != member.index) {
                return None;
            }
            named.iter().rev().for_each(|(at, _)| drop(entries.remove(*at)));
            return Some((member, inner_arguments(self.toolbox.at(member.index), entries)));
        }
        let [(key, value)] = entries.as_mut_slice() else { return None };
        let key = fold(key);
        let holds_call = |keys: &[&str]| keys.contains(&key.as_str());
        if holds_call(&NAME_KEYS) || holds_call(&ARGUMENT_KEYS) || holds_call(&CALL_KEYS) {
            return self.find(opened(std::mem::replace(value, Node::Null))?, levels);
        }
        let member = self.member(&entries[0].0)?;
        Some((member, as_arguments(&entries[0].1)?))
    }

    /// The member that an entry of the arguments names by its value.
    fn named_by(&self, (key, value): &(Cow<'_, str>, Node<'_>)) -> Option<NamedMember> {
        let name = value.as_str().filter(|_| NAME_KEYS.contains(&fold(key).as_str()))?;
        self.member(name)
    }

    fn member(&self, name: &str) -> Option<NamedMember> {
        member_named(self.toolbox, self.session, self.members, name)
    }
}

/// An object, also where it was sent as a text, or as the only item of an array.
fn opened(node: Node<'_>) -> Option<Node<'static>> {
    match node {
        Node::Object(_) => Some(node.into_owned()),
        Node::String(text) => Node::parse_object(&text, &Limits::default()).ok().map(Node::into_owned),
        Node::Array(mut items) if items.len() == 1 => opened(items.remove(0)),
        _ => None,
    }
}

/// The arguments for a member: the nested ones, if their key is the only one left and the member does not know it.
/// Otherwise, all that is left.
fn inner_arguments(member: &Tool, rest: Entries<'_>) -> String {
    if let [(key, value)] = rest.as_slice()
        && ARGUMENT_KEYS.contains(&fold(key).as_str())
        && !has_property(member, key)
        && let Some(arguments) = as_arguments(value)
    {
        return arguments;
    }
    Node::Object(rest).to_json()
}

/// A value as the arguments of a call, if it may be that.
fn as_arguments(value: &Node<'_>) -> Option<String> {
    match value {
        Node::Object(_) => Some(value.to_json()),
        Node::String(text) => Some(text.clone().into_owned()),
        Node::Null => Some(String::from("{}")),
        _ => None,
    }
}

fn has_property(tool: &Tool, name: &str) -> bool {
    let schema: Option<Value> = serde_json::from_str(tool.input_schema()).ok();
    schema.is_some_and(|schema| schema["properties"].get(name).is_some())
}
