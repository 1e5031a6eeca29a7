//! The calls of a source's tools.

use std::sync::Arc;

use hpd_host::external::{Arguments, ExternalHandler};
use hpd_host::system::BoxFuture;
use hpd_host::{CallContext, Output, ToolError};
use rmcp::ErrorData;
use rmcp::model::ErrorCode;

use super::connection::Connection;
use super::error::ConnectProblem;
use super::link::NoResult;
use super::list::ToolList;

/// Makes the calls of one snapshot of a source.
pub(super) struct Handler {
    connection: Arc<Connection>,
    /// The tools as the host's checks know them.
    list: Arc<ToolList>,
}

impl Handler {
    pub(super) const fn new(connection: Arc<Connection>, list: Arc<ToolList>) -> Self {
        Self { connection, list }
    }

    fn server(&self) -> &str {
        &self.connection.source.name
    }

    /// A tool that changed since its arguments were checked, and maybe approved, is not called.
    fn check_same(&self, name: &str) -> Result<(), ToolError> {
        let present = self.connection.list();
        if Arc::ptr_eq(&present, &self.list) {
            return Ok(());
        }
        let text = match (self.list.text(name), present.text(name)) {
            (Some(known), Some(present)) if known == present => return Ok(()),
            (_, None) => format!("The server {} no longer has the tool {name}. Nothing ran.", self.server()),
            _ => format!(
                "The server {} has changed the tool {name}. Nothing ran. Read its new description before you call it \
                 again.",
                self.server()
            ),
        };
        Err(ToolError::new(text))
    }

    #[cold]
    fn unreachable(&self, problem: &ConnectProblem) -> ToolError {
        let text = format!("The server {} can't be reached. Nothing ran.", self.server());
        let error = ToolError::new(text).caused_by(problem.to_string());
        // A second attempt would find the same pause.
        if matches!(problem, ConnectProblem::Paused { .. }) { error } else { error.did_not_run() }
    }

    #[cold]
    fn failed(&self, why: NoResult) -> ToolError {
        let server = self.server();
        match why {
            NoResult::NotSent(cause) => {
                ToolError::new(format!("The server {server} can't be reached. Nothing ran."))
                    .did_not_run()
                    .caused_by(cause)
            }
            NoResult::NoAnswer(cause) => {
                ToolError::new(format!("The connection to the server {server} ended before its answer."))
                    .outcome_unknown()
                    .caused_by(cause)
            }
            NoResult::TooLate(limit) => {
                ToolError::new(format!("The server {server} did not answer within {limit:?}."))
                    .outcome_unknown()
            }
            NoResult::TooLong => ToolError::new(format!(
                "The answer of the server {server} has more than 16 MiB, and was not read. Ask for less at once."
            ))
            .outcome_unknown(),
            NoResult::Refused(error) => refused(error),
            NoResult::Inexact => ToolError::new(
                "A number in the arguments has more digits than the connection to the server keeps. Nothing ran.",
            ),
        }
    }
}

/// The user has to open an address first.
const URL_ELICITATION_REQUIRED: ErrorCode = ErrorCode(-32042);

/// The codes of JSON-RPC and MCP for calls that did not begin: unreadable, unknown, with wrong arguments, or without a
/// capability that they need.
const NOT_BEGUN: [ErrorCode; 8] = [
    ErrorCode::PARSE_ERROR,
    ErrorCode::INVALID_REQUEST,
    ErrorCode::METHOD_NOT_FOUND,
    ErrorCode::INVALID_PARAMS,
    ErrorCode::HEADER_MISMATCH,
    ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY,
    ErrorCode::UNSUPPORTED_PROTOCOL_VERSION,
    URL_ELICITATION_REQUIRED,
];

#[cold]
fn refused(error: ErrorData) -> ToolError {
    let has_begun = !NOT_BEGUN.contains(&error.code);
    let code = error.code.0;
    let refused = ToolError::new(error.message).caused_by(format!("JSON-RPC error {code}"));
    if has_begun { refused.outcome_unknown() } else { refused }
}

impl ExternalHandler for Handler {
    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: Arguments<'a>,
        context: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        Box::pin(async move {
            let link = self.connection.link().await.map_err(|problem| self.unreachable(&problem))?;
            self.check_same(name)?;
            let limit = self.connection.source.limits.call;
            let result = link.call(name, arguments.text(), context, limit).await;
            Output::from_call_tool_result(&result.map_err(|why| self.failed(why))?)
        })
    }
}
