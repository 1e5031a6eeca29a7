//! How questions ended.

use serde::Serialize;
use serde_json::Value;

use super::recent::Recent;
use crate::events::{DecisionEvent, Event, ResultStatus};
use crate::pending::{CallState, PendingId};

/// Counts of questions to users: for values (`ask_user`), and about writes (`mcq`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Questions {
    /// Questions with a pending call. Each counts in one of the next four fields.
    pub asked: u64,
    /// The user approved, rejected, or typed the last permitted wrong phrase. Or another call, which has the values,
    /// replaced the pending call.
    pub answered: u64,
    /// Nobody answered in time.
    pub expired: u64,
    /// The call was cancelled, or the user was asked again.
    pub closed: u64,
    /// Undecided so far.
    pub open: u64,
    /// Further questions, without a pending call: after the answer, the model has to make a new call.
    pub unheld: u64,
}

/// The subject of a question.
#[derive(Debug, Clone, Copy)]
enum About {
    Values,
    Write,
}

/// The questions that are open.
#[derive(Debug, Clone, Default)]
pub(super) struct OpenQuestions {
    open: Recent<PendingId, About>,
    counted: Questions,
}

impl OpenQuestions {
    pub(super) fn add(&mut self, event: &Event) {
        match event {
            Event::AskUser(asked) => self.ask(asked.pending_id.clone(), About::Values),
            Event::Mcq(asked) => {
                let id = asked.0.get("pending_id").and_then(Value::as_str);
                self.ask(id.map(PendingId::new), About::Write);
            }
            Event::Decision(decision) => self.decide(decision),
            // The user did not answer, or answered and the call did not run in time: then the question is open no more.
            Event::ToolResult(result) => {
                let Some(id) = &result.pending_id else { return };
                if self.open.remove(id).is_some() {
                    match result.status {
                        ResultStatus::Expired => self.counted.expired += 1,
                        _ => self.counted.closed += 1,
                    }
                }
            }
            _ => {}
        }
    }

    fn ask(&mut self, id: Option<PendingId>, about: About) {
        let Some(id) = id else {
            self.counted.unheld += 1;
            return;
        };
        self.counted.asked += 1;
        self.open.get_or_add(id, about);
    }

    /// Counts a decision about a question of the same time span.
    fn decide(&mut self, decision: &DecisionEvent) {
        // A wrong phrase that is not the last leaves the question open.
        if decision.verdict == "wrong_phrase" && decision.state != CallState::Rejected {
            return;
        }
        let Some(about) = self.open.remove(&decision.pending_id) else { return };
        let count = match (decision.verdict.as_str(), about) {
            ("approved" | "rejected" | "wrong_phrase", _) | ("replaced", About::Values) => {
                &mut self.counted.answered
            }
            ("expired", _) => &mut self.counted.expired,
            _ => &mut self.counted.closed,
        };
        *count += 1;
    }

    pub(super) const fn questions(&self) -> Questions {
        let Questions { asked, answered, expired, closed, .. } = self.counted;
        Questions { open: asked - answered - expired - closed, ..self.counted }
    }
}
