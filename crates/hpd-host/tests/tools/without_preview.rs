//! Questions that name values of a preview, where the host registered none.

use std::collections::BTreeMap;

use hpd_host::approval::Preview;
use hpd_host::args::Node;
use hpd_host::error::BuildProblem;
use hpd_host::system::BoxFuture;
use hpd_host::{Approval, Toolbox, ToolboxBuilder, plugin};

struct Books;

#[plugin]
impl Books {
    /// Voids an invoice.
    #[ai_function(write, risk = low, question = "Void {invoice} of {contact}?", preview("contact"))]
    fn void_invoice(
        /** The invoice. */
        invoice: String,
    ) -> String {
        invoice
    }

    /// Sends an invoice.
    #[ai_function(write, risk = low, question = "Send {invoice}?")]
    fn send_invoice(
        /** The invoice. */
        invoice: String,
    ) -> String {
        invoice
    }
}

struct Contact;

impl Preview for Contact {
    fn values<'a>(&'a self, _: &'a Node<'a>) -> BoxFuture<'a, BTreeMap<String, Node<'static>>> {
        Box::pin(async { BTreeMap::from([("contact".to_owned(), Node::String("Acme".into()))]) })
    }
}

fn reports(builder: ToolboxBuilder) -> Vec<BuildProblem> {
    builder.plugin(Books).build().unwrap().reports().to_vec()
}

#[test]
fn the_tool_is_reported_with_the_setting_that_is_missing() {
    let reports = reports(Toolbox::builder());
    assert_eq!(reports, [BuildProblem::NoPreview { id: "Books.void_invoice".to_owned() }]);
    assert_eq!(
        reports[0].to_string(),
        "the question of `Books.void_invoice` names values of a preview, and none is registered: add \
         `.preview(\"Books.void_invoice\", ..)` to `Approval`"
    );
}

#[test]
fn a_registered_preview_is_no_report() {
    let approval = Approval::new().preview("Books.void_invoice", Contact);
    assert_eq!(reports(Toolbox::builder().approval(approval)), []);
}
