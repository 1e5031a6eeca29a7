//! Prints the cost of a list of tools in tokens, with and without containers that hide most of it.
//!
//! ```text
//! tokens [--tools FILE].. [--groups FILE] [--server NAME] [--encoding o200k|cl100k|chars]
//! ```
//!
//! Try it on the example plugins with `cargo run --release --example tokens`.

mod bench;
mod counter;
mod groups;
mod measure;
mod options;
mod table;
// The same files of tools are read here and there.
#[path = "../replay/tools.rs"]
mod tools;

use std::process::ExitCode;

use hpd_examples::output::{is_closed_pipe, print};
use options::{Command, Options};

fn main() -> ExitCode {
    let text = match options::parse(std::env::args_os()) {
        Ok(Command::Count(options)) => count(&options),
        Ok(Command::Help) => Ok(options::HELP.to_owned()),
        Err(error) => return fail(&error),
    };
    match text.and_then(|text| Ok(print(&text)?)) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads the output has seen enough.
        Err(error) if is_closed_pipe(error.as_ref()) => ExitCode::SUCCESS,
        Err(error) => fail(error.as_ref()),
    }
}

fn fail(error: &dyn std::error::Error) -> ExitCode {
    eprintln!("tokens: {error}");
    ExitCode::from(2)
}

fn count(options: &Options) -> Result<String, Box<dyn std::error::Error>> {
    let mut measured = Vec::new();
    for bench in bench::benches(options)? {
        for report in bench.toolbox.reports() {
            eprintln!("tokens: {report}");
        }
        measured.push(measure::measure(bench.name, &bench.toolbox, options.encoding));
    }
    Ok(table::report(&measured, options.encoding))
}
