//! From a tree to values without a schema.

use hpd_json::__private::Path;
use hpd_json::{Node, SyntaxError, SyntaxErrorKind, Warning, WarningCode};
use hpd_schema::__private::error::Findings;
use hpd_schema::__private::shape::{has_repeated_key, report_repeated};

use super::{ArgumentValue, Arguments};

/// The error for arguments that are no object.
const NO_OBJECT: SyntaxError = SyntaxError { offset: 0, kind: SyntaxErrorKind::RootNotObject };

/// A member's name and value in a tree.
type Member<'a> = (std::borrow::Cow<'a, str>, Node<'a>);

/// Converts values, and collects repairs.
pub(super) struct Converter {
    promotes: bool,
    /// The collected errors.
    findings: Findings,
    pub(super) warnings: Vec<Warning>,
}

impl Converter {
    /// `promotes`: strings that spell a JSON word are read as that word.
    pub(super) const fn new(promotes: bool, findings: Findings) -> Self {
        Self { promotes, findings, warnings: Vec::new() }
    }

    /// The arguments of a call.
    ///
    /// # Errors
    ///
    /// They are no object, or a duplicate name makes them ambiguous.
    pub(super) fn root(&mut self, tree: Node<'_>) -> Result<Arguments, Findings> {
        if !matches!(tree, Node::Object(_)) {
            self.findings.add_syntax_error(&NO_OBJECT, "");
        } else if has_repeated_key(&tree) {
            report_repeated(&tree, &Path::ROOT, &mut self.findings);
        }
        if !self.findings.is_empty() {
            return Err(std::mem::take(&mut self.findings));
        }
        match tree {
            Node::Object(members) => Ok(self.members(members, &Path::ROOT)),
            _ => Ok(Arguments::default()),
        }
    }

    fn members(&mut self, members: Vec<Member<'_>>, path: &Path<'_>) -> Arguments {
        let read = members.into_iter().map(|(name, value)| {
            let value = self.value(value, &path.key(&name));
            (name.into_owned(), value)
        });
        Arguments::from_unique(read.collect())
    }

    fn value(&mut self, node: Node<'_>, path: &Path<'_>) -> ArgumentValue {
        match node {
            Node::Null => ArgumentValue::Null,
            Node::Bool(value) => ArgumentValue::Bool(value),
            Node::Number(text) => ArgumentValue::from_number(&text),
            Node::String(text) => match promoted(&text).filter(|_| self.promotes) {
                Some(promotion) => self.promote(promotion, path),
                None => ArgumentValue::String(text.into_owned()),
            },
            Node::Array(items) => {
                let read = items.into_iter().enumerate();
                ArgumentValue::List(read.map(|(index, item)| self.value(item, &path.index(index))).collect())
            }
            Node::Object(members) => ArgumentValue::Object(self.members(members, path)),
        }
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
