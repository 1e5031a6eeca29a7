//! What became of questions.

use serde::Serialize;
use serde_json::Value;

use super::recent::Recent;
use crate::approval::{CallState, PendingId};
use crate::events::{DecisionEvent, Event, ResultStatus};

/// What became of the questions that users were asked, for values (`ask_user`) and whether a write may run (`mcq`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Questions {
    /// Questions for whose answer a call waits. Each is one of the next four.
    pub asked: u64,
    /// The user approved, rejected, or typed the last wrong phrase; or a call that has the values took the place of the one that
    /// waited for them.
    pub answered: u64,
    /// Nobody answered in time.
    pub expired: u64,
    /// The call was given up, or asked about anew.
    pub closed: u64,
    /// Nothing became of them yet.
    pub open: u64,
    /// Questions besides, for whose answer no call waits: the model calls again.
    pub unheld: u64,
}

/// What a question is about.
#[derive(Debug, Clone, Copy)]
enum About {
    Values,
    Write,
}

/// The questions that are open.
#[derive(Debug, Default)]
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

    /// Counts what was decided about a question that was asked in the same span of time.
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
