//! Places in a text, by the key before them. They tell a value that may break a rule from others that look like it: a
//! zero where zeros are right, a minus in a string.
//!
//! The text is JSON as far as it matters: what decodes it refuses everything else.

use memchr::{memchr_iter, memrchr};

use super::text_scan::{DEEPEST, TWO_QUOTES, TextFlags, own_flags, unlike_before_number, unlike_zero};
use super::{Shape, ShapeId, ShapeNode, TypeSet};

/// The facts that values have to show by their keys.
#[derive(Debug, Default)]
pub struct KeyedScan {
    keys: Vec<(Box<str>, TextFlags)>,
    /// Those of the values of keys that are not listed.
    others: TextFlags,
    /// Those of items of arrays.
    items: TextFlags,
}

impl KeyedScan {
    /// Whether the facts hold for the contents of the value at the start of `text`, and for all later values.
    #[cold]
    pub fn hold_below(&self, facts: TextFlags, text: &str) -> bool {
        let bytes = text.as_bytes();
        // The value itself is not below.
        let may_break = |fact: TextFlags, place: usize| place > 0 && self.asks(fact, bytes, place);
        let (strings, arrays) = (TextFlags::STRINGS_HAVE_TEXT, TextFlags::ARRAYS_HAVE_ITEMS);
        let (zeros, negatives) = (TextFlags::INTEGERS_ARE_NOT_ZERO, TextFlags::NUMBERS_ARE_NOT_NEGATIVE);
        let number_starts = |place: &usize| {
            place.checked_sub(1).is_none_or(|before| unlike_before_number(bytes[before]) == 0)
        };
        let is_zero =
            |place: &usize| bytes.get(place + 1).is_none_or(|second| unlike_zero(b'0', *second) == 0);
        let is_empty = |place: &usize| {
            let mut after = bytes[place + 1..].iter().copied().skip_while(|byte| is_blank(*byte));
            matches!(after.next(), None | Some(b']'))
        };
        if facts.has(strings) && TWO_QUOTES.find_iter(bytes).any(|place| may_break(strings, place))
            || facts.has(arrays)
                && memchr_iter(b'[', bytes).filter(is_empty).any(|place| may_break(arrays, place))
        {
            return false;
        }
        if facts.hold_for_numbers_below(text) {
            return true;
        }
        let is_negative = |place: usize| number_starts(&place) && may_break(negatives, place);
        let is_zero_where_none_may_be =
            |place: usize| number_starts(&place) && is_zero(&place) && may_break(zeros, place);
        !(facts.has(negatives) && memchr_iter(b'-', bytes).any(is_negative)
            || facts.has(zeros) && memchr_iter(b'0', bytes).any(is_zero_where_none_may_be))
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
pub fn key_before(text: &str, place: usize) -> Option<&[u8]> {
    match before(text.as_bytes(), place) {
        Before::Key(key) => Some(key),
        _ => None,
    }
}

#[doc(hidden)]
impl Shape {
    /// Adds the facts that prove that no value below `id` breaks a rule, by their keys. Meaningful for nodes with a
    /// [text scan](Self::text_scan).
    pub fn add_keyed_scan(&self, id: ShapeId, all: &mut KeyedScan) {
        self.add_keyed_scan_within(id, all, DEEPEST);
    }

    fn add_keyed_scan_within(&self, id: ShapeId, all: &mut KeyedScan, levels: usize) {
        let (Some(levels), Some(node)) = (levels.checked_sub(1), self.streaming_rules(id)) else { return };
        let facts = |id| self.streaming_rules(id).and_then(own_flags).unwrap_or(TextFlags::NONE);
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
        integers.sort_unstable();
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
