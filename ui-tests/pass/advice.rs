//! What the compiler's notes tell people to write, written. A test compares the notes with this file.

use hpd_runtime::output::Part;
use hpd_runtime::{CallContext, ModelError, OrTell, ToolError, plugin};

// Above a type of your own, write
#[derive(ModelError)]
enum Closed {
    // and above each variant
    #[model_error("What the model reads.")]
    Today,
    #[model_error(display)]
    Forever,
}

impl std::fmt::Display for Closed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("closed")
    }
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Line {
    amount: u32,
}

#[derive(serde::Serialize)]
struct Balance {
    amounts: Vec<u8>,
}

// What sets and the keys of maps compare.
#[derive(PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Account;

struct Ledger;

#[plugin]
impl Ledger {
    /// For another type, return `Result<_, ToolError>`, and write
    #[ai_function]
    fn read(&self) -> Result<String, ToolError> {
        let text = std::fs::read_to_string("ledger.txt")
            .or_tell("What the model reads.")?;
        Ok(text)
    }

    /// The errors by name.
    #[ai_function]
    fn open(&self, /** A line. */ line: Line) -> Result<Balance, Closed> {
        match line.amount {
            0 => Err(Closed::Today),
            1 => Err(Closed::Forever),
            _ => Ok(Balance { amounts: vec![1] }),
        }
    }

    /// Bytes are a part.
    #[ai_function]
    fn photo(&self) -> Vec<Part> {
        let bytes = vec![137];
        vec![
            Part::image(bytes, "image/png"),
            sound(vec![1]),
            report(vec![1]),
        ]
    }

    /// The context of the call.
    #[ai_function]
    fn warned(&self, #[context] ctx: &CallContext<'_>) -> usize {
        ctx.warnings().len()
    }

    /// A value that stays on its thread is made inside a function marked
    #[ai_function(local)]
    async fn local(&self) -> usize {
        std::rc::Rc::new(1_usize).count_ones() as usize
    }
}

fn sound(bytes: Vec<u8>) -> Part {
    Part::audio(bytes, "audio/wav")
}

fn report(bytes: Vec<u8>) -> Part {
    Part::file("file:///report.pdf", "application/pdf", bytes)
}

/// The agent's loop.
fn converse() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    Ok(())
}

fn main() {
    assert_eq!(std::collections::HashSet::from([Account, Account]).len(), 1);
    assert!(converse().is_ok());
    assert!(ui_tests::call(&Ledger, "read", "{}").is_err());
    assert!(ui_tests::call(&Ledger, "photo", "{}").is_ok());
    assert!(ui_tests::call(&Ledger, "local", "{}").is_ok());
    assert_eq!(ui_tests::call(&Ledger, "open", r#"{"line": {"amount": 1}}"#), Err("closed".to_owned()));
}
