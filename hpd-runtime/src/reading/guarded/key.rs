//! Keys under guard: each leads to the rules of its value, and in a map none may come twice.

use std::fmt;

use hpd_json::__private::{SeenKeys, is_reserved_key};
use hpd_schema::__private::shape::{ObjectRules, ShapeId};
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, Visitor};

use super::refusal;

/// The keys of an object so far.
pub(super) struct KeyWatch<'w> {
    rules: Option<&'w ObjectRules>,
    /// The keys so far, for types that do not notice themselves that one comes twice.
    seen: Option<Box<SeenKeys>>,
    /// Bytes of the longest key that is read.
    longest: usize,
    /// Where the next key probably is: models write keys in the order of declaration.
    next: usize,
    value: Option<ShapeId>,
    /// The text has no reserved key.
    checked: bool,
}

impl<'w> KeyWatch<'w> {
    #[inline]
    pub(super) fn new(rules: Option<&'w ObjectRules>, is_map: bool, longest: usize, checked: bool) -> Self {
        // In a map without properties, all values have one rule.
        let (rules, value) = match rules {
            Some(rules) if rules.describes_all_alike() && (checked || !rules.refuses_undeclared()) => {
                (None, rules.additional_properties())
            }
            rules => (rules, None),
        };
        Self { rules, seen: is_map.then(Box::default), longest, next: 0, value, checked }
    }

    /// The Shape of the last key's value.
    #[inline]
    pub(super) fn value(&self) -> Option<ShapeId> {
        self.value
    }

    #[inline]
    fn note<E: Error>(&mut self, key: &str) -> Result<(), E> {
        match self.rules {
            Some(rules) => self.note_by_rules(rules, key),
            None => self.note_seen(key),
        }
    }

    #[inline(never)]
    fn note_by_rules<E: Error>(&mut self, rules: &ObjectRules, key: &str) -> Result<(), E> {
        self.value = match rules.properties.get(self.next) {
            Some(property) if *property.name == *key => {
                self.next += 1;
                Some(property.shape)
            }
            _ => self.look_up(rules, key)?,
        };
        if self.seen.is_some() || key.len() > self.longest { self.note_seen(key) } else { Ok(()) }
    }

    /// Of a map, this is all: a function by itself, since maps have many keys.
    #[inline(never)]
    fn note_seen<E: Error>(&mut self, key: &str) -> Result<(), E> {
        if key.len() > self.longest {
            return Err(refusal());
        }
        // Only types that take any key are affected. The second reading tells a key of the text from one of `serde_json`.
        let is_accepted =
            self.seen.as_mut().is_none_or(|seen| (self.checked || !is_reserved_key(key)) && seen.insert(key));
        if is_accepted { Ok(()) } else { Err(refusal()) }
    }

    fn look_up<E: Error>(&mut self, rules: &ObjectRules, key: &str) -> Result<Option<ShapeId>, E> {
        match rules.position(key) {
            Some(position) => {
                self.next = position + 1;
                Ok(Some(rules.properties[position].shape))
            }
            // Where the type may read it, the second reading takes it out.
            None if rules.refuses_undeclared() && !self.checked => Err(refusal()),
            None => Ok(rules.member(key)),
        }
    }
}

/// A key's seed, with an ear on the key.
pub(super) struct KeySeed<'k, 'w, S> {
    pub(super) inner: S,
    pub(super) keys: &'k mut KeyWatch<'w>,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for KeySeed<'_, '_, S> {
    type Value = S::Value;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<S::Value, D::Error> {
        self.inner.deserialize(KeyDeserializer { inner, keys: self.keys })
    }
}

struct KeyDeserializer<'k, 'w, D> {
    inner: D,
    keys: &'k mut KeyWatch<'w>,
}

macro_rules! forward {
    ($($method:ident($($argument:ident: $type:ty),*))*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value, D::Error> {
            self.inner.$method($($argument,)* KeyVisitor { inner: visitor, keys: self.keys })
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for KeyDeserializer<'_, '_, D> {
    type Error = D::Error;

    forward! {
        deserialize_any() deserialize_bool() deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64()
        deserialize_i128() deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128()
        deserialize_f32() deserialize_f64() deserialize_char() deserialize_str() deserialize_string()
        deserialize_bytes() deserialize_byte_buf() deserialize_option() deserialize_unit() deserialize_seq()
        deserialize_map() deserialize_identifier() deserialize_ignored_any()
        deserialize_unit_struct(name: &'static str) deserialize_newtype_struct(name: &'static str)
        deserialize_tuple(len: usize) deserialize_tuple_struct(name: &'static str, len: usize)
        deserialize_struct(name: &'static str, fields: &'static [&'static str])
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

struct KeyVisitor<'k, 'w, V> {
    inner: V,
    keys: &'k mut KeyWatch<'w>,
}

macro_rules! scalars {
    ($($method:ident($type:ty))*) => {$(
        fn $method<E: Error>(self, key: $type) -> Result<V::Value, E> {
            self.keys.note(&key.to_string())?;
            self.inner.$method(key)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for KeyVisitor<'_, '_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.inner.expecting(f)
    }

    scalars! {
        visit_bool(bool) visit_i64(i64) visit_i128(i128) visit_u64(u64) visit_u128(u128) visit_f64(f64)
        visit_char(char)
    }

    #[inline]
    fn visit_str<E: Error>(self, key: &str) -> Result<V::Value, E> {
        self.keys.note(key)?;
        self.inner.visit_str(key)
    }

    #[inline]
    fn visit_borrowed_str<E: Error>(self, key: &'de str) -> Result<V::Value, E> {
        self.keys.note(key)?;
        self.inner.visit_borrowed_str(key)
    }

    #[inline]
    fn visit_string<E: Error>(self, key: String) -> Result<V::Value, E> {
        self.keys.note(&key)?;
        self.inner.visit_string(key)
    }

    #[inline]
    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.inner.visit_newtype_struct(KeyDeserializer { inner, keys: self.keys })
    }

    #[inline]
    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.inner.visit_some(KeyDeserializer { inner, keys: self.keys })
    }

    // A map whose keys are an enum: the variant's name is read by a seed of its own.
    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<V::Value, A::Error> {
        self.inner.visit_enum(KeyEnum { inner: access, keys: self.keys })
    }
}

struct KeyEnum<'k, 'w, A> {
    inner: A,
    keys: &'k mut KeyWatch<'w>,
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for KeyEnum<'_, '_, A> {
    type Error = A::Error;
    type Variant = A::Variant;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, A::Variant), A::Error> {
        self.inner.variant_seed(KeySeed { inner: seed, keys: self.keys })
    }
}
