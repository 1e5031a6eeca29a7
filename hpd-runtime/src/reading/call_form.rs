//! The form of a call in a tree: a tool's name and its arguments, as providers and models write them.

use std::borrow::Cow;

use hpd_json::{Leniency, Node, SyntaxErrorKind};

use super::lenient::Lenient;

pub(super) type Members<'a> = [(Cow<'a, str>, Node<'a>)];
type Member<'a> = (Cow<'a, str>, Node<'a>);

/// The meaning of a key in the form of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyRole {
    /// The tool's name.
    Name,
    /// The tool's name, beside [`Self::ActionInner`] only.
    Action,
    /// The arguments, with or without a name beside them.
    Inner,
    /// The arguments, beside a name only.
    NamedInner,
    /// The arguments of [`Self::Action`].
    ActionInner,
    /// The call itself.
    Holder,
    /// Something that calls have besides, and that says nothing about the arguments.
    Beside,
    Other,
}

/// The keys of calls, in lower case and without separators.
const WORDS: [(&str, KeyRole); 42] = [
    ("name", KeyRole::Name),
    ("tool", KeyRole::Name),
    ("function", KeyRole::Name),
    ("toolname", KeyRole::Name),
    ("functionname", KeyRole::Name),
    ("recipientname", KeyRole::Name),
    ("action", KeyRole::Action),
    ("arguments", KeyRole::Inner),
    ("parameters", KeyRole::Inner),
    ("input", KeyRole::NamedInner),
    ("args", KeyRole::NamedInner),
    ("kwargs", KeyRole::NamedInner),
    ("params", KeyRole::NamedInner),
    ("toolinput", KeyRole::NamedInner),
    ("toolargs", KeyRole::NamedInner),
    ("toolarguments", KeyRole::NamedInner),
    ("toolparameters", KeyRole::NamedInner),
    ("toolparams", KeyRole::NamedInner),
    ("functionargs", KeyRole::NamedInner),
    ("functionarguments", KeyRole::NamedInner),
    ("functionparameters", KeyRole::NamedInner),
    ("actioninput", KeyRole::ActionInner),
    ("functioncall", KeyRole::Holder),
    ("functioncalls", KeyRole::Holder),
    ("toolcall", KeyRole::Holder),
    ("toolcalls", KeyRole::Holder),
    ("tooluse", KeyRole::Holder),
    ("tooluses", KeyRole::Holder),
    ("call", KeyRole::Holder),
    ("calls", KeyRole::Holder),
    ("message", KeyRole::Holder),
    ("content", KeyRole::Holder),
    ("parts", KeyRole::Holder),
    ("request", KeyRole::Holder),
    ("type", KeyRole::Beside),
    ("id", KeyRole::Beside),
    ("callid", KeyRole::Beside),
    ("toolcallid", KeyRole::Beside),
    ("tooluseid", KeyRole::Beside),
    ("index", KeyRole::Beside),
    ("status", KeyRole::Beside),
    ("role", KeyRole::Beside),
];
/// The longest of the words.
const LONGEST: usize = 18;
/// Separators that a key may have beside the letters of its word.
const SEPARATORS: usize = 4;
/// A bit for each second letter of a word that begins with a letter.
const STARTS: [u32; 26] = starts();

const fn starts() -> [u32; 26] {
    let mut starts = [0; 26];
    let mut word = 0;
    while word < WORDS.len() {
        let bytes = WORDS[word].0.as_bytes();
        starts[(bytes[0] - b'a') as usize] |= 1 << (bytes[1] - b'a');
        word += 1;
    }
    starts
}

impl KeyRole {
    /// In any case, with any separators.
    pub(super) fn of(key: &str) -> Self {
        if !may_be_word(key) {
            return Self::Other;
        }
        let (mut folded, mut length) = ([0; LONGEST], 0);
        for byte in key.bytes().filter(|byte| !is_separator(*byte)) {
            let Some(place) = folded.get_mut(length) else { return Self::Other };
            *place = byte.to_ascii_lowercase();
            length += 1;
        }
        let word = WORDS.iter().find(|(word, _)| *word.as_bytes() == folded[..length]);
        word.map_or(Self::Other, |(_, role)| *role)
    }

    const fn is_inner(self) -> bool {
        matches!(self, Self::Inner | Self::NamedInner | Self::ActionInner)
    }

    /// Whether a value under the key may be a call, or a list of calls.
    const fn may_hold(self, value: &Node<'_>) -> bool {
        match self {
            Self::Holder | Self::Name | Self::Action | Self::NamedInner => {
                matches!(value, Node::Object(_) | Node::Array(_))
            }
            Self::Inner => matches!(value, Node::Array(_)),
            Self::ActionInner | Self::Beside | Self::Other => false,
        }
    }
}

/// Whether a key may be one of the words, by its first two letters: nearly none may.
fn may_be_word(key: &str) -> bool {
    let [first, second, ..] = key.as_bytes() else { return false };
    let letter = |byte: u8| usize::from((byte | 0x20).wrapping_sub(b'a'));
    let is_start = match (STARTS.get(letter(*first)), letter(*second)) {
        (Some(starts), second @ 0..26) => starts >> second & 1 == 1,
        _ => is_separator(*first) || is_separator(*second),
    };
    is_start && key.len() <= LONGEST + SEPARATORS
}

const fn is_separator(byte: u8) -> bool {
    matches!(byte, b'_' | b'-' | b' ')
}

/// The kinds of calls that `type` names.
const KINDS: [&str; 5] = ["function", "function_call", "tool_use", "tool_call", "tool-call"];
/// How far the form of a call is looked for inside another.
const FAR: usize = 4;

/// The form of a call in a tree.
pub(super) enum Form<'n, 'a> {
    /// There is none.
    Nothing,
    /// A call of this tool: its arguments, and the key that they have.
    Call { inner: &'n Node<'a>, key: &'n str },
    /// Arguments alone, under this key.
    Lone { inner: &'n Node<'a>, key: &'n str },
    /// A call of another tool, or one that can't be told from arguments.
    Refused(SyntaxErrorKind),
}

pub(super) fn form<'n, 'a>(tree: &'n Node<'a>, how: &Lenient<'_>) -> Form<'n, 'a> {
    let Node::Object(members) = tree else { return Form::Nothing };
    if members.len() != 1 && !members.iter().any(|(key, _)| may_be_word(key)) {
        return Form::Nothing;
    }
    // Fields of the schema are arguments, whatever their names.
    if how.shape.lists_all_at_once(members) {
        return Form::Nothing;
    }
    match call(members, how, FAR) {
        Form::Nothing if how.refuses_calls && how.reading.leniency != Leniency::Strict => {
            under_unknown_key(members, how)
        }
        form => form,
    }
}

/// The form of a call among members: of the arguments, or of a call inside of them.
fn call<'n, 'a>(members: &'n Members<'a>, how: &Lenient<'_>, far: usize) -> Form<'n, 'a> {
    // Keys of an inner call are none of the schema's.
    let is_listed = |key: &str| far == FAR && how.shape.lists_spelling(key);
    if let Some(held) = held(members, how, is_listed, far) {
        return held;
    }
    let is_action = members.iter().any(|(key, _)| KeyRole::of(key) == KeyRole::ActionInner);
    let is_name = |(key, value): &&'n Member<'a>| {
        let role = KeyRole::of(key);
        matches!(value, Node::String(_)) && (role == KeyRole::Name || (role == KeyRole::Action && is_action))
    };
    let is_inner = |(key, _): &&'n Member<'a>| KeyRole::of(key).is_inner();
    let names: Vec<_> = members.iter().filter(is_name).collect();
    let inners: Vec<_> = members.iter().filter(is_inner).collect();
    let Some((inner_key, inner)) = inners.first() else { return Form::Nothing };
    if names.is_empty() {
        let is_lone = members.len() == 1 && KeyRole::of(inner_key) == KeyRole::Inner;
        let is_lone = is_lone && far == FAR && !is_listed(inner_key);
        return if is_lone { Form::Lone { inner, key: inner_key } } else { Form::Nothing };
    }
    let is_any_listed = |keys: &[&Member<'_>]| keys.iter().any(|(key, _)| is_listed(key));
    let (lists_name, lists_inner) = (is_any_listed(&names), is_any_listed(&inners));
    let is_partly_listed = lists_name || lists_inner;
    let holds_arguments = |(_, inner): &&Member<'_>| {
        if is_partly_listed { is_arguments(inner, how) } else { may_be_arguments(inner, how) }
    };
    // The tool itself takes calls.
    if (lists_name && lists_inner) || !inners.iter().any(holds_arguments) {
        return Form::Nothing;
    }
    let is_own = names.iter().all(|(_, name)| how.is_own_name(name.as_str().unwrap_or_default()));
    let is_safe = |member: &Member<'_>| {
        names.iter().chain(&inners).any(|known| std::ptr::eq(*known, member))
            || is_beside(&member.0, &member.1, inner, is_listed)
    };
    let is_whole = names.len() == 1 && inners.len() == 1 && members.iter().all(is_safe);
    if is_own && is_whole && !is_partly_listed && is_arguments(inner, how) && !is_description(inner, how) {
        return Form::Call { inner, key: inner_key };
    }
    match is_own {
        true => Form::Refused(SyntaxErrorKind::RepeatedCall),
        // Another name is a value, and the rest is welcome.
        false if is_partly_listed && how.shape.takes_unknown_keys() => Form::Nothing,
        false => Form::Refused(SyntaxErrorKind::OtherCall),
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
    let mut holders =
        members.iter().filter(|(key, value)| KeyRole::of(key).may_hold(value) && !is_listed(key));
    let held_in = |value: &'n Node<'a>| match value {
        Node::Object(inner) => Some(call(inner, how, far)),
        _ => None,
    };
    let is_call = |form: &Form<'_, '_>| matches!(form, Form::Call { .. } | Form::Refused(_));
    let (holder, inner, found) = holders.find_map(|(key, value)| {
        let calls = if let Node::Array(calls) = value { calls } else { std::slice::from_ref(value) };
        let (inner, found) = calls.iter().find_map(|inner| Some((inner, held_in(inner).filter(is_call)?)))?;
        let first = &calls[0];
        let is_one = calls.len() == 1 || (!how.reading.writes && calls.iter().all(|call| call == first));
        let found = if is_one { found } else { Form::Refused(SyntaxErrorKind::SeveralValues) };
        Some((key, inner, found))
    })?;
    let is_safe = |(key, value): &Member<'_>| key == holder || is_beside(key, value, inner, is_listed);
    Some(match found {
        Form::Call { .. } if !members.iter().all(is_safe) => Form::Refused(SyntaxErrorKind::RepeatedCall),
        found => found,
    })
}

/// What a schema with fields does not know: all arguments under a tool's name, or those of a call beside others.
fn under_unknown_key<'n, 'a>(members: &'n Members<'a>, how: &Lenient<'_>) -> Form<'n, 'a> {
    if how.shape.takes_any_keys() {
        return Form::Nothing;
    }
    if let [(key, value)] = members
        && !how.shape.lists_spelling(key)
    {
        let is_object = matches!(value, Node::Object(_));
        return match KeyRole::of(key) {
            _ if how.is_known_name(key) && is_arguments(value, how) => Form::Call { inner: value, key },
            _ if !is_object || !names_fields(value, how) => Form::Nothing,
            role if role.is_inner() => Form::Refused(SyntaxErrorKind::RepeatedCall),
            _ => Form::Refused(SyntaxErrorKind::OtherCall),
        };
    }
    let mut inners = members.iter().filter(|(key, value)| {
        KeyRole::of(key) == KeyRole::Inner && is_arguments(value, how) && !how.shape.lists_spelling(key)
    });
    if inners.next().is_some() { Form::Refused(SyntaxErrorKind::RepeatedCall) } else { Form::Nothing }
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
    let kind = inner.get("type").and_then(Node::as_str);
    kind.is_some_and(|kind| kind == "object" || kind == "dict")
        && matches!(inner.get("properties"), Some(Node::Object(_)))
        && !how.shape.lists_key("properties")
}

/// Whether a value is the arguments of a call.
fn is_arguments(inner: &Node<'_>, how: &Lenient<'_>) -> bool {
    match inner {
        Node::Object(_) | Node::Null => true,
        Node::String(text) => text.trim().is_empty() || Node::parse_object(text, how.limits).is_ok(),
        _ => false,
    }
}

/// Whether a value beside a name may be meant as the arguments of a call, however it is written. Where the schema has
/// fields, and neither the name nor the value is one, nothing else is possible.
fn may_be_arguments(inner: &Node<'_>, how: &Lenient<'_>) -> bool {
    is_arguments(inner, how)
        || match inner {
            Node::String(text) if text.trim() == "null" => true,
            Node::String(text) => {
                text.trim_start().trim_start_matches(['"', '\'', '`']).starts_with(['{', '['])
            }
            Node::Array(items) => items.iter().any(|item| matches!(item, Node::Object(_))),
            _ => false,
        }
        || !how.shape.takes_any_keys()
}

/// Whether an object has members, and the schema names them all.
pub(super) fn names_fields(object: &Node<'_>, how: &Lenient<'_>) -> bool {
    let Node::Object(members) = object else { return false };
    !members.is_empty() && members.iter().all(|(key, _)| how.shape.lists_spelling(key))
}
