//! Where documents come from that are not compiled in.

use std::fmt;
use std::sync::Arc;

use hpd_journal::BoxFuture;
use hpd_runtime::ToolError;

/// The host's documents of skills: those declared with `source`.
///
/// ```
/// use hpd_host::skills::DocumentSource;
/// use hpd_host::system::BoxFuture;
/// use hpd_host::{plugin, RawCall, Session, ToolError, Toolbox};
///
/// struct Handbook;
///
/// impl DocumentSource for Handbook {
///     fn has(&self, id: &str) -> bool {
///         id == "steps"
///     }
///
///     fn read<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<String, ToolError>> {
///         Box::pin(async move {
///             match id {
///                 "steps" => Ok("First close the books.".to_owned()),
///                 _ => Err(ToolError::new("The handbook is not available right now.")),
///             }
///         })
///     }
/// }
///
/// struct MonthEnd;
///
/// #[plugin]
/// impl MonthEnd {
///     /// Closes a month.
///     #[skill(documents(document(
///         id = "steps",
///         description = "What to do, in order",
///         source
///     )))]
///     fn closing(&self) {}
/// }
///
/// # futures_executor::block_on(async {
/// let toolbox = Toolbox::builder().plugin(MonthEnd).documents(Handbook).build()?;
/// let session = Session::new();
///
/// let expanded = toolbox.call(&session, &RawCall::new("1", "closing", "{}")).await;
/// assert_eq!(
///     expanded.for_model().text,
///     "closing expanded.\n\n\
///      Documents (read with read_skill_document):\nsteps - What to do, in order"
/// );
/// let call = RawCall::new("2", "read_skill_document", r#"{"document_id": "steps"}"#);
/// assert_eq!(
///     toolbox.call(&session, &call).await.for_model().text,
///     "First close the books."
/// );
/// # Ok::<(), hpd_host::BuildError>(())
/// # }).unwrap();
/// ```
pub trait DocumentSource: Send + Sync {
    /// Whether the source knows a document. It is asked when a toolbox is built: of several sources, the first that
    /// knows a document gives it. By default, a source knows every document.
    fn has(&self, id: &str) -> bool {
        let _ = id;
        true
    }

    /// Reads a document by its id. A panic is an error of that call; a cancellation of the turn drops the future.
    ///
    /// # Errors
    ///
    /// The text is unavailable. The error has a text for the model and one for the log.
    fn read<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<String, ToolError>>;
}

impl<S: DocumentSource + ?Sized> DocumentSource for Arc<S> {
    fn has(&self, id: &str) -> bool {
        (**self).has(id)
    }

    fn read<'a>(&'a self, id: &'a str) -> BoxFuture<'a, Result<String, ToolError>> {
        (**self).read(id)
    }
}

impl fmt::Debug for dyn DocumentSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DocumentSource")
    }
}
