//! Staged reading, for calls with several sources of values: the same for own functions and external ones.

use hpd_runtime::__private::Findings;
use hpd_runtime::__private::Understood;
use hpd_runtime::args::{Node, StopReason, Warning};
use hpd_runtime::error::ValidationErrorResponse;
use hpd_runtime::shape::Shape;

use super::FunctionRole;

impl FunctionRole {
    /// Understands a text of arguments, without checking it.
    ///
    /// # Errors
    ///
    /// It can't be read at all.
    pub(crate) fn understand<'t>(
        &self,
        text: &'t str,
        stop_reason: StopReason,
    ) -> Result<Understood<'t>, Box<ValidationErrorResponse>> {
        match self {
            Self::Here(function) => function.plan.understand(text, stop_reason),
            Self::External(function) => function.understand(text, stop_reason),
            Self::Added(added) => added.plan().understand(text, &added.reading(stop_reason)),
        }
    }

    /// Whether it is called with a text that can't be read, too.
    pub(crate) fn reads_anything(&self) -> bool {
        matches!(self, Self::Here(function) if function.plan.info().reads_anything())
    }

    /// Whether a value is right for a parameter.
    pub(crate) fn accepts(&self, name: &str, value: &Node<'_>) -> bool {
        self.shape().accepts_argument(name, value)
    }

    /// Checks arguments. Absent required parameters that are `awaited` are no errors. `refused` parameters belong to
    /// the configuration, with the model's values.
    ///
    /// # Errors
    ///
    /// All errors.
    pub(crate) fn check_tree(
        &self,
        arguments: &Node<'_>,
        awaited: &dyn Fn(&str) -> bool,
        refused: &[(String, Node<'_>)],
    ) -> Result<(), Box<ValidationErrorResponse>> {
        let mut findings = self.findings();
        for (name, sent) in refused {
            findings.add_configured(name, sent);
        }
        self.shape().check_awaiting(arguments, awaited, &mut findings);
        if let Self::External(function) = self {
            function.check_keys(arguments, &mut findings);
        }
        findings.into_result()
    }

    /// Writes numbers as the function gets them, where its types hold fewer digits. External tools get numbers as they
    /// were sent: nothing decodes them before.
    pub(crate) fn decode_numbers(&self, arguments: &mut Node<'_>) -> Vec<Warning> {
        match self {
            Self::Here(function) => function.plan.decode_numbers(arguments),
            Self::External(_) | Self::Added(_) => Vec::new(),
        }
    }

    fn shape(&self) -> &Shape {
        match self {
            Self::Here(function) => function.plan.shape(),
            Self::External(function) => function.plan().shape(),
            Self::Added(added) => added.plan().shape(),
        }
    }

    fn findings(&self) -> Findings {
        match self {
            Self::Here(function) => function.plan.findings(),
            Self::External(function) => function.plan().findings(),
            Self::Added(added) => added.plan().findings(),
        }
    }
}
