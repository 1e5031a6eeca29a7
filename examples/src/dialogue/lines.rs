//! Where the user's words come from.

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Write};

/// Where the user's words come from: a script, or standard input.
pub struct Lines(Source);

enum Source {
    Script(VecDeque<&'static str>),
    /// Typed, at a terminal that shows them itself.
    Terminal,
    /// From a file or another program.
    Piped,
}

impl Lines {
    /// The lines of a script.
    pub fn script(lines: &[&'static str]) -> Self {
        Self(Source::Script(lines.iter().copied().collect()))
    }

    /// Standard input.
    pub fn typed() -> Self {
        Self(if io::stdin().is_terminal() { Source::Terminal } else { Source::Piped })
    }

    /// Whether the terminal itself shows the user's input.
    pub(super) const fn are_seen(&self) -> bool {
        matches!(self.0, Source::Terminal)
    }

    /// The next line that is not blank; `None` at the end.
    pub(super) fn next(&mut self, out: &mut dyn Write) -> io::Result<Option<String>> {
        loop {
            let line = match &mut self.0 {
                Source::Script(lines) => return Ok(lines.pop_front().map(str::to_owned)),
                Source::Terminal => {
                    write!(out, "\n> ")?;
                    out.flush()?;
                    read_line()?
                }
                Source::Piped => read_line()?,
            };
            match line {
                Some(line) if line.trim().is_empty() => {}
                line => return Ok(line),
            }
        }
    }
}

/// A line without its end. It may contain any bytes: the input may be another program's.
fn read_line() -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = io::stdin().lock().read_until(b'\n', &mut line)?;
    let text = String::from_utf8_lossy(&line);
    Ok((read > 0).then(|| text.trim_end_matches(['\r', '\n']).to_owned()))
}
