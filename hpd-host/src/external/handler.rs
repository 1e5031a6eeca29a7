//! Who makes the calls of tools from outside.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use hpd_runtime::{CallContext, Output, ToolError};

/// What a handler answers, once it is awaited.
pub type HandlerFuture<'a> = Pin<Box<dyn Future<Output = Result<Output, ToolError>> + Send + 'a>>;

/// Makes the calls of a source's tools: a client of an MCP server, for example. Calls reach it only after every check.
///
/// A panic is an error of that call, like that of a Rust function; so is a cancellation of the turn, or the end of the
/// call's time, which drop the future.
///
/// A handler knows more than anybody what became of a call: that a server could not be reached
/// ([`did_not_run`](ToolError::did_not_run)), or that its answer did not come
/// ([`outcome_unknown`](ToolError::outcome_unknown)). A server that takes idempotency keys gets that of the
/// [context](CallContext::idempotency_key).
///
/// ```
/// use hpd_host::{CallContext, ExternalHandler, ExternalSource, ExternalTool, HandlerFuture, Output, ToolError};
/// use hpd_host::{RawCall, Session, Toolbox};
/// use serde_json::json;
///
/// struct Weather;
///
/// impl ExternalHandler for Weather {
///     fn call<'a>(&'a self, name: &'a str, arguments: &'a str, _: &'a CallContext<'a>) -> HandlerFuture<'a> {
///         Box::pin(async move {
///             match name {
///                 "forecast" => Ok(Output::Json(format!(r#"{{"asked":{arguments},"sky":"clear"}}"#))),
///                 _ => Err(ToolError::new("The weather service does not know this tool.")),
///             }
///         })
///     }
/// }
///
/// # futures_executor::block_on(async {
/// let forecast = ExternalTool::new("forecast", "Tells the weather of tomorrow", json!({"type": "object"}));
/// let source = ExternalSource::list("Weather", vec![forecast]).handler(Weather);
/// let toolbox = Toolbox::builder().external(source).build()?;
/// let outcome = toolbox.call(&Session::new(), &RawCall::new("1", "forecast", r#"{"city":"Oslo"}"#)).await;
/// assert_eq!(outcome.for_model().text, r#"{"asked":{"city":"Oslo"},"sky":"clear"}"#);
/// # Ok::<(), hpd_host::BuildError>(())
/// # }).unwrap();
/// ```
pub trait ExternalHandler: Send + Sync {
    /// Makes a call. `name` is the one that the source gave the tool; `arguments` is a JSON text, of an object that the
    /// tool's schema accepts.
    ///
    /// # Errors
    ///
    /// The tool failed: the error says what the model may see of it.
    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: &'a str,
        context: &'a CallContext<'a>,
    ) -> HandlerFuture<'a>;
}

impl<H: ExternalHandler + ?Sized> ExternalHandler for std::sync::Arc<H> {
    fn call<'a>(
        &'a self,
        name: &'a str,
        arguments: &'a str,
        context: &'a CallContext<'a>,
    ) -> HandlerFuture<'a> {
        (**self).call(name, arguments, context)
    }
}

impl fmt::Debug for dyn ExternalHandler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ExternalHandler")
    }
}
