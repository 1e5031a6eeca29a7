//! The schema of a result, by its type. A type without a schema has none, which is no error.
//!
//! As in [`convert`](crate::output), an inherent method with a bound takes precedence over a blanket trait's method.

use std::marker::PhantomData;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

/// The type that a function returns.
pub struct ReturnType<T>(PhantomData<fn() -> T>);

/// The type of the value in it.
pub struct ResultType<T>(PhantomData<fn() -> T>);

impl<T> ReturnType<T> {
    /// Of this type.
    pub const NEW: Self = Self(PhantomData);
}

impl<T, E> ReturnType<Result<T, E>> {
    /// The type of the result without its error.
    pub const fn value(self) -> ResultType<T> {
        ResultType(PhantomData)
    }
}

/// The step for types other than `Result`.
pub trait PlainReturnType {
    /// The type of the value.
    type Value;

    /// The type itself.
    fn value(self) -> ResultType<Self::Value>;
}

impl<T> PlainReturnType for ReturnType<T> {
    type Value = T;

    fn value(self) -> ResultType<T> {
        ResultType(PhantomData)
    }
}

impl<T: JsonSchema> ResultType<T> {
    /// The schema of what the type is serialised as, if that is an object: other values are no structured content.
    pub fn schema(self) -> Option<Schema> {
        let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
        let schema = generator.into_root_schema_for::<T>();
        let is_object = schema.get("type").and_then(serde_json::Value::as_str) == Some("object");
        is_object.then_some(schema)
    }
}

/// The step for types without a schema.
pub trait NoSchema: Sized {
    /// None.
    fn schema(self) -> Option<Schema> {
        None
    }
}

impl<T> NoSchema for ResultType<T> {}
