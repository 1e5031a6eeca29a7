//! The tool that searches for tools: its description for the model, and what it found.

use hpd_journal::BoxFuture;
use hpd_runtime::ToolError;
use hpd_runtime::spec::QualifiedId;

use super::Tool;

/// The tool's qualified id, and its name.
pub(crate) const SEARCH: &str = "search_tools";

/// The id under which a session notes that a search found a tool: no container has it.
pub(crate) fn found_id(tool: &QualifiedId) -> QualifiedId {
    QualifiedId::new(Some(SEARCH), tool.as_str())
}

/// The tool of such an id.
pub(crate) fn found_tool(noted: &QualifiedId) -> Option<QualifiedId> {
    let tool = noted.as_str().strip_prefix(SEARCH)?.strip_prefix('.')?;
    Some(QualifiedId::new(None, tool))
}

/// The tool's description for the model.
pub(crate) const SEARCH_TEXT: &str = "Searches for tools that are not in the list, by words about what they do. The answer has their arguments: call them by name then.";

/// The schema that the model sees and calls are checked by.
pub(crate) const SEARCH_SCHEMA: &str = concat!(
    r#"{"type":"object","properties":{"#,
    r#""query":{"type":"string","minLength":1,"maxLength":1000,"description":"Words about what the tool does: cancel an invoice."}},"#,
    r#""required":["query"],"additionalProperties":false}"#,
);

/// Finds tools for the words of a model: the tool `search_tools` of a
/// [toolbox](crate::ToolboxBuilder::tool_search). With embeddings, a host implements it. The feature `search` has
/// [`Bm25`](crate::list::Bm25), which knows words alone, and only those between blanks and marks: for Chinese or Japanese,
/// a host implements it, too.
///
/// ```
/// use hpd_host::list::ToolSearch;
/// use hpd_host::system::BoxFuture;
/// use hpd_host::{RawCall, Session, Tool, ToolError, Toolbox, scope};
///
/// struct Math;
///
/// #[scope("Arithmetic")]
/// impl Math {
///     /// The number of primes below a hundred.
///     #[ai_function(read_only)]
///     fn primes(&self) -> u32 {
///         25
///     }
/// }
///
/// /// Finds tools whose description has all words.
/// struct AllWords;
///
/// impl ToolSearch for AllWords {
///     fn search<'a>(
///         &'a self,
///         query: &'a str,
///         tools: &'a [&'a Tool],
///         limit: usize,
///     ) -> BoxFuture<'a, Result<Vec<usize>, ToolError>> {
///         let has_all =
///             |tool: &&Tool| query.split(' ').all(|word| tool.description().contains(word));
///         let found = (0..tools.len()).filter(move |&tool| has_all(&tools[tool])).take(limit);
///         Box::pin(std::future::ready(Ok(found.collect())))
///     }
/// }
///
/// # futures_executor::block_on(async {
/// let toolbox = Toolbox::builder().plugin(Math).tool_search(AllWords).build()?;
/// let session = Session::new();
/// let search = RawCall::new("1", "search_tools", r#"{"query": "primes hundred"}"#);
/// let found = toolbox.call(&session, &search).await;
/// assert!(found.for_model().text.starts_with("Found 1 tool. Call it by name:\n- primes: The "));
/// // What was found is called, without an expansion.
/// let primes = toolbox.call(&session, &RawCall::new("2", "primes", "{}")).await;
/// assert_eq!(primes.for_model().text, "25");
/// # Ok::<(), hpd_host::BuildError>(())
/// # }).unwrap();
/// ```
pub trait ToolSearch: Send + Sync {
    /// The places of the tools that fit, in their list: the best first, at most so many. The tools are those that the model
    /// may come to call and does not see. Other places are ignored.
    ///
    /// # Errors
    ///
    /// The search failed; the model reads the text.
    fn search<'a>(
        &'a self,
        query: &'a str,
        tools: &'a [&'a Tool],
        limit: usize,
    ) -> BoxFuture<'a, Result<Vec<usize>, ToolError>>;
}
