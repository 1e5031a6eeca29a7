//! The boxed future of this crate's traits.

use std::pin::Pin;

/// A boxed future: of a store, a handler, an asynchronous filter, a timer.
///
/// Traits of this crate return one, so that they can be trait objects. `Box::pin(async { .. })` makes it.
///
/// ```
/// use std::time::Duration;
///
/// use hpd_journal::{BoxFuture, Timer};
///
/// struct AtOnce;
///
/// impl Timer for AtOnce {
///     fn sleep(&self, _: Duration) -> BoxFuture<'static, ()> {
///         Box::pin(async {})
///     }
/// }
/// ```
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
