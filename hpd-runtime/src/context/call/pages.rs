//! Texts that a function reads page by page: the host keeps them while they are read.

use std::any::Any;
use std::future::Future;
use std::pin::Pin;

use super::{CallContext, CallDetails};
use crate::output::input::TextOfPages;

/// Keeps texts of functions. The host's session implements it.
pub trait PageKeeper: Sync {
    /// The host's own type.
    fn as_any(&self) -> &dyn Any;

    /// A place for a text of this call. `None` if the text can't be kept.
    fn begin<'a>(&'a self, ctx: &'a CallContext<'_>) -> Option<Box<dyn PageSink + 'a>>;
}

/// The place of one text.
pub trait PageSink: Send {
    /// Takes a page. Returns whether another one is taken.
    fn push<'s>(&'s mut self, page: &'s str) -> Pin<Box<dyn Future<Output = bool> + Send + 's>>;

    /// Ends the text. Returns what the model reads of it. `reason` says why the source did not give all of it.
    fn end<'s>(self: Box<Self>, reason: Option<String>) -> Pin<Box<dyn Future<Output = String> + Send + 's>>
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

    /// Notes a text that was kept for the call.
    #[doc(hidden)]
    #[cold]
    pub fn note_kept(&self, text: TextOfPages) {
        self.details_or_default().inputs().note_kept(text);
    }

    /// The texts that were kept for the call by this attempt.
    #[doc(hidden)]
    #[inline]
    pub fn kept(&self) -> Vec<TextOfPages> {
        self.details().map(CallDetails::kept).unwrap_or_default()
    }
}
