//! Results for texts that are not JSON, class by class: the tree and the codes, or the reason of the refusal.

use hpd_runtime::args::{Leniency, Limits, Reading, StopReason, WarningCode};
use hpd_runtime::repair::repair;

use crate::repair_rows::{Expected, LENIENT, READ, REFUSED, SAFE};

fn reading(leniency: Leniency) -> Reading {
    Reading { leniency, writes: false, stop_reason: StopReason::Unknown }
}

/// The tree and the codes, or the kind of the error.
fn outcome(text: &str, reading: Reading) -> Expected {
    match repair(text, &reading, &Limits::default()) {
        Ok(repaired) => {
            let codes: Vec<&str> = repaired.warnings.iter().map(|warning| warning.code.as_str()).collect();
            Ok((repaired.tree.to_json(), codes.join(" ")))
        }
        Err(error) => Err(error.kind),
    }
}

fn check(text: &str, reading: Reading, expected: &Expected, faults: &mut Vec<String>) {
    let found = outcome(text, reading);
    if found != *expected {
        faults.push(format!("{reading:?}\n  {text:?}\n  {found:?}\n  instead of {expected:?}"));
    }
}

fn report(faults: &[String]) {
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn said((tree, codes): (&str, &str)) -> (String, String) {
    (tree.to_owned(), codes.to_owned())
}

#[test]
fn what_has_one_meaning_is_read_as_safe_and_lenient() {
    let mut faults = Vec::new();
    for (text, tree, codes) in READ {
        for leniency in [Leniency::Safe, Leniency::Lenient] {
            check(text, reading(leniency), &Ok(said((tree, codes))), &mut faults);
        }
    }
    report(&faults);
}

#[test]
fn what_has_no_one_meaning_is_refused() {
    let mut faults = Vec::new();
    for (text, kind) in REFUSED {
        for leniency in [Leniency::Safe, Leniency::Lenient] {
            check(text, reading(leniency), &Err(*kind), &mut faults);
        }
    }
    report(&faults);
}

#[test]
fn what_is_guessed_is_read_as_lenient_only() {
    let mut faults = Vec::new();
    for (text, tree, codes, safe) in LENIENT {
        check(text, reading(Leniency::Lenient), &Ok(said((tree, codes))), &mut faults);
        check(text, reading(Leniency::Safe), &Err(*safe), &mut faults);
    }
    report(&faults);
}

#[test]
fn what_even_lenient_does_not_guess() {
    let mut faults = Vec::new();
    for (text, kind) in SAFE {
        check(text, reading(Leniency::Lenient), &Err(*kind), &mut faults);
    }
    report(&faults);
}

#[test]
fn strict_says_what_strict_reading_says() {
    let texts = READ.iter().map(|(text, ..)| *text).chain(REFUSED.iter().map(|(text, _)| *text));
    for text in texts {
        let limits = Limits::default();
        let strict = hpd_runtime::args::Node::parse_object(text, &limits);
        let found = repair(text, &reading(Leniency::Strict), &limits);
        match found {
            Ok(repaired) if repaired.warnings.is_empty() => {
                assert_eq!(Ok(repaired.tree), strict, "{text:?}");
            }
            Ok(repaired) => {
                assert_eq!(repaired.warnings[0].code, WarningCode::EmptyArguments, "{text:?}");
                assert_eq!(repaired.tree.to_json(), "{}");
            }
            Err(error) => assert_eq!(Some(error), strict.err(), "{text:?}"),
        }
    }
}

#[test]
fn the_stop_reason_and_writing_decide_what_an_open_end_means() {
    use hpd_runtime::args::{Cut, SyntaxErrorKind};
    let cut = |cut| Err(SyntaxErrorKind::Truncated(cut));
    let closers = cut(Cut::MissingClosers);
    let mut faults = Vec::new();
    for leniency in [Leniency::Safe, Leniency::Lenient] {
        for stop_reason in [StopReason::Length, StopReason::Interrupted] {
            let reading = Reading { leniency, writes: false, stop_reason };
            check("{\"a\": \"b\"", reading, &closers, &mut faults);
            check("{\"a\": [true", reading, &closers, &mut faults);
            check("f({\"a\": 1}", reading, &closers, &mut faults);
            check("", reading, &cut(Cut::Empty), &mut faults);
            check(" \n", reading, &cut(Cut::Empty), &mut faults);
            check("null", reading, &Ok(said(("{}", "EMPTY_ARGUMENTS"))), &mut faults);
            check("{\"a\": 1,}", reading, &Ok(said(("{\"a\":1}", "EXTRA_COMMA"))), &mut faults);
        }
        let finished = Reading { leniency, writes: false, stop_reason: StopReason::Finished };
        check("{\"a\": \"b\"", finished, &Ok(said(("{\"a\":\"b\"}", "MISSING_CLOSER"))), &mut faults);
        check("{\"a\": \"b", finished, &cut(Cut::InString), &mut faults);
        let writes = Reading { writes: true, ..finished };
        check("{\"a\": \"b\"", writes, &closers, &mut faults);
        check("```json\n{\"a\": \"b\"\n```", writes, &closers, &mut faults);
        check("{\"a\": 1}{\"a\": 1}", writes, &Err(SyntaxErrorKind::SeveralValues), &mut faults);
        check("{\"a\": 1,}", writes, &Ok(said(("{\"a\":1}", "EXTRA_COMMA"))), &mut faults);
        check("", writes, &Ok(said(("{}", "EMPTY_ARGUMENTS"))), &mut faults);
    }
    report(&faults);
}
