//! Writes `RESULTS.md` from the saved measurements.

mod around;
mod calls;
mod environment;
mod functions;
mod measured;
mod targets;
mod words;

use std::fs;
use std::path::Path;

use crate::error::{Error, Result};

use measured::Measured;
pub(crate) use measured::{SOURCES, TOOLBOX};

/// Writes the report.
///
/// # Errors
///
/// A table can't be read, or the report can't be written.
pub(crate) fn write(from: &Path, to: &Path) -> Result<()> {
    let text = render(&Measured::load(from)?, &environment::describe());
    fs::write(to, text).map_err(|error| Error::file("write", to, &error))
}

fn render(measured: &Measured, environment: &str) -> String {
    let sections = [
        INTRODUCTION.to_owned(),
        environment.to_owned(),
        format!("## Targets\n\n{}", targets::table(measured)),
        format!("## A call\n\n{CALLS}{}\n\n{}", calls::rounds(measured), calls::good(measured)),
        format!("## A refused call\n\n{REFUSED}\n\n{}", calls::refused(measured)),
        format!("## Around a call\n\n{AROUND}{}\n\n{}", around::rounds(measured), around::table(measured)),
        format!(
            "## A function\n\n{FUNCTIONS}{}\n\n{}",
            functions::repetitions(&measured.costs),
            functions::costs(&measured.costs)
        ),
        format!("## A program\n\n{PROGRAM}\n\n{}", functions::bases(&measured.bases)),
        REPRODUCTION.to_owned(),
    ];
    sections.map(|section| section.trim_end().to_owned()).join("\n\n") + "\n"
}

const INTRODUCTION: &str = "\
# Results

The cost of a call and of a function, with hpd and with other libraries. `just bench` writes this page.";

const CALLS: &str = "\
From the text of the arguments to the text of the result. All contenders have the same types, constraints, payloads and
function bodies, and come to the same results. Each is a program of its own with its own lock file, so that none is
measured with features that another turns on. No function waits. The first row is the limit: hand-written code for one
known tool. hpd finds the tool among a thousand others and runs its whole path: the gate, every check, the outcome. Its
functions run in place; those marked `async` are boxed futures. \"Text in, text out\" also makes the call from its text
and copies the result, as an agent does.

\"Checks\" says what a contender looks at before the function runs, and how many errors it names.

Callgrind counts instructions, so other load does not matter: the mean of 300 calls after 50, or of 60 after 10, in a
process of its own. The allocator's cache holds all that a call frees (`glibc.malloc.tcache_count=2000`): else the count
depends on what was on the heap before, by up to a sixth. Times are those of the usual cache.

Each payload has twelve variants, as other users and models write them: empty texts, zeros, minus signs, quotes, another
order, other white space, escapes. \"Worst\" is the largest ratio to the limit on the same variant.";

const REFUSED: &str = "\
An invoice with three errors. `bad3full` has all five lines; `bad3` is small. There, the text of the errors (nearest
names, guidance, JSON for the model) costs more than the search for them. Contenders that stop at the first error do less
work, and so do those that give a list to the program in place of a text to the model. rig's schema can't say that a list
is not empty: it finds two errors in `bad3`, and three in `bad3full`. mcpkit's schema has types alone: it finds two. It
also names each `null` for a number as an error, and would refuse the good invoice.";

const AROUND: &str = "\
What stands around a call, and calls of other kinds. Each ratio is to the first row of its work. A first list and a new
toolbox are measured in the processor time of all threads.";

const FUNCTIONS: &str = "\
The slope between a crate of 50 functions and one of 200, with three to four documented parameters each: of standard
types, or with a list of an own struct of four fields. Dependencies are built before. Times are those of the processors,
without incremental compilation. The size is the stripped release binary's; 1 KB is 1,000 bytes. `serde` has no schema;
`schemars` is hand-written code with serde and schemars. The count of crates has all dependencies from the registry, hpd's
own crates apart.";

const PROGRAM: &str = "\
A stripped release program with three tools. It lists them, and calls one; rmcp's lists them without a running server, which
a call needs.";

const REPRODUCTION: &str = "\
## Again

`just bench` measures everything and writes this page. It needs `valgrind` for instructions, which it else omits, and
`strip` for sizes. Single measurements: `cargo run --release --package hpd-bench --bin hpd-bench -- help`.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_of_nothing_says_that_nothing_was_measured() {
        let report = render(&Measured::default(), "Measured nowhere.");
        assert!(report.starts_with("# Results\n\nThe cost of a call"), "{report}");
        assert!(report.contains("\n\nMeasured nowhere.\n\n## Targets\n\n"), "{report}");
        assert_eq!(report.matches("not measured").count(), targets::COUNT, "{report}");
        assert!(report.ends_with("-- help`.\n"), "{report}");
    }
}
