//! A message, made comparable.

use hpd_runtime::__private::text::characters;

/// A message in lower case, with single spaces, without punctuation at its ends.
pub(super) fn normal(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().map(straight).collect();
    words.join(" ").trim_matches(is_punctuation).trim().to_owned()
}

/// The words of a message in lower case, without punctuation and apostrophes.
pub(super) fn plain(text: &str) -> String {
    words(text).map(|word| word.replace('\'', "")).collect::<Vec<_>>().join(" ")
}

/// The words of a message in lower case, without punctuation around them.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split_whitespace()
        .map(|word| straight(word.trim_matches(is_punctuation)))
        .filter(|word| !word.is_empty())
}

/// Whether a message has invisible characters. Line breaks are visible.
pub(super) fn has_unseen(text: &str) -> bool {
    characters(text).any(|character| character.is_unseen() && !matches!(character.c, '\n' | '\r' | '\t'))
}

/// A quoted text without its quotes.
pub(super) fn unquoted(text: &str) -> Option<&str> {
    [('"', '"'), ('\'', '\''), ('“', '”'), ('„', '“'), ('‘', '’'), ('`', '`'), ('«', '»')].iter().find_map(
        |&(opening, closing)| {
            let inner = text.strip_prefix(opening)?.strip_suffix(closing)?;
            (!inner.trim().is_empty() && !inner.contains([opening, closing])).then_some(inner)
        },
    )
}

/// Lower case, with the keyboard's apostrophe.
fn straight(word: &str) -> String {
    word.to_lowercase().replace(['’', '‘', '`'], "'")
}

pub(super) fn is_punctuation(c: char) -> bool {
    matches!(c, '.' | ',' | '!' | '?' | ';' | ':' | '"' | '\'' | '“' | '”' | '„' | '(' | ')' | '…' | '。')
}

#[cfg(test)]
mod tests {
    use super::{has_unseen, normal, plain, unquoted};

    #[test]
    fn case_space_and_outer_punctuation_do_not_count() {
        assert_eq!(normal("  Never\n MIND!! "), "never mind");
        assert_eq!(normal("That’s right."), "that's right");
        assert_eq!(normal("..."), "");
        assert_eq!(plain("Yes, that’s right."), "yes thats right");
    }

    #[test]
    fn one_pair_of_quotes_comes_off() {
        assert_eq!(unquoted("\"a b\""), Some("a b"));
        assert_eq!(unquoted("„a“"), Some("a"));
        for text in ["a", "\"", "\"\"", "\"a\" or \"b\"", "\"a'"] {
            assert_eq!(unquoted(text), None, "{text}");
        }
    }

    #[test]
    fn line_breaks_are_seen() {
        assert!(!has_unseen("a\nb"));
        assert!(has_unseen("yes\u{200b}"));
        assert!(has_unseen("a\u{0}"));
    }
}
