//! The program `health`.

use crate::journal_programs::kept::Kept;
use crate::journal_programs::{cut_off, printed, program};

#[test]
fn rates_and_functions_are_shown_by_day() {
    let kept = Kept::new();
    insta::assert_snapshot!(printed(&mut program("health", &kept.file)));
}

#[test]
fn a_span_goes_from_its_beginning_to_now() {
    let kept = Kept::new();
    let mut health = program("health", &kept.file);
    health.args(["--since", "12h", "--by", "hour", "--now", "2026-01-02T12:00:00Z"]);
    insta::assert_snapshot!(printed(&mut health));
}

#[test]
fn a_span_in_which_nothing_happened_is_empty() {
    let kept = Kept::new();
    let mut health = program("health", &kept.file);
    assert_eq!(printed(health.args(["--since", "2026-01-03"])), "Nothing happened.\n");
}

#[test]
fn figures_are_json_on_a_line() {
    let kept = Kept::new();
    let json = printed(program("health", &kept.file).args(["--json", "--by", "hour"]));
    insta::assert_snapshot!(json);
    let figures: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(figures["functions"][0]["tool"], "list\u{1b}[2J\u{202e}");
}

#[test]
fn a_function_is_shown_by_day() {
    let kept = Kept::new();
    insta::assert_snapshot!(printed(program("health", &kept.file).args(["--tool", "pay"])));
}

#[test]
fn figures_of_a_function_are_json_on_a_line() {
    let kept = Kept::new();
    let function = printed(program("health", &kept.file).args(["--json", "--tool", "pay"]));
    let all: serde_json::Value =
        serde_json::from_str(&printed(program("health", &kept.file).arg("--json"))).expect("it is JSON");
    let function: serde_json::Value = serde_json::from_str(&function).expect("it is JSON");
    assert_eq!(function["tool"], "pay");
    assert_eq!(function, all["functions"][1]);
}

#[test]
fn a_reader_may_have_seen_enough() {
    let kept = Kept::new();
    for options in [&[][..], &["--help"]] {
        let end = cut_off(program("health", &kept.file).args(options));
        assert_eq!(end, (Some(0), String::new()), "{options:?}");
    }
}
