//! The second reading: into a tree, to list all errors. It also accepts right values in another form than the Rust
//! type's, such as `3.0` for an integer.

use hpd_json::__private::Path;
use hpd_json::{Node, StopReason, SyntaxError, Warning, WarningCode};
use hpd_repair::__private::Repaired;
use hpd_schema::__private::error::{Findings, text};

use super::guarded::{Guarded, Watch};
use super::lenient::hide_sensitive;
use super::plan::{ParamPlan, ReadingPlan};
use super::slot::DynSlot;
use crate::request::{RawCall, ToolCallRequest};

/// Reads `text` into a tree and lists everything that is wrong. Slots of parameters with nothing wrong are
/// filled, so that errors of the author's checks are reported with the other errors. `None` if the text can't
/// be read at all.
pub(super) fn read<'t>(
    text: &'t str,
    stop_reason: StopReason,
    plan: &ReadingPlan,
    slots: &mut [&mut dyn DynSlot],
    findings: &mut Findings,
) -> Option<Repaired<'t>> {
    let read = plan.lenient(stop_reason).understand_and_check(text, |key| default_for(key, plan), findings);
    let Repaired { mut tree, mut warnings } = match read {
        Ok(read) => read,
        Err(error) => {
            if !(plan.reads_anything() && fill_absent(plan, slots)) {
                findings.add_syntax_error(&error, text);
            }
            return None;
        }
    };
    warnings.extend(ignored(&tree, plan));
    // A refused call needs no values, except for the author's checks of single parameters.
    if findings.is_empty() || plan.has_custom() {
        add_defaults(&mut tree, plan);
        plan.shape.write_integers(&mut tree);
        fill(&tree, plan, slots, findings);
    }
    hide_sensitive(&mut warnings, findings);
    Some(Repaired { tree, warnings })
}

/// The arguments as the function receives them, as a JSON text.
pub(super) fn received(text: &str, stop_reason: StopReason, plan: &ReadingPlan) -> Option<String> {
    let mut tree = sent(text, stop_reason, plan)?;
    add_defaults(&mut tree, plan);
    plan.shape.write_integers(&mut tree);
    Some(tree.to_json())
}

/// The received arguments as a JSON tree, with the names of defaulted ones: absent, or sent as `null`.
pub(super) fn resolved(
    text: &str,
    stop_reason: StopReason,
    plan: &ReadingPlan,
) -> Option<(Node<'static>, Vec<&'static str>)> {
    let mut tree = sent(text, stop_reason, plan)?;
    // A read may get a struct from an array. Checks that name fields must not pass over it.
    if !plan.shape.accepts(&tree) {
        return None;
    }
    let is_absent = |param: &&ParamPlan| param.default.is_some() && tree.get(param.name).is_none();
    let defaulted = plan.params.iter().filter(is_absent).map(|param| param.name).collect();
    add_defaults(&mut tree, plan);
    plan.shape.write_integers(&mut tree);
    Some((tree.into_owned(), defaulted))
}

/// The function's view of a text. An unreadable text has no arguments, if the function accepts such texts.
fn sent<'t>(text: &'t str, stop_reason: StopReason, plan: &ReadingPlan) -> Option<Node<'t>> {
    match understand(text, stop_reason, plan) {
        Ok(read) => Some(read.tree),
        Err(_) if plan.reads_anything() => Some(Node::Object(Vec::new())),
        Err(_) => None,
    }
}

/// The call as a function gets it that takes the request.
#[cold]
pub(super) fn request(
    call: &RawCall,
    stop_reason: StopReason,
    plan: &ReadingPlan,
    warnings: &[Warning],
) -> ToolCallRequest {
    match understand(&call.arguments, stop_reason, plan) {
        Ok(Repaired { mut tree, .. }) => {
            plan.shape.write_integers(&mut tree);
            ToolCallRequest::understood(call, tree, warnings.to_vec())
        }
        Err(error) => ToolCallRequest::unread(call, &error),
    }
}

/// From text to tree, as forgiving as the leniency of the function. Defaults are not filled in.
pub(super) fn understand<'t>(
    text: &'t str,
    stop_reason: StopReason,
    plan: &ReadingPlan,
) -> Result<Repaired<'t>, SyntaxError> {
    // The check finds all errors.
    plan.lenient(stop_reason).understand(text, |key| default_for(key, plan), &mut Findings::default())
}

/// Whether a value passes the rules of its parameter, and has no keys that the schema does not declare, where the type
/// might read them.
pub(super) fn accepts(text: &str, param: &ParamPlan, plan: &ReadingPlan) -> bool {
    let Some(id) = param.shape else { return true };
    Node::parse(text, &plan.limits).is_ok_and(|mut tree| {
        plan.shape.accepts_at(id, &tree)
            && !(plan.compares_keys(param) && plan.shape.drop_undeclared(id, &mut tree))
    })
}

fn default_for(key: &str, plan: &ReadingPlan) -> Option<Node<'static>> {
    default_of(&plan.params[plan.position(key, 0)?], plan)
}

fn default_of(param: &ParamPlan, plan: &ReadingPlan) -> Option<Node<'static>> {
    Node::parse(param.default.as_deref()?, &plan.limits).ok().map(Node::into_owned)
}

fn add_defaults(tree: &mut Node<'_>, plan: &ReadingPlan) {
    for param in &plan.params {
        let default = if tree.get(param.name).is_none() { default_of(param, plan) } else { None };
        if let (Node::Object(members), Some(default)) = (&mut *tree, default) {
            members.push((param.name.into(), default));
        }
    }
}

/// Fills the slots as if no argument was sent; whether that can be.
fn fill_absent(plan: &ReadingPlan, slots: &mut [&mut dyn DynSlot]) -> bool {
    if let (Some(_), Some(slot)) = (&plan.whole, slots.first_mut()) {
        slot.clear();
        return slot.decode(Guarded::plain("{}")).is_ok();
    }
    slots.iter_mut().zip(&plan.params).all(|(slot, param)| {
        // The rest of the first reading.
        slot.clear();
        match &param.default {
            Some(default) => slot.decode(Guarded::plain(default)).is_ok(),
            None => slot.fill_missing(),
        }
    })
}

fn fill(tree: &Node<'_>, plan: &ReadingPlan, slots: &mut [&mut dyn DynSlot], findings: &mut Findings) {
    let watch = Watch::after_check(&plan.shape, &plan.limits);
    let nothing_wrong = findings.is_empty();
    if let (Some(whole), Some(slot)) = (&plan.whole, slots.first_mut()) {
        slot.clear();
        let text = for_struct(tree, whole, plan);
        let rules = whole.shape.and_then(|id| plan.shape.streaming_rules(id));
        let is_read = slot.decode(Guarded::new(&text, &watch, rules)).is_ok_and(|read| read == text.len());
        if !is_read && nothing_wrong {
            slot.clear();
            findings.report(&Path::ROOT, None, || text::unreadable_value(""));
        }
        return;
    }
    for (slot, param) in slots.iter_mut().zip(&plan.params) {
        // The rest of the first reading.
        slot.clear();
        let Some(value) = tree.get(param.name) else {
            slot.fill_missing();
            continue;
        };
        let text = for_type(value, param, plan);
        let rules = param.shape.and_then(|id| plan.shape.streaming_rules(id));
        // Of `1e40`, serde reads a 128-bit integer as far as the 1.
        if slot.decode(Guarded::new(&text, &watch, rules)).is_ok_and(|read| read == text.len()) {
            continue;
        }
        slot.clear();
        // The schema accepts the value, but the type does not decode from it.
        if nothing_wrong {
            findings.report(&Path::ROOT.key(param.name), Some(value), || text::unreadable_value(param.name));
        }
    }
}

/// The text of a value as its type decodes it: decimals in unions as texts, and without keys that the schema does not
/// declare. serde ignores those, but for aliases.
fn for_type(value: &Node<'_>, param: &ParamPlan, plan: &ReadingPlan) -> String {
    let compares_keys = plan.compares_keys(param);
    if !param.hides_decimals && !compares_keys {
        return value.to_json();
    }
    let mut value = value.clone();
    if let Some(id) = param.shape.filter(|_| compares_keys) {
        plan.shape.drop_undeclared(id, &mut value);
    }
    if param.hides_decimals {
        plan.shape.write_decimals(param.name, &mut value);
    }
    value.to_json()
}

/// The same for a struct that takes all arguments.
fn for_struct(tree: &Node<'_>, whole: &ParamPlan, plan: &ReadingPlan) -> String {
    let Node::Object(members) = tree else { return tree.to_json() };
    let known = members.iter().filter(|(key, _)| plan.position(key, 0).is_some()).cloned();
    let mut known = Node::Object(known.collect());
    if let Some(id) = whole.shape.filter(|_| plan.compares_keys(whole)) {
        plan.shape.drop_undeclared(id, &mut known);
    }
    if let (true, Node::Object(members)) = (whole.hides_decimals, &mut known) {
        for (key, value) in members {
            plan.shape.write_decimals(key, value);
        }
    }
    known.to_json()
}

/// Arguments that the function does not know, where it only warns of them.
fn ignored(tree: &Node<'_>, plan: &ReadingPlan) -> Vec<Warning> {
    let Node::Object(members) = tree else { return Vec::new() };
    if plan.refuses_unknown() {
        return Vec::new();
    }
    let unknown = members.iter().filter(|(key, _)| plan.position(key, 0).is_none());
    unknown
        .map(|(key, _)| {
            let message = format!("the argument {key} is not known and was ignored");
            Warning::new(WarningCode::UnknownField, Path::ROOT.key(key).pointer(), message)
        })
        .collect()
}
