//! Rules from a YAML text, with an error for everything that is wrong, each with its line.

mod keys;

use std::fmt;

use keys::read_tool;
pub(crate) use keys::{LENIENCIES, RISKS};

use super::Rules;
use crate::yaml::{Place, Problems, YamlProblem, load, write_problems};

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

/// Reads rules.
pub(super) fn read(file: &str, text: &str) -> Result<Rules, RulesError> {
    let failed = |problems| RulesError { file: file.to_owned(), problems };
    let documents = load(text).map_err(|problem| failed(vec![problem]))?;
    let problems = Problems::default();
    let rules = match documents.as_slice() {
        [] => Rules::new(),
        [document] => read_document(&Place::root(document, &problems)),
        [_, second, ..] => {
            Place::root(second, &problems).wrong("the text must be one document");
            Rules::new()
        }
    };
    match problems.into_list() {
        problems if problems.is_empty() => Ok(rules),
        problems => Err(failed(problems)),
    }
}

fn read_document(root: &Place<'_>) -> Rules {
    let mut rules = Rules::new();
    if root.is_null() {
        return rules;
    }
    for (key, value) in root.members() {
        match key.as_str() {
            "tools" => {
                for (name, tool) in value.members() {
                    rules.tools.insert(name, read_tool(&tool));
                }
            }
            _ => value.unknown_key(&key, &["tools"]),
        }
    }
    rules
}
