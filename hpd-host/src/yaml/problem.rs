//! What is wrong with a text in YAML.

/// One thing that is wrong with a text in YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct YamlProblem {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// Where it is, by keys: `tools.create_payment.risk`. Empty for the text as a whole.
    pub path: String,
    /// What is wrong.
    pub message: String,
}
