//! Decoding without rules: `serde_json`, but for structs. It reads a struct from an array too, by position; no schema
//! declares that, and no check of the host knows the fields then.

#![expect(
    clippy::inline_always,
    reason = "nothing may be left of these types on the good path of every call"
)]

use std::fmt;

use hpd_json::__private::is_reserved_key;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::access::Fields;

/// A deserializer, seed, visitor or access that reads structs from objects only.
pub(super) struct Plain<T>(pub(super) T);

macro_rules! scalars {
    ($($method:ident)*) => {$(
        #[inline(always)]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method(visitor)
        }
    )*};
}

macro_rules! containers {
    ($($method:ident($($argument:ident: $type:ty),*))*) => {$(
        #[inline(always)]
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value, D::Error> {
            self.0.$method($($argument,)* Plain(visitor))
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Plain<D> {
    type Error = D::Error;

    scalars! {
        deserialize_any deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
        deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string deserialize_bytes
        deserialize_byte_buf deserialize_unit deserialize_identifier deserialize_ignored_any
    }

    containers! {
        deserialize_option() deserialize_seq() deserialize_map()
        deserialize_tuple(count: usize) deserialize_tuple_struct(name: &'static str, count: usize)
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
    }

    #[inline(always)]
    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_unit_struct(name, visitor)
    }

    #[inline(always)]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        if is_reserved_key(name) {
            return self.0.deserialize_newtype_struct(name, visitor);
        }
        self.0.deserialize_newtype_struct(name, Plain(visitor))
    }

    #[inline(always)]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.0.deserialize_map(Plain(visitor))
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Plain<S> {
    type Value = S::Value;

    #[inline(always)]
    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Plain(inner))
    }
}

macro_rules! values {
    ($($method:ident($($value:ident: $type:ty)?))*) => {$(
        #[inline(always)]
        fn $method<E: Error>(self $(, $value: $type)?) -> Result<V::Value, E> {
            self.0.$method($($value)?)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Plain<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    values! {
        visit_bool(value: bool) visit_i64(value: i64) visit_i128(value: i128) visit_u64(value: u64)
        visit_u128(value: u128) visit_f64(value: f64) visit_char(value: char) visit_str(value: &str)
        visit_borrowed_str(value: &'de str) visit_string(value: String) visit_bytes(value: &[u8])
        visit_borrowed_bytes(value: &'de [u8]) visit_byte_buf(value: Vec<u8>) visit_none() visit_unit()
    }

    #[inline(always)]
    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.0.visit_some(Plain(inner))
    }

    #[inline(always)]
    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.0.visit_newtype_struct(Plain(inner))
    }

    #[inline(always)]
    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
        self.0.visit_seq(Plain(access))
    }

    #[inline(always)]
    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(Plain(access))
    }

    #[inline(always)]
    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
        self.0.visit_enum(Plain(access))
    }
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Plain<A> {
    type Error = A::Error;

    #[inline(always)]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(Plain(seed))
    }

    #[inline(always)]
    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Plain<A> {
    type Error = A::Error;

    // Keys are no structs.
    #[inline(always)]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(seed)
    }

    #[inline(always)]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Plain(seed))
    }

    #[inline(always)]
    fn size_hint(&self) -> Option<usize> {
        self.0.size_hint()
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Plain<A> {
    type Error = A::Error;
    type Variant = Plain<A::Variant>;

    #[inline(always)]
    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), A::Error> {
        let (value, contents) = self.0.variant_seed(seed)?;
        Ok((value, Plain(contents)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Plain<A> {
    type Error = A::Error;

    #[inline(always)]
    fn unit_variant(self) -> Result<(), A::Error> {
        self.0.unit_variant()
    }

    #[inline(always)]
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.newtype_variant_seed(Plain(seed))
    }

    #[inline(always)]
    fn tuple_variant<V: Visitor<'de>>(self, count: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.0.tuple_variant(count, Plain(visitor))
    }

    #[inline(always)]
    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        self.0.newtype_variant_seed(Fields(Plain(visitor)))
    }
}
