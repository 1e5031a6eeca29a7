//! Values as errors repeat them: short, and without invisible characters.

use crate::text::cut;
use crate::tree::Node;

/// A value as an error repeats it: scalars as they are, long ones and all others as a text that is cut.
pub fn echo(value: &Node<'_>, max: usize) -> Node<'static> {
    match value {
        Node::Null => Node::Null,
        Node::Bool(value) => Node::Bool(*value),
        Node::Number(text) if text.len() <= max => Node::Number(text.clone().into_owned().into()),
        Node::Number(text) | Node::String(text) => Node::String(cut(text, max).into()),
        Node::Array(_) | Node::Object(_) => {
            let mut text = String::new();
            // A character has at most four bytes, or six when it is escaped.
            write_start(value, max.saturating_add(1).saturating_mul(6), &mut text);
            Node::String(cut(&text, max).into())
        }
    }
}

/// Writes at least the first `enough` bytes of a value's JSON, and little more.
fn write_start(value: &Node<'_>, enough: usize, out: &mut String) {
    match value {
        Node::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if out.len() >= enough {
                    return;
                }
                if index > 0 {
                    out.push(',');
                }
                write_start(item, enough, out);
            }
            out.push(']');
        }
        Node::Object(members) => {
            out.push('{');
            for (index, (key, value)) in members.iter().enumerate() {
                if out.len() >= enough {
                    return;
                }
                if index > 0 {
                    out.push(',');
                }
                Node::String(key.as_ref().into()).write_json(out);
                out.push(':');
                write_start(value, enough, out);
            }
            out.push('}');
        }
        scalar => scalar.write_json(out),
    }
}
