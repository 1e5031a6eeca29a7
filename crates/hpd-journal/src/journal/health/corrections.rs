//! Whether blocked writes were corrected.

use super::Rate;
use super::recent::Recent;
use crate::events::{EventRecord, ValidationStatus, WriteValidationEvent};

/// The turns in which a write of a tool was blocked.
#[derive(Debug, Clone, Default)]
pub(super) struct Corrections {
    blocked: Recent<(String, Option<String>, String), u64>,
    rate: Rate,
}

impl Corrections {
    pub(super) fn add(&mut self, record: &EventRecord, check: &WriteValidationEvent) {
        let key = (record.session.clone(), record.turn.clone(), check.tool.clone());
        match check.status {
            // Only the user can give these values: the model can't correct them, and an answer is no correction.
            ValidationStatus::Blocked if check.asks_user => {}
            ValidationStatus::Blocked => {
                self.rate.of += 1;
                *self.blocked.get_or_add(key, 0) += 1;
            }
            ValidationStatus::Passed => self.rate.count += self.blocked.remove(&key).unwrap_or_default(),
        }
    }

    pub(super) const fn rate(&self) -> Rate {
        self.rate
    }
}
