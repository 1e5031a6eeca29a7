//! Calls of the tools that the toolbox adds.

mod document;
mod result;
mod search;

use hpd_runtime::__private::SendCall;
use hpd_runtime::{CallContext, RawCall};

use super::gate::Place;
use crate::call_error::CallError;
use crate::outcome::Extent;
use crate::session::Session;
use crate::tool::{AddedJob, AddedTool};
use crate::toolbox::Toolbox;
use document::DocumentCall;
use result::ResultCall;
use search::SearchCall;

/// A call whose arguments passed every check.
pub(super) struct AddedCall<'a> {
    toolbox: &'a Toolbox,
    work: AddedWork<'a>,
    /// As they were read, as a JSON text.
    pub(super) arguments: String,
}

enum AddedWork<'a> {
    Document(DocumentCall<'a>),
    Result(ResultCall<'a>),
    Search(Box<SearchCall<'a>>),
}

/// Reads the arguments, and finds what they name.
///
/// # Errors
///
/// The arguments are wrong, there is no such document, or the session may not read it yet.
pub(super) fn find<'a>(
    tool: &'a AddedTool,
    place: Place<'a>,
    session: &'a Session,
    call: &RawCall,
    context: &'a CallContext<'a>,
) -> Result<AddedCall<'a>, CallError> {
    let accepted = tool.read(&call.arguments, call.stop_reason).map_err(CallError::Validation)?;
    context.set_warnings(accepted.warnings);
    let (toolbox, arguments) = (place.toolbox, accepted.arguments);
    let reading = Reading { tool, toolbox, session };
    let work = match &tool.job {
        AddedJob::Documents(reader) => {
            AddedWork::Document(document::find_document(reader, reading, &arguments)?)
        }
        AddedJob::Results => AddedWork::Result(ResultCall::new(reading, context.principal(), &arguments)?),
        AddedJob::Search(search) => {
            AddedWork::Search(Box::new(SearchCall::new(reading, &*search.0, &arguments)?))
        }
    };
    Ok(AddedCall { toolbox, work, arguments })
}

impl<'a> AddedCall<'a> {
    pub(super) const fn toolbox(&self) -> &'a Toolbox {
        self.toolbox
    }

    /// An attempt at the call, to be waited for.
    pub(super) fn start(&self) -> SendCall<'_> {
        match &self.work {
            AddedWork::Document(call) => call.start(),
            AddedWork::Result(call) => call.start(),
            AddedWork::Search(call) => call.start(),
        }
    }

    /// How much of its answer the output is, once the call has ended.
    pub(super) fn extent(&self) -> Extent {
        let found = match &self.work {
            AddedWork::Search(call) => call.found(),
            AddedWork::Document(_) | AddedWork::Result(_) => None,
        };
        found.map_or(Extent::Part, |found| Extent::Found(Box::new(found)))
    }
}

/// Who reads, and by which tool.
#[derive(Clone, Copy)]
struct Reading<'a> {
    tool: &'a AddedTool,
    toolbox: &'a Toolbox,
    session: &'a Session,
}
