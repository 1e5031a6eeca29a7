//! An accounting server that accepts anything, guarded by rules that it does not know. They define the required
//! arguments of a call and its question to the user.
//!
//! ```
//! use futures_executor::block_on;
//! use hpd_examples::accounting::{AcceptsAnything, toolbox};
//! use hpd_host::approval::{Answer, UserChannel};
//! use hpd_host::outcome::OutcomeKind;
//! use hpd_host::{RawCall, Session};
//!
//! let server = AcceptsAnything::default();
//! let toolbox = toolbox(server.clone())?;
//! let session = Session::new();
//! block_on(toolbox.call(&session, &RawCall::new("1", "MCP_accounting", "{}")));
//!
//! let call = RawCall::new("2", "void_invoice", r#"{"InvoiceId": "INV-042"}"#);
//! let outcome = block_on(toolbox.call(&session, &call));
//! let OutcomeKind::Confirm(question) = &outcome.kind else { panic!("a write is asked about") };
//! assert_eq!(
//!     question.text(),
//!     "Confirm: Void invoice?\n\
//!      Tool: void_invoice of MCP_accounting. Risk: high.\n\
//!      It runs with:\n\
//!      - InvoiceId: \"INV-042\"\n\n\
//!      Type \"VOID INV-042\" to confirm."
//! );
//! assert!(server.booked().is_empty());
//!
//! // The answer comes from the user, never from the model.
//! let answer = Answer::confirm(question).typed("VOID INV-042");
//! block_on(toolbox.decide(&session, &UserChannel::local().decision(answer)))?;
//! assert_eq!(server.booked(), [r#"void_invoice {"InvoiceId":"INV-042"}"#]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod server;

use hpd_host::Toolbox;
use hpd_host::external::{ExternalSource, Rules};

pub use server::AcceptsAnything;

/// The program's rules for the server's tools.
const RULES: &str = include_str!("rules.yaml");

/// The tools of the server, as it lists them: no field is required, and none has a type of its own.
const TOOLS: &str = include_str!("tools.json");

/// A toolbox whose calls reach the server only if the rules hold.
///
/// # Errors
///
/// The list of tools or the rules can't be read, or contradict each other.
pub fn toolbox(server: AcceptsAnything) -> Result<Toolbox, Box<dyn std::error::Error>> {
    let tools = hpd_host::external::ExternalTool::list_from_text(TOOLS)?;
    let source = ExternalSource::mcp("accounting", tools)
        .description("Invoices, bills, payments and the journal")
        .handler(server)
        .rules(Rules::from_yaml("rules.yaml", RULES)?);
    Ok(Toolbox::builder().external(source).build()?)
}
