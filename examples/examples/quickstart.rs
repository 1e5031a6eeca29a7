//! A first look: a toolbox with one plugin. In the conversation a model makes a wrong call, reads the error, and makes
//! the right one.
//!
//! Run it with `cargo run --example quickstart`.

use std::error::Error;

use hpd_examples::math::Math;
use hpd_host::journal::MemoryJournal;
use hpd_host::receipt::ReceiptWords;
use hpd_host::{Outcome, RawCall, Session, Toolbox, plugin};

struct Notes;

#[plugin]
impl Notes {
    /// Saves a note.
    #[ai_function(write, risk = low)]
    fn save_note(
        /** The text. */
        text: String,
    ) -> String {
        format!("Saved: {text}")
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    futures_executor::block_on(conversation())
}

async fn conversation() -> Result<(), Box<dyn Error>> {
    heading("1. A toolbox is built from plugins: Rust types with an annotated `impl` block");
    let toolbox = Toolbox::builder().plugin(Math).build()?;
    println!("It holds {} tools, its container among them.", toolbox.all_tools().len());

    heading("2. A session is one conversation. At first the model sees the container alone");
    let session = Session::new();
    show_tools(&toolbox, &session);

    heading("3. The user says: \"Add 5 and 10.\" The model calls the container as if it were the function");
    let call = RawCall::new("call_1", "Math", r#"{"function": "Add", "a": 5, "b": 10}"#);
    show(&call, &toolbox.call(&session, &call).await);
    println!("Nothing ran. The error says what to do, in words that a model can act on.");

    heading("4. The model does as it was told: it calls the container without arguments");
    let call = RawCall::new("call_2", "Math", "{}");
    show(&call, &toolbox.call(&session, &call).await);

    heading("5. The container is expanded, and the next turn lists what was inside");
    show_tools(&toolbox, &session);

    heading("6. A call with mistakes: everything that is wrong is said at once");
    let call = RawCall::new("call_3", "Add", r#"{"a": "five", "c": 10}"#);
    show(&call, &toolbox.call(&session, &call).await);

    heading("7. The right call runs");
    let call = RawCall::new("call_4", "Add", r#"{"a": 5, "b": 10}"#);
    show(&call, &toolbox.call(&session, &call).await);

    heading("8. A write is asked about first. The receipt says what was changed, whatever the model says");
    let toolbox = Toolbox::builder().plugin(Notes).journal(MemoryJournal::new()).build()?;
    let session = Session::new();
    let call = RawCall::new("call_5", "save_note", r#"{"text": "5 + 10 = 15"}"#);
    show(&call, &toolbox.call(&session, &call).await);
    let receipt = toolbox.receipt(&session).await?;
    println!("user reads     {}", receipt.text(&ReceiptWords::english()));
    Ok(())
}

fn heading(text: &str) {
    println!("\n{text}\n{}", "-".repeat(text.chars().count()));
}

fn show_tools(toolbox: &Toolbox, session: &Session) {
    for tool in toolbox.tools(session) {
        println!("  {:<16} {}", tool.name(), tool.description());
    }
}

fn show(call: &RawCall, outcome: &Outcome) {
    println!("model calls    {}({})", call.name, call.arguments);
    let answer = outcome.for_model();
    let kind = if answer.is_error { "it reads error" } else { "it reads" };
    println!("{kind:<15}{}", answer.text);
}
