//! The table of calls: what servers alone and the toolbox answer.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

/// A call. `{dir}` in its arguments is the folder with the files.
#[derive(Serialize, Deserialize)]
pub(crate) struct Row {
    /// `recorded`: of an earlier measurement; `own`: of this one.
    pub(crate) set: String,
    pub(crate) server: String,
    pub(crate) tool: String,
    /// As a model writes them.
    pub(crate) arguments: String,
    /// Whether they are right as they stand.
    pub(crate) good: bool,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) alone: Option<Alone>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(crate) through: Option<Through>,
}

/// What rmcp and the server do.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Alone {
    Accepts,
    Rejects,
    /// The arguments are no JSON object: there is no call to make.
    CannotSend,
}

/// What the toolbox does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Through {
    /// The call ran as it was sent.
    Ran,
    /// The call was repaired, and ran.
    Repaired,
    /// The toolbox answered, and nothing was sent.
    Caught,
    /// The server refused or failed.
    ServerFailed,
}

impl fmt::Display for Alone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Accepts => "accepts",
            Self::Rejects => "rejects",
            Self::CannotSend => "cannot send",
        })
    }
}

impl fmt::Display for Through {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ran => "ran",
            Self::Repaired => "repaired",
            Self::Caught => "caught",
            Self::ServerFailed => "the server failed",
        })
    }
}

impl Row {
    /// How an answer differs from the table.
    pub(crate) fn difference(&self, alone: Alone, through: Through) -> Option<String> {
        let of_alone = self.alone.filter(|expected| *expected != alone);
        let of_through = self.through.filter(|expected| *expected != through);
        match (of_alone, of_through) {
            (None, None) => None,
            (Some(expected), _) => Some(format!("the server alone {alone}, the table has {expected}")),
            (_, Some(expected)) => Some(format!("{through}, the table has {expected}")),
        }
    }
}

/// All rows.
pub(crate) fn rows() -> serde_json::Result<Vec<Row>> {
    include_str!("calls.jsonl").lines().map(serde_json::from_str).collect()
}

/// Counts of answers, by set.
#[derive(Default)]
pub(crate) struct Counts {
    sets: BTreeMap<String, Count>,
    servers: BTreeMap<String, BTreeMap<Through, u32>>,
}

#[derive(Default)]
struct Count {
    good: u32,
    false_alarms: u32,
    bad: u32,
    rejected: u32,
    rejected_and_helped: u32,
    accepted: u32,
    accepted_and_stopped: u32,
}

impl Counts {
    pub(crate) fn add(&mut self, row: &Row, alone: Alone, through: Through) {
        let count = self.sets.entry(row.set.clone()).or_default();
        let helped = matches!(through, Through::Caught | Through::Repaired);
        match (row.good, alone) {
            (true, alone) => {
                count.good += 1;
                count.false_alarms += u32::from(alone == Alone::Accepts && through != Through::Ran);
            }
            (false, Alone::Accepts) => {
                count.bad += 1;
                count.accepted += 1;
                count.accepted_and_stopped += u32::from(helped);
            }
            (false, _) => {
                count.bad += 1;
                count.rejected += 1;
                count.rejected_and_helped += u32::from(helped);
            }
        }
        *self.servers.entry(row.server.clone()).or_default().entry(through).or_default() += 1;
    }

    pub(crate) fn print(&self) {
        for (set, count) in &self.sets {
            let Count {
                good,
                false_alarms,
                bad,
                rejected,
                rejected_and_helped,
                accepted,
                accepted_and_stopped,
            } = count;
            println!(
                "{set}: {good} good calls, {false_alarms} false alarms; {bad} bad ones: servers reject {rejected}, of \
                 which {rejected_and_helped} are answered with all errors or repaired; servers accept {accepted}, of \
                 which {accepted_and_stopped} are caught or repaired"
            );
        }
        for (server, counts) in &self.servers {
            let counts: Vec<_> = counts.iter().map(|(through, count)| format!("{through} {count}")).collect();
            println!("{server}: {}", counts.join(", "));
        }
    }

    /// The number of targets that are missed.
    pub(crate) fn failures(&self) -> u32 {
        let false_alarms: u32 = self.sets.values().map(|count| count.false_alarms).sum();
        let recorded = self.sets.get("recorded");
        let few = recorded.is_none_or(|count| count.rejected_and_helped < 25);
        let silent = recorded.is_none_or(|count| count.accepted_and_stopped < count.accepted);
        let failures = [false_alarms > 0, few, silent];
        u32::try_from(failures.into_iter().filter(|failed| *failed).count()).unwrap_or(u32::MAX)
    }
}
