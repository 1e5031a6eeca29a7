//! Trees with keys to which `serde_json` gives a meaning of its own.

use super::Node;
use crate::reserved::is_reserved_key;

/// Whether a tree has such a key anywhere.
pub fn holds_reserved_key(tree: &Node<'_>) -> bool {
    let mut waiting = vec![tree];
    while let Some(node) = waiting.pop() {
        match node {
            Node::Array(items) => waiting.extend(items),
            Node::Object(members) => {
                if members.iter().any(|(key, _)| is_reserved_key(key)) {
                    return true;
                }
                waiting.extend(members.iter().map(|(_, value)| value));
            }
            _ => {}
        }
    }
    false
}
