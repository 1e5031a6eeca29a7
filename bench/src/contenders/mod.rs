//! Who is measured.

mod hand;
mod hpd;
mod jsonschema;
mod limit;
mod llm_tool;
mod rmcp;
#[cfg(test)]
mod tests;

use crate::harness::{Case, Group};

pub(crate) use jsonschema::ALL_ERRORS as JSONSCHEMA_ALL_ERRORS;
pub(crate) use limit::LIMIT;

/// The name of hpd's cases, good and bad: it reports all errors.
pub(crate) const HPD: &str = "hpd Toolbox::call";

/// All cases, by group; the limit comes first in each.
pub(crate) fn cases() -> Vec<Case> {
    let mut cases = limit::cases();
    cases.extend(hand::cases());
    cases.extend(hpd::cases());
    cases.extend(llm_tool::cases());
    cases.extend(rmcp::cases());
    cases.extend(jsonschema::cases());
    // The sort is stable: within a group, the order above stays.
    cases.sort_by_key(|case| Group::ALL.iter().position(|group| *group == case.group));
    cases
}
