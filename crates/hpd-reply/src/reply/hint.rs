//! Expected values by a parameter's name. A text parameter often accepts any text; a person who reads "phone" does not.

use hpd_runtime::__private::text::in_words;

/// The look of a value.
#[derive(Clone, Copy)]
enum Look {
    /// Digits with separators.
    Phone,
    /// One word with an `@`.
    Mail,
    /// One word with a point.
    Link,
    /// A digit in it.
    Digits,
    /// One word.
    Word,
}

/// By words of names. Where several are in a name, the first one here counts.
const LOOKS: [(&str, Look); 25] = [
    ("phone", Look::Phone),
    ("telephone", Look::Phone),
    ("tel", Look::Phone),
    ("mobile", Look::Phone),
    ("fax", Look::Phone),
    ("telefon", Look::Phone),
    ("email", Look::Mail),
    ("mail", Look::Mail),
    ("url", Look::Link),
    ("website", Look::Link),
    ("link", Look::Link),
    ("iban", Look::Digits),
    ("number", Look::Digits),
    ("zip", Look::Digits),
    ("postcode", Look::Digits),
    ("plz", Look::Digits),
    ("date", Look::Digits),
    ("amount", Look::Digits),
    ("id", Look::Word),
    ("uuid", Look::Word),
    ("sku", Look::Word),
    ("token", Look::Word),
    ("username", Look::Word),
    ("currency", Look::Word),
    ("address", Look::Digits),
];

/// Whether a text may be a value of a parameter with this name.
pub(super) fn fits(name: &str, text: &str) -> bool {
    look_of(name).is_none_or(|look| look.fits(text))
}

/// How much a name says of its values, of which `text` is one: 0 if nothing. One word is rather an id than an address.
pub(super) fn rank(name: &str, text: &str) -> u8 {
    match look_of(name) {
        None => 0,
        Some(Look::Digits) if !text.contains(char::is_whitespace) => 1,
        Some(Look::Digits | Look::Word) => 2,
        Some(Look::Phone | Look::Mail | Look::Link) => 3,
    }
}

/// Whether values of a parameter with this name are phone numbers.
pub fn is_phone(name: &str) -> bool {
    matches!(look_of(name), Some(Look::Phone))
}

fn look_of(name: &str) -> Option<Look> {
    let name = in_words(name).to_lowercase();
    let look = LOOKS.iter().find(|(known, _)| name.split(' ').any(|word| word == *known));
    look.map(|(_, look)| *look)
}

impl Look {
    fn fits(self, text: &str) -> bool {
        let digits = text.chars().filter(char::is_ascii_digit).count();
        let is_word = !text.contains(char::is_whitespace);
        match self {
            Self::Phone => {
                let is_usual =
                    |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | '/' | '(' | ')' | ' ');
                digits >= 3 && text.chars().all(is_usual)
            }
            Self::Mail => is_word && text.contains('@'),
            Self::Link => is_word && text.contains('.'),
            Self::Digits => digits > 0,
            Self::Word => is_word,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_value_looks_like_what_its_name_says() {
        for (name, value) in [
            ("phone", "+49 (0)30 / 555-0000"),
            ("contactEmail", "a@b.de"),
            ("website", "example.com/x"),
            ("node_id", "test-node-1"),
            ("phone_id", "555"),
            ("email_address", "a@b.de"),
            ("order_number", "A 17"),
            ("item", "anything at all"),
        ] {
            assert!(fits(name, value), "{name}: {value}");
        }
        for (name, value) in [
            ("phone", "weather in Paris"),
            ("phone", "12"),
            ("email", "a at b"),
            ("email", "my mail a@b.de"),
            ("node_id", "the first one"),
            ("InvoiceNumber", "Acme"),
            ("address", "the house at the lake"),
        ] {
            assert!(!fits(name, value), "{name}: {value}");
        }
    }
}
