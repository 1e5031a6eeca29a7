//! A text without sensitive values, piece by piece: what is searched at once stays short.

use std::borrow::Cow;
use std::fmt;

use hpd_runtime::__private::text::{HIDDEN, start};
use hpd_runtime::args::Node;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, Visitor};

use super::secrets::Secrets;

/// Bytes that are searched at once, about.
const WINDOW: usize = 256 * 1024;

/// The pieces of a text without sensitive values, one after the other.
pub struct Pieces<'s, 't> {
    secrets: &'s Secrets,
    rest: Rest<'t>,
}

/// What is not searched yet.
enum Rest<'t> {
    /// A text in one piece.
    Whole(Option<&'t str>),
    Text(Windows<'t>),
    Json {
        json: &'t str,
        /// The string that is being searched.
        string: Option<SearchedString<'t>>,
    },
}

impl<'s, 't> Pieces<'s, 't> {
    pub(super) fn of(secrets: &'s Secrets, text: &'t str) -> Self {
        let rest = if secrets.may_be_anything() {
            Rest::Whole(Some(HIDDEN))
        } else if secrets.is_empty() {
            Rest::Whole(Some(text))
        } else if serde_json::from_str::<IgnoredAny>(text).is_err() {
            Rest::Text(Windows::of(text.into()))
        } else if text.trim_start().starts_with(begins_number) {
            // A text that is a number alone stays a text.
            Rest::Whole(Some(if secrets.are_in_number(text) { HIDDEN } else { text }))
        } else {
            Rest::Json { json: text, string: None }
        };
        Self { secrets, rest }
    }
}

/// An empty piece says that a long string is searched: another task may run.
impl<'t> Iterator for Pieces<'_, 't> {
    type Item = Cow<'t, str>;

    fn next(&mut self) -> Option<Cow<'t, str>> {
        let secrets = self.secrets;
        match &mut self.rest {
            Rest::Whole(text) => text.take().map(Cow::Borrowed),
            Rest::Text(windows) => windows.next(secrets).map(|window| window.hidden.into()),
            Rest::Json { json, string } => {
                if string.is_none() {
                    let (token, kind) = first_token(json)?;
                    *json = &json[token.len()..];
                    match kind {
                        Token::String => *string = Some(SearchedString::of(token)),
                        Token::Number if secrets.are_in_number(token) => return Some(quoted(HIDDEN).into()),
                        Token::Number | Token::Other => return Some(token.into()),
                    }
                }
                let searched = string.as_mut()?;
                searched.step(secrets);
                if searched.windows.is_over() {
                    string.take().map(SearchedString::end)
                } else {
                    Some("".into())
                }
            }
        }
    }
}

/// A text whose windows are searched one by one.
struct Windows<'t> {
    text: Cow<'t, str>,
    /// The byte at which the next one begins.
    at: usize,
}

/// A part of a text without sensitive values.
struct Window {
    hidden: String,
    /// Whether there were any.
    is_changed: bool,
}

impl<'t> Windows<'t> {
    const fn of(text: Cow<'t, str>) -> Self {
        Self { text, at: 0 }
    }

    fn is_over(&self) -> bool {
        self.at >= self.text.len()
    }

    fn next(&mut self, secrets: &Secrets) -> Option<Window> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        // The window of a long text is found by the longest value.
        let (window, end) =
            if rest.len() <= WINDOW { (rest, rest.len()) } else { secrets.window(rest, WINDOW) };
        let end = if window.len() == rest.len() { rest.len() } else { start(window, end).len() };
        let (hidden, end) = secrets.scrub_beginning(window, end);
        let is_changed = rest.get(..end) != Some(&*hidden);
        self.at += end;
        Some(Window { hidden, is_changed })
    }
}

/// A string of JSON that is searched without its escapes.
struct SearchedString<'t> {
    /// As it is written.
    token: &'t str,
    windows: Windows<'t>,
    hidden: String,
    is_changed: bool,
}

impl<'t> SearchedString<'t> {
    fn of(token: &'t str) -> Self {
        let plain = token.get(1..token.len().saturating_sub(1)).unwrap_or_default();
        let text = if plain.contains('\\') {
            serde_json::from_str::<Decoded>(token).map_or(plain.into(), |decoded| decoded.0.into())
        } else {
            plain.into()
        };
        Self { token, windows: Windows::of(text), hidden: String::new(), is_changed: false }
    }

    /// Searches a window.
    fn step(&mut self, secrets: &Secrets) {
        if let Some(window) = self.windows.next(secrets) {
            self.hidden.push_str(&window.hidden);
            self.is_changed |= window.is_changed;
        }
    }

    /// The string as it is written, unless something is hidden.
    fn end(self) -> Cow<'t, str> {
        if self.is_changed { quoted(&self.hidden).into() } else { self.token.into() }
    }
}

/// A text as a string of JSON.
fn quoted(text: &str) -> String {
    Node::String(text.into()).to_json()
}

#[derive(Clone, Copy)]
enum Token {
    String,
    Number,
    /// Words, brackets, commas and blanks.
    Other,
}

/// The first token of what is left of a JSON text; `None` at its end.
fn first_token(json: &str) -> Option<(&str, Token)> {
    let first = json.chars().next()?;
    let (end, kind) = if first == '"' {
        (end_of_string(json), Token::String)
    } else if begins_number(first) {
        let is_of_number = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.' | 'e' | 'E');
        (json.find(|c| !is_of_number(c)), Token::Number)
    } else {
        (json.find(|c| c == '"' || begins_number(c)), Token::Other)
    };
    let token = end.and_then(|end| json.get(..end)).unwrap_or(json);
    Some((token, kind))
}

/// The byte behind the closing quote of the string with which a JSON text begins.
fn end_of_string(json: &str) -> Option<usize> {
    let mut is_escaped = false;
    let closing = json.bytes().skip(1).position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    closing.map(|closing| closing + 2)
}

const fn begins_number(c: char) -> bool {
    matches!(c, '-' | '0'..='9')
}

/// A string of JSON without its escapes. Half of a character is read as a replacement for it.
struct Decoded(String);

impl<'de> Deserialize<'de> for Decoded {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ReadBytes;

        impl Visitor<'_> for ReadBytes {
            type Value = Decoded;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Decoded, E> {
                Ok(Decoded(String::from_utf8_lossy(bytes).into_owned()))
            }
        }

        deserializer.deserialize_bytes(ReadBytes)
    }
}

#[cfg(test)]
mod tests;
