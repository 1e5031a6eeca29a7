//! Code by hand, without a library of tools: what serde costs alone, and what careful code adds to it.

mod checks;
mod collector;
mod limit;
mod table;

use hpd_bench_cases::Contender;

hpd_bench_cases::program!(contenders);

fn contenders() -> Vec<Contender> {
    vec![
        limit::contender(),
        limit::first_error(),
        checks::contender(),
        table::contender(),
        collector::contender(),
    ]
}
