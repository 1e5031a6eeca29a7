//! Reading in steps, for calls whose values come from several places: the same for a function of this program and for one
//! from outside.

use hpd_runtime::StopReason;
use hpd_runtime::args::{Node, Understood};
use hpd_runtime::error::{Findings, ValidationErrorResponse};

use super::FunctionRole;

impl FunctionRole {
    /// What a text of arguments says, before it is checked.
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
            Self::Elsewhere(function) => function.understand(text, stop_reason),
            Self::Documents(reader) => reader.understand(text, stop_reason),
        }
    }

    /// Whether a value is right for a parameter.
    pub(crate) fn accepts(&self, name: &str, value: &Node<'_>) -> bool {
        match self {
            Self::Here(function) => function.plan.accepts(name, value),
            Self::Elsewhere(function) => function.plan().accepts(name, value),
            Self::Documents(_) => false,
        }
    }
}
