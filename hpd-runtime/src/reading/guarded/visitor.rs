//! The visitor that checks scalars and opens sequences and maps.

use std::fmt;

use serde::de::{Deserializer, EnumAccess, Error, MapAccess, SeqAccess, Visitor};

use super::access::{GuardedEnum, GuardedMap, GuardedSeq};
use super::{GuardedDeserializer, Place, refusal};

/// A visitor that checks values against the rules of their place.
pub(super) struct GuardedVisitor<'w, V> {
    pub(super) inner: V,
    pub(super) at: Place<'w>,
    pub(super) asked: Asked,
}

/// What a type asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// A map that takes any key, so that nothing but this reader notices one that comes twice.
    Map,
    /// An integer.
    Integer,
    Other,
}

macro_rules! scalars {
    ($($method:ident($type:ty) by $check:ident;)*) => {$(
        #[inline]
        fn $method<E: Error>(self, value: $type) -> Result<V::Value, E> {
            match self.at.rules {
                Some(rules) if !self.at.watch.checked && !rules.$check(value.into()) => Err(refusal()),
                _ => self.inner.$method(value),
            }
        }
    )*};
}

impl<V> GuardedVisitor<'_, V> {
    #[inline]
    fn check_text<E: Error>(&self, text: &str) -> Result<(), E> {
        if text.len() > self.at.watch.max_string {
            return Err(refusal());
        }
        match self.at.rules {
            Some(rules) if !self.at.watch.checked && !rules.allows_text(text) => Err(refusal()),
            _ => Ok(()),
        }
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for GuardedVisitor<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    scalars! {
        visit_bool(bool) by allows_bool;
        visit_i64(i64) by allows_integer;
        visit_i128(i128) by allows_integer;
        visit_u64(u64) by allows_integer;
    }

    #[inline]
    fn visit_f64<E: Error>(self, value: f64) -> Result<V::Value, E> {
        if self.asked == Asked::Integer {
            // `3.0` is an integer.
            return match self.at.watch.integer(value) {
                Some(integer) => self.visit_i64(integer),
                None => Err(refusal()),
            };
        }
        match self.at.rules {
            Some(rules) if !self.at.watch.checked && !rules.allows_float(value) => Err(refusal()),
            _ => self.inner.visit_f64(value),
        }
    }

    #[inline]
    fn visit_u128<E: Error>(self, value: u128) -> Result<V::Value, E> {
        match (self.at.rules, i128::try_from(value)) {
            (None, _) => self.inner.visit_u128(value),
            (Some(rules), Ok(number)) if self.at.watch.checked || rules.allows_integer(number) => {
                self.inner.visit_u128(value)
            }
            _ => Err(refusal()),
        }
    }

    #[inline]
    fn visit_char<E: Error>(self, value: char) -> Result<V::Value, E> {
        self.check_text(value.encode_utf8(&mut [0; 4]))?;
        self.inner.visit_char(value)
    }

    #[inline]
    fn visit_str<E: Error>(self, text: &str) -> Result<V::Value, E> {
        self.check_text(text)?;
        self.inner.visit_str(text)
    }

    #[inline]
    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<V::Value, E> {
        self.check_text(text)?;
        self.inner.visit_borrowed_str(text)
    }

    #[inline]
    fn visit_string<E: Error>(self, text: String) -> Result<V::Value, E> {
        self.check_text(&text)?;
        self.inner.visit_string(text)
    }

    #[inline]
    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<V::Value, E> {
        self.inner.visit_bytes(bytes)
    }

    #[inline]
    fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<V::Value, E> {
        self.inner.visit_byte_buf(bytes)
    }

    #[inline]
    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_none()
    }

    #[inline]
    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.inner.visit_unit()
    }

    #[inline]
    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.inner.visit_some(GuardedDeserializer { inner, at: self.at })
    }

    #[inline]
    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.inner.visit_newtype_struct(GuardedDeserializer { inner, at: self.at })
    }

    #[inline]
    fn visit_seq<A: SeqAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
        let Self { inner, at, .. } = self;
        let rules = at.rules.and_then(|rules| rules.array.as_deref());
        let mut count = 0;
        let value = at
            .watch
            .deeper(|| inner.visit_seq(GuardedSeq { inner: access, at, rules, count: &mut count }))?;
        match rules {
            Some(rules) if !at.watch.checked && !rules.allows_count(count) => Err(refusal()),
            _ => Ok(value),
        }
    }

    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
        let Self { inner, at, asked } = self;
        let rules = at.rules.and_then(|rules| rules.object.as_deref());
        let mut count = 0;
        let value = at.watch.deeper(|| {
            inner.visit_map(GuardedMap::new(access, at, rules, asked == Asked::Map, &mut count))
        })?;
        match rules {
            Some(rules) if !at.watch.checked && !rules.allows_count(count) => Err(refusal()),
            _ => Ok(value),
        }
    }

    #[inline]
    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
        let Self { inner, at, .. } = self;
        at.watch.deeper(|| inner.visit_enum(GuardedEnum { inner: access, at }))
    }
}
