//! The arguments of an external call.

use std::fmt;
use std::ops::Deref;

use hpd_journal::__private::{is_same_without_case, parse_trusted};
use hpd_runtime::args::Node;

/// The arguments of a call of an external tool: a JSON object that the tool's schema accepts. It dereferences to its
/// text.
///
/// No key in it begins with `$serde_json::private::`. `serde_json` would give an object with such a key another value
/// than the host's checks saw.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Arguments<'a> {
    text: &'a str,
}

impl<'a> Arguments<'a> {
    /// `text` passed every check.
    pub(crate) const fn new(text: &'a str) -> Self {
        Self { text }
    }

    /// The arguments as a JSON text. Numbers have every digit that was sent.
    pub const fn text(self) -> &'a str {
        self.text
    }

    /// The arguments as a tree, which keeps the texts of numbers. Each use of this method reads the text again.
    pub fn tree(self) -> Node<'a> {
        // The text was written from a tree of permitted depth.
        parse_trusted(self.text).unwrap_or(Node::Null)
    }
}

impl Deref for Arguments<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        self.text
    }
}

impl fmt::Display for Arguments<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

/// Without values: some may be sensitive.
impl fmt::Debug for Arguments<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arguments").finish_non_exhaustive()
    }
}

/// The value of one argument of a call. With `ignores_case`, a name in other case is found where the exact one is absent.
pub(crate) fn argument<'a, 'n>(
    arguments: &'a Node<'n>,
    name: &str,
    ignores_case: bool,
) -> Option<&'a Node<'n>> {
    let exact = arguments.get(name);
    match arguments {
        Node::Object(members) if exact.is_none() && ignores_case => {
            let found = members.iter().find(|(key, _)| is_same_without_case(key, name));
            found.map(|(_, value)| value)
        }
        _ => exact,
    }
}
