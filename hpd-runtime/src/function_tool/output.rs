//! From a value of a type that no macro saw to an output.

use std::any::{Any, TypeId};

use crate::output::content_of::IntoContent;
use crate::output::{Failure, IntoOutput, Output, Part};

/// The output of a value: in its own form, if its type has one.
pub(super) fn output_of<T: IntoOutput + 'static>(value: T) -> Result<Output, Failure> {
    let mut value = Some(value);
    match own_form(&mut value) {
        Some(output) => Ok(output),
        None => value.map_or(Ok(Output::Nothing), IntoOutput::into_output),
    }
}

fn own_form(value: &mut dyn Any) -> Option<Output> {
    taken::<()>(value)
        .or_else(|| taken::<String>(value))
        .or_else(|| taken::<Part>(value))
        .or_else(|| taken::<Option<Part>>(value))
        .or_else(|| taken::<Vec<Part>>(value))
        .or_else(|| taken::<Option<Vec<Part>>>(value))
        .or_else(|| taken::<(Part, Part)>(value))
        .or_else(|| taken::<(String, Part)>(value))
}

fn taken<T: IntoContent + 'static>(value: &mut dyn Any) -> Option<Output> {
    value.downcast_mut::<Option<T>>()?.take().map(IntoContent::content)
}

/// Whether a type is one of bytes, which say nothing of what they are.
pub(super) fn is_bytes<T: 'static>() -> bool {
    let of = TypeId::of::<T>();
    [TypeId::of::<Vec<u8>>(), TypeId::of::<Option<Vec<u8>>>(), TypeId::of::<Box<[u8]>>()].contains(&of)
}
