//! The keywords of one schema, while it is rewritten.

use std::borrow::Cow;

use hpd_json::Node;

/// A member of an object.
pub(super) type Member = (Cow<'static, str>, Node<'static>);

/// Keywords in their order, each once.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Members(pub(super) Vec<Member>);

impl Members {
    /// One keyword alone.
    pub(super) fn one(keyword: &'static str, value: Node<'static>) -> Self {
        Self(vec![(keyword.into(), value)])
    }

    pub(super) fn get(&self, keyword: &str) -> Option<&Node<'static>> {
        self.0.iter().find(|(name, _)| name == keyword).map(|(_, value)| value)
    }

    pub(super) fn has(&self, keyword: &str) -> bool {
        self.get(keyword).is_some()
    }

    pub(super) fn set(&mut self, keyword: impl Into<Cow<'static, str>>, value: Node<'static>) {
        let keyword = keyword.into();
        match self.0.iter_mut().find(|(name, _)| *name == keyword) {
            Some((_, place)) => *place = value,
            None => self.0.push((keyword, value)),
        }
    }

    pub(super) fn take(&mut self, keyword: &str) -> Option<Node<'static>> {
        let index = self.0.iter().position(|(name, _)| name == keyword)?;
        Some(self.0.remove(index).1)
    }

    /// Takes the keywords for which `takes` says so, in their order.
    pub(super) fn take_where(&mut self, takes: impl Fn(&str) -> bool) -> Self {
        let (chosen, kept) = std::mem::take(&mut self.0).into_iter().partition(|(name, _)| takes(name));
        self.0 = kept;
        Self(chosen)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn into_node(self) -> Node<'static> {
        Node::Object(self.0)
    }
}

/// The schema that accepts nothing.
pub(super) fn never() -> Node<'static> {
    Members::one("not", Node::Object(Vec::new())).into_node()
}

/// A string.
pub(super) fn text(text: impl Into<Cow<'static, str>>) -> Node<'static> {
    Node::String(text.into())
}

/// Keywords that ask nothing of a value.
pub(super) fn is_annotation(keyword: &str) -> bool {
    matches!(
        keyword,
        "title"
            | "description"
            | "default"
            | "example"
            | "examples"
            | "deprecated"
            | "readOnly"
            | "writeOnly"
            | "$comment"
            | "$schema"
            | "$id"
            | "id"
            | "$anchor"
            | "$dynamicAnchor"
            | "$vocabulary"
            | "$defs"
            | "definitions"
            | "propertyOrdering"
            | "contentMediaType"
            | "contentEncoding"
            | "contentSchema"
    ) || keyword.starts_with("x-")
}
