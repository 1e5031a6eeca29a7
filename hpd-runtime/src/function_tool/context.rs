//! The context of a call, for a closure that keeps it.

use std::any::Any;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::context::{CallContext, CallDetails, Cancellation, Principal, TurnContext};
use crate::output::InputError;
use crate::request::RawCall;

/// The context of a call, owned: the future of a closure keeps it across its waits.
///
/// It has the usual methods of [`CallContext`]; [`context`](Self::context) gives all others.
pub struct OwnedContext {
    call: RawCall,
    turn: TurnContext,
    details: CallDetails,
    warnings: Vec<hpd_json::Warning>,
}

impl OwnedContext {
    pub(super) fn of(context: &CallContext<'_>) -> Self {
        Self {
            call: context.call().clone(),
            turn: context.turn().clone(),
            // Shared, so that the host learns what the function says of its effect.
            details: context.shared_details(),
            warnings: context.warnings().to_vec(),
        }
    }

    /// The context.
    pub fn context(&self) -> CallContext<'_> {
        let context = CallContext::with_details(&self.call, &self.turn, self.details.clone());
        context.set_warnings(self.warnings.clone());
        context
    }

    /// The call.
    pub const fn call(&self) -> &RawCall {
        &self.call
    }

    /// The principal of the call.
    pub const fn principal(&self) -> &Principal {
        &self.turn.principal
    }

    /// The cancellation of the turn.
    pub const fn cancellation(&self) -> &Cancellation {
        &self.turn.cancellation
    }

    /// A value that the host put into the turn.
    pub fn extension<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.turn.extensions.get::<T>()
    }

    /// A key shared by all attempts at this call, as [`CallContext::idempotency_key`].
    pub fn idempotency_key(&self) -> Option<&str> {
        self.details.idempotency_key()
    }

    /// Reports the progress of the call, as [`CallContext::progress`]. `total` is in the same unit as `done`.
    pub fn progress(&self, done: f64, total: Option<f64>, message: &str) {
        self.context().progress(done, total, message);
    }

    /// The user's input under this key, as [`CallContext::input`].
    ///
    /// # Errors
    ///
    /// There is no answer yet, the effect has begun, or `T` does not take the answer.
    pub fn input<T: DeserializeOwned + JsonSchema>(&self, key: &str) -> Result<T, InputError> {
        self.context().input(key)
    }
}
