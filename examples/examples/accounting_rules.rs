//! Calls of an accounting server that checks nothing: what the rules refuse never reaches it.

use futures_executor::block_on;
use hpd_examples::accounting::{AcceptsAnything, toolbox};
use hpd_host::{RawCall, Session};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = AcceptsAnything::default();
    let toolbox = toolbox(server.clone())?;
    let session = Session::new();
    let calls = [
        ("MCP_accounting", "{}"),
        ("create_payment", r#"{"AccountId":"ACC-1000"}"#),
        (
            "create_payment",
            r#"{"AccountId":"ACC-1000","Amount":5000,"Applications":[{"InvoiceId":"INV-042","Amount":5000}]}"#,
        ),
    ];
    for (id, (name, arguments)) in calls.into_iter().enumerate() {
        let outcome = block_on(toolbox.call(&session, &RawCall::new(id.to_string(), name, arguments)));
        println!("{name} {arguments}\n{}\n", outcome.for_model_as_text());
    }
    println!("What reached the server:\n{}", server.booked().join("\n"));
    Ok(())
}
