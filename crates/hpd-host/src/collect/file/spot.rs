//! A tree of values from any format, with the position of each.

use hpd_runtime::args::Node;

/// A value in a file.
pub(crate) struct Spot {
    /// The line and column where to look for it, from 1: those of its key, if it has one.
    pub(crate) place: (usize, usize),
    pub(crate) value: SpotValue,
}

pub(crate) enum SpotValue {
    /// A text, a number, a boolean, or null.
    Scalar(Node<'static>),
    List(Vec<Spot>),
    Table(Vec<(String, Spot)>),
}

impl Spot {
    /// The value alone.
    pub(crate) fn to_node(&self) -> Node<'static> {
        match &self.value {
            SpotValue::Scalar(node) => node.clone(),
            SpotValue::List(items) => Node::Array(items.iter().map(Self::to_node).collect()),
            SpotValue::Table(members) => Node::Object(
                members.iter().map(|(key, value)| (key.clone().into(), value.to_node())).collect(),
            ),
        }
    }
}
