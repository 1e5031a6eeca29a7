//! The program `hpd`.

#![forbid(unsafe_code)]

mod inspect;
mod options;

use std::process::ExitCode;

use options::{Options, parse};

fn main() -> ExitCode {
    match parse(lexopt::Parser::from_env()) {
        Ok(Options::Help) => {
            println!("{}", options::HELP);
            ExitCode::SUCCESS
        }
        Ok(Options::Version) => {
            println!("hpd {}", env!("CARGO_PKG_VERSION"));
            ExitCode::SUCCESS
        }
        Ok(Options::Inspect(options)) => match inspect::run(&options) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("hpd: {error}");
                ExitCode::FAILURE
            }
        },
        Err(error) => {
            eprintln!("hpd: {error}\n\n{}", options::HELP);
            ExitCode::from(2)
        }
    }
}
