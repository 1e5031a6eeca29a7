//! The program `journal`.

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use hpd_host::events::EventRecord;
use serde_json::json;

use crate::journal_programs::kept::{Kept, event};
use crate::journal_programs::{cut_off, printed, program};

fn listed(options: &[&str]) -> String {
    let kept = Kept::new();
    printed(program("journal", &kept.file).args(options))
}

/// The first two words after the time of each line: session and tool.
fn calls(options: &[&str]) -> Vec<String> {
    let list = listed(options);
    let lines = list
        .lines()
        .skip(1)
        .map(|line| line.split_whitespace().skip(2).take(3).collect::<Vec<_>>().join(" "));
    lines.collect()
}

#[test]
fn calls_are_listed_in_their_order() {
    insta::assert_snapshot!(listed(&[]));
}

#[test]
fn calls_are_chosen() {
    assert_eq!(calls(&["--tool", "pay"]), ["s1 pay blocked", "s1 pay ok", "s2 pay asked"]);
    assert_eq!(calls(&["--tool", "pay", "--session", "s2"]), ["s2 pay asked"]);
    assert_eq!(calls(&["--status", "ok", "--write"]), ["s1 pay ok"]);
    assert_eq!(calls(&["--write", "--limit", "2"]), ["s2 send unknown", "s2 pay asked"]);
    assert_eq!(
        calls(&["--write", "--since", "6h", "--now", "2026-01-02T12:00:00Z"]),
        ["s2 send unknown", "s2 pay asked"]
    );
}

#[test]
fn a_list_may_be_empty() {
    assert_eq!(listed(&["--tool", "nothing"]), "No calls.\n");
}

#[test]
fn all_events_are_lines_of_json() {
    let lines = listed(&["--json"]);
    assert!(lines.chars().all(|c| c == '\n' || (' '..='~').contains(&c)), "{lines}");
    let records: Vec<EventRecord> =
        lines.lines().map(|line| serde_json::from_str(line).expect("a line is an event")).collect();
    let numbers: Vec<_> = records.iter().map(|record| record.entry).collect();
    assert_eq!(numbers, (1..=20).collect::<Vec<_>>());
    let first = concat!(
        r#"{"entry":1,"session":"s1","seq":1,"turn":"turn of s1","at":1767254400000,"type":"turn_started","#,
        r#""data":{"query":"Pay the rent"}}"#
    );
    assert_eq!(lines.lines().next(), Some(first));
}

#[test]
fn events_of_a_session_are_lines_of_json() {
    assert_eq!(listed(&["--json", "--session", "s2"]).lines().count(), 9);
}

#[test]
fn everything_of_a_call_is_shown() {
    insta::assert_snapshot!(listed(&["--call", "c2", "--session", "s1"]));
}

#[test]
fn an_id_may_be_that_of_several_calls() {
    insta::assert_snapshot!(listed(&["--call", "c1"]));
}

#[test]
fn a_whole_journal_is_said_to_be_whole() {
    insta::assert_snapshot!(listed(&["--verify"]));
}

#[test]
fn a_damaged_journal_ends_with_one() {
    let kept = Kept::new();
    kept.overwrite("Pay the rent", "Pay the loan");
    let output = program("journal", &kept.file).arg("--verify").output().expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(String::from_utf8(output.stdout).expect("it prints UTF-8"));
}

#[test]
fn a_journal_that_was_cut_off_is_not_the_one_of_its_head() {
    let kept = Kept::new();
    let head = format!("21:{}", "0".repeat(64));
    let mut journal = program("journal", &kept.file);
    let output = journal.args(["--verify", "--head", &head]).output().expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("it prints UTF-8");
    let line = "the journal ends before entry 21, which was its head, or has another one there";
    assert_eq!((output.status.code(), text.lines().nth(1)), (Some(1), Some(line)));
}

#[test]
fn a_journal_with_a_key_is_verified_with_it() {
    let key = "a key of more than thirty-two bytes";
    let kept = Kept::with_key(key);
    let file = kept.write("key", key);
    let text = printed(program("journal", &kept.file).arg("--verify").arg("--key").arg(file));
    assert_eq!(text.lines().nth(1), Some("Nothing is wrong."));
    let without = program("journal", &kept.file).arg("--verify").output().expect("the program starts");
    assert_eq!(without.status.code(), Some(1));
}

#[test]
fn verifying_changes_nothing() {
    let kept = Kept::new();
    kept.append(None, Vec::new());
    let before = printed(program("journal", &kept.file).arg("--json"));
    printed(program("journal", &kept.file).arg("--verify"));
    assert_eq!(printed(program("journal", &kept.file).arg("--json")), before);
}

#[test]
fn calls_are_followed() {
    let kept = Kept::new();
    let mut journal = program("journal", &kept.file);
    let child = journal.args(["--follow", "--limit", "1"]).stdout(Stdio::piped()).spawn();
    let mut child = child.expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
    let mut next = || lines.next().expect("there is a line").expect("it is UTF-8");
    assert!(next().starts_with("time (UTC)"));
    assert!(next().ends_with(r"List them\u{1b}[1A\nall"));
    let call = json!({ "tool": "list", "is_write": false, "arguments": "{}" });
    let result =
        json!({ "tool": "list", "success": true, "status": "ok", "is_write": false, "duration_ms": 3.0 });
    let news = vec![
        event("s3", Some("n"), 7, "tool_call", &call),
        event("s3", Some("n"), 8, "tool_result", &result),
    ];
    kept.append(None, news);
    assert_eq!(next(), "2026-01-01 08:00:07  s3            list                      ok             3 ms");
    child.kill().expect("it runs until it is stopped");
    child.wait().expect("it ends");
}

#[test]
fn a_reader_may_have_seen_enough() {
    let kept = Kept::new();
    for options in [&["--json"][..], &[], &["--verify"], &["--call", "c1"], &["--help"]] {
        let end = cut_off(program("journal", &kept.file).args(options));
        assert_eq!(end, (Some(0), String::new()), "{options:?}");
    }
}

#[test]
fn a_key_is_not_taken_for_another() {
    let kept = Kept::with_key("a key of more than thirty-two bytes");
    let other = kept.write("key", "another key of more than thirty-two bytes");
    let mut journal = program("journal", &kept.file);
    let output = journal.arg("--verify").arg("--key").arg(&other).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(1));
}
