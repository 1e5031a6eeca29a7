//! Towards `true` and `false`.

use hpd_json::{Decimal, Node, WarningCode};

use super::place::Place;
use super::promoter::{At, Promoter};

const YES: [&str; 3] = ["yes", "on", "1"];
const NO: [&str; 3] = ["no", "off", "0"];

impl<'s> Promoter<'s, '_> {
    pub(super) fn read_boolean<'a>(
        &mut self,
        place: &Place<'s>,
        at: At<'_>,
        value: &Node<'_>,
    ) -> Option<Node<'a>> {
        // A list of values without a type requires one of them. Similar texts don't count.
        if !place.names_types() {
            return None;
        }
        let (code, kind, read) = match value {
            Node::String(text) => {
                (WarningCode::StringToBoolean, "string literal", read_word(text, at.is_lenient())?)
            }
            Node::Number(text) if at.is_lenient() => {
                (WarningCode::NumberToBoolean, "number", read_digit(text)?)
            }
            _ => return None,
        };
        let message = format!("{kind} converted to boolean {read}");
        self.log.note(code, at.path, message, value, Some(&Node::Bool(read)));
        Some(Node::Bool(read))
    }
}

fn read_word(text: &str, lenient: bool) -> Option<bool> {
    let text = text.trim();
    let is_one_of = |words: &[&str]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    match () {
        () if is_one_of(&["true"]) || (lenient && is_one_of(&YES)) => Some(true),
        () if is_one_of(&["false"]) || (lenient && is_one_of(&NO)) => Some(false),
        () => None,
    }
}

fn read_digit(text: &str) -> Option<bool> {
    let number = Decimal::parse(text)?;
    match () {
        () if number.is_zero() => Some(false),
        () if number == Decimal::from(1_u128) => Some(true),
        () => None,
    }
}
