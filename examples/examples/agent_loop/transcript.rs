//! The conversation as a person reads it.

use std::collections::HashSet;

use hpd_host::{Outcome, RawCall, Tool};
use serde_json::Value;

/// Prints a conversation while it goes on.
pub(crate) struct Transcript {
    turns: usize,
    /// The tools that were listed before.
    known: HashSet<String>,
}

/// Characters of a line.
const WIDTH: usize = 110;
/// Characters before the text of a line.
const MARGIN: usize = 15;

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

/// What the model says besides its calls.
pub(crate) fn message(message: &str) -> Result<(), serde_json::Error> {
    let message: Value = serde_json::from_str(message)?;
    line("  model says", message["content"].as_str().unwrap_or_default());
    Ok(())
}

/// A call, what the model reads, and what the host learns besides.
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

/// Prints a text behind a label.
fn line(label: &str, text: &str) {
    print!("{}", wrapped(label, text));
}

/// A text behind a label, broken at blanks and, for JSON, behind commas after strings.
fn wrapped(label: &str, text: &str) -> String {
    let mut out = String::new();
    let mut label = label;
    for paragraph in text.split('\n') {
        let mut row = String::new();
        for word in paragraph.split_inclusive(' ').flat_map(|word| word.split_inclusive("\",")) {
            if !row.is_empty() && MARGIN + row.chars().count() + word.trim_end().chars().count() > WIDTH {
                push_row(&mut out, label, &row);
                (label, row) = ("", String::new());
            }
            row.push_str(word);
        }
        push_row(&mut out, label, &row);
        label = "";
    }
    out
}

fn push_row(out: &mut String, label: &str, row: &str) {
    out.push_str(format!("{label:<MARGIN$}{row}").trim_end());
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, wrapped};

    #[test]
    fn a_text_is_broken_at_blanks_and_kept_under_its_label() {
        let text = wrapped("label", &format!("{}\n\nend", "word ".repeat(30).trim_end()));
        let lines: Vec<_> = text.lines().collect();
        assert_eq!(lines.len(), 4, "{text}");
        assert!(lines[0].starts_with("label          word word"));
        assert!(lines[1].starts_with("               word"));
        assert_eq!(lines[2..], ["", "               end"]);
        assert!(lines.iter().all(|line| line.len() <= WIDTH));
    }

    #[test]
    fn json_is_broken_between_its_strings() {
        let item = format!("\"{}\"", "x".repeat(50));
        let text = wrapped("", &format!("[{item},{item}]"));
        assert_eq!(text, format!("{0}[{item},\n{0}{item}]\n", " ".repeat(15)));
    }

    #[test]
    fn a_word_that_is_too_long_stands_alone() {
        let long = "x".repeat(WIDTH);
        assert_eq!(wrapped("", &format!("a {long}")), format!("{0}a\n{0}{long}\n", " ".repeat(15)));
    }
}
