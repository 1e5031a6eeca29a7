//! Large amounts.

use hpd_runtime::args::Decimal;
use hpd_runtime::spec::Risk;

use super::{Assessed, Escalation, Raise};
use crate::external::Amount;

/// Raises the risk of a call whose amounts exceed a limit.
///
/// The field is a parameter, or a path such as `Lines.Amount`, which covers all items of an array. The absolute amounts
/// are added: neither many lines nor a negative line can hide a large sum. Sums are exact. An amount may be a number or
/// a numeric text. Other values, and numbers with too many digits, raise the risk too.
///
/// ```
/// use hpd_host::approval::{AmountAbove, Assessed, Escalation, Raise};
/// use hpd_host::args::{Decimal, Limits, Node};
/// use hpd_host::spec::{QualifiedId, Risk};
///
/// let rule = AmountAbove::new("Lines.Amount", Decimal::from(1_000_u128));
/// let tool = QualifiedId::new(Some("Bookkeeping"), "create_invoice");
///
/// let text = r#"{"Lines": [{"Amount": 999.99}, {"Amount": 0.02}]}"#;
/// let arguments = Node::parse(text, &Limits::default()).unwrap();
/// let call = Assessed::new(&tool, Some(Risk::Low), &arguments);
/// assert_eq!(rule.assess(&call), Raise::To(Risk::High));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[must_use]
pub struct AmountAbove {
    field: String,
    limit: Decimal,
    raise: Raise,
}

impl AmountAbove {
    /// Rates more than `limit` in `field` as high risk.
    pub fn new(field: impl Into<String>, limit: Decimal) -> Self {
        Self { field: field.into(), limit, raise: Raise::To(Risk::High) }
    }

    /// Sets the escalation of such writes, in place of high risk.
    pub fn raise(mut self, raise: Raise) -> Self {
        self.raise = raise;
        self
    }

    /// Whether the call is surely within the limit.
    fn is_within(&self, call: &Assessed<'_>) -> bool {
        let values = call.values_at(&self.field);
        let sum = values.into_iter().try_fold(Amount::ZERO, |sum, value| {
            sum.checked_add(Amount::of_field(Some(value))?.magnitude()?)
        });
        // The text of an amount is always a number.
        let sum = sum.and_then(|sum| Decimal::parse(&sum.to_string()));
        sum.is_some_and(|sum| sum <= self.limit)
    }
}

impl Escalation for AmountAbove {
    fn assess(&self, call: &Assessed<'_>) -> Raise {
        if self.is_within(call) { Raise::No } else { self.raise.of(call) }
    }

    fn fields(&self) -> Vec<&str> {
        vec![&self.field]
    }
}
