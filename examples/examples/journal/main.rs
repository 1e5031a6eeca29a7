//! Shows the calls in a journal.
//!
//! ```text
//! journal --journal PLACE [--schema NAME] [--tool NAME] [--session ID] [--status STATUS] [--write] [--since 24h|7d|DATE] [--limit N] [--follow]
//! journal --journal PLACE --json | --call ID | --verify
//! ```

mod calls;
mod check;
mod export;
mod list;
mod one;
mod options;
mod pages;
mod said;
mod status;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use hpd_examples::output::{is_closed_pipe, print};
use hpd_examples::reading::{open, with_sources};
use options::{Command, Options, Task};

fn main() -> ExitCode {
    let done = match options::parse(std::env::args_os()) {
        Ok(Command::Show(options)) => show(&options),
        Ok(Command::Help) => print(&options::help()).map(|()| ExitCode::SUCCESS).map_err(Into::into),
        Err(error) => return fail(&error),
    };
    match done {
        Ok(code) => code,
        // Whoever reads the output has seen enough.
        Err(error) if is_closed_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => fail(error.as_ref()),
    }
}

fn fail(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("journal: {}", with_sources(error));
    ExitCode::from(2)
}

fn show(options: &Options) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let journal = open(&options.journal, options.key.as_deref())?;
    let mut out = BufWriter::new(io::stdout().lock());
    let code = match &options.task {
        Task::List(choice) => list::list(&*journal, options, choice, &mut out).map(|()| ExitCode::SUCCESS),
        Task::Export => export::export(&*journal, options, &mut out).map(|()| ExitCode::SUCCESS),
        Task::Call(id) => {
            one::show(&*journal, options.session.as_deref(), id, &mut out).map(|()| ExitCode::SUCCESS)
        }
        Task::Verify(known) => check::verify(&*journal, known.as_ref(), &mut out),
    }?;
    out.flush()?;
    Ok(code)
}
