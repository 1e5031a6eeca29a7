//! The questions that the typed reader asks while it decodes. Each is answered without an allocation, but for rules
//! that are rare: multiples and bounds with a fraction.

use hpd_json::{Decimal, Node};

use super::{ArrayRules, Guard, NumberRules, ObjectRules, Shape, ShapeId, ShapeNode, StringRules};

#[doc(hidden)]
impl Shape {
    /// The rules for the value at `id`, as far as they have to be checked while decoding; `None` if the type enforces
    /// them all.
    #[doc(hidden)]
    #[inline]
    pub fn streaming_rules(&self, id: ShapeId) -> Option<&ShapeNode> {
        let mut node = self.node(id);
        loop {
            if node.guard == Guard::Nothing {
                return None;
            }
            match node.reference {
                // A reference with rules beside it needs the whole value (`Guard::Tree`).
                Some(target) => node = self.node(target),
                None => return Some(node),
            }
        }
    }

    /// The node of a property of the whole value.
    #[doc(hidden)]
    pub fn property(&self, name: &str) -> Option<ShapeId> {
        let object = self.node(self.root()).object.as_deref()?;
        object.position(name).map(|position| object.properties[position].shape)
    }
}

#[doc(hidden)]
impl ShapeNode {
    /// Whether the rules accept a boolean.
    #[inline]
    pub fn allows_bool(&self, value: bool) -> bool {
        self.allows_value(|allowed| matches!(allowed, Node::Bool(allowed) if *allowed == value))
    }

    /// Whether the rules accept an integer.
    #[inline]
    pub fn allows_integer(&self, value: i128) -> bool {
        self.number.as_deref().is_none_or(|rules| rules.allows_integer(value))
            && self.allows_value(|allowed| is_number(allowed, || Decimal::from(value)))
    }

    /// Whether the rules accept a number.
    #[inline]
    pub fn allows_float(&self, value: f64) -> bool {
        self.number.as_deref().is_none_or(|rules| rules.allows_float(value))
            && self.allows_value(|allowed| is_number(allowed, || exact(value)))
    }

    /// For a number of which every digit counts.
    pub fn allows_number_text(&self, text: &str) -> bool {
        let Some(value) = Decimal::parse(text) else { return false };
        self.number.as_deref().is_none_or(|rules| rules.allows(&value))
            && self.allows_value(|allowed| is_number(allowed, || value.clone()))
    }

    /// Whether the rules accept a string.
    #[inline]
    pub fn allows_text(&self, text: &str) -> bool {
        self.string.as_deref().is_none_or(|rules| rules.allows(text))
            && self.allows_exact(text)
            && self.allows_value(|allowed| matches!(allowed, Node::String(allowed) if allowed == text))
    }

    #[inline]
    fn allows_value(&self, is_same: impl Fn(&Node<'static>) -> bool) -> bool {
        self.one_of_values.as_deref().is_none_or(|values| values.iter().any(is_same))
    }
}

fn is_number(allowed: &Node<'_>, value: impl FnOnce() -> Decimal) -> bool {
    matches!(allowed, Node::Number(text) if Decimal::parse(text) == Some(value()))
}

/// The number that a float is shown as, which is the one that was written if it has at most 15 digits.
fn exact(value: f64) -> Decimal {
    Decimal::parse(&value.to_string()).unwrap_or(Decimal::ZERO)
}

/// Bounds in the forms in which numbers are decoded. They hold for numbers inside them; for others the exact rules
/// decide.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FastBounds {
    /// The least and the greatest that are allowed.
    integers: (i128, i128),
    /// All between these two are allowed.
    floats: (f64, f64),
    /// All from the first of these whole numbers up to the second are allowed, fractions among them.
    wholes: (u64, u64),
}

impl NumberRules {
    /// Works out the fast bounds, once all rules are there.
    pub(crate) fn seal(&mut self) {
        if self.multiple_of.is_some() {
            return;
        }
        let low = [(self.minimum.as_ref(), true), (self.exclusive_minimum.as_ref(), false)];
        let high = [(self.maximum.as_ref(), true), (self.exclusive_maximum.as_ref(), false)];
        let (mut integers, mut floats) = ((i128::MIN, i128::MAX), (f64::NEG_INFINITY, f64::INFINITY));
        for (bound, inclusive) in low.into_iter().filter_map(|(bound, inclusive)| Some((bound?, inclusive))) {
            let least = whole(bound).map(|whole| whole.saturating_add(i128::from(!inclusive)));
            integers.0 = integers.0.max(least.unwrap_or(i128::MAX));
            floats.0 = floats.0.max(if inclusive { float(bound).next_down() } else { float(bound) });
        }
        for (bound, inclusive) in high.into_iter().filter_map(|(bound, inclusive)| Some((bound?, inclusive)))
        {
            let greatest = whole(bound).map(|whole| whole.saturating_sub(i128::from(!inclusive)));
            integers.1 = integers.1.min(greatest.unwrap_or(i128::MIN));
            floats.1 = floats.1.min(if inclusive { float(bound).next_up() } else { float(bound) });
        }
        self.fast = Some(FastBounds { integers, floats, wholes: wholes_between(floats) });
    }

    /// Whether a number is well inside the bounds, by a glance at its text; where this says no, the exact rules decide.
    pub(super) fn surely_allows(&self, text: &str) -> bool {
        /// Digits that a float holds exactly.
        const FEW: usize = 15;
        let Some(bounds) = self.fast else { return false };
        // Most numbers are not near a bound.
        let (first, end) = bounds.wholes;
        if whole_part(text).is_some_and(|whole| (first..end).contains(&whole)) {
            return true;
        }
        let FastBounds { integers: (least, greatest), floats: (low, high), .. } = bounds;
        if text.len() > FEW {
            return false;
        }
        match text.parse::<i64>() {
            Ok(number) => (least..=greatest).contains(&i128::from(number)),
            Err(_) => text.parse::<f64>().is_ok_and(|number| low < number && number < high),
        }
    }

    #[inline]
    pub(super) fn allows_integer(&self, value: i128) -> bool {
        match self.fast {
            Some(FastBounds { integers: (low, high), .. }) if (low..=high).contains(&value) => true,
            _ => self.allows(&Decimal::from(value)),
        }
    }

    #[inline]
    fn allows_float(&self, value: f64) -> bool {
        match self.fast {
            Some(FastBounds { floats: (low, high), .. }) if low < value && value < high => true,
            _ => self.allows(&exact(value)),
        }
    }

    #[cold]
    pub(super) fn allows(&self, value: &Decimal) -> bool {
        self.minimum.as_ref().is_none_or(|bound| value >= bound)
            && self.maximum.as_ref().is_none_or(|bound| value <= bound)
            && self.exclusive_minimum.as_ref().is_none_or(|bound| value > bound)
            && self.exclusive_maximum.as_ref().is_none_or(|bound| value < bound)
            && self.multiple_of.as_ref().is_none_or(|divisor| value.is_multiple_of(divisor))
    }
}

/// A bound that is an integer, or beyond all decoded integers. Other bounds are left to the exact rules.
fn whole(bound: &Decimal) -> Option<i128> {
    if *bound >= Decimal::from(i128::MAX) {
        return Some(i128::MAX);
    }
    if *bound <= Decimal::from(i128::MIN) {
        return Some(i128::MIN);
    }
    bound.to_string().parse().ok()
}

/// The first and the last integer between two numbers. Only non-negative integers that floats represent exactly count.
fn wholes_between((low, high): (f64, f64)) -> (u64, u64) {
    const EXACT: f64 = 1e15;
    let (first, last) = (low.floor() + 1.0, high.ceil() - 1.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "they are whole, and in range"
    )]
    (first.clamp(0.0, EXACT) as u64, last.clamp(0.0, EXACT) as u64)
}

/// The digits before the point of a non-negative number without an exponent.
fn whole_part(number: &str) -> Option<u64> {
    let (mut whole, mut is_fraction) = (0_u64, false);
    for byte in number.bytes() {
        match byte {
            b'0'..=b'9' if is_fraction => {}
            b'0'..=b'9' => whole = whole.saturating_mul(10).saturating_add(u64::from(byte - b'0')),
            b'.' => is_fraction = true,
            _ => return None,
        }
    }
    Some(whole)
}

fn float(bound: &Decimal) -> f64 {
    bound.to_string().parse().unwrap_or(f64::NAN)
}

impl StringRules {
    #[inline]
    pub(super) fn allows(&self, text: &str) -> bool {
        self.allows_form(text) && self.pattern.as_ref().is_none_or(|pattern| pattern.is_match(text))
    }

    /// All but the pattern.
    #[inline]
    pub(super) fn allows_form(&self, text: &str) -> bool {
        self.allows_length(text)
            && self.format.as_deref().is_none_or(|format| super::format::is_valid(format, text))
    }

    #[inline]
    fn allows_length(&self, text: &str) -> bool {
        let bytes = text.len() as u64;
        // A character has one to four bytes: most lengths are decided without counting.
        let long_enough = match self.min_length {
            None => true,
            Some(min) if bytes < min => false,
            Some(min) => bytes >= min.saturating_mul(4) || characters(text) >= min,
        };
        long_enough && self.max_length.is_none_or(|max| bytes <= max || characters(text) <= max)
    }
}

fn characters(text: &str) -> u64 {
    text.chars().count() as u64
}

#[doc(hidden)]
impl ArrayRules {
    /// The Shape of the item at `index`.
    #[inline]
    pub fn item(&self, index: u64) -> Option<ShapeId> {
        let prefix = usize::try_from(index).ok().and_then(|index| self.prefix_items.get(index));
        prefix.copied().or(self.items)
    }

    /// Whether the rules accept so many entries.
    #[inline]
    pub fn allows_count(&self, count: u64) -> bool {
        self.min_items.is_none_or(|min| count >= min) && self.max_items.is_none_or(|max| count <= max)
    }
}

/// So many names are compared faster than one is hashed.
const FEW_PROPERTIES: usize = 12;

#[doc(hidden)]
impl ObjectRules {
    /// The place of a property in the order of declaration.
    #[inline]
    pub fn position(&self, key: &str) -> Option<usize> {
        if self.properties.len() <= FEW_PROPERTIES {
            return self.properties.iter().position(|property| *property.name == *key);
        }
        self.by_name.get(key).map(|position| *position as usize)
    }

    /// The same, where the place is probably `next`: models write members in the order of declaration.
    #[inline]
    pub fn position_from(&self, next: usize, key: &str) -> Option<usize> {
        match self.properties.get(next) {
            Some(property) if *property.name == *key => Some(next),
            _ => self.position(key),
        }
    }

    /// Whether one node describes the values of all keys, or none does.
    #[inline]
    pub fn describes_all_alike(&self) -> bool {
        self.properties.is_empty() && self.pattern_properties.is_empty()
    }

    /// The Shape of members that are neither listed nor matched.
    #[inline]
    pub fn additional_properties(&self) -> Option<ShapeId> {
        self.additional_properties
    }

    /// The Shape of the member `key`.
    #[inline]
    pub fn member(&self, key: &str) -> Option<ShapeId> {
        let named = self.position(key).map(|position| self.properties[position].shape);
        let mut patterns = self.pattern_properties.iter().filter(|(pattern, _)| pattern.is_match(key));
        named.or_else(|| patterns.next().map(|(_, id)| *id)).or(self.additional_properties)
    }

    /// Whether the rules accept so many entries.
    #[inline]
    pub fn allows_count(&self, count: u64) -> bool {
        self.min_properties.is_none_or(|min| count >= min)
            && self.max_properties.is_none_or(|max| count <= max)
    }
}
