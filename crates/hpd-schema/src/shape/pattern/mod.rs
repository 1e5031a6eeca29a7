//! Patterns, and how long it may take to look for one.

mod marks;
mod parse;
mod program;
mod runs;
mod search;
mod translate;

use program::Program;
use regex_lite::Regex;
use runs::Runs;
pub(super) use search::Searches;
use translate::translate;

/// Maximum bytes of a compiled pattern in an own schema: the default of `regex-lite`.
const LARGEST: usize = 10 * 1024 * 1024;
/// The same in an external schema: a short pattern can compile to a huge one, such as `((a{0,99}){0,99}){0,9}`.
const LARGEST_OUTSIDE: usize = 64 * 1024;

/// A pattern, compiled.
#[derive(Debug)]
pub(crate) struct Pattern {
    text: Box<str>,
    regex: Regex,
    /// The same, where one walk through the text decides.
    runs: Option<Runs>,
    /// The same, for one who counts the steps.
    program: Option<Program>,
    /// Pattern and text come from an untrusted source.
    is_counted: bool,
}

impl Pattern {
    /// Compiles a pattern of ECMA 262; `None` if it is unsupported, wrong or too large.
    pub(crate) fn compile(text: &str, is_own: bool) -> Option<Self> {
        let translated = translate(text)?;
        let largest = if is_own { LARGEST } else { LARGEST_OUTSIDE };
        let regex = regex_lite::RegexBuilder::new(&translated).size_limit(largest).build().ok()?;
        let tree = parse::parse(&translated);
        let runs = tree.as_ref().and_then(Runs::new);
        let program = tree.filter(|_| !is_own && runs.is_none()).and_then(|tree| Program::new(&tree));
        Some(Self { text: text.into(), regex, runs, program, is_counted: !is_own })
    }

    /// The pattern as the schema has it.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether it occurs in a text, without a step limit.
    #[inline]
    pub(crate) fn is_match(&self, text: &str) -> bool {
        match &self.runs {
            Some(runs) => runs.is_match(text),
            None => self.regex.is_match(text),
        }
    }
}
