//! Rules from a YAML text, with an error for everything that is wrong, each with its line.

mod keys;

use std::fmt;

use keys::read_tool;
pub(crate) use keys::{LENIENCIES, RISKS};

use super::Rules;
use hpd_document::{self as document, Format, Key, Place, YamlProblem, write_problems};

/// Everything that is wrong with a text of rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesError {
    file: String,
    problems: Vec<YamlProblem>,
}

impl RulesError {
    /// Everything that is wrong, in the order of the text.
    pub fn problems(&self) -> &[YamlProblem] {
        &self.problems
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_problems(f, &self.file, &self.problems)
    }
}

impl std::error::Error for RulesError {}

/// All keys of a text.
const KEYS: [Key<Rules>; 1] = [("tools", |rules, tools| {
    let tools = tools.members().into_iter();
    rules.tools = tools.map(|(name, tool)| (name.to_owned(), read_tool(&tool))).collect();
})];

/// Reads rules.
pub(super) fn read(file: &str, text: &str) -> Result<Rules, RulesError> {
    let failed = |problems| RulesError { file: file.to_owned(), problems: YamlProblem::list(problems) };
    document::read(Format::Yaml, text, read_document).map_err(failed)
}

fn read_document(root: &Place<'_>) -> Rules {
    let mut rules = Rules::new();
    if !root.is_null() {
        root.object(&KEYS, &mut rules);
    }
    rules
}
