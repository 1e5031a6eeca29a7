//! Calls of an accounting server that checks nothing. The rules stop wrong calls and unconfirmed writes before they
//! reach
//! it.

use futures_executor::block_on;
use hpd_examples::accounting::{AcceptsAnything, toolbox};
use hpd_host::approval::{Answer, Choice, Question, UserChannel};
use hpd_host::outcome::OutcomeKind;
use hpd_host::{Outcome, RawCall, Session, Toolbox};

/// Calls of a model, and the user's answers to the questions about them.
const CALLS: [(&str, &str, &[&str]); 5] = [
    ("MCP_accounting", "{}", &[]),
    ("create_payment", r#"{"AccountId":"ACC-1000"}"#, &[]),
    (
        "create_payment",
        r#"{"AccountId":"ACC-1000","Amount":5000,"Applications":[{"InvoiceId":"INV-042","Amount":5000}]}"#,
        &["confirm"],
    ),
    ("send_invoice", r#"{"InvoiceId":"INV-042","email":"accounts@acme.example"}"#, &["cancel"]),
    ("void_invoice", r#"{"InvoiceId":"INV-041"}"#, &["VOID INV-042", "VOID INV-041"]),
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let server = AcceptsAnything::default();
    let toolbox = toolbox(server.clone())?;
    let session = Session::new();
    for (id, (name, arguments, answers)) in CALLS.into_iter().enumerate() {
        let outcome = block_on(toolbox.call(&session, &RawCall::new(id.to_string(), name, arguments)));
        println!("The model calls {name} {arguments}\n{}\n", outcome.for_model_as_text());
        if let OutcomeKind::Confirm(question) = &outcome.kind {
            println!("The user is asked\n{}\n", question.text());
            block_on(answer(&toolbox, &session, question, answers));
        }
    }
    println!("What reached the server:\n{}", server.booked().join("\n"));
    Ok(())
}

/// The user answers, as often as that is needed.
async fn answer(toolbox: &Toolbox, session: &Session, question: &Question, answers: &[&str]) {
    for typed in answers {
        let choice = if *typed == "cancel" { Choice::Cancel } else { Choice::Confirm };
        let phrase = question.phrase().map(|_| (*typed).to_owned());
        let answer = Answer { phrase, ..Answer::new(question, choice) };
        let decided = toolbox.decide(session, &UserChannel::local().decision(answer)).await;
        let read = match &decided {
            Ok(outcome) => said(outcome),
            Err(error) => error.to_string(),
        };
        println!("The user types {typed}\n{read}\n");
    }
}

/// The text for the user, or else the one for the model.
fn said(outcome: &Outcome) -> String {
    outcome.for_user().unwrap_or_else(|| outcome.for_model_as_text()).into_owned()
}
