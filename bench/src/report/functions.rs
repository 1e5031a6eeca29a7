//! The tables of compile time and size.

use std::fmt::Write as _;

use super::words::one_place;
use crate::compile::{Base, Cost, LONG, Shape};

/// The compile time and size a function, by shape and library.
pub(super) fn costs(costs: &[Cost]) -> String {
    let mut text = "| parameters | library | `cargo check`, ms | release build, ms | size, KB | crates |\n\
                    |---|---|---:|---:|---:|---:|\n"
        .to_owned();
    for cost in costs {
        // Writing to a `String` does not fail.
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            if cost.shape == Shape::Nested.name() { "with a struct of its own" } else { "of standard types" },
            cost.library,
            one_place(cost.check_ms),
            one_place(cost.release_ms),
            one_place(cost.bytes / 1e3),
            cost.crates
        );
    }
    text
}

/// How often the builds were timed; nothing if none was.
pub(super) fn repetitions(costs: &[Cost]) -> String {
    costs.iter().map(|cost| cost.repetitions).min().map_or_else(String::new, |times| {
        let long = LONG / 1e3;
        format!(
            "\n\nEach build was timed {times} times, in turns with the other size, and the best counts. Builds of more than \
             {long:.0} s were timed once."
        )
    })
}

/// The size of a whole program.
pub(super) fn bases(bases: &[Base]) -> String {
    let mut text = "| library | size, MB |\n|---|---:|\n".to_owned();
    for base in bases {
        // Writing to a `String` does not fail.
        let _ = writeln!(text, "| {} | {} |", base.library, one_place(base.bytes / 1e6));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cost_is_a_row() {
        let cost = Cost {
            library: "x".to_owned(),
            shape: "nested".to_owned(),
            crates: 18,
            repetitions: 3,
            check_ms: 9.96,
            release_ms: 92.04,
            bytes: 5_120.0,
        };
        let row = "| with a struct of its own | x | 10.0 | 92.0 | 5.1 | 18 |";
        let timed = "\n\nEach build was timed 3 times, in turns with the other size, and the best counts. \
                     Builds of more than 20 s were timed once.";
        assert_eq!(repetitions(std::slice::from_ref(&cost)), timed);
        assert_eq!(repetitions(&[]), "");
        assert_eq!(costs(&[cost]).lines().last(), Some(row));
        let base = Base { library: "x".to_owned(), bytes: 3_712_000.0 };
        assert_eq!(bases(&[base]).lines().last(), Some("| x | 3.7 |"));
    }
}
