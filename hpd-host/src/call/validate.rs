//! Fourth room: the arguments are read and checked. For a Rust function that is one pass over the text, straight into
//! the parameters' types; nothing has run when it is over.

use std::panic::{AssertUnwindSafe, catch_unwind};

use hpd_runtime::args::{Reader, Refused};
use hpd_runtime::spec::{SendCall, SyncCall};
use hpd_runtime::{CallContext, PreparedCall, RawCall};

use super::attempt::HereCall;
use super::document::{DocumentCall, Readable, find_document};
use super::elsewhere::{ElsewhereCall, check_released};
use super::error::{CallError, FunctionError};
use super::gate::Place;
use super::resolve::ResolvedCall;
use crate::filter::Resolved;
use crate::reread::reread;
use crate::session::Session;
use crate::toolbox::{FunctionRole, OutsideFunction, RustFunction};

/// A call whose arguments passed every check.
pub(super) struct ValidCall<'a> {
    work: Work<'a>,
    origin: Origin<'a>,
}

/// What is left to do.
pub(super) enum Work<'a> {
    /// A function that only reads, with its decoded arguments.
    Sync(SyncCall<'a>, HereCall<'a>),
    /// An asynchronous function, with its decoded arguments.
    Send(SendCall<'a>, HereCall<'a>),
    /// A function that needs a thread of its own: it is read again there.
    OnThread(HereCall<'a>),
    /// Code elsewhere.
    Elsewhere(Box<ElsewhereCall<'a>>),
    /// The reading of a document.
    Document(Box<DocumentCall<'a>>),
}

/// What was read.
enum Origin<'a> {
    Rust {
        function: &'a RustFunction,
        call: &'a RawCall,
    },
    /// What the work holds.
    InWork,
}

impl<'a> ValidCall<'a> {
    /// What is left to do, and whether its result goes straight to the user.
    pub(super) fn into_work(self) -> (Work<'a>, bool) {
        let direct = matches!(self.origin, Origin::Rust { function, .. } if function.plan.info().direct);
        (self.work, direct)
    }

    /// The arguments as filters see them; `None` if they can't be read again, which then is a reason to go no further.
    pub(super) fn resolved(&self) -> Option<Resolved> {
        match (&self.origin, &self.work) {
            (Origin::Rust { function, call }, _) => {
                Reader::resolved(&call.arguments, call.stop_reason, &function.plan)
                    .map(|(arguments, defaulted)| Resolved { arguments, defaulted })
            }
            (Origin::InWork, Work::Elsewhere(call)) => resolved_text(&call.arguments),
            (Origin::InWork, Work::Document(call)) => resolved_text(&call.arguments),
            (Origin::InWork, _) => None,
        }
    }

    /// What the function would receive, as a JSON text.
    pub(super) fn received(self) -> Option<String> {
        match (self.work, self.origin) {
            (_, Origin::Rust { function, call }) => {
                Reader::received(&call.arguments, call.stop_reason, &function.plan)
            }
            (Work::Elsewhere(call), Origin::InWork) => Some(call.arguments),
            (Work::Document(call), Origin::InWork) => Some(call.arguments),
            (_, Origin::InWork) => None,
        }
    }
}

fn resolved_text(arguments: &str) -> Option<Resolved> {
    let arguments = reread(arguments).ok()?.into_owned();
    Some(Resolved { arguments, defaulted: Vec::new() })
}

/// Reads and checks the arguments.
///
/// # Errors
///
/// Everything that is wrong with them.
pub(super) fn validate<'a>(
    call: ResolvedCall<'a, 'a>,
    session: &'a Session,
    context: &'a CallContext<'a>,
) -> Result<ValidCall<'a>, CallError> {
    // Types and checks have code of their own. What it was at is dropped with the panic.
    let checked = catch_unwind(AssertUnwindSafe(|| read(call, session, context)));
    checked.unwrap_or_else(|panic| {
        Err(CallError::Function(Box::new(FunctionError::not_checked(panic.as_ref()))))
    })
}

fn read<'a>(
    call: ResolvedCall<'a, 'a>,
    session: &'a Session,
    context: &'a CallContext<'a>,
) -> Result<ValidCall<'a>, CallError> {
    let (place, function, text) = call.into_parts();
    match function {
        FunctionRole::Here(function) => validate_typed(place, function, text, context),
        FunctionRole::Elsewhere(function) => validate_external(place, function, text, context),
        FunctionRole::Documents(reader) => {
            let reading = Readable { toolbox: place.toolbox, session };
            let call = find_document(reader, reading, text, context)?;
            Ok(ValidCall { work: Work::Document(Box::new(call)), origin: Origin::InWork })
        }
    }
}

#[inline]
fn validate_typed<'a>(
    place: Place<'a>,
    function: &'a RustFunction,
    text: &'a str,
    context: &'a CallContext<'a>,
) -> Result<ValidCall<'a>, CallError> {
    let call = context.call();
    let mut reader = Reader::new(text, &function.plan).stopped_by(call.stop_reason);
    let here = HereCall { place, function, text };
    let work = match function.prepare(&mut reader, context) {
        Ok(PreparedCall::Sync(call)) if here.runs_in_place() => Work::Sync(call, here),
        Ok(PreparedCall::Send(call)) => Work::Send(call, here),
        Ok(PreparedCall::Sync(_) | PreparedCall::Local(_)) => Work::OnThread(here),
        Err(Refused) => return Err(CallError::Validation(Box::new(reader.into_response()))),
    };
    if reader.has_warnings() {
        context.set_warnings(reader.take_warnings());
    }
    Ok(ValidCall { work, origin: Origin::Rust { function, call } })
}

fn validate_external<'a>(
    place: Place<'a>,
    function: &'a OutsideFunction,
    text: &str,
    context: &CallContext<'_>,
) -> Result<ValidCall<'a>, CallError> {
    check_released(place.toolbox.at(place.index), function)?;
    let accepted = function.read(text, context.call().stop_reason).map_err(CallError::Validation)?;
    context.set_warnings(accepted.warnings);
    let call = ElsewhereCall::new(place.toolbox, function, accepted.arguments);
    Ok(ValidCall { work: Work::Elsewhere(Box::new(call)), origin: Origin::InWork })
}
