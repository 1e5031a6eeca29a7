//! The tables of calls.

use std::fmt::Write as _;

use hpd_bench_cases::Group;

use super::measured::{Measured, Usual};
use super::words::{cell, ratio, two_places, whole};

/// A table for each group whose call succeeds, with ratios to its first row.
pub(super) fn good(measured: &Measured) -> String {
    let header =
        "| contender | checks | instructions | ratio | worst | on | ns |\n|---|---|---:|---:|---:|---|---:|";
    Group::GOOD.iter().filter_map(|&group| group_table(measured, group, header, good_row)).collect()
}

/// How often the calls were timed; nothing if none was.
pub(super) fn rounds(measured: &Measured) -> String {
    measured.rounds(&Group::CALLS).map_or_else(String::new, |(fewest, _)| {
        format!("\n\nTimes are the best of {fewest} interleaved rounds, on the usual payload.")
    })
}

/// A table for each group whose call is refused, with ratios to its first row.
pub(super) fn refused(measured: &Measured) -> String {
    let header = "| contender | checks | instructions | ratio | ns |\n|---|---|---:|---:|---:|";
    Group::BAD.iter().filter_map(|&group| group_table(measured, group, header, refused_row)).collect()
}

fn group_table(
    measured: &Measured,
    group: Group,
    header: &str,
    row: fn(&Measured, Group, &Usual<'_>, &Usual<'_>) -> String,
) -> Option<String> {
    let rows = measured.usual(group);
    let first = rows.first()?;
    let mut text = format!("`{}` ({} bytes of arguments)\n\n{header}\n", group.name(), group.payload().len());
    for usual in &rows {
        // Writing to a `String` does not fail.
        let _ = writeln!(text, "{}", row(measured, group, usual, first));
    }
    text.push('\n');
    Some(text)
}

fn good_row(measured: &Measured, group: Group, row: &Usual<'_>, first: &Usual<'_>) -> String {
    let worst = measured.worst(group, row.contender, first.contender);
    format!(
        "| {} | {} | {} | {} | {} | {} | {} |",
        row.contender,
        row.checks,
        cell(row.instructions, whole),
        cell(ratio(row.instructions, first.instructions), two_places),
        cell(worst.map(|(ratio, _)| ratio), two_places),
        worst.map_or("–", |(_, variant)| variant.unwrap_or("the usual")),
        cell(row.minimum, whole),
    )
}

fn refused_row(_: &Measured, _: Group, row: &Usual<'_>, first: &Usual<'_>) -> String {
    format!(
        "| {} | {} | {} | {} | {} |",
        row.contender,
        row.checks,
        cell(row.instructions, whole),
        cell(ratio(row.instructions, first.instructions), two_places),
        cell(row.minimum, whole),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::callgrind::Instructions;
    use crate::timing::Timing;

    #[test]
    fn ratios_are_to_the_first_row_and_gaps_are_shown() {
        let count = |contender: &str, variant: Option<&str>, a_call| Instructions {
            program: "p".to_owned(),
            group: "add".to_owned(),
            contender: contender.to_owned(),
            checks: "types".to_owned(),
            variant: variant.map(str::to_owned),
            a_call,
        };
        let timing = |contender: &str, median| Timing {
            program: "p".to_owned(),
            group: "add".to_owned(),
            contender: contender.to_owned(),
            checks: "types".to_owned(),
            rounds: 25,
            median,
            minimum: median,
        };
        let measured = Measured {
            instructions: vec![
                count("limit", None, 1_000.0),
                count("limit", Some("zeros"), 1_000.0),
                count("a", None, 2_500.0),
                count("a", Some("zeros"), 2_600.0),
            ],
            timings: vec![timing("limit", 100.0), timing("b", 150.0)],
            ..Measured::default()
        };
        assert_eq!(
            rounds(&measured),
            "\n\nTimes are the best of 25 interleaved rounds, on the usual payload."
        );
        assert_eq!(
            good(&measured),
            "`add` (23 bytes of arguments)\n\n\
             | contender | checks | instructions | ratio | worst | on | ns |\n\
             |---|---|---:|---:|---:|---|---:|\n\
             | limit | types | 1,000 | 1.00 | 1.00 | zeros | 100 |\n\
             | a | types | 2,500 | 2.50 | 2.60 | zeros | – |\n\
             | b | types | – | – | – | – | 150 |\n\n"
        );
    }
}
