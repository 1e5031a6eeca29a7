//! The runtime of the process that checks the results.

use std::sync::LazyLock;

use tokio::runtime::{Builder, Runtime};

static RUNTIME: LazyLock<Runtime> = LazyLock::new(new);

/// A runtime, as each process has one.
pub(crate) fn new() -> Runtime {
    Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("there can be threads")
}

pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    RUNTIME.block_on(future)
}
