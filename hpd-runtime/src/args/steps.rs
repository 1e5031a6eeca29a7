//! Reading in steps, for calls of which somebody else than the model gives values: a text is understood, values are filled
//! in, all is checked, and what comes of it is read like any other text.

use super::lenient::hide_sensitive;
use super::plan::ArgumentPlan;
use super::reading::{Reading, StopReason};
use super::schema_plan::SchemaPlan;
use super::{Node, SyntaxError, Warning, second};
use crate::error::{Findings, ValidationErrorResponse};
use crate::repair::Repaired;

/// What a model sent, as far as it was understood. Nothing is checked, and no default is filled in.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Understood<'t> {
    /// The arguments: an object. A parameter that was sent as `null` is absent, if it has a default, or if it is required
    /// and does not take `null`.
    pub tree: Node<'t>,
    /// What was set right. Sensitive values are hidden.
    pub warnings: Vec<Warning>,
}

impl ArgumentPlan {
    /// Understands a text of arguments: repaired, unwrapped and promoted as the function's policy allows, but not checked.
    ///
    /// Then values may be added, all be [checked](crate::shape::Shape::check_awaiting) by the plan's [shape](Self::shape), and
    /// [`Reader`](super::Reader) reads what [`to_json`](Node::to_json) writes. Where no values are added, that comes to the same as
    /// reading `text` itself.
    ///
    /// # Errors
    ///
    /// The text can't be read at all.
    pub fn understand<'t>(
        &self,
        text: &'t str,
        stop_reason: StopReason,
    ) -> Result<Understood<'t>, Box<ValidationErrorResponse>> {
        understood(second::understand(text, stop_reason, self), self.findings(), text)
    }

    /// The arguments that a function received of a text, without defaults. `None` if the text can't be read.
    pub fn interpret(&self, text: &str, stop_reason: StopReason) -> Option<Node<'static>> {
        let mut tree = second::understand(text, stop_reason, self).ok()?.tree;
        self.shape().write_integers(&mut tree);
        Some(tree.into_owned())
    }
}

impl SchemaPlan {
    /// As [`ArgumentPlan::understand`]; what [`to_json`](Node::to_json) writes of the tree is for [`read`](Self::read).
    ///
    /// # Errors
    ///
    /// The text can't be read at all.
    pub fn understand<'t>(
        &self,
        text: &'t str,
        reading: &Reading,
    ) -> Result<Understood<'t>, Box<ValidationErrorResponse>> {
        understood(self.lenient(*reading).understand(text, |_| None), self.findings(), text)
    }
}

fn understood<'t>(
    read: Result<Repaired<'t>, SyntaxError>,
    mut findings: Findings,
    text: &str,
) -> Result<Understood<'t>, Box<ValidationErrorResponse>> {
    match read {
        Ok(Repaired { tree, mut warnings }) => {
            hide_sensitive(&mut warnings, &findings);
            Ok(Understood { tree, warnings })
        }
        Err(error) => {
            findings.add_syntax_error(&error, text);
            Err(Box::new(findings.into_response()))
        }
    }
}
