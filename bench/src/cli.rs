//! The command line.

use std::path::{Path, PathBuf};

use crate::compile::{self, Library, Shape};
use crate::error::{Error, Result};
use crate::programs::{self, Program};
use crate::results::{self, Memory};
use crate::words::Words;
use crate::{callgrind, report, timing};

const HELP: &str = "\
hpd-bench: calls, compile time and size of hpd, side by side with other tool libraries

    build [PROGRAM ..]                       build the contenders
    verify [PROGRAM ..]                      check that all come to the same results
    time [PROGRAM ..] [--rounds N]           time the usual payloads
    ir [PROGRAM ..]                          instructions a call, under callgrind
    memory                                   the memory of ten thousand external tools
    compile --runtime PATH [LIBRARY ..]      compile time and size a function; PATH is the folder of hpd-runtime
    base --runtime PATH                      the size of a program with three tools
    report --from DIR --to FILE              RESULTS.md from what was saved

`time`, `ir`, `memory`, `compile` and `base` take `--save DIR`. `compile` takes `--shape flat` or `--shape nested`, and
`--repetitions N`. A contender's program has more: `target/peers/release/peer-rmcp`.";

const DEFAULT_ROUNDS: u32 = 25;
/// How often each build is repeated; the best counts, since noise only adds.
const DEFAULT_REPETITIONS: u32 = 3;

/// The program's task.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Help,
    Build { programs: Vec<Program> },
    Verify { programs: Vec<Program> },
    Time { programs: Vec<Program>, rounds: u32, save: Option<PathBuf> },
    Instructions { programs: Vec<Program>, save: Option<PathBuf> },
    Memory { save: Option<PathBuf> },
    Compile(Compile),
    Base { runtime: PathBuf, save: Option<PathBuf> },
    Report { from: PathBuf, to: PathBuf },
}

/// What is compiled.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Compile {
    runtime: PathBuf,
    libraries: Vec<Library>,
    shapes: Vec<Shape>,
    repetitions: u32,
    save: Option<PathBuf>,
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
            Some("build") => Self::Build { programs: programs_of(&mut words)? },
            Some("verify") => Self::Verify { programs: programs_of(&mut words)? },
            Some("time") => Self::Time {
                programs: programs_of(&mut words)?,
                rounds: words.count("--rounds", DEFAULT_ROUNDS)?,
                save: words.path("--save"),
            },
            Some("ir") => {
                Self::Instructions { programs: programs_of(&mut words)?, save: words.path("--save") }
            }
            Some("memory") => Self::Memory { save: words.path("--save") },
            Some("compile") => Self::Compile(Compile {
                runtime: words.required_path("--runtime")?,
                libraries: words.all_of("library", &Library::ALL, Library::name)?,
                shapes: match words.option("--shape") {
                    None => Shape::ALL.to_vec(),
                    Some(name) => vec![
                        Shape::by_name(&name)
                            .ok_or_else(|| Error::new(format!("--shape is flat or nested, not `{name}`")))?,
                    ],
                },
                repetitions: words.count("--repetitions", DEFAULT_REPETITIONS)?,
                save: words.path("--save"),
            }),
            Some("base") => {
                Self::Base { runtime: words.required_path("--runtime")?, save: words.path("--save") }
            }
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
            Self::Build { programs } => programs.into_iter().try_for_each(Program::build)?,
            Self::Verify { programs } => {
                programs.into_iter().try_for_each(|program| program.run(&["verify"]).map(|_| ()))?;
            }
            Self::Time { programs, rounds, save } => run_time(&programs, rounds, save.as_deref())?,
            Self::Instructions { programs, save } => run_instructions(&programs, save.as_deref())?,
            Self::Memory { save } => run_memory(save.as_deref())?,
            Self::Compile(compile) => run_compile(&compile)?,
            Self::Base { runtime, save } => run_base(&runtime, save.as_deref())?,
            Self::Report { from, to } => report::write(&from, &to)?,
        }
        Ok(())
    }
}

fn programs_of(words: &mut Words) -> Result<Vec<Program>> {
    words.all_of("program", &Program::ALL, Program::name)
}

fn run_time(programs: &[Program], rounds: u32, save: Option<&Path>) -> Result<()> {
    let timings = timing::time(programs, rounds)?;
    for timing in &timings {
        println!(
            "{:<14} {:<50} median {:>12.1} ns   min {:>12.1} ns",
            timing.group, timing.contender, timing.median, timing.minimum
        );
    }
    kept(save, timings)
}

fn run_instructions(programs: &[Program], save: Option<&Path>) -> Result<()> {
    if !callgrind::is_available() {
        eprintln!("hpd-bench: skipped counting instructions, because valgrind is not installed");
        return Ok(());
    }
    for &program in programs {
        let counts = callgrind::count(program)?;
        for count in &counts {
            let variant = count.variant.as_deref().unwrap_or_default();
            println!("{:<14} {:<50} {variant:<24} {:>12.0}", count.group, count.contender, count.a_call);
        }
        kept(save, counts)?;
    }
    Ok(())
}

fn run_memory(save: Option<&Path>) -> Result<()> {
    let (sources, toolbox) = programs::memory()?;
    println!("{sources} bytes of values, {toolbox} bytes of toolbox");
    let row = |what: &str, bytes| Memory { what: what.to_owned(), bytes };
    kept(save, vec![row(report::SOURCES, sources), row(report::TOOLBOX, toolbox)])
}

fn run_compile(compile: &Compile) -> Result<()> {
    for &library in &compile.libraries {
        let mut costs = vec![];
        for &shape in &compile.shapes {
            let cost = compile::measure(library, shape, &compile.runtime, compile.repetitions)?;
            println!(
                "{:<10} {:<7} crates {:>3}   check {:>6.2} ms   release {:>7.2} ms   {:>7.0} bytes a function",
                cost.library, cost.shape, cost.crates, cost.check_ms, cost.release_ms, cost.bytes
            );
            costs.push(cost);
        }
        kept(compile.save.as_deref(), costs)?;
    }
    Ok(())
}

fn run_base(runtime: &Path, save: Option<&Path>) -> Result<()> {
    for library in Library::OF_TOOLS {
        let base = compile::base(library, runtime)?;
        println!("{:<10} {:>10.0} bytes", base.library, base.bytes);
        kept(save, vec![base])?;
    }
    Ok(())
}

fn kept<R: results::Row>(save: Option<&Path>, rows: Vec<R>) -> Result<()> {
    save.map_or(Ok(()), |folder| results::save(folder, rows))
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
            Command::Time { programs: vec![Program::Rmcp], rounds: 3, save: Some(PathBuf::from("out")) };
        assert_eq!(parse("--save out time rmcp --rounds 3").unwrap(), command);
    }

    #[test]
    fn compile_means_all_libraries_and_shapes_unless_some_are_named() {
        let compile = |libraries, shapes| {
            let runtime = PathBuf::from("rt");
            Command::Compile(Compile { runtime, libraries, shapes, repetitions: 3, save: None })
        };
        let all = compile(Library::ALL.to_vec(), Shape::ALL.to_vec());
        let one = compile(vec![Library::Rmcp], vec![Shape::Nested]);
        assert_eq!(parse("compile --runtime rt").unwrap(), all);
        assert_eq!(parse("compile --runtime rt rmcp --shape nested").unwrap(), one);
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(refused("tmie"), "no command `tmie`; see `hpd-bench help`");
        assert_eq!(refused("time --rounds"), "`--rounds` needs a value");
        assert_eq!(refused("time --rounds many"), "--rounds is a whole number, not `many`");
        assert_eq!(refused("time --rounds 0"), "--rounds is at least 1");
        assert_eq!(refused("memory --all yes"), "what is `--all`? See `hpd-bench help`");
        assert_eq!(refused("compile"), "`--runtime PATH` is missing; see `hpd-bench help`");
        assert_eq!(refused("compile --runtime rt --shape round"), "--shape is flat or nested, not `round`");
        assert_eq!(
            refused("compile --runtime rt serd"),
            "no library `serd`; there are serde, schemars, hpd, llm-tool, rmcp"
        );
    }
}
