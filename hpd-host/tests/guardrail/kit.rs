//! Truths in short, and the check with English words.

use hpd_host::Timestamp;
use hpd_host::events::ResultStatus;
use hpd_host::guardrail::{CheckedReply, WordingDetector, WriteStatus, WriteTruth, check_reply};

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

pub(crate) fn check(text: &str, written: &str) -> CheckedReply {
    check_reply(text, &truths(written), &WordingDetector::english())
}
