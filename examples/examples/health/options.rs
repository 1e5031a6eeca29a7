//! The command line.

use std::ffi::OsString;

use hpd_examples::reading::{JOURNAL_HELP, JournalPlace, NO_JOURNAL, moment};
use hpd_host::journal::health::Period;
use hpd_host::system::{Clock, SystemClock, Timestamp};
use lexopt::{Arg, Parser, ValueExt};

const HELP: &str = "\
Shows how well calls go: rates of writes, and a line for each function, from a journal.

Usage: health --journal PLACE [OPTIONS]

{JOURNAL}
Options:
  --since MOMENT     only what happened since then: 30m, 24h or 7d ago, a date as 2026-01-31 (UTC), or a time as
                     2026-01-31T08:00:00Z
  --by PERIOD        hour or day (default): what a letter of a curve stands for; where there are more than 60, for
                     several of them: their sum, or the longest of their times (· if there is none)
  --tool NAME        one function alone: a line for each period in which something happened to its calls, and their
                     curves; in the list of all functions, times have one where no line is longer than 100 columns
  --json             the figures as JSON, on one line; what they mean stands in hpd_host::journal::health
  --now MOMENT       the time that it is, if not that of the machine's clock
  --help             this text
";

/// The program's help.
pub(crate) fn help() -> String {
    HELP.replace("{JOURNAL}", JOURNAL_HELP)
}

/// The program's task.
pub(crate) enum Command {
    Show(Options),
    Help,
}

/// The choice of calls and their presentation.
#[derive(Debug)]
pub(crate) struct Options {
    pub(crate) journal: JournalPlace,
    pub(crate) since: Option<Timestamp>,
    pub(crate) now: Timestamp,
    pub(crate) by: Period,
    pub(crate) tool: Option<String>,
    pub(crate) json: bool,
}

pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, lexopt::Error> {
    let mut parser = Parser::from_iter(arguments);
    let (mut journal, mut schema, mut since, mut now) = (None, None, None, SystemClock.now());
    let (mut by, mut tool, mut json) = (Period::Day, None, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("journal") => journal = Some(parser.value()?),
            Arg::Long("schema") => schema = Some(parser.value()?.string()?),
            Arg::Long("since") => since = Some(parser.value()?.string()?),
            Arg::Long("by") => by = parser.value()?.parse_with(period)?,
            Arg::Long("tool") => tool = Some(parser.value()?.string()?),
            Arg::Long("json") => json = true,
            Arg::Long("now") => now = parser.value()?.parse_with(|text| moment(text, now))?,
            Arg::Long("help") | Arg::Short('h') => return Ok(Command::Help),
            other => return Err(other.unexpected()),
        }
    }
    let journal = JournalPlace::new(journal.ok_or(NO_JOURNAL)?, schema)?;
    let since = since.map(|since| OsString::from(since).parse_with(|text| moment(text, now))).transpose()?;
    Ok(Command::Show(Options { journal, since, now, by, tool, json }))
}

fn period(text: &str) -> Result<Period, &'static str> {
    match text {
        "hour" => Ok(Period::Hour),
        "day" => Ok(Period::Day),
        _ => Err("a period is hour or day"),
    }
}
