//! Arrays.

use hpd_json::Node;

use super::counts::Count;
use super::{Checker, Place};
use crate::error::text;
use crate::shape::accept::repeated_item;
use crate::shape::checked_items::CheckedItems;
use crate::shape::{ArrayRules, ShapeNode};

impl Checker<'_, '_> {
    pub(super) fn check_items(
        &mut self,
        place: Place<'_>,
        node: &ShapeNode,
        items: &[Node<'_>],
        value: &Node<'_>,
    ) {
        let Some(rules) = node.array.as_deref() else { return };
        self.check_item_count(place, rules, items, value);
        self.check_each_item(place, rules, items);
        self.check_contains(place, rules, items, value);
        let repeated = if rules.unique_items { repeated_item(items) } else { None };
        if let Some((first, second)) = repeated {
            self.report(place.path, value, |property| text::duplicate_items(property, first, second));
        }
    }

    fn check_each_item(&mut self, place: Place<'_>, rules: &ArrayRules, items: &[Node<'_>]) {
        if let CheckedItems::Items(refused) = place.checked_items {
            for (index, checked_items) in refused {
                let (id, item) = (rules.item(*index as u64), items.get(*index));
                if let (Some(id), Some(item)) = (id, item) {
                    self.check(Place::new(id, &place.path.index(*index)).with(checked_items), item);
                }
            }
            return;
        }
        let mut is_refused = false;
        for (index, item) in items.iter().enumerate() {
            let Some(id) = rules.item(index as u64) else { continue };
            // Most items are right, and the short answer is much faster. Behind a wrong one there are mostly more.
            if is_refused || !self.judge.accepts(id, item) {
                let before = self.findings.count();
                self.check(Place::new(id, &place.path.index(index)), item);
                is_refused = self.findings.count() > before;
            }
        }
    }

    fn check_item_count(
        &mut self,
        place: Place<'_>,
        rules: &ArrayRules,
        items: &[Node<'_>],
        value: &Node<'_>,
    ) {
        let found = items.len() as u64;
        if found == 0 && rules.min_items.is_some_and(|least| least > 0) {
            return self.report(place.path, value, text::empty_array);
        }
        let (least, max) = (rules.min_items, rules.max_items);
        self.check_count(place, &Count { found, least, max, unit: "item" }, value);
    }

    fn check_contains(&mut self, place: Place<'_>, rules: &ArrayRules, items: &[Node<'_>], value: &Node<'_>) {
        let Some(id) = rules.contains else { return };
        let count = self.judge.count_contained(id, items);
        if rules.allows_contained(count) {
            return;
        }
        let (bound, words) = match rules.max_contains.filter(|max| count > *max) {
            Some(max) => (max, "at most"),
            None => (rules.min_contains.unwrap_or(1), "at least"),
        };
        let wanted = self.shape().expectation(id);
        self.report(place.path, value, |property| {
            text::contains(property, &format!("{words} {}", text::counted(bound, "item")), &wanted)
        });
    }
}
