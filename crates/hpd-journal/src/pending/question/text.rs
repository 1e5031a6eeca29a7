//! Every text of a question.

use std::fmt::{self, Write};

use hpd_runtime::spec::Risk;
use hpd_runtime::values::Provenance;

use super::names::inside;
use super::rendered::{Caution, ChangedField, LookAlike, Question, QuestionField, QuestionOffer};
use crate::pending::OfferScope;

/// More fields than this can't be taken in at a look.
pub(super) const MAX_FIELDS: usize = 50;

/// Writes the whole question.
pub(super) fn write_text(question: &Question, out: &mut String) {
    // Writing into a `String` can't fail.
    let _ = write_lines(question, out);
}

fn write_lines(question: &Question, out: &mut String) -> fmt::Result {
    writeln!(out, "Confirm: {}", question.asked())?;
    writeln!(out, "{}", tool_line(question))?;
    if let Some(reason) = &question.asked_again {
        writeln!(out, "Asked again: {reason}")?;
    }
    if let Some(note) = &question.note {
        writeln!(out, "Note: {note}")?;
    }
    for caution in &question.cautions {
        if let Some(text) = caution.text() {
            writeln!(out, "{text}")?;
        }
    }
    for LookAlike { text, other } in &question.look_alikes {
        writeln!(out, "Careful: {text} looks like {other}.")?;
    }
    if question.cautions.contains(&Caution::Long) {
        let names: Vec<_> = question.fields.iter().map(QuestionField::name).collect();
        writeln!(out, "Fields: {}", names.join(", "))?;
    }
    if question.risk >= Risk::Medium {
        writeln!(
            out,
            "{}",
            if question.fields.is_empty() { "It has no arguments." } else { "It runs with:" }
        )?;
    }
    for field in &question.fields {
        writeln!(out, "- {}", field_line(field))?;
    }
    if let Some(changes) = &question.changes {
        let heading = if changes.is_empty() { "Nothing changes." } else { "What changes:" };
        // The empty line keeps a renderer of Markdown from adding the heading to the last field.
        writeln!(out, "\n{heading}")?;
        for change in changes {
            writeln!(out, "- {}", change_line(change))?;
        }
    }
    if !question.offers.is_empty() {
        writeln!(out, "\nOr allow more, for this conversation:")?;
        for offer in &question.offers {
            writeln!(out, "- {}", offer_line(question, offer))?;
        }
    }
    if let Some(phrase) = &question.phrase {
        write!(out, "\nType \"{phrase}\" to confirm.")?;
    } else {
        out.truncate(out.trim_end().len());
    }
    Ok(())
}

fn tool_line(question: &Question) -> String {
    let Question { name, plugin, .. } = question;
    let of = plugin.as_ref().map(|plugin| format!(" of {plugin}")).unwrap_or_default();
    format!("Tool: {name}{of}. Risk: {}.", risk_text(question.risk))
}

fn field_line(field: &QuestionField) -> String {
    let QuestionField { name, value, .. } = field;
    format!("{name}: {value}{}", field.source.map(source_text).unwrap_or_default())
}

fn change_line(change: &ChangedField) -> String {
    let ChangedField { field, before, after } = change;
    format!("{field}: {before} -> {after}")
}

fn offer_line(question: &Question, offer: &QuestionOffer) -> String {
    let tools = offer.tools.join(", ");
    match offer.scope {
        OfferScope::Tool => format!("all calls of {tools}"),
        OfferScope::Source => {
            let of = question.plugin.as_deref().unwrap_or_default();
            format!("all calls of these unclassified tools of {of}, as they are now: {tools}")
        }
    }
}

/// The label of the button of an offer.
pub(super) fn offer_label(question: &Question, offer: &QuestionOffer) -> String {
    match offer.scope {
        OfferScope::Tool => format!("✅ Yes, and all calls of {}", offer.tools.join(", ")),
        OfferScope::Source => {
            let of = question.plugin.as_deref().unwrap_or_default();
            format!("✅ Yes, and the {} unclassified tools of {of}", offer.tools.len())
        }
    }
}

/// No mark means that it came from the model.
const fn source_text(source: Provenance) -> &'static str {
    match source {
        Provenance::User => " (from you)",
        Provenance::Mentioned => " (mentioned by you)",
        Provenance::Profile => " (from profile)",
        Provenance::Config => " (from configuration)",
        Provenance::Declared => " (default)",
        _ => "",
    }
}

/// A risk as texts and JSON name it.
pub(super) const fn risk_text(risk: Risk) -> &'static str {
    match risk {
        Risk::Low => "low",
        Risk::Medium => "medium",
        Risk::High => "high",
    }
}

/// The label of the confirm button.
pub(super) fn confirm_label(question: &Question) -> String {
    format!("✅ Yes, {}", inside(&question.label))
}

/// The label of the cancel button.
pub(super) const CANCEL_LABEL: &str = "❌ Cancel";

impl Caution {
    /// The caution's line; `None` if it has lines of its own.
    const fn text(self) -> Option<&'static str> {
        Some(match self {
            Self::Long => "Careful: a value is too long to be shown whole.",
            Self::Strange => {
                "Careful: a character can mislead, since it is invisible or looks like another. It is shown as \\u{..}."
            }
            Self::Twice => "Careful: a name stands there twice.",
            Self::Many => "Careful: there are more than 50 fields.",
            Self::LooksLike => return None,
        })
    }
}
