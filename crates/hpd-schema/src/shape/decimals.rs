//! Decimals: the types that hold them, and those inside unions.
//!
//! The typed reader usually hands a number's own text to the type. Inside a union it can't know the alternative before
//! it has read the whole value. There the number is written as a text, which keeps every digit too.

use std::collections::HashSet;

use hpd_json::Node;

use super::{Shape, ShapeId, ShapeNode};

#[doc(hidden)]
impl Shape {
    /// Whether there are decimals at `id` that the typed reader can't tell from other numbers.
    #[doc(hidden)]
    pub fn hides_decimals(&self, id: ShapeId) -> bool {
        self.hides_decimals_at(id, false, &mut HashSet::new())
    }

    fn hides_decimals_at(&self, id: ShapeId, in_union: bool, seen: &mut HashSet<(u32, bool)>) -> bool {
        if !seen.insert((id.0, in_union)) {
            return false;
        }
        let node = self.node(id);
        let mut below: Vec<ShapeId> = node.reference.into_iter().collect();
        if let Some(rules) = node.array.as_deref() {
            below.extend(rules.prefix_items.iter().chain(&rules.items));
        }
        if let Some(rules) = node.object.as_deref() {
            below.extend(rules.properties.iter().map(|property| property.shape));
            below.extend(rules.pattern_properties.iter().map(|(_, id)| *id));
            below.extend(rules.additional_properties);
        }
        (in_union && node.exact_number)
            || below.into_iter().any(|id| self.hides_decimals_at(id, in_union, seen))
            || parts(node).any(|id| self.hides_decimals_at(id, true, seen))
    }

    /// Writes numbers as texts where the schema asks for a decimal, in a value of the property `name`.
    #[doc(hidden)]
    pub fn write_decimals(&self, name: &str, value: &mut Node<'_>) {
        if let Some(id) = self.property(name) {
            self.write_decimals_at(id, value);
        }
    }

    fn write_decimals_at(&self, id: ShapeId, value: &mut Node<'_>) {
        let node = self.node(id);
        match value {
            Node::Number(text) if node.exact_number => *value = Node::String(std::mem::take(text)),
            Node::Array(items) => {
                for (index, item) in (0..).zip(items) {
                    if let Some(below) = node.array.as_deref().and_then(|rules| rules.item(index)) {
                        self.write_decimals_at(below, item);
                    }
                }
            }
            Node::Object(members) => {
                for (key, member) in members {
                    if let Some(below) = node.object.as_deref().and_then(|rules| rules.member(key)) {
                        self.write_decimals_at(below, member);
                    }
                }
            }
            _ => {}
        }
        for part in node.reference.iter().chain(&node.all_of) {
            self.write_decimals_at(*part, value);
        }
        for alternatives in [&node.any_of, &node.one_of] {
            self.write_decimals_in_union(alternatives, value);
        }
    }

    /// As the first alternative that the value is. It is left alone if it would be another one then.
    fn write_decimals_in_union(&self, alternatives: &[ShapeId], value: &mut Node<'_>) {
        let first = |value: &Node<'_>| alternatives.iter().position(|id| self.accepts_at(*id, value));
        let Some(meant) = first(value) else { return };
        let mut written = value.clone();
        self.write_decimals_at(alternatives[meant], &mut written);
        if first(&written) == Some(meant) {
            *value = written;
        }
    }
}

/// Other nodes that describe the same value.
fn parts(node: &ShapeNode) -> impl Iterator<Item = ShapeId> {
    node.all_of.iter().chain(&node.any_of).chain(&node.one_of).copied()
}

impl ShapeNode {
    /// Whether a decimal of this text keeps all its digits, if it is to be one.
    pub(super) fn holds_digits(&self, number: &str) -> bool {
        !self.exact_number || is_decimal(number)
    }
}

/// The decimal places that a decimal can hold.
const DECIMAL_PLACES: usize = 28;
/// The bits of a decimal's digits, taken together as a whole number.
const DECIMAL_BITS: u32 = 96;

/// Whether a decimal holds every digit of a number's text. The exponent is left to the type: it shifts exactly, or
/// fails.
pub fn is_decimal(number: &str) -> bool {
    let mantissa = number.split(['e', 'E']).next().unwrap_or_default();
    let places = mantissa.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let mut digits = mantissa.bytes().filter(u8::is_ascii_digit).map(|byte| u128::from(byte - b'0'));
    let whole = digits.try_fold(0_u128, |whole, digit| whole.checked_mul(10)?.checked_add(digit));
    places <= DECIMAL_PLACES && whole.is_some_and(|whole| whole < 1 << DECIMAL_BITS)
}
