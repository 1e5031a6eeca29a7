//! Errors without sensitive values. Each text is hidden where the error is made, so every reader gets the same.

use hpd_journal::__private::Secrets;
use hpd_runtime::error::{ErrorCode, ValidationErrorResponse};

use super::{CallError, Denied, FunctionError, NotApproved};

impl CallError {
    /// Hides the values of the call (`own`) and those that its session knows. Texts of this crate, and texts that
    /// repeat what the model sent, stay.
    #[cold]
    pub(crate) fn hide(&mut self, own: &Secrets, known: &Secrets) {
        match self {
            Self::Function(error) => error.hide(own, known),
            Self::Validation(response) => hide_in_checks(response, own, known),
            Self::Denied(error) => error.hide(own, known),
            Self::NotApproved(error) => error.hide(known),
            Self::Repeated(repeated) => repeated.error.hide(own, known),
            _ => {}
        }
    }
}

impl FunctionError {
    /// Hides the values in the function's own words, in its question and in the cause.
    #[cold]
    pub(crate) fn hide(&mut self, own: &Secrets, known: &Secrets) {
        let told = for_model(own, known);
        if self.is_in_own_words() {
            hide_in(&mut self.error_message, told);
        }
        if let Some(ask) = &mut self.ask {
            hide_in(&mut ask.question, told);
        }
        self.hide_source(known);
    }

    /// Hides the values in the cause.
    pub(crate) fn hide_source(&mut self, known: &Secrets) {
        if let Some(source) = &mut self.source {
            hide_in(source, known);
        }
    }
}

impl Denied {
    fn hide(&mut self, own: &Secrets, known: &Secrets) {
        hide_in(&mut self.error_message, for_model(own, known));
        hide_in(&mut self.for_log, known);
    }
}

impl NotApproved {
    fn hide(&mut self, known: &Secrets) {
        if let Some(source) = &mut self.source {
            hide_in(source, known);
        }
    }
}

/// The words of an author's check may repeat a value. The attempted value is hidden already.
fn hide_in_checks(response: &mut ValidationErrorResponse, own: &Secrets, known: &Secrets) {
    for error in &mut response.errors {
        let is_check = error.error_code == ErrorCode::CustomCheck;
        hide_in(&mut error.error_message, if is_check { for_model(own, known) } else { own });
    }
}

/// The values that are searched in texts for the model. A session with too many values hides whole texts, which the
/// model needs: there, only those of the call are searched.
const fn for_model<'s>(own: &'s Secrets, known: &'s Secrets) -> &'s Secrets {
    if known.are_too_many() { own } else { known }
}

fn hide_in(text: &mut String, secrets: &Secrets) {
    if !secrets.is_empty() {
        *text = secrets.scrub(text);
    }
}
