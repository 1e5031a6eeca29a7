//! Runs the tests of this program, which has no harness of its own since it is also the program that is killed.

use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;

/// A test.
pub(crate) struct Test {
    name: String,
    run: Box<dyn Fn()>,
}

impl Test {
    pub(crate) fn new(name: impl Into<String>, run: impl Fn() + 'static) -> Self {
        Self { name: name.into(), run: Box::new(run) }
    }
}

/// The selection of `cargo test`.
#[derive(Default)]
struct Wanted {
    names: Vec<String>,
    skipped: Vec<String>,
    is_exact: bool,
    is_list: bool,
    /// Those that are ignored: there are none.
    is_ignored: bool,
}

impl Wanted {
    fn read(mut arguments: impl Iterator<Item = String>) -> Self {
        let mut wanted = Self::default();
        while let Some(argument) = arguments.next() {
            match &*argument {
                "--exact" => wanted.is_exact = true,
                "--list" => wanted.is_list = true,
                "--ignored" => wanted.is_ignored = true,
                "--skip" => wanted.skipped.extend(arguments.next()),
                "--test-threads" | "--format" | "--color" => drop(arguments.next()),
                other if other.starts_with('-') => {}
                _ => wanted.names.push(argument),
            }
        }
        wanted
    }

    fn takes(&self, name: &str) -> bool {
        let is = |part: &String| if self.is_exact { name == part } else { name.contains(&**part) };
        !self.is_ignored
            && (self.names.is_empty() || self.names.iter().any(is))
            && !self.skipped.iter().any(is)
    }
}

/// Runs the selected tests, one after the other.
pub(crate) fn run(tests: &[Test]) -> ExitCode {
    let wanted = Wanted::read(env::args().skip(1));
    let taken: Vec<_> = tests.iter().filter(|test| wanted.takes(&test.name)).collect();
    if wanted.is_list {
        for test in taken {
            println!("{}: test", test.name);
        }
        return ExitCode::SUCCESS;
    }
    println!("\nrunning {} tests", taken.len());
    let mut failed = Vec::new();
    for Test { name, run } in &taken {
        let began = Instant::now();
        let is_ok = catch_unwind(AssertUnwindSafe(run)).is_ok();
        let word = if is_ok { "ok" } else { "FAILED" };
        println!("test {name} ... {word} ({:.1} s)", began.elapsed().as_secs_f64());
        if !is_ok {
            failed.push(name);
        }
    }
    println!("\ntest result: {} passed; {} failed\n", taken.len() - failed.len(), failed.len());
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
