//! Numbers of phones, which models write with other signs than users.

use std::ops::Range;

/// Minimum number of digits of a recognized phone number.
const SHORTEST: usize = 6;

/// The digits of a phone's number, with its leading plus; `None` if it is none.
pub(super) fn phone(text: &str) -> Option<String> {
    let text = text.trim();
    let is_number = text.chars().enumerate().all(|(at, c)| is_part(c) || (at == 0 && c == '+'));
    let digits = text.chars().filter(char::is_ascii_digit).count();
    (is_number && digits >= SHORTEST)
        .then(|| text.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect())
}

/// The numbers of phones in a message, with their places. Words end a number, and so do signs that are in none: two
/// numbers side by side are no number.
pub(super) fn phones(message: &str) -> impl Iterator<Item = (Range<usize>, String)> {
    let mut next = 0;
    message.split_inclusive(|c: char| !is_part(c) && c != '+').filter_map(move |run| {
        let start = next;
        next += run.len();
        // A full stop or a hyphen after the last digit belongs to the sentence. One before the first digit has no known
        // meaning.
        let run =
            run.trim_end_matches(|c: char| !is_part(c) && c != '+').trim_end_matches(['.', ' ', '-', '/']);
        let number = phone(run)?;
        let blanks = run.len() - run.trim_start().len();
        Some((start + blanks..start + run.len(), number))
    })
}

fn is_part(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '-' | '.' | '/' | '(' | ')' | ' ')
}

#[cfg(test)]
mod tests {
    use super::{phone, phones};

    #[test]
    fn signs_between_digits_do_not_count() {
        for text in ["5551234", "555-1234", " 555 12 34", "(555) 1234", "555.1234", "555/1234"] {
            assert_eq!(phone(text).as_deref(), Some("5551234"), "{text}");
        }
        assert_eq!(phone("+49 (30) 555").as_deref(), Some("+4930555"));
        for text in ["", "12345", "555-1234 x", "555+1234", "a5551234", "49+30555"] {
            assert_eq!(phone(text), None, "{text}");
        }
    }

    #[test]
    fn a_number_stands_in_a_message_as_a_whole() {
        let found = |message| phones(message).map(|(_, number)| number).collect::<Vec<_>>();
        assert_eq!(found("to 123 Oak Ave, 555-1234."), ["5551234"]);
        assert_eq!(found("call (555) 123-4567, or +49 30 555-1"), ["5551234567", "+49305551"]);
        assert_eq!(found("555-1234 555-9999"), ["55512345559999"]);
        assert!(found("A5551234x5551234").len() == 2);
        assert!(found("order 12345").is_empty());
    }
}
