//! Texts that have a form: dates, times, ids, addresses.

mod duration;
mod moment;

use std::borrow::Cow;

use hpd_json::{Node, WarningCode};

use super::place::Place;
use super::promoter::{At, Promoter};
use crate::shape::{ShapeNode, format};

/// How a text in another form is written in the form of each format. The result counts only if it has the form.
const REFORMS: [(&str, Reform); 8] = [
    ("date", moment::to_date),
    ("date-time", moment::to_date_time),
    ("time", moment::to_time),
    ("partial-time", moment::to_time),
    ("partial-date-time", moment::to_date_time),
    ("duration", duration::to_duration),
    ("uuid", |text| Some(to_uuid(text))),
    // The blanks around it were taken off already.
    ("uri", |text| Some(text.to_owned())),
];

type Reform = fn(&str) -> Option<String>;

/// Text formats that no number or other value can represent, in addition to the checked ones.
const FORMED: [&str; 20] = [
    "base64",
    "base64url",
    "binary",
    "byte",
    "color",
    "date_time",
    "datetime",
    "idn-email",
    "idn-hostname",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "timestamp",
    "uri-reference",
    "uri-template",
    "url",
    "zoned-date-time",
    "quoted-printable",
];

/// Whether a format is of texts that have a form, so that a number is not one of them by chance.
pub(super) fn has_form(name: &str) -> bool {
    format::is_known(name) || FORMED.contains(&name)
}

/// Whether a node checks the form of texts.
pub(super) fn is_checked(node: &ShapeNode) -> bool {
    node.string.as_deref().is_some_and(|rules| rules.format.is_some())
}

impl<'s> Promoter<'s, '_> {
    /// A text in the form that is asked for.
    pub(super) fn reform<'a>(&mut self, place: &Place<'s>, at: At<'_>, value: &Node<'_>) -> Option<Node<'a>> {
        let text = value.as_str()?;
        let asked = place.nodes.iter().filter_map(|node| node.string.as_deref()?.format.as_deref());
        for name in asked.filter(|name| !format::is_valid(name, text)) {
            let Some((_, reform)) = REFORMS.iter().find(|(format, _)| *format == name) else { continue };
            let Some(reformed) = reform(text.trim()).filter(|text| format::is_valid(name, text)) else {
                continue;
            };
            let reformed = Node::String(Cow::Owned(reformed));
            let description = format::describe(name).unwrap_or(name);
            let message = format!("string rewritten as {description}");
            self.log.note(WarningCode::Format, at.path, message, value, Some(&reformed));
            return Some(reformed);
        }
        None
    }
}

/// The hyphenated form of 32 hexadecimal digits, a URN, or a text in braces.
fn to_uuid(text: &str) -> String {
    let braced = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let named = text.get(..9).filter(|prefix| prefix.eq_ignore_ascii_case("urn:uuid:")).map(|_| &text[9..]);
    let digits = braced.or(named).unwrap_or(text);
    if digits.len() != 32 || !digits.is_ascii() {
        return digits.to_owned();
    }
    let groups = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    groups.join("-")
}
