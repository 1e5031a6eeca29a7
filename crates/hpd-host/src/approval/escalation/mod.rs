//! Escalation: rules of the host that raise a call's risk, ask, or deny. They never lower it.

mod amount;
mod assess;
mod assessed;
mod bulk;
mod fields;
mod path;
mod payee;
mod raise;
mod scoped;
#[cfg(test)]
mod tests;

pub use amount::AmountAbove;
pub(crate) use assess::{Raised, assess};
pub use assessed::{Assessed, EarlierWrites};
pub use bulk::Bulk;
pub use payee::NewPayee;
pub use raise::Raise;
pub(crate) use scoped::{ScopedEscalation, check_fields, ruled_fields};

/// A rule that sees a call before the user is asked, and may raise its risk.
///
/// Of several rules the strictest counts. No rule can lower the risk that another rule, the function or the host has
/// set. A function or closure from `&Assessed` to [`Raise`] is a rule. A rule that panics denies the call.
///
/// [`Approval::escalation`](crate::Approval::escalation) asks a rule about all writes,
/// [`Approval::escalation_for`](crate::Approval::escalation_for) about the tools that it names, reads among them.
///
/// ```
/// use hpd_host::approval::{Assessed, Escalation, Raise};
/// use hpd_host::args::{Limits, Node};
/// use hpd_host::spec::{QualifiedId, Risk};
///
/// fn foreign_currency_is_risky(call: &Assessed<'_>) -> Raise {
///     match call.argument("Currency").and_then(Node::as_str) {
///         None | Some("EUR") => Raise::No,
///         Some(_) => Raise::To(Risk::High),
///     }
/// }
///
/// let tool = QualifiedId::new(Some("Bookkeeping"), "create_payment");
/// let arguments = Node::parse(r#"{"Currency": "USD"}"#, &Limits::default()).unwrap();
/// let call = Assessed::new(&tool, Some(Risk::Low), &arguments);
/// assert_eq!(foreign_currency_is_risky.assess(&call), Raise::To(Risk::High));
/// ```
pub trait Escalation: Send + Sync {
    /// Looks at a call.
    fn assess(&self, call: &Assessed<'_>) -> Raise;

    /// The arguments that the rule reads, each by its name or by a path such as `Lines.Amount`. If no tool in the
    /// rule's reach has one of them, the build [fails](crate::error::BuildProblem::EscalationField): the rule would
    /// never apply. By default there are none, and nothing is compared.
    fn fields(&self) -> Vec<&str> {
        Vec::new()
    }
}

impl<F: Fn(&Assessed<'_>) -> Raise + Send + Sync> Escalation for F {
    fn assess(&self, call: &Assessed<'_>) -> Raise {
        self(call)
    }
}
