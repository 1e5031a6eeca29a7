//! The command line.

use lexopt::{Arg, Error, Parser, ValueExt};

pub(crate) const HELP: &str = "\
Usage: hpd inspect FILE|postgres://.. [--port N] [--schema NAME] [--open]

Shows the calls in a journal as web pages, while the program runs that writes it.
It only reads: the journal stays as it is, and nothing can be approved.

  FILE            a journal in an SQLite file
  postgres://..   the address of a database with a journal

  --port N        the port on 127.0.0.1; without it, a free one
  --schema NAME   the schema of the journal in PostgreSQL; `hpd` without it
  --open          opens the link in the browser
  --help          this text
  --version       the version";

/// The command of the user, with its options.
pub(crate) enum Options {
    Help,
    Version,
    Inspect(Inspect),
}

/// `hpd inspect`.
#[derive(Debug, Default)]
pub(crate) struct Inspect {
    /// A file, or the address of a database.
    pub(crate) journal: String,
    /// 0 for a free port.
    pub(crate) port: u16,
    pub(crate) schema: Option<String>,
    pub(crate) opens: bool,
}

/// # Errors
///
/// An option is not known, has no value, or one is missing.
pub(crate) fn parse(mut parser: Parser) -> Result<Options, Error> {
    let mut command = None;
    let mut inspect = Inspect::default();
    let mut journal = None;
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Options::Help),
            Arg::Short('V') | Arg::Long("version") => return Ok(Options::Version),
            Arg::Long("port") => inspect.port = parser.value()?.parse()?,
            Arg::Long("schema") => inspect.schema = Some(parser.value()?.string()?),
            Arg::Long("open") => inspect.opens = true,
            Arg::Value(word) if command.is_none() => {
                let word = word.string()?;
                if word != "inspect" {
                    return Err(format!("there is no command `{word}`").into());
                }
                command = Some(word);
            }
            Arg::Value(place) if journal.is_none() => journal = Some(place.string()?),
            other => return Err(other.unexpected()),
        }
    }
    if command.is_none() {
        return Ok(Options::Help);
    }
    inspect.journal = journal.ok_or("a file, or the address of a database, is missing")?;
    Ok(Options::Inspect(inspect))
}
