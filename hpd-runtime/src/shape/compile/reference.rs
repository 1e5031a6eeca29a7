//! `$ref`.

use super::ShapeError;
use super::compiler::Compiler;
use super::read::describe;
use crate::args::Node;
use crate::error::Path;
use crate::shape::ShapeId;

impl<'s, 'a> Compiler<'s, 'a> {
    /// The node that a reference points at; `None` for one to another document, which is listed as unsupported.
    pub(super) fn reference(&mut self, value: &'s Node<'a>, path: &Path<'_>) -> Result<Option<ShapeId>, ShapeError> {
        let text = self.text(value, path)?;
        let pointer = match text.strip_prefix('#') {
            Some(pointer) if pointer.is_empty() || pointer.starts_with('/') => percent_decoded(pointer),
            _ => {
                self.note_unsupported(path, "$ref");
                return Ok(None);
            }
        };
        let target = pointer.as_deref().and_then(|pointer| resolve(self.schema, pointer));
        match (pointer, target) {
            (Some(pointer), Some(target)) => self.referred(target, &pointer, path).map(Some),
            _ => Err(self.error(path, format!("points at nothing: {}", describe(value)))),
        }
    }
}

fn resolve<'s, 'a>(schema: &'s Node<'a>, pointer: &str) -> Option<&'s Node<'a>> {
    pointer.split('/').skip(1).try_fold(schema, |node, token| match node {
        Node::Object(_) => node.get(&token.replace("~1", "/").replace("~0", "~")),
        Node::Array(items) => items.get(token.parse::<usize>().ok()?),
        _ => None,
    })
}

/// A pointer in a URI may have any character as `%` and two hexadecimal digits.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let [high, low, after @ ..] = rest else { return None };
        let digit = |byte: &u8| char::from(*byte).to_digit(16);
        bytes.push(u8::try_from(digit(high)? * 16 + digit(low)?).ok()?);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}
