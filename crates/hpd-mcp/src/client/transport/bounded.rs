//! Lines of a bounded length.

use std::io;

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

/// Reads lines. One that is too long is dropped, not kept in memory.
pub(super) struct BoundedLines<R> {
    reader: BufReader<R>,
    /// The line that is being read. It is kept here, since reading may be interrupted at any time.
    line: Vec<u8>,
    longest: usize,
    /// The line is too long; its rest is dropped.
    is_dropping: bool,
}

/// A line without its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Whole(String),
    TooLong,
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
            if self.is_dropping || self.line.len() + text.len() > self.longest {
                self.is_dropping = true;
                self.line = Vec::new();
            } else {
                self.line.extend_from_slice(text);
            }
            let taken = end.map_or(chunk.len(), |end| end + 1);
            self.reader.consume(taken);
            if end.is_none() {
                continue;
            }
            if std::mem::take(&mut self.is_dropping) {
                return Ok(Some(Line::TooLong));
            }
            let line = String::from_utf8(std::mem::take(&mut self.line));
            let line = line.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
            return Ok(Some(Line::Whole(line)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BoundedLines, Line};

    #[tokio::test]
    async fn a_long_line_is_dropped_and_the_next_one_read() {
        let text: &[u8] = b"one\n0123456789\ntwo\nlast without an end";
        let mut lines = BoundedLines::new(text, 8);
        assert_eq!(lines.next().await.unwrap(), Some(Line::Whole("one".to_owned())));
        assert_eq!(lines.next().await.unwrap(), Some(Line::TooLong));
        assert_eq!(lines.next().await.unwrap(), Some(Line::Whole("two".to_owned())));
        assert_eq!(lines.next().await.unwrap(), None);
    }
}
