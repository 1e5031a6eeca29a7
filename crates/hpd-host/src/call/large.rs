//! Results and errors that are too long for a model: kept, and replaced by a preview.

use hpd_journal::__private::Secrets;
use hpd_journal::pending::{Owner, StoreError, StoredOutcome};
use hpd_runtime::args::{CallOrigin, Caller};
use hpd_runtime::list::{Access, ListMode, LongResults};
use hpd_runtime::{Output, Principal};

use crate::call_error::CallError;
use crate::outcome::{FunctionResult, Outcome, OutcomeKind, ShortStructured, structured_of};
use crate::results::{Keeping, ReadBy, fitting, hidden};
use crate::session::Session;
use crate::tool::{Tool, ToolIndex};
use crate::toolbox::{Toolbox, Ways};

/// How much more than [`Limits::result_bytes`](crate::Limits::result_bytes) a program gets, which reads JSON and no preview:
/// its results don't enter the model's context.
const FOR_PROGRAMS: usize = 16;

/// The call of a result that may be long.
#[derive(Clone, Copy)]
pub(super) struct LongResultOf<'a> {
    /// Whose call it is.
    pub(super) principal: &'a Principal,
    /// The name that the model called.
    pub(super) name: &'a str,
    /// A program that the model wrote made it.
    pub(super) by_program: bool,
}

/// Whether a program made a call with this origin.
pub(super) fn is_program(origin: Option<&CallOrigin>) -> bool {
    origin.and_then(|origin| origin.caller.as_ref()).is_some_and(Caller::is_program)
}

/// Whether a call has a result or an error that is too long for its caller.
#[expect(clippy::inline_always, reason = "the good path of every call")]
#[inline(always)]
pub(super) fn is_large(toolbox: &Toolbox, outcome: &Outcome) -> bool {
    match &outcome.kind {
        OutcomeKind::Result(result) => {
            result.is_long(toolbox.max_result_bytes(), toolbox.max_result_tokens())
        }
        OutcomeKind::Error(error) => is_large_error(toolbox, error),
        _ => false,
    }
}

#[cold]
fn is_large_error(toolbox: &Toolbox, error: &CallError) -> bool {
    let (bytes, tokens) = limits(toolbox, false);
    error.function().is_some_and(|error| error.is_long(bytes, tokens))
}

/// Keeps a long result, or the long message of an error. It is cut where it can't be kept.
pub(super) async fn keep(toolbox: &Toolbox, session: &Session, principal: &Principal, outcome: &mut Outcome) {
    let Outcome { kind, tool_name, origin, .. } = outcome;
    let by = LongResultOf { principal, name: tool_name, by_program: is_program(origin.as_deref()) };
    match kind {
        OutcomeKind::Result(result) => keep_result(toolbox, session, by, result).await,
        OutcomeKind::Error(error) => keep_error(toolbox, session, by, error).await,
        _ => {}
    }
}

/// The same for the result of a tool.
pub(super) async fn keep_result(
    toolbox: &Toolbox,
    session: &Session,
    by: LongResultOf<'_>,
    result: &mut FunctionResult,
) {
    let LongResultOf { principal, name, by_program } = by;
    let (bytes, tokens) = limits(toolbox, by_program);
    if !result.is_long(bytes, tokens) {
        return;
    }
    // A copy: long texts are not searched under the session's lock.
    let secrets = session.journal_turn().secrets();
    if let Some(reader) = reader(toolbox, session)
        && let Some(keeping) = keeping(toolbox, session, principal)
    {
        match keeping.keep(&result.output, &secrets).await {
            Ok(long) => {
                let structured =
                    structured(toolbox, name, &result.output, (&secrets, keeping.beginning)).await;
                result.replace(long.output);
                result.extra.shorten_to(&long.ids, structured);
                reveal(toolbox, session, reader);
                return;
            }
            Err(error) => log_failure(&error, "a long result can't be kept: it is cut"),
        }
    }
    let max = toolbox.max_result_bytes();
    let structured = structured(toolbox, name, &result.output, (&secrets, max)).await;
    if result.shorten(max) {
        result.extra.shorten_to(&[], structured);
    }
}

/// The same for the error of a tool: its message is kept.
pub(super) async fn keep_error(
    toolbox: &Toolbox,
    session: &Session,
    by: LongResultOf<'_>,
    error: &mut CallError,
) {
    let (bytes, tokens) = limits(toolbox, by.by_program);
    let Some(error) = error.function_mut().filter(|error| error.is_long(bytes, tokens)) else { return };
    if let Some(reader) = reader(toolbox, session)
        && let Some(keeping) = keeping(toolbox, session, by.principal)
    {
        // A copy: long texts are not searched under the session's lock.
        let secrets = session.journal_turn().secrets();
        match keeping.keep_message(&error.error_message, &secrets).await {
            Ok((preview, ids)) => {
                error.replace(preview, ids);
                reveal(toolbox, session, reader);
                return;
            }
            Err(error) => log_failure(&error, "the message of an error can't be kept: it is cut"),
        }
    }
    error.cut(toolbox.max_result_bytes());
}

/// Cuts the message of an error if it is too long and was not kept.
#[cold]
pub(super) fn cut_error(toolbox: &Toolbox, origin: Option<&CallOrigin>, error: &mut CallError) {
    cut_error_for(toolbox, is_program(origin), error);
}

/// The same for a caller that is a program, or is none.
#[cold]
pub(super) fn cut_error_for(toolbox: &Toolbox, by_program: bool, error: &mut CallError) {
    let Some(error) = error.function_mut() else { return };
    let (bytes, max) = (limits(toolbox, by_program).0, toolbox.max_result_bytes());
    if error.is_long(bytes, bytes) {
        error.cut(max);
    }
    error.shorten_question(max);
}

#[cold]
fn log_failure(error: &StoreError, message: &'static str) {
    let cause = std::error::Error::source(error).map(ToString::to_string);
    tracing::warn!(target: "hpd::call", cause, "{message}");
}

/// The bytes and the tokens of a result that the caller reads at once.
pub(super) fn limits(toolbox: &Toolbox, by_program: bool) -> (usize, usize) {
    if by_program {
        (toolbox.max_result_bytes().saturating_mul(FOR_PROGRAMS), usize::MAX)
    } else {
        (toolbox.max_result_bytes(), toolbox.max_result_tokens())
    }
}

/// What clients of MCP get beside the content of a long result, without sensitive values: in `max` bytes, or in those of any
/// result if the schema takes nothing shorter.
async fn structured(
    toolbox: &Toolbox,
    name: &str,
    output: &Output,
    (secrets, max): (&Secrets, usize),
) -> ShortStructured {
    let schema = toolbox.tool(name).and_then(Tool::output_schema);
    let (Some(schema), Some(json)) = (schema, structured_of(output)) else { return ShortStructured::None };
    // With too many values, all of a text would be hidden. Short results show them, and so do cut ones.
    let whole = if secrets.are_too_many() { json.to_owned() } else { hidden(json, secrets).await };
    let sizes = [max, toolbox.max_result_bytes()];
    match fitting(&whole, schema, &sizes) {
        Some(beginning) => ShortStructured::Replaced(beginning),
        None if whole == json => ShortStructured::Whole,
        None => ShortStructured::Replaced(whole),
    }
}

/// The tool that reads results, if this session can come to call it. A session that nobody knows again can't: where the host
/// does not say, it is one without an id whose client has no memory.
pub(super) fn reader(toolbox: &Toolbox, session: &Session) -> Option<ToolIndex> {
    let Ways { access, list, results } = toolbox.ways();
    let is_forgotten = if let Some(results) = results {
        results == LongResults::Cut
    } else {
        let is_chosen = !matches!(list, ListMode::Flat | ListMode::Native);
        access == Access::Open && is_chosen && session.id().is_none()
    };
    toolbox.plan().results.filter(|&reader| !is_forgotten && !toolbox.hides(reader))
}

fn reveal(toolbox: &Toolbox, session: &Session, reader: ToolIndex) {
    session.seen().expansions.insert(toolbox.at(reader).id());
}

/// The outcome of an earlier run, for a repeated call. If its result was long, the tool that reads results is listed.
pub(super) fn settled(toolbox: &Toolbox, session: &Session, earlier: StoredOutcome) -> OutcomeKind {
    if !earlier.notes.kept.is_empty() {
        reveal_reader(toolbox, session);
    }
    OutcomeKind::Settled(Box::new(earlier))
}

/// Lists the tool that reads results, for a session that can come to call it.
#[cold]
pub(super) fn reveal_reader(toolbox: &Toolbox, session: &Session) {
    if let Some(reader) = reader(toolbox, session) {
        reveal(toolbox, session, reader);
    }
}

/// `None` if there are no random bytes for the id of the session.
pub(super) fn keeping<'a>(
    toolbox: &'a Toolbox,
    session: &Session,
    principal: &Principal,
) -> Option<Keeping<'a>> {
    let id = session.id_or_new(toolbox.safeguards().random()).ok()?;
    let names = toolbox.added_names();
    Some(Keeping {
        store: toolbox.result_store(),
        owner: Owner { session: id.to_owned(), principal: principal.clone() },
        now: toolbox.safeguards().now(),
        kept_for: toolbox.large_results().kept_for_or_default(),
        by: ReadBy {
            what: "result",
            reader: &names.results,
            through: (toolbox.ways().list == ListMode::Constant).then_some(&*names.bridge),
        },
        beginning: toolbox.large_results().preview_bytes(),
        max: toolbox.max_result_bytes(),
    })
}
