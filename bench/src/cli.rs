//! The command line.

use std::path::{Path, PathBuf};

use crate::compile::{self, Library};
use crate::error::{Error, Result};
use crate::harness::{Case, measured_calls};
use crate::results::{self, Table};
use crate::{callgrind, contenders, report, timing};

const HELP: &str = "\
hpd-bench: calls, compile time and size of hpd, side by side with other tool libraries

    names                                    the names of the cases
    answer CASE                              what a case comes to
    time [FILTER] [--rounds N]               time a call
    ir [FILTER]                              instructions a call, under callgrind
    once CASE TIMES                          one case so many times, for a profiler
    compile --runtime PATH [LIBRARY ..]      compile time and size a function; PATH is the folder of hpd-runtime
    report --from DIR --to FILE              RESULTS.md from what was saved

FILTER is a group or a part of a case's name. `time`, `ir` and `compile` take `--save DIR`.";

const DEFAULT_ROUNDS: u32 = 25;

/// The program's task.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Help,
    Names,
    Answer { case: String },
    Time { filter: Option<String>, rounds: u32, save: Option<PathBuf> },
    Instructions { filter: Option<String>, save: Option<PathBuf> },
    Once { case: String, times: u32 },
    Compile { runtime: PathBuf, libraries: Vec<Library>, save: Option<PathBuf> },
    Report { from: PathBuf, to: PathBuf },
}

impl Command {
    /// Reads a command line, without the program's name.
    ///
    /// # Errors
    ///
    /// It is none of those in the help text.
    pub(crate) fn parse(arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut words = Words::parse(arguments)?;
        let command = match words.next_word().as_deref() {
            None | Some("help" | "--help" | "-h") => Self::Help,
            Some("names") => Self::Names,
            Some("answer") => Self::Answer { case: words.required_word("CASE")? },
            Some("time") => Self::Time {
                filter: words.next_word(),
                rounds: words
                    .option("--rounds")
                    .map_or(Ok(DEFAULT_ROUNDS), |rounds| parse_rounds(&rounds))?,
                save: words.path("--save"),
            },
            Some("ir") => Self::Instructions { filter: words.next_word(), save: words.path("--save") },
            Some("once") => Self::Once {
                case: words.required_word("CASE")?,
                times: parse_number("TIMES", &words.required_word("TIMES")?)?,
            },
            Some("compile") => Self::Compile {
                runtime: words.required_path("--runtime")?,
                libraries: words.libraries()?,
                save: words.path("--save"),
            },
            Some("report") => {
                Self::Report { from: words.required_path("--from")?, to: words.required_path("--to")? }
            }
            Some(other) => return Err(Error::new(format!("no command `{other}`; see `hpd-bench help`"))),
        };
        words.finish()?;
        Ok(command)
    }

    /// Does it.
    ///
    /// # Errors
    ///
    /// A measurement did not come about, or its result can't be written.
    pub(crate) fn run(self) -> Result<()> {
        match self {
            Self::Help => println!("{HELP}"),
            Self::Names => contenders::cases().iter().for_each(|case| println!("{}", case.name())),
            Self::Answer { case } => println!("{}", found(&case)?.warmed_up()()),
            Self::Time { filter, rounds, save } => run_time(filter.as_deref(), rounds, save.as_deref())?,
            Self::Instructions { filter, save } => run_instructions(filter.as_deref(), save.as_deref())?,
            Self::Once { case, times } => run_once(&case, times)?,
            Self::Compile { runtime, libraries, save } => {
                run_compile(&runtime, &libraries, save.as_deref())?;
            }
            Self::Report { from, to } => report::write(&from, &to)?,
        }
        Ok(())
    }
}

fn run_time(filter: Option<&str>, rounds: u32, save: Option<&Path>) -> Result<()> {
    let timings = timing::time(&selected(filter)?, rounds);
    for timing in &timings {
        println!(
            "{:<10} {:<50} median {:>10.1} ns   min {:>10.1} ns",
            timing.group, timing.contender, timing.median, timing.minimum
        );
    }
    save.map_or(Ok(()), |folder| results::save(folder, Table::Timings, &timings))
}

fn run_instructions(filter: Option<&str>, save: Option<&Path>) -> Result<()> {
    if !callgrind::is_available() {
        eprintln!("hpd-bench: skipped counting instructions, because valgrind is not installed");
        return Ok(());
    }
    let itself = std::env::current_exe()
        .map_err(|error| Error::new(format!("can't find this program's own file: {error}")))?;
    let mut counts = vec![];
    for case in selected(filter)? {
        let count = callgrind::count(&itself, &case)?;
        println!("{:<10} {:<50} {:>10.0}", count.group, count.contender, count.a_call);
        counts.push(count);
    }
    save.map_or(Ok(()), |folder| results::save(folder, Table::Instructions, &counts))
}

fn run_once(name: &str, times: u32) -> Result<()> {
    measured_calls(&mut found(name)?.warmed_up(), times);
    Ok(())
}

fn found(name: &str) -> Result<Case> {
    let mut cases = contenders::cases().into_iter();
    cases
        .find(|case| case.name() == name)
        .ok_or_else(|| Error::new(format!("no case `{name}`; see `hpd-bench names`")))
}

fn run_compile(runtime: &Path, libraries: &[Library], save: Option<&Path>) -> Result<()> {
    let mut costs = vec![];
    for library in libraries {
        let cost = compile::measure(*library, runtime)?;
        println!(
            "{:<16} crates {:>3}   check {:>6.2} ms   release {:>7.2} ms   {:>7.0} bytes a function",
            cost.library, cost.crates, cost.check_ms, cost.release_ms, cost.bytes
        );
        costs.push(cost);
    }
    save.map_or(Ok(()), |folder| results::save(folder, Table::CompileCosts, &costs))
}

fn selected(filter: Option<&str>) -> Result<Vec<Case>> {
    let mut cases = contenders::cases();
    if let Some(filter) = filter {
        cases.retain(|case| case.group.name() == filter || case.name().contains(filter));
    }
    if cases.is_empty() {
        let filter = filter.unwrap_or_default();
        return Err(Error::new(format!("no case for `{filter}`; see `hpd-bench names`")));
    }
    Ok(cases)
}

/// The words of a command line: options by name, the rest in order.
struct Words {
    options: Vec<(String, String)>,
    rest: std::collections::VecDeque<String>,
}

impl Words {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self> {
        let mut words = Self { options: vec![], rest: std::collections::VecDeque::new() };
        while let Some(word) = arguments.next() {
            if word.starts_with("--") && word != "--help" {
                let value = arguments.next().ok_or_else(|| Error::new(format!("`{word}` needs a value")))?;
                words.options.push((word, value));
            } else {
                words.rest.push_back(word);
            }
        }
        Ok(words)
    }

    fn next_word(&mut self) -> Option<String> {
        self.rest.pop_front()
    }

    fn required_word(&mut self, what: &str) -> Result<String> {
        self.next_word().ok_or_else(|| Error::new(format!("{what} is missing; see `hpd-bench help`")))
    }

    fn option(&mut self, name: &str) -> Option<String> {
        let place = self.options.iter().position(|(option, _)| option == name)?;
        Some(self.options.remove(place).1)
    }

    fn path(&mut self, name: &str) -> Option<PathBuf> {
        self.option(name).map(PathBuf::from)
    }

    fn required_path(&mut self, name: &str) -> Result<PathBuf> {
        self.path(name).ok_or_else(|| Error::new(format!("`{name} PATH` is missing; see `hpd-bench help`")))
    }

    /// The named libraries; all of them if none is named.
    fn libraries(&mut self) -> Result<Vec<Library>> {
        if self.rest.is_empty() {
            return Ok(Library::ALL.to_vec());
        }
        self.rest
            .drain(..)
            .map(|name| {
                Library::by_name(&name).ok_or_else(|| {
                    let known = Library::ALL.map(Library::name).join(", ");
                    Error::new(format!("no library `{name}`; there are {known}"))
                })
            })
            .collect()
    }

    fn finish(self) -> Result<()> {
        let left = self.options.into_iter().map(|(option, _)| option).chain(self.rest).next();
        left.map_or(Ok(()), |word| Err(Error::new(format!("what is `{word}`? See `hpd-bench help`"))))
    }
}

fn parse_rounds(text: &str) -> Result<u32> {
    match parse_number("--rounds", text)? {
        0 => Err(Error::new("--rounds is at least 1")),
        rounds => Ok(rounds),
    }
}

fn parse_number(what: &str, text: &str) -> Result<u32> {
    text.parse().map_err(|_| Error::new(format!("{what} is a whole number, not `{text}`")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command> {
        Command::parse(line.split_whitespace().map(str::to_owned))
    }

    fn refused(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    #[test]
    fn no_words_ask_for_help() {
        assert_eq!(parse("").unwrap(), Command::Help);
        assert_eq!(parse("--help").unwrap(), Command::Help);
    }

    #[test]
    fn options_stand_anywhere() {
        let command =
            Command::Time { filter: Some("invoice".to_owned()), rounds: 3, save: Some(PathBuf::from("out")) };
        assert_eq!(parse("--save out time invoice --rounds 3").unwrap(), command);
    }

    #[test]
    fn compile_means_all_libraries_unless_some_are_named() {
        let all =
            Command::Compile { runtime: PathBuf::from("rt"), libraries: Library::ALL.to_vec(), save: None };
        let one =
            Command::Compile { runtime: PathBuf::from("rt"), libraries: vec![Library::Rmcp], save: None };
        assert_eq!(parse("compile --runtime rt").unwrap(), all);
        assert_eq!(parse("compile --runtime rt rmcp").unwrap(), one);
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(refused("tmie"), "no command `tmie`; see `hpd-bench help`");
        assert_eq!(refused("time --rounds"), "`--rounds` needs a value");
        assert_eq!(refused("time --rounds many"), "--rounds is a whole number, not `many`");
        assert_eq!(refused("time --rounds 0"), "--rounds is at least 1");
        assert_eq!(refused("once"), "CASE is missing; see `hpd-bench help`");
        assert_eq!(refused("names --all yes"), "what is `--all`? See `hpd-bench help`");
        assert_eq!(refused("compile"), "`--runtime PATH` is missing; see `hpd-bench help`");
        assert_eq!(
            refused("compile --runtime rt serd"),
            "no library `serd`; there are serde, schemars, hpd, llm-tool, rmcp"
        );
    }
}
