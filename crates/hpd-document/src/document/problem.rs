//! Problems of a text, with their places.

use std::cell::RefCell;
use std::fmt;

use super::located::Position;

/// An error in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileProblem {
    /// The line and column, from 1; `None` for the file as a whole.
    pub place: Option<(usize, usize)>,
    /// Where it is, by keys: `capabilities.place_order`. Empty for the file as a whole.
    pub path: String,
    /// The problem, in a sentence.
    pub message: String,
}

impl FileProblem {
    /// A problem of a file as a whole.
    pub fn whole(message: impl Into<String>) -> Self {
        Self { place: None, path: String::new(), message: message.into() }
    }

    /// A problem of a whole text, at a position.
    pub(super) fn at(position: Position, message: impl Into<String>) -> Self {
        Self { place: Some(position), path: String::new(), message: message.into() }
    }

    /// The path and the message.
    #[cfg(feature = "yaml")]
    pub fn sentence(&self) -> String {
        match self.path.as_str() {
            "" => self.message.clone(),
            path => format!("`{path}` {}", self.message),
        }
    }
}

/// An error in a text in YAML.
#[cfg(feature = "yaml")]
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

#[cfg(feature = "yaml")]
impl YamlProblem {
    /// The problems of a text in YAML, all of which have a position.
    pub fn list(problems: Vec<FileProblem>) -> Vec<Self> {
        let problem = |FileProblem { place, path, message }| {
            let (line, column) = place.unwrap_or((1, 1));
            Self { line, column, path, message }
        };
        problems.into_iter().map(problem).collect()
    }
}

/// The parts of a problem that a report shows.
pub trait Problem {
    /// The line and column, the path, and the message.
    fn parts(&self) -> (Option<Position>, &str, &str);
}

impl Problem for FileProblem {
    fn parts(&self) -> (Option<Position>, &str, &str) {
        (self.place, &self.path, &self.message)
    }
}

#[cfg(feature = "yaml")]
impl Problem for YamlProblem {
    fn parts(&self) -> (Option<Position>, &str, &str) {
        (Some((self.line, self.column)), &self.path, &self.message)
    }
}

/// A line for each problem: file, line, column, path and message.
///
/// # Errors
///
/// The formatter failed.
pub fn write_problems(
    f: &mut fmt::Formatter<'_>,
    file: impl fmt::Display,
    problems: &[impl Problem],
) -> fmt::Result {
    for (index, problem) in problems.iter().enumerate() {
        let separator = if index == 0 { "" } else { "\n" };
        write!(f, "{separator}{file}")?;
        let (position, path, message) = problem.parts();
        if let Some((line, column)) = position {
            write!(f, ":{line}:{column}")?;
        }
        match path {
            "" => write!(f, ": {message}")?,
            path => write!(f, ": `{path}` {message}")?,
        }
    }
    Ok(())
}

/// The problems so far.
#[derive(Default)]
pub struct Problems(RefCell<Vec<FileProblem>>);

impl Problems {
    pub(super) fn note(&self, problem: FileProblem) {
        self.0.borrow_mut().push(problem);
    }

    pub(super) fn note_all(&self, problems: Vec<FileProblem>) {
        self.0.borrow_mut().extend(problems);
    }

    /// All of them, in the order in which they were noted.
    pub fn into_list(self) -> Vec<FileProblem> {
        self.0.into_inner()
    }
}
