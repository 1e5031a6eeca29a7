//! The targets for hpd, next to the measurements.

use std::fmt::Write as _;

use hpd_bench_cases::Group;

use super::measured::{Measured, TOOLBOX};
use super::words::{one_place, ratio, three_places, whole};
use crate::compile::{Cost, Library, Shape};

/// The contenders that targets name.
const HPD: &str = "hpd";
const LIMIT: &str = "typed serde, direct call";
const ERRORS: &str = "jsonschema, errors as JSON for the model";
const READER: &str = "typed serde that keeps the message";
const COPY: &str = "a copy of the text";

/// A target: a name, how the figure is found, and the most that it may be.
struct Target {
    what: &'static str,
    figure: Figure,
    max: f64,
}

#[derive(Clone, Copy)]
enum Figure {
    /// Instructions of hpd.
    Instructions(Group),
    /// Instructions of hpd, as a multiple of another contender's, which the report calls by a short name.
    Ratio(Group, &'static str, &'static str),
    /// Milliseconds of hpd, the best time.
    Milliseconds(Group),
    /// Megabytes of a toolbox of many tools.
    Memory,
    /// Milliseconds of `cargo check` a function.
    Check,
    /// Milliseconds of a release build a function.
    Release,
    /// Kilobytes a function.
    Size,
    /// Crates that are pulled in.
    Crates,
}

/// How many targets there are.
#[cfg(test)]
pub(super) const COUNT: usize = TARGETS.len();

const fn target(what: &'static str, figure: Figure, max: f64) -> Target {
    Target { what, figure, max }
}

const TARGETS: [Target; 22] = [
    target("`add`, whole path", Figure::Instructions(Group::Add), 2_500.0),
    target("invoice of 5 lines", Figure::Ratio(Group::Invoice, LIMIT, "the limit"), 1.10),
    target("journal entry of 50 lines", Figure::Ratio(Group::Journal, LIMIT, "the limit"), 1.05),
    target("three errors, small invoice", Figure::Ratio(Group::ThreeErrors, ERRORS, "jsonschema"), 1.0),
    target(
        "three errors, invoice of 5 lines",
        Figure::Ratio(Group::ThreeErrorsFull, ERRORS, "jsonschema"),
        1.0,
    ),
    target("two maps of 50 entries", Figure::Ratio(Group::Maps, LIMIT, "typed serde"), 1.15),
    target(
        "invoice with `3.0` for an integer",
        Figure::Ratio(Group::WholeNumber, LIMIT, "typed serde of `3`"),
        1.20,
    ),
    target("profile and configuration keys, all given", Figure::Instructions(Group::Keys), 8_000.0),
    target("external tool of 50 properties", Figure::Instructions(Group::External), 133_000.0),
    target("the same with three errors", Figure::Instructions(Group::ExternalErrors), 145_000.0),
    target("read a message with an invoice", Figure::Instructions(Group::ReadInvoice), 34_000.0),
    target("the same", Figure::Ratio(Group::ReadInvoice, READER, "typed serde"), 1.5),
    target(
        "read a message with a journal entry",
        Figure::Ratio(Group::ReadJournal, READER, "typed serde"),
        1.5,
    ),
    target("list of 120 tools, second turn", Figure::Ratio(Group::Tools, COPY, "a copy"), 2.0),
    target("list of 10,500 tools, second turn", Figure::Milliseconds(Group::ManyTools), 0.5),
    target("first strict list of 10,500 tools", Figure::Milliseconds(Group::FirstList), 400.0),
    target("toolbox of 10,000 external tools", Figure::Milliseconds(Group::Build), 500.0),
    target("its memory beside the sources", Figure::Memory, 40.0),
    target("`cargo check` a function", Figure::Check, 4.0),
    target("release build a function", Figure::Release, 30.0),
    target("size a function", Figure::Size, 4.0),
    target("crates.io crates that a plugin library pulls in", Figure::Crates, 25.0),
];

/// The table of targets.
pub(super) fn table(measured: &Measured) -> String {
    let mut text = "| what | at most | measured | |\n|---|---:|---:|---|\n".to_owned();
    for target in &TARGETS {
        let (figure, verdict) = match find(target.figure, measured) {
            None => ("not measured".to_owned(), ""),
            Some(value) => {
                (show(target.figure, value), if value <= target.max { "reached" } else { "**missed**" })
            }
        };
        let most = show(target.figure, target.max);
        // Writing to a `String` does not fail.
        let _ = writeln!(text, "| {} | {most} | {figure} | {verdict} |", target.what);
    }
    text
}

fn show(figure: Figure, value: f64) -> String {
    match figure {
        Figure::Instructions(_) => whole(value) + " instructions",
        Figure::Ratio(.., to) => format!("{} x {to}", three_places(value)),
        Figure::Milliseconds(_) | Figure::Check | Figure::Release => one_place(value) + " ms",
        Figure::Memory => one_place(value) + " MB",
        Figure::Size => one_place(value) + " KB",
        Figure::Crates => whole(value),
    }
}

fn find(figure: Figure, measured: &Measured) -> Option<f64> {
    match figure {
        Figure::Instructions(group) => measured.instructions(group, HPD),
        Figure::Ratio(group, to, _) => {
            ratio(measured.instructions(group, HPD), measured.instructions(group, to))
        }
        Figure::Milliseconds(group) => measured.minimum(group, HPD).map(|nanoseconds| nanoseconds / 1e6),
        Figure::Memory => measured.bytes(TOOLBOX).map(|bytes| bytes / 1e6),
        Figure::Check => cost(measured).map(|cost| cost.check_ms),
        Figure::Release => cost(measured).map(|cost| cost.release_ms),
        Figure::Size => cost(measured).map(|cost| cost.bytes / 1e3),
        Figure::Crates => cost(measured).and_then(|cost| u32::try_from(cost.crates).ok()).map(f64::from),
    }
}

/// The cost of a function of standard types.
fn cost(measured: &Measured) -> Option<&Cost> {
    let is_ours = |cost: &&Cost| cost.library == Library::Hpd.name() && cost.shape == Shape::Flat.name();
    measured.costs.iter().find(is_ours)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::callgrind::Instructions;
    use crate::programs::Program;

    fn count(group: Group, contender: &str, a_call: f64) -> Instructions {
        Instructions {
            program: Program::Hpd.name().to_owned(),
            group: group.name().to_owned(),
            contender: contender.to_owned(),
            checks: "types".to_owned(),
            variant: None,
            a_call,
        }
    }

    #[test]
    fn a_target_is_reached_missed_or_not_measured() {
        let measured = Measured {
            instructions: vec![
                count(Group::Add, HPD, 2_500.0),
                count(Group::Invoice, LIMIT, 1_000.0),
                count(Group::Invoice, HPD, 1_200.0),
            ],
            ..Measured::default()
        };
        let table = table(&measured);
        let line = |start: &str| table.lines().find(|line| line.starts_with(start)).unwrap();
        assert_eq!(
            line("| `add`"),
            "| `add`, whole path | 2,500 instructions | 2,500 instructions | reached |"
        );
        assert_eq!(
            line("| invoice"),
            "| invoice of 5 lines | 1.100 x the limit | 1.200 x the limit | **missed** |"
        );
        assert_eq!(line("| size"), "| size a function | 4.0 KB | not measured |  |");
    }

    #[test]
    fn the_cost_of_a_function_is_hpd_s_own_of_standard_types() {
        let cost = |library: Library, shape: Shape, crates| Cost {
            library: library.name().to_owned(),
            shape: shape.name().to_owned(),
            crates,
            repetitions: 3,
            check_ms: 2.5,
            release_ms: 15.5,
            bytes: 2_100.0,
        };
        let costs = vec![
            cost(Library::Rmcp, Shape::Flat, 66),
            cost(Library::Hpd, Shape::Nested, 30),
            cost(Library::Hpd, Shape::Flat, 24),
        ];
        let table = table(&Measured { costs, ..Measured::default() });
        let line = "| crates.io crates that a plugin library pulls in | 25 | 24 | reached |\n";
        assert!(table.contains(line), "{table}");
    }
}
