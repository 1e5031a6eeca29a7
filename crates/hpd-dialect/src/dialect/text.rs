//! Values without a form in the dialect: strings that hold JSON.

use hpd_json::Node;

use super::describe;
use super::members::{Members, text};
use super::notes::Notes;
use super::place::Place;
use super::report::SchemaChangeKind;
use super::restore::{Plan, PlanId, TextKind};
use super::rules::NullForm;
use super::walk::{Out, Walker};

impl Walker<'_> {
    /// A string that holds a value described by `members`.
    pub(super) fn text(
        &mut self,
        mut members: Members,
        kind: TextKind,
        takes_null: bool,
        notes: &mut Notes,
        place: &Place,
    ) -> Out {
        if kind != TextKind::Anything {
            members.take("type");
        }
        if matches!(members.get("properties"), Some(Node::Object(properties)) if properties.is_empty()) {
            members.take("properties");
        }
        if matches!(members.get("additionalProperties"), Some(Node::Bool(true))) {
            members.take("additionalProperties");
        }
        let (sentence, is_complete) = describe::as_text(what(kind), &members);
        notes.words.push(sentence);
        // A text that holds no such JSON breaks the original. Where any value is welcome, it is a value itself.
        let change = match kind {
            TextKind::Object | TextKind::Array => SchemaChangeKind::Widened,
            TextKind::Anything => SchemaChangeKind::Rewritten,
        };
        self.change(place, "type", change, "is text that holds JSON");
        for (keyword, _) in members.0 {
            if is_complete {
                self.change(place, &keyword, SchemaChangeKind::Moved, "moved to the description");
            } else {
                self.change(place, &keyword, SchemaChangeKind::Dropped, "is too long for the description");
            }
        }
        self.string_of(kind, PlanId::KEEP, takes_null)
    }

    /// A string that holds the same as a schema that contains it.
    pub(super) fn text_of_outer(&mut self, outer: &Outer, notes: &mut Notes, place: &Place) -> Out {
        notes.words.push(format!("{} of the same form as {}, as JSON text.", what(outer.kind), outer.form));
        self.change(
            place,
            "$ref",
            SchemaChangeKind::Widened,
            "is text that holds JSON, for the schema contains itself",
        );
        self.string_of(outer.kind, outer.plan, false)
    }

    pub(super) fn string_of(&mut self, kind: TextKind, inner: PlanId, takes_null: bool) -> Out {
        let mut members = Members::one("type", text("string"));
        if takes_null {
            add_null(&mut members, self.rules.null);
        }
        let plan = self.plan(Plan::Text(kind, inner));
        Out { members, plan, text: Some(kind) }
    }

    /// Strings that represent values.
    pub(super) fn values_as_text(&mut self, values: &[Node<'static>], takes_null: bool) -> Out {
        let is_taken =
            |text: &str, values: &[Node<'static>]| values.iter().any(|value| value.as_str() == Some(text));
        let written = |value: &Node<'static>| match value.as_str() {
            Some(plain) if !plain.is_empty() => plain.to_owned(),
            _ => {
                let mut json = value.to_json();
                // A listed text may happen to be this JSON.
                while is_taken(&json, values) {
                    json = format!("({json})");
                }
                json
            }
        };
        let pairs: Vec<_> = values.iter().map(|value| (written(value), value.clone())).collect();
        let mut names: Vec<Node<'static>> = pairs.iter().map(|(name, _)| text(name.clone())).collect();
        let is_same = pairs.iter().all(|(name, value)| value.as_str() == Some(name));
        let mut members = Members::one("type", text("string"));
        if takes_null && self.rules.null == NullForm::Type {
            names.push(Node::Null);
        }
        members.set("enum", Node::Array(names));
        if takes_null {
            add_null(&mut members, self.rules.null);
        }
        if is_same {
            Out::plain(members)
        } else {
            Out { plan: self.plan(Plan::Values(pairs)), members, text: None }
        }
    }
}

/// A schema that contains itself.
#[derive(Clone)]
pub(super) struct Outer {
    /// Its name for the model.
    pub(super) form: String,
    pub(super) kind: TextKind,
    pub(super) plan: PlanId,
}

pub(super) const fn what(kind: TextKind) -> &'static str {
    match kind {
        TextKind::Object => "A JSON object",
        TextKind::Array => "A JSON array",
        TextKind::Anything => "Any JSON value",
    }
}

/// Lets a schema take null.
pub(super) fn add_null(members: &mut Members, form: NullForm) {
    if form == NullForm::Flag {
        members.set("nullable", Node::Bool(true));
        return;
    }
    if let Some(Node::Array(values)) = members.get("enum")
        && !values.contains(&Node::Null)
    {
        let mut values = values.clone();
        values.push(Node::Null);
        members.set("enum", Node::Array(values));
    }
    match members.get("type").cloned() {
        Some(Node::Array(mut types)) if !types.iter().any(|name| name.as_str() == Some("null")) => {
            types.push(text("null"));
            members.set("type", Node::Array(types));
        }
        Some(Node::Array(_)) => {}
        Some(name) if name.as_str() != Some("null") => {
            members.set("type", Node::Array(vec![name, text("null")]));
        }
        _ => {}
    }
}
