//! What a search looks for inside of events.

use hpd_host::events::Event;
use hpd_host::journal::CallTimeline;

use super::Asked;

fn has_code(event: &Event, code: &str) -> bool {
    let is = |found: &String| found.eq_ignore_ascii_case(code);
    match event {
        Event::ToolResult(result) => {
            result.error_codes.iter().chain(&result.warnings).chain(&result.error_type).any(is)
        }
        Event::ArgumentsRead(read) => read.notes.iter().any(|note| is(&note.code)),
        Event::Recovered(recovered) => is(&recovered.mistake),
        Event::Guardrail(guardrail) => is(&guardrail.guardrail),
        _ => false,
    }
}

/// The code and the text that are searched for in events, as viewers see these.
pub(super) struct Wanted<'a> {
    code: &'a str,
    text: String,
    /// The text as it is looked for in JSON, if it has marks that JSON escapes.
    unescaped: Option<String>,
    /// The event that was looked into last, as JSON.
    json: String,
}

impl<'a> Wanted<'a> {
    pub(super) fn of(asked: &'a Asked) -> Option<Self> {
        let (code, text) = (asked.code.trim(), asked.text.trim().to_lowercase());
        let unescaped = text.contains(['"', '\\']).then(|| unescaped(&text));
        (!asked.takes_all()).then(|| Self { code, text, unescaped, json: String::new() })
    }

    /// Whether one event of a call has the code and the text.
    pub(super) fn is_in(&mut self, call: &CallTimeline) -> bool {
        call.events.iter().any(|record| match record.event {
            // Others have nothing that is kept from viewers.
            Event::Mcq(_) => self.is_in_event(&record.clone().for_viewer().event),
            ref event => self.is_in_event(event),
        })
    }

    fn is_in_event(&mut self, event: &Event) -> bool {
        (self.code.is_empty() || has_code(event, self.code)) && (self.text.is_empty() || self.has_text(event))
    }

    fn has_text(&mut self, event: &Event) -> bool {
        let mut bytes = std::mem::take(&mut self.json).into_bytes();
        bytes.clear();
        let is_written = serde_json::to_writer(&mut bytes, event).is_ok();
        self.json = String::from_utf8(bytes).unwrap_or_default();
        if self.json.is_ascii() {
            self.json.make_ascii_lowercase();
        } else {
            self.json = self.json.to_lowercase();
        }
        let is_there = match &self.unescaped {
            Some(text) => unescaped(&self.json).contains(text),
            None => self.json.contains(&self.text),
        };
        is_written && is_there
    }
}

/// A text without blanks and backslashes. Arguments are a string in the JSON of an event, and values have no blanks: as they are
/// shown, they have.
fn unescaped(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '\\').collect()
}
