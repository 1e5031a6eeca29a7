//! Arrays: their items, single values instead of them, and texts that spell them out.

use std::borrow::Cow;

use hpd_json::{Node, WarningCode};

use super::place::Place;
use super::promoter::{At, Promoter};
use crate::shape::TypeSet;

impl<'s> Promoter<'s, '_> {
    pub(super) fn promote_items(&mut self, place: &Place<'s>, at: At<'_>, items: &mut [Node<'_>]) {
        for (index, item) in items.iter_mut().enumerate() {
            let path = at.path.index(index);
            self.promote(&place.item(index), at.below(&path), item);
        }
    }

    /// Reads a text, or a single value, as an array.
    pub(super) fn read_array<'a>(
        &mut self,
        place: &Place<'s>,
        at: At<'_>,
        value: &Node<'a>,
    ) -> Option<Node<'a>> {
        match value {
            Node::String(text) if text.trim_start().starts_with('[') => {
                self.parse_text(at, text, |promoter, array| {
                    let message = "string literal converted to array";
                    promoter.log.note(WarningCode::StringToArray, at.path, message, value, Some(array));
                    let Node::Array(items) = array else { return false };
                    promoter.promote_items(place, at.converted(), items);
                    true
                })
            }
            // Nothing is not an item, and an array is one already.
            Node::Null | Node::Array(_) => None,
            _ => self.wrap(place, at, value),
        }
    }

    /// A single value as the only item, if it can be one. Tuples have a meaning by position, and a second array around
    /// an item would be a guess.
    fn wrap<'a>(&mut self, place: &Place<'s>, at: At<'_>, value: &Node<'a>) -> Option<Node<'a>> {
        if place.is_tuple() || at.is_wrapped || value.as_str().is_some_and(|text| !is_single(text)) {
            return None;
        }
        let ids = place.item(0);
        let items = Place::new(self.shape(), &ids);
        // An object becomes an item only where the schema says that items are objects. Where an array must hold
        // something, no value does of which it is not known that it can be an item.
        let is_unknown = items.types == TypeSet::ANY && items.unions.is_empty();
        if is_unknown && (matches!(value, Node::Object(_)) || place.asks_for_items()) {
            return None;
        }
        let mut array = Node::Array(vec![value.clone()]);
        let message = "single value converted to array of one item";
        self.log.note(WarningCode::ValueToArray, at.path, message, value, Some(&array));
        let Node::Array(wrapped) = &mut array else { return None };
        let item = wrapped.first_mut()?;
        let path = at.path.index(0);
        self.promote(&ids, At { is_wrapped: true, is_converted: true, ..at.below(&path) }, item);
        // A text that spells out an object is an object, or is malformed.
        if value.as_str().is_some_and(looks_like_object) && !matches!(item, Node::Object(_)) {
            return None;
        }
        // Nor is nothing an item, and an object with other fields may be a map of items by their names.
        let is_known = |members: &[(Cow<'_, str>, Node<'_>)]| {
            !members.is_empty()
                && (!items.is_struct() || members.iter().all(|(key, _)| items.knows_field(&self.judge, key)))
        };
        if let Node::Object(members) = &*item
            && !is_known(members)
        {
            return None;
        }
        let is_item =
            items.fits(item) && (items.unions.is_empty() || self.accepts(items.ids.as_slice(), item));
        is_item.then_some(array)
    }

    /// The only item of an array, where a single value is asked for.
    pub(super) fn unwrap_item<'a>(
        &mut self,
        target: TypeSet,
        place: &Place<'s>,
        at: At<'_>,
        items: &[Node<'a>],
        value: &Node<'a>,
    ) -> Option<Node<'a>> {
        let [item] = items else { return None };
        let is_taken = match target {
            // A list of numbers may be short, and is no number.
            TypeSet::BOOLEAN | TypeSet::INTEGER => {
                at.is_lenient() && !matches!(item, Node::Array(_) | Node::Object(_) | Node::Null)
            }
            TypeSet::STRING => place.is_listed() && matches!(item, Node::String(_)),
            TypeSet::OBJECT => place.is_struct() && matches!(item, Node::Object(_)),
            _ => false,
        };
        // An array with a text may be meant as a text, which an array never is.
        if !is_taken || place.takes_free_text(&self.judge) {
            return None;
        }
        let message = "array of one item converted to the item";
        self.log.note(WarningCode::ArrayToValue, at.path, message, value, Some(item));
        let mut item = item.clone();
        // The array was a guess. Its item has to mean the value without another one.
        self.promote_at(&place.only(target), at.converted(), &mut item);
        place.only(target).fits(&item).then_some(item)
    }
}

/// Words for nothing, which are no items.
const NOTHING: [&str; 6] = ["null", "none", "nil", "undefined", "n/a", "[]"];

/// Separators of items, in any script.
const SEPARATORS: [char; 12] =
    [',', ';', '|', '\n', '\t', '\r', '\u{ff0c}', '\u{3001}', '\u{ff1b}', '\u{ff5c}', '\u{060c}', '\u{061b}'];

/// Whether a text is one item, and can be neither several, nor none, nor an array that is badly written.
fn is_single(text: &str) -> bool {
    let trimmed = text.trim();
    let is_nothing = NOTHING.iter().any(|word| trimmed.eq_ignore_ascii_case(word));
    let is_several = trimmed.contains(SEPARATORS);
    let is_quoted = trimmed.starts_with(['"', '\'', '`', '[', '(']);
    let is_object = looks_like_object(trimmed);
    !trimmed.is_empty() && !is_nothing && (is_object || (!is_several && !is_quoted))
}

/// Whether a string seems to contain an object.
pub(super) fn looks_like_object(text: &str) -> bool {
    text.trim_start().starts_with('{')
}
