//! The note beside a result: its model reads the warnings about the arguments there.

use hpd_journal::__private::parse_trusted;
use hpd_runtime::__private::text::cut;
use hpd_runtime::Output;
use hpd_runtime::args::{Warning, WarningCode};
use serde_json::value::RawValue;

use super::model::{json_of, output_text};

/// Maximum warnings in a note; the others are counted.
const TOLD: usize = 5;
/// Characters of one warning.
const LONGEST: usize = 200;
/// The member of a JSON result that holds them.
const KEY: &str = "argument_warnings";

/// The warnings about the arguments of a call, as its model reads them. They repeat no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WarningNote {
    warnings: Vec<String>,
}

impl WarningNote {
    /// `None` if there are no warnings.
    pub(crate) fn of(warnings: &[Warning]) -> Option<Self> {
        let mut told: Vec<_> = warnings.iter().take(TOLD).map(line).collect();
        if warnings.len() > TOLD {
            told.push(format!("and {} more", warnings.len() - TOLD));
        }
        (!told.is_empty()).then_some(Self { warnings: told })
    }

    /// The note on what the tool got in another way than the model sent it: rounded numbers, edits of the user, and fields
    /// that an external tool does not know. The model reads it in any case.
    pub(crate) fn of_other_values(warnings: &[Warning]) -> Option<Self> {
        let is_told = |warning: &&Warning| match warning.code {
            WarningCode::Rounded | WarningCode::Edited => true,
            // Own functions ignore single fields. An external tool got all of them.
            WarningCode::UnknownField => warning.pointer.is_empty(),
            _ => false,
        };
        let told = warnings.iter().filter(is_told);
        Self::of(&told.cloned().collect::<Vec<_>>())
    }

    /// A result with the note: inside of JSON, or on a line of its own after everything else.
    pub(super) fn beside(&self, output: &Output) -> String {
        match json_of(output) {
            Some(text) => self.in_json(text),
            None => format!("{}\n\n{}", output_text(output), self.line()),
        }
    }

    /// A JSON result with the note, JSON as well. An object gets the note as its last member. Any other value becomes a
    /// member of an object beside the note.
    pub(crate) fn in_json(&self, text: &str) -> String {
        let Ok(value) = serde_json::from_str::<&RawValue>(text) else {
            return format!("{text}\n\n{}", self.line());
        };
        let value = value.get();
        // Texts and lists of them can be written.
        let note = serde_json::to_string(&self.warnings).unwrap_or_default();
        let inside = value.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        match inside {
            Some(members) if members.trim().is_empty() => format!("{{\"{KEY}\":{note}}}"),
            Some(members) if !has_key(value) => format!("{{{members},\"{KEY}\":{note}}}"),
            _ => format!("{{\"result\":{value},\"{KEY}\":{note}}}"),
        }
    }

    /// The note as a line of text.
    pub(crate) fn line(&self) -> String {
        format!("[Warnings about the arguments: {}]", self.warnings.join("; "))
    }
}

/// A warning with the field that it is about.
fn line(warning: &Warning) -> String {
    let field = warning.pointer.trim_start_matches('/').replace('/', ".");
    let text =
        if field.is_empty() { warning.message.clone() } else { format!("{field}: {}", warning.message) };
    cut(&text, LONGEST)
}

fn has_key(object: &str) -> bool {
    parse_trusted(object).is_ok_and(|tree| tree.get(KEY).is_some())
}

#[cfg(test)]
mod tests {
    use hpd_runtime::Output;
    use hpd_runtime::args::{Warning, WarningCode};
    use hpd_runtime::output::Part;

    use super::WarningNote;

    fn note() -> WarningNote {
        let about =
            |pointer: &str, message: &str| Warning::new(WarningCode::StringToBoolean, pointer, message);
        let warnings =
            [about("/flag", "string literal converted to boolean true"), about("", "a comma too many")];
        WarningNote::of(&warnings).unwrap()
    }

    #[test]
    fn json_stays_json() {
        let list = r#"["flag: string literal converted to boolean true","a comma too many"]"#;
        for (result, noted) in [
            ("{}", format!(r#"{{"argument_warnings":{list}}}"#)),
            (r#"{"a":1.10}"#, format!(r#"{{"a":1.10,"argument_warnings":{list}}}"#)),
            (r#" {"a":{"b":[]}} "#, format!(r#"{{"a":{{"b":[]}},"argument_warnings":{list}}}"#)),
            ("[1,2]", format!(r#"{{"result":[1,2],"argument_warnings":{list}}}"#)),
            (
                "12345678901234567890.5",
                format!(r#"{{"result":12345678901234567890.5,"argument_warnings":{list}}}"#),
            ),
            ("null", format!(r#"{{"result":null,"argument_warnings":{list}}}"#)),
            (
                r#"{"argument_warnings":1}"#,
                format!(r#"{{"result":{{"argument_warnings":1}},"argument_warnings":{list}}}"#),
            ),
        ] {
            assert_eq!(note().beside(&Output::Json(result.to_owned())), noted);
        }
    }

    #[test]
    fn a_text_has_the_note_on_a_line_of_its_own() {
        let line = "[Warnings about the arguments: flag: string literal converted to boolean true; a comma too many]";
        for (output, text) in [
            (Output::Text("12".to_owned()), "12"),
            (Output::Nothing, "Done."),
            (Output::Json("{no json".to_owned()), "{no json"),
            (Output::Content(vec![Part::Text { text: "a".to_owned() }]), "a"),
        ] {
            assert_eq!(note().beside(&output), format!("{text}\n\n{line}"));
        }
    }

    #[test]
    fn many_warnings_are_counted_and_long_ones_cut() {
        assert_eq!(WarningNote::of(&[]), None);
        let warning = Warning::new(WarningCode::UnknownField, "/a/0", "x".repeat(1000));
        let note = WarningNote::of(&vec![warning; 9]).unwrap();
        assert_eq!(note.warnings.len(), 6);
        assert_eq!(note.warnings[0].chars().count(), 201);
        assert!(note.warnings[0].starts_with("a.0: xxx"));
        assert_eq!(note.warnings[5], "and 4 more");
    }
}
