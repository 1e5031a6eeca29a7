//! The phrase that a user types where much is at stake, and how templates are read.

use hpd_runtime::args::Node;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::question::is_plain;
use crate::system::{Random, RandomError};

/// Maximum characters of a value that a user has to type.
const LONGEST_TARGET: usize = 40;
/// Letters and digits of codes: none looks like another.
const CODE_LETTERS: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const CODE_LENGTH: usize = 6;

/// The input of a phrase.
#[derive(Debug, Clone, Copy)]
pub(super) struct Phrase<'a> {
    /// With `{Parameter}` for values.
    pub(super) template: Option<&'a str>,
    /// The frozen arguments.
    pub(super) arguments: &'a Node<'a>,
    /// Parameters whose values are never shown.
    pub(super) sensitive: &'a [&'a str],
}

impl Phrase<'_> {
    /// The phrase: the template with its values. If a value can't be typed as shown, a random code takes its place.
    /// Such a value is hidden, is not printable ASCII, or could be changed by a renderer. The same holds for a value
    /// that could pass for a sentence: it has a blank, a full stop, or more than 40 characters.
    ///
    /// Without a template, the phrase is `CONFIRM` and a random code. A constant phrase would be typed without looking.
    /// Another call's phrase would confirm this one.
    pub(super) fn fill(&self, random: &dyn Random) -> Result<String, RandomError> {
        let Some(template) = self.template else { return Ok(format!("CONFIRM {}", code(random)?)) };
        let mut phrase = String::with_capacity(template.len());
        for part in parts(template) {
            match part {
                Part::Text(text) => phrase.push_str(text),
                Part::Value(name) => match self.target(name) {
                    Some(target) => phrase.push_str(target),
                    None => phrase.push_str(&code(random)?),
                },
            }
        }
        Ok(phrase)
    }

    /// The text of a value, if it can be shown and typed.
    fn target(&self, name: &str) -> Option<&str> {
        if self.sensitive.contains(&name) {
            return None;
        }
        let text: &str = match self.arguments.get(name)? {
            Node::String(text) | Node::Number(text) => text,
            Node::Bool(true) => "true",
            Node::Bool(false) => "false",
            Node::Null | Node::Array(_) | Node::Object(_) => return None,
        };
        let is_typable = !text.is_empty()
            && text.len() <= LONGEST_TARGET
            // A blank or a full stop could end the phrase for a reader, and begin another sentence.
            && text.bytes().all(|byte| matches!(byte, b'!'..=b'~') && byte != b'.')
            && is_plain(text);
        is_typable.then_some(text)
    }
}

/// The parameters that a template names.
pub(super) fn placeholders(template: &str) -> Vec<&str> {
    let names = parts(template).into_iter().filter_map(|part| match part {
        Part::Value(name) => Some(name),
        Part::Text(_) => None,
    });
    names.collect()
}

/// A part of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part<'a> {
    Text(&'a str),
    /// The name of a value.
    Value(&'a str),
}

/// A template taken apart. Those of macros and rules are checked: a brace without its partner is text.
pub(super) fn parts(template: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = template;
    while let Some((before, (name, after))) =
        rest.split_once('{').and_then(|(before, behind)| Some((before, behind.split_once('}')?)))
    {
        parts.push(Part::Text(before));
        parts.push(Part::Value(name));
        rest = after;
    }
    parts.push(Part::Text(rest));
    parts
}

/// A code that is new in every question.
fn code(random: &dyn Random) -> Result<String, RandomError> {
    let mut bytes = [0; 16];
    random.fill(&mut bytes)?;
    // The range of this many bits is so much larger than the number of codes that all codes are practically equally
    // likely.
    let mut number = u128::from_le_bytes(bytes);
    let count = CODE_LETTERS.len() as u128;
    let mut code = String::with_capacity(CODE_LENGTH);
    for _ in 0..CODE_LENGTH {
        let place = usize::try_from(number % count).unwrap_or_default();
        code.extend(CODE_LETTERS.get(place).copied().map(char::from));
        number /= count;
    }
    Ok(code)
}

/// Whether two secrets are the same, byte for byte. How long it takes says nothing about where they differ.
pub fn is_same(expected: &str, given: &str) -> bool {
    let digest = |text: &str| Sha256::digest(text.as_bytes());
    digest(expected).as_slice().ct_eq(digest(given).as_slice()).into()
}

#[cfg(test)]
mod tests;
