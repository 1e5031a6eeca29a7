//! A message read as a value of a parameter's type.

use hpd_runtime::args::{Decimal, Node};

use super::sentence::is_free_text;
use super::text::{plain, unquoted};
use super::{ReplyWords, Wanted, WordList, hint, parts};

/// Words of a value that is no free text.
const SHORT: usize = 4;

/// The kind of value that a schema requires.
#[derive(Debug)]
pub(super) enum Kind<'n> {
    /// One of these.
    Listed(Vec<&'n Node<'n>>),
    Boolean,
    Integer,
    Number,
    /// A text with rules: a date, a pattern.
    Formatted,
    /// Any text.
    Text,
    /// Nothing that is read from a message: lists, objects, several types.
    Nothing,
}

impl<'n> Kind<'n> {
    /// The kind of a parameter's values, `null` left aside.
    pub(super) fn of(schema: &'n Node<'n>) -> Self {
        if schema.get("$ref").is_some() || schema.get("allOf").is_some() || schema.get("not").is_some() {
            return Self::Nothing;
        }
        if let Some(Node::Array(branches)) = schema.get("anyOf").or_else(|| schema.get("oneOf")) {
            let mut others = branches.iter().filter(|branch| !is_null(branch));
            return match (others.next(), others.next()) {
                (Some(one), None) => Self::of(one),
                _ => Self::Nothing,
            };
        }
        if let Some(Node::Array(values)) = schema.get("enum") {
            return Self::Listed(values.iter().filter(|value| !matches!(value, Node::Null)).collect());
        }
        if let Some(value) = schema.get("const") {
            return Self::Listed(vec![value]);
        }
        if is_decimal(schema) {
            return Self::Number;
        }
        match only_type(schema) {
            Some("boolean") => Self::Boolean,
            Some("integer") => Self::Integer,
            Some("number") => Self::Number,
            Some("string") if schema.get("format").is_some() || schema.get("pattern").is_some() => {
                Self::Formatted
            }
            Some("string") => Self::Text,
            _ => Self::Nothing,
        }
    }

    /// Whether one of the listed values is this, up to case.
    pub(super) fn lists(&self, said: &str) -> bool {
        matches!(self, Self::Listed(values) if values.iter().any(|value| text_of(value).to_lowercase() == said))
    }

    /// Whether values are free text.
    pub(super) const fn is_text(&self) -> bool {
        matches!(self, Self::Text)
    }

    /// The value in a message, without the words around it.
    pub(super) fn read(&self, text: &str, wanted: &Wanted<'_>, words: &ReplyWords) -> Option<Node<'n>> {
        if let Self::Text = self {
            let is_value = is_free_text(text, words) && hint::fits(wanted.name, text);
            return is_value.then(|| Node::String(text.to_owned().into()));
        }
        let bare = bare(text);
        if bare.split_whitespace().count() > SHORT && !matches!(self, Self::Listed(_)) {
            return None;
        }
        match self {
            Self::Listed(values) => listed(bare, values),
            Self::Integer => Decimal::parse(bare).filter(|_| is_digits(bare)).map(|_| number(bare)),
            Self::Number => Decimal::parse(bare).filter(|_| !bare.contains(['e', 'E'])).map(|_| number(bare)),
            // A pattern may take anything: then it is no better than free text.
            Self::Formatted => {
                let is_value = is_free_text(bare, words) && hint::fits(wanted.name, bare);
                is_value.then(|| Node::String(bare.to_owned().into()))
            }
            _ => None,
        }
    }
}

/// A clear yes or no. For a value that is true or false, each is a value; "ok" may only mean that the question was
/// seen.
pub(super) fn boolean(text: &str, words: &ReplyWords) -> Option<Node<'static>> {
    let whole = plain(text);
    let first = whole.split(' ').next().unwrap_or_default();
    let meant = parts::plain_answer(text, words);
    let says = |list, answer| words.has(list, &whole) || (words.has(list, first) && meant == Some(answer));
    match (says(WordList::Truthy, true), says(WordList::Falsy, false)) {
        (true, false) => Some(Node::Bool(true)),
        (false, true) => Some(Node::Bool(false)),
        _ => None,
    }
}

/// Without quotes, and without the full stop of a sentence.
fn bare(text: &str) -> &str {
    let text = unquoted(text).unwrap_or(text).trim();
    let text = text.strip_suffix('.').unwrap_or(text);
    unquoted(text).unwrap_or(text).trim()
}

/// The only listed value that is meant: as it is written, or else up to case.
fn listed<'n>(text: &str, values: &[&'n Node<'n>]) -> Option<Node<'n>> {
    let only = |is_meant: &dyn Fn(&str) -> bool| {
        let mut meant = values.iter().filter(|value| is_meant(&text_of(value)));
        match (meant.next(), meant.next()) {
            (Some(one), None) => Some((*one).clone()),
            _ => None,
        }
    };
    let folded = text.to_lowercase();
    only(&|value| value == text).or_else(|| only(&|value| value.to_lowercase() == folded))
}

fn text_of(value: &Node<'_>) -> String {
    value.as_str().map_or_else(|| value.to_json(), str::to_owned)
}

fn number(text: &str) -> Node<'static> {
    Node::Number(text.to_owned().into())
}

fn is_digits(text: &str) -> bool {
    text.strip_prefix('-').unwrap_or(text).bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether values are numbers that may be written as texts, so as to keep their digits.
fn is_decimal(schema: &Node<'_>) -> bool {
    let Some(Node::Array(types)) = schema.get("type") else { return false };
    let mut types: Vec<_> = types.iter().filter_map(Node::as_str).filter(|one| *one != "null").collect();
    types.sort_unstable();
    types == ["number", "string"] && schema.get("pattern").is_some()
}

fn only_type<'n>(schema: &'n Node<'_>) -> Option<&'n str> {
    match schema.get("type")? {
        Node::String(one) => Some(one),
        Node::Array(several) => {
            let mut others = several.iter().filter_map(Node::as_str).filter(|one| *one != "null");
            let one = others.next()?;
            others.next().is_none().then_some(one)
        }
        _ => None,
    }
}

fn is_null(schema: &Node<'_>) -> bool {
    schema.get("type").and_then(Node::as_str) == Some("null")
}
