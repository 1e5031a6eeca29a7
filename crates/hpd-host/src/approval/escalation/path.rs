//! Where a rule looks for its values.

use hpd_journal::__private::is_same_without_case;
use hpd_runtime::args::Node;

/// All values at a dotted path. At an array, the path continues in each item; `null` is no value. A value that ends the
/// path early counts as a result, so that no rule overlooks it. With `ignores_case`, `amount` is found for `Amount`.
pub(super) fn values_at<'a, 'n>(root: &'a Node<'n>, path: &str, ignores_case: bool) -> Vec<&'a Node<'n>> {
    let mut values = Vec::new();
    collect(root, path, ignores_case, &mut values);
    values
}

fn collect<'a, 'n>(node: &'a Node<'n>, path: &str, ignores_case: bool, values: &mut Vec<&'a Node<'n>>) {
    let is_same =
        |key: &str, wanted: &str| key == wanted || (ignores_case && is_same_without_case(key, wanted));
    match node {
        Node::Null => {}
        Node::Array(items) => items.iter().for_each(|item| collect(item, path, ignores_case, values)),
        Node::Object(members) if !path.is_empty() => {
            let (name, rest) = path.split_once('.').unwrap_or((path, ""));
            for (key, value) in members {
                // A key may have dots in it.
                if is_same(key, path) {
                    collect(value, "", ignores_case, values);
                } else if is_same(key, name) {
                    collect(value, rest, ignores_case, values);
                }
            }
        }
        value => values.push(value),
    }
}
