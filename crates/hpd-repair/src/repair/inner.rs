//! Quotes inside a string that have no backslash.

use hpd_json::{Cut, SyntaxError, SyntaxErrorKind};

use super::delimiter::{self, Delimiter};
use super::gap::{starts_comment, trim_start};
use super::parser::Last;
use super::{bare, key, object};

/// Quotes that may occur unescaped inside a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LetsThrough {
    /// Pairs of quotes around words.
    Pairs,
    /// Those that close a typographic quote.
    Typographic,
}

/// Follows the quotes inside of one string, and tells its end from them.
#[derive(Debug)]
pub(super) struct Inner {
    delimiter: Delimiter,
    closer: u8,
    /// A quoted part is open.
    open: bool,
    /// There was a quote inside.
    seen: bool,
    /// A typographic quote is open, which a quote of ASCII may close: `„so"`.
    typographic: bool,
    lets_through: LetsThrough,
    /// The text was looked through for typographic quotes up to here.
    looked: usize,
}

impl Inner {
    /// For a string in an array or object that `closer` closes.
    pub(super) const fn new(delimiter: Delimiter, closer: u8) -> Self {
        Self {
            delimiter,
            closer,
            open: false,
            seen: false,
            typographic: false,
            lets_through: LetsThrough::Pairs,
            looked: 0,
        }
    }

    /// For a string in double quotes, in which a quote may close a typographic one, and do nothing else.
    pub(super) const fn typographic(closer: u8) -> Self {
        Self { lets_through: LetsThrough::Typographic, ..Self::new(Delimiter::Double, closer) }
    }

    /// Whether the quote at `here` ends the string whose text starts at `start`.
    ///
    /// Inside, quotes must come in pairs around words, as in prose: `5" + "6` may be two strings.
    pub(super) fn ends(&mut self, text: &str, start: usize, here: usize) -> Result<bool, SyntaxError> {
        let behind = &text[here + 1..];
        if ends_string(behind, self.closer) {
            // The end of the text may be any quote of the string, unless it is the only one.
            let all = trim_start(behind).is_empty();
            return match (self.open, self.seen && all) {
                (false, false) => Ok(true),
                (_, true) => {
                    Err(SyntaxError { offset: text.len(), kind: SyntaxErrorKind::Truncated(Cut::InString) })
                }
                (true, false) => Err(SyntaxError { offset: here, kind: SyntaxErrorKind::UnescapedQuote }),
            };
        }
        self.seen = true;
        self.typographic = opens_typographic(&text[start.max(self.looked)..here], self.typographic);
        self.looked = here;
        if std::mem::replace(&mut self.typographic, false) {
            return Ok(false);
        }
        if self.lets_through == LetsThrough::Typographic {
            return Err(SyntaxError { offset: here, kind: SyntaxErrorKind::UnescapedQuote });
        }
        let before = text[start..here].chars().next_back();
        let next = behind.chars().next();
        let in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        if self.delimiter == Delimiter::Single && in_word(before) && in_word(next) {
            return Ok(false);
        }
        // It may be the next key, after a string that lost its closing quote.
        let like_key = self.open && trim_start(behind).starts_with(':');
        let fits = if like_key {
            false
        } else if self.open {
            before.is_some_and(|c| !c.is_whitespace()) && next.is_none_or(|c| !c.is_alphanumeric())
        } else {
            before.is_none_or(|c| c.is_whitespace() || "([{<=>,;:/-".contains(c))
                && next.is_some_and(|c| !c.is_whitespace() && !self.delimiter.is(c))
        };
        self.open = !self.open;
        if fits {
            Ok(false)
        } else {
            Err(SyntaxError { offset: here, kind: SyntaxErrorKind::UnescapedQuote })
        }
    }
}

/// Whether a quote ends its string, judged by the next token: the end of the container, its next member or item.
pub(super) fn ends_string(behind: &str, closer: u8) -> bool {
    let rest = trim_start(behind);
    match rest.as_bytes().first() {
        None | Some(b'}' | b']') => true,
        Some(b',') => {
            let next = trim_start(&rest[1..]);
            next.is_empty()
                || next.starts_with(char::from(closer))
                || starts_comment(next)
                || if closer == b'}' { starts_member(next) } else { starts_item(next) }
        }
        Some(b'/' | b'#') => starts_comment(rest),
        _ if rest.starts_with("```") => true,
        _ => {
            let on_new_line = behind[..behind.len() - rest.len()].contains(['\n', '\r']);
            closer == b'}' && object::starts_member(rest, Last::String, on_new_line, true)
        }
    }
}

fn starts_member(rest: &str) -> bool {
    let length = match delimiter::opening(rest) {
        Some(delimiter) => delimiter.quoted_length(rest),
        None => key::key_length(rest),
    };
    length > 0 && trim_start(&rest[length..]).starts_with(':')
}

fn starts_item(rest: &str) -> bool {
    match rest.as_bytes().first() {
        Some(b'{' | b'[' | b'-' | b'0'..=b'9') => true,
        _ if delimiter::opening(rest).is_some() => true,
        _ => ["true", "false", "null", "True", "False", "None"]
            .iter()
            .any(|word| rest.strip_prefix(word).is_some_and(bare::ends_token)),
    }
}

/// Whether a typographic quote is open at the end of `text`, if one was `open` at its start.
fn opens_typographic(text: &str, open: bool) -> bool {
    text.chars().fold(open, |open, c| match c {
        '\u{201e}' => true,
        '\u{201c}' => !open,
        '\u{201d}' => false,
        _ => open,
    })
}

/// Whether a string that ends before `behind` has an open typographic quote, and the next token is no end.
pub(super) fn leaves_quote_open(text: &str, behind: &str) -> bool {
    let next = behind.bytes().find(|byte| !byte.is_ascii_whitespace());
    !matches!(next, None | Some(b',' | b'}' | b']')) && opens_typographic(text, false)
}
