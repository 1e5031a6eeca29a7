//! The tables of measurements.

use std::fmt::Write as _;

use super::Measured;
use crate::compile::Cost;
use crate::harness::Group;

/// A table for each group, with ratios to its first row.
pub(super) fn calls(measured: &Measured) -> String {
    Group::ALL.iter().filter_map(|group| group_table(measured, *group)).collect()
}

fn group_table(measured: &Measured, group: Group) -> Option<String> {
    let rows = rows(measured, group);
    let first = rows.first()?;
    let mut text = format!(
        "`{}` ({} bytes of arguments)\n\n| contender | instructions | ratio | ns | ratio |\n|---|---:|---:|---:|---:|\n",
        group.name(),
        group.payload().len()
    );
    for row in &rows {
        // Writing to a `String` does not fail.
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            row.contender,
            cell(row.instructions, whole),
            cell(ratio(row.instructions, first.instructions), two_places),
            cell(row.nanoseconds, whole),
            cell(ratio(row.nanoseconds, first.nanoseconds), two_places)
        );
    }
    text.push('\n');
    Some(text)
}

struct Row<'a> {
    contender: &'a str,
    instructions: Option<f64>,
    nanoseconds: Option<f64>,
}

/// The contenders of a group in the order of measuring, whether counted, timed or both.
fn rows(measured: &Measured, group: Group) -> Vec<Row<'_>> {
    let mut rows: Vec<Row<'_>> = measured
        .instructions
        .iter()
        .filter(|count| count.group == group.name())
        .map(|count| Row { contender: &count.contender, instructions: Some(count.a_call), nanoseconds: None })
        .collect();
    for timing in measured.timings.iter().filter(|timing| timing.group == group.name()) {
        match rows.iter_mut().find(|row| row.contender == timing.contender) {
            Some(row) => row.nanoseconds = Some(timing.median),
            None => rows.push(Row {
                contender: &timing.contender,
                instructions: None,
                nanoseconds: Some(timing.median),
            }),
        }
    }
    rows
}

/// The compile time and size a function of each library.
pub(super) fn costs(costs: &[Cost]) -> String {
    let mut text =
        "| library | `cargo check`, ms | release build, ms | size, KB | crates |\n|---|---:|---:|---:|---:|\n"
            .to_owned();
    for cost in costs {
        // Writing to a `String` does not fail.
        let _ = writeln!(
            text,
            "| {} | {:.1} | {:.1} | {:.1} | {} |",
            cost.library,
            cost.check_ms,
            cost.release_ms,
            cost.bytes / 1e3,
            cost.crates
        );
    }
    text
}

fn ratio(value: Option<f64>, to: Option<f64>) -> Option<f64> {
    Some(value? / to?)
}

fn cell(value: Option<f64>, format: fn(f64) -> String) -> String {
    value.map_or_else(|| "–".to_owned(), format)
}

pub(super) fn two_places(value: f64) -> String {
    format!("{value:.2}")
}

/// A whole number with a comma at each thousand.
pub(super) fn whole(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::callgrind::Instructions;
    use crate::timing::Timing;

    #[test]
    fn thousands_are_set_apart() {
        let cases = [(7.4, "7"), (999.0, "999"), (1_589.0, "1,589"), (1_234_567.0, "1,234,567")];
        for (value, expected) in cases {
            assert_eq!(whole(value), expected);
        }
    }

    #[test]
    fn ratios_are_to_the_first_row_and_gaps_are_shown() {
        let count = |contender: &str, a_call| Instructions {
            group: "add".to_owned(),
            contender: contender.to_owned(),
            a_call,
        };
        let timing = |contender: &str, median| Timing {
            group: "add".to_owned(),
            contender: contender.to_owned(),
            median,
            minimum: median,
        };
        let measured = Measured {
            instructions: vec![count("limit", 1_000.0), count("a", 2_500.0)],
            timings: vec![timing("limit", 100.0), timing("b", 150.0)],
            costs: vec![],
        };
        assert_eq!(
            calls(&measured),
            "`add` (23 bytes of arguments)\n\n\
             | contender | instructions | ratio | ns | ratio |\n\
             |---|---:|---:|---:|---:|\n\
             | limit | 1,000 | 1.00 | 100 | 1.00 |\n\
             | a | 2,500 | 2.50 | – | – |\n\
             | b | – | – | 150 | 1.50 |\n\n"
        );
    }

    #[test]
    fn a_cost_is_a_row() {
        let cost =
            Cost { library: "x".to_owned(), crates: 18, check_ms: 9.96, release_ms: 92.04, bytes: 5_120.0 };
        assert_eq!(costs(&[cost]).lines().last(), Some("| x | 10.0 | 92.0 | 5.1 | 18 |"));
    }
}
