//! From a manifest to YAML.

use hpd_runtime::__private::text::quoted_yaml;
use serde_json::{Value, json};

use super::{CapabilityManifest, ParameterManifest, PluginManifest};
use crate::external::{LENIENCIES, RISKS, UnknownFields};

impl PluginManifest {
    /// The manifest as a YAML text: byte-stable, in order of declaration. [`from_yaml`](Self::from_yaml) reads the same
    /// manifest from it.
    pub fn to_yaml(&self) -> String {
        let mut lines = Lines::default();
        lines.text("id", Some(&self.id));
        lines.text("name", self.name.as_deref());
        lines.text("description", said(&self.description));
        lines.text("type", self.kind.as_deref());
        if !self.capabilities.is_empty() {
            lines.add("capabilities:");
        }
        for capability in &self.capabilities {
            lines.item(2, |lines| write_capability(lines, capability));
        }
        lines.text
    }
}

/// The word that every reader knows.
const fn written_word(unknown_fields: UnknownFields) -> Option<&'static str> {
    match unknown_fields {
        UnknownFields::Reject => None,
        UnknownFields::Warn => Some("warn"),
        UnknownFields::Pass => Some("allow"),
    }
}

fn write_capability(lines: &mut Lines, capability: &CapabilityManifest) {
    lines.text("id", Some(&capability.id));
    lines.text("name", capability.name.as_deref());
    lines.text("description", said(&capability.description));
    lines.flag("write", capability.write);
    lines.text("risk", capability.risk.and_then(|risk| word(&RISKS, risk)));
    lines.text("confirm_phrase", capability.confirm_phrase.as_deref());
    lines.text("question", capability.question.as_deref());
    if !capability.preview.is_empty() {
        lines.json("preview", Some(&json!(capability.preview)));
    }
    lines.text("leniency", capability.leniency.and_then(|leniency| word(&LENIENCIES, leniency)));
    lines.text("unknown_fields", capability.unknown_fields.and_then(written_word));
    let annotations = capability.annotations;
    lines.flag("read_only", annotations.read_only);
    lines.flag("destructive", annotations.destructive);
    lines.flag("idempotent", annotations.idempotent);
    lines.flag("open_world", annotations.open_world);
    if !capability.parameters.is_empty() {
        lines.add("parameters:");
    }
    for parameter in &capability.parameters {
        lines.item(2, |lines| write_parameter(lines, parameter));
    }
    lines.json("schema", keywords(&capability.schema).as_ref());
}

fn write_parameter(lines: &mut Lines, parameter: &ParameterManifest) {
    lines.text("name", Some(&parameter.name));
    match parameter.types.as_slice() {
        [] => {}
        [one] => lines.text("type", Some(one)),
        several => lines.json("type", Some(&Value::from(several))),
    }
    lines.flag("required", Some(parameter.required));
    lines.flag("allow_empty", parameter.allow_empty.then_some(true));
    lines.text("profile_key", parameter.profile_key.as_deref());
    lines.text("config_key", parameter.config_key.as_deref());
    lines.flag("confirm_if_uncertain", parameter.confirm_if_uncertain.then_some(true));
    lines.flag("sensitive", parameter.sensitive.then_some(true));
    lines.text("ask", parameter.ask.as_deref());
    lines.text("hint", parameter.hint.as_deref());
    lines.text("obtain", parameter.obtain.as_deref());
    lines.text("title", parameter.title.as_deref());
    lines.text("description", parameter.description.as_deref());
    lines.json("example", parameter.example.as_ref());
    lines.json("default", parameter.default.as_ref());
    lines.json("enum", parameter.one_of.clone().map(Value::from).as_ref());
    // Without another type, an empty schema accepts everything.
    let is_untyped = parameter.types.is_empty() && parameter.one_of.is_none();
    let schema =
        keywords(&parameter.schema).or_else(|| is_untyped.then(|| Value::Object(parameter.schema.clone())));
    lines.json("schema", schema.as_ref());
}

/// Lines of a text, indented.
#[derive(Default)]
struct Lines {
    text: String,
    indent: usize,
    /// The next line is the first of an item.
    is_item: bool,
}

impl Lines {
    fn add(&mut self, line: &str) {
        let dash = if std::mem::take(&mut self.is_item) { "- " } else { "" };
        let indent = self.indent - dash.len();
        self.text.push_str(&" ".repeat(indent));
        self.text.push_str(dash);
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// An item of a list with dashes at this further indentation.
    fn item(&mut self, by: usize, write: impl FnOnce(&mut Self)) {
        let step = by + "- ".len();
        self.indent += step;
        self.is_item = true;
        write(self);
        self.indent -= step;
    }

    fn text(&mut self, key: &str, text: Option<&str>) {
        if let Some(text) = text {
            let text = if is_plain(text) { text.to_owned() } else { quoted_yaml(text) };
            self.add(&format!("{key}: {text}"));
        }
    }

    fn flag(&mut self, key: &str, flag: Option<bool>) {
        if let Some(flag) = flag {
            self.add(&format!("{key}: {flag}"));
        }
    }

    fn json(&mut self, key: &str, value: Option<&Value>) {
        match value {
            None => {}
            Some(Value::String(text)) => self.text(key, Some(text)),
            Some(value) => {
                let mut text = format!("{key}: ");
                write_json(value, &mut text);
                self.add(&text);
            }
        }
    }
}

/// Whether a text needs no quotes for any YAML reader.
fn is_plain(text: &str) -> bool {
    const WORDS: [&str; 12] =
        ["true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf", "infinity"];
    let is_usual = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | ',' | '/' | '(' | ')' | '?')
    };
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(is_usual)
        && !text.ends_with(' ')
        && !WORDS.contains(&text.to_ascii_lowercase().as_str())
}

/// JSON is YAML too; texts in lists and objects are always in quotes.
fn write_json(value: &Value, out: &mut String) {
    match value {
        Value::String(text) => out.push_str(&quoted_yaml(text)),
        Value::Array(items) => {
            out.push('[');
            for (place, item) in items.iter().enumerate() {
                out.push_str(if place == 0 { "" } else { ", " });
                write_json(item, out);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            for (place, (key, member)) in members.iter().enumerate() {
                out.push_str(if place == 0 { "" } else { ", " });
                out.push_str(&quoted_yaml(key));
                out.push_str(": ");
                write_json(member, out);
            }
            out.push('}');
        }
        scalar => out.push_str(&scalar.to_string()),
    }
}

fn said(text: &str) -> Option<&str> {
    (!text.trim().is_empty()).then_some(text)
}

fn keywords(schema: &serde_json::Map<String, Value>) -> Option<Value> {
    (!schema.is_empty()).then(|| Value::Object(schema.clone()))
}

fn word<T: Copy + PartialEq>(words: &[(&'static str, T)], value: T) -> Option<&'static str> {
    words.iter().find(|(_, known)| *known == value).map(|(word, _)| *word)
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn only_what_means_itself_is_written_without_quotes() {
        for text in ["string", "Item to buy (e.g. milk, bread).", "Which one?", "place_order", "a.b"] {
            assert!(is_plain(text), "{text}");
        }
        for text in
            ["", "True", "no", "1.5", "- a", "a: b", "a #b", "a ", "Straße", "{a}", "~", "a\nb", "'a'"]
        {
            assert!(!is_plain(text), "{text}");
        }
    }
}
