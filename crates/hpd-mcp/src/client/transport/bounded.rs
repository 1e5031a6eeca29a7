//! Lines of a bounded length.

use std::io;

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

/// Bytes of each end of a line that is too long.
const EDGE: usize = 256;

/// Reads lines. One that is too long is dropped, and not kept in memory but for its ends.
pub(super) struct BoundedLines<R> {
    reader: BufReader<R>,
    /// The line that is being read. It is kept here, since reading may be interrupted at any time.
    line: Vec<u8>,
    longest: usize,
    /// The line is too long: all but its ends is dropped.
    is_dropping: bool,
}

/// A line without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Whole(String),
    /// The first and the last bytes of a line that is too long.
    TooLong(String),
}

impl<R: AsyncRead + Unpin> BoundedLines<R> {
    /// `longest` is in bytes.
    pub(super) fn new(reader: R, longest: usize) -> Self {
        Self { reader: BufReader::new(reader), line: Vec::new(), longest, is_dropping: false }
    }

    /// The next line; `None` at the end. Nothing is lost if its future is dropped.
    pub(super) async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            let chunk = self.reader.fill_buf().await?;
            if chunk.is_empty() {
                return Ok(None);
            }
            let end = memchr::memchr(b'\n', chunk);
            let text = &chunk[..end.unwrap_or(chunk.len())];
            self.is_dropping |= self.line.len() + text.len() > self.longest;
            self.line.extend_from_slice(text);
            if self.is_dropping && self.line.len() > 2 * EDGE {
                let last = self.line.len() - EDGE;
                self.line = [&self.line[..EDGE], &self.line[last..]].concat();
            }
            let taken = end.map_or(chunk.len(), |end| end + 1);
            self.reader.consume(taken);
            if end.is_none() {
                continue;
            }
            let line = String::from_utf8(std::mem::take(&mut self.line));
            let line = line.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
            let is_too_long = std::mem::take(&mut self.is_dropping);
            return Ok(Some(if is_too_long { Line::TooLong(line) } else { Line::Whole(line) }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BoundedLines, EDGE, Line};

    #[tokio::test]
    async fn a_long_line_is_dropped_and_the_next_one_read() {
        let long = format!("{}{}", "a".repeat(EDGE), "b".repeat(20_000));
        let text = format!("one\n0123456789\ntwo\n{long}\nthree\nlast without an end");
        let mut lines = BoundedLines::new(text.as_bytes(), 8);
        assert_eq!(lines.next().await.unwrap(), Some(Line::Whole("one".to_owned())));
        assert_eq!(lines.next().await.unwrap(), Some(Line::TooLong("0123456789".to_owned())));
        assert_eq!(lines.next().await.unwrap(), Some(Line::Whole("two".to_owned())));
        let ends = format!("{}{}", "a".repeat(EDGE), "b".repeat(EDGE));
        assert_eq!(lines.next().await.unwrap(), Some(Line::TooLong(ends)));
        assert_eq!(lines.next().await.unwrap(), Some(Line::Whole("three".to_owned())));
        assert_eq!(lines.next().await.unwrap(), None);
    }
}
