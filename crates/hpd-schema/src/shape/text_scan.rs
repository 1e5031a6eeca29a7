//! Proofs from the text. For the commonest rules, a scan of the bytes shows that no value can break them. Values are
//! then decoded without a guard.
//!
//! A proof is one-sided. It may fail without an error, for example on a minus sign inside a string. Values are then
//! decoded under guard, which is exact.

use std::sync::LazyLock;

use hpd_json::Decimal;
use memchr::memchr_iter;
use memchr::memmem::Finder;

use super::number_starts::{may_hold, minus, minus_or_zero, unlike_zero};
use super::{Guard, NumberRules, Shape, ShapeId, ShapeNode, TypeSet};

/// The facts that prove a value's rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextScan {
    /// Of the value itself: its first bytes show it.
    pub value: TextFlags,
    /// Of all that is below it.
    pub below: TextFlags,
}

/// Facts to prove about a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextFlags(u8);

impl TextFlags {
    /// Nothing to prove.
    pub const NONE: Self = Self(0);
    pub(super) const STRINGS_HAVE_TEXT: Self = Self(1);
    pub(super) const ARRAYS_HAVE_ITEMS: Self = Self(2);
    pub(super) const NUMBERS_ARE_NOT_NEGATIVE: Self = Self(4);
    /// No number is a plain `0`, without further digits or a fraction.
    pub(super) const INTEGERS_ARE_NOT_ZERO: Self = Self(8);

    /// No array stands in place of an object: types with a derived `Deserialize` read a struct from an array, too. The text
    /// alone leaves it open where it has an array: `KeyedScan::objects_hold` decides.
    pub(super) const OBJECTS_ARE_NO_ARRAYS: Self = Self(16);

    /// All of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    const fn only_if(self, needed: bool) -> Self {
        if needed { self } else { Self::NONE }
    }

    /// Whether they hold for the value at the start of `text`, regardless of its contents.
    #[inline]
    pub fn hold_for_value(self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let second = bytes.get(1).copied();
        match bytes.first() {
            Some(b'"') => !self.has(Self::STRINGS_HAVE_TEXT) || second != Some(b'"'),
            Some(b'[') => {
                !self.has(Self::OBJECTS_ARE_NO_ARRAYS)
                    && (!self.has(Self::ARRAYS_HAVE_ITEMS) || !is_empty_array(&bytes[1..]))
            }
            Some(b'-') => !self.has(Self::NUMBERS_ARE_NOT_NEGATIVE),
            Some(b'0') => {
                !self.has(Self::INTEGERS_ARE_NOT_ZERO)
                    || second.is_some_and(|second| unlike_zero(b'0', second) != 0)
            }
            _ => true,
        }
    }

    /// Whether they hold for the contents of the value at the start of `text`, and for all later values.
    #[cfg(test)]
    pub(super) fn hold_below(self, text: &str) -> bool {
        self.doubtful_below(text) == Self::NONE
    }

    /// Those that may not hold for the contents of the value at the start of `text`, or for a later value.
    #[must_use]
    pub fn doubtful_below(self, text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut doubtful = Self::NONE;
        if self.has(Self::STRINGS_HAVE_TEXT) && TWO_QUOTES.find(bytes).is_some() {
            doubtful = Self::STRINGS_HAVE_TEXT;
        }
        if self.has(Self::ARRAYS_HAVE_ITEMS)
            && memchr_iter(b'[', bytes).any(|at| is_empty_array(&bytes[at + 1..]))
        {
            doubtful = doubtful.and(Self::ARRAYS_HAVE_ITEMS);
        }
        let is_doubtful = if self.has(Self::INTEGERS_ARE_NOT_ZERO) {
            may_hold(bytes, minus_or_zero)
        } else {
            self.has(Self::NUMBERS_ARE_NOT_NEGATIVE) && may_hold(bytes, minus)
        };
        if is_doubtful { doubtful.and(self.about_numbers()) } else { doubtful }
    }

    /// Those about numbers.
    const fn about_numbers(self) -> Self {
        Self(self.0 & (Self::NUMBERS_ARE_NOT_NEGATIVE.0 | Self::INTEGERS_ARE_NOT_ZERO.0))
    }
}

/// Deeper Shapes, including recursive ones, have no proof.
pub(super) const DEEPEST: usize = 16;

pub(super) static TWO_QUOTES: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\"\""));

/// Whether nothing but blanks stands before the end of an array, or of the text.
#[inline]
pub(super) fn is_empty_array(after_bracket: &[u8]) -> bool {
    // Most arrays begin at once.
    let is_end = |first: Option<&u8>| matches!(first, None | Some(b']' | ..=b' '));
    is_end(after_bracket.first()) && is_end(after_bracket.trim_ascii_start().first())
}

#[doc(hidden)]
impl Shape {
    /// The facts that prove that no value at `id` breaks a rule; `None` if no proof exists.
    #[doc(hidden)]
    pub fn text_scan(&self, id: ShapeId) -> Option<TextScan> {
        self.text_scan_within(id, DEEPEST)
    }

    fn text_scan_within(&self, id: ShapeId, levels: usize) -> Option<TextScan> {
        let levels = levels.checked_sub(1)?;
        let node = self.referred(id);
        if node.guard == Guard::Tree {
            return None;
        }
        let mut below = TextFlags::NONE;
        let items = node.array.iter().flat_map(|rules| rules.prefix_items.iter().chain(&rules.items));
        let properties =
            node.object.iter().flat_map(|rules| rules.properties.iter().map(|property| &property.shape));
        let additional = node.object.iter().filter_map(|rules| rules.additional_properties.as_ref());
        for id in items.chain(properties).chain(additional) {
            let text_scan = self.text_scan_within(*id, levels)?;
            below = below.and(text_scan.value).and(text_scan.below);
        }
        let alternatives = || node.all_of.iter().chain(&node.any_of).chain(&node.one_of);
        let has_objects =
            |id: &ShapeId| self.text_scan_within(*id, levels).is_none_or(TextScan::is_about_objects);
        if node.condition.is_some() || alternatives().any(has_objects) {
            return None;
        }
        Some(TextScan { value: own_flags(node)?, below })
    }

    /// A node, or the one that it refers to.
    pub(super) fn referred(&self, id: ShapeId) -> &ShapeNode {
        let mut node = self.node(id);
        // References in a circle have no rules.
        for _ in 0..DEEPEST {
            match node.reference {
                Some(target) => node = self.node(target),
                None => break,
            }
        }
        node
    }
}

impl TextScan {
    /// Whether there are objects that may be arrays.
    pub const fn is_about_objects(self) -> bool {
        self.value.and(self.below).has(TextFlags::OBJECTS_ARE_NO_ARRAYS)
    }
}

/// The facts that prove the rules of a node itself. Where it has no guard, decoding the type checks all but one of them.
pub(super) fn own_flags(node: &ShapeNode) -> Option<TextFlags> {
    let is_object = node.types.contains(TypeSet::OBJECT) && !node.types.contains(TypeSet::ARRAY);
    let mut flags = TextFlags::OBJECTS_ARE_NO_ARRAYS.only_if(is_object);
    if node.guard == Guard::Nothing {
        return Some(flags);
    }
    if node.one_of_values.is_some() || node.exact_number {
        return None;
    }
    if let Some(rules) = &node.string {
        let provable = rules.max_length.is_none() && rules.pattern.is_none() && rules.format.is_none();
        if !provable || rules.min_length > Some(1) {
            return None;
        }
        flags = flags.and(TextFlags::STRINGS_HAVE_TEXT.only_if(rules.min_length == Some(1)));
    }
    if let Some(rules) = &node.array {
        if rules.min_items > Some(1) || rules.max_items.is_some() {
            return None;
        }
        flags = flags.and(TextFlags::ARRAYS_HAVE_ITEMS.only_if(rules.min_items == Some(1)));
    }
    if node.object.as_ref().is_some_and(|rules| {
        rules.min_properties.is_some() || rules.max_properties.is_some() || rules.refuses_undeclared()
    }) {
        return None;
    }
    match &node.number {
        Some(rules) => Some(flags.and(number_flags(rules, node.types)?)),
        None => Some(flags),
    }
}

/// A lower bound of zero, or of one for integers, and no upper bound that a decoded number could break.
fn number_flags(rules: &NumberRules, types: TypeSet) -> Option<TextFlags> {
    let (zero, one) = (Decimal::ZERO, Decimal::from(1_i128));
    if rules.by_type {
        return Some(TextFlags::NONE);
    }
    let has_upper_bound =
        !rules.high_by_type && (rules.maximum.is_some() || rules.exclusive_maximum.is_some());
    if has_upper_bound || rules.multiple_of.is_some() || rules.exclusive_minimum.is_some() {
        return None;
    }
    let integers_only = !types.contains(TypeSet::NUMBER);
    match &rules.minimum {
        Some(least) if *least <= zero => Some(TextFlags::NUMBERS_ARE_NOT_NEGATIVE),
        Some(least) if *least <= one && integers_only => {
            Some(TextFlags::NUMBERS_ARE_NOT_NEGATIVE.and(TextFlags::INTEGERS_ARE_NOT_ZERO))
        }
        Some(_) => None,
        None => Some(TextFlags::NONE),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::TextFlags;
    use crate::shape::{CompileOptions, Shape};

    #[test]
    fn an_empty_string_refutes_that_strings_have_text() {
        assert!(TextFlags::STRINGS_HAVE_TEXT.hold_below(r#"{"a":"b"}"#));
        assert!(!TextFlags::STRINGS_HAVE_TEXT.hold_below(r#"{"a":""}"#));
    }

    #[test]
    fn an_empty_array_refutes_that_arrays_have_items() {
        assert!(TextFlags::ARRAYS_HAVE_ITEMS.hold_below(r#"{"a":[1]}"#));
        assert!(TextFlags::ARRAYS_HAVE_ITEMS.hold_below("{\"a\": [\n  1\n]}"));
        for empty in [r#"{"a":[]}"#, r#"{"a":[ ]}"#, "{\"a\":[\n  ]}", r#"{"a":["#, r#"{"a":[  "#] {
            assert!(!TextFlags::ARRAYS_HAVE_ITEMS.hold_below(empty), "{empty}");
        }
    }

    #[test]
    fn a_minus_where_a_number_may_start_refutes_that_none_is_negative() {
        for positive in [r#"{"a":1e-5,"b":"x-1","c":"2026-01-01"}"#, "{}"] {
            assert!(TextFlags::NUMBERS_ARE_NOT_NEGATIVE.hold_below(positive), "{positive}");
        }
        for negative in [r#"{"a":-1}"#, r#"{"a": -1}"#, "{\"a\":\n-1}", "[-1]", "[1,-1]", "[1, -0.5]"] {
            assert!(!TextFlags::NUMBERS_ARE_NOT_NEGATIVE.hold_below(negative), "{negative}");
        }
    }

    #[test]
    fn a_plain_zero_refutes_that_integers_are_not_zero() {
        for positive in [r#"{"a":10,"b":0.5,"c":"x0"}"#, "[1]"] {
            assert!(TextFlags::INTEGERS_ARE_NOT_ZERO.hold_below(positive), "{positive}");
        }
        for zero in [r#"{"a":0}"#, r#"{"a": 0 }"#, "[0,1]", "[1,0]", r#"{"a":0e5}"#, r#"{"a":-1}"#] {
            assert!(!TextFlags::INTEGERS_ARE_NOT_ZERO.hold_below(zero), "{zero}");
        }
    }

    #[test]
    fn a_number_is_found_wherever_it_stands() {
        let flags = TextFlags::INTEGERS_ARE_NOT_ZERO;
        for length in 1..120 {
            for place in 0..length {
                let text = |number: &str| {
                    let items = (0..length).map(|index| if index == place { number } else { "7" });
                    format!("[{}]", items.collect::<Vec<_>>().join(","))
                };
                assert!(flags.hold_below(&text("20")), "{place} of {length}");
                assert!(!flags.hold_below(&text("0")), "{place} of {length}");
                assert!(!flags.hold_below(&text("-2")), "{place} of {length}");
                assert!(!TextFlags::NUMBERS_ARE_NOT_NEGATIVE.hold_below(&text("-2")), "{place} of {length}");
            }
        }
    }

    #[test]
    fn the_start_of_a_value_shows_what_it_is() {
        let all = TextFlags::STRINGS_HAVE_TEXT
            .and(TextFlags::ARRAYS_HAVE_ITEMS)
            .and(TextFlags::NUMBERS_ARE_NOT_NEGATIVE)
            .and(TextFlags::INTEGERS_ARE_NOT_ZERO);
        for right in [r#""a","""#, "[[]]", "[ 1]", "[\n  {", "10", "0.5", "null", "{}"] {
            assert!(all.hold_for_value(right), "{right}");
        }
        for wrong in [r#""","a""#, "[]", "[ ]", "[\n  ]", "[", "[ ", "-1", "0", "0}", "0e5"] {
            assert!(!all.hold_for_value(wrong), "{wrong}");
            assert!(TextFlags::NONE.hold_for_value(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_recursive_type_has_no_proof() {
        let schema = json!({
            "$defs": {"tree": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "minLength": 1},
                    "below": {"type": "array", "items": {"$ref": "#/$defs/tree"}},
                },
            }},
            "$ref": "#/$defs/tree",
        });
        let shape = Shape::compile(&schema, CompileOptions::own()).unwrap();
        assert_eq!(shape.text_scan(shape.root()), None);
    }
}
