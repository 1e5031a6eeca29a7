//! Drives futures on any runtime.

use std::future::Future;
use std::sync::Barrier;
use std::thread;

use super::store_kit::BlockOn;

/// Drives a future to its end.
pub(super) fn drive<T>(block_on: &BlockOn<'_>, future: impl Future<Output = T>) -> T {
    let mut done = None;
    block_on(Box::pin(async { done = Some(future.await) }));
    done.expect("`block_on` drives the future to its end")
}

/// Runs the same on several threads at once; `act` gets the thread's number. Returns all results.
///
/// # Errors
///
/// The first error, or a panic of a thread.
pub(super) fn at_once<T: Send>(
    threads: usize,
    act: impl Fn(usize) -> Result<T, String> + Sync,
) -> Result<Vec<T>, String> {
    let (start, act) = (&Barrier::new(threads), &act);
    thread::scope(|scope| {
        let started = (0..threads).map(|number| {
            scope.spawn(move || {
                start.wait();
                act(number)
            })
        });
        let started: Vec<_> = started.collect();
        let ended =
            started.into_iter().map(|thread| thread.join().map_err(|_| "a thread panicked".to_owned())?);
        ended.collect()
    })
}
