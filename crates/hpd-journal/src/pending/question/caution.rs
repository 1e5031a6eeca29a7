//! Whether a question could show a call as it is, before anyone is asked.

use std::borrow::Cow;
use std::collections::BTreeMap;

use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;

use super::alike::FewTexts;
use super::input::{CautionInput, QuestionInput, is_sensitive};
use super::render::{Page, WHOLE_TOGETHER};
use super::shown::{START, WHOLE};
use super::text::MAX_FIELDS;
use crate::pending::PendingId;
use crate::system::{Random, RandomError};

/// Characters of an escape such as `\u{2A}`.
const ESCAPE: usize = 6;
/// Characters of the longest literal.
const LITERAL: usize = "false".len();
/// Two quotes, and the escape of a blank at the end.
const QUOTES: usize = 2 + ESCAPE;
/// Around an array or object.
const BRACKETS: usize = 2;
/// After a key, and after an item.
const SEPARATORS: usize = 2;

/// The risk of a call by its contents alone: high if a question can't show all of it as it is, else `None`.
///
/// `render` comes to the same result. It finds more only in what a preview adds (changes, and sentences
/// with its values), and in the reason of a repeated question. Calls in plain ASCII cost a scan without an allocation.
pub fn cautions(call: &CautionInput<'_>) -> Option<Risk> {
    if is_surely_plain(call) {
        return None;
    }
    let input = QuestionInput {
        pending_id: &PendingId::new(""),
        nonce: "",
        name: call.name,
        title: call.title,
        plugin: call.plugin,
        risk: Risk::Low,
        arguments: call.arguments,
        provenance: &BTreeMap::new(),
        sensitive: call.sensitive,
        phrase: None,
        question: call.question,
        shown: &BTreeMap::new(),
        changes: None,
        offers: &[],
        asked_again: None,
        note: None,
        known: call.known,
        random: &NoRandom,
    };
    (!Page::of(&input).cautions.is_empty()).then_some(Risk::High)
}

/// No phrase is made here.
struct NoRandom;

impl Random for NoRandom {
    fn fill(&self, _bytes: &mut [u8]) -> Result<(), RandomError> {
        Err(RandomError("no phrase is made here".to_owned()))
    }
}

/// Whether a call is surely shown as it is. Other calls may be so, too.
pub(super) fn is_surely_plain(call: &CautionInput<'_>) -> bool {
    let Node::Object(members) = call.arguments else { return false };
    let names = [Some(call.name), call.title, call.plugin];
    // A sentence cuts its values earlier than the list.
    let max = if call.question.is_some() { START } else { WHOLE };
    let mut scan = Scan { texts: FewTexts::new(), widest: 0, together: 0 };
    names.into_iter().flatten().all(is_plain_ascii)
        && scan.parameters(members, call.sensitive)
        && scan.widest <= max
        && scan.together <= WHOLE_TOGETHER
        && call.known.iter().all(|known| scan.texts.is_unlike(known))
}

fn is_plain_ascii(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t'))
}

/// The widths of arguments in plain ASCII, in characters, and at most.
struct Scan<'a> {
    texts: FewTexts<'a>,
    widest: usize,
    together: usize,
}

impl<'a> Scan<'a> {
    /// Adds the parameters. Returns whether all of them are plain.
    fn parameters(&mut self, members: &'a [(Cow<'_, str>, Node<'_>)], sensitive: &[&str]) -> bool {
        are_distinct(members)
            && members.iter().all(|(name, value)| {
                let Some(name_width) = width(name) else { return false };
                self.widest = self.widest.max(name_width);
                if is_sensitive(sensitive, name) {
                    // Its text is never shown, but its width decides on the cut of the others.
                    let Some(hidden) = hidden_width(value) else { return false };
                    self.together += hidden;
                    return true;
                }
                let Some(width) = self.value(value) else { return false };
                self.widest = self.widest.max(width);
                self.together += width;
                true
            })
    }

    /// The width of a value, if it is plain.
    fn value(&mut self, value: &'a Node<'_>) -> Option<usize> {
        match value {
            Node::Null | Node::Bool(_) => Some(LITERAL),
            Node::Number(text) => width(text),
            Node::String(text) => self.texts.add(text).then(|| width(text)).flatten(),
            Node::Array(items) => {
                items.iter().try_fold(BRACKETS, |sum, item| Some(sum + self.value(item)? + SEPARATORS))
            }
            Node::Object(members) => {
                if !are_distinct(members) {
                    return None;
                }
                members.iter().try_fold(BRACKETS, |sum, (key, value)| {
                    Some(sum + width(key)? + self.value(value)? + SEPARATORS)
                })
            }
        }
    }
}

/// The width of a text in quotes, with all escapes, if it is in plain ASCII.
fn width(text: &str) -> Option<usize> {
    let mut before = b' ';
    let mut width = QUOTES;
    for byte in text.bytes() {
        width += match byte {
            b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => 1,
            b' ' if before != b' ' => 1,
            b' '..=b'~' | b'\n' | b'\r' | b'\t' => ESCAPE,
            _ => return None,
        };
        before = byte;
    }
    Some(width)
}

/// The width of a value that is not shown, if its texts are in plain ASCII.
fn hidden_width(value: &Node<'_>) -> Option<usize> {
    match value {
        Node::Null | Node::Bool(_) => Some(LITERAL),
        Node::Number(text) | Node::String(text) => width(text),
        // Rarely is a secret more than a text.
        Node::Array(_) | Node::Object(_) => None,
    }
}

/// Whether few members have different keys.
fn are_distinct(members: &[(Cow<'_, str>, Node<'_>)]) -> bool {
    let mut left = members;
    if left.len() > MAX_FIELDS {
        return false;
    }
    while let [(key, _), rest @ ..] = left {
        if rest.iter().any(|(other, _)| other == key) {
            return false;
        }
        left = rest;
    }
    true
}
