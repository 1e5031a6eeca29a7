//! The position of a value in the arguments.

use crate::text::{cut, is_plain, visible_key};

/// The position of a value in the arguments. A path borrows its parent, so going down costs nothing.
#[derive(Debug, Clone, Copy)]
pub struct Path<'p> {
    above: Option<&'p Path<'p>>,
    step: Step<'p>,
}

#[derive(Debug, Clone, Copy)]
enum Step<'p> {
    Root,
    Key(&'p str),
    Index(usize),
}

/// Characters of a property's name in a text.
const LONGEST: usize = 128;

impl<'p> Path<'p> {
    /// The arguments themselves.
    pub const ROOT: Self = Self { above: None, step: Step::Root };

    /// The member `key` of the value here.
    #[must_use]
    pub const fn key(&'p self, key: &'p str) -> Self {
        Self { above: Some(self), step: Step::Key(key) }
    }

    /// The item `index` of the value here.
    #[must_use]
    pub const fn index(&'p self, index: usize) -> Self {
        Self { above: Some(self), step: Step::Index(index) }
    }

    /// Whether it is the arguments themselves.
    pub const fn is_root(&self) -> bool {
        self.above.is_none()
    }

    /// The dotted name: `Lines[0].Amount`; empty for the arguments themselves.
    pub fn property(&self) -> String {
        let mut name = String::with_capacity(32);
        self.write_property(&mut name);
        if is_plain(&name, LONGEST) { name } else { cut(&name, LONGEST) }
    }

    fn write_property(&self, out: &mut String) {
        if let Some(above) = self.above {
            above.write_property(out);
        }
        match self.step {
            Step::Root => {}
            Step::Key(key) => {
                if !out.is_empty() {
                    out.push('.');
                }
                out.push_str(&visible_key(key));
            }
            // Writing into a `String` can't fail.
            Step::Index(index) => {
                out.push('[');
                out.push_str(&index.to_string());
                out.push(']');
            }
        }
    }

    /// The JSON pointer: `/Lines/0/Amount`.
    pub fn pointer(&self) -> String {
        let mut pointer = match self.above {
            Some(above) => above.pointer(),
            None => String::with_capacity(32),
        };
        match self.step {
            Step::Root => {}
            Step::Key(key) => push_token(&mut pointer, key),
            Step::Index(index) => {
                pointer.push('/');
                pointer.push_str(&index.to_string());
            }
        }
        pointer
    }
}

/// The JSON pointer of a dotted name.
pub fn pointer_of(property: &str) -> String {
    let mut pointer = String::new();
    for token in property.split(['.', '[']).filter(|token| !token.is_empty()) {
        push_token(&mut pointer, token.strip_suffix(']').unwrap_or(token));
    }
    pointer
}

fn push_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    if !token.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        return pointer.push_str(token);
    }
    for c in token.chars() {
        match c {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            _ => pointer.push(c),
        }
    }
}
