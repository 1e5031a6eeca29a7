//! The third stage: reads and checks the arguments. For an own function, one pass over the text, straight into the
//! parameters' types. Nothing has run afterwards.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use hpd_journal::__private::parse_trusted;
use hpd_runtime::__private::{PreparedCall, SendCall, SyncCall};
use hpd_runtime::__private::{Reader, Refused};
use hpd_runtime::{CallContext, RawCall};

use super::added::{self, AddedCall};
use super::external_call::{ExternalCall, check_released};
use super::gate::Place;
use super::here::HereCall;
use super::resolve::ResolvedCall;
use crate::call_error::{CallError, FunctionError};
use crate::filter::Resolved;
use crate::session::Session;
use crate::tool::{ExternalFunction, FunctionRole};

/// A call whose arguments passed every check.
pub(super) struct ValidCall<'a> {
    work: Work<'a>,
}

/// The remaining work.
pub(super) enum Work<'a> {
    /// A function of this program.
    Here(HereCall<'a>, Prepared<'a>),
    /// An external tool.
    External(Box<ExternalCall<'a>>),
    /// A tool that the toolbox adds.
    Added(Box<AddedCall<'a>>),
}

/// How far a function of this program is.
pub(super) enum Prepared<'a> {
    /// It only reads, and has its arguments.
    Sync(SyncCall<'a>),
    /// It is asynchronous, and has its arguments.
    Send(SendCall<'a>),
    /// It needs a thread of its own: it is read again there.
    OnThread,
}

impl<'a> ValidCall<'a> {
    pub(super) fn into_work(self) -> Work<'a> {
        self.work
    }

    /// The arguments as filters see them; `None` if they can't be read again, which then is a reason to go no further.
    pub(super) fn resolved(&self) -> Option<Resolved> {
        match &self.work {
            Work::Here(HereCall { function, call, .. }, _) => {
                Reader::resolved(&call.arguments, call.stop_reason, &function.plan).map(
                    |(arguments, defaulted)| {
                        let defaulted = defaulted.into_iter().map(Cow::Borrowed).collect();
                        Resolved { arguments, defaulted }
                    },
                )
            }
            Work::External(call) => resolved_text(&call.arguments, &call.defaulted),
            Work::Added(call) => resolved_text(&call.arguments, &[]),
        }
    }

    /// The arguments that the function would receive, as a JSON text.
    pub(super) fn received(self) -> Option<String> {
        match self.work {
            Work::Here(HereCall { function, call, .. }, _) => {
                Reader::received(&call.arguments, call.stop_reason, &function.plan)
            }
            Work::External(call) => Some(call.arguments),
            Work::Added(call) => Some(call.arguments),
        }
    }
}

fn resolved_text(arguments: &str, defaulted: &[Cow<'static, str>]) -> Option<Resolved> {
    let arguments = parse_trusted(arguments).ok()?.into_owned();
    Some(Resolved { arguments, defaulted: defaulted.to_vec() })
}

/// Reads and checks the arguments. `context` is that of the same call.
///
/// # Errors
///
/// Everything that is wrong with them.
#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
pub(super) fn validate<'a>(
    call: ResolvedCall<'a>,
    session: &'a Session,
    context: &'a CallContext<'a>,
) -> Result<ValidCall<'a>, CallError> {
    let (place, function, call) = call.into_parts();
    let work = match function {
        FunctionRole::Here(function) => {
            let here = HereCall { place, function, call };
            Work::Here(here, guarded(|| prepare(here, context))?)
        }
        FunctionRole::External(function) => guarded(|| read_elsewhere(place, function, call, context))?,
        FunctionRole::Added(tool) => {
            Work::Added(Box::new(guarded(|| added::find(tool, place, session, call, context))?))
        }
    };
    Ok(ValidCall { work })
}

/// Types and checks run user code. Their state is dropped with a panic.
#[inline]
fn guarded<T>(read: impl FnOnce() -> Result<T, CallError>) -> Result<T, CallError> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|panic| {
        Err(CallError::Function(Box::new(FunctionError::not_checked(panic.as_ref()))))
    })
}

#[inline]
fn prepare<'a>(here: HereCall<'a>, context: &'a CallContext<'a>) -> Result<Prepared<'a>, CallError> {
    let HereCall { function, call, .. } = here;
    let mut reader = Reader::new(&call.arguments, &function.plan).stopped_by(call.stop_reason);
    let prepared = match function.prepare(&mut reader, context) {
        Ok(PreparedCall::Sync(call)) if here.runs_in_place() => Prepared::Sync(call),
        Ok(PreparedCall::Send(call)) => Prepared::Send(call),
        Ok(PreparedCall::Sync(_) | PreparedCall::Local(_)) => Prepared::OnThread,
        Err(Refused) => return Err(CallError::Validation(Box::new(reader.into_response()))),
    };
    context.set_warnings(reader.into_warnings());
    match context.undecided() {
        Some(failure) => Err(CallError::Function(Box::new(FunctionError::undecided(failure)))),
        None => Ok(prepared),
    }
}

fn read_elsewhere<'a>(
    place: Place<'a>,
    function: &'a ExternalFunction,
    call: &RawCall,
    context: &CallContext<'_>,
) -> Result<Work<'a>, CallError> {
    check_released(place.toolbox.at(place.index), function)?;
    let read = function.read(&call.arguments, call.stop_reason).map_err(CallError::Validation)?;
    context.set_warnings(read.warnings);
    let call = ExternalCall::new(place.toolbox, function, read.arguments, read.defaulted);
    Ok(Work::External(Box::new(call)))
}
