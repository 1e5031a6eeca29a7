//! Runs a stored write: checked once more, claimed once. Its end is stored before it is reported.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use hpd_journal::BoxFuture;
use hpd_journal::pending::{
    CallState, OutcomeNotes, PendingCall, PendingId, PendingReason, PendingVerdict, StoreError, StoredOutcome,
};
use hpd_runtime::args::{Caller, Warning, WarningCode};
use hpd_runtime::output::FailureEffect;
use hpd_runtime::{CallContext, RawCall};

use super::super::desk::Desk;
use super::super::external_call;
use super::super::gate::Place;
use super::super::large::{self, LongResultOf};
use super::super::owner_state::change_owner_state;
use super::asked_input::{NEEDS_INPUT, asks_for_input, release};
use super::decide::sent_call;
use super::known::remember;
use crate::background::{KnownEnd, Told};
use crate::call_error::{CallError, FunctionError, NotApproved};
use crate::outcome::OutcomeKind;
use crate::session::Session;
use crate::tool::Tool;
use crate::toolbox::Toolbox;

/// That a stored approval lets a call through. Only this file makes one.
pub(in super::super) struct Mandate(());

/// The next step of a write.
pub(in super::super) enum Settled {
    /// It is answered.
    Done(OutcomeKind),
    /// It is stored and approved, and runs now.
    Approved(Box<StoredWrite>),
}

/// An approved write on its way through the stages: checked once more, claimed once, and its end stored.
pub(in super::super) struct StoredWrite {
    row: PendingCall,
    mandate: Mandate,
    progress: Progress,
}

/// How far a stored write is.
#[derive(Clone, Copy)]
enum Progress {
    /// It is checked once more.
    Checked,
    /// It is claimed, or could not be.
    Claimed,
    /// It runs, since then, for as long as its lease.
    Running(Instant, Duration),
}

impl StoredWrite {
    pub(super) const fn new(row: PendingCall) -> Self {
        Self { row, mandate: Mandate(()), progress: Progress::Checked }
    }

    pub(in super::super) const fn mandate(&self) -> &Mandate {
        &self.mandate
    }

    /// Whether the filters ran in this call, so that nothing waited in between.
    pub(in super::super) const fn was_asked_before(&self) -> bool {
        matches!(self.row.awaits, PendingReason::Nothing)
    }

    /// The call with the arguments that are stored, under the name and id that the model gave it.
    pub(in super::super) fn call(&self) -> RawCall {
        let PendingCall { frozen, .. } = &self.row;
        sent_call(&self.row).restored(&*frozen.arguments)
    }

    /// A warning about values that the user changed, if there are any.
    pub(in super::super) fn edited(&self) -> &'static [Warning] {
        static EDITED: LazyLock<[Warning; 1]> = LazyLock::new(|| {
            [Warning::new(WarningCode::Edited, "", "the user changed values of this call before it ran")]
        });
        if self.row.edited_by.is_empty() { &[] } else { &*EDITED }
    }

    /// Sets the sources of the stored values.
    pub(in super::super) fn set_sources(&self, context: &CallContext<'_>) {
        context.continue_with(self.row.inputs.answers(), self.row.id.as_str());
        context
            .set_provenance(self.row.frozen.provenance.iter().map(|(name, source)| (name.as_str(), *source)));
    }

    /// Sets the key that all attempts at the call share.
    pub(in super::super) fn set_key(&self, context: &CallContext<'_>) {
        context.set_idempotency_key(self.row.id.as_str());
    }

    /// Finds the tool.
    ///
    /// # Errors
    ///
    /// It is not there any more.
    pub(in super::super) fn place<'a>(&self, toolbox: &'a Toolbox) -> Result<Place<'a>, CallError> {
        let index = toolbox.index_of(&self.row.tool).ok_or_else(|| self.gone())?;
        Ok(Place::new(toolbox, index))
    }

    /// The tool is not there any more.
    pub(in super::super) fn gone(&self) -> CallError {
        NotApproved::gone(&self.row.sent.name)
    }

    /// Claims the call for its run. Of simultaneous claims, one succeeds.
    ///
    /// # Errors
    ///
    /// Another caller claimed it, the store failed, or the stored row is not the approved one. The call is forwarded,
    /// and could not be completed.
    pub(in super::super) async fn claim(&mut self, desk: Desk<'_>) -> Result<(), CallError> {
        let Desk { toolbox, session, .. } = desk;
        if toolbox.index_of(&self.row.tool).is_some_and(|index| toolbox.at(index).is_forwarded()) {
            // A call that can't be completed must not be claimed.
            external_call::check_room(toolbox, session, &self.row.sent.id)?;
        }
        if self.row.notes.is_write && !self.was_asked_before() {
            self.count(desk).await?;
        }
        self.progress = Progress::Claimed;
        let claimed = claim(toolbox, session, &self.row).await?;
        if claimed.is_write {
            remember(session, &self.row);
        }
        self.progress = Progress::Running(Instant::now(), claimed.lease);
        Ok(())
    }

    /// Counts a write that the user approved. The host's own permissions were counted when the run was reserved.
    async fn count(&self, desk: Desk<'_>) -> Result<(), CallError> {
        let PendingCall { owner, tool, id, sent, .. } = &self.row;
        let now = desk.toolbox.safeguards().now();
        let counted = change_owner_state(desk.toolbox, desk.session, owner, |state| state.run(tool, id, now));
        counted.await.map_err(|error| NotApproved::not_asked(&sent.name, &error))
    }

    /// Stores how the call ended.
    ///
    /// # Errors
    ///
    /// A check or a filter refused it, it failed, or its end could not be stored.
    pub(in super::super) async fn end(
        self,
        desk: Desk<'_>,
        mut ended: Result<OutcomeKind, CallError>,
    ) -> Result<OutcomeKind, CallError> {
        let Desk { toolbox, session, .. } = desk;
        let row = self.row;
        let asks = asks_for_input(&ended);
        if asks && row.notes.is_write && !matches!(self.progress, Progress::Claimed) {
            release(desk, &row).await;
        }
        let (began, lease) = match self.progress {
            Progress::Checked => {
                let safeguards = toolbox.safeguards();
                // If storing fails, the row stays approved: the next attempt is checked as well, or too late.
                let _ = safeguards.store.decide(&row.id, PendingVerdict::Blocked, safeguards.now()).await;
                return ended;
            }
            Progress::Claimed => return ended,
            Progress::Running(began, lease) => (began, lease),
        };
        let took = began.elapsed();
        let (lease, took) = (lease.saturating_sub(took), Some(took));
        if let Ok(OutcomeKind::Forward(call)) = &mut ended {
            call.pending = Some(row.id.clone());
        }
        let ending = Ending { session, by: result_of(&row), id: &row.id, took, lease };
        note_end(toolbox, ending, &mut ended).await?;
        ended
    }
}

/// A stored call, for a result that is kept.
fn result_of(row: &PendingCall) -> LongResultOf<'_> {
    let by_program = row.sent.caller.as_ref().is_some_and(Caller::is_program);
    LongResultOf { principal: &row.owner.principal, name: &row.sent.name, by_program }
}

/// A call that this process runs.
struct Claimed {
    is_write: bool,
    /// How long it may run.
    lease: Duration,
}

/// Claims the call for its run. Of simultaneous claims, one succeeds.
///
/// # Errors
///
/// Another caller claimed it, the store failed, or the stored row is not the approved one.
async fn claim(toolbox: &Toolbox, session: &Session, row: &PendingCall) -> Result<Claimed, CallError> {
    let name = &row.sent.name;
    let tool = toolbox.index_of(&row.tool).map(|index| toolbox.at(index));
    let tool = tool.ok_or_else(|| NotApproved::gone(name))?;
    let safeguards = toolbox.safeguards();
    let now = safeguards.now();
    let lease = lease_of(toolbox, tool);
    let claimed = safeguards.store.claim(&row.id, toolbox.now_for(row), now.after(lease)).await;
    safeguards.deadlines.forget(&row.id);
    // It is claimed from here on, so it has to end even without a run.
    let error = match claimed {
        Ok(Some(_)) if safeguards.now() >= now.after(SLACK) => {
            NotApproved::not_asked(name, &StoreError::new("to take it to run took too long"))
        }
        Ok(Some(claimed)) if claimed.is_what_was_approved(row, safeguards.keys.as_ref()) => {
            return Ok(Claimed { is_write: tool.is_write(), lease });
        }
        Ok(Some(_)) => NotApproved::changed(name),
        Ok(None) => return Err(not_taken(toolbox, row).await),
        Err(error) => return Err(NotApproved::not_claimed(name, &error)),
    };
    let ending = Ending { session, by: result_of(row), id: &row.id, took: None, lease };
    // If storing fails, the end is written again. That the call did not run is known in any case.
    let _ = note_end(toolbox, ending, &mut Err(error.clone())).await;
    Err(error)
}

/// Why an approved call could not be claimed: another caller has it, or its question was replaced in between.
async fn not_taken(toolbox: &Toolbox, row: &PendingCall) -> CallError {
    let name = &row.sent.name;
    match toolbox.safeguards().store.get(&row.id).await {
        Ok(Some(now)) if now.state == CallState::Cancelled => NotApproved::changed(name),
        _ => NotApproved::taken(name),
    }
}

/// The time limit of a client for a forwarded call: it may have to ask a person.
pub(in super::super) const FORWARDED: Duration = Duration::from_secs(24 * 60 * 60);

/// The lease's margin beyond all attempts. A slower claim could still run when its lease is over.
const SLACK: Duration = Duration::from_secs(60);

/// Longer than all attempts of a call together: a call that is running after its lease has no runner.
pub(in super::super) fn lease_of(toolbox: &Toolbox, tool: &Tool) -> Duration {
    if tool.is_forwarded() {
        return FORWARDED;
    }
    let attempt = tool.timeout().unwrap_or_else(|| toolbox.timeout());
    attempt.saturating_mul(2).saturating_add(SLACK)
}

/// A stored call that has ended.
#[derive(Clone, Copy)]
pub(in super::super) struct Ending<'a> {
    /// Whose call it is.
    pub(in super::super) session: &'a Session,
    /// The call, for a result that is kept.
    pub(in super::super) by: LongResultOf<'a>,
    pub(in super::super) id: &'a PendingId,
    /// How long it took, if that is known.
    pub(in super::super) took: Option<Duration>,
    /// How long the process may still record the end.
    pub(in super::super) lease: Duration,
}

/// The end of a call is not stored, so its success is not reported.
pub(in super::super) enum NotNoted {
    /// It is not known to run any more.
    Over(CallError),
    /// The store failed: the end is kept, and written again.
    StoreFailed(CallError),
}

impl From<NotNoted> for CallError {
    fn from(not_noted: NotNoted) -> Self {
        match not_noted {
            NotNoted::Over(error) | NotNoted::StoreFailed(error) => error,
        }
    }
}

/// Stores the end of a call, cut as the model reads it.
///
/// # Errors
///
/// It could not be stored.
pub(in super::super) fn note_end<'a>(
    toolbox: &'a Toolbox,
    call: Ending<'a>,
    ended: &'a mut Result<OutcomeKind, CallError>,
) -> BoxFuture<'a, Result<(), NotNoted>> {
    // Boxed here, so that the program has it once.
    Box::pin(store_end(toolbox, call, ended))
}

async fn store_end(
    toolbox: &Toolbox,
    call: Ending<'_>,
    ended: &mut Result<OutcomeKind, CallError>,
) -> Result<(), NotNoted> {
    let Ending { session, by, id, .. } = call;
    match ended {
        Ok(OutcomeKind::Result(result)) => large::keep_result(toolbox, session, by, result).await,
        // Its question is asked, and the message is not read.
        Err(error) if error.asks_user() => large::cut_error_for(toolbox, by.by_program, error),
        Err(error) => large::keep_error(toolbox, session, by, error).await,
        Ok(_) => {}
    }
    let (state, is_error, text) = match ended {
        // It runs at the client: its end comes later.
        Ok(OutcomeKind::Forward(_)) => return Ok(()),
        Ok(kind) => (CallState::Succeeded, false, kind.as_text(by.name).into_owned()),
        Err(error) => (state_after(error), true, error.to_json()),
    };
    // Some values may have turned out to be sensitive since the call was stored.
    let text = session.journal_turn().scrub(&text);
    let outcome = StoredOutcome { is_error, text, notes: call.notes(ended) };
    let (store, clock) = (Arc::clone(&toolbox.safeguards().store), toolbox.monotonic_clock());
    let until = clock.elapsed().saturating_add(call.lease);
    let patience = toolbox.safeguards().patience();
    let end = KnownEnd { store, id: id.clone(), state, outcome, until, patience };
    match toolbox.known_ends().tell(end, clock).await {
        Told::Stored => Ok(()),
        Told::Over => {
            let cause = "it is not known to run any more".to_owned();
            Err(NotNoted::Over(NotApproved::not_noted(by.name, cause)))
        }
        Told::Later(error) => {
            toolbox.work_known_ends();
            Err(NotNoted::StoreFailed(NotApproved::not_noted_yet(by.name, &error)))
        }
    }
}

impl Ending<'_> {
    /// Notes for the journal.
    fn notes(&self, ended: &Result<OutcomeKind, CallError>) -> OutcomeNotes {
        let micros = |took: Duration| u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let (mut kept, function) = (Vec::new(), ended.as_ref().err().and_then(CallError::function));
        let (error_type, attempts) = match ended {
            Ok(OutcomeKind::Result(result)) => {
                kept = result.extra.kept().to_vec();
                (None, result.attempts)
            }
            Ok(_) => (None, 0),
            Err(error) => {
                kept = function.map(|error| error.kept().to_vec()).unwrap_or_default();
                let attempts = function.map_or(0, FunctionError::attempts);
                let error_type = if asks_for_input(ended) { NEEDS_INPUT } else { error.error_type() };
                (Some(error_type.to_owned()), attempts)
            }
        };
        OutcomeNotes { error_type, attempts, took_us: self.took.map(micros), kept }
    }
}

/// Whether the failure of a call that ran leaves its effect known.
fn state_after(error: &CallError) -> CallState {
    match error {
        CallError::Function(error) if error.effect() == FailureEffect::Unknown => CallState::Unknown,
        _ => CallState::Failed,
    }
}
