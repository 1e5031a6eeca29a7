//! Converts a return value to an [`Output`] by its type, not by its tokens.
//!
//! A return value `v` is converted in two steps, `Return(Return(v).split()?).output()`. In each step, an inherent
//! method of a certain type takes precedence over a blanket trait's method. So `Result` is recognised in any spelling,
//! and text is not quoted. The methods carry the bounds, so a missing one is one readable error.

use serde::Serialize;

use super::{Failure, FailureEffect, ModelError, Output, Part, StructuredOutput};

/// A return value that becomes an [`Output`].
pub struct Return<T>(pub T);

impl<T, E> Return<Result<T, E>> {
    /// The value, or the failure.
    ///
    /// # Errors
    ///
    /// The error that the function returned, as a [`Failure`].
    #[inline]
    pub fn split(self) -> Result<T, Failure>
    where
        E: ModelError,
    {
        match self.0 {
            Ok(value) => Ok(value),
            Err(error) => Err(Failure::of(&error)),
        }
    }
}

/// The step for types other than `Result`.
pub trait PlainReturn {
    /// The value's type.
    type Value;

    /// The value itself.
    ///
    /// # Errors
    ///
    /// None: a value that is not a `Result` is no failure.
    fn split(self) -> Result<Self::Value, Failure>;
}

impl<T> PlainReturn for Return<T> {
    type Value = T;

    #[inline]
    fn split(self) -> Result<T, Failure> {
        Ok(self.0)
    }
}

impl Return<()> {
    /// Nothing.
    ///
    /// # Errors
    ///
    /// None.
    #[inline]
    pub fn output(self) -> Result<Output, Failure> {
        Ok(Output::Nothing)
    }
}

impl Return<String> {
    /// The text as it is.
    ///
    /// # Errors
    ///
    /// None.
    #[inline]
    pub fn output(self) -> Result<Output, Failure> {
        Ok(Output::Text(self.0))
    }
}

impl Return<Vec<Part>> {
    /// The parts as they are.
    ///
    /// # Errors
    ///
    /// None.
    #[inline]
    pub fn output(self) -> Result<Output, Failure> {
        Ok(Output::Content(self.0))
    }
}

impl Return<Part> {
    /// The part as it is.
    ///
    /// # Errors
    ///
    /// None.
    #[inline]
    pub fn output(self) -> Result<Output, Failure> {
        Ok(Output::Content(vec![self.0]))
    }
}

impl Return<Option<Part>> {
    /// The part, if there is one.
    ///
    /// # Errors
    ///
    /// None.
    #[inline]
    pub fn output(self) -> Result<Output, Failure> {
        Ok(Output::Content(self.0.into_iter().collect()))
    }
}

impl Return<StructuredOutput> {
    /// The output as it is.
    ///
    /// # Errors
    ///
    /// None.
    #[inline]
    pub fn output(self) -> Result<Output, Failure> {
        Ok(self.0.into())
    }
}

impl Return<Output> {
    /// The output as it is.
    ///
    /// # Errors
    ///
    /// None.
    #[inline]
    pub fn output(self) -> Result<Output, Failure> {
        Ok(self.0)
    }
}

/// The step for types without a method of their own.
pub trait ReturnOutput {
    /// The value's type.
    type Value;

    /// The value as JSON; a JSON string as plain text.
    ///
    /// # Errors
    ///
    /// The value can't be serialised.
    fn output(self) -> Result<Output, Failure>
    where
        Self::Value: IntoOutput;
}

impl<T> ReturnOutput for Return<T> {
    type Value = T;

    #[inline]
    fn output(self) -> Result<Output, Failure>
    where
        T: IntoOutput,
    {
        self.0.into_output()
    }
}

/// Return types of functions: any serialisable type, text, or content parts.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the result of an `#[ai_function]`",
    label = "needs `serde::Serialize`",
    note = "write `#[derive(serde::Serialize)]` above it, or return text or `Vec<hpd_runtime::output::Part>`"
)]
pub trait IntoOutput {
    /// The value as an output.
    ///
    /// # Errors
    ///
    /// The value can't be serialised.
    fn into_output(self) -> Result<Output, Failure>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> IntoOutput for T {
    fn into_output(self) -> Result<Output, Failure> {
        serialised(if size_of::<T>() <= SMALL {
            serde_json::to_string(&self)
        } else {
            to_roomy_string(&self)
        })
    }
}

/// Bytes of a value with few numbers: its JSON fits into the first allocation of `serde_json`.
const SMALL: usize = 16;
/// Bytes of JSON that most results fit into: growing costs more than asking for them at once.
const USUAL_RESULT: usize = 512;

fn to_roomy_string<T: Serialize>(value: &T) -> Result<String, serde_json::Error> {
    let mut json = Vec::with_capacity(USUAL_RESULT);
    serde_json::to_writer(&mut json, value)?;
    // serde_json writes UTF-8.
    String::from_utf8(json).map_err(serde::ser::Error::custom)
}

/// A JSON string is shown to the model as its text.
#[inline]
fn serialised(json: Result<String, serde_json::Error>) -> Result<Output, Failure> {
    match json {
        Ok(json) if json.starts_with('"') => match serde_json::from_str(&json) {
            Ok(text) => Ok(Output::Text(text)),
            Err(error) => Err(not_serialisable(&error)),
        },
        Ok(json) => Ok(Output::Json(json)),
        Err(error) => Err(not_serialisable(&error)),
    }
}

#[cold]
fn not_serialisable(error: &serde_json::Error) -> Failure {
    Failure {
        source: Some(error.to_string()),
        // It ran to its end, so its effect may have happened.
        effect: FailureEffect::Unknown,
        ..Failure::new("The function ran, but its result can't be shown.")
    }
}
