//! From TOML to the tree.

use std::ops::Range;

use hpd_runtime::args::Decimal;
use toml::de::{DeInteger, DeTable, DeValue};

use super::FileProblem;
use super::limits::Counts;
use super::located::{Located, LocatedValue, Position};
use super::path::Path;

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
    let mut reading = Reading { lines, counts: Counts::default(), problems: Vec::new() };
    let value = reading.table(table.get_ref(), &Path::default(), 1).map_err(|problem| vec![problem])?;
    match reading.problems {
        problems if problems.is_empty() => Ok(Located { position: (1, 1), value }),
        problems => Err(problems),
    }
}

struct Reading<'t> {
    lines: Lines<'t>,
    counts: Counts,
    problems: Vec<FileProblem>,
}

impl Reading<'_> {
    /// The members of a table. `depth` counts the tables and arrays around them.
    fn table(
        &mut self,
        table: &DeTable<'_>,
        path: &Path<'_>,
        depth: usize,
    ) -> Result<LocatedValue<'static>, FileProblem> {
        let mut members = Vec::with_capacity(table.len());
        for (key, value) in table {
            let name: &str = key.get_ref();
            self.counts.add(depth, self.lines.position(&key.span()))?;
            let located = self.locate(value.get_ref(), &key.span(), &path.key(name), depth)?;
            members.push((name.to_owned().into(), located));
        }
        Ok(LocatedValue::Mapping { members, odd_keys: Vec::new() })
    }

    fn locate(
        &mut self,
        value: &DeValue<'_>,
        span: &Range<usize>,
        path: &Path<'_>,
        depth: usize,
    ) -> Result<Located<'static>, FileProblem> {
        let position = self.lines.position(span);
        self.counts.add(depth, position)?;
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
                let mut list = Vec::with_capacity(items.len());
                for (index, item) in items.iter().enumerate() {
                    list.push(self.locate(item.get_ref(), &item.span(), &path.item(index), depth + 1)?);
                }
                LocatedValue::List(list)
            }
            DeValue::Table(table) => self.table(table, path, depth + 1)?,
        };
        Ok(Located { position, value })
    }

    /// A number, or a problem.
    fn number(
        &mut self,
        text: Option<String>,
        wrong: &str,
        position: Position,
        path: &Path<'_>,
    ) -> LocatedValue<'static> {
        if text.is_none() {
            let (path, message) = (path.text(), wrong.to_owned());
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

/// Bytes of a text between two known counts of characters.
const STRIDE: usize = 256;

/// Where the lines of a text start. A position costs the same in short and in long lines.
struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
    /// The characters before each [`STRIDE`] bytes.
    chars: Vec<usize>,
}

impl<'t> Lines<'t> {
    fn new(text: &'t str) -> Self {
        let behind_breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        let before = text.as_bytes().chunks(STRIDE).scan(0, |before, chunk| {
            let here = *before;
            *before += chars(chunk);
            Some(here)
        });
        Self { text, starts: std::iter::once(0).chain(behind_breaks).collect(), chars: before.collect() }
    }

    /// The line and column, from 1, where a span starts.
    fn position(&self, span: &Range<usize>) -> Position {
        let line = self.starts.partition_point(|start| *start <= span.start);
        let start = line.checked_sub(1).and_then(|line| self.starts.get(line)).copied().unwrap_or_default();
        (line, self.chars_before(span.start) - self.chars_before(start) + 1)
    }

    fn chars_before(&self, at: usize) -> usize {
        let at = at.min(self.text.len());
        let chunk = at / STRIDE;
        let rest = &self.text.as_bytes()[chunk * STRIDE..at];
        self.chars.get(chunk).map_or_else(|| chars(self.text.as_bytes()), |before| before + chars(rest))
    }
}

/// The characters that begin in some bytes of a text.
fn chars(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0b1100_0000 != 0b1000_0000).count()
}

#[cfg(test)]
mod tests {
    use super::{Lines, STRIDE};

    #[test]
    fn positions_count_characters() {
        for filler in ["a", "ä", "€", "🎉", "a€\n"] {
            let text = filler.repeat(3 * STRIDE);
            let lines = Lines::new(&text);
            let (mut line, mut column) = (1, 1);
            for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
                assert_eq!(lines.position(&(at..at)), (line, column), "{filler} {at}");
                (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
            }
        }
    }
}
