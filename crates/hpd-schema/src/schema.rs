//! The public face: schemas and values of `serde_json`, and texts.

use hpd_json::{Leniency, Limits, Node, SyntaxError, Warning};
use serde_json::Value;

use crate::error::{Findings, ValidationError};
use crate::shape::{CompileOptions, PromoteRules, Shape, ShapeError, Unsupported};

/// A JSON Schema, compiled: draft 2020-12, or an older one that `$schema` names.
///
/// ```
/// use hpd_schema::Schema;
/// use serde_json::json;
///
/// let page = json!({"type": "integer", "minimum": 1});
/// let schema = Schema::compile(&json!({"type": "object", "properties": {"page": page}}))?;
/// assert!(schema.accepts(&json!({"page": 3})));
/// let errors = schema.errors(&json!({"page": 0}));
/// assert_eq!(errors[0].error_message, "page must be at least 1");
/// # Ok::<(), hpd_schema::SchemaError>(())
/// ```
#[derive(Debug)]
pub struct Schema {
    shape: Shape,
    limits: Limits,
    leniency: Leniency,
}

/// A value that was brought towards a schema.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Promoted {
    /// The value. Numbers that `serde_json::Value` can't hold are rounded here.
    pub value: Value,
    /// The value as compact JSON: every digit of its numbers, and its keys in their order.
    pub text: String,
    /// The changes.
    pub warnings: Vec<Warning>,
}

impl Schema {
    /// Compiles a schema. Errors follow the order of its properties: by name, unless the program enables
    /// `serde_json/preserve_order`.
    ///
    /// # Errors
    ///
    /// A [`SchemaError`](crate::SchemaError) if the schema itself is wrong.
    pub fn compile(schema: &Value) -> Result<Self, ShapeError> {
        Self::of(&Node::from_value(schema))
    }

    /// Compiles a schema from its text. Errors follow the order of its properties.
    ///
    /// # Errors
    ///
    /// A [`SchemaError`](crate::SchemaError) if the text is not JSON, or the schema itself is wrong.
    pub fn compile_text(schema: &str) -> Result<Self, ShapeError> {
        let tree = Node::parse(schema, &Limits::UNLIMITED).map_err(|error| ShapeError {
            pointer: String::new(),
            message: format!("is not JSON: {error}"),
        })?;
        Self::of(&tree)
    }

    fn of(schema: &Node<'_>) -> Result<Self, ShapeError> {
        let limits = Limits { errors: usize::MAX, error_text: usize::MAX, ..Limits::default() };
        let shape = Shape::compile_node(schema, CompileOptions::outside(&limits))?;
        Ok(Self { shape, limits, leniency: Leniency::Safe })
    }

    /// Sets how forgiving [`promote`](Self::promote) is.
    #[must_use]
    pub const fn with_leniency(mut self, leniency: Leniency) -> Self {
        self.leniency = leniency;
        self
    }

    /// Sets the limits on texts and errors. Without them, texts have [`Limits::default`], and all errors are listed.
    #[must_use]
    pub const fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Keywords of the schema that are not checked.
    pub fn unsupported(&self) -> &[Unsupported] {
        self.shape.unsupported()
    }

    /// Whether the schema accepts a value.
    pub fn accepts(&self, value: &Value) -> bool {
        self.shape.accepts(&Node::from_value(value))
    }

    /// All errors of a value; none if, and only if, the schema [accepts](Self::accepts) it.
    ///
    /// One mistake is one error. A value of another type is not checked further. If a value fits none of several
    /// alternatives, only the errors of the alternative that was probably meant are listed. If none stands out, one
    /// error names all alternatives.
    pub fn errors(&self, value: &Value) -> Vec<ValidationError> {
        self.errors_of(&Node::from_value(value))
    }

    /// All errors of a JSON text. Every digit of its numbers counts, and a duplicate key is an error. A text that is
    /// not JSON has one error.
    pub fn errors_in(&self, text: &str) -> Vec<ValidationError> {
        match Node::parse(text, &self.limits) {
            Ok(tree) => self.errors_of(&tree),
            Err(error) => {
                let mut findings = Findings::new(&self.limits);
                findings.add_syntax_error(&error, text);
                findings.into_response().errors
            }
        }
    }

    fn errors_of(&self, tree: &Node<'_>) -> Vec<ValidationError> {
        let mut findings = Findings::new(&self.limits);
        self.shape.check(tree, &mut findings);
        findings.into_response().errors
    }

    /// Converts refused values to the expected type, where exactly one reading exists. Returns the changes. Accepted
    /// values stay as they are. So do values with several readings, which [`errors`](Self::errors) reports.
    pub fn promote(&self, value: &mut Value) -> Vec<Warning> {
        let (tree, warnings) = self.promoted(Node::from_value(value));
        if !warnings.is_empty() {
            let promoted = tree.to_value();
            *value = promoted;
        }
        warnings
    }

    /// The same for a JSON text.
    ///
    /// # Errors
    ///
    /// A [`SyntaxError`] if the text is not JSON, or breaks a limit. The crate `hpd-repair` reads malformed text.
    pub fn promote_text(&self, text: &str) -> Result<Promoted, SyntaxError> {
        let (tree, warnings) = self.promoted(Node::parse(text, &self.limits)?);
        Ok(Promoted { value: tree.to_value(), text: tree.to_json(), warnings })
    }

    fn promoted<'t>(&self, mut tree: Node<'t>) -> (Node<'t>, Vec<Warning>) {
        let mut warnings = Vec::new();
        let rules = PromoteRules { leniency: self.leniency, lenient_params: &[], limits: &self.limits };
        self.shape.promote(&mut tree, &rules, &mut warnings);
        (tree, warnings)
    }
}
