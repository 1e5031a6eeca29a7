//! An object of a schema, while it is put together.

use std::borrow::Cow;

use hpd_json::Node;

/// The keywords of a schema, in their order.
pub(super) struct Keywords(pub(super) Vec<(Cow<'static, str>, Node<'static>)>);

impl Keywords {
    /// The keywords of a schema: `true` has none, `false` forbids everything.
    pub(super) fn of(schema: Node<'static>) -> Self {
        match schema {
            Node::Object(members) => Self(members),
            Node::Bool(false) => Self(vec![("not".into(), Node::Object(Vec::new()))]),
            _ => Self(Vec::new()),
        }
    }

    pub(super) fn get(&self, keyword: &str) -> Option<&Node<'static>> {
        self.0.iter().find(|(name, _)| name == keyword).map(|(_, value)| value)
    }

    pub(super) fn set(&mut self, keyword: &'static str, value: Node<'static>) {
        match self.0.iter_mut().find(|(name, _)| name == keyword) {
            Some((_, place)) => *place = value,
            None => self.0.push((keyword.into(), value)),
        }
    }

    pub(super) fn set_text(&mut self, keyword: &'static str, text: &'static str) {
        self.set(keyword, Node::String(text.into()));
    }

    pub(super) fn remove(&mut self, keyword: &str) {
        self.0.retain(|(name, _)| name != keyword);
    }

    /// Adds a schema that applies in addition.
    pub(super) fn also(&mut self, keyword: &'static str, value: Node<'static>) {
        let schema = Node::Object(vec![(keyword.into(), value)]);
        match self.0.iter_mut().find(|(name, _)| name == "allOf") {
            Some((_, Node::Array(schemas))) => schemas.push(schema),
            _ => self.set("allOf", Node::Array(vec![schema])),
        }
    }

    pub(super) fn into_node(self) -> Node<'static> {
        Node::Object(self.0)
    }
}
