//! Deliveries of writes: the same call, delivered twice since the user's last message, is one run.

use std::time::Duration;

use hpd_journal::__private::text_hash;
use hpd_journal::Timestamp;
use hpd_journal::pending::{CallState, PendingCall, PendingFilter, PendingId, PendingReason, PendingVerdict};
use hpd_runtime::TurnContext;

use super::super::desk::Desk;
use super::super::large::settled;
use super::super::owner_state::change_owner_state;
use super::asked_input::{asked_for_input, question_about, successor};
use super::carry_out::{Settled, StoredWrite};
use super::freeze::FrozenCall;
use super::weigh::{Weighed, weigh};
use crate::approval::Permission;
use crate::call_error::{CallError, NotApproved, StillPending};
use crate::outcome::OutcomeKind;
use crate::session::OwnerState;

/// The model's text after the end of the earlier delivery.
const NOT_AGAIN: &str =
    "This call was already carried out; it did not run again. To run it twice, ask the user.";

/// How many questions that were asked again are followed.
const MOST_ASKED: usize = 64;

/// How long an equal write is mentioned in a question.
const EQUAL_WITHIN: Duration = Duration::from_secs(10 * 60);

/// A write under the row by which the owner's record knows it.
pub(super) struct Delivery<'c> {
    call: &'c FrozenCall,
    /// A hash of message, call id, tool and arguments.
    key: String,
    pub(super) row: PendingId,
}

/// The way of a delivered write.
pub(super) enum Delivered {
    /// Its first delivery, or one after an end that allows another run.
    New(Weighed, Permission),
    /// An earlier delivery answers it.
    Earlier(Settled),
}

/// What the owner's record says about a write.
enum Reserved {
    Now(Weighed, Permission),
    Before(PendingId),
}

impl<'c> Delivery<'c> {
    /// The delivery of a call, whose row gets this id.
    pub(super) fn of(call: &'c FrozenCall, row: PendingId) -> Self {
        let message = format!("{:016x}", call.session.message().hash());
        let tool = call.tool().id().as_str().to_owned();
        let parts = [&message, &call.sent.id, &tool, &call.frozen.arguments];
        let answers = call.inputs.inputs.iter().flat_map(|input| [Some(&input.key), input.answer.as_ref()]);
        let parts: Vec<_> = parts.into_iter().chain(answers.flatten()).collect();
        let text = serde_json::to_string(&parts).unwrap_or_default();
        Self { call, key: text_hash(&text), row }
    }

    /// Weighs the write, and reserves its run in the owner's record. Of simultaneous deliveries, one is new.
    ///
    /// # Errors
    ///
    /// A rule, the host or the user denies it, the earlier delivery runs, or the store failed.
    pub(super) async fn reserve(&self) -> Result<Delivered, CallError> {
        let mut over: Vec<PendingId> = Vec::new();
        loop {
            match self.try_reserve(&over).await? {
                Reserved::Before(row) => match self.end_of(&row).await? {
                    Some(settled) => return Ok(Delivered::Earlier(settled)),
                    None => over.push(row),
                },
                Reserved::Now(weighed, permission) => {
                    // The earlier delivery may have stored its row just now.
                    if let Some(row) = over.pop()
                        && let Some(settled) = self.end_of(&row).await?
                    {
                        self.waits_as(&row).await?;
                        return Ok(Delivered::Earlier(settled));
                    }
                    return Ok(Delivered::New(weighed, permission));
                }
            }
        }
    }

    /// Whether a second delivery is recognised. A call that only reads runs each time.
    fn is_counted(&self) -> bool {
        self.call.tool().is_write()
    }

    /// The question of an earlier message, which still waits, is that of this delivery.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub(super) async fn waits_as(&self, row: &PendingId) -> Result<(), CallError> {
        if !self.is_counted() {
            return Ok(());
        }
        self.change(|state| state.deliver(self.call.tool().id(), &self.key, row, None)).await
    }

    /// Whether the record still has this delivery. After its row was stored, a later delivery finds the row, or took its
    /// place before.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub(super) async fn is_current(&self) -> Result<bool, CallError> {
        if !self.is_counted() {
            return Ok(true);
        }
        self.change(|state| state.delivered(&self.key) == Some(&self.row)).await
    }

    async fn try_reserve(&self, over: &[PendingId]) -> Result<Reserved, CallError> {
        let Self { call, key, row } = self;
        self.change(|state| {
            let before = state.delivered(key).filter(|before| self.is_counted() && !over.contains(before));
            if let Some(before) = before {
                return Ok(Reserved::Before(before.clone()));
            }
            if self.is_counted() && state.ran_before(key) {
                return Err(NotApproved::of_repeated(NotApproved::taken(&call.sent.name)));
            }
            let weighed = weigh(call, state)?;
            let (permission, used) = weighed.permission(call, state);
            let ran = (permission == Permission::Allow).then(|| call.toolbox.safeguards().now());
            if self.is_counted() {
                state.deliver(call.tool().id(), key, row, ran);
                state.note_used(row, used);
            }
            Ok(Reserved::Now(weighed, permission))
        })
        .await?
    }

    async fn change<R>(&self, change: impl FnMut(&mut OwnerState) -> R) -> Result<R, CallError> {
        let FrozenCall { toolbox, session, owner, .. } = self.call;
        let changed = change_owner_state(toolbox, session, owner, change).await;
        changed.map_err(|error| NotApproved::not_asked(&self.call.sent.name, &error))
    }

    /// The answer of an earlier delivery; `None` if it did not run and does not wait.
    ///
    /// # Errors
    ///
    /// It runs, it ended unknown, or the store failed.
    async fn end_of(&self, id: &PendingId) -> Result<Option<Settled>, CallError> {
        let name = &*self.call.sent.name;
        let safeguards = self.call.toolbox.safeguards();
        let (mut id, mut asked) = (id.clone(), 0);
        let row = loop {
            let row =
                safeguards.store.get(&id).await.map_err(|error| NotApproved::not_asked(name, &error))?;
            // The user may have changed values of a question that was asked again.
            let is_same = |row: &PendingCall| self.is_of(row) && (asked > 0 || self.has_arguments_of(row));
            let Some(row) = row.filter(is_same) else { return Ok(None) };
            if asked < MOST_ASKED && asked_for_input(&row) {
                let next = successor(&self.call.toolbox, &row).await;
                if let Some(next) = next.map_err(|error| NotApproved::not_asked(name, &error))? {
                    (id, asked) = (next.id, asked + 1);
                    continue;
                }
            }
            match &row.verdict {
                // The question was asked again.
                Some(PendingVerdict::Replaced { by: Some(by) }) if asked < MOST_ASKED => id = by.clone(),
                _ => break row,
            }
            asked += 1;
        };
        let state = row.state_at(self.call.toolbox.now_for(&row));
        if !row.digest_is_right(safeguards.keys.as_ref()) {
            // The keys changed since, or somebody changed the row: nothing of it is used, but it may have run.
            return if may_have_run(state) {
                Err(NotApproved::of_repeated(NotApproved::taken(name)))
            } else {
                Ok(None)
            };
        }
        Ok(match state {
            CallState::NeedsInput if !row.inputs.is_empty() => {
                let FrozenCall { toolbox, session, .. } = self.call;
                let desk = Desk { toolbox, session, turn: const { &TurnContext::empty() }, journal: None };
                question_about(desk, &row).map(Settled::Done)
            }
            CallState::AwaitingApproval => {
                row.question().map(|question| Settled::Done(OutcomeKind::Confirm(Box::new(question))))
            }
            // The process that stored it may have ended before the run. Of any number, one claims it.
            CallState::Approved if row.awaits == PendingReason::Nothing => {
                Some(Settled::Approved(Box::new(StoredWrite::new(row))))
            }
            CallState::Executing if self.call.tool().is_forwarded() => {
                return Err(CallError::StillPending(Box::new(StillPending::same_id())));
            }
            CallState::Approved | CallState::Executing => {
                return Err(NotApproved::of_repeated(NotApproved::taken(name)));
            }
            CallState::Succeeded | CallState::Unknown => Some(Settled::Done(self.again(row))),
            _ => None,
        })
    }

    /// The outcome of an earlier run, for a second delivery.
    fn again(&self, row: PendingCall) -> OutcomeKind {
        match row.outcome {
            Some(mut outcome) => {
                if !outcome.is_error {
                    outcome.text = format!("{}\n\n{NOT_AGAIN}", outcome.text);
                }
                settled(&self.call.toolbox, &self.call.session, outcome)
            }
            None => OutcomeKind::Error(NotApproved::of_repeated(NotApproved::unknown(&row.sent.name))),
        }
    }

    fn has_arguments_of(&self, row: &PendingCall) -> bool {
        row.frozen.arguments == self.call.frozen.arguments
    }

    /// Whether a row is of this owner and tool.
    fn is_of(&self, row: &PendingCall) -> bool {
        row.owner == self.call.owner && row.tool == *self.call.tool().id()
    }
}

const fn may_have_run(state: CallState) -> bool {
    matches!(state, CallState::Approved | CallState::Executing | CallState::Succeeded | CallState::Unknown)
}

/// A sentence about an equal write of the last ten minutes, for the question about this one. `replaced` is the row of an
/// earlier question about the same call.
///
/// # Errors
///
/// The store failed.
pub(super) async fn equal_write(
    call: &FrozenCall,
    replaced: Option<&PendingId>,
) -> Result<Option<String>, CallError> {
    let safeguards = call.toolbox.safeguards();
    let now = safeguards.now();
    let from = now.as_millis().saturating_sub(u64::try_from(EQUAL_WITHIN.as_millis()).unwrap_or(u64::MAX));
    let filter = PendingFilter::default()
        .session(call.owner.session.clone())
        .principal(call.owner.principal.clone())
        .tool(call.tool().id().clone())
        .from(Timestamp::from_millis(from));
    let rows = safeguards.store.list(&filter).await;
    let rows = rows.map_err(|error| NotApproved::not_asked(&call.sent.name, &error))?;
    let is_equal =
        |row: &&PendingCall| row.frozen.arguments == call.frozen.arguments && Some(&row.id) != replaced;
    let equal = rows.iter().rev().filter(is_equal);
    Ok(equal.into_iter().find_map(|row| match row.state_at(now) {
        CallState::AwaitingApproval => {
            Some("The same call with the same values waits for your answer already.".to_owned())
        }
        CallState::Approved | CallState::Executing => {
            Some("The same call with the same values is being carried out.".to_owned())
        }
        CallState::Succeeded | CallState::Unknown => {
            let minutes = now.as_millis().saturating_sub(row.created.as_millis()) / 60_000;
            let when = match minutes {
                0 => "less than a minute ago".to_owned(),
                1 => "a minute ago".to_owned(),
                minutes => format!("{minutes} minutes ago"),
            };
            Some(format!("The same call with the same values was made {when}."))
        }
        _ => None,
    }))
}
