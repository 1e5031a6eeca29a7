//! A function's view of its call.

mod inputs;
pub(crate) mod pages;

use std::any::Any;
use std::mem::ManuallyDrop;
use std::sync::OnceLock;
use std::time::Instant;

use hpd_json::{Leniency, Limits, Node, Reading, Warning};

use self::pages::PageKeeper;
use super::{CallDetails, Cancellation, Principal, Progress, TurnContext};
use crate::output::Failure;
use crate::provenance::{ParameterSources, Provenance};
use crate::request::{RawCall, ToolCallRequest};

/// A function's view of its call. A parameter `#[context] ctx: &CallContext<'_>` receives it; it is not part of the
/// schema.
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
///     fn save(
///         &self,
///         /** The text. */
///         text: String,
///         #[context] ctx: &CallContext<'_>,
///     ) -> String {
///         format!(
///             "{} saved {text:?} by call {}",
///             ctx.principal().id().unwrap_or("somebody"),
///             ctx.call().id
///         )
///     }
/// }
/// ```
pub struct CallContext<'a> {
    call: &'a RawCall,
    turn: &'a TurnContext,
    /// Asked only for functions that read the call itself.
    interpreter: Option<&'a (dyn Interpreter + 'a)>,
    /// Asked only for texts that are read page by page.
    keeper: Option<&'a (dyn PageKeeper + 'a)>,
    /// Most calls have nothing of it: in one box, so that these are not larger for it.
    beside: OnceLock<Box<Beside>>,
}

/// Interprets calls by the schemas of their tools; a toolbox implements it.
pub trait Interpreter: Sync {
    /// The arguments of a call under the schema of its tool: repaired and promoted, without defaults. `None` if the
    /// tool is not known, or the text can't be read.
    fn interpret(&self, call: &RawCall) -> Option<Node<'static>>;

    /// The host's own type.
    #[doc(hidden)]
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }
}

/// Facts that are added while the call proceeds.
#[derive(Default)]
struct Beside {
    /// Set once the arguments were read, before the function runs.
    warnings: OnceLock<Vec<Warning>>,
    /// The same with those that were found later.
    all_warnings: OnceLock<Vec<Warning>>,
    details: OnceLock<CallDetails>,
    /// Of a function that takes the request itself.
    request: OnceLock<ToolCallRequest>,
    /// The check can't decide without the user.
    undecided: OnceLock<Box<Failure>>,
}

impl Beside {
    #[cold]
    fn into_warnings(self: Box<Self>) -> Vec<Warning> {
        self.all_warnings.into_inner().or(self.warnings.into_inner()).unwrap_or_default()
    }
}

impl<'a> CallContext<'a> {
    /// The context of `call` in `turn`.
    pub const fn new(call: &'a RawCall, turn: &'a TurnContext) -> Self {
        Self { call, turn, interpreter: None, keeper: None, beside: OnceLock::new() }
    }

    /// Sets the interpreter that knows the schema of the call. [`request`](Self::request) then reads the
    /// arguments by that schema.
    #[must_use]
    #[inline]
    pub const fn interpreted_by(mut self, interpreter: &'a (dyn Interpreter + 'a)) -> Self {
        self.interpreter = Some(interpreter);
        self
    }

    /// The interpreter that knows the schema of the call, if one was set.
    pub const fn interpreter(&self) -> Option<&'a (dyn Interpreter + 'a)> {
        self.interpreter
    }

    /// The context of another attempt, or of a call with values from other sources than the model.
    pub fn with_details(call: &'a RawCall, turn: &'a TurnContext, details: CallDetails) -> Self {
        let beside = Beside { details: OnceLock::from(details), ..Beside::default() };
        Self { beside: OnceLock::from(Box::new(beside)), ..Self::new(call, turn) }
    }

    /// Sets the key that all attempts at the call share. Returns `false`, and keeps the old key, if one was
    /// set before.
    #[cold]
    pub fn set_idempotency_key(&self, key: impl Into<Box<str>>) -> bool {
        self.details_or_default().set_idempotency_key(key.into())
    }

    /// Sets the source of each parameter's value. Returns `false`, and keeps the old sources, if they were
    /// set before.
    #[cold]
    pub fn set_provenance<N: Into<Box<str>>>(
        &self,
        sources: impl IntoIterator<Item = (N, Provenance)>,
    ) -> bool {
        self.share_provenance(sources.into_iter().map(|(name, source)| (name.into(), source)).collect())
    }

    /// The same, with sources that several calls share.
    #[doc(hidden)]
    #[cold]
    pub fn share_provenance(&self, sources: ParameterSources) -> bool {
        self.details_or_default().set_provenance(sources)
    }

    /// The details of the call for its function.
    pub fn details(&self) -> Option<&CallDetails> {
        self.beside.get()?.details.get()
    }

    fn details_or_default(&self) -> &CallDetails {
        self.beside.get_or_init(Box::default).details.get_or_init(CallDetails::default)
    }

    /// The call. [`RawCall::raw_text`] has its arguments as the model wrote them.
    pub const fn call(&self) -> &'a RawCall {
        self.call
    }

    /// The call with its arguments as the function received them, without defaults. For functions that must tell a
    /// received value from a default. Values from the user, the profile and the configuration are included. Values have
    /// the types of the function's schema, and the warnings are those of the call.
    /// [`raw_arguments`](ToolCallRequest::raw_arguments) is the model's text. This method reads the arguments again
    /// each time, except in a function that takes the request as a parameter.
    ///
    /// A context without a toolbox has no schema, and reads the text by [`ToolCallRequest::parse_as`]. To see
    /// unreadable texts too, take `#[context] request: &ToolCallRequest`.
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
    ///         let is_given = request
    ///             .arguments
    ///             .as_ref()
    ///             .is_some_and(|arguments| arguments.get("limit").is_some());
    ///         format!(
    ///             "{limit} notes with {text:?}, {}",
    ///             if is_given { "as asked" } else { "as usual" }
    ///         )
    ///     }
    /// }
    /// ```
    pub fn request(&self) -> ToolCallRequest {
        if let Some(request) = self.beside.get().and_then(|beside| beside.request.get()) {
            return request.clone();
        }
        let understood = self.interpreter.and_then(|interpreter| interpreter.interpret(self.call));
        understood.map_or_else(
            || {
                let reading =
                    Reading { leniency: Leniency::Safe, writes: false, stop_reason: self.call.stop_reason };
                ToolCallRequest::parse_as(self.call, &reading, &Limits::default())
            },
            |tree| ToolCallRequest::understood(self.call, tree, self.warnings().to_vec()),
        )
    }

    /// Keeps the request for a function that takes it; only the first one counts.
    #[cold]
    pub(crate) fn keep_request(&self, request: impl FnOnce() -> ToolCallRequest) -> &ToolCallRequest {
        self.beside.get_or_init(Box::default).request.get_or_init(request)
    }

    /// The warnings about the arguments.
    pub fn warnings(&self) -> &[Warning] {
        let warnings =
            self.beside.get().and_then(|beside| beside.all_warnings.get().or(beside.warnings.get()));
        warnings.map_or(&[], Vec::as_slice)
    }

    /// Sets the warnings about the arguments; only the first time counts.
    #[inline]
    pub fn set_warnings(&self, warnings: Vec<Warning>) {
        if !warnings.is_empty() {
            // A second reading of the same text finds the same.
            let _ = self.beside.get_or_init(Box::default).warnings.set(warnings);
        }
    }

    /// Adds warnings that were found after the reading; only the first time counts.
    #[cold]
    pub fn add_warnings(&self, warnings: &[Warning]) {
        if !warnings.is_empty() {
            let all = [self.warnings(), warnings].concat();
            // A call is frozen once.
            let _ = self.beside.get_or_init(Box::default).all_warnings.set(all);
        }
    }

    /// The warnings about the arguments; consumes the context.
    #[expect(clippy::inline_always, reason = "the good path of every call, where there are none")]
    #[inline(always)]
    pub fn into_warnings(self) -> Vec<Warning> {
        // Nothing else needs a drop.
        match ManuallyDrop::new(self).beside.take() {
            None => Vec::new(),
            Some(beside) => beside.into_warnings(),
        }
    }

    /// The host's data about the turn.
    pub const fn turn(&self) -> &'a TurnContext {
        self.turn
    }

    /// A key shared by all attempts at this call, and by no other call. A service with idempotency keys
    /// performs the request once. `None` if the function only reads.
    ///
    /// ```
    /// use hpd_runtime::{CallContext, ToolError, plugin};
    ///
    /// struct Bank;
    ///
    /// impl Bank {
    ///     fn post(&self, path: &str, key: Option<&str>) -> Result<(), std::io::Error> {
    ///         # let _ = (path, key);
    ///         Ok(())
    ///     }
    /// }
    ///
    /// #[plugin]
    /// impl Bank {
    ///     /// Pays a bill.
    ///     #[ai_function(write, risk = high, idempotent)]
    ///     fn pay(
    ///         &self,
    ///         /** The bill. */
    ///         bill: String,
    ///         #[context] ctx: &CallContext<'_>,
    ///     ) -> Result<(), ToolError> {
    ///         let paid = self.post(&format!("/bills/{bill}/payment"), ctx.idempotency_key());
    ///         paid.map_err(|error| {
    ///             ToolError::new("The bank does not answer.").outcome_unknown().caused_by(error)
    ///         })
    ///     }
    /// }
    /// ```
    pub fn idempotency_key(&self) -> Option<&str> {
        self.details()?.idempotency_key()
    }

    /// The details for another context of the call: both share what the function says of its effect.
    #[doc(hidden)]
    #[cold]
    pub fn shared_details(&self) -> CallDetails {
        let details = self.details_or_default();
        details.inputs();
        details.clone()
    }

    /// The check can't decide without the user; only the first time counts.
    #[cold]
    pub(crate) fn note_undecided(&self, failure: Box<Failure>) {
        // One check is made in a context.
        let _ = self.beside.get_or_init(Box::default).undecided.set(failure);
    }

    /// Why the check can't decide without the user, if it can't.
    #[doc(hidden)]
    #[inline]
    pub fn undecided(&self) -> Option<&Failure> {
        self.beside.get()?.undecided.get().map(|failure| &**failure)
    }

    /// The number of this attempt at the call: 1 or 2. Attempt 2 follows a first one that did not run or may be
    /// repeated.
    pub fn attempt(&self) -> u32 {
        self.details().map_or(1, CallDetails::attempt)
    }

    /// The source of a parameter's value. `parameter` is the parameter's name for the model. `None` means
    /// that no source was recorded: the model sent the value, or the value is a default.
    ///
    /// ```
    /// use hpd_runtime::context::CallDetails;
    /// use hpd_runtime::values::Provenance;
    /// use hpd_runtime::{CallContext, RawCall, TurnContext};
    ///
    /// let (call, turn) = (RawCall::new("1", "forecast", "{}"), TurnContext::empty());
    /// let details = CallDetails::default().with_provenance("city", Provenance::Profile);
    /// let ctx = CallContext::with_details(&call, &turn, details);
    /// assert_eq!(ctx.provenance("city"), Some(Provenance::Profile));
    /// assert_eq!(ctx.provenance("days"), None);
    /// ```
    pub fn provenance(&self, parameter: &str) -> Option<Provenance> {
        self.details()?.provenance(parameter)
    }

    /// The principal of the call: the call is made on behalf of the principal, and uses the tenant's data.
    pub const fn principal(&self) -> &'a Principal {
        &self.turn.principal
    }

    /// The time by which the call has to be finished.
    pub const fn deadline(&self) -> Option<Instant> {
        self.turn.deadline
    }

    /// The cancellation of the turn: whether it has happened, and a way to wait for it.
    pub const fn cancellation(&self) -> &'a Cancellation {
        &self.turn.cancellation
    }

    /// A value that the host put into the turn.
    pub fn extension<T: Any + Send + Sync>(&self) -> Option<&'a T> {
        self.turn.extensions.get::<T>()
    }

    /// Reports the progress of the call to the host. `total` is in the same unit as `done`.
    pub fn progress(&self, done: f64, total: Option<f64>, message: &str) {
        if let Some(sink) = &self.turn.progress {
            sink(&Progress { call_id: &self.call.id, done, total, message });
        }
    }
}
