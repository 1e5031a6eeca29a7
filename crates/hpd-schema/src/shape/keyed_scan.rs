//! Places in a text, by the key before them. They tell a value that may break a rule from others that look like it: a
//! zero where zeros are right, a minus in a string.
//!
//! The text is JSON as far as it matters: what decodes it refuses everything else.

use hpd_json::__private::order;
use memchr::{memchr_iter, memrchr};

use super::number_starts::{any_place, minus, minus_or_zero};
use super::text_scan::{DEEPEST, TWO_QUOTES, TextFlags, is_empty_array, own_flags};
use super::{Shape, ShapeId, ShapeNode, TypeSet};

/// The facts that values have to show by their keys.
#[derive(Debug, Default)]
pub struct KeyedScan {
    keys: Vec<(Box<str>, TextFlags)>,
    /// Those of the values of keys that are not listed.
    others: TextFlags,
    /// Those of items of arrays.
    items: TextFlags,
    /// The keys of integers.
    integers: Vec<Box<str>>,
}

/// What a text proves of the facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// They hold.
    Holds,
    /// They hold once integers that are written with a point, as `3.0`, lose it.
    HoldsWithoutPoints,
    /// Nothing.
    Open,
}

impl KeyedScan {
    /// What the text proves of the contents of the value at its start, and of all later values.
    #[inline]
    pub fn proof_below(&self, facts: TextFlags, text: &str) -> Proof {
        if !self.objects_hold(facts, text) {
            return Proof::Open;
        }
        match facts.doubtful_below(text) {
            TextFlags::NONE => Proof::Holds,
            doubtful => self.settle(doubtful, text),
        }
    }

    /// Whether no array stands in place of an object in the contents of the value at the start of the text, and in all later
    /// values, if the facts ask for that. `false` where that is not clear.
    #[inline]
    pub fn objects_hold(&self, facts: TextFlags, text: &str) -> bool {
        let (fact, bytes) = (TextFlags::OBJECTS_ARE_NO_ARRAYS, text.as_bytes());
        !facts.has(fact) || memchr_iter(b'[', bytes).all(|place| place == 0 || !self.asks(fact, bytes, place))
    }

    /// The keys of integers.
    pub fn integers(&self) -> &[Box<str>] {
        &self.integers
    }

    /// What the text proves of facts that are [doubtful](TextFlags::doubtful_below). Looks at each place that makes one
    /// doubtful.
    #[cold]
    pub fn settle(&self, doubtful: TextFlags, text: &str) -> Proof {
        let bytes = text.as_bytes();
        // The value itself is not below.
        let breaks = |fact: TextFlags, place: usize| place > 0 && self.asks(fact, bytes, place);
        let (strings, arrays) = (TextFlags::STRINGS_HAVE_TEXT, TextFlags::ARRAYS_HAVE_ITEMS);
        let (zeros, negatives) = (TextFlags::INTEGERS_ARE_NOT_ZERO, TextFlags::NUMBERS_ARE_NOT_NEGATIVE);
        let is_empty = |place: &usize| is_empty_array(&bytes[place + 1..]);
        if doubtful.has(strings) && TWO_QUOTES.find_iter(bytes).any(|place| breaks(strings, place))
            || doubtful.has(arrays)
                && memchr_iter(b'[', bytes).filter(is_empty).any(|place| breaks(arrays, place))
        {
            return Proof::Open;
        }
        if !doubtful.has(negatives) && !doubtful.has(zeros) {
            return Proof::Holds;
        }
        let mut has_points = false;
        let is_broken = |place: usize| match (bytes[place - 1], bytes[place]) {
            (b'.', b'0') => point_zero(bytes, place - 1).is_some_and(|number| {
                has_points = has_points || self.is_of_integer(bytes, number);
                bytes[number..place - 1].iter().all(|digit| matches!(digit, b'0' | b'-'))
                    && breaks(zeros, number)
            }),
            (_, b'0') => breaks(zeros, place),
            (b'.' | b'-', _) => false,
            _ => breaks(negatives, place),
        };
        let is_any_broken = if doubtful.has(zeros) {
            any_place(bytes, minus_or_zero, is_broken)
        } else {
            any_place(bytes, minus, is_broken)
        };
        if is_any_broken {
            Proof::Open
        } else if has_points {
            Proof::HoldsWithoutPoints
        } else {
            Proof::Holds
        }
    }

    /// Whether a fact has to hold for a value that starts at a place, if one does.
    fn asks(&self, fact: TextFlags, bytes: &[u8], place: usize) -> bool {
        match before(bytes, place) {
            Before::Key(key) => {
                let listed = self.keys.iter().find(|(name, _)| name.as_bytes() == key);
                listed.map_or(self.others, |(_, facts)| *facts).has(fact)
            }
            Before::Item => self.items.has(fact),
            Before::Text => false,
            Before::Unclear => true,
        }
    }

    /// Whether the key of the value at a place is that of an integer.
    fn is_of_integer(&self, bytes: &[u8], place: usize) -> bool {
        let is_it = |key| self.integers.iter().any(|integer| integer.as_bytes() == key);
        key_before(bytes, place).is_some_and(is_it)
    }

    /// Adds what must hold for a key.
    fn add(&mut self, key: &str, facts: TextFlags) {
        match self.keys.iter_mut().find(|(name, _)| **name == *key) {
            Some((_, all)) => *all = all.and(facts),
            None => self.keys.push((key.into(), facts)),
        }
    }
}

/// What stands before a place.
#[derive(Debug, PartialEq, Eq)]
enum Before<'t> {
    /// A key, whose value starts there.
    Key(&'t [u8]),
    /// A comma or a bracket: an item may start there.
    Item,
    /// No value starts there: it is inside of a string.
    Text,
    /// A key that has an escape, or something in a string that looks like one.
    Unclear,
}

fn before(bytes: &[u8], place: usize) -> Before<'_> {
    let rest = trim_end(&bytes[..place]);
    let rest = match rest.split_last() {
        Some((b':', rest)) => trim_end(rest),
        Some((b',' | b'[', _)) => return Before::Item,
        None => return Before::Unclear,
        Some(_) => return Before::Text,
    };
    // Outside of strings, there is a key before a colon.
    let Some((b'"', rest)) = rest.split_last() else { return Before::Text };
    let Some(quote) = memrchr(b'"', rest) else { return Before::Unclear };
    let (around, key) = (&rest[..quote], &rest[quote + 1..]);
    if around.last() == Some(&b'\\') || key.contains(&b'\\') {
        return Before::Unclear;
    }
    Before::Key(key)
}

fn trim_end(bytes: &[u8]) -> &[u8] {
    let blanks = bytes.iter().rev().take_while(|byte| is_blank(**byte)).count();
    &bytes[..bytes.len() - blanks]
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r')
}

/// The key whose value starts at a place of a JSON text. `None` if there is none, or it has an escape.
pub fn key_before(text: &[u8], place: usize) -> Option<&[u8]> {
    match before(text, place) {
        Before::Key(key) => Some(key),
        _ => None,
    }
}

/// Where a number starts that ends in the point at a place, and a zero. It may be in a string. `None` if there is no
/// such number.
pub fn point_zero(text: &[u8], point: usize) -> Option<usize> {
    let is_end = |byte: &u8| matches!(byte, b',' | b'}') || is_blank(*byte);
    if text.get(point + 1) != Some(&b'0') || !text.get(point + 2).is_some_and(is_end) {
        return None;
    }
    let digits = text[..point].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let start = point - digits;
    (digits > 0).then(|| start - usize::from(text[..start].last() == Some(&b'-')))
}

#[doc(hidden)]
impl Shape {
    /// Adds the facts that prove that no value below `id` breaks a rule, by their keys. Meaningful for nodes with a
    /// [text scan](Self::text_scan).
    pub fn add_keyed_scan(&self, id: ShapeId, all: &mut KeyedScan) {
        all.integers.extend(self.integer_keys(id));
        self.add_keyed_scan_within(id, all, DEEPEST);
    }

    fn add_keyed_scan_within(&self, id: ShapeId, all: &mut KeyedScan, levels: usize) {
        let Some(levels) = levels.checked_sub(1) else { return };
        let node = self.referred(id);
        let facts = |id| own_flags(self.referred(id)).unwrap_or(TextFlags::NONE);
        for property in node.object.iter().flat_map(|rules| &rules.properties) {
            all.add(&property.name, facts(property.shape));
            self.add_keyed_scan_within(property.shape, all, levels);
        }
        for id in node.object.iter().filter_map(|rules| rules.additional_properties) {
            all.others = all.others.and(facts(id));
            self.add_keyed_scan_within(id, all, levels);
        }
        for id in node.array.iter().flat_map(|rules| rules.prefix_items.iter().chain(&rules.items)) {
            all.items = all.items.and(facts(*id));
            self.add_keyed_scan_within(*id, all, levels);
        }
    }

    /// The keys below `id` whose values are integers, wherever the key is.
    pub fn integer_keys(&self, id: ShapeId) -> Box<[Box<str>]> {
        let mut keys = Vec::new();
        self.add_integer_keys(id, &mut keys, DEEPEST);
        let (mut integers, others): (Vec<_>, Vec<_>) =
            keys.into_iter().partition(|(_, is_integer)| *is_integer);
        integers.retain(|(name, _)| others.iter().all(|(other, _)| other != name));
        order::sort_by(&mut integers, Ord::cmp);
        integers.dedup();
        integers.into_iter().map(|(name, _)| name.into()).collect()
    }

    fn add_integer_keys<'s>(&'s self, id: ShapeId, keys: &mut Vec<(&'s str, bool)>, levels: usize) {
        let Some(levels) = levels.checked_sub(1) else { return };
        let node = self.node(id);
        for property in node.object.iter().flat_map(|rules| &rules.properties) {
            keys.push((&property.name, is_integer(self.node(property.shape))));
            self.add_integer_keys(property.shape, keys, levels);
        }
        for id in node.array.iter().flat_map(|rules| rules.prefix_items.iter().chain(&rules.items)) {
            self.add_integer_keys(*id, keys, levels);
        }
    }
}

/// Whether all numbers are integers, and no values are listed.
fn is_integer(node: &ShapeNode) -> bool {
    node.types.contains(TypeSet::INTEGER)
        && !node.types.contains(TypeSet::NUMBER)
        && node.one_of_values.is_none()
        && !node.exact_number
}

#[cfg(test)]
mod tests;
