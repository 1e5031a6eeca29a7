//! Futures that run to their end when their caller goes away.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use hpd_journal::BoxFuture;
use tracing::instrument::WithSubscriber;
use tracing::{Dispatch, Instrument, Span, dispatcher};

use super::Threads;

/// A future that its caller drives. If the caller drops it after the first poll, it runs to its end elsewhere: on the
/// caller's tokio runtime, or on a thread of the pool. A future that was never polled is dropped.
///
/// The caller's task drives it as long as it can: a runtime that the caller blocks would never run another task.
pub(crate) fn to_the_end<T: Send + 'static>(
    threads: &Arc<Threads>,
    future: BoxFuture<'static, T>,
) -> RunsToTheEnd<T> {
    RunsToTheEnd {
        rest: Some(future),
        surroundings: None,
        threads: Arc::clone(threads),
        #[cfg(feature = "tokio")]
        runtime: tokio::runtime::Handle::try_current().ok(),
    }
}

/// See [`to_the_end`].
pub(crate) struct RunsToTheEnd<T: Send + 'static> {
    /// `None` after the end, or a panic.
    rest: Option<BoxFuture<'static, T>>,
    /// Who listens to events, and in which span; `None` before the first poll.
    surroundings: Option<(Dispatch, Span)>,
    threads: Arc<Threads>,
    #[cfg(feature = "tokio")]
    runtime: Option<tokio::runtime::Handle>,
}

impl<T: Send + 'static> Future for RunsToTheEnd<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let this = &mut *self;
        this.surroundings.get_or_insert_with(|| (dispatcher::get_default(Dispatch::clone), Span::current()));
        // A future that panics is not polled again: it is taken out first.
        let Some(mut rest) = this.rest.take() else { return Poll::Pending };
        let polled = rest.as_mut().poll(cx);
        if polled.is_pending() {
            this.rest = Some(rest);
        }
        polled
    }
}

impl<T: Send + 'static> Drop for RunsToTheEnd<T> {
    fn drop(&mut self) {
        let (Some(rest), Some((dispatch, span))) = (self.rest.take(), self.surroundings.take()) else {
            return;
        };
        let rest = async move { drop(rest.await) }.instrument(span).with_subscriber(dispatch);
        tracing::debug!(target: "hpd::call", "the caller of a write went away: the write runs to its end");
        #[cfg(feature = "tokio")]
        if let Some(runtime) = &self.runtime {
            drop(runtime.spawn(rest));
            return;
        }
        if !self.threads.run_later(move || futures_executor::block_on(rest)) {
            tracing::error!(
                target: "hpd::call",
                "no thread is free for a write whose caller went away: it was cut in the middle"
            );
        }
    }
}
