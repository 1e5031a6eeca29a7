//! Places for decoded values, filled by one reader that knows nothing of their types.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{DeserializeOwned, Visitor};

use super::guarded::{Guarded, ReadError};
use super::keys::Probe;

/// A type that a model can send: anything that implements `Deserialize` and `JsonSchema` and owns its data.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a parameter of an `#[ai_function]`",
    label = "needs `serde::Deserialize` and `schemars::JsonSchema` for every type inside, and may not borrow",
    note = "above a type of your own, write `#[derive(serde::Deserialize, schemars::JsonSchema)]`, with schemars 1 (`schemars = \"1.2\"`): that of schemars 0.8 is another trait",
    note = "in place of a type of another crate, take a `String` or a number, and convert it in the body"
)]
pub trait Param: Sized + Send {
    /// The type's own schema, where it is used once and by no name.
    #[doc(hidden)]
    fn __hpd_object(generator: &mut SchemaGenerator) -> Schema;
    /// The type's schema.
    #[doc(hidden)]
    fn __hpd_schema(generator: &mut SchemaGenerator) -> Schema;
    /// Decodes the value at the start of `rest`; the number of bytes it took.
    #[doc(hidden)]
    fn __hpd_decode(place: &mut Option<Self>, guarded: Guarded<'_, '_>) -> Result<usize, ReadError>;
    /// The value that serde decodes from a missing field.
    #[doc(hidden)]
    fn __hpd_missing() -> Option<Self>;
    /// Shows a probe the keys and variants that the type reads.
    #[doc(hidden)]
    fn __hpd_probe(probe: Probe<'_>);
}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send> Param for T {
    fn __hpd_object(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }

    fn __hpd_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }

    fn __hpd_decode(place: &mut Option<Self>, guarded: Guarded<'_, '_>) -> Result<usize, ReadError> {
        guarded.decode(place)
    }

    fn __hpd_missing() -> Option<Self> {
        T::deserialize(Missing).ok()
    }

    fn __hpd_probe(probe: Probe<'_>) {
        // A probe has no value: it notes the requests, and every walk ends in an error.
        let _ = T::deserialize(probe);
    }
}

/// The operations of a parameter's type. Only [`ops`] has the trait bound, so that an unsuitable type yields a single
/// compile error.
pub struct Ops<T> {
    /// The type's schema.
    pub schema: fn(&mut SchemaGenerator) -> Schema,
    /// The type's own schema, where it is used once and by no name.
    pub object: fn(&mut SchemaGenerator) -> Schema,
    /// Whether the type decodes from a missing field.
    pub optional: fn() -> bool,
    /// Whether a JSON text decodes as the type.
    pub accepts: fn(&str) -> bool,
    /// Shows a probe the keys and variants that the type reads.
    pub probe: fn(Probe<'_>),
    decode: fn(&mut Option<T>, Guarded<'_, '_>) -> Result<usize, ReadError>,
    missing: fn() -> Option<T>,
}

impl<T> Clone for Ops<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Ops<T> {}

/// The operations of the parameter type `T`.
pub const fn ops<T: Param>() -> Ops<T> {
    Ops {
        schema: T::__hpd_schema,
        object: T::__hpd_object,
        optional: || T::__hpd_missing().is_some(),
        accepts: accepts::<T>,
        probe: T::__hpd_probe,
        decode: T::__hpd_decode,
        missing: T::__hpd_missing,
    }
}

fn accepts<T: Param>(json: &str) -> bool {
    T::__hpd_decode(&mut None, Guarded::plain(json)).is_ok_and(|read| json[read..].trim_ascii().is_empty())
}

/// A place for the value of one parameter.
pub struct Slot<T> {
    value: Option<T>,
    ops: Ops<T>,
}

/// A slot without a value.
pub const fn slot<T>(ops: Ops<T>) -> Slot<T> {
    Slot { value: None, ops }
}

impl<T> Slot<T> {
    /// The value, once it was read.
    pub const fn get(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// The value.
    ///
    /// # Panics
    ///
    /// Panics if the slot is empty. [`Reader::finish`](super::Reader::finish) refuses a call with an empty slot, so a
    /// shim calls it first.
    #[track_caller]
    pub fn take(self) -> T {
        self.value.expect("the reader fills every slot, or refuses the call")
    }
}

/// A slot of any type.
pub trait DynSlot {
    /// Decodes the value at the start of a text; the number of bytes it took. An error if there is a value already.
    #[doc(hidden)]
    fn decode(&mut self, guarded: Guarded<'_, '_>) -> Result<usize, ReadError>;
    /// Takes the value out again.
    #[doc(hidden)]
    fn clear(&mut self);
    /// Fills the slot with the value that serde decodes from a missing field. Returns whether one exists.
    #[doc(hidden)]
    fn fill_missing(&mut self) -> bool;
    /// Whether there is a value.
    #[doc(hidden)]
    fn is_filled(&self) -> bool;
}

impl<T> DynSlot for Slot<T> {
    fn decode(&mut self, guarded: Guarded<'_, '_>) -> Result<usize, ReadError> {
        if self.value.is_some() {
            return Err(ReadError);
        }
        (self.ops.decode)(&mut self.value, guarded)
    }

    fn clear(&mut self) {
        self.value = None;
    }

    fn fill_missing(&mut self) -> bool {
        self.value = (self.ops.missing)();
        self.value.is_some()
    }

    fn is_filled(&self) -> bool {
        self.value.is_some()
    }
}

/// Deserialises like a missing field: only `Option`, and transparent wrappers of it, decode from it.
struct Missing;

/// The field is required.
#[derive(Debug)]
struct Required;

impl fmt::Display for Required {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("required")
    }
}

impl std::error::Error for Required {}

impl serde::de::Error for Required {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

impl<'de> serde::Deserializer<'de> for Missing {
    type Error = Required;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Required> {
        Err(Required)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Required> {
        visitor.visit_none()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
