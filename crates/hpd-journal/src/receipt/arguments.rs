//! The arguments of a write, as the user is shown them.

use hpd_runtime::args::Node;

use super::line::ReceiptArgument;
use crate::pending::question::{field, value_within};

/// Maximum characters of a value.
const MAX_VALUE: usize = 80;

/// The arguments in their order.
pub(super) fn arguments(members: &[(String, Node<'_>)]) -> Vec<ReceiptArgument> {
    let shown = |(name, value): &(String, Node<'_>)| ReceiptArgument {
        name: field(name),
        value: value_within(value, MAX_VALUE),
    };
    members.iter().map(shown).collect()
}
