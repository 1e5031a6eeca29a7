//! A place in a YAML text: a value, its position, and its name.

use std::cell::RefCell;

use hpd_runtime::args::Decimal;
use hpd_runtime::error::nearest;
use saphyr::{MarkedYaml, ScalarStyle, YamlData};
use serde_json::Value;

use super::YamlProblem;

/// The problems so far.
#[derive(Default)]
pub(crate) struct Problems {
    list: RefCell<Vec<YamlProblem>>,
}

impl Problems {
    pub(crate) fn into_list(self) -> Vec<YamlProblem> {
        self.list.into_inner()
    }
}

/// Keys that have a new name: the old one and the new one.
const RENAMED: [(&str, &str); 1] = [("policy", "leniency")];

/// A value in the text. Its problems are noted, and reading continues.
pub(crate) struct Place<'y> {
    node: &'y MarkedYaml<'y>,
    problems: &'y Problems,
    path: String,
    /// The line for error reports: that of the key, where the value has one.
    line: usize,
    column: usize,
}

impl<'y> Place<'y> {
    pub(crate) fn root(node: &'y MarkedYaml<'y>, problems: &'y Problems) -> Self {
        Self::new(node, problems, String::new(), node)
    }

    fn new(node: &'y MarkedYaml<'y>, problems: &'y Problems, path: String, shown: &MarkedYaml<'_>) -> Self {
        let start = shown.span.start;
        Self { node, problems, path, line: start.line(), column: start.col() + 1 }
    }

    /// The line, from 1.
    pub(crate) const fn line(&self) -> usize {
        self.line
    }

    /// The same place, with another list of problems.
    pub(crate) fn noting(self, problems: &'y Problems) -> Self {
        Self { problems, ..self }
    }

    /// Notes a problem here.
    pub(crate) fn wrong(&self, message: impl Into<String>) {
        let (path, message) = (self.path.clone(), message.into());
        let problem = YamlProblem { line: self.line, column: self.column, path, message };
        self.problems.list.borrow_mut().push(problem);
    }

    /// Notes that a key does not exist.
    pub(crate) fn unknown_key(&self, key: &str, known: &[&'static str]) {
        let renamed = RENAMED.iter().find(|(old, new)| *old == key && known.contains(new));
        if let Some((_, new)) = renamed {
            return self.wrong(format!("is now called `{new}`: use `{new}`"));
        }
        match nearest(key, known.iter().copied()) {
            Some(meant) => self.wrong(format!("is not a known key: did you mean `{meant}`?")),
            None => self.wrong(format!("is not a known key: there are {}", known.join(", "))),
        }
    }

    pub(crate) fn is_null(&self) -> bool {
        matches!(self.plain(), Some("" | "~" | "null" | "Null" | "NULL"))
    }

    /// The members of a mapping; none, and a problem, if it is something else.
    pub(crate) fn members(&self) -> Vec<(String, Place<'y>)> {
        let YamlData::Mapping(mapping) = &self.node.data else {
            self.wrong("must be a mapping: `key: value`");
            return Vec::new();
        };
        let mut members = Vec::with_capacity(mapping.len());
        for (key, value) in mapping {
            let Some(name) = scalar(key) else {
                Self::new(key, self.problems, self.path.clone(), key).wrong("has a key that is not a text");
                continue;
            };
            let path = if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) };
            members.push((name.to_owned(), Self::new(value, self.problems, path, key)));
        }
        members
    }

    /// The items of a list; none, and a problem, if it is something else.
    pub(crate) fn items(&self) -> Vec<Place<'y>> {
        let YamlData::Sequence(items) = &self.node.data else {
            self.wrong("must be a list: [a, b]");
            return Vec::new();
        };
        let item = |(index, item): (usize, &'y MarkedYaml<'y>)| {
            Self::new(item, self.problems, format!("{}[{index}]", self.path), item)
        };
        items.iter().enumerate().map(item).collect()
    }

    pub(crate) fn is_list(&self) -> bool {
        matches!(self.node.data, YamlData::Sequence(_))
    }

    pub(crate) fn is_mapping(&self) -> bool {
        matches!(self.node.data, YamlData::Mapping(_))
    }

    /// A non-empty text. A YAML number counts as its text.
    pub(crate) fn text(&self) -> Option<String> {
        let text = scalar(self.node).filter(|text| !text.trim().is_empty());
        if text.is_none() {
            self.wrong("must be a text");
        }
        text.map(str::to_owned)
    }

    pub(crate) fn flag(&self) -> Option<bool> {
        match self.plain() {
            Some("true" | "True" | "TRUE") => Some(true),
            Some("false" | "False" | "FALSE") => Some(false),
            _ => {
                self.wrong("must be true or false");
                None
            }
        }
    }

    /// One of several words.
    pub(crate) fn word<T: Copy>(&self, words: &[(&'static str, T)]) -> Option<T> {
        let found = scalar(self.node).and_then(|text| words.iter().find(|(word, _)| *word == text));
        if found.is_none() {
            let words: Vec<_> = words.iter().map(|(word, _)| format!("`{word}`")).collect();
            self.wrong(format!("must be {}", either(&words)));
        }
        found.map(|(_, value)| *value)
    }

    pub(crate) fn number(&self) -> Option<Value> {
        let number = self.plain().and_then(json_number);
        if number.is_none() {
            self.wrong("must be a number");
        }
        number
    }

    pub(crate) fn count(&self) -> Option<u64> {
        let count = self.plain().and_then(|text| text.parse().ok());
        if count.is_none() {
            self.wrong("must be a whole number, zero or more");
        }
        count
    }

    /// A text, number, flag or null, as JSON.
    pub(crate) fn json(&self) -> Option<Value> {
        if self.is_null() {
            return Some(Value::Null);
        }
        match (self.plain(), scalar(self.node)) {
            (Some("true"), _) => Some(Value::Bool(true)),
            (Some("false"), _) => Some(Value::Bool(false)),
            (Some(text), _) if json_number(text).is_some() => json_number(text),
            (_, Some(text)) => Some(Value::String(text.to_owned())),
            _ => {
                self.wrong("must be a text, a number, true, false or null");
                None
            }
        }
    }

    /// The text of a scalar without quotes.
    fn plain(&self) -> Option<&'y str> {
        match &self.node.data {
            YamlData::Representation(text, ScalarStyle::Plain, None) => Some(text),
            _ => None,
        }
    }
}

fn scalar<'n>(node: &'n MarkedYaml<'_>) -> Option<&'n str> {
    match &node.data {
        YamlData::Representation(text, _, None) => Some(text),
        _ => None,
    }
}

fn json_number(text: &str) -> Option<Value> {
    // YAML knows more ways to write numbers; those of JSON have one meaning everywhere.
    Decimal::parse(text)?;
    serde_json::from_str::<serde_json::Number>(text).ok().map(Value::Number)
}

/// "a, b or c"
fn either(words: &[String]) -> String {
    match words {
        [one] => one.clone(),
        [before @ .., last] => format!("{} or {last}", before.join(", ")),
        [] => String::new(),
    }
}
