//! Asks all rules, and combines their results.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hpd_runtime::spec::Risk;

use super::{Assessed, Escalation, Raise};
use crate::filter::Denial;

/// The model's text for a rule without an answer.
const NO_ANSWER: &str = "The call is not allowed.";

/// The combined result of all rules.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Raised {
    /// The risk: at least the function's.
    pub(crate) risk: Option<Risk>,
    /// The user is asked, regardless of permissions.
    pub(crate) ask: bool,
    /// The first rule that denies.
    pub(crate) denial: Option<Denial>,
}

/// Asks all rules about a call.
pub(crate) fn assess(rules: &[Arc<dyn Escalation>], call: &Assessed<'_>) -> Raised {
    let mut raised = Raised { risk: call.risk(), ask: false, denial: None };
    for rule in rules {
        // Rules see shared references only: after a panic, only their own state could be broken.
        let said = catch_unwind(AssertUnwindSafe(|| rule.assess(call)));
        match said.unwrap_or_else(|_| Raise::deny(NO_ANSWER, "a rule of escalation panicked")) {
            Raise::No => {}
            Raise::Ask => raised.ask = true,
            Raise::To(risk) => {
                raised.ask |= Some(risk) > call.risk();
                raised.risk = raised.risk.max(Some(risk));
            }
            Raise::Deny { for_model, for_log } => {
                raised.denial.get_or_insert(Denial { for_model, for_log });
            }
        }
    }
    raised
}
