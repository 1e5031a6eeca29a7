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

What a call and a function cost with hpd, and with other libraries on the same work. This page is written by `just bench`.";

const CALLS: &str = "\
From the text of the arguments to the text of the result. All contenders have the same types with the same constraints, the same
payloads and the same function bodies; none of the functions waits for anything. The limit is what is written by hand for one known
tool: typed serde, a direct call, the result serialised. hpd finds the tool beside a thousand others and does everything that it
does for an agent: the gate, every check, the boxed future, the outcome.

Instructions are counted by callgrind and do not depend on what else the machine does: the difference between 350 and 50 calls,
divided by 300. Times are medians of interleaved rounds.

An invoice with three errors: `bad3full` has all five lines; `bad3` is a small one, where what is written
about the errors (nearest names, what to do, JSON for the model) costs more than finding them: hpd is slower there than the `jsonschema`
crate, which writes none of it. Who stops at the first error does less than is asked for.";

const FUNCTIONS: &str = "\
The slope between a crate of 50 functions and one of 200, with three to four documented parameters each; dependencies are built before.
Times are the best of three, without incremental compilation; the size is that of the stripped release binary, 1 KB being 1,000
bytes. `serde` has no schema, `schemars` is serde and schemars written by hand. The crates are those that
a crate of tools pulls in.";

const REPRODUCTION: &str = "\
## Again

`just bench` measures everything and writes this page. It needs `valgrind` for the instructions (they are left out without it) and
`strip` for the sizes. Single measurements: `cargo run --release --package hpd-bench -- help`.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_of_nothing_says_that_nothing_was_measured() {
        let nothing = Measured { timings: vec![], instructions: vec![], costs: vec![] };
        let report = render(&nothing, "Measured nowhere.");
        assert!(report.starts_with("# Results\n\nWhat a call"), "{report}");
        assert!(report.contains("\n\nMeasured nowhere.\n\n## Targets\n\n"), "{report}");
        assert_eq!(report.matches("not measured").count(), targets::COUNT, "{report}");
        assert!(report.ends_with("-- help`.\n"), "{report}");
    }
}
