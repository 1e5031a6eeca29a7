//! Arguments inside a wrapper: models repeat the form of a call inside the arguments of one.

use std::borrow::Cow;

use hpd_json::{Leniency, Node, SyntaxErrorKind, Warning, WarningCode};

use super::call_form::{Form, KeyRole, form, names_fields};
use super::lenient::Lenient;

/// Takes the arguments out of `{"arguments": {..}}`, or out of a call with the tool's own name, once. Only where the
/// schema does not know these keys. A lone wrapper that the schema accepts is opened only if it holds nothing but
/// declared fields.
///
/// # Errors
///
/// A call of another tool, or one of this tool that may be arguments. Where the schema is closed, the check says so.
pub(super) fn unwrap(
    tree: &mut Node<'_>,
    how: &Lenient<'_>,
    warnings: &mut Vec<Warning>,
) -> Result<(), SyntaxErrorKind> {
    let is_strict = how.reading.leniency == Leniency::Strict;
    let taken = match form(tree, how) {
        Form::Nothing => return Ok(()),
        Form::Refused(kind) => return how.refuse_call(kind),
        // A strict reading takes nothing apart.
        Form::Call { .. } if is_strict => return how.refuse_call(SyntaxErrorKind::RepeatedCall),
        Form::Call { inner, key } => take(inner, how).map(|inner| (inner, key.to_owned())),
        Form::Lone { inner, key } => {
            let taken = take(inner, how);
            let Some(mut taken) = taken else { return Ok(()) };
            refuse_calls_in(&taken, how)?;
            if is_strict {
                return Ok(());
            }
            let lacks_closer = warnings.iter().any(|warning| warning.code == WarningCode::MissingCloser);
            let is_closed = lacks_closer && close_before_name(&mut taken, how)?;
            if !is_closed && how.shape.accepts(tree) && !names_fields(&taken, how) {
                return Ok(());
            }
            Some((taken, key.to_owned()))
        }
    };
    let Some((inner, key)) = taken else { return Ok(()) };
    let message = format!("the arguments were taken out of \"{key}\"");
    *tree = inner;
    warnings.push(Warning::new(WarningCode::Unwrapped, "", message));
    refuse_calls_in(tree, how)
}

/// Refuses arguments from a call that are a call themselves.
fn refuse_calls_in(taken: &Node<'_>, how: &Lenient<'_>) -> Result<(), SyntaxErrorKind> {
    match form(taken, how) {
        Form::Refused(kind) => how.refuse_call(kind),
        Form::Call { .. } => how.refuse_call(SyntaxErrorKind::RepeatedCall),
        Form::Nothing | Form::Lone { .. } => Ok(()),
    }
}

/// Whether a tree is a call of this tool by name.
///
/// # Errors
///
/// As [`unwrap`].
pub(super) fn is_own_call(tree: &Node<'_>, how: &Lenient<'_>) -> Result<bool, SyntaxErrorKind> {
    match form(tree, how) {
        Form::Call { .. } => Ok(true),
        Form::Refused(kind) => how.refuse_call(kind).map(|()| false),
        Form::Nothing | Form::Lone { .. } => Ok(false),
    }
}

/// The arguments in a tree that is a call of this tool by name; `None` if it is no call.
///
/// # Errors
///
/// A call of another tool, or one that can't be told from arguments.
pub(super) fn own_arguments<'a>(
    tree: &Node<'a>,
    how: &Lenient<'_>,
) -> Result<Option<Node<'a>>, SyntaxErrorKind> {
    match form(tree, how) {
        Form::Call { inner, .. } => take(inner, how).map(Some).ok_or(SyntaxErrorKind::Ambiguous),
        Form::Refused(kind) => Err(kind),
        Form::Nothing | Form::Lone { .. } => Ok(None),
    }
}

/// The arguments in a wrapper: an object, a text of one, or nothing.
fn take<'a>(inner: &Node<'a>, how: &Lenient<'_>) -> Option<Node<'a>> {
    match inner {
        Node::Object(_) => Some(inner.clone()),
        Node::Null => Some(Node::Object(Vec::new())),
        Node::String(text) if text.trim().is_empty() => Some(Node::Object(Vec::new())),
        Node::String(text) => Node::parse_object(text, how.limits).ok().map(Node::into_owned),
        _ => None,
    }
}

/// Closes arguments before the tool's own name, where a lost brace put it into them, as the last of all members.
/// Returns whether it was there.
///
/// # Errors
///
/// A name that is not the last member, or not that of this tool: the arguments may end anywhere.
fn close_before_name(inner: &mut Node<'_>, how: &Lenient<'_>) -> Result<bool, SyntaxErrorKind> {
    let mut node = inner;
    let mut is_outermost = true;
    loop {
        let Node::Object(members) = node else { return Ok(false) };
        let is_name = |(key, value): &(Cow<'_, str>, Node<'_>)| {
            let Some(name) = value.as_str().filter(|_| KeyRole::of(key) == KeyRole::Name) else {
                return false;
            };
            how.is_known_name(name) || (is_outermost && !how.shape.lists_key(key))
        };
        if let Some(place) = members.iter().position(is_name) {
            let (key, name) = &members[place];
            let is_own = name.as_str().is_some_and(|name| how.is_known_name(name));
            let is_field = is_outermost && how.shape.lists_key(key);
            if !is_own || is_field || place + 1 < members.len() {
                return Err(SyntaxErrorKind::Ambiguous);
            }
            members.pop();
            // The kind and the id of the call are no arguments either.
            let is_beside = |(key, _): &(Cow<'_, str>, Node<'_>)| KeyRole::of(key) == KeyRole::Beside;
            let is_field = |(key, _): &(Cow<'_, str>, Node<'_>)| how.shape.lists_spelling(key);
            let is_clear = members.last().is_none_or(|last| !is_beside(last) || is_field(last));
            return if is_clear { Ok(true) } else { Err(SyntaxErrorKind::Ambiguous) };
        }
        let Some((_, last)) = members.last_mut() else { return Ok(false) };
        node = last;
        is_outermost = false;
    }
}
