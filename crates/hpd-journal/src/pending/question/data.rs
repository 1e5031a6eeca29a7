//! Arguments for a program that shows them in its own way.

use hpd_runtime::__private::object_of;
use hpd_runtime::args::{Decimal, Node};
use serde_json::Value;

use super::shown::Shown;
use crate::parse_trusted::is_too_deep;

/// A value as data. Misleading characters are in their shown form. Numbers beyond `serde_json`'s range, and values that
/// nest too deep, are texts.
pub(super) fn data_of(value: &Node<'_>) -> Value {
    if is_too_deep(value) { Value::String(plain(&value.to_json())) } else { exact(value) }
}

fn exact(value: &Node<'_>) -> Value {
    match value {
        Node::String(text) => Value::String(plain(text)),
        Node::Number(text) => {
            let number = value.to_value();
            let is_same = Decimal::parse(&number.to_string()) == Decimal::parse(text);
            if is_same { number } else { Value::String(plain(text)) }
        }
        Node::Array(items) => items.iter().map(exact).collect(),
        Node::Object(members) => {
            object_of(&mut members.iter().map(|(key, value)| (plain(key), exact(value))))
        }
        Node::Null | Node::Bool(_) => value.to_value(),
    }
}

fn plain(text: &str) -> String {
    let shown = Shown::unquoted(text, usize::MAX);
    if shown.strange { shown.text } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use hpd_runtime::args::Node;
    use serde_json::json;

    use super::data_of;
    use crate::events::{Event, McqEvent};
    use crate::parse_trusted::parse_trusted;

    #[test]
    fn what_nests_deep_can_be_read_again_in_an_event() {
        for levels in 1..=128 {
            let text = "[".repeat(levels) + &"]".repeat(levels);
            let node: Node<'_> = parse_trusted(&text).unwrap();
            let data = data_of(&node);
            assert_eq!(data.is_string(), levels > 100, "{levels}");
            let members = [("pending_args".to_owned(), json!({ "value": data }))];
            let event = Event::Mcq(McqEvent(members.into_iter().collect()));
            let written = serde_json::to_string(&event).unwrap();
            assert!(serde_json::from_str::<Event>(&written).unwrap() == event, "{levels}");
        }
    }
}
