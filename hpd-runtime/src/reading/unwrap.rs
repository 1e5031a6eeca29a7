//! Arguments inside a wrapper: models repeat the form of a call inside the arguments of one.

use std::borrow::Cow;

use hpd_json::{Node, Warning, WarningCode};

use super::lenient::Lenient;

/// The wrapper keys for the arguments of a call.
const INNER: [&str; 2] = ["arguments", "parameters"];
/// The key of the function's name.
const NAME: &str = "name";

/// Takes the arguments out of `{"arguments": {..}}` or `{"parameters": {..}}`, once. The function's name may be beside
/// them. Only where the schema does not know these keys. A wrapper that the schema accepts is opened only if it holds
/// nothing but declared fields. A wrapper that names another function stays.
pub(super) fn unwrap(tree: &mut Node<'_>, how: &Lenient<'_>, warnings: &mut Vec<Warning>) {
    let Some(place) = inner(tree, how) else { return };
    let is_accepted = how.shape.accepts(tree);
    let Node::Object(members) = tree else { return };
    let (key, wrapped) = &members[place];
    let inner = match wrapped {
        Node::Object(_) => wrapped.clone(),
        Node::String(text) => match Node::parse_object(text, how.limits) {
            Ok(inner) => inner.into_owned(),
            Err(_) => return,
        },
        _ => return,
    };
    if is_accepted && !names_fields(&inner, how) {
        return;
    }
    let message = format!("the arguments were taken out of \"{key}\"");
    warnings.push(Warning::new(WarningCode::Unwrapped, "", message));
    *tree = inner;
}

/// Whether an object has members, and the schema names them all.
fn names_fields(object: &Node<'_>, how: &Lenient<'_>) -> bool {
    let Node::Object(members) = object else { return false };
    !members.is_empty() && members.iter().all(|(key, _)| how.shape.property(key).is_some())
}

/// The place of the member that holds the arguments.
fn inner(tree: &Node<'_>, how: &Lenient<'_>) -> Option<usize> {
    let Node::Object(members) = tree else { return None };
    let place = members.iter().position(|(key, _)| INNER.contains(&key.as_ref()))?;
    let is_wrapper = match members.as_slice() {
        [_] => true,
        [_, _] => names_function(&members[1 - place], how.function),
        _ => false,
    };
    let is_unknown = |(key, _): &(Cow<'_, str>, Node<'_>)| how.shape.property(key).is_none();
    (is_wrapper && members.iter().all(is_unknown)).then_some(place)
}

/// Whether a member gives the function's name, alone or after its plugin's.
fn names_function((key, value): &(Cow<'_, str>, Node<'_>), function: Option<&str>) -> bool {
    let (NAME, Some(name)) = (key.as_ref(), value.as_str()) else { return false };
    function.is_none_or(|function| {
        let before = name.strip_suffix(function);
        before.is_some_and(|before| before.is_empty() || before.ends_with(['.', ':', '/', '_']))
    })
}
