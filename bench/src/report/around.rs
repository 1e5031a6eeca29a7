//! The table of what stands around a call.

use std::fmt::Write as _;

use hpd_bench_cases::Group;

use super::measured::{Measured, SOURCES, TOOLBOX};
use super::words::{cell, ratio, time, two_places, whole};

/// All groups that have no table of their own, and the memory of many tools.
pub(super) fn table(measured: &Measured) -> String {
    let mut text =
        "| work | by | instructions | ratio | time | ratio |\n|---|---|---:|---:|---:|---:|\n".to_owned();
    for group in Group::ALL.into_iter().filter(|group| !Group::CALLS.contains(group)) {
        write_rows(&mut text, measured, group);
    }
    if let (Some(sources), Some(toolbox)) = (measured.bytes(SOURCES), measured.bytes(TOOLBOX)) {
        // Writing to a `String` does not fail.
        let _ = write!(
            text,
            "\nThe values of the sources of 10,000 external tools take {:.1} MB, the toolbox beside them {:.1} MB.\n",
            sources / 1e6,
            toolbox / 1e6
        );
    }
    text
}

/// How often the works were timed; nothing if none was.
pub(super) fn rounds(measured: &Measured) -> String {
    let rounds = match measured.rounds(&Group::ALL) {
        None => return String::new(),
        Some((fewest, most)) if fewest == most => format!("{most} rounds"),
        Some((fewest, most)) => format!("{most} rounds, or of {fewest} where each needs a set-up of its own"),
    };
    format!("\n\nTimes are the best of {rounds}.")
}

fn write_rows(text: &mut String, measured: &Measured, group: Group) {
    let rows = measured.usual(group);
    let Some(first) = rows.first() else { return };
    for (index, row) in rows.iter().enumerate() {
        // Writing to a `String` does not fail.
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            if index == 0 { group.work() } else { "" },
            row.contender,
            cell(row.instructions, whole),
            cell(ratio(row.instructions, first.instructions), two_places),
            cell(row.minimum, time),
            cell(ratio(row.minimum, first.minimum), two_places),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Memory;
    use crate::timing::Timing;

    #[test]
    fn work_is_named_once_and_memory_at_the_end() {
        let timing = |contender: &str, minimum| Timing {
            program: "hpd".to_owned(),
            group: Group::ManyTools.name().to_owned(),
            contender: contender.to_owned(),
            checks: "nothing".to_owned(),
            rounds: 25,
            median: minimum * 2.0,
            minimum,
        };
        let memory = |what: &str, bytes| Memory { what: what.to_owned(), bytes };
        let measured = Measured {
            timings: vec![timing("a copy", 2e5), timing("hpd", 5e5)],
            memory: vec![memory(SOURCES, 8.8e7), memory(TOOLBOX, 4e7)],
            ..Measured::default()
        };
        assert_eq!(rounds(&measured), "\n\nTimes are the best of 25 rounds.");
        let table = table(&measured);
        let lines: Vec<&str> = table.lines().skip(2).collect();
        assert_eq!(
            lines,
            [
                "| list of 10,500 tools, second turn | a copy | – | – | 200.0 µs | 1.00 |",
                "|  | hpd | – | – | 500.0 µs | 2.50 |",
                "",
                "The values of the sources of 10,000 external tools take 88.0 MB, the toolbox beside them 40.0 MB.",
            ]
        );
    }
}
