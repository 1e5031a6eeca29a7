//! Where a rule looks for its values.

use hpd_runtime::args::Node;

/// All values at a dotted path. At an array, the path continues in each item; `null` is no value. A value that ends the
/// path early counts as a result, so that no rule overlooks it.
pub(super) fn values_at<'a, 'n>(root: &'a Node<'n>, path: &str) -> Vec<&'a Node<'n>> {
    let mut values = Vec::new();
    collect(root, path, &mut values);
    values
}

fn collect<'a, 'n>(node: &'a Node<'n>, path: &str, values: &mut Vec<&'a Node<'n>>) {
    match node {
        Node::Null => {}
        Node::Array(items) => items.iter().for_each(|item| collect(item, path, values)),
        Node::Object(members) if !path.is_empty() => {
            let (name, rest) = path.split_once('.').unwrap_or((path, ""));
            for (key, value) in members {
                // A key may have dots in it.
                if key == path {
                    collect(value, "", values);
                } else if key == name {
                    collect(value, rest, values);
                }
            }
        }
        value => values.push(value),
    }
}
