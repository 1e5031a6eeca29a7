//! Staged reading, for calls that get values from other sources than the model. A text is understood, values are added,
//! all is checked, and the result is read like any other text.

use hpd_json::{Node, Reading, StopReason, SyntaxError, Warning};
use hpd_repair::__private::Repaired;
use hpd_schema::__private::error::{Findings, ValidationErrorResponse};

use super::error_reading;
use super::lenient::hide_sensitive;
use super::plan::ReadingPlan;
use super::schema_plan::SchemaPlan;

/// A model's arguments as far as they were understood. Nothing is checked, and no default is added.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Understood<'t> {
    /// The arguments: an object. A parameter sent as `null` is absent if it has a default, or if it is
    /// required and does not accept `null`.
    pub tree: Node<'t>,
    /// The repairs and promotions. Sensitive values are hidden.
    pub warnings: Vec<Warning>,
}

impl ReadingPlan {
    /// Understands a text of arguments. It is repaired, unwrapped and promoted as the function's leniency allows, but
    /// not checked.
    ///
    /// The caller may then add values. The caller [checks](crate::shape::Shape::check_awaiting) all values, sent and
    /// added, with the plan's [shape](Self::shape). To decode the values, the caller gives the text of
    /// [`Understood::tree`] ([`to_json`](Node::to_json)) to a [`Reader`](super::Reader). Without added values, the
    /// result equals reading `text` itself.
    ///
    /// # Errors
    ///
    /// The text can't be read at all.
    pub fn understand<'t>(
        &self,
        text: &'t str,
        stop_reason: StopReason,
    ) -> Result<Understood<'t>, Box<ValidationErrorResponse>> {
        understood(error_reading::understand(text, stop_reason, self), self.findings(), text)
    }

    /// The arguments that a function receives for a text, without defaults. `None` if the text can't be read.
    pub fn interpret(&self, text: &str, stop_reason: StopReason) -> Option<Node<'static>> {
        let mut tree = error_reading::understand(text, stop_reason, self).ok()?.tree;
        self.shape().write_integers(&mut tree);
        Some(tree.into_owned())
    }
}

impl SchemaPlan {
    /// Understands a text of arguments, as [`ReadingPlan::understand`] does. To check the arguments, pass the text of
    /// [`Understood::tree`] ([`to_json`](Node::to_json)) to [`read`](Self::read). The result of `read` has the
    /// arguments as the tool receives them.
    ///
    /// # Errors
    ///
    /// The text can't be read at all, or has several spellings of one field.
    pub fn understand<'t>(
        &self,
        text: &'t str,
        reading: &Reading,
    ) -> Result<Understood<'t>, Box<ValidationErrorResponse>> {
        let mut findings = self.findings();
        let read = self.lenient(*reading).understand(text, |_| None, &mut findings);
        if read.is_ok() && !findings.is_empty() {
            return Err(Box::new(findings.into_response()));
        }
        understood(read, findings, text)
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
