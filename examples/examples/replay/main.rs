//! Puts recorded calls through the real path and prints each result, one JSON line a call.
//!
//! ```text
//! replay [FILE] [--tools FILE].. [--leniency strict|safe|lenient] [--write NAME,..] [--expand-all] [--check]
//! ```

mod input;
mod options;
mod output;
mod summary;
mod tools;
mod workbench;

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::process::ExitCode;
use std::time::Instant;

use hpd_examples::output::{is_closed_pipe, print};
use options::{Command, Options};
use summary::Summary;
use workbench::Workbench;

fn main() -> ExitCode {
    let done = match options::parse(std::env::args_os()) {
        Ok(Command::Replay(options)) => replay(&options).map(|summary| eprintln!("{summary}")),
        Ok(Command::Help) => print(options::HELP).map_err(Into::into),
        Err(error) => return fail(&error),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the output has seen enough.
        Err(error) if is_closed_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => fail(error.as_ref()),
    }
}

fn fail(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("replay: {error}");
    ExitCode::from(2)
}

fn replay(options: &Options) -> Result<Summary, Box<dyn std::error::Error>> {
    let workbench = Workbench::new(options)?;
    for report in workbench.reports() {
        eprintln!("replay: {report}");
    }
    let mut lines: Box<dyn BufRead> = match &options.input {
        Some(path) => {
            let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
            Box::new(BufReader::new(file))
        }
        None => Box::new(io::stdin().lock()),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let mut summary = Summary::default();
    let mut line = Vec::new();
    let started = Instant::now();
    while lines.read_until(b'\n', &mut line)? > 0 {
        let text = String::from_utf8_lossy(&line);
        if !text.trim().is_empty() {
            let answer = match input::parse(text.trim()) {
                Ok(call) => workbench.answer(&call),
                Err(problem) => output::Line::unreadable(&problem),
            };
            summary.count(&answer);
            serde_json::to_writer(&mut out, &answer)?;
            out.write_all(b"\n")?;
        }
        line.clear();
    }
    out.flush()?;
    summary.seconds = started.elapsed().as_secs_f64();
    Ok(summary)
}
