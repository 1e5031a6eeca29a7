//! `$ref`.

use std::ptr;

use hpd_json::__private::Path;
use hpd_json::Node;

use super::ShapeError;
use super::compiler::Compiler;
use super::read::describe;
use crate::shape::ShapeId;

impl<'s, 'a> Compiler<'s, 'a> {
    /// The node that a reference points at; `None` for one to another document, or from a part with an address of its
    /// own, which is listed as unsupported.
    pub(super) fn reference(
        &mut self,
        value: &'s Node<'a>,
        path: &Path<'_>,
    ) -> Result<Option<ShapeId>, ShapeError> {
        let text = self.text(value, path)?;
        let pointer = match text.strip_prefix('#') {
            Some(pointer) if self.addressed == 0 && (pointer.is_empty() || pointer.starts_with('/')) => {
                percent_decoded(pointer)
            }
            _ => {
                self.note_unsupported(path, "$ref");
                return Ok(None);
            }
        };
        match pointer.and_then(|pointer| Some((self.resolve(&pointer)?, pointer))) {
            Some((Target::Here(target), pointer)) => self.referred(target, &pointer, path).map(Some),
            Some((Target::External, _)) => {
                self.note_unsupported(path, "$ref");
                Ok(None)
            }
            None => Err(self.error(path, format!("points at nothing: {}", describe(value)))),
        }
    }

    fn resolve(&mut self, pointer: &str) -> Option<Target<'s, 'a>> {
        let mut node = self.schema;
        let mut is_elsewhere = false;
        for token in pointer.split('/').skip(1) {
            let address = self.member(node, "$id").and_then(Node::as_str);
            is_elsewhere |= address.is_some() && !ptr::eq(node, self.schema);
            node = self.member(node, token)?;
        }
        Some(if is_elsewhere { Target::External } else { Target::Here(node) })
    }

    fn member(&mut self, node: &'s Node<'a>, token: &str) -> Option<&'s Node<'a>> {
        match node {
            Node::Object(members) => {
                let name = token.replace("~1", "/").replace("~0", "~");
                // Definitions are looked up as often as they are referred to: their names are sorted out once.
                let names = self.names.entry(ptr::from_ref(node));
                let names = names
                    .or_insert_with(|| members.iter().map(|(key, value)| (key.as_ref(), value)).collect());
                names.get(name.as_str()).copied()
            }
            Node::Array(items) => items.get(token.parse::<usize>().ok()?),
            _ => None,
        }
    }
}

/// The target of a pointer.
enum Target<'s, 'a> {
    /// A subschema of this document.
    Here(&'s Node<'a>),
    /// One in a part with an address of its own: references in it are not to this document.
    External,
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
