//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use lexopt::{Arg, Parser, ValueExt};

use crate::counter::Encoding;

pub(crate) const HELP: &str = "\
Prints what a list of tools costs in tokens, and what it costs when containers hide most of it.

Usage: tokens [OPTIONS]

Options:
  --tools FILE       tools from outside instead of the example plugins; may be given several times: an MCP tools/list
                     result, an OpenAI or Anthropic tool array, or lines {\"server\",\"tools\":[{\"name\",\"description\",
                     \"input_schema\"}]}
  --groups FILE      a JSON object of containers and the names of their tools, {\"Issues\":[\"list_issues\"]}, for each server
                     that has one of these tools; without it, each server is one container
  --server NAME      only the servers whose names start so
  --encoding NAME    o200k (default) or cl100k: OpenAI's encodings; or chars: characters divided by four, an estimate
  --help             this text

Several servers are listed in a line each; one alone is shown container by container.
";

/// The program's task.
#[derive(Debug)]
pub(crate) enum Command {
    Count(Options),
    Help,
}

/// The lists to count, and the encoding.
#[derive(Debug, Default)]
pub(crate) struct Options {
    /// None: the example plugins.
    pub(crate) tools: Vec<PathBuf>,
    pub(crate) groups: Option<PathBuf>,
    pub(crate) server: Option<String>,
    pub(crate) encoding: Encoding,
}

pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, lexopt::Error> {
    let mut parser = Parser::from_iter(arguments);
    let mut options = Options::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("tools") => options.tools.push(parser.value()?.into()),
            Arg::Long("groups") => options.groups = Some(parser.value()?.into()),
            Arg::Long("server") => options.server = Some(parser.value()?.string()?),
            Arg::Long("encoding") => options.encoding = parser.value()?.parse_with(Encoding::of_name)?,
            Arg::Long("help") | Arg::Short('h') => return Ok(Command::Help),
            other => return Err(other.unexpected()),
        }
    }
    if options.tools.is_empty() && (options.groups.is_some() || options.server.is_some()) {
        return Err("--groups and --server are about tools from outside: give their list with --tools".into());
    }
    Ok(Command::Count(options))
}

#[cfg(test)]
mod tests {
    use super::{Command, Options, parse};
    use crate::counter::Encoding;

    fn options(arguments: &[&str]) -> Result<Options, String> {
        match parse(["tokens"].iter().chain(arguments).map(Into::into)) {
            Ok(Command::Count(options)) => Ok(options),
            Ok(Command::Help) => Err("help".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn every_option_is_read() {
        let all = ["--tools", "a", "--tools=b", "--groups", "c", "--server", "d", "--encoding", "chars"];
        let options = options(&all).unwrap();
        assert_eq!(options.tools, ["a", "b"].map(std::path::PathBuf::from));
        assert_eq!(options.groups, Some("c".into()));
        assert_eq!(options.server.as_deref(), Some("d"));
        assert_eq!(options.encoding, Encoding::Characters);
    }

    #[test]
    fn the_newest_encoding_is_the_default() {
        assert_eq!(options(&[]).unwrap().encoding, Encoding::O200k);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        assert_eq!(
            options(&["--groups", "c"]).unwrap_err(),
            "--groups and --server are about tools from outside: give their list with --tools"
        );
        assert!(options(&["--encoding", "p50k"]).unwrap_err().contains("o200k, cl100k or chars"));
        assert!(options(&["tools.json"]).is_err());
    }
}
