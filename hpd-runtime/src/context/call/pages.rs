//! Texts that a function reads page by page: the host keeps them while they are read.

use std::any::Any;
use std::future::Future;
use std::pin::Pin;

use super::{CallContext, CallDetails};

/// Keeps texts of functions. The host's session implements it.
pub trait PageKeeper: Sync {
    /// The host's own type.
    fn as_any(&self) -> &dyn Any;

    /// A place for a text of this call. `None` if the text can't be kept.
    fn begin<'a>(&'a self, ctx: &'a CallContext<'_>) -> Option<Box<dyn PageSink + 'a>>;
}

/// The place of one text.
pub trait PageSink: Send {
    /// The bytes that the text may have.
    fn most(&self) -> usize;

    /// Whether some of the text was stored. A short text never is.
    fn has_stored(&self) -> bool;

    /// Stores the beginning of `text`, which follows the text that was stored before. Returns the bytes that were stored;
    /// `None` if the store failed.
    fn store<'s>(&'s mut self, text: &'s str) -> Pin<Box<dyn Future<Output = Option<usize>> + Send + 's>>;

    /// Stores the rest. Returns what the model reads in place of the text. `first_line` goes in front of the text.
    fn end<'s>(
        self: Box<Self>,
        rest: &'s str,
        first_line: Option<&'s str>,
    ) -> Pin<Box<dyn Future<Output = String> + Send + 's>>
    where
        Self: 's;
}

impl<'a> CallContext<'a> {
    /// Sets who keeps texts of the function.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub const fn kept_by(mut self, keeper: &'a (dyn PageKeeper + 'a)) -> Self {
        self.keeper = Some(keeper);
        self
    }

    /// Who keeps texts of the function.
    #[doc(hidden)]
    pub const fn keeper(&self) -> Option<&'a (dyn PageKeeper + 'a)> {
        self.keeper
    }

    /// Notes the id of a text that was kept for the call.
    #[doc(hidden)]
    #[cold]
    pub fn note_kept(&self, id: String) {
        self.details_or_default().inputs().note_kept(id);
    }

    /// The ids of the texts that were kept for the call, by any attempt.
    #[doc(hidden)]
    #[inline]
    pub fn kept(&self) -> Vec<String> {
        self.details().map(CallDetails::kept).unwrap_or_default()
    }
}
