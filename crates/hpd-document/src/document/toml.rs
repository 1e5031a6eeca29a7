//! From TOML to the tree.

use std::ops::Range;

use hpd_runtime::args::Decimal;
use toml::Spanned;
use toml::de::{DeInteger, DeString, DeTable, DeValue};

use super::FileProblem;
use super::located::{Located, LocatedValue, Position};

pub(super) fn parse(text: &str) -> Result<Located<'static>, Vec<FileProblem>> {
    let lines = Lines::new(text);
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let problem = |error: &toml::de::Error| FileProblem {
            place: error.span().map(|span| lines.position(&span)),
            path: String::new(),
            // The error's own text quotes the line with its value.
            message: format!("this is not valid TOML: {}", error.message()),
        };
        return Err(errors.iter().map(problem).collect());
    }
    let mut reading = Reading { lines, problems: Vec::new() };
    let value = reading.table(table.get_ref(), "");
    match reading.problems {
        problems if problems.is_empty() => Ok(Located { position: (1, 1), value }),
        problems => Err(problems),
    }
}

struct Reading<'t> {
    lines: Lines<'t>,
    problems: Vec<FileProblem>,
}

impl Reading<'_> {
    fn table(&mut self, table: &DeTable<'_>, path: &str) -> LocatedValue<'static> {
        let member = |(key, value): (&Spanned<DeString<'_>>, &Spanned<DeValue<'_>>)| {
            let name = key.get_ref();
            let path = if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
            (name.to_string().into(), self.locate(value.get_ref(), &key.span(), &path))
        };
        LocatedValue::Mapping { members: table.iter().map(member).collect(), odd_keys: Vec::new() }
    }

    fn locate(&mut self, value: &DeValue<'_>, span: &Range<usize>, path: &str) -> Located<'static> {
        let position = self.lines.position(span);
        let value = match value {
            DeValue::String(text) => scalar(text.to_string(), true),
            DeValue::Datetime(moment) => scalar(moment.to_string(), true),
            DeValue::Boolean(value) => scalar(value.to_string(), false),
            DeValue::Integer(integer) => self.number(whole(integer), "must be at most 2^127", position, path),
            DeValue::Float(float) => {
                let text = float.as_str();
                let text = text.strip_prefix('+').unwrap_or(text);
                let number = Decimal::parse(text).map(|_| text.to_owned());
                self.number(number, "must be a finite number", position, path)
            }
            DeValue::Array(items) => {
                let item = |(index, item): (usize, &Spanned<DeValue<'_>>)| {
                    self.locate(item.get_ref(), &item.span(), &format!("{path}[{index}]"))
                };
                LocatedValue::List(items.iter().enumerate().map(item).collect())
            }
            DeValue::Table(table) => self.table(table, path),
        };
        Located { position, value }
    }

    /// A number, or a problem.
    fn number(
        &mut self,
        text: Option<String>,
        wrong: &str,
        position: Position,
        path: &str,
    ) -> LocatedValue<'static> {
        if text.is_none() {
            let (path, message) = (path.to_owned(), wrong.to_owned());
            self.problems.push(FileProblem { place: Some(position), path, message });
        }
        scalar(text.unwrap_or_default(), false)
    }
}

fn scalar(text: String, is_quoted: bool) -> LocatedValue<'static> {
    LocatedValue::Scalar { text: text.into(), is_quoted }
}

/// A whole number in decimal digits.
fn whole(integer: &DeInteger<'_>) -> Option<String> {
    i128::from_str_radix(integer.as_str(), integer.radix()).ok().map(|integer| integer.to_string())
}

/// Where the lines of a text start.
struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Self {
        let behind_breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(behind_breaks).collect() }
    }

    /// The line and column, from 1, where a span starts.
    fn position(&self, span: &Range<usize>) -> Position {
        let line = self.starts.partition_point(|start| *start <= span.start);
        let start = line.checked_sub(1).and_then(|line| self.starts.get(line)).copied().unwrap_or_default();
        let before = self.text.get(start..span.start).unwrap_or_default();
        (line, before.chars().count() + 1)
    }
}
