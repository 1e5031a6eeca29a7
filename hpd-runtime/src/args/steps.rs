//! Reading in steps, for calls of which somebody else than the model gives values: a text is understood, values are filled
//! in, all is checked, and what comes of it is read like any other text.

use super::lenient::hide_sensitive;
use super::plan::ArgumentPlan;
use super::reading::{Reading, StopReason};
use super::schema_plan::SchemaPlan;
use super::{Limits, Node, SyntaxError, Warning, second};
use crate::error::{Findings, ValidationErrorResponse};
use crate::repair::Repaired;
use crate::shape::{PromoteRules, Shape};
use crate::spec::Policy;

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
    /// Then values may be added, all be [checked](Self::check), and [`Reader`](super::Reader) reads what
    /// [`to_json`](Node::to_json) writes. Where no values are added, that comes to the same as reading `text` itself.
    ///
    /// # Errors
    ///
    /// The text can't be read at all.
    pub fn understand<'t>(
        &self,
        text: &'t str,
        stop_reason: StopReason,
    ) -> Result<Understood<'t>, Box<ValidationErrorResponse>> {
        match second::understand(text, stop_reason, self) {
            Ok(Repaired { tree, mut warnings }) => {
                hide_sensitive(&mut warnings, &self.findings());
                Ok(Understood { tree, warnings })
            }
            Err(error) => Err(Box::new(unreadable(self.findings(), &error, text))),
        }
    }

    /// Whether a value passes all that the schema says of a parameter, as it is. A name that is no parameter's takes nothing.
    pub fn accepts(&self, name: &str, value: &Node<'_>) -> bool {
        self.shape.accepts_argument(name, value)
    }

    /// A value that no model sent, such as one of a profile, as the parameter takes it, if there is one exact reading: a
    /// number for a text, or a text for a number. Else as it is.
    #[must_use]
    pub fn promoted<'a>(&self, name: &str, value: Node<'a>) -> Node<'a> {
        promoted(&self.shape, &self.limits, name, value)
    }

    /// Everything that is wrong with the arguments, but for required parameters that are absent and `awaited`: those are
    /// asked for elsewhere. What checks of the author's say is found out when the arguments are read.
    ///
    /// # Errors
    ///
    /// What is wrong, in the words of every other call.
    pub fn check(
        &self,
        tree: &Node<'_>,
        awaited: &dyn Fn(&str) -> bool,
    ) -> Result<(), Box<ValidationErrorResponse>> {
        let mut findings = self.findings();
        self.check_into(tree, awaited, &mut findings);
        findings.into_result()
    }

    /// The same, added to what was found before: `findings` are [those of the function](Self::findings).
    pub fn check_into(&self, tree: &Node<'_>, awaited: &dyn Fn(&str) -> bool, findings: &mut Findings) {
        self.shape.check_awaiting(tree, awaited, findings);
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
        match self.lenient(*reading).understand(text, |_| None) {
            Ok(Repaired { tree, mut warnings }) => {
                hide_sensitive(&mut warnings, &self.findings());
                Ok(Understood { tree, warnings })
            }
            Err(error) => Err(Box::new(unreadable(self.findings(), &error, text))),
        }
    }

    /// As [`ArgumentPlan::accepts`].
    pub fn accepts(&self, name: &str, value: &Node<'_>) -> bool {
        self.shape.accepts_argument(name, value)
    }

    /// As [`ArgumentPlan::promoted`].
    #[must_use]
    pub fn promoted<'a>(&self, name: &str, value: Node<'a>) -> Node<'a> {
        promoted(&self.shape, &self.limits, name, value)
    }

    /// As [`ArgumentPlan::check`].
    ///
    /// # Errors
    ///
    /// What is wrong, in the words of every other call.
    pub fn check(
        &self,
        tree: &Node<'_>,
        awaited: &dyn Fn(&str) -> bool,
    ) -> Result<(), Box<ValidationErrorResponse>> {
        let mut findings = self.findings();
        self.check_into(tree, awaited, &mut findings);
        findings.into_result()
    }

    /// As [`ArgumentPlan::check_into`].
    pub fn check_into(&self, tree: &Node<'_>, awaited: &dyn Fn(&str) -> bool, findings: &mut Findings) {
        self.shape.check_awaiting(tree, awaited, findings);
    }
}

fn unreadable(mut findings: Findings, error: &SyntaxError, text: &str) -> ValidationErrorResponse {
    findings.add_syntax_error(error, text);
    findings.into_response()
}

fn promoted<'a>(shape: &Shape, limits: &Limits, name: &str, mut value: Node<'a>) -> Node<'a> {
    // What the host gives is not held against how forgiving its function is to models.
    let rules = PromoteRules { policy: Policy::Safe, lenient_params: &[], limits };
    shape.promote_argument(name, &mut value, &rules);
    value
}
