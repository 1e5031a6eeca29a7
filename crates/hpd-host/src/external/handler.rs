//! Handlers, which make the calls of external tools.

use std::fmt;

use hpd_journal::BoxFuture;
use hpd_runtime::{CallContext, Output, ToolError};

use super::Arguments;

/// Makes the calls of a source's tools: a client of an MCP server, for example. Calls reach it only after every check.
///
/// A panic is an error of that call, as in an own function. A cancelled turn or a timeout drops the future and is an
/// error too.
///
/// A handler reports the effect of a failure: [`did_not_run`](ToolError::did_not_run) if the server was unreachable,
/// for example, and [`outcome_unknown`](ToolError::outcome_unknown) if its answer is missing. If the server takes
/// idempotency keys, the handler sends it the key of the [context](CallContext::idempotency_key).
///
/// ```
/// use hpd_host::external::{
///     Arguments, Classification, ExternalHandler, ExternalSource, ExternalTool,
/// };
/// use hpd_host::system::BoxFuture;
/// use hpd_host::{CallContext, Output, RawCall, Session, ToolError, Toolbox};
/// use serde_json::json;
///
/// struct Weather;
///
/// impl ExternalHandler for Weather {
///     fn call<'a>(
///         &'a self,
///         name: &'a str,
///         arguments: Arguments<'a>,
///         _: &'a CallContext<'a>,
///     ) -> BoxFuture<'a, Result<Output, ToolError>> {
///         Box::pin(async move {
///             match name {
///                 "forecast" => {
///                     Ok(Output::Json(format!(r#"{{"asked":{arguments},"sky":"clear"}}"#)))
///                 }
///                 _ => Err(ToolError::new("The weather service does not know this tool.")),
///             }
///         })
///     }
/// }
///
/// # futures_executor::block_on(async {
/// let forecast = ExternalTool::new(
///     "forecast",
///     "Tells the weather of tomorrow",
///     json!({"type": "object"}),
/// )
/// .classified(Classification::Read);
/// let source = ExternalSource::list("Weather", vec![forecast]).handler(Weather);
/// let toolbox = Toolbox::builder().external(source).build()?;
/// let outcome = toolbox
///     .call(&Session::new(), &RawCall::new("1", "forecast", r#"{"city":"Oslo"}"#))
///     .await;
/// assert_eq!(outcome.for_model().text, r#"{"asked":{"city":"Oslo"},"sky":"clear"}"#);
/// # Ok::<(), hpd_host::BuildError>(())
/// # }).unwrap();
/// ```
pub trait ExternalHandler: Send + Sync {
    /// Makes a call. `name` is the source's name of the tool. `arguments` is an object that the tool's schema
    /// accepts, as a text and as a tree.
    ///
    /// # Errors
    ///
    /// The tool failed. The error has a text for the model.
    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: Arguments<'a>,
        context: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>>;
}

impl<H: ExternalHandler + ?Sized> ExternalHandler for std::sync::Arc<H> {
    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: Arguments<'a>,
        context: &'a CallContext<'a>,
    ) -> BoxFuture<'a, Result<Output, ToolError>> {
        (**self).call(name, arguments, context)
    }
}

impl fmt::Debug for dyn ExternalHandler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ExternalHandler")
    }
}
