//! What a call would change, as its plugin says it.

use std::future::Future;
use std::pin::Pin;

use hpd_runtime::args::Node;

use super::Change;

/// What a [`Preview`] answers, once it is awaited.
pub type PreviewFuture<'a> = Pin<Box<dyn Future<Output = Option<Vec<Change>>> + Send + 'a>>;

/// Says what a call would change, before the user is asked about it: the values before and after. It must not change
/// anything. The user sees the arguments of the call in any case, so that a preview can't hide what runs.
pub trait Preview: Send + Sync {
    /// The changes; `None` if they can't be told.
    fn changes<'a>(&'a self, arguments: &'a Node<'a>) -> PreviewFuture<'a>;
}
