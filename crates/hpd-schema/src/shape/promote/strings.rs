//! Towards texts, and texts that are not written as asked.

use std::borrow::Cow;

use hpd_json::{Node, WarningCode};

use super::place::Place;
use super::promoter::{At, Promoter};
use super::{enums, formats};
use crate::shape::TypeSet;

impl<'s> Promoter<'s, '_> {
    /// Promotes a refused text where texts are accepted: to a listed value, or to another form.
    pub(super) fn promote_text(&mut self, place: &Place<'s>, at: At<'_>, value: &mut Node<'_>) {
        if self.accepts(place.ids.as_slice(), value) || self.judge.gave_up() {
            return;
        }
        let is_decimal = place.nodes.iter().any(|node| node.exact_number);
        let promoted = if place.is_listed() {
            self.spell(place, at, value)
        } else if is_decimal {
            self.trim_decimal(place, at, value)
        } else {
            self.reform(place, at, value)
        };
        if let Some(promoted) = promoted {
            *value = promoted;
        } else if self.takes_null(place, value) {
            *value = self.read_null(at, value);
        }
    }

    /// Reads a value of another type as a text.
    pub(super) fn read_text<'a>(
        &mut self,
        place: &Place<'s>,
        at: At<'_>,
        value: &Node<'_>,
    ) -> Option<Node<'a>> {
        if place.is_listed() {
            return self.list_number(place, at, value).or_else(|| self.unit_variant(place, at, value));
        }
        // Dates and the like have one form, which no other type has; and where numbers are taken, that one is not.
        let is_formed = place.declared_formats().any(formats::has_form);
        if is_formed || place.is_character() || place.types.contains(TypeSet::INTEGER) {
            return None;
        }
        let is_decimal = place.declared_formats().any(|format| format == "decimal");
        if is_decimal && !matches!(value, Node::Number(_)) {
            return None;
        }
        let (code, kind, text) = match value {
            Node::Number(text) => (WarningCode::NumberToString, "number", text.clone().into_owned()),
            Node::Bool(_) if at.is_lenient() => (WarningCode::BooleanToString, "boolean", value.to_json()),
            Node::Object(_) if at.is_lenient() && !at.is_converted => {
                (WarningCode::ObjectToString, "object", value.to_json())
            }
            _ => return None,
        };
        let text = Node::String(Cow::Owned(text));
        self.log.note(code, at.path, format!("{kind} converted to string"), value, Some(&text));
        Some(text)
    }

    /// The listed text that a number is, digit for digit.
    pub(super) fn list_number<'a>(
        &mut self,
        place: &Place<'s>,
        at: At<'_>,
        value: &Node<'_>,
    ) -> Option<Node<'a>> {
        let Node::Number(digits) = value else { return None };
        let text = Node::String(Cow::Owned(digits.clone().into_owned()));
        if !place.types.contains(TypeSet::STRING) || !place.fits(&text) {
            return None;
        }
        let message = "number converted to the listed text";
        self.log.note(WarningCode::NumberToString, at.path, message, value, Some(&text));
        Some(text)
    }

    /// `{"Stop": null}`, which is how some write the word `Stop` of a list.
    fn unit_variant<'a>(&mut self, place: &Place<'s>, at: At<'_>, value: &Node<'_>) -> Option<Node<'a>> {
        let Node::Object(members) = value else { return None };
        let [(key, Node::Null)] = members.as_slice() else { return None };
        let word = Node::String(Cow::Owned(enums::listed(place, key)?.to_owned()));
        let message = "object converted to the listed value that it names";
        self.log.note(WarningCode::EnumSpelling, at.path, message, value, Some(&word));
        Some(word)
    }
}
