//! Reading JSON that is known to be JSON.

use hpd_runtime::args::{Limits, Node, SyntaxError};

/// Reads a text that was read before, or that comes from the program. Limits are for texts of models, and were looked at
/// then: what was filled in or written out since must not break them now, or a check that needs the tree would be left out.
///
/// # Errors
///
/// It is not JSON after all, or nests deeper than anything that is ever read.
pub(crate) fn reread(text: &str) -> Result<Node<'_>, SyntaxError> {
    let unlimited = Limits {
        text: usize::MAX,
        depth: Limits::DEEPEST,
        nodes: usize::MAX,
        string: usize::MAX,
        key: usize::MAX,
        items: usize::MAX,
        ..Limits::default()
    };
    Node::parse(text, &unlimited)
}
