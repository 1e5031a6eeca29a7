//! Rules from a YAML text, with an error for everything that is wrong, each with its line.

mod keys;
mod place;

use std::fmt;

use saphyr::{MarkedYaml, YamlLoader};
use saphyr_parser::{BufferedInput, Parser};

use super::Rules;
use keys::read_tool;
pub(crate) use place::{Place, Problems};

/// Everything that is wrong with a text of rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulesError {
    file: String,
    problems: Vec<RuleProblem>,
}

/// One thing that is wrong with a text of rules.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleProblem {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// Where it is, by keys: `tools.create_payment.risk`. Empty for the text as a whole.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

impl RulesError {
    /// Everything that is wrong, in the order of the text.
    pub fn problems(&self) -> &[RuleProblem] {
        &self.problems
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            let RuleProblem { line, column, path, message } = problem;
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{}:{line}:{column}: ", self.file)?;
            match path.as_str() {
                "" => f.write_str(message)?,
                path => write!(f, "`{path}` {message}")?,
            }
        }
        Ok(())
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

/// Reads the YAML. Scalars stay texts, so that no digit of a number is lost.
pub(crate) fn load(text: &str) -> Result<Vec<MarkedYaml<'_>>, RuleProblem> {
    let mut loader = YamlLoader::default();
    loader.early_parse(false);
    let scanned = Parser::new(BufferedInput::new(text.chars())).load(&mut loader, true);
    match scanned.err().as_ref().or(loader.error()) {
        None => Ok(loader.into_documents()),
        Some(error) => Err(RuleProblem {
            line: error.marker().line(),
            column: error.marker().col() + 1,
            path: String::new(),
            message: format!("this is not valid YAML: {}", error.info()),
        }),
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
