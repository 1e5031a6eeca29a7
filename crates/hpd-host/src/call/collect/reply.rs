//! The user's next message, where a question about values is open.

use std::collections::BTreeMap;
use std::sync::Arc;

use hpd_journal::pending::{
    CallState, Decided, PendingCall, PendingFilter, PendingId, PendingReason, PendingVerdict, SentCall,
    StoreError,
};
use hpd_reply::Reply;
use hpd_runtime::args::{CallOrigin, Node};
use hpd_runtime::output::AnsweredInput;
use hpd_runtime::values::Provenance;
use hpd_runtime::{CallContext, RawCall, TurnContext};

use super::super::desk::Desk;
use super::super::resolve::CollectCall;
use super::super::write::sent_call;
use super::inputs::{self, InputValues};
use super::remember::remember;
use super::waiting_input::WaitingInput;
use crate::approval::UserMessage;
use crate::call_error::{CallError, NotApproved};
use crate::collect::{Form, base_of};
use crate::outcome::{Outcome, OutcomeKind, Replied};
use crate::session::Session;
use crate::toolbox::Toolbox;

/// The meaning of a user message.
pub(in super::super) enum Understood<'t> {
    /// Nothing is left to do.
    Replied(Replied),
    /// It answers the open question: the call continues.
    Answer(Box<Answer<'t>>),
}

/// A call that continues with the user's answer.
pub(in super::super) struct Answer<'t> {
    pub(in super::super) call: CollectCall<'t>,
    pub(in super::super) raw: RawCall,
    /// On behalf of the question's owner, in any turn.
    pub(in super::super) turn: TurnContext,
    /// The values of the user for this call.
    pub(in super::super) supplied: Vec<(String, Node<'static>)>,
    /// Of a call whose function asked for inputs.
    pub(in super::super) continued: Option<Continued>,
}

/// A call that is made again with its arguments as they are, and with answers for its function.
pub(in super::super) struct Continued {
    /// The question that was answered.
    id: PendingId,
    answers: Vec<AnsweredInput>,
    provenance: BTreeMap<String, Provenance>,
}

impl Continued {
    /// Sets the answers and the sources of the arguments.
    pub(in super::super) fn set(&self, context: &CallContext<'_>) {
        context.continue_with(self.answers.clone(), self.id.as_str());
        context.set_provenance(self.provenance.iter().map(|(name, source)| (name.as_str(), *source)));
    }
}

impl From<Replied> for Understood<'_> {
    fn from(replied: Replied) -> Self {
        Self::Replied(replied)
    }
}

/// Takes a user message as an answer, if exactly one question about values is open, and the message is a clear answer.
///
/// # Errors
///
/// The store failed. Nothing runs then.
pub(in super::super) async fn reply<'t>(
    desk: Desk<'t>,
    message: &UserMessage,
) -> Result<Understood<'t>, StoreError> {
    let Desk { toolbox, session, .. } = desk;
    let safeguards = toolbox.safeguards();
    let open = open_calls(toolbox, session, message).await?;
    let words = &safeguards.words;
    match open.as_slice() {
        [] => Ok(Replied::NotAnAnswer.into()),
        [row] if matches!(row.awaits, PendingReason::Input { .. }) => {
            let Some(waiting) = WaitingInput::new(toolbox, row) else {
                return Ok(Replied::NotAnAnswer.into());
            };
            let read = waiting.read(message.text(), words);
            let read = if session.user().questions().is_answered_next(&row.id) { read } else { late(read) };
            Answering(desk).act(&waiting, read).await
        }
        // A bare yes can't mean several, and a write is confirmed by its question alone.
        open if words.is_answer(message.text()) => {
            unclear(toolbox, session, open).await.map(Understood::Replied)
        }
        _ => Ok(Replied::NotAnAnswer.into()),
    }
}

/// The calls of the session that wait for this user.
async fn open_calls(
    toolbox: &Toolbox,
    session: &Session,
    message: &UserMessage,
) -> Result<Vec<PendingCall>, StoreError> {
    let Some(id) = session.id() else { return Ok(Vec::new()) };
    let safeguards = toolbox.safeguards();
    let states = vec![CallState::NeedsInput, CallState::AwaitingApproval];
    let filter = PendingFilter::default().session(id.to_owned()).states(states);
    let mut open = safeguards.store.list(&filter).await?;
    // A call that was changed in the store is none of the user's.
    let keys = safeguards.keys.as_ref();
    open.retain(|row| {
        row.expires > toolbox.now_for(row) && message.is_from(&row.owner) && row.digest_is_right(keys)
    });
    Ok(open)
}

/// Asks the questions again, in another form if they were asked in vain. A question that was asked in all forms is
/// closed, and left to the model.
async fn unclear(toolbox: &Toolbox, session: &Session, open: &[PendingCall]) -> Result<Replied, StoreError> {
    let mut questions = Vec::new();
    for row in open {
        let Some(question) = row.question_text() else { continue };
        let PendingReason::Input { missing, uncertain, .. } = &row.awaits else {
            session.note_question(&row.id);
            questions.push(question);
            continue;
        };
        let times = session.user().questions_mut().put(&row.tool, base_of(&question));
        if let Some(form) = Form::of_time(times) {
            session.note_question(&row.id);
            questions.push(form.of(&question, !missing.is_empty(), !uncertain.is_empty()));
        } else {
            let safeguards = toolbox.safeguards();
            safeguards.store.decide(&row.id, PendingVerdict::Cancelled, safeguards.now()).await?;
        }
    }
    Ok(if questions.is_empty() { Replied::NotAnAnswer } else { Replied::Unclear(questions) })
}

/// The meaning of a message for an older question: a bare yes or no may answer something else.
fn late(read: Reply) -> Reply {
    match read {
        Reply::Yes | Reply::No | Reply::Value(Node::Bool(_)) | Reply::Parts { by_bare_yes: true, .. } => {
            Reply::Unclear
        }
        other => other,
    }
}

/// Where an answer is acted on.
#[derive(Clone, Copy)]
pub(super) struct Answering<'t>(pub(super) Desk<'t>);

impl<'t> Answering<'t> {
    async fn act(&self, waiting: &WaitingInput<'t, '_>, read: Reply) -> Result<Understood<'t>, StoreError> {
        let Desk { toolbox, session, .. } = self.0;
        let (values, confirmed) = match read {
            Reply::NewRequest => return Ok(Replied::NotAnAnswer.into()),
            Reply::Unclear => {
                let asked = unclear(toolbox, session, std::slice::from_ref(waiting.row)).await;
                return asked.map(Understood::Replied);
            }
            Reply::Cancel => return self.cancel(waiting).await.map(Understood::Replied),
            // The values are not right, and the message does not say which are: the model finds out.
            Reply::No => {
                self.close(waiting, PendingVerdict::Cancelled).await?;
                return Ok(Replied::NotAnAnswer.into());
            }
            Reply::Yes => (Vec::new(), waiting.uncertain.to_vec()),
            Reply::Value(value) => match waiting.missing {
                [name] => (vec![(name.clone(), value)], Vec::new()),
                _ => return Ok(Replied::NotAnAnswer.into()),
            },
            Reply::Parts { values, confirmed, .. } => (values, confirmed),
        };
        if waiting.is_for_inputs() && !waiting.is_same_function() {
            return self.refuse(waiting).await.map(Understood::Replied);
        }
        Ok(match self.take(waiting, &confirmed, values).await? {
            Some(answer) => Understood::Answer(Box::new(answer)),
            None => Replied::NotAnAnswer.into(),
        })
    }

    /// Takes given and confirmed values, and closes the question. `None` if another answer came before, or the stored
    /// call is unreadable.
    pub(super) async fn take(
        &self,
        waiting: &WaitingInput<'t, '_>,
        confirmed: &[String],
        values: Vec<(String, Node<'static>)>,
    ) -> Result<Option<Answer<'t>>, StoreError> {
        if waiting.is_for_inputs() {
            return self.take_inputs(waiting, &values).await;
        }
        let Desk { session, turn, journal, .. } = self.0;
        let Some((mut supplied, sent)) = waiting.values(confirmed) else { return Ok(None) };
        let mut answered = waiting.confirmed_anew(&supplied);
        answered.extend(values.iter().cloned());
        supplied.extend(values);
        // Of several simultaneous answers, one continues.
        if !self.close(waiting, PendingVerdict::Replaced { by: None }).await? {
            return Ok(None);
        }
        let row = waiting.row;
        session.user().questions_mut().answered(&row.tool);
        let principal = &row.owner.principal;
        session.user().speakers_mut().confirm(principal, &row.tool, &supplied);
        remember(&waiting.call, principal, &answered).await;
        let raw = sent_call(row).restored(sent.to_json());
        if let Some(journal) = journal {
            journal.go_on(&row.notes);
        }
        Ok(Some(Answer { call: waiting.call, raw, turn: row.owner.turn(turn), supplied, continued: None }))
    }

    /// Takes answers for the function, and closes the question. `None` as for [`take`](Self::take), or if nothing is
    /// answered.
    async fn take_inputs(
        &self,
        waiting: &WaitingInput<'t, '_>,
        values: &InputValues,
    ) -> Result<Option<Answer<'t>>, StoreError> {
        let Desk { session, turn, journal, .. } = self.0;
        let row = waiting.row;
        let Some(inputs) = inputs::answered(row, values).filter(|inputs| *inputs != row.inputs) else {
            return Ok(None);
        };
        // Of several simultaneous answers, one continues.
        if !self.close(waiting, PendingVerdict::Replaced { by: None }).await? {
            return Ok(None);
        }
        session.user().questions_mut().answered(&row.tool);
        let secrets = inputs.secrets();
        if !secrets.is_empty() {
            session.journal_turn().learn(&secrets);
        }
        let raw = sent_call(row).restored(&*row.frozen.arguments);
        if let Some(journal) = journal {
            journal.hide_values(&secrets);
            journal.go_on(&row.notes);
        }
        let continued = Continued {
            id: row.id.clone(),
            answers: inputs.answers(),
            provenance: row.frozen.provenance.clone(),
        };
        let (call, turn, supplied) = (waiting.call, row.owner.turn(turn), Vec::new());
        Ok(Some(Answer { call, raw, turn, supplied, continued: Some(continued) }))
    }

    /// The function is another one than at the time of its question: nothing runs, and the question is closed.
    async fn refuse(&self, waiting: &WaitingInput<'_, '_>) -> Result<Replied, StoreError> {
        if !self.close(waiting, PendingVerdict::Cancelled).await? {
            return Ok(Replied::NotAnAnswer);
        }
        let sent = &waiting.row.sent;
        Ok(Replied::Answered(Box::new(refused(sent, NotApproved::other_version(&sent.name)))))
    }

    async fn cancel(&self, waiting: &WaitingInput<'_, '_>) -> Result<Replied, StoreError> {
        let cancelled = self.cancelled(waiting).await?;
        Ok(cancelled.map_or(Replied::NotAnAnswer, |outcome| Replied::Cancelled(Box::new(outcome))))
    }

    /// Cancels the call. `None` if another answer came before.
    pub(super) async fn cancelled(
        &self,
        waiting: &WaitingInput<'_, '_>,
    ) -> Result<Option<Outcome>, StoreError> {
        if !self.close(waiting, PendingVerdict::Cancelled).await? {
            return Ok(None);
        }
        self.0.session.user().questions_mut().answered(&waiting.row.tool);
        let sent = &waiting.row.sent;
        Ok(Some(refused(sent, NotApproved::cancelled(&sent.name))))
    }

    /// Closes the question; whether this did it.
    pub(super) async fn close(
        &self,
        waiting: &WaitingInput<'_, '_>,
        verdict: PendingVerdict,
    ) -> Result<bool, StoreError> {
        let safeguards = self.0.toolbox.safeguards();
        let now = self.0.toolbox.now_for(waiting.row);
        let decided = safeguards.store.decide(&waiting.row.id, verdict, now).await?;
        safeguards.deadlines.forget(&waiting.row.id);
        let keys = safeguards.keys.as_ref();
        Ok(matches!(decided, Decided::Done(now) if now.is_what_was_approved(waiting.row, keys)))
    }
}

/// The caller of a stored call.
fn sent_origin(sent: &SentCall) -> Option<Arc<CallOrigin>> {
    let caller = sent.caller.clone()?;
    Some(Arc::new(CallOrigin::new().by(caller)))
}

/// The outcome of a call that does not run.
fn refused(sent: &SentCall, error: CallError) -> Outcome {
    Outcome {
        call_id: sent.id.as_str().into(),
        tool_name: sent.name.as_str().into(),
        kind: OutcomeKind::Error(error),
        warnings: Vec::new(),
        recovered: None,
        origin: sent_origin(sent),
    }
}
