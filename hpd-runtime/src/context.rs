//! What a function is told about the call that it serves.

use std::any::{Any, TypeId};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use crate::args::{Limits, RawCall, Reading, Warning};
use crate::request::ToolCallRequest;
use crate::spec::Policy;

/// What a function is told about its call. A parameter `#[context] ctx: &CallContext<'_>` receives it; it never
/// reaches the schema.
///
/// ```
/// use hpd_runtime::{CallContext, plugin};
///
/// struct Notes;
///
/// #[plugin]
/// impl Notes {
///     /// Saves a note.
///     #[ai_function]
///     fn save(&self, /** The text. */ text: String, #[context] ctx: &CallContext<'_>) -> String {
///         format!("{} saved {text:?} by call {}", ctx.principal().unwrap_or("somebody"), ctx.call().id)
///     }
/// }
/// ```
pub struct CallContext<'a> {
    call: &'a RawCall,
    turn: &'a TurnContext,
    /// Set once the arguments were read, before the function runs.
    warnings: OnceLock<Vec<Warning>>,
}

impl<'a> CallContext<'a> {
    /// The context of `call` in `turn`.
    pub const fn new(call: &'a RawCall, turn: &'a TurnContext) -> Self {
        Self { call, turn, warnings: OnceLock::new() }
    }

    /// The call as the model made it, with the raw text of its arguments.
    pub const fn call(&self) -> &'a RawCall {
        self.call
    }

    /// The call with its arguments read once more, without the function's schema: for functions that want to see what the
    /// model wrote beside what they received. It is worked out anew each time, as a text that was accepted: where the model's
    /// text was set right for the function, it is set right here.
    ///
    /// ```
    /// use hpd_runtime::{CallContext, plugin};
    ///
    /// struct Search;
    ///
    /// #[plugin]
    /// impl Search {
    ///     /// Searches the notes.
    ///     #[ai_function]
    ///     fn search(
    ///         &self,
    ///         /// What to search for.
    ///         text: String,
    ///         /// How many notes at most.
    ///         #[param(default = 10)]
    ///         limit: u32,
    ///         #[context] ctx: &CallContext<'_>,
    ///     ) -> String {
    ///         let request = ctx.request();
    ///         let said = request.arguments.as_ref().is_some_and(|arguments| arguments.get("limit").is_some());
    ///         format!("{limit} notes with {text:?}, {}", if said { "as asked" } else { "as usual" })
    ///     }
    /// }
    /// ```
    pub fn request(&self) -> ToolCallRequest {
        let reading = Reading { policy: Policy::Safe, writes: false, stop_reason: self.call.stop_reason };
        ToolCallRequest::parse_as(self.call, &reading, &Limits::default())
    }

    /// What was set right in the arguments.
    pub fn warnings(&self) -> &[Warning] {
        self.warnings.get().map_or(&[], Vec::as_slice)
    }

    /// Says what was set right in the arguments; only the first time counts.
    #[inline]
    pub fn set_warnings(&self, warnings: Vec<Warning>) {
        if !warnings.is_empty() {
            // A second reading of the same text finds the same.
            let _ = self.warnings.set(warnings);
        }
    }

    /// What was set right in the arguments, once nobody needs the context any more.
    #[inline]
    pub fn into_warnings(self) -> Vec<Warning> {
        self.warnings.into_inner().unwrap_or_default()
    }

    /// What the host said about the turn.
    pub const fn turn(&self) -> &'a TurnContext {
        self.turn
    }

    /// On whose behalf the call is made.
    pub fn principal(&self) -> Option<&'a str> {
        self.turn.principal.as_deref()
    }

    /// The tenant in whose data the call works.
    pub fn tenant(&self) -> Option<&'a str> {
        self.turn.tenant.as_deref()
    }

    /// When the call has to be done.
    pub const fn deadline(&self) -> Option<Instant> {
        self.turn.deadline
    }

    /// Whether and when the turn was cancelled.
    pub const fn cancellation(&self) -> &'a Cancellation {
        &self.turn.cancellation
    }

    /// A value that the host put into the turn.
    pub fn extension<T: Any + Send + Sync>(&self) -> Option<&'a T> {
        self.turn.extensions.get::<T>()
    }

    /// Tells the host how far the call is. `total` is in the same unit as `done`.
    pub fn progress(&self, done: f64, total: Option<f64>, message: &str) {
        if let Some(sink) = &self.turn.progress {
            sink(&Progress { call_id: &self.call.id, done, total, message });
        }
    }
}

/// How far a call is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress<'a> {
    /// The call's id.
    pub call_id: &'a str,
    /// How much is done.
    pub done: f64,
    /// How much there is to do, in the same unit.
    pub total: Option<f64>,
    /// What is being done.
    pub message: &'a str,
}

/// What the host says about the calls of one model message.
#[derive(Clone, Default)]
pub struct TurnContext {
    /// On whose behalf the calls are made.
    pub principal: Option<String>,
    /// The tenant in whose data they work.
    pub tenant: Option<String>,
    /// When they have to be done.
    pub deadline: Option<Instant>,
    /// Cancels them.
    pub cancellation: Cancellation,
    /// Values for functions, by type.
    pub extensions: Extensions,
    /// Hears how far a call is.
    pub progress: Option<ProgressSink>,
}

impl TurnContext {
    /// A turn of which nothing is said.
    pub const fn empty() -> Self {
        Self {
            principal: None,
            tenant: None,
            deadline: None,
            cancellation: Cancellation::never(),
            extensions: Extensions { values: Vec::new() },
            progress: None,
        }
    }
}

/// Hears how far a call is.
pub type ProgressSink = Arc<dyn Fn(&Progress<'_>) + Send + Sync>;

impl std::fmt::Debug for TurnContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TurnContext")
            .field("principal", &self.principal)
            .field("tenant", &self.tenant)
            .field("deadline", &self.deadline)
            .field("cancelled", &self.cancellation.is_cancelled())
            .finish_non_exhaustive()
    }
}

/// Values by type.
#[derive(Clone, Default)]
pub struct Extensions {
    /// A few at most: a list is searched as fast as a map, and costs nothing while it is empty.
    values: Vec<(TypeId, Arc<dyn Any + Send + Sync>)>,
}

impl Extensions {
    /// Puts a value in, in place of one of the same type.
    pub fn insert<T: Any + Send + Sync>(&mut self, value: T) {
        self.values.retain(|(type_id, _)| *type_id != TypeId::of::<T>());
        self.values.push((TypeId::of::<T>(), Arc::new(value)));
    }

    /// The value of a type.
    pub fn get<T: Any + Send + Sync>(&self) -> Option<&T> {
        let (_, value) = self.values.iter().find(|(type_id, _)| *type_id == TypeId::of::<T>())?;
        value.downcast_ref()
    }
}

/// A flag that is raised once, and can be waited for. Clones share it.
///
/// The default is [`never`](Self::never) raised.
#[derive(Clone, Default)]
pub struct Cancellation {
    state: Option<Arc<CancellationState>>,
}

#[derive(Default)]
struct CancellationState {
    cancelled: AtomicBool,
    wakers: Mutex<Vec<Waker>>,
}

impl Cancellation {
    /// A flag that can be raised.
    pub fn new() -> Self {
        Self { state: Some(Arc::default()) }
    }

    /// A flag that nobody can raise: [`cancel`](Self::cancel) does nothing.
    pub const fn never() -> Self {
        Self { state: None }
    }

    /// Raises the flag.
    pub fn cancel(&self) {
        let Some(state) = &self.state else { return };
        state.cancelled.store(true, Ordering::Release);
        let wakers = std::mem::take(&mut *state.wakers.lock().unwrap_or_else(PoisonError::into_inner));
        for waker in wakers {
            waker.wake();
        }
    }

    /// Whether the flag was raised.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.state.as_ref().is_some_and(|state| state.cancelled.load(Ordering::Acquire))
    }

    /// Waits until the flag is raised.
    pub fn cancelled(&self) -> Cancelled<'_> {
        Cancelled { cancellation: self }
    }
}

/// The future of [`Cancellation::cancelled`].
pub struct Cancelled<'a> {
    cancellation: &'a Cancellation,
}

impl Future for Cancelled<'_> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let Some(state) = &self.cancellation.state else { return Poll::Pending };
        let mut wakers = state.wakers.lock().unwrap_or_else(PoisonError::into_inner);
        // Looked at under the lock: a cancellation between the look and the registration would wake nobody.
        if state.cancelled.load(Ordering::Acquire) {
            return Poll::Ready(());
        }
        if !wakers.iter().any(|waker| waker.will_wake(cx.waker())) {
            wakers.push(cx.waker().clone());
        }
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Wake, Waker};

    use super::{Cancellation, Extensions, Future};

    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn a_cancellation_wakes_those_who_wait() {
        let cancellation = Cancellation::new();
        let count = Arc::new(Count::default());
        let waker = Waker::from(count.clone());
        let mut waiting = pin!(cancellation.cancelled());
        assert!(waiting.as_mut().poll(&mut Context::from_waker(&waker)).is_pending());
        cancellation.clone().cancel();
        assert_eq!(count.0.load(Ordering::Relaxed), 1);
        assert!(waiting.poll(&mut Context::from_waker(&waker)).is_ready());
        assert!(cancellation.is_cancelled());
    }

    #[test]
    fn nobody_can_cancel_what_never_ends() {
        let cancellation = Cancellation::never();
        cancellation.cancel();
        assert!(!cancellation.is_cancelled());
    }

    #[test]
    fn an_extension_replaces_one_of_its_type() {
        let mut extensions = Extensions::default();
        extensions.insert(1_u8);
        extensions.insert("text");
        extensions.insert(2_u8);
        assert_eq!(extensions.get::<u8>(), Some(&2));
        assert_eq!(extensions.get::<&str>(), Some(&"text"));
        assert_eq!(extensions.get::<u16>(), None);
    }
}
