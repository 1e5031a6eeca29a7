//! The changes of a call, and further facts for the user, according to its plugin.

use std::collections::BTreeMap;
use std::future::ready;

use hpd_journal::BoxFuture;
use hpd_journal::pending::ArgumentChange;
use hpd_runtime::args::Node;

/// Previews the changes of a call for the user's question, and gives values that the question names. A preview must not
/// change anything. The question shows the arguments in any case, so a preview can't hide them.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use futures_executor::block_on;
/// use hpd_host::approval::Preview;
/// use hpd_host::args::Node;
/// use hpd_host::outcome::OutcomeKind;
/// use hpd_host::system::BoxFuture;
/// use hpd_host::{plugin, Approval, RawCall, Session, Toolbox};
///
/// struct Books;
///
/// #[plugin]
/// impl Books {
///     /// Voids an invoice.
///     #[ai_function(
///         write, risk = low,
///         question = "Void {invoice} of {contact}?", preview("contact")
///     )]
///     fn void_invoice(&self, /** The invoice. */ invoice: String) -> String {
///         invoice
///     }
/// }
///
/// struct Contact;
///
/// impl Preview for Contact {
///     fn values<'a>(
///         &'a self,
///         _arguments: &'a Node<'a>,
///     ) -> BoxFuture<'a, BTreeMap<String, Node<'static>>> {
///         let contact = Node::String("Acme Corp".into());
///         Box::pin(async { BTreeMap::from([("contact".to_owned(), contact)]) })
///     }
/// }
///
/// let toolbox = Toolbox::builder()
///     .plugin(Books)
///     .approval(Approval::new().preview("Books.void_invoice", Contact))
///     .build()?;
/// let call = RawCall::new("1", "void_invoice", r#"{"invoice": "INV-042"}"#);
/// let outcome = block_on(toolbox.call(&Session::new(), &call));
/// let OutcomeKind::Confirm(question) = &outcome.kind else {
///     panic!("a write is asked about")
/// };
/// assert_eq!(question.asked(), "Void INV-042 of Acme Corp?");
/// # Ok::<(), hpd_host::BuildError>(())
/// ```
pub trait Preview: Send + Sync {
    /// The changes; `None` if they are unknown.
    fn changes<'a>(&'a self, arguments: &'a Node<'a>) -> BoxFuture<'a, Option<Vec<ArgumentChange>>> {
        let _ = arguments;
        Box::pin(ready(None))
    }

    /// Values for the names in the tool's question that are not parameters, by those names. If a value is missing, the
    /// user is asked with the tool's title. Called only for tools whose question has such names.
    fn values<'a>(&'a self, arguments: &'a Node<'a>) -> BoxFuture<'a, BTreeMap<String, Node<'static>>> {
        let _ = arguments;
        Box::pin(ready(BTreeMap::new()))
    }
}
