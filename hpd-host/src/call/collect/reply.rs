//! The user's next message, where a question about values is open.

use hpd_runtime::args::Node;
use hpd_runtime::{Provenance, RawCall, TurnContext};

use super::super::gate::Place;
use super::super::journaled::CallTrace;
use super::super::write::NotApproved;
use super::gather::{CollectCall, answer};
use super::remember::remember;
use crate::approval::{
    Awaits, CallState, Decided, PendingCall, PendingFilter, StoreError, UserMessage, Verdict,
};
use crate::collect::{OpenInput, Reply, ReplyWords, Wanted, read_reply};
use crate::outcome::{Outcome, OutcomeKind};
use crate::reread::reread;
use crate::session::Session;
use crate::toolbox::Toolbox;

/// What a message of the user was for the questions that are open.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Replied {
    /// It answers none of them: it is for the model.
    NotAnAnswer,
    /// It may answer one of them, and not clearly: nothing was done. The questions that are open, to ask them again.
    Unclear(Vec<String>),
    /// The user gave the call up. Nothing ran.
    Cancelled(Box<Outcome>),
    /// It answers the one that is open: what became of the call.
    Answered(Box<Outcome>),
}

/// Takes a message of the user for an answer, if exactly one question is open, it is about values, and the message is clearly
/// an answer to it.
///
/// # Errors
///
/// The store failed. Nothing runs then.
pub(in super::super) async fn reply(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    message: &UserMessage,
) -> Result<Replied, StoreError> {
    let safeguards = toolbox.safeguards();
    let open = open_calls(toolbox, session, message).await?;
    let words = &safeguards.words;
    match open.as_slice() {
        [] => Ok(Replied::NotAnAnswer),
        [row] if matches!(row.awaits, Awaits::Input { .. }) => {
            let Some(waiting) = WaitingInput::new(toolbox, row) else { return Ok(Replied::NotAnAnswer) };
            let read = waiting.read(message.text(), words);
            let read = if session.user().questions().is_answered_next(&row.id) { read } else { late(read) };
            Answering { toolbox, session, turn }.act(&waiting, read).await
        }
        // A bare yes can't mean several, and a write is confirmed by its question alone.
        open if words.is_answer(message.text()) => Ok(unclear(session, open)),
        _ => Ok(Replied::NotAnAnswer),
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
    let filter = PendingFilter { session: Some(id.to_owned()), states };
    let now = safeguards.now();
    let mut open = safeguards.store.list(&filter).await?;
    // A call that was changed in the store is none of the user's.
    open.retain(|row| row.expires > now && message.is_from(&row.owner) && row.digest_is_right());
    Ok(open)
}

/// The questions are asked again.
fn unclear(session: &Session, open: &[PendingCall]) -> Replied {
    for row in open {
        session.note_question(&row.id);
    }
    Replied::Unclear(open.iter().filter_map(PendingCall::question_text).collect())
}

/// What a message means for a question that was not the last thing said: a bare yes or no may be for something else.
fn late(read: Reply) -> Reply {
    match read {
        Reply::Yes | Reply::No | Reply::Value(Node::Bool(_)) => Reply::Unclear,
        other => other,
    }
}

/// A call that waits for values.
struct WaitingInput<'a> {
    row: &'a PendingCall,
    call: CollectCall<'a>,
    missing: &'a [String],
    uncertain: &'a [String],
}

impl<'a> WaitingInput<'a> {
    /// `None` if the toolbox does not have the tool any more.
    fn new(toolbox: &'a Toolbox, row: &'a PendingCall) -> Option<Self> {
        let Awaits::Input { missing, uncertain, .. } = &row.awaits else { return None };
        let index = toolbox.index_of(&row.tool)?;
        let plan = toolbox.safeguards().words_of(index)?;
        let call = CollectCall::of(Place::new(toolbox, index), plan)?;
        Some(Self { row, call, missing, uncertain })
    }

    fn read(&self, text: &str, words: &ReplyWords) -> Reply {
        match (self.missing, self.uncertain) {
            ([name], []) => self.read_value(text, name, words),
            // A function that asks and names nothing takes its answer from the model.
            (_, []) => read_reply(text, &OpenInput::Values, words),
            ([], _) => read_reply(text, &OpenInput::Confirmation, words),
            _ => read_reply(text, &OpenInput::ValuesAndConfirmation, words),
        }
    }

    fn read_value(&self, text: &str, name: &str, words: &ReplyWords) -> Reply {
        let tool = self.call.place.toolbox.at(self.call.place.index);
        let field = self.call.plan.fields.iter().find(|field| *field.name == *name);
        let schema = reread(tool.input_schema()).ok();
        let schema = schema.as_ref().and_then(|schema| schema.get("properties")?.get(name));
        let (Some(field), Some(schema)) = (field, schema) else { return Reply::NewRequest };
        let wanted = Wanted {
            name,
            title: field.title.as_deref(),
            description: &field.description,
            schema,
            accepts: &|value| self.call.function.accepts(name, value),
        };
        read_reply(text, &OpenInput::Value(wanted), words)
    }

    /// The values of the stored call: those that the user gave, and those that the model did. Profile and configuration are
    /// asked again.
    fn values(&self, confirmed: bool) -> Option<(Vec<(String, Node<'static>)>, Node<'static>)> {
        let frozen = reread(&self.row.frozen.arguments).ok()?.into_owned();
        let Node::Object(members) = frozen else { return None };
        let (mut supplied, mut sent) = (Vec::new(), Vec::new());
        for (name, value) in members {
            let is_confirmed = confirmed && self.uncertain.iter().any(|uncertain| *uncertain == *name);
            match self.row.frozen.provenance.get(&*name) {
                _ if is_confirmed => supplied.push((name.into_owned(), value)),
                Some(Provenance::User) => supplied.push((name.into_owned(), value)),
                Some(Provenance::Model) | None => sent.push((name, value)),
                Some(_) => {}
            }
        }
        Some((supplied, Node::Object(sent)))
    }

    /// Those of the values that were uncertain and that the profile does not have.
    fn confirmed_anew(&self, values: &[(String, Node<'static>)]) -> Vec<(String, Node<'static>)> {
        let provenance = &self.row.frozen.provenance;
        let is_new = |name: &String| {
            self.uncertain.contains(name) && provenance.get(name) != Some(&Provenance::Profile)
        };
        values.iter().filter(|(name, _)| is_new(name)).cloned().collect()
    }
}

/// Where an answer is acted on.
#[derive(Clone, Copy)]
struct Answering<'a> {
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
}

impl Answering<'_> {
    async fn act(&self, waiting: &WaitingInput<'_>, read: Reply) -> Result<Replied, StoreError> {
        let (value, confirmed) = match read {
            Reply::NewRequest => return Ok(Replied::NotAnAnswer),
            Reply::Unclear => return Ok(unclear(self.session, std::slice::from_ref(waiting.row))),
            Reply::Cancel => return self.cancel(waiting).await,
            // The values are not right, and the message does not say which are: the model finds out.
            Reply::No => {
                self.close(waiting, Verdict::Cancelled).await?;
                return Ok(Replied::NotAnAnswer);
            }
            Reply::Yes => (None, true),
            Reply::Value(value) => (Some(value), false),
        };
        let Some((mut supplied, sent)) = waiting.values(confirmed) else { return Ok(Replied::NotAnAnswer) };
        let mut answered = if confirmed { waiting.confirmed_anew(&supplied) } else { Vec::new() };
        if let (Some(value), [name]) = (value, waiting.missing) {
            answered.push((name.clone(), value.clone()));
            supplied.push((name.clone(), value));
        }
        // Of several answers at once, one goes on.
        if !self.close(waiting, Verdict::Replaced { by: None }).await? {
            return Ok(Replied::NotAnAnswer);
        }
        let row = waiting.row;
        let subject = row.owner.subject();
        self.session.user().speakers_mut().confirm(&subject, &row.tool, &supplied);
        remember(&waiting.call, &subject, &answered).await;
        let raw = RawCall::new(&*row.sent.id, &*row.sent.name, &*row.sent.arguments).restored(sent.to_json());
        CallTrace::go_on(self.turn, &row.notes);
        // On behalf of whom the question was asked, whatever the turn says.
        let turn = row.owner.turn(self.turn);
        let outcome = answer(waiting.call, self.session, &turn, &raw, &supplied).await;
        Ok(Replied::Answered(Box::new(outcome)))
    }

    async fn cancel(&self, waiting: &WaitingInput<'_>) -> Result<Replied, StoreError> {
        if !self.close(waiting, Verdict::Cancelled).await? {
            return Ok(Replied::NotAnAnswer);
        }
        let sent = &waiting.row.sent;
        let outcome = Outcome {
            call_id: sent.id.as_str().into(),
            tool_name: sent.name.as_str().into(),
            kind: OutcomeKind::Error(NotApproved::cancelled(&sent.name)),
            warnings: Vec::new(),
            recovered: None,
        };
        Ok(Replied::Cancelled(Box::new(outcome)))
    }

    /// Closes the question; whether this did it.
    async fn close(&self, waiting: &WaitingInput<'_>, verdict: Verdict) -> Result<bool, StoreError> {
        let safeguards = self.toolbox.safeguards();
        let decided = safeguards.store.decide(&waiting.row.id, verdict, safeguards.now()).await?;
        Ok(matches!(decided, Decided::Done(_)))
    }
}
