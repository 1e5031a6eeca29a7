//! Lines of a text, by their numbers.

use hpd_runtime::__private::text::{char_start, end_of_part};

use super::read::{Next, ReadError};

/// The number of lines.
pub(super) fn count(text: &str) -> usize {
    text.lines().count()
}

/// The line of a byte, and how many bytes of that line are before it.
pub(super) fn at(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before.len() - start)
}

/// Lines as the model writes them.
pub(super) fn range(first: usize, last: usize) -> String {
    if first >= last { first.to_string() } else { format!("{first}-{last}") }
}

/// Lines of a text.
#[derive(Clone, Copy)]
pub(super) struct Lines<'a> {
    pub(super) text: &'a str,
    /// The lines before them.
    pub(super) before: usize,
    /// The bytes of the first line that are left out here.
    pub(super) skipped: usize,
    /// The lines of the whole text.
    pub(super) total: usize,
}

impl<'a> From<&'a str> for Lines<'a> {
    fn from(text: &'a str) -> Self {
        Self { text, before: 0, skipped: 0, total: count(text) }
    }
}

/// The first and the last line that are asked for, as far as there are so many.
pub(super) fn wanted(range: &str, total: usize) -> Result<(usize, usize), ReadError> {
    let (first, last) = parse(range).ok_or_else(|| ReadError::Range(range.to_owned()))?;
    if first > total {
        return Err(ReadError::BehindTheEnd { what: "lines", length: total, at: first });
    }
    Ok((first, last.min(total)))
}

/// Lines from one number to another, as far as they fit into `max` bytes. The first is line 1. Of the first line that is
/// read, so many bytes are left out.
pub(super) fn read<'a>(
    lines: impl Into<Lines<'a>>,
    range: &str,
    left_out: usize,
    max: usize,
) -> Result<(String, Option<Next>), ReadError> {
    let Lines { text, before, skipped, total } = lines.into();
    let (first, last) = wanted(range, total)?;
    let lines = (before + 1..).zip(text.split_inclusive('\n'));
    let lines = lines.skip_while(|(number, _)| *number < first).take_while(|(number, _)| *number <= last);
    let mut out = String::new();
    for (number, line) in lines {
        let skipped = if number == before + 1 { skipped } else { 0 };
        let left_out = if number == first { left_out } else { 0 };
        if left_out > 0 && left_out >= skipped + line.len() {
            return Err(behind_the_line(skipped + line.len(), left_out));
        }
        // Some characters have several bytes: reading one twice is better than skipping it.
        let start = char_start(line, left_out.saturating_sub(skipped));
        let line = &line[start..];
        if out.len() + line.len() > max {
            // One line may be longer than all that can be read at once: it goes on by bytes.
            let read = if out.is_empty() { end_of_part(line, 0, max) } else { 0 };
            out.push_str(&line[..read]);
            let offset = if out.is_empty() || read > 0 { skipped + start + read } else { 0 };
            return Ok((out, Some(Next::Lines { first: number, last, offset })));
        }
        out.push_str(line);
    }
    Ok((out, None))
}

/// There are fewer bytes in a line.
pub(super) const fn behind_the_line(length: usize, at: usize) -> ReadError {
    ReadError::BehindTheEnd { what: "bytes in the line", length, at }
}

/// The numbers of `7` or `7-12`.
fn parse(range: &str) -> Option<(usize, usize)> {
    let number = |text: &str| text.trim().parse::<usize>().ok().filter(|&number| number > 0);
    match range.split_once('-') {
        None => number(range).map(|line| (line, line)),
        Some((first, last)) => {
            let (first, last) = (number(first)?, number(last)?);
            (first <= last).then_some((first, last))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "one\ntwo\nthree\nfour";

    fn next(first: usize, last: usize, offset: usize) -> Next {
        Next::Lines { first, last, offset }
    }

    #[test]
    fn lines_are_read_by_number() {
        for (range, lines) in
            [("1", "one\n"), ("2-3", "two\nthree\n"), ("4-9", "four"), (" 3 - 3 ", "three\n")]
        {
            assert_eq!(read(TEXT, range, 0, 100).unwrap(), (lines.to_owned(), None));
        }
        assert_eq!(count(TEXT), 4);
    }

    #[test]
    fn other_ranges_are_refused() {
        for range in ["", "0", "3-2", "a", "1-", "-1", "1-2-3"] {
            assert!(matches!(read(TEXT, range, 0, 100), Err(ReadError::Range(_))), "{range}");
        }
        assert!(matches!(read(TEXT, "5", 0, 100), Err(ReadError::BehindTheEnd { length: 4, at: 5, .. })));
    }

    #[test]
    fn what_does_not_fit_is_read_next() {
        assert_eq!(read(TEXT, "1-4", 0, 9).unwrap(), ("one\ntwo\n".to_owned(), Some(next(3, 4, 0))));
        assert_eq!(read(TEXT, "3-9", 0, 4).unwrap(), ("thre".to_owned(), Some(next(3, 4, 4))));
        assert_eq!(read(TEXT, "3-9", 4, 4).unwrap(), ("e\n".to_owned(), Some(next(4, 4, 0))));
    }

    #[test]
    fn a_line_goes_on_at_its_bytes() {
        assert_eq!(read(TEXT, "3-4", 2, 100).unwrap(), ("ree\nfour".to_owned(), None));
        assert_eq!(read("aäb", "1", 2, 100).unwrap(), ("äb".to_owned(), None));
        assert!(matches!(
            read(TEXT, "4", 4, 100),
            Err(ReadError::BehindTheEnd { what: "bytes in the line", length: 4, at: 4 })
        ));
        for (byte, place) in [(0, (1, 0)), (3, (1, 3)), (4, (2, 0)), (18, (4, 4)), (99, (4, 4))] {
            assert_eq!(at(TEXT, byte), place);
        }
        assert_eq!((range(3, 3), range(3, 7)), ("3".to_owned(), "3-7".to_owned()));
    }
}
