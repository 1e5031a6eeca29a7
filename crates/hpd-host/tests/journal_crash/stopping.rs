//! A journal that reports its promises, and waits to be killed before and after each step.

use hpd_host::approval::{Decided, StoreError};
use hpd_host::testing::{Answered, Asked, Tap};

use crate::said::{Said, say};
use crate::stop::reach;

/// Additions to the journal of a process that is killed.
pub(crate) struct Stopping;

impl Tap for Stopping {
    fn before(&self, asked: &Asked<'_>) -> Result<(), StoreError> {
        reach(&format!("before {}", asked.method()));
        Ok(())
    }

    fn after(&self, asked: &Asked<'_>, answered: &mut Answered<'_>) -> Result<(), StoreError> {
        match (asked, &answered) {
            (Asked::Insert(call), Answered::Done) => say(&Said::Inserted(call.id.clone())),
            (Asked::Decide(id, verdict), Answered::Decided(Decided::Done(_))) => {
                say(&Said::Decided((*id).clone(), (*verdict).clone()));
            }
            (Asked::Claim(id), Answered::Call(Some(_))) => say(&Said::Claimed((*id).clone())),
            (Asked::Finish(id, state, _), Answered::Finished(true)) => {
                say(&Said::Finished((*id).clone(), *state));
            }
            _ => {}
        }
        reach(&format!("after {}", asked.method()));
        Ok(())
    }
}
