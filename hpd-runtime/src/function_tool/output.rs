//! From a value of a type that no macro saw to an output.

use std::any::Any;

use crate::output::content_of::IntoContent;
use crate::output::{Failure, IntoOutput, Output};

/// The output of a value: in its own form, if its type has one.
pub(super) fn output_of<T: IntoOutput<Form> + 'static, Form>(value: T) -> Result<Output, Failure> {
    let mut value = Some(value);
    match own_form(&mut value) {
        Some(output) => Ok(output),
        None => value.map_or(Ok(Output::Nothing), IntoOutput::into_output),
    }
}

/// The form of the types that can be serialised, and are not written as JSON.
fn own_form(value: &mut dyn Any) -> Option<Output> {
    taken::<()>(value).or_else(|| taken::<String>(value))
}

fn taken<T: IntoContent + 'static>(value: &mut dyn Any) -> Option<Output> {
    value.downcast_mut::<Option<T>>()?.take().map(IntoContent::content)
}
