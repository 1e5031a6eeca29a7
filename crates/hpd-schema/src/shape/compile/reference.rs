//! `$ref`.

use std::ptr;
use std::rc::Rc;

use hpd_json::__private::Path;
use hpd_json::Node;

use super::ShapeError;
use super::address::join;
use super::compiler::Compiler;
use super::read::describe;
use super::resources::Located;
use crate::shape::ShapeId;

impl<'s, 'a> Compiler<'s, 'a> {
    /// The node that a reference points at; `None` for one to another document, which is listed as unsupported.
    pub(super) fn reference(
        &mut self,
        value: &'s Node<'a>,
        path: &Path<'_>,
    ) -> Result<Option<ShapeId>, ShapeError> {
        let text = self.text(value, path)?;
        let (address, fragment) = text.split_once('#').unwrap_or((text, ""));
        let document = if address.is_empty() && self.address.is_empty() {
            Some(Located { schema: self.schema, pointer: String::new(), base: Rc::clone(&self.address) })
        } else {
            self.resources().at(&join(&self.address, address)).cloned()
        };
        let Some(document) = document else {
            self.note_unsupported(path, "$ref");
            return Ok(None);
        };
        let target = match fragment {
            "" => Some(document),
            pointer if pointer.starts_with('/') => {
                percent_decoded(pointer).and_then(|pointer| self.resolve(document, &pointer))
            }
            name => {
                let target = self.resources().named(&document.base, name).cloned();
                if target.is_none() {
                    self.note_unsupported(path, "$ref");
                    return Ok(None);
                }
                target
            }
        };
        match target {
            Some(target) => self.referred(target, path).map(Some),
            None => Err(self.error(path, format!("points at nothing: {}", describe(value)))),
        }
    }

    /// The target of a pointer into a schema.
    fn resolve(&mut self, mut target: Located<'s, 'a>, pointer: &str) -> Option<Located<'s, 'a>> {
        for token in pointer.split('/').skip(1) {
            target.schema = self.member(target.schema, token)?;
            if self.member(target.schema, "$id").is_some()
                && let Some(address) = self.resources().address_of(target.schema)
            {
                target.base = Rc::clone(address);
            }
        }
        target.pointer.push_str(pointer);
        Some(target)
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

/// A pointer in a URI may have any character as `%` and two hexadecimal digits.
pub fn percent_decoded(text: &str) -> Option<String> {
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
