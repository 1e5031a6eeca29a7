//! Problems of a YAML text.

use std::fmt;

/// An error in a text in YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct YamlProblem {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// Where it is, by keys: `tools.create_payment.risk`. Empty for the text as a whole.
    pub path: String,
    /// The problem, in a sentence.
    pub message: String,
}

/// A line for each problem: file, line, column, path and message.
pub(crate) fn write_problems(
    f: &mut fmt::Formatter<'_>,
    file: &str,
    problems: &[YamlProblem],
) -> fmt::Result {
    for (index, YamlProblem { line, column, path, message }) in problems.iter().enumerate() {
        let separator = if index == 0 { "" } else { "\n" };
        write!(f, "{separator}{file}:{line}:{column}: ")?;
        match path.as_str() {
            "" => f.write_str(message)?,
            path => write!(f, "`{path}` {message}")?,
        }
    }
    Ok(())
}
