//! What a function asks the user for while it runs.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use super::CallContext;
use crate::output::{AnsweredInput, InputError, InputRequest};

impl CallContext<'_> {
    /// The user's input under this key. Without an answer, the error ends the run by `?`. The user is then asked, and the
    /// call is made again with the answer. Its arguments stay as they are.
    ///
    /// The question is the description of `T`, or is made of the key. [`input_with`](Self::input_with) takes another
    /// text and schema. `key` is a name of its own: no parameter may have it.
    ///
    /// A function that reads may ask at any time. A write may ask before its effect: in its `check`, or before
    /// [`begin_effect`](Self::begin_effect). The user approves a write together with the answers.
    ///
    /// ```
    /// use hpd_runtime::{CallContext, ToolError, plugin};
    ///
    /// struct Trips;
    ///
    /// #[plugin]
    /// impl Trips {
    ///     /// Finds a train.
    ///     #[ai_function]
    ///     fn find_train(
    ///         &self,
    ///         /** Where to. */
    ///         city: String,
    ///         #[context] ctx: &CallContext<'_>,
    ///     ) -> Result<String, ToolError> {
    ///         let seats: u32 = ctx.input("seats")?;
    ///         Ok(format!("{seats} seats to {city}"))
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// There is no answer yet, the effect has begun, or `T` does not take the answer.
    pub fn input<T: DeserializeOwned + JsonSchema>(&self, key: &str) -> Result<T, InputError> {
        self.input_with(key, InputRequest::for_key::<T>(key))
    }

    /// The same, with a question and a schema of the function.
    ///
    /// ```
    /// use hpd_runtime::output::InputRequest;
    /// use hpd_runtime::{CallContext, ToolError};
    /// use serde_json::json;
    ///
    /// fn code(ctx: &CallContext<'_>) -> Result<String, ToolError> {
    ///     let digits = json!({"type": "string", "pattern": "^[0-9]{6}$"});
    ///     Ok(ctx.input_with("code", InputRequest::new("What is your code?", digits).sensitive())?)
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`input`](Self::input).
    pub fn input_with<T: DeserializeOwned>(&self, key: &str, request: InputRequest) -> Result<T, InputError> {
        let json = self.details_or_default().inputs().answer(key, request)?;
        serde_json::from_str(json).map_err(|_| InputError::unreadable(key))
    }

    /// Marks the beginning of the effect: the function asks for no input from here on. A request for input is an error
    /// then, and the effect counts as unknown.
    #[cold]
    pub fn begin_effect(&self) {
        self.details_or_default().inputs().begin_effect();
    }

    /// Sets the answers to requests for input. Returns `false`, and keeps the old answers, if they were set before.
    #[cold]
    pub fn set_inputs(&self, answers: Vec<AnsweredInput>) -> bool {
        self.details_or_default().set_inputs(answers, None)
    }

    /// The same, of a call that continues a stored one.
    #[doc(hidden)]
    #[cold]
    pub fn continue_with(&self, answers: Vec<AnsweredInput>, stored: &str) -> bool {
        self.details_or_default().set_inputs(answers, Some(stored.into()))
    }
}
