//! Output of programs, for readers who may stop reading at any time.

use std::error::Error;
use std::io::{self, Write};

/// Prints a text.
///
/// # Errors
///
/// It can't be printed. [`is_closed_pipe`] recognises the harmless case: the reader closed the pipe.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Whether the output's reader has closed the pipe: then a program ends without an error.
pub fn is_closed_pipe(error: &(dyn Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
