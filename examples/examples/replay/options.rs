//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use hpd_host::args::Leniency;
use lexopt::{Arg, Parser, ValueExt};

pub(crate) const HELP: &str = "\
Puts recorded calls through the real path and says what became of each, one JSON line a call.

Usage: replay [FILE] [OPTIONS]

  FILE               calls, one JSON object a line; standard input if absent or -
                     {\"id\",\"name\",\"arguments\",\"stop_reason\"} or {\"id\",\"tool\",\"raw_arguments\",\"toolset\"};
                     the arguments are a text, or an object

Each call is one line of the output, with its status: ok, expanded or error; ask_user, if the user would be asked for
values, and confirm, if the user would be asked whether it may run. Nobody is asked, and then nothing runs.

Options:
  --tools FILE       tools from outside instead of the example plugins; may be given several times: an MCP tools/list
                     result, an OpenAI or Anthropic tool array, or lines {\"server\",\"tools\":[{\"name\",\"description\",
                     \"input_schema\"}]}. They have no code, so that --check is implied, and --expand-all too
  --leniency POLICY    strict, safe (default) or lenient: how forgiving arguments are read
  --write NAME,..    tools from outside that write
  --expand-all       expand every container before the first call
  --check            stop after validation, run nothing
  --help             this text
";

/// The program's task.
pub(crate) enum Command {
    Replay(Options),
    Help,
}

/// How calls are replayed.
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// `None`: standard input.
    pub(crate) input: Option<PathBuf>,
    pub(crate) tools: Vec<PathBuf>,
    pub(crate) leniency: Leniency,
    pub(crate) writes: Vec<String>,
    pub(crate) expand_all: bool,
    pub(crate) check: bool,
}

pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, lexopt::Error> {
    let mut parser = Parser::from_iter(arguments);
    let mut options = Options::default();
    let mut has_input = false;
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("tools") => options.tools.push(parser.value()?.into()),
            Arg::Long("leniency") => options.leniency = parser.value()?.parse_with(leniency)?,
            Arg::Long("write") => {
                let names = parser.value()?.string()?;
                options.writes.extend(names.split(',').map(|name| name.trim().to_owned()));
            }
            Arg::Long("expand-all") => options.expand_all = true,
            Arg::Long("check") => options.check = true,
            Arg::Long("help") | Arg::Short('h') => return Ok(Command::Help),
            Arg::Value(path) if !has_input => {
                has_input = true;
                options.input = (path != "-").then(|| path.into());
            }
            other => return Err(other.unexpected()),
        }
    }
    if !options.tools.is_empty() {
        options.check = true;
        options.expand_all = true;
    }
    Ok(Command::Replay(options))
}

fn leniency(text: &str) -> Result<Leniency, &'static str> {
    match text {
        "strict" => Ok(Leniency::Strict),
        "safe" => Ok(Leniency::Safe),
        "lenient" => Ok(Leniency::Lenient),
        _ => Err("a leniency is strict, safe or lenient"),
    }
}
