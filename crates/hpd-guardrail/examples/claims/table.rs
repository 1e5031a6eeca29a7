//! Replies with their expected results, one a line as JSON, and the guardrail's actual results.

use hpd_guardrail::{CheckedAnswer, Evidence, WordingDetector, WriteStatus, WriteTruth, check_final_answer};
use hpd_journal::Timestamp;
use hpd_journal::events::ResultStatus;
use serde::Deserialize;

/// A reply, the evidence for its check, and the expected result.
#[derive(Debug, Deserialize)]
pub(crate) struct Case {
    /// Its number.
    pub(crate) id: u64,
    /// The names of all tools that write.
    write_tools: Vec<String>,
    /// The writes of the conversation, in their order; there were no others.
    writes: Vec<Write>,
    /// How many reads of this turn succeeded.
    reads_ok: u32,
    /// The model's text.
    pub(crate) reply: String,
    /// The expected result.
    must: Must,
    /// Parts that must not be left.
    gone: Vec<String>,
    /// Parts that must be left, word by word.
    stays: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Write {
    tool: String,
    status: Status,
    turn: Turn,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Ok,
    Error,
    Blocked,
    Rejected,
    Waiting,
    Unknown,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Turn {
    This,
    Earlier,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Must {
    Keep,
    Strike,
}

/// The result of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The reply had to stay, and stayed, byte for byte.
    Kept,
    /// The false parts are gone, and nothing else.
    Struck,
    /// The false parts are gone, and a true part as well.
    StruckTooMuch,
    /// Something that is true went.
    StruckWrongly,
    /// A part that must go is left.
    Missed,
}

impl Case {
    /// The cases of a text with one a line.
    pub(crate) fn all(lines: &str) -> Result<Vec<Self>, serde_json::Error> {
        lines.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str).collect()
    }

    /// The reply as a toolbox with these tools checks it.
    pub(crate) fn check(&self) -> CheckedAnswer {
        let evidence = Evidence {
            has_read: self.reads_ok > 0,
            ..Evidence::of_writes(self.writes.iter().map(Write::truth).collect())
        };
        let evidence = evidence.whole().with_write_tools(&self.write_tools);
        check_final_answer(&self.reply, &evidence, &WordingDetector::english())
    }

    /// The result, from the text for the user.
    pub(crate) fn verdict(&self, read: &str) -> Verdict {
        if self.must == Must::Keep {
            return if read == self.reply { Verdict::Kept } else { Verdict::StruckWrongly };
        }
        let is_whole = self.stays.iter().all(|part| read.contains(part.as_str()));
        if read == self.reply || self.gone.iter().any(|part| read.contains(part.as_str())) {
            return if is_whole { Verdict::Missed } else { Verdict::StruckWrongly };
        }
        if is_whole { Verdict::Struck } else { Verdict::StruckTooMuch }
    }
}

impl Write {
    fn truth(&self) -> WriteTruth {
        let status = match self.status {
            Status::Ok => WriteStatus::Ended(ResultStatus::Ok),
            Status::Error => WriteStatus::Ended(ResultStatus::Error),
            Status::Rejected => WriteStatus::Ended(ResultStatus::Rejected),
            Status::Unknown => WriteStatus::Ended(ResultStatus::Unknown),
            Status::Blocked => WriteStatus::Blocked(Vec::new()),
            Status::Waiting => WriteStatus::WaitsForConfirmation,
        };
        let truth = WriteTruth::new(self.tool.clone(), status, Timestamp::default());
        WriteTruth { is_earlier: self.turn == Turn::Earlier, ..truth }
    }
}
