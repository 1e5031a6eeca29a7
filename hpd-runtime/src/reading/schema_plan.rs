//! The reading of an external tool's arguments: it has a schema, but no types.

use std::borrow::Cow;

use hpd_json::{Limits, Node, Reading, Warning};
use hpd_repair::__private::Repaired;
use hpd_schema::__private::error::{FieldNotes, Findings, ValidationErrorResponse};
use hpd_schema::__private::shape::{CompileOptions, Shape, ShapeError};
use serde_json::Value;

use super::lenient::{Lenient, hide_sensitive};

/// The reading and checking of an external tool's arguments.
#[derive(Debug)]
pub struct SchemaPlan {
    shape: Shape,
    limits: Limits,
    /// Of arguments that may be absent.
    defaults: Vec<(String, Node<'static>)>,
    notes: Vec<(Cow<'static, str>, FieldNotes)>,
}

/// Arguments that passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The arguments as the tool receives them, as a JSON text.
    pub arguments: String,
    /// The repairs and promotions.
    pub warnings: Vec<Warning>,
}

impl SchemaPlan {
    /// Works out how arguments are checked against a schema.
    ///
    /// # Errors
    ///
    /// The schema is ill-formed.
    pub fn new(schema: &Value, limits: Limits) -> Result<Self, ShapeError> {
        Self::in_order(&Node::from_value(schema), limits)
    }

    /// Works out how arguments are checked against a schema in a tree. Properties are checked in the order of the
    /// tree.
    ///
    /// # Errors
    ///
    /// The schema is ill-formed.
    pub fn in_order(schema: &Node<'_>, limits: Limits) -> Result<Self, ShapeError> {
        let shape = Shape::compile_node(schema, CompileOptions::outside(&limits))?;
        let defaults = defaults(schema, &shape);
        Ok(Self { shape, limits, defaults, notes: Vec::new() })
    }

    /// Adds what the schema does not say about its fields: which are sensitive, and how their values are obtained.
    #[must_use]
    pub fn with_notes(mut self, notes: Vec<(Cow<'static, str>, FieldNotes)>) -> Self {
        self.notes = notes;
        self
    }

    /// An empty list of errors, with the notes on the fields.
    pub fn findings(&self) -> Findings {
        let mut findings = Findings::new(&self.limits);
        for (field, notes) in &self.notes {
            findings.note(field.clone(), notes.clone());
        }
        findings
    }

    /// The schema compiled for checking.
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Reads and checks an argument text.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it.
    pub fn read(&self, text: &str, reading: &Reading) -> Result<Accepted, Box<ValidationErrorResponse>> {
        let mut findings = self.findings();
        match self.lenient(*reading).understand_and_check(text, |_| None, &mut findings) {
            Ok(Repaired { mut tree, mut warnings }) => {
                if findings.is_empty() {
                    self.add_defaults(&mut tree);
                    hide_sensitive(&mut warnings, &findings);
                    return Ok(Accepted { arguments: tree.to_json(), warnings });
                }
            }
            Err(error) => findings.add_syntax_error(&error, text),
        }
        Err(Box::new(findings.into_response()))
    }

    /// How a text is read.
    pub(super) const fn lenient(&self, reading: Reading) -> Lenient<'_> {
        Lenient { reading, limits: &self.limits, shape: &self.shape, function: None, forgiven: &[] }
    }

    fn add_defaults(&self, tree: &mut Node<'_>) {
        for (name, default) in &self.defaults {
            let is_absent = tree.get(name).is_none();
            if let (Node::Object(members), true) = (&mut *tree, is_absent) {
                members.push((name.clone().into(), default.clone()));
            }
        }
    }
}

/// The defaults that a schema declares for its optional properties, as far as it accepts them itself. The host sees the
/// values that the tool would use.
fn defaults(schema: &Node<'_>, shape: &Shape) -> Vec<(String, Node<'static>)> {
    let Some(Node::Object(properties)) = schema.get("properties") else { return Vec::new() };
    let declared = properties.iter().filter_map(|(name, property)| {
        let default = property.get("default")?.clone().into_owned();
        let is_usable = !matches!(default, Node::Null)
            && !shape.requires(name)
            && shape.property(name).is_some_and(|id| shape.accepts_at(id, &default));
        is_usable.then(|| (name.to_string(), default))
    });
    declared.collect()
}
