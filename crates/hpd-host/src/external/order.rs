//! The order in which a schema was written. Models read properties in their order, and a `serde_json::Value` does not
//! keep it.

use std::borrow::Cow;

use hpd_journal::__private::parse_trusted;
use hpd_runtime::args::Node;
use rustc_hash::FxHashSet;
use serde_json::{Map, Value};

/// A schema as text. Its keys follow the order of `written`; further keys come last.
pub(crate) fn in_written_order(schema: &Value, written: Option<&str>) -> String {
    let Some(written) = written.and_then(|written| parse_trusted(written).ok()) else {
        return schema.to_string();
    };
    let mut out = String::new();
    write(schema, &written, &mut out);
    out
}

/// The value at a JSON pointer without escapes.
pub(super) fn at<'n>(root: &'n Node<'n>, pointer: &str) -> Option<&'n Node<'n>> {
    pointer.split('/').skip(1).try_fold(root, |node, token| match node {
        Node::Array(items) => items.get(token.parse::<usize>().ok()?),
        node => node.get(token),
    })
}

fn write(value: &Value, written: &Node<'_>, out: &mut String) {
    match (value, written) {
        (Value::Object(members), Node::Object(written)) => write_object(members, written, out),
        (Value::Array(items), Node::Array(written)) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(item, written.get(index).unwrap_or(&Node::Null), out);
            }
            out.push(']');
        }
        (value, _) => out.push_str(&value.to_string()),
    }
}

fn write_object(members: &Map<String, Value>, written: &[(Cow<'_, str>, Node<'_>)], out: &mut String) {
    let mut ordered = Vec::with_capacity(members.len());
    let mut known = FxHashSet::default();
    for (key, node) in written {
        if let Some(value) = members.get(key.as_ref())
            && known.insert(key.as_ref())
        {
            ordered.push((key.as_ref(), value, node));
        }
    }
    let added = members.iter().filter(|(key, _)| !known.contains(key.as_str()));
    ordered.extend(added.map(|(key, value)| (key.as_str(), value, &Node::Null)));
    let mut separator = '{';
    for (key, value, written) in ordered {
        out.push(separator);
        out.push_str(&Value::from(key).to_string());
        out.push(':');
        write(value, written, out);
        separator = ',';
    }
    out.push_str(if separator == '{' { "{}" } else { "}" });
}
