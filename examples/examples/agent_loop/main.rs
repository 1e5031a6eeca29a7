//! A complete agent loop: tools into the request, the model's message out of it, calls answered, and again.
//!
//! A small program plays the model, so that the example needs no service and prints the same each time. It knows its
//! goal and nothing of the tools. It reads the list and the results as a model does, and makes the mistakes of models.
//! Each time, the error's own text leads it to the right call.
//!
//! Run it with `cargo run --example agent_loop`. For a real model, replace [`ScriptedModel::reply`] by a request to a
//! service.

mod model;
mod sight;
mod transcript;

use std::error::Error;

use futures_executor::block_on;
use hpd_examples::finance::{FinancialAnalysisPlugin, FinancialAnalysisSkills};
use hpd_examples::math::Math;
use hpd_host::args::StopReason;
use hpd_host::journal::MemoryJournal;
use hpd_host::receipt::ReceiptWords;
use hpd_host::{Provider, Session, Toolbox};
use serde_json::json;
use serde_json::value::{RawValue, to_raw_value};

use model::ScriptedModel;
use transcript::Transcript;

const QUESTION: &str = "Our balance sheet has current assets of 500,000, of which 350,000 are quick, and current liabilities of \
                        200,000. Customers owe us 90,000, out of sales on credit of 730,000 in the 365 days of the year. Can we \
                        pay what is due within a year, and how long do our customers take to pay?";

/// A model that has not finished by now never will.
const MAX_TURNS: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let toolbox = Toolbox::builder()
        .plugin(Math)
        .plugin(FinancialAnalysisPlugin)
        .plugin(FinancialAnalysisSkills::default())
        .journal(MemoryJournal::new())
        .build()?;
    block_on(async {
        // A program that runs for long does this each minute; with tokio, `spawn_housekeeping` does.
        toolbox.housekeeping().await;
        converse(&toolbox, QUESTION).await
    })
}

async fn converse(toolbox: &Toolbox, question: &str) -> Result<(), Box<dyn Error>> {
    let provider = Provider::OpenAiChat;
    let session = Session::new();
    let mut model = ScriptedModel::default();
    let mut transcript = Transcript::of(question);
    let mut messages: Vec<Box<RawValue>> =
        vec![to_raw_value(&json!({ "role": "user", "content": question }))?];
    for _ in 0..MAX_TURNS {
        // The list depends on the expansions, so each turn asks for it anew.
        let tools = toolbox.tools(&session);
        transcript.turn(&tools);
        let message = model.reply(&provider.tools(&tools), &messages)?;
        let reply = provider.read(&message)?;
        transcript::message(&reply.text().unwrap_or_default());
        messages.extend(reply.history);
        if reply.stop_reason == StopReason::Paused {
            // The provider goes on once it has its message back.
            continue;
        }
        if reply.calls.is_empty() {
            // What the calls changed, from the journal and not from the model's words.
            let receipt = toolbox.receipt(&session).await?;
            transcript::receipt(&receipt.text(&ReceiptWords::english()));
            return Ok(());
        }
        // Each call is checked, and answered with a result or with an error for the model.
        let outcomes = toolbox.turn(&session, &reply.calls).await;
        for (call, outcome) in reply.calls.iter().zip(&outcomes) {
            transcript::call(call, outcome);
        }
        messages.extend(provider.results(&outcomes));
    }
    Err(format!("the model has not finished after {MAX_TURNS} turns").into())
}
