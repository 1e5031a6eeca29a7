//! The part of the model: it knows one tool, and recognises addresses, phone numbers and names.

use hpd_examples::dialogue::{Model, Move};
use hpd_host::Outcome;
use hpd_host::outcome::OutcomeKind;
use hpd_host::reexports::serde_json::{Value, json};

/// A model that places the user's orders.
#[derive(Default)]
pub(crate) struct Shopper {
    /// The item to buy, until it is bought.
    item: Option<String>,
    /// Whose name it has read.
    contact_name: Option<String>,
}

const HELP: &str = "I can order things for you, for example: Buy milk";

impl Model for Shopper {
    fn hears(&mut self, message: &str) -> Move {
        if let Some(item) = wanted(message) {
            self.item = Some(item.clone());
            return Move::call("place_order", &json!({ "item": item }));
        }
        let Some(item) = &self.item else { return Move::Say(HELP.to_owned()) };
        let mut arguments = json!({ "item": item });
        let details = Details::of(message);
        let contact_name = details.contact_name.clone().or_else(|| self.contact_name.clone());
        if details == Details::default() {
            return Move::Say(HELP.to_owned());
        }
        for (name, value) in
            [("address", details.address), ("phone", details.phone), ("contact_name", contact_name)]
        {
            if let Some(value) = value {
                arguments[name] = Value::String(value);
            }
        }
        Move::call("place_order", &arguments)
    }

    fn reads(&mut self, outcome: &Outcome) -> Move {
        let text = outcome.for_model_as_text();
        match &outcome.kind {
            OutcomeKind::Result(_) => {
                self.item = None;
                Move::Say(text.into_owned())
            }
            // The program asks, in words of its own. The text contains the known values.
            OutcomeKind::AskUser(_) => {
                self.contact_name = known(&text, "contact_name").map(str::to_owned);
                Move::Wait
            }
            _ => {
                self.item = None;
                Move::Wait
            }
        }
    }
}

/// The item that a message asks to buy.
fn wanted(message: &str) -> Option<String> {
    let (verb, rest) = message.trim().split_once(' ')?;
    let item = rest.trim().trim_end_matches(['.', '!']);
    let item = ["me ", "some "].iter().fold(item, |item, word| item.strip_prefix(word).unwrap_or(item));
    (verb.eq_ignore_ascii_case("buy") && !item.is_empty()).then(|| item.to_owned())
}

/// The details of the delivery in a message.
#[derive(Debug, Default, PartialEq, Eq)]
struct Details {
    address: Option<String>,
    phone: Option<String>,
    contact_name: Option<String>,
}

impl Details {
    fn of(message: &str) -> Self {
        let mut details = Self::default();
        for part in message.split(',').map(str::trim) {
            let name = ["I'm ", "I am ", "my name is "].iter().find_map(|words| part.strip_prefix(words));
            if let Some(name) = name {
                details.contact_name = Some(name.to_owned());
            } else if let Some(start) = part.find(|c: char| c.is_ascii_digit()) {
                let value = part[start..].to_owned();
                let is_address = value.contains(char::is_alphabetic);
                *(if is_address { &mut details.address } else { &mut details.phone }) = Some(value);
            }
        }
        details
    }
}

/// The value of a parameter, as the text about a question has it.
fn known<'t>(text: &'t str, parameter: &str) -> Option<&'t str> {
    text.lines().find_map(|line| {
        let value = line.strip_prefix("- ")?.strip_prefix(parameter)?.strip_prefix(": ")?;
        Some(value.split_once(" (")?.0)
    })
}
