//! How much a call may bring.

/// Limits on reading a call, and on the errors about it. Each default can be changed.
///
/// ```
/// use hpd_json::{Limits, Node};
///
/// let limits = Limits { depth: 2, ..Limits::default() };
/// assert!(Node::parse("[[1]]", &limits).is_ok());
/// assert!(Node::parse("[[[1]]]", &limits).is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the whole text of arguments.
    pub text: usize,
    /// Arrays and objects inside each other. A value above [`Limits::DEEPEST`] counts as [`Limits::DEEPEST`].
    pub depth: usize,
    /// Values in all, arrays and objects counted too.
    pub nodes: usize,
    /// Bytes of one string or number, unescaped.
    pub string: usize,
    /// Bytes of one key, unescaped.
    pub key: usize,
    /// Items of one array.
    pub items: usize,
    /// Errors that are listed.
    pub errors: usize,
    /// Bytes of the texts of all errors together: messages, expectations, suggestions and hints. A single
    /// error whose texts are longer is cut.
    pub error_text: usize,
    /// Characters of a value that is repeated in an error.
    pub echo: usize,
    /// Maximum bytes of a pattern in an external schema.
    pub pattern: usize,
}

impl Limits {
    /// The greatest depth that is ever read: reading goes as deep on the stack as the text nests.
    pub const DEEPEST: usize = 128;

    /// No limits but [`Limits::DEEPEST`]: for texts of the program itself.
    pub const UNLIMITED: Self = Self {
        text: usize::MAX,
        depth: Self::DEEPEST,
        nodes: usize::MAX,
        string: usize::MAX,
        key: usize::MAX,
        items: usize::MAX,
        errors: usize::MAX,
        error_text: usize::MAX,
        echo: usize::MAX,
        pattern: usize::MAX,
    };

    /// The depth that is enforced.
    #[doc(hidden)]
    #[inline]
    pub fn effective_depth(&self) -> usize {
        self.depth.min(Self::DEEPEST)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            text: 256 * 1024,
            depth: 32,
            nodes: 10_000,
            string: 64 * 1024,
            key: 128,
            items: 1_000,
            errors: 20,
            error_text: 1024,
            echo: 64,
            pattern: 512,
        }
    }
}

/// Which of the [`Limits`] on a text was broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::text`]
    Text,
    /// [`Limits::depth`]
    Depth,
    /// [`Limits::nodes`]
    Nodes,
    /// [`Limits::string`]
    String,
    /// [`Limits::key`]
    Key,
    /// [`Limits::items`]
    Items,
}
