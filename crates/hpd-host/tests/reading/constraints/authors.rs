//! Checks that the author of a function writes: `custom` for one parameter, `check` for all of them.
#![expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "a check is given references to the parameters"
)]

use std::sync::atomic::{AtomicUsize, Ordering};

use hpd_host::error::{ErrorCode, Violation};
use hpd_host::plugin;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::constraints::BothReadings;
use crate::take::Bench;

#[derive(Debug, Deserialize, JsonSchema)]
struct Line {
    debit: u32,
    credit: u32,
}

fn is_even(number: &u32) -> Result<(), &'static str> {
    if number.is_multiple_of(2) { Ok(()) } else { Err("even must be even") }
}

fn are_one_sided(lines: &[Line]) -> Result<(), Vec<Violation>> {
    let wrong = lines.iter().enumerate().filter(|(_, line)| (line.debit == 0) == (line.credit == 0));
    let violations: Vec<_> = wrong
        .map(|(place, _)| {
            Violation::new(format!("line {place} must be a debit or a credit"))
                .property(format!("[{place}]"))
                .expected("one of them above 0")
        })
        .collect();
    if violations.is_empty() { Ok(()) } else { Err(violations) }
}

fn balance(_: &u8, _: &u32, lines: &[Line], sum: &Option<u32>) -> Result<(), Violation> {
    let debit: u32 = lines.iter().map(|line| line.debit).sum();
    match sum {
        Some(sum) if *sum != debit => Err(Violation::new(format!("sum must be {debit}"))
            .property("sum")
            .code(ErrorCode::OutOfRange)
            .hint("Add the debits up.")),
        _ => Ok(()),
    }
}

struct Books;

#[plugin]
#[expect(clippy::unused_self, unused_variables, reason = "only the reading counts")]
impl Books {
    /// Books lines.
    #[ai_function(check = balance)]
    fn book(
        &self,
        /// Reads once or twice.
        n: u8,
        /// An even number.
        #[param(custom = is_even, range(max = 10))]
        even: u32,
        /// Lines.
        #[param(custom = are_one_sided)]
        lines: Vec<Line>,
        /// The sum.
        sum: Option<u32>,
    ) -> String {
        "booked".to_owned()
    }
}

fn books() -> Books {
    Books
}

#[test]
fn checks_of_one_parameter() {
    BothReadings::of(books, "book")
        .sees(&[(r#""even":2,"lines":[{"debit":1,"credit":0}]"#, "booked")])
        .refuses_alone(&[
            (r#""even":3,"lines":[]"#, &["CUSTOM_CHECK /even even must be even"]),
            (
                r#""even":3,"lines":[{"debit":1,"credit":0},{"debit":0,"credit":0}]"#,
                &[
                    "CUSTOM_CHECK /even even must be even",
                    "CUSTOM_CHECK /lines/1 line 1 must be a debit or a credit (expected: one of them above 0)",
                ],
            ),
        ]);
}

#[test]
fn checks_over_all_parameters() {
    BothReadings::of(books, "book")
        .sees(&[(r#""even":2,"lines":[{"debit":1,"credit":0}],"sum":1"#, "booked")])
        .refuses_alone(&[(
            r#""even":2,"lines":[{"debit":1,"credit":0}],"sum":2"#,
            &["OUT_OF_RANGE /sum sum must be 1. Add the debits up."],
        )]);
}

#[test]
fn rules_and_checks_are_told_together() {
    BothReadings::of(books, "book").refuses(&[
        // A parameter's own check does not run on a value that breaks a rule; the others run.
        (
            r#""even":12,"lines":[{"debit":1,"credit":1}],"sum":-1"#,
            &[
                "OUT_OF_RANGE /even even must be at most 10",
                "OUT_OF_RANGE /sum sum must be at least 0",
                "CUSTOM_CHECK /lines/0 line 0 must be a debit or a credit (expected: one of them above 0)",
            ],
        ),
        (
            r#""even":3,"sum":5"#,
            &["REQUIRED_FIELD /lines lines is required", "CUSTOM_CHECK /even even must be even"],
        ),
    ]);
}

static CALLED: AtomicUsize = AtomicUsize::new(0);

#[expect(clippy::unnecessary_wraps, reason = "a check returns a result")]
fn count(_: &u8, _: &Option<u8>) -> Result<(), Violation> {
    CALLED.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

struct Counted;

#[plugin]
#[expect(clippy::unused_self, unused_variables, reason = "only the reading counts")]
impl Counted {
    /// Is checked.
    #[ai_function(check = count)]
    fn counted(
        &self,
        /// One.
        a: u8,
        /// Another.
        b: Option<u8>,
    ) {
    }
}

#[test]
fn a_check_sees_whole_calls_only() {
    let bench = Bench::with(Counted, "counted");
    bench.refuses(&[
        ("{}", &["REQUIRED_FIELD /a a is required (expected: an integer from 0 to 255)"]),
        (r#"{"a":1,"b":"x"}"#, &["TYPE_MISMATCH /b b must be an integer or null, but a string was sent (expected: an integer from 0 to 255 or null)"]),
        (r#"{"a":1,"c":1}"#, &["UNKNOWN_FIELD /c c is not a known field"]),
    ]);
    assert_eq!(CALLED.load(Ordering::Relaxed), 0);
    bench.sees(&[(r#"{"a":1}"#, "Done."), (r#"{"a":1.0,"b":2}"#, "Done.")]);
    assert_eq!(CALLED.load(Ordering::Relaxed), 2);
}
