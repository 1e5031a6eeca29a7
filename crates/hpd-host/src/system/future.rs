//! The boxed future of this crate's traits.

use std::pin::Pin;

/// A boxed future: of a store, a handler, an asynchronous filter, a timer.
///
/// Traits of this crate return one, so that they can be trait objects. `Box::pin(async { .. })` makes it.
///
/// ```
/// use hpd_host::{BoxFuture, DocumentSource, ToolError};
///
/// struct Handbook;
///
/// impl DocumentSource for Handbook {
///     fn read<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<String, ToolError>> {
///         Box::pin(async move { Ok(format!("The chapter {id}.")) })
///     }
/// }
/// ```
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
