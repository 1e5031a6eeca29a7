//! The reading of an external tool's arguments: it has a schema, but no types.

use std::borrow::Cow;

use hpd_json::{Leniency, Limits, Node, Reading, Warning};
use hpd_repair::__private::Repaired;
use hpd_schema::__private::error::{FieldNotes, Findings, NotesByName, ValidationErrorResponse};
use hpd_schema::__private::shape::{Budget, CompileOptions, KeyRules, Shape, ShapeError, UnknownKeys};
use serde_json::Value;

use super::lenient::{Lenient, hide_sensitive};
use super::own_names::OwnNames;

/// The reading and checking of an external tool's arguments.
#[derive(Debug)]
pub struct SchemaPlan {
    shape: Shape,
    limits: Limits,
    names: OwnNames,
    unknown_fields: Option<UnknownKeys>,
    /// Only the schema and the promotion look at keys.
    leaves_keys: bool,
    /// What the schema accepts is right without a second look.
    has_one_way: bool,
    notes: NotesByName,
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
        let has_one_way = shape.has_one_way();
        Ok(Self {
            shape,
            limits,
            names: OwnNames::default(),
            unknown_fields: None,
            leaves_keys: false,
            has_one_way,
            notes: NotesByName::default(),
        })
    }

    /// Sets the names of the tool: a call inside the arguments is taken apart only if it has one of them. Without
    /// names, every call is taken for one of this tool.
    #[must_use]
    pub fn named(mut self, names: OwnNames) -> Self {
        self.names = names;
        self
    }

    /// Sets the treatment of keys that the schema neither lists nor forbids. By default, they are errors for writes,
    /// and warnings otherwise.
    #[must_use]
    pub const fn with_unknown_fields(mut self, unknown_fields: Option<UnknownKeys>) -> Self {
        self.unknown_fields = unknown_fields;
        self
    }

    /// Leaves keys that the schema does not list as they are. For schemas whose own source lists none.
    #[must_use]
    pub const fn leaving_keys(mut self) -> Self {
        self.leaves_keys = true;
        self
    }

    /// Adds what the schema does not say about its fields: which are sensitive, and how their values are obtained.
    #[must_use]
    pub fn with_notes(mut self, notes: Vec<(Cow<'static, str>, FieldNotes)>) -> Self {
        let says_something = notes.iter().any(|(_, notes)| *notes != FieldNotes::default());
        self.notes = if says_something { notes.into() } else { NotesByName::default() };
        self
    }

    /// An empty list of errors, with the notes on the fields.
    pub fn findings(&self) -> Findings {
        Findings::noted(&self.limits, NotesByName::clone(&self.notes))
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
            Ok(Repaired { tree, mut warnings }) => {
                if findings.is_empty() {
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
        Lenient {
            reading,
            limits: &self.limits,
            shape: &self.shape,
            names: &self.names,
            refuses_calls: true,
            unknown: if self.leaves_keys { None } else { Some(self.unknown(reading)) },
            has_one_way: self.has_one_way,
            forgiven: &[],
        }
    }

    /// Under a strict reading, the verdict is that of the schema, unless the host says otherwise.
    const fn unknown(&self, reading: Reading) -> UnknownKeys {
        match self.unknown_fields {
            Some(said) => said,
            None if reading.writes && !matches!(reading.leniency, Leniency::Strict) => UnknownKeys::Reject,
            None => UnknownKeys::Warn,
        }
    }

    /// Reports the keys of arguments that are not listed, for a reading in steps.
    pub fn check_keys(&self, tree: &Node<'_>, reading: &Reading, findings: &mut Findings) {
        if self.leaves_keys {
            return;
        }
        let rules =
            KeyRules { leniency: reading.leniency, unknown: self.unknown(*reading), limits: &self.limits };
        self.shape.check_keys(tree, &rules, &Budget::new(), findings);
    }
}
