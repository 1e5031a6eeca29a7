//! Code by hand, without a library of tools: what serde costs alone, and what careful code adds to it.

mod checks;
mod collector;
mod limit;
mod table;

use std::process::ExitCode;

use hpd_bench_cases::{Contender, program};

fn main() -> ExitCode {
    program::run(&contenders())
}

fn contenders() -> Vec<Contender> {
    vec![
        limit::contender(),
        limit::first_error(),
        checks::contender(),
        table::contender(),
        collector::contender(),
    ]
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_results_are_right() {
        assert_eq!(hpd_bench_cases::verify(&super::contenders()), Ok(()));
    }
}
