//! Shows how well calls go: rates of writes, and a line for each function, from a journal.
//!
//! ```text
//! health --journal FILE [--since 24h|7d|DATE] [--by hour|day] [--json]
//! ```

mod options;
mod page;
mod quantity;
mod spark;

use std::process::ExitCode;

use futures_executor::block_on;
use hpd_examples::output::{is_closed_pipe, print};
use hpd_examples::reading::{Colours, open, shown_json, with_sources};
use hpd_host::journal::health::{Health, HealthSpan, health};
use options::{Command, Options};

fn main() -> ExitCode {
    let text = match options::parse(std::env::args_os()) {
        Ok(Command::Show(options)) => read(&options).and_then(|health| text(&health, &options)),
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
    eprintln!("health: {}", with_sources(error));
    ExitCode::from(2)
}

fn read(options: &Options) -> Result<Health, Box<dyn std::error::Error>> {
    let journal = open(&options.journal, None)?;
    let span = HealthSpan { from: options.since, until: None, by: options.by };
    Ok(block_on(health(&journal, &span))?)
}

fn text(health: &Health, options: &Options) -> Result<String, Box<dyn std::error::Error>> {
    if options.json {
        return Ok(shown_json(&serde_json::to_string(health)?) + "\n");
    }
    let until = options.since.map(|_| options.now);
    Ok(page::page(health, options.since, until, Colours::of_output()))
}
