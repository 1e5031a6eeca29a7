//! From TOML to the tree.

use std::ops::Range;

use hpd_runtime::args::{Decimal, Node};
use toml::Spanned;
use toml::de::{DeInteger, DeString, DeTable, DeValue};

use super::{FileProblem, Problems, Spot, SpotValue};

pub(super) fn load(text: &str) -> Result<Spot, Vec<FileProblem>> {
    let lines = Lines::new(text);
    let (table, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        let problem = |error: &toml::de::Error| FileProblem {
            place: error.span().map(|span| lines.place(&span)),
            path: String::new(),
            // The error's own text quotes the line with its value.
            message: format!("this is not valid TOML: {}", error.message()),
        };
        return Err(errors.iter().map(problem).collect());
    }
    let mut reading = Reading { lines, problems: Problems::default() };
    let value = reading.table(table.get_ref(), "");
    match reading.problems.into_list() {
        problems if problems.is_empty() => Ok(Spot { place: (1, 1), value }),
        problems => Err(problems),
    }
}

struct Reading<'t> {
    lines: Lines<'t>,
    problems: Problems,
}

impl Reading<'_> {
    fn table(&mut self, table: &DeTable<'_>, path: &str) -> SpotValue {
        let member = |(key, value): (&Spanned<DeString<'_>>, &Spanned<DeValue<'_>>)| {
            let name = key.get_ref();
            let path = if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
            (name.to_string(), self.spot(value.get_ref(), &key.span(), &path))
        };
        SpotValue::Table(table.iter().map(member).collect())
    }

    fn spot(&mut self, value: &DeValue<'_>, span: &Range<usize>, path: &str) -> Spot {
        let place = self.lines.place(span);
        let value = match value {
            DeValue::String(text) => SpotValue::Scalar(Node::String(text.to_string().into())),
            DeValue::Boolean(value) => SpotValue::Scalar(Node::Bool(*value)),
            DeValue::Datetime(moment) => SpotValue::Scalar(Node::String(moment.to_string().into())),
            DeValue::Integer(integer) => self.number(whole(integer), "must be at most 2^127", place, path),
            DeValue::Float(float) => {
                let text = float.as_str();
                let text = text.strip_prefix('+').unwrap_or(text);
                let number = Decimal::parse(text).map(|_| text.to_owned());
                self.number(number, "must be a finite number", place, path)
            }
            DeValue::Array(items) => {
                let item = |(index, item): (usize, &Spanned<DeValue<'_>>)| {
                    self.spot(item.get_ref(), &item.span(), &format!("{path}[{index}]"))
                };
                SpotValue::List(items.iter().enumerate().map(item).collect())
            }
            DeValue::Table(table) => self.table(table, path),
        };
        Spot { place, value }
    }

    /// A number, or a problem.
    fn number(&mut self, text: Option<String>, wrong: &str, place: (usize, usize), path: &str) -> SpotValue {
        let Some(text) = text else {
            let null = Spot { place, value: SpotValue::Scalar(Node::Null) };
            self.problems.wrong(&null, path, wrong);
            return null.value;
        };
        SpotValue::Scalar(Node::Number(text.into()))
    }
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
    fn place(&self, span: &Range<usize>) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= span.start);
        let start = line.checked_sub(1).and_then(|line| self.starts.get(line)).copied().unwrap_or_default();
        let before = self.text.get(start..span.start).unwrap_or_default();
        (line, before.chars().count() + 1)
    }
}
