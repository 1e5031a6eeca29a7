//! The question after the model's failed corrections.

use hpd_journal::pending::PendingId;
use hpd_runtime::__private::text::{in_words, lower_start};

use super::noun::{one_line, question_for, request_noun};
use super::shown::name;
use super::text::list;
use super::{AskUser, Cause, FailedField};
use crate::collect::plan::{CollectPlan, FieldPlan};

impl AskUser {
    /// The request after the last allowed correction. `title` is the function's, if it has one. Errors are not
    /// repeated: the user is asked for the values.
    pub(crate) fn after_retries(
        plan: &CollectPlan,
        title: Option<&str>,
        failed: &[FailedField<'_>],
        pending: Option<PendingId>,
    ) -> Self {
        let action = title.map_or_else(|| in_words(&plan.function), |title| lower_start(&one_line(title)));
        // A name that the plan does not know was made up by the model: there is nothing to ask about it.
        let mut asked: Vec<_> = failed
            .iter()
            .filter_map(|failed| {
                let field = plan.fields.iter().find(|field| *field.name == *failed.name)?;
                Some(question(field, *failed))
            })
            .collect();
        if asked.is_empty() {
            asked.push("Please check what you asked for, and say what should be different.".to_owned());
        }
        let question = list(&format!("I need a few more details to {action}"), &asked);
        let names = |is_missing: bool| {
            let failed = failed.iter().filter(move |failed| failed.is_missing == is_missing);
            failed.map(|failed| failed.name.to_owned()).collect()
        };
        Self {
            pending,
            missing: names(true),
            invalid: names(false),
            uncertain: Vec::new(),
            inputs: Vec::new(),
            for_model: format!(
                "The calls of \"{}\" failed too often. Do not call it again before the user has answered.\n\n\
                 Please ask the user:\n{question}",
                name(&plan.function)
            ),
            question,
            is_whole: true,
            cause: Cause::Values,
        }
    }
}

fn question(field: &FieldPlan, failed: FailedField<'_>) -> String {
    match &field.ask {
        None if !failed.is_missing => format!("Please confirm the {}.", request_noun(field)),
        _ => question_for(field),
    }
}
