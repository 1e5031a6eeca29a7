//! Items and characters, by how many there may be.

use hpd_json::Node;

use super::{Checker, Place};
use crate::error::text;

/// How many there are of something, and how many there may be.
pub(super) struct Count {
    pub(super) found: u64,
    pub(super) least: Option<u64>,
    pub(super) max: Option<u64>,
    /// One of them, in a word.
    pub(super) unit: &'static str,
}

impl Checker<'_, '_> {
    pub(super) fn check_count(&mut self, place: Place<'_>, count: &Count, value: &Node<'_>) {
        let bounds = [
            (count.least.filter(|least| count.found < *least), "at least"),
            (count.max.filter(|max| count.found > *max), "at most"),
        ];
        if bounds.iter().all(|(bound, _)| bound.is_none()) {
            return;
        }
        let asked = usize::from(count.least.is_some()) + usize::from(count.max.is_some());
        let expected = self.more_than(place, asked);
        for (bound, words) in bounds {
            let Some(bound) = bound else { continue };
            self.report(place.path, value, |property| {
                let bound = format!("{words} {}", text::counted(bound, count.unit));
                text::with_expected(text::wrong_length(property, &bound), expected.clone())
            });
        }
    }
}
