//! A call on its way, with the calls in its place and those around it.

use std::sync::{Arc, OnceLock};

use hpd_runtime::args::Warning;
use hpd_runtime::{CallContext, RawCall};

use super::bridge::Bridged;
use super::collect::{WholeCall, concerns_questions, with_questions};
use super::desk::Desk;
use super::finish::finish_call;
use super::gate::admit_stored;
use super::recover::RecoveredCall;
use super::resolve::{CollectCall, ResolvedCall, collected, resolved};
use super::write::StoredWrite;
use crate::call_error::CallError;
use crate::outcome::{Outcome, OutcomeKind};
use crate::toolbox::{Recovery, Toolbox};

/// Values that keep their places while others are added.
pub(super) struct Chain<T> {
    value: OnceLock<T>,
    rest: OnceLock<Box<Self>>,
}

impl<T> Default for Chain<T> {
    fn default() -> Self {
        Self { value: OnceLock::new(), rest: OnceLock::new() }
    }
}

impl<T> Chain<T> {
    fn add(&self, value: T) -> &T {
        let mut last = self;
        while last.value.get().is_some() {
            last = last.rest.get_or_init(Box::default);
        }
        last.value.get_or_init(|| value)
    }
}

/// A call on its way. Others may take its place: the call inside it, the one that was meant, the same with all values,
/// the stored one.
pub(super) struct Underway<'s> {
    desk: Desk<'s>,
    /// The calls that took another's place, and their contexts.
    calls: &'s Chain<RawCall>,
    contexts: &'s Chain<CallContext<'s>>,
    /// The context of the current stage.
    context: &'s CallContext<'s>,
    /// The context of the call that is answered. A stored call has its own.
    answered: &'s CallContext<'s>,
    /// The call that is answered, with the model's values alone.
    raw: &'s RawCall,
    recovery: Recovery,
    ending: Ending,
    /// The calls that this one took the place of, outermost first.
    around: Vec<Around>,
    stored: Option<Box<StoredWrite>>,
}

/// The work at the end of the call that is answered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// The user is asked, or questions are closed. The outcome is remembered.
    Whole,
    /// The same, where questions are closed already.
    Collected,
    /// The outcome is remembered.
    Remembered,
    /// Nothing: no call was made.
    Nothing,
}

/// A call that another took the place of, and that is answered by the other's outcome.
enum Around {
    /// A call of `call_function`, by its name, with the warnings around the inner call.
    Bridge(Arc<str>, Vec<Warning>),
    /// A wrong call.
    Recovered(Box<RecoveredCall>),
}

impl<'s> Underway<'s> {
    /// A call in its context. The chains hold the calls that take its place.
    pub(super) fn new(
        desk: Desk<'s>,
        calls: &'s Chain<RawCall>,
        contexts: &'s Chain<CallContext<'s>>,
        context: &'s CallContext<'s>,
    ) -> Self {
        let (raw, recovery) = (context.call(), desk.toolbox.max_recovery());
        let (ending, around, stored) = (Ending::Whole, Vec::new(), None);
        Self { desk, calls, contexts, context, answered: context, raw, recovery, ending, around, stored }
    }

    pub(super) const fn desk(&self) -> Desk<'s> {
        self.desk
    }

    pub(super) const fn context(&self) -> &'s CallContext<'s> {
        self.context
    }

    pub(super) const fn recovery(&self) -> Recovery {
        self.recovery
    }

    /// From here on, another call is to take the place of this one. If none does, nothing is asked.
    pub(super) const fn divert(&mut self) {
        self.ending = Ending::Remembered;
    }

    /// Continues with the call inside.
    pub(super) fn enter_inner(&mut self, inner: Bridged) {
        self.around.push(Around::Bridge(self.raw.name.clone(), inner.warnings));
        self.answer(inner.call);
    }

    /// Continues with the call that was meant. Without one, returns the answer.
    pub(super) fn enter_meant(
        &mut self,
        recovered: RecoveredCall,
        meant: Option<RawCall>,
    ) -> Option<OutcomeKind> {
        self.recovery = Recovery::Reject;
        let expansion = if let Some(meant) = meant {
            self.answer(meant);
            None
        } else {
            self.ending = Ending::Nothing;
            Some(recovered.expansion())
        };
        self.around.push(Around::Recovered(Box::new(recovered)));
        expansion
    }

    /// Continues with the call that has all values.
    pub(super) fn enter_whole(&mut self, call: &CollectCall<'s>, whole: WholeCall) -> ResolvedCall<'s> {
        self.context = self.add(whole.call);
        self.answered = self.context;
        self.context.set_warnings(whole.warnings);
        self.context.set_provenance(whole.provenance);
        self.ending = Ending::Collected;
        collected(call, self.context.call())
    }

    /// Continues with the stored call.
    ///
    /// # Errors
    ///
    /// Its tool is not there any more.
    pub(super) fn enter_stored(&mut self, write: Box<StoredWrite>) -> Result<ResolvedCall<'s>, CallError> {
        self.context = self.add(write.call());
        write.set_key(self.context);
        write.set_sources(self.context);
        let write = self.stored.insert(write);
        let admitted = admit_stored(write.place(self.desk.toolbox)?, self.context.call());
        Ok(resolved(admitted.ok_or_else(|| write.gone())?))
    }

    /// The stored call that goes through the stages again, if it is one.
    pub(super) const fn stored(&mut self) -> Option<&mut StoredWrite> {
        match &mut self.stored {
            Some(write) => Some(write),
            None => None,
        }
    }

    /// Stores how the call ended, if it is a stored one.
    pub(super) async fn end_stored(
        &mut self,
        ended: Result<OutcomeKind, CallError>,
    ) -> Result<OutcomeKind, CallError> {
        match self.stored.take() {
            Some(write) => write.end(self.desk, ended).await,
            None => ended,
        }
    }

    /// The outcome of the outermost call.
    pub(super) async fn outcome(self, mut ended: Result<OutcomeKind, CallError>) -> Outcome {
        let Desk { toolbox, session, .. } = self.desk;
        let may_ask = match self.ending {
            Ending::Whole => true,
            Ending::Collected => ended.is_err(),
            Ending::Remembered | Ending::Nothing => false,
        };
        if may_ask && concerns_questions(session, &ended) {
            ended = with_questions(toolbox, self.desk.caller(self.raw), self.answered, ended).await;
        }
        let answered = CallContext::new(self.answered.call(), self.answered.turn());
        answered.set_warnings(self.answered.warnings().to_vec());
        let outcome = match ended {
            Ok(kind) if self.ending == Ending::Nothing => Outcome::new(answered, kind),
            ended => finish_call(toolbox, session, answered, ended),
        };
        self.around.into_iter().rev().fold(outcome, |outcome, around| around.end(toolbox, outcome))
    }

    fn answer(&mut self, call: RawCall) {
        self.context = self.add(call);
        self.answered = self.context;
        self.raw = self.context.call();
        self.ending = Ending::Whole;
    }

    fn add(&self, call: RawCall) -> &'s CallContext<'s> {
        let Desk { toolbox, session, turn, .. } = self.desk;
        let context = CallContext::new(self.calls.add(call), turn);
        self.contexts.add(context.interpreted_by(toolbox).kept_by(session))
    }
}

impl Around {
    /// The outcome of this call, from that of the call in its place.
    fn end(self, toolbox: &Toolbox, outcome: Outcome) -> Outcome {
        match self {
            Self::Bridge(tool_name, warnings) => {
                let warnings = warnings.into_iter().chain(outcome.warnings).collect();
                Outcome { tool_name, warnings, ..outcome }
            }
            Self::Recovered(call) => call.end(toolbox, outcome),
        }
    }
}
