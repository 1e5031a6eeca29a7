//! The speakers of a conversation and their views, as lines of a text.

use std::io::{self, Write};

use super::wrapped;

/// Writes a conversation while it runs.
pub(super) struct Page<W> {
    out: W,
}

impl<W: Write> Page<W> {
    pub(super) const fn new(out: W) -> Self {
        Self { out }
    }

    pub(super) fn out(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    /// The user's words.
    pub(super) fn user_says(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out)?;
        self.line("User says", text)
    }

    /// A text for the user, by the program or the model.
    pub(super) fn user_reads(&mut self, text: &str) -> io::Result<()> {
        self.line("User reads", text)
    }

    /// The user's options.
    pub(super) fn user_chooses(&mut self, options: &str) -> io::Result<()> {
        self.line("  by typing", options)
    }

    pub(super) fn model_calls(&mut self, name: &str, arguments: &str) -> io::Result<()> {
        self.line("Model calls", &format!("{name} {arguments}"))
    }

    pub(super) fn model_reads(&mut self, text: &str, is_error: bool) -> io::Result<()> {
        self.line(if is_error { "  reads error" } else { "  reads" }, text)
    }

    /// What the user reads too, unless something else follows.
    pub(super) fn model_says(&mut self, text: &str) -> io::Result<()> {
        self.line("Model says", text)
    }

    /// State changes of current and former pending calls.
    pub(super) fn notes(&mut self, text: &str) -> io::Result<()> {
        self.line("  (stored)", text)
    }

    fn line(&mut self, label: &str, text: &str) -> io::Result<()> {
        self.out.write_all(wrapped(label, text).as_bytes())
    }
}
