//! Calls, compile time and size of hpd, side by side with other tool libraries. `hpd-bench help` shows the usage;
//! `RESULTS.md` has the results.

mod callgrind;
mod cli;
mod compile;
mod error;
mod programs;
mod report;
mod results;
mod stats;
mod timing;
mod words;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::Command::parse(std::env::args().skip(1)).and_then(cli::Command::run) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("hpd-bench: {error}");
            ExitCode::FAILURE
        }
    }
}
