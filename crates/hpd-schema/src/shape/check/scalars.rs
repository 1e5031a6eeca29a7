//! Numbers, strings and listed values.

use hpd_json::{Decimal, Node};

use super::counts::Count;
use super::{Checker, Place, is_plain};
use crate::error::{nearest, text};
use crate::shape::accept::decimal_in;
use crate::shape::pattern::Pattern;
use crate::shape::{NumberRules, ShapeNode, StringRules, format};

impl<'s> Checker<'s, '_> {
    pub(super) fn check_number(
        &mut self,
        place: Place<'_>,
        node: &ShapeNode,
        number: &str,
        value: &Node<'_>,
    ) {
        if !node.holds_digits(number) {
            return self.report(place.path, value, text::too_many_digits);
        }
        let Some(rules) = node.number.as_deref().filter(|rules| !rules.surely_allows(number)) else { return };
        if let Some(number) = Decimal::parse(number) {
            self.check_range(place, rules, &number, value);
        }
    }

    fn check_range(&mut self, place: Place<'_>, rules: &NumberRules, number: &Decimal, value: &Node<'_>) {
        let below = |bound: &&Decimal| number < *bound;
        let above = |bound: &&Decimal| number > *bound;
        let bounds = [
            (rules.minimum.as_ref().filter(below), "at least"),
            (rules.exclusive_minimum.as_ref().filter(|bound| number <= *bound), "greater than"),
            (rules.maximum.as_ref().filter(above), "at most"),
            (rules.exclusive_maximum.as_ref().filter(|bound| number >= *bound), "less than"),
            (rules.multiple_of.as_ref().filter(|divisor| !number.is_multiple_of(divisor)), "a multiple of"),
        ];
        if bounds.iter().all(|(bound, _)| bound.is_none()) {
            return;
        }
        let expected = self.more_than(place, rules.count());
        for (bound, words) in bounds {
            let Some(bound) = bound else { continue };
            self.report(place.path, value, |property| {
                text::with_expected(
                    text::out_of_range(property, &format!("{words} {bound}")),
                    expected.clone(),
                )
            });
        }
    }

    /// The whole expectation, where it exceeds the one broken rule.
    pub(super) fn more_than(&self, place: Place<'_>, rules: usize) -> Option<String> {
        (rules > 1 && !self.findings.is_full())
            .then(|| self.shape().expectation(place.id))
            .filter(|words| !is_plain(words))
    }

    pub(super) fn check_text(
        &mut self,
        place: Place<'_>,
        node: &'s ShapeNode,
        string: &str,
        value: &Node<'_>,
    ) {
        if let Some(rules) = node.string.as_deref() {
            if string.is_empty() && rules.min_length.is_some_and(|least| least > 0) {
                return self.report(place.path, value, text::empty);
            }
            self.check_string(place, node, rules, string, value);
        }
        if !node.exact_number {
            return;
        }
        let Some(number) = decimal_in(string) else { return };
        if !node.holds_digits(string) {
            return self.report(place.path, value, text::too_many_digits);
        }
        if let Some(rules) = node.number.as_deref() {
            self.check_range(place, rules, &number, value);
        }
    }

    fn check_string(
        &mut self,
        place: Place<'_>,
        node: &ShapeNode,
        rules: &'s StringRules,
        string: &str,
        value: &Node<'_>,
    ) {
        let (least, max) = (rules.min_length, rules.max_length);
        let found = string.chars().count() as u64;
        self.check_count(place, &Count { found, least, max, unit: "character" }, value);
        if let Some(name) = rules.format.as_deref().filter(|name| !format::is_valid(name, string)) {
            let description = format::describe(name).unwrap_or(name);
            return self.report(place.path, value, |property| text::format(property, description));
        }
        let is_refused = |pattern: &&'s Pattern| self.judge.search(pattern, string) == Some(false);
        match rules.pattern.as_ref().filter(is_refused) {
            // The pattern of decimals is no text for a reader.
            Some(_) if node.exact_number => self.report(place.path, value, text::no_decimal),
            Some(pattern) => {
                self.report(place.path, value, |property| text::pattern(property, pattern.text()));
            }
            None => {}
        }
    }

    /// Reports a value that is not listed.
    pub(super) fn report_unlisted(&mut self, place: Place<'_>, node: &ShapeNode, value: &Node<'_>) {
        let values = node.one_of_values.as_deref().unwrap_or_default();
        self.report(place.path, value, |property| {
            let list = text::list(values.iter().map(Node::to_json));
            if value.as_str() == Some("") {
                return text::with_expected(text::empty(property), list);
            }
            let mut finding = text::not_listed(property, &list);
            finding.suggestion = nearest_value(value, values);
            finding
        });
    }
}

impl NumberRules {
    /// The number of rules, without the range of the type.
    fn count(&self) -> usize {
        let rules = [
            self.minimum.as_ref().filter(|_| !self.low_is_natural),
            self.maximum.as_ref().filter(|_| !self.high_is_natural),
            self.exclusive_minimum.as_ref(),
            self.exclusive_maximum.as_ref(),
            self.multiple_of.as_ref(),
        ];
        rules.into_iter().flatten().count()
    }
}

/// The listed text that was probably meant.
pub(super) fn nearest_value(value: &Node<'_>, values: &[Node<'_>]) -> Option<String> {
    let sent = value.as_str()?;
    nearest(sent, values.iter().filter_map(Node::as_str)).map(str::to_owned)
}
