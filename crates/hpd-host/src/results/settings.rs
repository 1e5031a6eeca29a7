//! The host's choices about long results.

use std::sync::Arc;
use std::time::Duration;

use super::ResultStore;

/// Bytes of a result that a model reads, where the host does not say.
pub(crate) const RESULT_BYTES: usize = 64 * 1024;
/// Fewer would hold little more than the note that something was cut.
pub(crate) const LEAST_RESULT_BYTES: usize = 1024;
/// The tokens of a result that a model reads at once, where the host does not say.
const LIMIT: usize = 10_000;
/// The tokens of a preview.
const PREVIEW: usize = 1_000;
/// Bytes of a text of pages.
const PAGES: usize = 64 * 1024 * 1024;
/// How long results are kept.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);
/// Bytes of a token: in JSON, at least.
pub(crate) const TOKEN_BYTES: usize = 3;

/// The handling of results that are too long for a model: a group of settings of a toolbox.
///
/// A result above the limit is kept, without the sensitive values that the session knows. The model gets a preview with the
/// size and the shape of the result, and reads the rest with `read_result`. Only the session and the principal of the call
/// can read it. A result of more than 16 MiB is [cut](crate::Limits::result_bytes), except a [text of
/// pages](crate::results::part_from_pages). So are all if the session knows more than 256 sensitive values: they can't be
/// taken out of a text.
///
/// ```
/// use hpd_host::results::LargeResults;
/// use hpd_host::{RawCall, Session, Toolbox, plugin};
///
/// struct Orders;
///
/// #[plugin]
/// impl Orders {
///     /// The numbers of all orders.
///     #[ai_function(read_only)]
///     fn orders(&self) -> Vec<u32> {
///         (0..5000).collect()
///     }
/// }
///
/// # futures_executor::block_on(async {
/// let large = LargeResults::new().limit(2_000).preview(50);
/// let toolbox = Toolbox::builder().plugin(Orders).large_results(large).build()?;
/// let session = Session::new();
/// let outcome = toolbox.call(&session, &RawCall::new("1", "orders", "{}")).await;
/// let text = outcome.for_model().text.into_owned();
/// assert!(text.starts_with("[The result has 23891 bytes"));
/// assert!(text.ends_with(r#"35,36,"[4963 of 5000 elements follow: offset 37]"]"#));
///
/// let id = outcome.kept()[0].as_str();
/// let read = format!(r#"{{"id": "{id}", "offset": 4997}}"#);
/// let rest = toolbox.call(&session, &RawCall::new("2", "read_result", read)).await;
/// assert_eq!(rest.for_model().text, "[4997,4998,4999]");
/// # Ok::<(), hpd_host::BuildError>(())
/// # }).unwrap();
/// ```
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct LargeResults {
    is_off: Option<bool>,
    limit: Option<usize>,
    preview: Option<usize>,
    pages: Option<usize>,
    kept_for: Option<Duration>,
    store: Option<Arc<dyn ResultStore>>,
}

impl LargeResults {
    /// The default choices.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Nothing is kept, and there is no `read_result`. Long results are [cut](crate::Limits::result_bytes). Later groups
    /// don't change that, except [`on`](Self::on).
    #[must_use]
    pub fn off() -> Self {
        Self { is_off: Some(true), ..Self::default() }
    }

    /// Long results are kept, even if an earlier group said [`off`](Self::off).
    ///
    /// ```
    /// use hpd_host::Toolbox;
    /// use hpd_host::results::LargeResults;
    ///
    /// let common = Toolbox::builder().large_results(LargeResults::off());
    /// let preview = LargeResults::new().preview(500);
    /// assert!(common.clone().large_results(preview).build()?.tool("read_result").is_none());
    /// assert!(common.large_results(LargeResults::on()).build()?.tool("read_result").is_some());
    /// # Ok::<(), hpd_host::BuildError>(())
    /// ```
    #[must_use]
    pub fn on() -> Self {
        Self { is_off: Some(false), ..Self::default() }
    }

    /// Maximum tokens of a result, or of the message of an error, for the model, as
    /// [estimated](super::estimated_tokens): 10,000 by default. A result of more [bytes](crate::Limits::result_bytes) is too
    /// long in any case.
    #[must_use]
    pub const fn limit(mut self, tokens: usize) -> Self {
        self.limit = Some(tokens);
        self
    }

    /// The tokens of a preview, about: 1,000 by default, at most half of the limit.
    #[must_use]
    pub const fn preview(mut self, tokens: usize) -> Self {
        self.preview = Some(tokens);
        self
    }

    /// Bytes of a [text of pages](crate::results::part_from_pages): 64 MiB by default, and 256 KiB at least. In a store with a
    /// [capacity](ResultStore::capacity), such texts of a call have at most half of that together: 32 MiB in memory.
    #[must_use]
    pub const fn pages(mut self, bytes: usize) -> Self {
        self.pages = Some(bytes);
        self
    }

    /// How long a result can be read: a day by default.
    #[must_use]
    pub const fn kept_for(mut self, time: Duration) -> Self {
        self.kept_for = Some(time);
        self
    }

    /// Where results are kept. By default, it is the [journal](crate::journal::Journal::results), or else the memory of this
    /// process.
    #[must_use]
    pub fn store(mut self, store: impl ResultStore + 'static) -> Self {
        self.store = Some(Arc::new(store));
        self
    }

    /// Takes over what a newer group says.
    pub(crate) fn merge(&mut self, newer: Self) {
        let Self { is_off, limit, preview, pages, kept_for, store } = newer;
        self.is_off = is_off.or(self.is_off);
        self.limit = limit.or(self.limit);
        self.preview = preview.or(self.preview);
        self.pages = pages.or(self.pages);
        self.kept_for = kept_for.or(self.kept_for);
        self.store = store.or_else(|| self.store.take());
    }

    /// Whether results are kept at all.
    pub(crate) fn is_on(&self) -> bool {
        !self.is_off.unwrap_or_default()
    }

    /// The store that the host gave.
    pub(crate) const fn given_store(&self) -> Option<&Arc<dyn ResultStore>> {
        self.store.as_ref()
    }

    /// The limit in tokens.
    pub(crate) fn limit_or_default(&self) -> usize {
        self.limit.unwrap_or(LIMIT)
    }

    /// The bytes of a preview.
    pub(crate) fn preview_bytes(&self) -> usize {
        let tokens = self.preview.unwrap_or(PREVIEW).min(self.limit_or_default() / 2);
        tokens.saturating_mul(TOKEN_BYTES)
    }

    /// The bytes of a text of pages in a store, where the call has kept so many before: together they fit into half of its
    /// room.
    pub(crate) fn pages_in(&self, store: &dyn ResultStore, kept: usize) -> usize {
        let most = self.pages.unwrap_or(PAGES);
        store.capacity().map_or(most, |capacity| most.min((capacity / 2).saturating_sub(kept)))
    }

    pub(crate) fn kept_for_or_default(&self) -> Duration {
        self.kept_for.unwrap_or(KEPT)
    }
}
