//! Decoding under guard: `serde_json` reads the text straight into the Rust type. On the way, every value is checked
//! against the limits, and against rules that the type does not enforce.
//!
//! This reading only answers "no". The second reading finds all errors.

mod access;
mod key;
mod visitor;

use std::cell::Cell;

use hpd_json::__private::is_reserved_key;
use hpd_json::Limits;
use hpd_schema::__private::shape::{Shape, ShapeId, ShapeNode, is_decimal};
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, Visitor};
use serde_json::value::RawValue;

use visitor::{Asked, GuardedVisitor};

/// A value that can't be decoded. The error does not say why. To find the reason, the caller reads the arguments again,
/// into a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadError;

/// The rules and limits for the values of one call.
pub struct Watch<'r> {
    shape: Option<&'r Shape>,
    nodes_left: Cell<usize>,
    depth_left: Cell<usize>,
    max_key: usize,
    max_string: usize,
    max_items: u64,
    /// The rules were checked already. They are used only to find the numbers that must keep every digit.
    checked: bool,
    /// A number with a point or an exponent was taken as an integer.
    has_integral: Cell<bool>,
}

impl<'r> Watch<'r> {
    /// Rules of `shape`, and limits.
    #[inline]
    pub fn new(shape: &'r Shape, limits: &Limits) -> Self {
        Self { shape: Some(shape), ..Self::limits_only(limits) }
    }

    /// Only limits, for values that already passed the rules of `shape`. The rules are then used only to find the
    /// numbers that must keep every digit.
    pub fn after_check(shape: &'r Shape, limits: &Limits) -> Self {
        Self { shape: Some(shape), checked: true, ..Self::limits_only(limits) }
    }

    /// Only limits, without a `shape`.
    #[inline]
    pub fn limits_only(limits: &Limits) -> Watch<'static> {
        Watch {
            shape: None,
            // The object of the arguments is a node and a level itself.
            nodes_left: Cell::new(limits.nodes.saturating_sub(1)),
            depth_left: Cell::new(limits.effective_depth().saturating_sub(1)),
            max_key: limits.key,
            max_string: limits.string,
            max_items: limits.items as u64,
            checked: false,
            has_integral: Cell::new(false),
        }
    }

    /// The integer that a float is, if a text of at most [`EXACT_DIGITS`] digits can't be another one.
    fn integer(&self, value: f64) -> Option<i64> {
        let is_small = value.abs() < FIRST_INEXACT && !(value == 0.0 && value.is_sign_negative());
        if !is_small || value.fract() != 0.0 {
            return None;
        }
        self.has_integral.set(true);
        #[expect(
            clippy::cast_possible_truncation,
            reason = "it has neither a fraction nor more than 15 digits"
        )]
        let integer = value as i64;
        Some(integer)
    }

    /// Whether every float in a text that was taken as an integer is that integer: texts with more digits may be rounded
    /// to it.
    #[inline]
    pub(super) fn integers_are_exact(&self, text: &str) -> bool {
        !self.has_integral.get() || has_short_numbers(text)
    }

    /// The rules for the value at `id`; `None` if the type enforces them all.
    #[inline]
    fn rules(&self, id: ShapeId) -> Option<&'r ShapeNode> {
        self.shape?.streaming_rules(id)
    }

    #[inline]
    fn count_node<E: Error>(&self) -> Result<(), E> {
        match self.nodes_left.get().checked_sub(1) {
            Some(left) => {
                self.nodes_left.set(left);
                Ok(())
            }
            None => Err(refusal()),
        }
    }

    #[inline]
    fn deeper<T, E: Error>(&self, read: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let left = self.depth_left.get();
        if left == 0 {
            return Err(refusal());
        }
        self.depth_left.set(left - 1);
        let value = read();
        self.depth_left.set(left);
        value
    }
}

/// Decimal texts of so many digits are read as distinct floats.
const EXACT_DIGITS: usize = 15;

/// The first integer with more digits.
const FIRST_INEXACT: f64 = 1e15;

/// Whether no number in a text has more than [`EXACT_DIGITS`] digits. Digits in strings count too, and so does a longer
/// run of digits and points.
#[cold]
fn has_short_numbers(text: &str) -> bool {
    let bytes = text.as_bytes();
    // A longer run has a byte at one of these places.
    (0..bytes.len()).step_by(EXACT_DIGITS + 1).all(|place| {
        let is_part = |byte: &&u8| matches!(**byte, b'0'..=b'9' | b'.');
        if !is_part(&&bytes[place]) {
            return true;
        }
        let (before, after) = bytes.split_at(place);
        let before = before.iter().rev().take_while(is_part).take(EXACT_DIGITS + 1);
        let run = before.chain(after.iter().take_while(is_part).take(EXACT_DIGITS + 1));
        run.filter(|byte| **byte != b'.').count() <= EXACT_DIGITS
    })
}

/// The text is never shown: the second reading lists the errors.
#[cold]
fn refusal<E: Error>() -> E {
    E::custom("refused")
}

/// The JSON text of a value, with the rules and limits that decoding into a slot checks.
pub struct Guarded<'t, 'w> {
    /// Starts with the value. The text after it is ignored.
    pub(crate) text: &'t str,
    /// `None` if decoding the type is check enough.
    pub(crate) place: Option<Place<'w>>,
}

impl<'t, 'w> Guarded<'t, 'w> {
    /// A value whose type enforces everything, in a text that is too short to break a limit.
    pub(crate) const fn plain(text: &'t str) -> Self {
        Self { text, place: None }
    }

    /// A value that is held against `rules`, and against the limits.
    pub(crate) const fn new(text: &'t str, watch: &'w Watch<'w>, rules: Option<&'w ShapeNode>) -> Self {
        Self { text, place: Some(Place { watch, rules }) }
    }

    /// Decodes the value; the number of bytes it took.
    #[inline]
    pub(crate) fn decode<T: DeserializeOwned>(self, place: &mut Option<T>) -> Result<usize, ReadError> {
        let mut json = serde_json::Deserializer::from_str(self.text);
        let value = match self.place {
            None => T::deserialize(&mut json),
            Some(at) => T::deserialize(GuardedDeserializer { inner: &mut json, at }),
        };
        *place = Some(value.map_err(|_| ReadError)?);
        Ok(json.into_iter::<serde::de::IgnoredAny>().byte_offset())
    }
}

/// The position of a value: the watch, and its rules if it has any.
#[derive(Clone, Copy)]
pub(crate) struct Place<'w> {
    watch: &'w Watch<'w>,
    rules: Option<&'w ShapeNode>,
}

impl Place<'_> {
    #[inline]
    fn below(self, id: Option<ShapeId>) -> Self {
        Self { watch: self.watch, rules: id.and_then(|id| self.watch.rules(id)) }
    }
}

/// A deserializer that checks values against the rules of their place.
struct GuardedDeserializer<'w, D> {
    inner: D,
    at: Place<'w>,
}

macro_rules! forward {
    ($asked:ident: $($method:ident($($argument:ident: $type:ty),*))*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value, D::Error> {
            self.at.watch.count_node()?;
            self.inner.$method($($argument,)* GuardedVisitor { inner: visitor, at: self.at, asked: Asked::$asked })
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for GuardedDeserializer<'_, D> {
    type Error = D::Error;

    forward! { Integer:
        deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64() deserialize_i128()
        deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128()
    }

    forward! { Other:
        deserialize_bool() deserialize_f32() deserialize_f64() deserialize_char() deserialize_str()
        deserialize_string() deserialize_bytes() deserialize_byte_buf() deserialize_unit() deserialize_seq()
        deserialize_unit_struct(name: &'static str) deserialize_tuple(len: usize)
        deserialize_tuple_struct(name: &'static str, len: usize)
    }

    // `serde_json` also reads a struct from an array, by position. No schema declares that.
    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.at.watch.count_node()?;
        let visitor = GuardedVisitor { inner: visitor, at: self.at, asked: Asked::Other };
        if self.at.watch.checked {
            return self.inner.deserialize_struct(name, fields, visitor);
        }
        self.inner.deserialize_map(visitor)
    }

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.at.watch.count_node()?;
        let visitor = GuardedVisitor { inner: visitor, at: self.at, asked: Asked::Map };
        if self.at.rules.is_some_and(|rules| rules.exact_number) {
            return visitor.visit_exact_number(self.inner);
        }
        self.inner.deserialize_any(visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.at.watch.count_node()?;
        self.inner.deserialize_map(GuardedVisitor { inner: visitor, at: self.at, asked: Asked::Map })
    }

    // An option and a newtype are no nodes of their own: their contents count.
    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_option(GuardedVisitor { inner: visitor, at: self.at, asked: Asked::Other })
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        // A raw value takes its text unread. The second reading checks the text first.
        if is_reserved_key(name) && !self.at.watch.checked {
            return Err(refusal());
        }
        self.inner.deserialize_newtype_struct(
            name,
            GuardedVisitor { inner: visitor, at: self.at, asked: Asked::Other },
        )
    }

    // The type enforces its variants; rules below them are a matter of the whole value (`Guard::Tree`).
    #[inline]
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.at.watch.count_node()?;
        let at = Place { rules: None, ..self.at };
        self.inner.deserialize_enum(
            name,
            variants,
            GuardedVisitor { inner: visitor, at, asked: Asked::Other },
        )
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_identifier(visitor)
    }

    // Ignored values count too, and the limits apply to them. Their keys may come twice, as without a guard.
    #[inline]
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.at.watch.count_node()?;
        self.inner.deserialize_any(GuardedVisitor { inner: visitor, at: self.at, asked: Asked::Other })
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

/// A seed whose value is held against the rules of its place.
struct GuardedSeed<'w, S> {
    inner: S,
    at: Place<'w>,
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for GuardedSeed<'_, S> {
    type Value = S::Value;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, inner: D) -> Result<S::Value, D::Error> {
        self.inner.deserialize(GuardedDeserializer { inner, at: self.at })
    }
}

impl<'de, V: Visitor<'de>> GuardedVisitor<'_, V> {
    /// A decimal's digits are taken from the text of the number: a float would round them.
    fn visit_exact_number<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        let raw = <&'de RawValue as serde::Deserialize>::deserialize(inner)?.get();
        match raw.as_bytes().first() {
            Some(b'"') => {
                let text: String = serde_json::from_str(raw).map_err(|_| refusal::<D::Error>())?;
                if is_decimal(&text) { self.visit_string(text) } else { Err(refusal()) }
            }
            Some(b'-' | b'0'..=b'9') if is_decimal(raw) && self.allows_number(raw) => {
                self.inner.visit_borrowed_str(raw)
            }
            Some(b'n') => self.visit_unit(),
            _ => Err(refusal()),
        }
    }
}

impl<V> GuardedVisitor<'_, V> {
    fn allows_number(&self, raw: &str) -> bool {
        self.at.watch.checked || self.at.rules.is_none_or(|rules| rules.allows_number_text(raw))
    }
}

#[cfg(test)]
mod tests {
    use super::{EXACT_DIGITS, has_short_numbers};

    #[test]
    fn a_number_with_more_digits_is_found_wherever_it_stands() {
        for start in 0..40 {
            for digits in 1..60 {
                for point in 0..=digits {
                    let number = match point {
                        0 => "7".repeat(digits),
                        point => format!("{}.{}", "7".repeat(point), "7".repeat(digits - point)),
                    };
                    let text = format!("{}{number}]", " ".repeat(start));
                    assert_eq!(has_short_numbers(&text), digits <= EXACT_DIGITS, "{text}");
                }
            }
        }
    }
}
