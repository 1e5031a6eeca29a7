//! Converts a return value to an [`Output`] by its type, not by its tokens.
//!
//! A return value `v` is converted in two steps, `Return(Return(v).split()?).output()`. In each step, an inherent
//! method of a certain type takes precedence over a blanket trait's method. So `Result` is recognised in any spelling,
//! and text is not quoted. The methods carry the bounds, so a missing one is one readable error.

use serde::Serialize;

use super::content_of::{Content, InParts, OwnForm};
use super::{Failure, FailureEffect, ModelError, Output};

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
        E: ErrorForModel,
    {
        match self.0 {
            Ok(value) => Ok(value),
            Err(error) => Err(error.failure()),
        }
    }
}

/// The errors of functions: those with a text for the model.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no text for the model",
    label = "the error of an `#[ai_function]` says what the model reads of it",
    note = "above a type of your own, write `#[derive(ModelError)]`, and above each variant `#[model_error(\"What the model reads.\")]`",
    note = "for another type, return `Result<_, ToolError>`, and write `.or_tell(\"What the model reads.\")?` with the trait `OrTell` in scope"
)]
pub trait ErrorForModel {
    /// The failure that it describes.
    fn failure(&self) -> Failure;
}

#[diagnostic::do_not_recommend]
impl<E: ModelError> ErrorForModel for E {
    #[cold]
    fn failure(&self) -> Failure {
        Failure::of(self)
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

/// The step for types with a form of their own: [`OwnForm`] says which these are.
impl<T: OwnForm> Return<T> {
    /// The value in its own form.
    ///
    /// # Errors
    ///
    /// None.
    #[inline]
    pub fn output(self) -> Result<Output, Failure>
    where
        T: Content,
    {
        Ok(self.0.into_content())
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
///
/// `Form` tells serialisable types from those with parts, such as `Vec<Part>` or `(String, Option<Part>)`. No type is
/// both, so the compiler finds it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be the result of an `#[ai_function]`",
    label = "needs `serde::Serialize`",
    note = "above a type of your own, write `#[derive(serde::Serialize)]`",
    note = "text is returned as `String`, an image or a file as `Part`, several as a list or a tuple of these, with the text first"
)]
pub trait IntoOutput<Form = AsJson> {
    /// The value as an output.
    ///
    /// # Errors
    ///
    /// The value can't be serialised.
    fn into_output(self) -> Result<Output, Failure>;
}

/// The form of a value that is written as JSON.
#[derive(Debug)]
pub enum AsJson {}

/// The form of a value that is shown as its parts.
#[derive(Debug)]
pub enum AsParts {}

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

#[diagnostic::do_not_recommend]
impl<T: InParts> IntoOutput<AsParts> for T {
    fn into_output(self) -> Result<Output, Failure> {
        Ok(self.content())
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
