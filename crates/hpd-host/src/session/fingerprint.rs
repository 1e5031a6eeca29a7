//! A fingerprint of a text of arguments: equal for equal JSON values, and practically only for these.

use std::fmt;
use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// A hash that is equal for two texts of one JSON value, in any order of members. Texts that are not JSON are compared
/// as they are. No tree is built.
pub(super) fn fingerprint(text: &str) -> u64 {
    match serde_json::from_str(text) {
        Ok(Fingerprint(hash)) => hash,
        Err(_) => hash(text.trim_ascii()),
    }
}

struct Fingerprint(u64);

impl<'de> Deserialize<'de> for Fingerprint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Hasher)
    }
}

/// A hash with mixed bits (the last step of `MurmurHash3`). Plain sums of products would not tell which member has
/// which value.
pub(super) fn hash(value: impl Hash) -> u64 {
    let mut hash = FxBuildHasher.hash_one(value);
    for factor in [0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53] {
        hash = (hash ^ (hash >> 33)).wrapping_mul(factor);
    }
    hash ^ (hash >> 33)
}

/// A whole number, however it is written.
fn whole(value: i128) -> Fingerprint {
    Fingerprint(hash(('n', value)))
}

/// Floats below this are whole numbers exactly if they have no fraction, and fit.
const FAR: f64 = 1e30;

struct Hasher;

impl<'de> Visitor<'de> for Hasher {
    type Value = Fingerprint;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Fingerprint, E> {
        Ok(Fingerprint(hash('0')))
    }

    fn visit_bool<E>(self, value: bool) -> Result<Fingerprint, E> {
        Ok(Fingerprint(hash(('b', value))))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Fingerprint, E> {
        Ok(whole(value.into()))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Fingerprint, E> {
        Ok(whole(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Fingerprint, E> {
        if value.fract() == 0.0 && value.abs() < FAR {
            #[expect(clippy::cast_possible_truncation, reason = "it has no fraction, and fits")]
            return Ok(whole(value as i128));
        }
        Ok(Fingerprint(hash(('f', value.to_bits()))))
    }

    fn visit_str<E>(self, value: &str) -> Result<Fingerprint, E> {
        Ok(Fingerprint(hash(('s', value))))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Fingerprint, A::Error> {
        let mut all = hash('[');
        while let Some(Fingerprint(item)) = items.next_element()? {
            all = hash((all, item));
        }
        Ok(Fingerprint(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Fingerprint, A::Error> {
        // A sum is the same in any order.
        let mut all = hash('{');
        while let Some((Fingerprint(key), Fingerprint(value))) = members.next_entry()? {
            all = all.wrapping_add(hash((key, value)));
        }
        Ok(Fingerprint(hash(all)))
    }
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn texts_of_the_same_value_have_the_same_fingerprint() {
        for (one, other) in [
            (
                r#"{"a":1,"b":{"c":[true,null],"d":""}}"#,
                r#" { "b" : {"d": "", "c": [ true, null ]}, "a": 1.0 }"#,
            ),
            ("[100, -2, 0]", "[1e2, -2.00, -0.0]"),
            (r#"{"caf\u00e9": "\u0041"}"#, r#"{"café": "A"}"#),
            (" {a\n", "{a"),
        ] {
            assert_eq!(fingerprint(one), fingerprint(other), "{one} and {other}");
        }
    }

    #[test]
    fn texts_of_other_values_have_others() {
        let texts = [
            "{}",
            "[]",
            "null",
            "0",
            r#""0""#,
            r#""""#,
            "false",
            "[1,2]",
            "[2,1]",
            "[[1],2]",
            "[1,[2]]",
            "0.1",
            "12345678901234567",
            "12345678901234568",
            r#"{"a":1,"b":2}"#,
            r#"{"a":2,"b":1}"#,
            r#"{"a":{"b":2}}"#,
            "{a",
            "{b",
        ];
        for (index, one) in texts.iter().enumerate() {
            for other in &texts[..index] {
                assert_ne!(fingerprint(one), fingerprint(other), "{one} and {other}");
            }
        }
    }
}
