//! Writes `RESULTS.md` from the saved measurements.

mod environment;
mod tables;
mod targets;

use std::fs;
use std::path::Path;

use crate::callgrind::Instructions;
use crate::compile::Cost;
use crate::error::{Error, Result};
use crate::results::{self, Table};
use crate::timing::Timing;

/// Everything that was measured.
pub(crate) struct Measured {
    /// Time a call.
    pub timings: Vec<Timing>,
    /// Instructions a call.
    pub instructions: Vec<Instructions>,
    /// Compile time and size a function.
    pub costs: Vec<Cost>,
}

/// Writes the report.
///
/// # Errors
///
/// A table can't be read, or the report can't be written.
pub(crate) fn write(from: &Path, to: &Path) -> Result<()> {
    let measured = Measured {
        timings: results::load(from, Table::Timings)?,
        instructions: results::load(from, Table::Instructions)?,
        costs: results::load(from, Table::CompileCosts)?,
    };
    let text = render(&measured, &environment::describe());
    fs::write(to, text).map_err(|error| Error::file("write", to, &error))
}

fn render(measured: &Measured, environment: &str) -> String {
    let sections = [
        INTRODUCTION.to_owned(),
        environment.to_owned(),
        format!("## Targets\n\n{}", targets::table(measured)),
        format!("## A call\n\n{CALLS}\n\n{}", tables::calls(measured)),
        format!("## A function\n\n{FUNCTIONS}\n\n{}", tables::costs(&measured.costs)),
        REPRODUCTION.to_owned(),
    ];
    sections.map(|section| section.trim_end().to_owned()).join("\n\n") + "\n"
}

const INTRODUCTION: &str = "\
# Results

The cost of a call and of a function, with hpd and with other libraries. `just bench` writes this page.";

const CALLS: &str = "\
From the text of the arguments to the text of the result. All contenders have the same types, constraints, payloads and
function bodies. No function waits. The limit is hand-written code for one known tool: typed serde, a direct call, a
serialised result. hpd finds the tool among a thousand others and runs its whole path: the gate, every check, the boxed
future, the outcome.

Callgrind counts instructions, so other load does not matter: the difference between 350 and 50 calls, divided by 300.
Times are medians of interleaved rounds.

An invoice with three errors. `bad3full` has all five lines; `bad3` is small. There, the text of the errors (nearest
names, guidance, JSON for the model) costs more than the search for them. The `jsonschema` crate writes no such text and
is faster. Contenders that stop at the first error do less work.";

const FUNCTIONS: &str = "\
The slope between a crate of 50 functions and one of 200, with three to four documented parameters each. Dependencies
are built before. Times are the best of three, without incremental compilation. The size is the stripped release
binary's; 1 KB is 1,000 bytes. `serde` has no schema; `schemars` is hand-written code with serde and schemars. The count
of crates has all dependencies from the registry, hpd's own crates apart.";

const REPRODUCTION: &str = "\
## Again

`just bench` measures everything and writes this page. It needs `valgrind` for instructions, which it else omits, and
`strip` for sizes. Single measurements: `cargo run --release --package hpd-bench -- help`.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_of_nothing_says_that_nothing_was_measured() {
        let nothing = Measured { timings: vec![], instructions: vec![], costs: vec![] };
        let report = render(&nothing, "Measured nowhere.");
        assert!(report.starts_with("# Results\n\nThe cost of a call"), "{report}");
        assert!(report.contains("\n\nMeasured nowhere.\n\n## Targets\n\n"), "{report}");
        assert_eq!(report.matches("not measured").count(), targets::COUNT, "{report}");
        assert!(report.ends_with("-- help`.\n"), "{report}");
    }
}
