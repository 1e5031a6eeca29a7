//! Sequences, maps and variants under guard.

use hpd_schema::__private::shape::{ArrayRules, ObjectRules};
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::key::{KeySeed, KeyWatch};
use super::visitor::{Asked, GuardedVisitor};
use super::{GuardedSeed, Place, refusal};

/// The items of a sequence, counted.
pub(super) struct GuardedSeq<'w, 'c, A> {
    pub(super) inner: A,
    pub(super) at: Place<'w>,
    pub(super) rules: Option<&'w ArrayRules>,
    pub(super) count: &'c mut u64,
}

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for GuardedSeq<'_, '_, A> {
    type Error = A::Error;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let at = self.at.below(self.rules.and_then(|rules| rules.item(*self.count)));
        let item = self.inner.next_element_seed(GuardedSeed { inner: seed, at })?;
        *self.count += u64::from(item.is_some());
        if *self.count > self.at.watch.max_items { Err(refusal()) } else { Ok(item) }
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

/// The entries of a map: keys lead to the rules of their values, and are watched for repetition.
pub(super) struct GuardedMap<'w, 'c, A> {
    inner: A,
    at: Place<'w>,
    keys: KeyWatch<'w>,
    count: &'c mut u64,
}

impl<'w, 'c, A> GuardedMap<'w, 'c, A> {
    #[inline]
    pub(super) fn new(
        inner: A,
        at: Place<'w>,
        rules: Option<&'w ObjectRules>,
        is_map: bool,
        count: &'c mut u64,
    ) -> Self {
        Self { inner, at, keys: KeyWatch::new(rules, is_map, at.watch.max_key, at.watch.checked), count }
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for GuardedMap<'_, '_, A> {
    type Error = A::Error;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, A::Error> {
        let key = self.inner.next_key_seed(KeySeed { inner: seed, keys: &mut self.keys })?;
        *self.count += u64::from(key.is_some());
        Ok(key)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        let at = self.at.below(self.keys.value());
        self.inner.next_value_seed(GuardedSeed { inner: seed, at })
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

/// A variant: its payload is counted like any other value.
pub(super) struct GuardedEnum<'w, A> {
    pub(super) inner: A,
    pub(super) at: Place<'w>,
}

impl<'de, 'w, A: EnumAccess<'de>> EnumAccess<'de> for GuardedEnum<'w, A> {
    type Error = A::Error;
    type Variant = GuardedEnum<'w, A::Variant>;

    #[inline]
    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), A::Error> {
        let (value, inner) = self.inner.variant_seed(seed)?;
        Ok((value, GuardedEnum { inner, at: self.at }))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for GuardedEnum<'_, A> {
    type Error = A::Error;

    #[inline]
    fn unit_variant(self) -> Result<(), A::Error> {
        self.inner.unit_variant()
    }

    #[inline]
    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.inner.newtype_variant_seed(GuardedSeed { inner: seed, at: self.at })
    }

    #[inline]
    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, A::Error> {
        self.inner.tuple_variant(len, GuardedVisitor { inner: visitor, at: self.at, asked: Asked::Other })
    }

    #[inline]
    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        let visitor = GuardedVisitor { inner: visitor, at: self.at, asked: Asked::Other };
        if self.at.watch.checked {
            return self.inner.struct_variant(fields, visitor);
        }
        self.inner.newtype_variant_seed(Fields(visitor))
    }
}

/// The fields of a variant, from an object only.
struct Fields<V>(V);

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Fields<V> {
    type Value = V::Value;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        inner.deserialize_map(self.0)
    }
}
