//! Temporary subscribers of `tracing`, in a program whose tests run at the same time.

use std::sync::Once;

use tracing::Subscriber;
use tracing::subscriber::{NoSubscriber, set_global_default};

/// Does `work` with a subscriber in this thread. While only one subscriber exists, `tracing` asks the thread that
/// comes to a message first, and keeps its answer for all threads. A second subscriber, which wants no message, exists
/// for the whole program: then all subscribers are asked.
pub(crate) fn with_subscriber<T>(
    subscriber: impl Subscriber + Send + Sync + 'static,
    work: impl FnOnce() -> T,
) -> T {
    static SECOND: Once = Once::new();
    SECOND.call_once(|| set_global_default(NoSubscriber::new()).unwrap());
    tracing::subscriber::with_default(subscriber, work)
}
