//! Final answers by an author who knew neither the word lists nor the code, each with its expected result. The
//! documentation of `hpd_host::guardrail` has the same figures. Further true answers were written to be close to
//! struck ones.

#[path = "../../../examples/claims/table.rs"]
mod table;

use table::{Case, Verdict};

const CASES: &str = include_str!("labelled.jsonl");
/// Those that the lists were never mended for.
const UNREAD: &str = include_str!("unread.jsonl");
const NEAR: &str = include_str!("near.jsonl");

/// The numbers of the replies with a verdict.
fn with(verdict: Verdict, lines: &str) -> Vec<u64> {
    let cases = Case::all(lines).unwrap();
    let found = cases.iter().filter(|case| case.verdict(&case.check().text) == verdict);
    found.map(|case| case.id).collect()
}

#[test]
fn nothing_true_is_struck() {
    assert_eq!(with(Verdict::StruckWrongly, CASES), [0; 0]);
    assert_eq!(with(Verdict::StruckTooMuch, CASES), [0; 0]);
}

#[test]
fn true_replies_that_come_near_stay() {
    assert_eq!(with(Verdict::StruckWrongly, NEAR), [0; 0]);
    assert_eq!(with(Verdict::Kept, NEAR).len(), NEAR.lines().count());
}

#[test]
fn what_is_made_of_replies_that_nobody_had_looked_at() {
    assert_eq!([with(Verdict::Kept, UNREAD).len(), with(Verdict::StruckWrongly, UNREAD).len()], [88, 0]);
    assert_eq!([with(Verdict::Struck, UNREAD).len(), with(Verdict::Missed, UNREAD).len()], [37, 34]);
    assert_eq!(with(Verdict::StruckTooMuch, UNREAD), [1032], "a true sentence goes with the false one");
}

#[test]
fn the_figures_of_the_documentation_are_measured() {
    assert_eq!([with(Verdict::Kept, CASES).len(), with(Verdict::Struck, CASES).len()], [137, 65]);
    assert_eq!(with(Verdict::Missed, CASES).len(), 38);
}
