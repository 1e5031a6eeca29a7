//! Proofs from the text: for the commonest rules, a glance at the bytes shows that no value in a text can break them, so
//! that values are decoded without a guard.
//!
//! A proof is one-sided. Where it fails (a minus sign at the start of what may be a number, perhaps inside a string),
//! values are decoded under guard, which is exact.

use std::sync::LazyLock;

use memchr::memchr_iter;
use memchr::memmem::Finder;

use super::{Guard, NumberRules, Shape, ShapeId, ShapeNode, TypeSet};
use crate::args::Decimal;

/// What has to be shown of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Proof(u8);

impl Proof {
    const NOTHING: Self = Self(0);
    const STRINGS_HAVE_TEXT: Self = Self(1);
    const ARRAYS_HAVE_ITEMS: Self = Self(2);
    const NUMBERS_ARE_NOT_NEGATIVE: Self = Self(4);
    /// No number is a plain `0`, without digits or a fraction behind it.
    const INTEGERS_ARE_NOT_ZERO: Self = Self(8);

    /// What has to be shown for both.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn asks_for(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    const fn only_if(self, needed: bool) -> Self {
        if needed { self } else { Self::NOTHING }
    }

    /// Whether a JSON text shows it.
    pub(crate) fn holds(self, text: &str) -> bool {
        let bytes = text.as_bytes();
        if self.asks_for(Self::STRINGS_HAVE_TEXT) && TWO_QUOTES.find(bytes).is_some() {
            return false;
        }
        if self.asks_for(Self::ARRAYS_HAVE_ITEMS)
            && memchr_iter(b'[', bytes).any(|at| may_be_empty(bytes.get(at + 1)))
        {
            return false;
        }
        if self.asks_for(Self::INTEGERS_ARE_NOT_ZERO) {
            return !may_hold(bytes, |first, second| (first == b'-') | is_zero(first, second));
        }
        !self.asks_for(Self::NUMBERS_ARE_NOT_NEGATIVE) || !may_hold(bytes, |first, _| first == b'-')
    }
}

static TWO_QUOTES: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\"\""));

/// Whether an array may be empty, by what stands behind its bracket.
const fn may_be_empty(after_bracket: Option<&u8>) -> bool {
    matches!(after_bracket, None | Some(b']' | ..=b' '))
}

/// Whether a text may hold a number whose first two bytes match.
#[inline]
fn may_hold(bytes: &[u8], matches: impl Fn(u8, u8) -> bool) -> bool {
    let Some(places) = bytes.len().checked_sub(2) else { return true };
    // Three slices of one length, no branch, and no end before the end: this is compiled to instructions over many bytes
    // at once.
    let (before, firsts, seconds) = (&bytes[..places], &bytes[1..=places], &bytes[2..]);
    let mut found = 0;
    for place in 0..places {
        let is_match = matches(firsts[place], seconds[place]);
        found |= u8::from(is_match & may_precede_number(before[place]));
    }
    found != 0
}

/// Whether the number `0` starts here: no digits and no fraction follow.
#[inline]
#[expect(
    clippy::needless_bitwise_bool,
    reason = "without a branch, many bytes are looked at in one instruction"
)]
const fn is_zero(first: u8, second: u8) -> bool {
    (first == b'0') & ((second < b'.') | (second > b'9'))
}

/// Colons, commas, brackets and blanks; some others too, which only makes a proof fail.
#[inline]
#[expect(
    clippy::needless_bitwise_bool,
    reason = "without a branch, many bytes are looked at in one instruction"
)]
const fn may_precede_number(byte: u8) -> bool {
    (byte <= b',') | (byte == b':') | (byte == b'[')
}

impl Shape {
    /// What has to be shown of a text so that no value at `id` can break a rule; `None` if that can't be shown.
    pub(crate) fn proof(&self, id: ShapeId) -> Option<Proof> {
        let node = self.watched(id)?;
        if node.guard == Guard::Tree {
            return None;
        }
        let mut proof = own_proof(node)?;
        let items = node.array.iter().flat_map(|rules| rules.prefix_items.iter().chain(&rules.items));
        let properties =
            node.object.iter().flat_map(|rules| rules.properties.iter().map(|property| &property.shape));
        let additional = node.object.iter().filter_map(|rules| rules.additional_properties.as_ref());
        for below in items.chain(properties).chain(additional) {
            if self.node(*below).guard != Guard::Nothing {
                proof = proof.and(self.proof(*below)?);
            }
        }
        Some(proof)
    }
}

fn own_proof(node: &ShapeNode) -> Option<Proof> {
    let mut proof = Proof::NOTHING;
    if node.one_of_values.is_some() || node.exact_number {
        return None;
    }
    if let Some(rules) = &node.string {
        let provable = rules.max_length.is_none() && rules.pattern.is_none() && rules.format.is_none();
        if !provable || rules.min_length > Some(1) {
            return None;
        }
        proof = proof.and(Proof::STRINGS_HAVE_TEXT.only_if(rules.min_length == Some(1)));
    }
    if let Some(rules) = &node.array {
        if rules.min_items > Some(1) || rules.max_items.is_some() {
            return None;
        }
        proof = proof.and(Proof::ARRAYS_HAVE_ITEMS.only_if(rules.min_items == Some(1)));
    }
    if node
        .object
        .as_ref()
        .is_some_and(|rules| rules.min_properties.is_some() || rules.max_properties.is_some())
    {
        return None;
    }
    match &node.number {
        Some(rules) => Some(proof.and(number_proof(rules, node.types)?)),
        None => Some(proof),
    }
}

/// A lower bound of zero, or of one for integers, and no upper bound that a decoded number could break.
fn number_proof(rules: &NumberRules, types: TypeSet) -> Option<Proof> {
    let (zero, one) = (Decimal::ZERO, Decimal::from(1_i128));
    if rules.by_type {
        return Some(Proof::NOTHING);
    }
    let has_upper_bound =
        !rules.high_by_type && (rules.maximum.is_some() || rules.exclusive_maximum.is_some());
    if has_upper_bound || rules.multiple_of.is_some() || rules.exclusive_minimum.is_some() {
        return None;
    }
    let integers_only = !types.contains(TypeSet::NUMBER);
    match &rules.minimum {
        Some(least) if *least <= zero => Some(Proof::NUMBERS_ARE_NOT_NEGATIVE),
        Some(least) if *least <= one && integers_only => {
            Some(Proof::NUMBERS_ARE_NOT_NEGATIVE.and(Proof::INTEGERS_ARE_NOT_ZERO))
        }
        Some(_) => None,
        None => Some(Proof::NOTHING),
    }
}

#[cfg(test)]
mod tests {
    use super::Proof;

    #[test]
    fn an_empty_string_refutes_that_strings_have_text() {
        assert!(Proof::STRINGS_HAVE_TEXT.holds(r#"{"a":"b"}"#));
        assert!(!Proof::STRINGS_HAVE_TEXT.holds(r#"{"a":""}"#));
    }

    #[test]
    fn an_empty_array_refutes_that_arrays_have_items() {
        assert!(Proof::ARRAYS_HAVE_ITEMS.holds(r#"{"a":[1]}"#));
        for empty in [r#"{"a":[]}"#, r#"{"a":[ ]}"#, "{\"a\":[\n]}", r#"{"a":["#] {
            assert!(!Proof::ARRAYS_HAVE_ITEMS.holds(empty), "{empty}");
        }
    }

    #[test]
    fn a_minus_where_a_number_may_start_refutes_that_none_is_negative() {
        for positive in [r#"{"a":1e-5,"b":"x-1","c":"2026-01-01"}"#, "{}"] {
            assert!(Proof::NUMBERS_ARE_NOT_NEGATIVE.holds(positive), "{positive}");
        }
        for negative in [r#"{"a":-1}"#, r#"{"a": -1}"#, "{\"a\":\n-1}", "[-1]", "[1,-1]", "[1, -0.5]"] {
            assert!(!Proof::NUMBERS_ARE_NOT_NEGATIVE.holds(negative), "{negative}");
        }
    }

    #[test]
    fn a_plain_zero_refutes_that_integers_are_not_zero() {
        for positive in [r#"{"a":10,"b":0.5,"c":"x0"}"#, "[1]"] {
            assert!(Proof::INTEGERS_ARE_NOT_ZERO.holds(positive), "{positive}");
        }
        for zero in [r#"{"a":0}"#, r#"{"a": 0 }"#, "[0,1]", "[1,0]", r#"{"a":0e5}"#, r#"{"a":-1}"#] {
            assert!(!Proof::INTEGERS_ARE_NOT_ZERO.holds(zero), "{zero}");
        }
    }
}
