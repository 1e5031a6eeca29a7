//! Boxing of the user's futures.

use std::future::Future;

use crate::output::{Failure, Output};
use crate::table::{LocalCall, SendCall};

/// The `Send` bound at the user's function: rustc prints this line with its comment.
#[inline]
pub fn boxed<'a, T, F>(future: F, output: fn(T) -> Result<Output, Failure>) -> SendCall<'a>
where
    T: 'a,
    F: Future<Output = T> + 'a,
    F: Send, // drop the guard or value before `.await`; not `Send` on purpose? write `#[ai_function(local)]`
{
    Box::pin(async move { output(future.await) })
}

/// The same for a function marked `local`.
#[inline]
pub fn boxed_local<'a, T, F>(future: F, output: fn(T) -> Result<Output, Failure>) -> LocalCall<'a>
where
    T: 'a,
    F: Future<Output = T> + 'a,
{
    Box::pin(async move { output(future.await) })
}
