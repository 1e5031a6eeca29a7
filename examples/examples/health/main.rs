//! Shows how well calls go: rates of writes, and a line for each function, from a journal.
//!
//! ```text
//! health --journal PLACE [--schema NAME] [--since 24h|7d|DATE] [--by hour|day] [--tool NAME] [--json]
//! ```

mod function;
mod options;
mod page;
mod quantity;
mod span;
mod spark;

use std::process::ExitCode;

use hpd_examples::output::{is_closed_pipe, print};
use hpd_examples::reading::{Colours, block_on, open, shown_json, with_sources};
use hpd_host::journal::health::{FunctionHealth, Health, HealthSpan, health};
use options::{Command, Options};
use span::Span;

fn main() -> ExitCode {
    let text = match options::parse(std::env::args_os()) {
        Ok(Command::Show(options)) => read(&options).and_then(|health| text(&health, &options)),
        Ok(Command::Help) => Ok(options::help()),
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
    Ok(block_on(health(&*journal, &span))?)
}

fn text(health: &Health, options: &Options) -> Result<String, Box<dyn std::error::Error>> {
    let function = options.tool.as_deref().map(|name| function(health, name)).transpose()?;
    if options.json {
        let json = function.map_or_else(|| serde_json::to_string(health), serde_json::to_string)?;
        return Ok(shown_json(&json) + "\n");
    }
    let until = options.since.map(|_| options.now);
    let Some(span) = Span::new(health, options.since, until) else {
        return Ok("Nothing happened.\n".to_owned());
    };
    let colours = Colours::of_output();
    Ok(match function {
        Some(function) => function::page(function, &span, colours),
        None => page::page(health, &span, colours),
    })
}

fn function<'h>(health: &'h Health, name: &str) -> Result<&'h FunctionHealth, String> {
    let function = health.functions.iter().find(|function| function.tool == name);
    function.ok_or_else(|| format!("nothing is told of a function {name}"))
}
