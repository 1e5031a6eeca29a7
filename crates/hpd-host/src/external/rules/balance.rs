//! Bookings that must balance.

use hpd_runtime::args::Node;
use hpd_runtime::error::Violation;

use super::amount::Amount;

/// The items of an array are bookings: each has either `left` or `right`, above zero. The sum of all `left` equals the
/// sum of all `right`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Balance {
    pub(crate) items: String,
    pub(crate) left: String,
    pub(crate) right: String,
}

impl Balance {
    /// Everything that is wrong with the bookings. Absent ones balance: that they are there is another rule.
    pub(super) fn check(&self, arguments: &Node<'_>) -> Vec<Violation> {
        let Some(Node::Array(items)) = arguments.get(&self.items) else { return Vec::new() };
        let mut violations = Vec::new();
        let mut sums = Some((Amount::ZERO, Amount::ZERO));
        for (place, item) in items.iter().enumerate() {
            match self.sides(item) {
                Some((left, right)) => {
                    sums =
                        sums.and_then(|sums| Some((sums.0.checked_add(left)?, sums.1.checked_add(right)?)));
                }
                None => violations.push(self.not_one_side(place)),
            }
        }
        if !violations.is_empty() {
            return violations;
        }
        let Self { items, left, right } = self;
        match sums.and_then(|(lefts, rights)| Some((lefts, rights, lefts.equals(rights)?))) {
            Some((_, _, true)) => {}
            Some((lefts, rights, false)) => violations.push(self.wrong(format!(
                "the sum of {left} ({lefts}) must equal the sum of {right} ({rights}) in {items}"
            ))),
            None => violations.push(self.wrong(format!("the amounts in {items} are too large to be added"))),
        }
        violations
    }

    /// Both sides of a booking, if one of them is above zero and the other is zero.
    fn sides(&self, item: &Node<'_>) -> Option<(Amount, Amount)> {
        let left = Amount::of_field(item.get(&self.left))?;
        let right = Amount::of_field(item.get(&self.right))?;
        let is_booking =
            (left.is_above_zero() && right.is_zero()) || (right.is_above_zero() && left.is_zero());
        is_booking.then_some((left, right))
    }

    fn not_one_side(&self, place: usize) -> Violation {
        let Self { items, left, right } = self;
        Violation::new(format!(
            "{items}[{place}] must have either {left} or {right}, above zero, and not both"
        ))
        .property(format!("{items}[{place}]"))
    }

    fn wrong(&self, message: String) -> Violation {
        Violation::new(message).property(&self.items)
    }
}
