//! Unknown payees.

use std::fmt;

use hpd_runtime::args::Node;
use hpd_runtime::spec::Risk;

use super::{Assessed, Escalation, Raise};

type Known = dyn Fn(&str) -> bool + Send + Sync;

/// Raises the risk of a call that pays, or writes to, an unknown recipient. The host's function decides which
/// recipients are known.
///
/// The field is a parameter, or a path such as `Applications.ContactId`, which covers all items of an array. One
/// unknown payee is enough. Values other than texts and numbers are unknown.
///
/// ```
/// use hpd_host::approval::NewPayee;
///
/// let rule = NewPayee::new("ContactId", |contact| ["CON-1", "CON-2"].contains(&contact));
/// ```
#[must_use]
pub struct NewPayee {
    field: String,
    known: Box<Known>,
    raise: Raise,
}

impl NewPayee {
    /// Rates an unknown value of `field` as high risk.
    pub fn new(field: impl Into<String>, known: impl Fn(&str) -> bool + Send + Sync + 'static) -> Self {
        Self { field: field.into(), known: Box::new(known), raise: Raise::To(Risk::High) }
    }

    /// Sets the escalation of such writes, in place of high risk.
    pub fn raise(mut self, raise: Raise) -> Self {
        self.raise = raise;
        self
    }

    fn is_known(&self, payee: &Node<'_>) -> bool {
        match payee {
            Node::String(text) | Node::Number(text) => (self.known)(text),
            _ => false,
        }
    }
}

impl Escalation for NewPayee {
    fn assess(&self, call: &Assessed<'_>) -> Raise {
        let payees = call.values_at(&self.field);
        if payees.into_iter().all(|payee| self.is_known(payee)) { Raise::No } else { self.raise.of(call) }
    }

    fn fields(&self) -> Vec<&str> {
        vec![&self.field]
    }
}

impl fmt::Debug for NewPayee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewPayee")
            .field("field", &self.field)
            .field("raise", &self.raise)
            .finish_non_exhaustive()
    }
}
