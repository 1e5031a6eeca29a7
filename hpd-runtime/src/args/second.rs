//! The second reading: into a tree, to list everything that is wrong. It also accepts what is right but not written as
//! the Rust type wants it, such as `3.0` for an integer.

use super::guarded::{Guarded, Watch};
use super::lenient::{Lenient, hide_sensitive};
use super::plan::{ArgumentPlan, ParamPlan};
use super::slot::DynSlot;
use super::{Node, StopReason, SyntaxError, Warning, WarningCode};
use crate::error::{Findings, Path, text};
use crate::repair::Repaired;

/// Reads `text` into a tree and lists everything that is wrong. Slots of parameters with nothing wrong are filled, so that
/// the author's own checks of them are reported with the rest. `None` if the text can't be read at all.
pub(super) fn read<'t>(
    text: &'t str,
    stop_reason: StopReason,
    plan: &ArgumentPlan,
    slots: &mut [&mut dyn DynSlot],
    findings: &mut Findings,
) -> Option<Repaired<'t>> {
    let how = plan.lenient(stop_reason);
    let Repaired { mut tree, mut warnings } = match parse(text, &how, plan) {
        Ok(read) => read,
        Err(error) => {
            findings.add_syntax_error(&error, text);
            return None;
        }
    };
    how.promote_and_check(&mut tree, &mut warnings, findings);
    warnings.extend(ignored(&tree, plan));
    // What is refused needs no values, unless the author's checks of single parameters want to see them.
    if findings.is_empty() || plan.info.params.iter().any(|param| param.custom) {
        add_defaults(&mut tree, plan);
        plan.shape.write_integers(&mut tree);
        fill(&tree, plan, slots, findings);
    }
    hide_sensitive(&mut warnings, findings);
    Some(Repaired { tree, warnings })
}

/// The arguments as the function receives them, as a JSON text.
pub(super) fn received(text: &str, stop_reason: StopReason, plan: &ArgumentPlan) -> Option<String> {
    let mut tree = understand(text, stop_reason, plan).ok()?.tree;
    add_defaults(&mut tree, plan);
    plan.shape.write_integers(&mut tree);
    Some(tree.to_json())
}

/// The same as a tree, and the names of those that are defaults: they were not sent, or sent as `null`.
pub(super) fn resolved(
    text: &str,
    stop_reason: StopReason,
    plan: &ArgumentPlan,
) -> Option<(Node<'static>, Vec<&'static str>)> {
    let mut tree = understand(text, stop_reason, plan).ok()?.tree;
    let sent = Node::parse(text, &plan.limits).ok();
    let is_default = |param: &&ParamPlan| {
        let was_null = || sent.as_ref().is_some_and(|sent| matches!(sent.get(param.name), Some(Node::Null)));
        param.default.is_some() && (tree.get(param.name).is_none() || was_null())
    };
    let defaulted = plan.params.iter().filter(is_default).map(|param| param.name).collect();
    add_defaults(&mut tree, plan);
    plan.shape.write_integers(&mut tree);
    Some((tree.into_owned(), defaulted))
}

/// From text to tree, as forgiving as the policy of the function.
fn understand<'t>(
    text: &'t str,
    stop_reason: StopReason,
    plan: &ArgumentPlan,
) -> Result<Repaired<'t>, SyntaxError> {
    let how = plan.lenient(stop_reason);
    let mut read = parse(text, &how, plan)?;
    how.promote(&mut read.tree, &mut read.warnings);
    Ok(read)
}

fn parse<'t>(text: &'t str, how: &Lenient<'_>, plan: &ArgumentPlan) -> Result<Repaired<'t>, SyntaxError> {
    let mut read = how.parse(text)?;
    replace_nulls(&mut read.tree, plan);
    Ok(read)
}

/// Whether a value passes the rules of its parameter.
pub(super) fn accepts(text: &str, param: &ParamPlan, plan: &ArgumentPlan) -> bool {
    let Some(id) = param.shape else { return true };
    Node::parse(text, &plan.limits).is_ok_and(|tree| plan.shape.accepts_at(id, &tree))
}

/// `null` for a parameter with a default is its default. It stays where it stood, so that a key that comes twice is seen.
fn replace_nulls(tree: &mut Node<'_>, plan: &ArgumentPlan) {
    let Node::Object(members) = tree else { return };
    for (key, value) in members {
        let position = if matches!(value, Node::Null) { plan.position(key, 0) } else { None };
        let default = position.and_then(|position| plan.params[position].default.as_deref());
        if let Some(Ok(default)) = default.map(|text| Node::parse(text, &plan.limits)) {
            *value = default.into_owned();
        }
    }
}

fn add_defaults(tree: &mut Node<'_>, plan: &ArgumentPlan) {
    for ParamPlan { name, default, .. } in &plan.params {
        let absent = tree.get(name).is_none();
        let (Node::Object(members), true, Some(default)) = (&mut *tree, absent, default) else { continue };
        if let Ok(value) = Node::parse(default, &plan.limits) {
            members.push(((*name).into(), value.into_owned()));
        }
    }
}

fn fill(tree: &Node<'_>, plan: &ArgumentPlan, slots: &mut [&mut dyn DynSlot], findings: &mut Findings) {
    let watch = Watch::after_check(&plan.shape, &plan.limits);
    let nothing_wrong = findings.is_empty();
    for (slot, param) in slots.iter_mut().zip(&plan.params) {
        // What the first reading left there.
        slot.clear();
        let Some(value) = tree.get(param.name) else {
            slot.fill_missing();
            continue;
        };
        let text = if param.hides_decimals { with_decimals(value, param, plan) } else { value.to_json() };
        let rules = param.shape.and_then(|id| plan.shape.watched(id));
        let decoded = slot.decode(Guarded::new(&text, &watch, rules));
        // The schema accepts the value, but the type does not decode from it.
        if decoded.is_err() && nothing_wrong {
            findings.report(&Path::ROOT.key(param.name), Some(value), || text::unreadable_value(param.name));
        }
    }
}

fn with_decimals(value: &Node<'_>, param: &ParamPlan, plan: &ArgumentPlan) -> String {
    let mut value = value.clone();
    plan.shape.write_decimals(param.name, &mut value);
    value.to_json()
}

/// Arguments that the function does not know, where it only warns of them.
fn ignored(tree: &Node<'_>, plan: &ArgumentPlan) -> Vec<Warning> {
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
