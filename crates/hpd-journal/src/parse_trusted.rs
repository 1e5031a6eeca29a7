//! Reading JSON that is known to be JSON.

use hpd_runtime::__private::has_reserved_key;
use hpd_runtime::args::{Limits, Node, SyntaxError};
use serde::de::{DeserializeOwned, Error};

/// Maximum nesting of data that `serde_json` surely reads again. Its limit is 128, and events and rows add levels of
/// their own.
const DEEPEST_DATA: usize = 100;

/// Whether a value nests so deep that it might not be read again inside of something else.
pub fn is_too_deep(node: &Node<'_>) -> bool {
    is_deeper(node, DEEPEST_DATA)
}

fn is_deeper(node: &Node<'_>, max: usize) -> bool {
    let Some(left) = max.checked_sub(1) else { return matches!(node, Node::Array(_) | Node::Object(_)) };
    match node {
        Node::Array(items) => items.iter().any(|inner| is_deeper(inner, left)),
        Node::Object(members) => members.iter().any(|(_, inner)| is_deeper(inner, left)),
        Node::Null | Node::Bool(_) | Node::String(_) | Node::Number(_) => false,
    }
}

/// Parses trusted text: read before, or written by the program. Limits are for models' texts. Text that was filled in
/// since must not break them now, or a check that needs the tree would be skipped.
///
/// # Errors
///
/// It is not JSON, or nests deeper than any readable text.
pub fn parse_trusted(text: &str) -> Result<Node<'_>, SyntaxError> {
    let unlimited = Limits {
        text: usize::MAX,
        depth: Limits::DEEPEST,
        nodes: usize::MAX,
        string: usize::MAX,
        key: usize::MAX,
        items: usize::MAX,
        ..Limits::default()
    };
    Node::parse(text, &unlimited)
}

/// Reads a stored text into its type. A text with a key that is reserved for `serde_json` was not stored by this
/// program: it would be read as another value.
///
/// # Errors
///
/// It is not the JSON of a `T`, or has such a key.
pub(crate) fn read_stored<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    if has_reserved_key(text) {
        return Err(serde_json::Error::custom("a key is reserved"));
    }
    serde_json::from_str(text)
}
