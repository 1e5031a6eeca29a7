//! Truths in short, and the check with English words.

use std::sync::LazyLock;

use hpd_guardrail::{CheckedAnswer, Evidence, WordingDetector, WriteStatus, WriteTruth, check_final_answer};
use hpd_journal::Timestamp;
use hpd_journal::events::ResultStatus;

/// Truths written as `create_payment ok, send_invoice failed`.
pub(crate) fn truths(written: &str) -> Vec<WriteTruth> {
    written.split(", ").filter(|truth| !truth.is_empty()).map(truth).collect()
}

fn truth(written: &str) -> WriteTruth {
    let (tool, status) = written.split_once(' ').unwrap();
    let (status, is_earlier) =
        status.strip_suffix(" before").map_or((status, false), |status| (status, true));
    let status = match status {
        "ok" => WriteStatus::Ended(ResultStatus::Ok),
        "failed" => WriteStatus::Ended(ResultStatus::Error),
        "unknown" => WriteStatus::Ended(ResultStatus::Unknown),
        "rejected" => WriteStatus::Ended(ResultStatus::Rejected),
        "cancelled" => WriteStatus::Ended(ResultStatus::Cancelled),
        "expired" => WriteStatus::Ended(ResultStatus::Expired),
        "forwarded" => WriteStatus::Ended(ResultStatus::Forwarded),
        "waits" => WriteStatus::WaitsForConfirmation,
        "asks" => WriteStatus::WaitsForValues,
        "runs" => WriteStatus::Runs,
        "called" => WriteStatus::Called,
        blocked => {
            let missing = blocked.strip_prefix("blocked").unwrap().split_whitespace();
            WriteStatus::Blocked(missing.map(str::to_owned).collect())
        }
    };
    WriteTruth { is_earlier, ..WriteTruth::new(tool, status, Timestamp::from_millis(1)) }
}

/// The write tools of the program that all sentences here are about.
pub(crate) const TOOLS: [&str; 10] = [
    "create_payment",
    "create_invoice",
    "send_invoice",
    "void_invoice",
    "update_invoice",
    "approve_bill",
    "create_contact",
    "delete_contact",
    "send_email",
    "schedule_meeting",
];

/// The evidence of a conversation that is known as a whole. `read` means that something was read, `cut` that there may
/// have been more.
pub(crate) fn evidence(written: &str) -> Evidence {
    let (has_read, written) = rest_of(written, "read");
    let (is_cut, written) = rest_of(written, "cut");
    let known = Evidence { has_read, ..Evidence::of_writes(truths(written)) }.with_write_tools(TOOLS);
    if is_cut { known } else { known.whole() }
}

fn rest_of<'w>(written: &'w str, word: &str) -> (bool, &'w str) {
    written
        .strip_prefix(word)
        .map_or((false, written), |rest| (true, rest.strip_prefix(", ").unwrap_or(rest)))
}

static ENGLISH: LazyLock<WordingDetector> = LazyLock::new(WordingDetector::english);

pub(crate) fn check(text: &str, written: &str) -> CheckedAnswer {
    check_final_answer(text, &evidence(written), &ENGLISH)
}

/// Prints which false claims stay. How many are found is not aimed at, and no claim may be replaced by another text.
pub(crate) fn report(name: &str, texts: &[&str], written: &str, truth: &str) {
    let left: Vec<_> = texts.iter().filter(|text| check(text, written).triggered.is_empty()).collect();
    println!("{name}: {} of {} are found, not {left:?}", texts.len() - left.len(), texts.len());
    for text in texts {
        let read = check(text, written).text;
        assert!(read == *text || read.contains(truth), "{text:?} reads {read:?}");
    }
}

/// The expected text of a text that stays unchanged.
pub(crate) const SAME: &str = "=";

/// A text, the truths, the text for the user.
pub(crate) type Row = (&'static str, &'static str, &'static str);

/// All rows that come out otherwise, at once.
#[track_caller]
pub(crate) fn holds(rows: &[Row]) {
    let mut wrong = Vec::new();
    for (text, truths, wanted) in rows {
        let wanted = if *wanted == SAME { *text } else { *wanted };
        let read = check(text, truths).text;
        if read != wanted {
            wrong.push(format!("{truths:?}\n  said   {text:?}\n  reads  {read:?}\n  wanted {wanted:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), rows.len(), wrong.join("\n"));
}
