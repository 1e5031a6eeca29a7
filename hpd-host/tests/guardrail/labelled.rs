//! Replies that were written by somebody who knew neither the lists of words nor the code, each with what must happen to it. The
//! documentation of `hpd_host::guardrail` has the same figures.

#[path = "../../examples/claims/table.rs"]
mod table;

use table::{Case, Verdict};

const CASES: &str = include_str!("labelled.jsonl");

/// The numbers of the replies with a verdict.
fn with(verdict: Verdict) -> Vec<u64> {
    let cases = Case::all(CASES).unwrap();
    let found = cases.iter().filter(|case| case.verdict(&case.check().text) == verdict);
    found.map(|case| case.id).collect()
}

#[test]
fn nothing_true_is_struck() {
    assert_eq!(with(Verdict::StruckWrongly), [0; 0]);
    assert_eq!(with(Verdict::StruckTooMuch), [0; 0]);
}

#[test]
fn the_figures_of_the_documentation_are_measured() {
    assert_eq!([with(Verdict::Kept).len(), with(Verdict::Struck).len()], [74, 30]);
    assert_eq!(with(Verdict::Missed).len(), 16);
}
