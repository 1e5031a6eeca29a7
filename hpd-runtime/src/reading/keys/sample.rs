//! Values in front of the place to look at, and keys of maps.

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{Deserializer, Visitor};

use super::probe::Stop;

/// A small value of the type that is requested. Enums have none.
#[derive(Clone, Copy)]
pub(super) struct Sample;

macro_rules! samples {
    ($($method:ident as $visit:ident($value:expr);)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
            visitor.$visit($value)
        }
    )*};
}

/// A sequence without items.
fn no_items() -> SeqDeserializer<std::iter::Empty<u8>, Stop> {
    SeqDeserializer::new(std::iter::empty())
}

/// A map without entries.
fn no_entries<'de>() -> MapDeserializer<'de, std::iter::Empty<(u8, u8)>, Stop> {
    MapDeserializer::new(std::iter::empty())
}

impl<'de> Deserializer<'de> for Sample {
    type Error = Stop;

    samples! {
        deserialize_any as visit_str("0");
        deserialize_bool as visit_bool(false);
        deserialize_i8 as visit_i8(0);
        deserialize_i16 as visit_i16(0);
        deserialize_i32 as visit_i32(0);
        deserialize_i64 as visit_i64(0);
        deserialize_i128 as visit_i128(0);
        deserialize_u8 as visit_u8(0);
        deserialize_u16 as visit_u16(0);
        deserialize_u32 as visit_u32(0);
        deserialize_u64 as visit_u64(0);
        deserialize_u128 as visit_u128(0);
        deserialize_f32 as visit_f32(0.0);
        deserialize_f64 as visit_f64(0.0);
        deserialize_char as visit_char('0');
        deserialize_str as visit_str("0");
        deserialize_string as visit_str("0");
        deserialize_identifier as visit_str("0");
        deserialize_bytes as visit_bytes(b"0");
        deserialize_byte_buf as visit_bytes(b"0");
        deserialize_seq as visit_seq(no_items());
        deserialize_map as visit_map(no_entries());
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_none()
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_unit()
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, count: usize, visitor: V) -> Result<V::Value, Stop> {
        visitor.visit_seq(Samples(count))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        visitor.visit_seq(Samples(count))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        visitor.visit_seq(Samples(fields.len()))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Stop> {
        Err(Stop)
    }
}

/// So many samples.
struct Samples(usize);

impl<'de> serde::de::SeqAccess<'de> for Samples {
    type Error = Stop;

    fn next_element_seed<S: serde::de::DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Stop> {
        let Some(left) = self.0.checked_sub(1) else { return Ok(None) };
        self.0 = left;
        seed.deserialize(Sample).map(Some)
    }
}
