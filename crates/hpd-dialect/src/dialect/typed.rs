//! Dialects in which every schema is of one type.

use hpd_json::Node;
use hpd_schema::__private::shape::TypeSet;

use super::error::DialectError;
use super::members::{Members, text};
use super::notes::Notes;
use super::place::Place;
use super::report::SchemaChangeKind;
use super::restore::TextKind;
use super::rules::NullForm;
use super::types;
use super::walk::{Out, Walker};

impl Walker<'_> {
    /// Converts a schema without alternatives into one that says its type.
    pub(super) fn typed(
        &mut self,
        mut members: Members,
        mut notes: Notes,
        place: &Place,
    ) -> Result<Out, DialectError> {
        self.drop_unfit_values(&mut members, &mut notes, place);
        let types = types::of(&members).unwrap_or(TypeSet::ANY);
        if members.has("enum") || members.has("const") {
            return self.listed(members, notes, place);
        }
        let takes_null = types.contains(TypeSet::NULL);
        let names = types::names(types.without(TypeSet::NULL));
        let mut out = match names.as_slice() {
            _ if types == TypeSet::ANY => {
                members.take("type");
                let out = self.text(members, TextKind::Anything, false, &mut notes, place);
                return Ok(described(out, notes.without_kept()));
            }
            [] => return Ok(self.only_null(notes)),
            [name] => {
                members.set("type", text(*name));
                self.of_one_type(members, name, notes, place)?
            }
            names => return self.split(&members, names, takes_null, notes, place),
        };
        if takes_null {
            out = self.or_null(out);
        }
        Ok(out)
    }

    fn of_one_type(
        &mut self,
        mut members: Members,
        name: &str,
        mut notes: Notes,
        place: &Place,
    ) -> Result<Out, DialectError> {
        let kind = match name {
            "object" => TextKind::Object,
            "array" => TextKind::Array,
            _ => return self.keywords(members, notes, place),
        };
        if place.level > self.rules.limits.levels {
            let out = self.text(members, kind, false, &mut notes, place);
            return Ok(described(out, notes.without_kept()));
        }
        if kind == TextKind::Array && !members.has("items") && !members.has("prefixItems") {
            members.set("items", Node::Bool(true));
        }
        if kind == TextKind::Object && !place.is_root && !names_properties(&members) {
            let is_closed = matches!(members.get("additionalProperties"), Some(Node::Bool(false)))
                && !members.has("patternProperties");
            if !is_closed {
                let out = self.text(members, kind, false, &mut notes, place);
                return Ok(described(out, notes.without_kept()));
            }
            if !self.rules.closed {
                self.change(place, "type", SchemaChangeKind::Rewritten, "is text that holds an empty object");
                let out = self.values_as_text(&[Node::Object(Vec::new())], false);
                return Ok(described(out, notes.without_kept()));
            }
        }
        if kind == TextKind::Array || place.is_root || self.rules.closed {
            return self.keywords(members, notes, place);
        }
        let told = self.report.len();
        let out = self.keywords(members.clone(), notes.clone(), place)?;
        if !matches!(out.members.get("properties"), Some(Node::Object(properties)) if properties.is_empty()) {
            return Ok(out);
        }
        // No property is left of the listed ones.
        self.report.truncate(told);
        let out = self.text(members, kind, false, &mut notes, place);
        Ok(described(out, notes.without_kept()))
    }

    /// One alternative for each type.
    fn split(
        &mut self,
        members: &Members,
        names: &[&'static str],
        takes_null: bool,
        mut notes: Notes,
        place: &Place,
    ) -> Result<Out, DialectError> {
        let mut branches = Vec::new();
        for name in names {
            let kind = TypeSet::of_name(name).unwrap_or(TypeSet::NONE);
            let mut branch = Members::one("type", text(*name));
            for (keyword, value) in &members.0 {
                let is_about = types::about(keyword).is_none_or(|about| about.both(kind) != TypeSet::NONE);
                if keyword != "type" && is_about {
                    branch.set(keyword.clone(), value.clone());
                }
            }
            branches.push((branch, Place { depth: place.depth + 1, ..place.clone() }));
        }
        if takes_null {
            branches.push((Members::one("type", text("null")), place.clone()));
        }
        self.change(place, "type", SchemaChangeKind::Rewritten, "is one alternative for each type");
        self.alternatives(branches, &mut notes)
    }

    /// Null and nothing else.
    pub(super) fn only_null(&mut self, notes: Notes) -> Out {
        let out = match self.rules.null {
            NullForm::Type => Out::plain(Members::one("type", text("null"))),
            NullForm::Flag => self.values_as_text(&[Node::Null], false),
        };
        described(out, notes.without_kept())
    }
}

/// Whether an object has properties that are known by name.
fn names_properties(members: &Members) -> bool {
    let has = |keyword| match members.get(keyword) {
        Some(Node::Object(properties)) => {
            properties.iter().any(|(_, schema)| !super::normal::forbids(schema))
        }
        Some(Node::Array(names)) => !names.is_empty(),
        _ => false,
    };
    has("properties") || has("required")
}

/// Writes remarks into a converted schema.
pub(super) fn described(mut out: Out, notes: Notes) -> Out {
    notes.write(&mut out.members);
    super::finish::sort(&mut out.members);
    out
}
