//! The way of a probe through sequences, maps and variants.

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};

use super::probe::{Probe, Stop};
use super::sample::Sample;

/// A sequence up to the item to look at. The items before it are samples.
pub(super) struct Items<'p> {
    pub(super) before: usize,
    pub(super) inner: Option<Probe<'p>>,
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Stop;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Stop> {
        if let Some(before) = self.before.checked_sub(1) {
            self.before = before;
            return seed.deserialize(Sample).map(Some);
        }
        seed.deserialize(self.inner.take().ok_or(Stop)?).map(Some)
    }
}

/// A map of one entry.
pub(super) struct Entry<'p> {
    /// `None` for a key of any type.
    pub(super) key: Option<&'static str>,
    pub(super) inner: Option<Probe<'p>>,
}

impl<'de> MapAccess<'de> for Entry<'_> {
    type Error = Stop;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Stop> {
        if self.inner.is_none() {
            return Err(Stop);
        }
        match self.key {
            Some(key) => seed.deserialize(text(key)).map(Some),
            None => seed.deserialize(Sample).map(Some),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Stop> {
        seed.deserialize(self.inner.take().ok_or(Stop)?)
    }
}

/// An enum at one of its variants.
pub(super) struct VariantOf<'p> {
    pub(super) name: &'static str,
    pub(super) inner: Probe<'p>,
}

impl<'de, 'p> EnumAccess<'de> for VariantOf<'p> {
    type Error = Stop;
    type Variant = Contents<'p>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Contents<'p>), Stop> {
        Ok((seed.deserialize(text(self.name))?, Contents(self.inner)))
    }
}

/// The contents of a variant.
pub(super) struct Contents<'p>(Probe<'p>);

impl<'de> VariantAccess<'de> for Contents<'_> {
    type Error = Stop;

    fn unit_variant(self) -> Result<(), Stop> {
        self.0.unit()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Stop> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(self, count: usize, visitor: V) -> Result<V::Value, Stop> {
        self.0.items(Some(count), visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.0.fields(fields, visitor)
    }
}

fn text(name: &'static str) -> StrDeserializer<'static, Stop> {
    name.into_deserializer()
}
