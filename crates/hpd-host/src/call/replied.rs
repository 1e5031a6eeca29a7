//! Messages and values of the user, and the calls that continue with them.

use hpd_journal::pending::{PendingId, StoreError};
use hpd_runtime::{CallContext, TurnContext};
use serde_json::{Map, Value};

use super::collect::{self, Answer, Understood};
use super::desk::Desk;
use super::finish::finish;
use super::journaled::CallRecorder;
use super::resolve::{CollectCall, collected};
use super::step::Step;
use crate::approval::{AnswerValuesError, UserChannel, UserMessage};
use crate::outcome::{Outcome, Replied};
use crate::patience::of_one_call;
use crate::session::Session;
use crate::toolbox::Toolbox;

/// Takes a message of the user for an answer, if it is one.
///
/// # Errors
///
/// The store failed.
pub(crate) fn reply<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
    message: &'a UserMessage,
) -> impl Future<Output = Result<Replied, StoreError>> + Send + 'a {
    of_one_call(Box::pin(reply_in_time(toolbox, session, turn, message)))
}

async fn reply_in_time(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    message: &UserMessage,
) -> Result<Replied, StoreError> {
    session.hears(message);
    // Only the owner of a call answers questions about it, and sees its tool.
    let mut narrowed = None;
    let principal = message.principal().clone();
    let turn_of_user = TurnContext { principal, ..turn.clone() };
    let toolbox = toolbox.shown_to(session, &turn_of_user, &mut narrowed);
    let telling = CallRecorder::of_answer(toolbox, session, Some(message.principal())).await;
    let journal = telling.as_ref().and_then(CallRecorder::handle);
    let desk = Desk { toolbox, session, turn, journal };
    let answer = match collect::reply(desk, message).await? {
        Understood::Replied(replied) => return Ok(replied),
        Understood::Answer(answer) => answer,
    };
    let outcome = carry_on(desk, &answer).await;
    if let Some(telling) = telling {
        telling.of_tool(&outcome.tool_name).end(&outcome).await;
    }
    Ok(Replied::Answered(Box::new(outcome)))
}

/// Takes values of the user for a call that waits for them.
///
/// # Errors
///
/// The question is not this user's open one, or does not take these values.
pub(crate) fn answer_values<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    turn: &'a TurnContext,
    values: (&'a PendingId, &'a Map<String, Value>),
    channel: &'a UserChannel,
) -> impl Future<Output = Result<Outcome, AnswerValuesError>> + Send + 'a {
    of_one_call(Box::pin(answer_values_in_time(toolbox, session, turn, values, channel)))
}

async fn answer_values_in_time(
    toolbox: &Toolbox,
    session: &Session,
    turn: &TurnContext,
    (id, values): (&PendingId, &Map<String, Value>),
    channel: &UserChannel,
) -> Result<Outcome, AnswerValuesError> {
    let mut narrowed = None;
    let principal = channel.principal().clone();
    let turn_of_user = TurnContext { principal, ..turn.clone() };
    let toolbox = toolbox.shown_to(session, &turn_of_user, &mut narrowed);
    let telling = CallRecorder::of_answer(toolbox, session, Some(channel.principal())).await;
    let journal = telling.as_ref().and_then(CallRecorder::handle);
    let desk = Desk { toolbox, session, turn, journal };
    let answer = collect::answer_values(desk, id, values, channel.principal()).await?;
    session.tries().clear();
    let outcome = carry_on(desk, &answer).await;
    if let Some(telling) = telling {
        telling.of_tool(&outcome.tool_name).end(&outcome).await;
    }
    Ok(outcome)
}

/// Closes a question about values: its call is cancelled.
///
/// # Errors
///
/// The question is not this user's open one.
pub(crate) fn decline_values<'a>(
    toolbox: &'a Toolbox,
    session: &'a Session,
    id: &'a PendingId,
    channel: &'a UserChannel,
) -> impl Future<Output = Result<Outcome, AnswerValuesError>> + Send + 'a {
    of_one_call(Box::pin(async move {
        let mut narrowed = None;
        let turn = TurnContext::on_behalf_of(channel.principal().clone());
        let toolbox = toolbox.shown_to(session, &turn, &mut narrowed);
        let telling = CallRecorder::of_answer(toolbox, session, Some(channel.principal())).await;
        let journal = telling.as_ref().and_then(CallRecorder::handle);
        let desk = Desk { toolbox, session, turn: &turn, journal };
        collect::decline_values(desk, id, channel.principal()).await
    }))
}

/// Continues a call with the user's values.
async fn carry_on(desk: Desk<'_>, answer: &Answer<'_>) -> Outcome {
    let context = CallContext::new(&answer.raw, &answer.turn);
    let desk = Desk { turn: &answer.turn, ..desk };
    let first = match &answer.continued {
        None => Ok(Step::Collect(CollectCall { supplied: &answer.supplied, ..answer.call })),
        Some(continued) => {
            continued.set(&context);
            super::proceed(collected(&answer.call, &answer.raw), desk.session, &context)
        }
    };
    let mut outcome = super::answer_from(desk, &context, first).await;
    finish(desk.toolbox, desk.session, &mut outcome);
    outcome
}
