//! The targets for hpd, next to the measurements.

use std::fmt::Write as _;

use super::Measured;
use super::tables::{two_places, whole};
use crate::compile::Library;
use crate::contenders::{HPD, JSONSCHEMA_ALL_ERRORS, LIMIT};
use crate::harness::Group;

/// A target: a name, how the figure is found, and the most that it may be.
struct Target {
    what: &'static str,
    figure: Figure,
    max: f64,
    unit: &'static str,
}

#[derive(Clone, Copy)]
enum Figure {
    /// Instructions a call of hpd.
    Instructions(Group),
    /// Instructions a call of hpd, as a multiple of another contender's.
    Ratio(Group, &'static str),
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

const TARGETS: [Target; 9] = [
    Target {
        what: "`add`, whole path",
        figure: Figure::Instructions(Group::Add),
        max: 2_500.0,
        unit: " instructions",
    },
    Target {
        what: "invoice of 5 lines",
        figure: Figure::Ratio(Group::Invoice, LIMIT),
        max: 1.10,
        unit: " x the limit",
    },
    Target {
        what: "journal entry of 50 lines",
        figure: Figure::Ratio(Group::Journal, LIMIT),
        max: 1.05,
        unit: " x the limit",
    },
    Target {
        what: "three errors, small invoice",
        figure: Figure::Ratio(Group::ThreeErrors, JSONSCHEMA_ALL_ERRORS),
        max: 1.0,
        unit: " x jsonschema",
    },
    Target {
        what: "three errors, invoice of 5 lines",
        figure: Figure::Ratio(Group::ThreeErrorsFull, JSONSCHEMA_ALL_ERRORS),
        max: 1.0,
        unit: " x jsonschema",
    },
    Target { what: "`cargo check` a function", figure: Figure::Check, max: 4.0, unit: " ms" },
    Target { what: "release build a function", figure: Figure::Release, max: 30.0, unit: " ms" },
    Target { what: "size a function", figure: Figure::Size, max: 4.0, unit: " KB" },
    Target {
        what: "crates.io crates that a plugin library pulls in",
        figure: Figure::Crates,
        max: 25.0,
        unit: "",
    },
];

/// The table of targets.
pub(super) fn table(measured: &Measured) -> String {
    let mut text = "| what | at most | measured | |\n|---|---:|---:|---|\n".to_owned();
    for target in &TARGETS {
        let (figure, verdict) = match find(target.figure, measured) {
            None => ("not measured".to_owned(), ""),
            Some(value) => (show(target, value), if value <= target.max { "reached" } else { "**missed**" }),
        };
        // Writing to a `String` does not fail.
        let _ = writeln!(text, "| {} | {} | {figure} | {verdict} |", target.what, show(target, target.max));
    }
    text
}

fn show(target: &Target, value: f64) -> String {
    let number = match target.figure {
        Figure::Instructions(_) | Figure::Crates => whole(value),
        Figure::Ratio(..) => two_places(value),
        Figure::Check | Figure::Release | Figure::Size => format!("{value:.1}"),
    };
    number + target.unit
}

fn find(figure: Figure, measured: &Measured) -> Option<f64> {
    let instructions = |group: Group, contender: &str| {
        let mut counts = measured.instructions.iter();
        counts
            .find(|count| count.group == group.name() && count.contender == contender)
            .map(|count| count.a_call)
    };
    let cost = || measured.costs.iter().find(|cost| cost.library == Library::Hpd.name());
    match figure {
        Figure::Instructions(group) => instructions(group, HPD),
        Figure::Ratio(group, to) => Some(instructions(group, HPD)? / instructions(group, to)?),
        Figure::Check => cost().map(|cost| cost.check_ms),
        Figure::Release => cost().map(|cost| cost.release_ms),
        Figure::Size => cost().map(|cost| cost.bytes / 1e3),
        Figure::Crates => cost().and_then(|cost| u32::try_from(cost.crates).ok()).map(f64::from),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::callgrind::Instructions;
    use crate::compile::Cost;

    fn count(group: Group, contender: &str, a_call: f64) -> Instructions {
        Instructions { group: group.name().to_owned(), contender: contender.to_owned(), a_call }
    }

    #[test]
    fn a_target_is_reached_missed_or_not_measured() {
        let measured = Measured {
            timings: vec![],
            instructions: vec![
                count(Group::Add, HPD, 2_500.0),
                count(Group::Invoice, LIMIT, 1_000.0),
                count(Group::Invoice, HPD, 1_200.0),
            ],
            costs: vec![],
        };
        let table = table(&measured);
        let line = |start: &str| table.lines().find(|line| line.starts_with(start)).unwrap();
        assert_eq!(
            line("| `add`"),
            "| `add`, whole path | 2,500 instructions | 2,500 instructions | reached |"
        );
        assert_eq!(
            line("| invoice"),
            "| invoice of 5 lines | 1.10 x the limit | 1.20 x the limit | **missed** |"
        );
        assert_eq!(line("| size"), "| size a function | 4.0 KB | not measured |  |");
    }

    #[test]
    fn the_cost_of_a_function_is_hpd_s_own() {
        let cost = |library: Library, crates| Cost {
            library: library.name().to_owned(),
            crates,
            check_ms: 2.5,
            release_ms: 15.5,
            bytes: 2_100.0,
        };
        let measured = Measured {
            timings: vec![],
            instructions: vec![],
            costs: vec![cost(Library::Rmcp, 66), cost(Library::Hpd, 24)],
        };
        let table = table(&measured);
        assert!(
            table.ends_with("| crates.io crates that a plugin library pulls in | 25 | 24 | reached |\n"),
            "{table}"
        );
    }

    #[test]
    fn every_contender_that_a_target_names_is_measured() {
        let cases = crate::contenders::cases();
        for target in &TARGETS {
            if let Figure::Ratio(group, contender) = target.figure {
                for named in [HPD, contender] {
                    let found = cases.iter().any(|case| case.group == group && case.contender == named);
                    assert!(found, "{}: {named}", target.what);
                }
            }
        }
    }
}
