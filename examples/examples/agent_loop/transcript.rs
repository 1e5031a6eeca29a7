//! The conversation as a person reads it.

use std::collections::HashSet;

use hpd_examples::dialogue::wrapped;
use hpd_host::{Outcome, RawCall, Tool};

/// Prints a conversation while it runs.
pub(crate) struct Transcript {
    turns: usize,
    /// The tools that were listed before.
    known: HashSet<String>,
}

impl Transcript {
    pub(crate) fn of(question: &str) -> Self {
        line("The user asks", question);
        Self { turns: 0, known: HashSet::new() }
    }

    /// The beginning of a turn: the tools that are new in the list.
    pub(crate) fn turn(&mut self, tools: &[&Tool]) {
        self.turns += 1;
        println!("\nTurn {}: {} tools are listed", self.turns, tools.len());
        let new = tools.iter().filter(|tool| self.known.insert(tool.name().to_owned()));
        let new: Vec<_> = new.map(|tool| tool.name()).collect();
        if !new.is_empty() {
            line(if self.turns == 1 { "  they are" } else { "  new are" }, &new.join(", "));
        }
    }
}

/// The text of the model's message, without its calls.
pub(crate) fn message(text: &str) {
    line("  model says", text);
}

/// A call, the answer for the model, and the warnings for the host.
pub(crate) fn call(call: &RawCall, outcome: &Outcome) {
    line("  it calls", &format!("{} {}", call.name, call.arguments));
    let answer = outcome.for_model();
    line(if answer.is_error { "  gets error" } else { "  gets" }, &answer.text);
    for warning in &outcome.warnings {
        line(
            "  host notes",
            &format!("{} at {}: {}", warning.code.as_str(), warning.pointer, warning.message),
        );
    }
}

/// The receipt, for the user.
pub(crate) fn receipt(text: &str) {
    line("The user sees", text);
}

/// Prints a text after a label.
fn line(label: &str, text: &str) {
    print!("{}", wrapped(label, text));
}
