//! Tools of a server that note their calls, and a user who answers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use futures_executor::block_on;
use hpd_host::approval::{Answer, Choice, DecisionError, Permission, Question, UserChannel};
use hpd_host::external::{Arguments, ExternalHandler, ExternalSource, ExternalTool};
use hpd_host::outcome::OutcomeKind;
use hpd_host::system::BoxFuture;
use hpd_host::{Approval, CallContext, Outcome, Output, RawCall, Session, ToolError, Toolbox};
use serde_json::{Value, json};

/// What ran, in order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ran(Arc<Mutex<Vec<String>>>);

impl Ran {
    pub(crate) fn note(&self, line: impl Into<String>) {
        self.0.lock().unwrap().push(line.into());
    }

    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }
}

impl ExternalHandler for Ran {
    fn call<'a>(
        &'a self,
        name: &'a str,
        _: Arguments<'a>,
        _: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        self.note(name);
        Box::pin(async { Ok(Output::Text("ok".to_owned())) })
    }
}

/// A tool without a schema, as a server lists it.
pub(crate) fn listed(name: &str, annotations: &Value) -> ExternalTool {
    let tool = json!({ "name": name, "inputSchema": { "type": "object" }, "annotations": annotations });
    ExternalTool::from_json(&tool).unwrap()
}

/// A toolbox of sources.
pub(crate) fn built(approval: Approval, sources: impl IntoIterator<Item = ExternalSource>) -> Toolbox {
    let builder = Toolbox::builder().approval(approval);
    sources.into_iter().fold(builder, hpd_host::ToolboxBuilder::external).build().unwrap()
}

/// Everything is allowed that a class allows.
pub(crate) fn lax() -> Approval {
    Approval::new().writes(Permission::Allow).unclassified(Permission::Allow)
}

/// Calls a tool, whatever container it is in.
pub(crate) fn call(toolbox: &Toolbox, session: &Session, name: &str, arguments: &str) -> Outcome {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    for container in toolbox.all_tools().iter().filter(|tool| tool.is_container()) {
        session.expand(container.id());
    }
    let id = NEXT.fetch_add(1, Ordering::Relaxed).to_string();
    block_on(toolbox.call(session, &RawCall::new(id, name, arguments)))
}

/// The question of an outcome.
#[track_caller]
pub(crate) fn question(outcome: &Outcome) -> &Question {
    match &outcome.kind {
        OutcomeKind::Confirm(question) => question,
        _ => panic!("not asked: {}", outcome.for_model_as_text()),
    }
}

/// The user's answer, with the phrase of the question.
pub(crate) fn answer(
    toolbox: &Toolbox,
    session: &Session,
    question: &Question,
    choice: Choice,
) -> Result<Outcome, DecisionError> {
    let answer = Answer {
        pending_id: question.pending_id().clone(),
        nonce: question.nonce().to_owned(),
        choice,
        phrase: question.phrase().map(str::to_owned),
        reason: None,
        edit: None,
    };
    block_on(toolbox.decide(session, &UserChannel::local().decision(answer)))
}
