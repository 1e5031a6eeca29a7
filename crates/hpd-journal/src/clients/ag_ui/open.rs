//! The open parts of a run: a text, calls without a result, running steps, and pending questions.

use serde_json::{Map, Value, json};

use super::event::AgUiInterrupt;
use crate::events::{DecisionEvent, McqEvent};
use crate::pending::CallState;

/// The open parts of a run.
#[derive(Debug, Default)]
pub(super) struct Open {
    /// The text that the model is saying.
    text: Option<String>,
    /// The text with which the model's last message began.
    message: Option<String>,
    /// The calls of the model's last message, as far as it is known, and whether they have a result.
    calls: Vec<(String, bool)>,
    /// Calls that run, and the names of their steps.
    steps: Vec<(String, String)>,
    questions: Vec<AgUiInterrupt>,
}

impl Open {
    /// The text that the model is saying.
    pub(super) fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// The model says something: with it, another message of the model begins.
    pub(super) fn begin_text(&mut self, id: &str) {
        self.calls.clear();
        self.message = Some(id.to_owned());
        self.text = Some(id.to_owned());
    }

    /// Ends the text. Returns its id, if one was open.
    pub(super) fn end_text(&mut self) -> Option<String> {
        self.text.take()
    }

    /// Begins a call. Returns the parent of its message, if the message began with something else. A message continues
    /// until all its calls have a result. A client that sends messages back then has every result after its call, and
    /// before the next message.
    pub(super) fn make_call(&mut self, call: &str) -> Option<String> {
        if !self.calls.is_empty() && self.calls.iter().all(|(_, is_done)| *is_done) {
            self.message = None;
            self.calls.clear();
        }
        let first = self.calls.first().map(|(first, _)| first.clone());
        self.calls.push((call.to_owned(), false));
        self.message.clone().or(first)
    }

    /// A call has a result.
    pub(super) fn end_call(&mut self, call: &str) {
        if let Some((_, is_done)) = self.calls.iter_mut().find(|(id, _)| id == call) {
            *is_done = true;
        }
    }

    /// Starts the step of a call; its name, or `None` if it runs already. Two steps of one name must not be open at
    /// once.
    pub(super) fn start_step(&mut self, call: &str, tool: &str) -> Option<String> {
        let is_taken = |name: &str| self.steps.iter().any(|(_, other)| other == name);
        let names = [tool.to_owned(), format!("{tool} ({call})")];
        let name = names.into_iter().find(|name| !is_taken(name))?;
        self.steps.push((call.to_owned(), name.clone()));
        Some(name)
    }

    /// Ends the step of a call; its name, if there was one.
    pub(super) fn end_step(&mut self, call: &str) -> Option<String> {
        let index = self.steps.iter().position(|(of, _)| of == call)?;
        Some(self.steps.remove(index).1)
    }

    /// The run ends: the names of the steps that run, which end with it, and the questions that wait.
    pub(super) fn end(self) -> (impl Iterator<Item = String>, Vec<AgUiInterrupt>) {
        (self.steps.into_iter().map(|(_, name)| name), self.questions)
    }

    /// The user is asked about a call. A question is asked once.
    pub(super) fn ask(&mut self, call: &str, question: &McqEvent) {
        let text = |key: &str| question.0.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let id = text("pending_id");
        if self.questions.iter().any(|asked| asked.id == id) {
            return;
        }
        self.questions.push(AgUiInterrupt {
            id,
            reason: "tool_call",
            message: text("question"),
            tool_call_id: call.to_owned(),
            response_schema: answer_schema(&question.0),
            metadata: question.0.clone(),
        });
    }

    /// Something was decided: the question waits only if the call still does.
    pub(super) fn decide(&mut self, decision: &DecisionEvent) {
        if decision.state != CallState::AwaitingApproval {
            self.close(decision.pending_id.as_str());
        }
    }

    /// A pending call needs no answer any more.
    pub(super) fn close(&mut self, pending_id: &str) {
        self.questions.retain(|question| question.id != pending_id);
    }
}

/// The schema of an answer.
fn answer_schema(question: &Map<String, Value>) -> Value {
    let has_phrase = question.contains_key("phrase");
    json!({
        "type": "object",
        "properties": {
            "choice": { "enum": ["confirm", "cancel"] },
            "nonce": { "type": "string" },
            "phrase": { "type": "string" },
        },
        "required": if has_phrase { vec!["choice", "nonce", "phrase"] } else { vec!["choice", "nonce"] },
    })
}
