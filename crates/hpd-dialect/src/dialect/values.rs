//! `enum` and `const`.

use std::collections::HashSet;

use hpd_json::{Decimal, Node};
use hpd_schema::__private::shape::TypeSet;

use super::error::{DialectError, DialectErrorKind};
use super::members::{Members, text};
use super::notes::Notes;
use super::place::Place;
use super::report::SchemaChangeKind;
use super::rules::ListedValues;
use super::typed::described;
use super::types;
use super::walk::{Out, Walker};

impl Walker<'_> {
    /// Real tool lists hold text enums beside other types. Values that the type excludes move to the description.
    pub(super) fn drop_unfit_values(&mut self, members: &mut Members, notes: &mut Notes, place: &Place) {
        let Some(declared) = members.get("type").map(types::declared) else { return };
        for keyword in ["enum", "const"] {
            let Some(value) = members.get(keyword) else { continue };
            let values = match value {
                Node::Array(values) if keyword == "enum" => values.clone(),
                value => vec![value.clone()],
            };
            let fitting: Vec<_> =
                values.iter().filter(|value| declared.contains(types::of_value(value))).cloned().collect();
            // Null alone is not the intended list either.
            let is_lost = fitting.iter().all(|value| matches!(value, Node::Null))
                && fitting.len() < values.len()
                && (fitting.is_empty() || declared != TypeSet::NULL);
            if is_lost {
                if let Some(sentence) = super::describe::keyword("enum", &Node::Array(values)) {
                    notes.words.push(sentence);
                }
                members.take(keyword);
                self.change(
                    place,
                    keyword,
                    SchemaChangeKind::Widened,
                    "contradicts the type, so it moved to the description",
                );
            } else if fitting.len() < values.len() && !self.rules.takes_everything() {
                members.set("enum", Node::Array(fitting));
            }
        }
    }

    /// Listed values, in the form that the dialect has for them.
    pub(super) fn listed(
        &mut self,
        mut members: Members,
        notes: Notes,
        place: &Place,
    ) -> Result<Out, DialectError> {
        let values = listed_values(&members);
        if values.is_empty() {
            return Err(self.error(place, DialectErrorKind::Unsatisfiable));
        }
        let takes_null = values.contains(&Node::Null);
        let others: Vec<_> = values.into_iter().filter(|value| !matches!(value, Node::Null)).collect();
        if others.is_empty() {
            return Ok(self.only_null(notes));
        }
        let kinds = others.iter().map(types::of_value).fold(TypeSet::NONE, TypeSet::with);
        if let Some(name) = self.listed_type(kinds, &others) {
            let is_const = members.has("const") && self.rules.keeps("const") && !takes_null;
            members.take("enum");
            if !is_const {
                self.check_list(&others, place)?;
                members.take("const");
                members.set("enum", Node::Array(others));
            }
            members.set("type", text(name));
            let out = self.keywords(members, notes, place)?;
            return Ok(if takes_null { self.or_null(out) } else { out });
        }
        for (keyword, _) in members.0 {
            match keyword.as_ref() {
                "type" => {}
                "enum" | "const" => {
                    self.change(
                        place,
                        &keyword,
                        SchemaChangeKind::Rewritten,
                        "lists texts that stand for the values",
                    );
                }
                _ => self.change(place, &keyword, SchemaChangeKind::Dropped, "stands beside listed values"),
            }
        }
        let out = self.values_as_text(&others, takes_null);
        if let Some(Node::Array(written)) = out.members.get("enum") {
            self.check_list(written, place)?;
        }
        Ok(described(out, notes.without_kept()))
    }

    /// Checks the size of one list of texts.
    fn check_list(&self, values: &[Node<'static>], place: &Place) -> Result<(), DialectError> {
        let Some((few, max)) = self.rules.limits.long_list else { return Ok(()) };
        let texts: Vec<_> = values.iter().filter_map(Node::as_str).collect();
        let count = texts.iter().map(|text| text.chars().count()).sum();
        if texts.len() > few && count > max {
            let what = "characters in a list of more than 250 values";
            return Err(self.error(place, DialectErrorKind::TooMany { what, count, max }));
        }
        Ok(())
    }

    /// The type of listed values, if the dialect lists values of it.
    fn listed_type(&self, kinds: TypeSet, values: &[Node<'static>]) -> Option<&'static str> {
        let is_empty = |value: &Node<'_>| value.as_str() == Some("");
        let name = match types::names(kinds).as_slice() {
            [name] => *name,
            _ => return None,
        };
        let is_taken = match (self.rules.values, name) {
            (ListedValues::Any, _)
            | (ListedValues::Scalars, "string" | "number" | "integer" | "boolean")
            | (ListedValues::StringsAndNumbers, "string" | "number" | "integer") => true,
            (ListedValues::Strings, "string") => !values.iter().any(is_empty),
            _ => false,
        };
        is_taken.then_some(name)
    }

    /// The same where no type is required. Values that the dialect can't list move to the description.
    pub(super) fn loose_values(
        &mut self,
        members: &mut Members,
        out: &mut Members,
        notes: &mut Notes,
        place: &Place,
    ) {
        for keyword in ["enum", "const"] {
            let Some(value) = members.take(keyword) else { continue };
            let values = match &value {
                Node::Array(values) if keyword == "enum" => values.clone(),
                value => vec![value.clone()],
            };
            let is_null = |value: &&Node<'static>| !matches!(value, Node::Null);
            let fits = match self.rules.values {
                ListedValues::StringsAndNumbers => values
                    .iter()
                    .filter(is_null)
                    .all(|value| matches!(value, Node::String(_) | Node::Number(_))),
                _ => true,
            };
            if !fits {
                self.tell(keyword, &value, &mut notes.words, place);
            } else if keyword == "const" && !self.rules.keeps("const") {
                out.set("enum", Node::Array(vec![value]));
            } else {
                out.set(keyword, value);
            }
        }
        self.narrow_to_null(out);
        if !out.has("type") && !out.has("const") && !self.rules.takes_everything() {
            let kinds = out.get("enum").and_then(|values| match values {
                Node::Array(values) => {
                    types::to_node(values.iter().map(types::of_value).fold(TypeSet::NONE, TypeSet::with))
                }
                _ => None,
            });
            if let Some(kinds) = kinds {
                out.set("type", kinds);
            }
        }
    }

    /// Takes null from the listed values and from the type, where the schema lists other values too. Returns whether it
    /// accepts null.
    pub(super) fn take_null(&self, members: &mut Members, place: &Place) -> Result<bool, DialectError> {
        if !members.has("enum") {
            return Ok(false);
        }
        let values = listed_values(members);
        if values.is_empty() {
            return Err(self.error(place, DialectErrorKind::Unsatisfiable));
        }
        members.take("const");
        let takes_null = values.contains(&Node::Null);
        let others: Vec<_> = values.iter().filter(|value| !matches!(value, Node::Null)).cloned().collect();
        if !takes_null || others.is_empty() {
            members.set("enum", Node::Array(values));
            return Ok(false);
        }
        members.set("enum", Node::Array(others));
        let Some(kinds) = members.get("type").map(types::declared) else { return Ok(true) };
        if let Some(kinds) = types::to_node(kinds.without(TypeSet::NULL)) {
            members.set("type", kinds);
        }
        Ok(kinds.contains(TypeSet::NULL))
    }

    /// Null as the only listed value makes null the only type. Alternatives of this form count as null.
    fn narrow_to_null(&self, out: &mut Members) {
        if !self.rules.lone_unions {
            return;
        }
        let lists_null_alone = match (out.get("enum"), out.get("const")) {
            (_, Some(value)) => matches!(value, Node::Null),
            (Some(Node::Array(values)), None) => values.iter().all(|value| matches!(value, Node::Null)),
            _ => false,
        };
        if lists_null_alone && (out.has("type") || self.rules.values == ListedValues::StringsAndNumbers) {
            out.set("type", text("null"));
            if self.rules.values == ListedValues::StringsAndNumbers {
                out.take("enum");
            }
        }
    }
}

/// The values that `enum` and `const` both list.
fn listed_values(members: &Members) -> Vec<Node<'static>> {
    let mut listed = match (members.get("enum"), members.get("const")) {
        (Some(Node::Array(listed)), Some(only)) if listed.contains(only) => vec![only.clone()],
        (Some(_), Some(_)) => Vec::new(),
        (_, Some(only)) => vec![only.clone()],
        (Some(Node::Array(listed)), None) => listed.clone(),
        _ => Vec::new(),
    };
    // External lists may be long, so a set replaces pairwise comparison.
    let mut seen = HashSet::new();
    listed.retain(|value| seen.insert(Sameness::of(value)));
    listed
}

/// The identity of listed values: numbers are equal whatever their spelling.
#[derive(PartialEq, Eq, Hash)]
enum Sameness {
    Number(Decimal),
    Json(String),
}

impl Sameness {
    fn of(value: &Node<'_>) -> Self {
        let number = match value {
            Node::Number(number) => Decimal::parse(number),
            _ => None,
        };
        number.map_or_else(|| Self::Json(value.to_json()), Self::Number)
    }
}

#[cfg(test)]
mod tests {
    use hpd_json::{Limits, Node};

    use super::super::Dialect;

    #[test]
    fn values_that_are_written_differently_are_listed_once() {
        let schema = r#"{"type":"object","properties":{"a":{"enum":[1,1.0,2,10e-1]}},"required":["a"]}"#;
        let schema = Node::parse(schema, &Limits::default()).unwrap();
        let converted = Dialect::OpenAiStrict.convert(&schema).unwrap();
        assert_eq!(
            converted.schema.to_json(),
            r#"{"type":"object","properties":{"a":{"type":"integer","enum":[1,2]}},"required":["a"],"additionalProperties":false}"#
        );
    }
}
