//! Arguments inside a wrapper: models repeat the form of a call inside the arguments of one.

use std::borrow::Cow;

use hpd_json::{Leniency, Node, SyntaxErrorKind, Warning, WarningCode};

use super::lenient::Lenient;

type Members<'a> = [(Cow<'a, str>, Node<'a>)];

/// The meaning of a key in the form of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum KeyRole {
    /// The tool's name.
    Name,
    /// The arguments, with or without a name beside them.
    Inner,
    /// The arguments, only beside a name.
    NamedInner,
    /// The call itself.
    Holder,
    /// Something that calls have besides, and that says nothing about the arguments.
    Beside,
    Other,
}

impl KeyRole {
    fn of(key: &str) -> Self {
        match key {
            "name" | "tool" | "function" | "tool_name" | "function_name" | "recipient_name" => Self::Name,
            "arguments" | "parameters" => Self::Inner,
            "input" | "args" => Self::NamedInner,
            "function_call" | "functionCall" | "tool_call" | "tool_use" | "tool_calls" => Self::Holder,
            "type" | "id" | "call_id" | "tool_call_id" | "index" | "status" => Self::Beside,
            _ => Self::Other,
        }
    }
}

/// The kinds of calls that `type` names.
const KINDS: [&str; 4] = ["function", "function_call", "tool_use", "tool_call"];
/// How far the form of a call is looked for inside another.
const FAR: usize = 2;

/// The form of a call in a tree.
enum Form<'n, 'a> {
    /// There is none.
    Nothing,
    /// A call of this tool: its arguments, and the key that they have.
    Call { inner: &'n Node<'a>, key: &'n str },
    /// Arguments alone, under this key.
    Lone { inner: &'n Node<'a>, key: &'n str },
    /// A call of another tool, or one that can't be told from arguments.
    Refused(SyntaxErrorKind),
}

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
        Form::Lone { .. } if is_strict => return Ok(()),
        Form::Call { inner, key } => take(inner, how).map(|inner| (inner, key.to_owned())),
        Form::Lone { inner, key } => {
            let taken = take(inner, how);
            let Some(mut taken) = taken else { return Ok(()) };
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
    match form(tree, how) {
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

fn form<'n, 'a>(tree: &'n Node<'a>, how: &Lenient<'_>) -> Form<'n, 'a> {
    let Node::Object(members) = tree else { return Form::Nothing };
    let may_be_call = |key: &str| !matches!(KeyRole::of(key), KeyRole::Beside | KeyRole::Other);
    // Nearly no arguments have such keys.
    if members.iter().any(|(key, _)| may_be_call(key)) { call(members, how, FAR) } else { Form::Nothing }
}

/// The form of a call among members: of the arguments, or of a call inside of them.
fn call<'n, 'a>(members: &'n Members<'a>, how: &Lenient<'_>, far: usize) -> Form<'n, 'a> {
    // Keys of an inner call are none of the schema's.
    let is_listed = |key: &str| far == FAR && how.shape.lists_key(key);
    if let Some(held) = held(members, how, is_listed, far) {
        return held;
    }
    let mut names = members
        .iter()
        .filter(|(key, value)| KeyRole::of(key) == KeyRole::Name && matches!(value, Node::String(_)));
    let mut inners =
        members.iter().filter(|(key, _)| matches!(KeyRole::of(key), KeyRole::Inner | KeyRole::NamedInner));
    let (name, inner) = (names.next(), inners.next());
    let (Some((inner_key, inner)), None, None) = (inner, inners.next(), names.next()) else {
        return Form::Nothing;
    };
    let Some((name_key, name)) = name else {
        let is_lone = members.len() == 1 && KeyRole::of(inner_key) == KeyRole::Inner;
        let is_lone = is_lone && far == FAR && !is_listed(inner_key);
        return if is_lone { Form::Lone { inner, key: inner_key } } else { Form::Nothing };
    };
    let listed = [name_key, inner_key].into_iter().filter(|key| is_listed(key)).count();
    // The tool itself takes calls.
    if listed == 2 || !holds_arguments(inner, how) {
        return Form::Nothing;
    }
    let is_own = how.is_own_name(name.as_str().unwrap_or_default());
    let is_safe = |(key, value): &(Cow<'_, str>, Node<'_>)| {
        key == name_key || key == inner_key || is_beside(key, value, inner, is_listed)
    };
    match listed {
        0 if is_own && is_description(inner, how) => Form::Refused(SyntaxErrorKind::RepeatedCall),
        0 if is_own && members.iter().all(is_safe) => Form::Call { inner, key: inner_key },
        _ if is_own => Form::Refused(SyntaxErrorKind::RepeatedCall),
        // Another name is a value, and the rest is welcome.
        1 if how.shape.takes_unknown_keys() => Form::Nothing,
        _ => Form::Refused(SyntaxErrorKind::OtherCall),
    }
}

/// The call in a member of its own: `{"type": "function", "function": {..}}`.
fn held<'n, 'a>(
    members: &'n Members<'a>,
    how: &Lenient<'_>,
    is_listed: impl Fn(&str) -> bool + Copy,
    far: usize,
) -> Option<Form<'n, 'a>> {
    let far = far.checked_sub(1)?;
    let mut holders = members.iter().filter(|(key, value)| {
        let is_holder = KeyRole::of(key) == KeyRole::Holder || key == "function";
        is_holder && matches!(value, Node::Object(_) | Node::Array(_)) && !is_listed(key)
    });
    let (holder, value) = holders.next()?;
    let inner = match value {
        Node::Array(calls) => {
            let first = calls.first()?;
            let is_one = calls.len() == 1 || (!how.reading.writes && calls.iter().all(|call| call == first));
            if !is_one {
                return Some(Form::Refused(SyntaxErrorKind::SeveralValues));
            }
            first
        }
        value => value,
    };
    let Node::Object(call_members) = inner else { return None };
    let found = call(call_members, how, far);
    if matches!(found, Form::Nothing | Form::Lone { .. }) {
        return None;
    }
    let is_safe =
        |(key, value): &(Cow<'_, str>, Node<'_>)| key == holder || is_beside(key, value, inner, is_listed);
    let is_lone = holders.next().is_none() && members.iter().all(is_safe);
    Some(match found {
        Form::Call { .. } if !is_lone => Form::Refused(SyntaxErrorKind::RepeatedCall),
        found => found,
    })
}

/// Whether a member of a call is no argument: the kind or the id of the call. One that the schema lists may be meant
/// as an argument, unless the arguments have it themselves.
fn is_beside(key: &str, value: &Node<'_>, inner: &Node<'_>, is_listed: impl Fn(&str) -> bool) -> bool {
    let is_right = match (key, value) {
        ("type", Node::String(kind)) => KINDS.contains(&kind.as_ref()),
        ("index", Node::Number(_)) => true,
        ("type" | "index", _) => false,
        (_, Node::String(_) | Node::Null) => KeyRole::of(key) == KeyRole::Beside,
        _ => false,
    };
    is_right && (!is_listed(key) || inner.get(key).is_some())
}

/// Whether the arguments are the tool's schema: the tool was described, not called.
fn is_description(inner: &Node<'_>, how: &Lenient<'_>) -> bool {
    let is_object =
        inner.get("type").and_then(Node::as_str).is_some_and(|kind| kind == "object" || kind == "dict");
    is_object
        && matches!(inner.get("properties"), Some(Node::Object(_)))
        && !how.shape.lists_key("properties")
}

/// Whether a value may be the arguments of a call.
fn holds_arguments(inner: &Node<'_>, how: &Lenient<'_>) -> bool {
    match inner {
        Node::Object(_) | Node::Null => true,
        Node::String(text) => text.trim().is_empty() || Node::parse_object(text, how.limits).is_ok(),
        _ => false,
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

/// Whether an object has members, and the schema names them all.
fn names_fields(object: &Node<'_>, how: &Lenient<'_>) -> bool {
    let Node::Object(members) = object else { return false };
    !members.is_empty() && members.iter().all(|(key, _)| how.shape.lists_key(key))
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
            return Ok(true);
        }
        let Some((_, last)) = members.last_mut() else { return Ok(false) };
        node = last;
        is_outermost = false;
    }
}
