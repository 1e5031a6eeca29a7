//! How the arguments of a tool from outside are read: it has a schema, but no types.

use serde_json::Value;

use super::reader::{is_blank, warn_blank};
use super::{Limits, Node, Reading, Warning};
use crate::error::{Findings, ValidationErrorResponse};
use crate::shape::{CompileOptions, Shape, ShapeError};

/// How the arguments of a tool from outside are read and checked.
#[derive(Debug)]
pub struct SchemaPlan {
    shape: Shape,
    limits: Limits,
}

/// Arguments that passed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The arguments as the tool receives them, as a JSON text.
    pub arguments: String,
    /// What was set right.
    pub warnings: Vec<Warning>,
}

impl SchemaPlan {
    /// Works out how arguments are checked against a schema.
    ///
    /// # Errors
    ///
    /// The schema is ill-formed.
    pub fn new(schema: &Value, limits: Limits) -> Result<Self, ShapeError> {
        Ok(Self { shape: Shape::compile(schema, CompileOptions::outside(&limits))?, limits })
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
    pub fn read(&self, text: &str, _: &Reading) -> Result<Accepted, Box<ValidationErrorResponse>> {
        let blank = is_blank(text);
        let text = if blank { "{}" } else { text };
        let mut findings = Findings::new(&self.limits);
        match Node::parse_object(text, &self.limits) {
            Ok(tree) => {
                self.shape.check(&tree, &mut findings);
                if findings.is_empty() {
                    let warnings = blank.then(warn_blank).into_iter().collect();
                    return Ok(Accepted { arguments: tree.to_json(), warnings });
                }
            }
            Err(error) => findings.add_syntax_error(&error, text),
        }
        Err(Box::new(findings.into_response()))
    }
}
