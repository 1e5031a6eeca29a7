//! From a tree to values without a schema.

use std::collections::HashSet;

use super::{ArgumentValue, Arguments};
use crate::args::{Node, SyntaxError, SyntaxErrorKind, Warning, WarningCode};
use crate::error::{Path, text};

/// What is wrong with arguments that are no object.
const NO_OBJECT: SyntaxError = SyntaxError { offset: 0, kind: SyntaxErrorKind::RootNotObject };

/// A member's name and value in a tree.
type Member<'a> = (std::borrow::Cow<'a, str>, Node<'a>);

/// Reads values, and notes what was set right.
pub(super) struct Converter {
    promotes: bool,
    pub(super) warnings: Vec<Warning>,
}

impl Converter {
    /// `promotes`: strings that spell a JSON word are read as that word.
    pub(super) const fn new(promotes: bool) -> Self {
        Self { promotes, warnings: Vec::new() }
    }

    /// The arguments of a call.
    ///
    /// # Errors
    ///
    /// A text for the model: they are no object, or a name comes twice, and which of its values is meant can't be told.
    pub(super) fn root(&mut self, tree: Node<'_>) -> Result<Arguments, String> {
        match tree {
            Node::Object(members) => self.members(members, &Path::ROOT),
            _ => Err(text::unreadable(&NO_OBJECT, "").message),
        }
    }

    fn members(&mut self, members: Vec<Member<'_>>, path: &Path<'_>) -> Result<Arguments, String> {
        check_unique(&members, path)?;
        let read = members.into_iter().map(|(name, value)| {
            let value = self.value(value, &path.key(&name))?;
            Ok((name.into_owned(), value))
        });
        read.collect::<Result<_, String>>().map(Arguments::from_unique)
    }

    fn value(&mut self, node: Node<'_>, path: &Path<'_>) -> Result<ArgumentValue, String> {
        Ok(match node {
            Node::Null => ArgumentValue::Null,
            Node::Bool(value) => ArgumentValue::Bool(value),
            Node::Number(text) => ArgumentValue::from_number(&text),
            Node::String(text) => match promoted(&text).filter(|_| self.promotes) {
                Some(promotion) => self.promote(promotion, path),
                None => ArgumentValue::String(text.into_owned()),
            },
            Node::Array(items) => {
                let read = items.into_iter().enumerate();
                let read = read.map(|(index, item)| self.value(item, &path.index(index)));
                ArgumentValue::List(read.collect::<Result<_, _>>()?)
            }
            Node::Object(members) => ArgumentValue::Object(self.members(members, path)?),
        })
    }

    fn promote(&mut self, promotion: Promotion, path: &Path<'_>) -> ArgumentValue {
        let Promotion { word, code, message, value } = promotion;
        let mut warning = Warning::new(code, path.pointer(), message);
        warning.from = Some(format!("\"{word}\""));
        warning.to = Some(word.to_owned());
        self.warnings.push(warning);
        value
    }
}

/// A string that is read as the JSON word that it spells.
struct Promotion {
    word: &'static str,
    code: WarningCode,
    message: &'static str,
    value: ArgumentValue,
}

fn promoted(text: &str) -> Option<Promotion> {
    let (word, code, message, value) = match text {
        "true" => (
            "true",
            WarningCode::StringToBoolean,
            "string literal converted to boolean true",
            ArgumentValue::Bool(true),
        ),
        "false" => (
            "false",
            WarningCode::StringToBoolean,
            "string literal converted to boolean false",
            ArgumentValue::Bool(false),
        ),
        "null" => {
            ("null", WarningCode::StringToNull, "string literal converted to null", ArgumentValue::Null)
        }
        _ => return None,
    };
    Some(Promotion { word, code, message, value })
}

fn check_unique(members: &[Member<'_>], path: &Path<'_>) -> Result<(), String> {
    let mut seen = HashSet::with_capacity(members.len());
    match members.iter().find(|(name, _)| !seen.insert(name.as_ref())) {
        Some((name, _)) => Err(text::duplicate_key(&path.key(name).property()).message),
        None => Ok(()),
    }
}
