//! Values that are looked up by keys.

use hpd_runtime::args::Node;

/// The value of a key. A key with dots leads into objects: first a member of that whole name, then `a.b` as `b` of `a`.
pub(crate) fn at_path<'n, 'a>(values: &'n Node<'a>, path: &str) -> Option<&'n Node<'a>> {
    values.get(path).or_else(|| {
        path.match_indices('.').find_map(|(dot, _)| at_path(values.get(&path[..dot])?, &path[dot + 1..]))
    })
}

/// Whether a value is empty: a text of blanks, or an array without an item.
pub(crate) fn is_blank(value: &Node<'_>) -> bool {
    match value {
        Node::String(text) => text.chars().all(char::is_whitespace),
        Node::Array(items) => items.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use hpd_runtime::args::{Limits, Node};

    use super::at_path;

    #[test]
    fn a_path_leads_into_objects() {
        let values =
            Node::parse(r#"{"a": {"b": {"c": 1}}, "a.b": {"d": 2}, "x.y": 3}"#, &Limits::default()).unwrap();
        let found = |path| at_path(&values, path).map(Node::to_json);
        assert_eq!(found("a.b.c").as_deref(), Some("1"));
        assert_eq!(found("a.b.d").as_deref(), Some("2"));
        assert_eq!(found("a.b").as_deref(), Some(r#"{"d":2}"#));
        assert_eq!(found("x.y").as_deref(), Some("3"));
        assert_eq!(found("x"), None);
        assert_eq!(found("a.b.c.d"), None);
        assert_eq!(found(""), None);
        assert_eq!(found("."), None);
    }
}
