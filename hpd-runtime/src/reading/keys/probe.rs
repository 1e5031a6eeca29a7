//! The deserializer that notes what a type requests.

use std::any::type_name;
use std::cell::RefCell;
use std::fmt;

use hpd_json::__private::is_reserved_key;
use serde::de::{Deserializer, Visitor};

use super::access::{Entry, Items, VariantOf};
use crate::reading::NumberForm;

/// A step from a value to one inside it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// The value of an option or a newtype.
    Inside,
    /// An item of a sequence.
    Item(usize),
    /// The value of a field.
    Key(&'static str),
    /// The value of any entry of a map.
    Entry,
    /// The contents of a variant.
    Variant(&'static str),
}

/// The request of a type at one place.
#[derive(Debug, Clone, Copy)]
pub(super) enum Request {
    /// A value without parts, or one that is ignored.
    Scalar,
    /// A float.
    Float(NumberForm),
    /// Whatever there is.
    Anything,
    /// The text of whatever there is.
    Raw,
    /// The same value: of an option or a newtype.
    Inside,
    /// A sequence, or a tuple of so many items.
    Items { count: Option<usize> },
    /// A map.
    Entries,
    /// A struct with these fields, aliases among them.
    Fields { names: &'static [&'static str], reader: &'static str },
    /// An enum with these variants, aliases among them.
    Variants { names: &'static [&'static str], reader: &'static str },
}

/// The end of a walk. Every walk ends in it.
#[derive(Debug)]
pub struct Stop;

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no value")
    }
}

impl std::error::Error for Stop {}

impl serde::de::Error for Stop {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self
    }
}

/// A deserializer without values. It leads a type to one of its places, and notes the request there.
#[derive(Clone, Copy)]
pub struct Probe<'p> {
    path: &'p [Step],
    noted: &'p RefCell<Option<Request>>,
}

impl<'p> Probe<'p> {
    pub(super) const fn new(path: &'p [Step], noted: &'p RefCell<Option<Request>>) -> Self {
        Self { path, noted }
    }

    /// The next step, and the probe after it.
    ///
    /// # Errors
    ///
    /// The place is reached: the request is noted.
    fn step(self, request: impl FnOnce() -> Request) -> Result<(Step, Self), Stop> {
        if let Some((step, path)) = self.path.split_first() {
            return Ok((*step, Self { path, ..self }));
        }
        self.noted.replace(Some(request()));
        Err(Stop)
    }

    fn end<T>(self, request: Request) -> Result<T, Stop> {
        self.step(|| request).and(Err(Stop))
    }

    /// A unit variant.
    pub(super) fn unit(self) -> Result<(), Stop> {
        self.end(Request::Scalar)
    }

    pub(super) fn items<'de, V: Visitor<'de>>(
        self,
        count: Option<usize>,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        match self.step(|| Request::Items { count })? {
            (Step::Item(before), inner) => visitor.visit_seq(Items { before, inner: Some(inner) }),
            _ => Err(Stop),
        }
    }

    pub(super) fn fields<'de, V: Visitor<'de>>(
        self,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        match self.step(|| Request::Fields { names, reader: type_name::<V>() })? {
            (Step::Key(key), inner) => visitor.visit_map(Entry { key: Some(key), inner: Some(inner) }),
            _ => Err(Stop),
        }
    }
}

macro_rules! scalars {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Stop> {
            self.end(Request::Scalar)
        }
    )*};
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Stop;

    scalars! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128 deserialize_char
        deserialize_str deserialize_string deserialize_unit deserialize_identifier deserialize_ignored_any
    }

    fn deserialize_f32<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Stop> {
        self.end(Request::Float(NumberForm::Float))
    }

    fn deserialize_f64<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Stop> {
        self.end(Request::Float(NumberForm::Double))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Stop> {
        self.end(Request::Anything)
    }

    // JSON has bytes as texts or as arrays.
    fn deserialize_bytes<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Stop> {
        self.end(Request::Anything)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Stop> {
        self.end(Request::Anything)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self.step(|| Request::Inside)? {
            (Step::Inside, inner) => visitor.visit_some(inner),
            _ => Err(Stop),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, _: V) -> Result<V::Value, Stop> {
        self.end(Request::Scalar)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        // A raw value keeps any JSON.
        if is_reserved_key(name) {
            return self.end(Request::Raw);
        }
        match self.step(|| Request::Inside)? {
            (Step::Inside, inner) => visitor.visit_newtype_struct(inner),
            _ => Err(Stop),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.items(None, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, count: usize, visitor: V) -> Result<V::Value, Stop> {
        self.items(Some(count), visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.items(Some(count), visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        match self.step(|| Request::Entries)? {
            (Step::Entry, inner) => visitor.visit_map(Entry { key: None, inner: Some(inner) }),
            _ => Err(Stop),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.fields(names, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        match self.step(|| Request::Variants { names, reader: type_name::<V>() })? {
            (Step::Variant(name), inner) => visitor.visit_enum(VariantOf { name, inner }),
            _ => Err(Stop),
        }
    }
}
