//! The debug output of results, without sensitive values.

use std::fmt;

use hpd_journal::__private::Secrets;
use hpd_runtime::Output;
use hpd_runtime::output::{FileContent, JsonText, Part};

use super::FunctionResult;

/// The values that the debug output of a result hides. They say nothing of the result itself, so all are equal.
#[derive(Clone, Default)]
pub(crate) struct DebugMask(Option<Secrets>);

impl DebugMask {
    /// Nothing to hide.
    pub(crate) const NONE: Self = Self(None);

    pub(crate) fn of(secrets: Secrets) -> Self {
        Self((!secrets.is_empty()).then_some(secrets))
    }

    pub(super) const fn is_none(&self) -> bool {
        self.0.is_none()
    }

    fn mask(&self, output: &Output) -> Output {
        let Some(secrets) = &self.0 else { return output.clone() };
        match output {
            Output::Nothing => Output::Nothing,
            Output::Text(text) => Output::Text(secrets.scrub(text)),
            Output::Json(text) => Output::Json(secrets.scrub(text)),
            Output::Content(parts) => Output::Content(mask_parts(parts, secrets)),
            // The parts may repeat the value: the model's view has both once.
            Output::Structured(output) => {
                let mut parts = mask_parts(output.parts_for_model(), secrets);
                let others = [output.structured(), output.members()].into_iter().flatten();
                parts.extend(others.map(|json| Part::Other { json: mask_json(json, secrets) }));
                Output::Content(parts)
            }
        }
    }
}

fn mask_parts(parts: &[Part], secrets: &Secrets) -> Vec<Part> {
    parts.iter().map(|part| mask_part(part, secrets)).collect()
}

/// A text that is no JSON any more becomes a string.
fn mask_json(json: &JsonText, secrets: &Secrets) -> JsonText {
    let text = secrets.scrub(json.as_str());
    JsonText::parse(&text).unwrap_or_else(|_| JsonText::from(&serde_json::Value::String(text)))
}

fn mask_part(part: &Part, secrets: &Secrets) -> Part {
    match part {
        Part::Text { text } => Part::Text { text: secrets.scrub(text) },
        Part::Image { data, mime_type } => {
            Part::Image { data: secrets.scrub(data), mime_type: mime_type.clone() }
        }
        Part::Audio { data, mime_type } => {
            Part::Audio { data: secrets.scrub(data), mime_type: mime_type.clone() }
        }
        Part::File { uri, mime_type, content } => Part::File {
            uri: secrets.scrub(uri),
            mime_type: mime_type.clone(),
            content: match content {
                FileContent::Text(text) => FileContent::Text(secrets.scrub(text)),
                FileContent::Base64(data) => FileContent::Base64(secrets.scrub(data)),
            },
        },
        Part::Link { uri, name, mime_type, description } => Part::Link {
            uri: secrets.scrub(uri),
            name: secrets.scrub(name),
            mime_type: mime_type.clone(),
            description: description.as_deref().map(|text| secrets.scrub(text)),
        },
        Part::Extended { part, members, resource_members } => Part::Extended {
            part: Box::new(mask_part(part, secrets)),
            members: mask_json(members, secrets),
            resource_members: resource_members.as_ref().map(|members| mask_json(members, secrets)),
        },
        Part::Other { json } => Part::Other { json: mask_json(json, secrets) },
    }
}

impl PartialEq for DebugMask {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Hides the sensitive values that the session knew when the call ended: debug output may be logged.
impl fmt::Debug for FunctionResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { output, direct, attempts, whole, extra } = self;
        let mask = extra.mask();
        f.debug_struct("FunctionResult")
            .field("output", &mask.mask(output))
            .field("direct", direct)
            .field("attempts", attempts)
            .field("whole", &whole.as_deref().map(|whole| mask.mask(whole)))
            .field("note", &extra.note())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use hpd_runtime::args::Node;
    use hpd_runtime::output::StructuredOutput;

    use super::*;

    fn mask() -> DebugMask {
        let mut secrets = Secrets::default();
        secrets.add(&Node::String("PIN-4711".into()));
        DebugMask::of(secrets)
    }

    /// A part of each kind, with the value at each place that may hold it: 14 in all.
    fn parts() -> Vec<Part> {
        let (secret, kind) = (|| "see PIN-4711.".to_owned(), || "text/plain".to_owned());
        let json = || JsonText::parse(r#"{"pin":"PIN-4711"}"#).unwrap();
        let file = |content| Part::File { uri: secret(), mime_type: Some(kind()), content };
        vec![
            Part::Text { text: secret() },
            Part::Image { data: secret(), mime_type: kind() },
            Part::Audio { data: secret(), mime_type: kind() },
            file(FileContent::Text(secret())),
            file(FileContent::Base64(secret())),
            Part::Link { uri: secret(), name: secret(), mime_type: None, description: Some(secret()) },
            Part::Extended {
                part: Box::new(Part::Text { text: secret() }),
                members: json(),
                resource_members: Some(json()),
            },
            Part::Other { json: json() },
        ]
    }

    #[test]
    fn sensitive_values_are_hidden_wherever_a_result_may_hold_them() {
        let structured = StructuredOutput::of(&["PIN-4711"]).unwrap().with_parts(parts());
        for (output, hidden) in [
            (Output::Nothing, 0),
            (Output::Text("see PIN-4711.".to_owned()), 1),
            (Output::Json(r#"["PIN-4711"]"#.to_owned()), 1),
            (Output::Content(parts()), 14),
            (Output::Structured(Box::new(structured)), 15),
        ] {
            let shown = format!("{:?}", mask().mask(&output));
            assert!(!shown.contains("4711"), "{shown}");
            assert_eq!(shown.matches("[hidden]").count(), hidden, "{shown}");
        }
    }

    #[test]
    fn without_sensitive_values_nothing_is_hidden() {
        let output = Output::Content(parts());
        assert_eq!(format!("{:?}", DebugMask::NONE.mask(&output)), format!("{output:?}"));
    }

    #[test]
    fn a_number_becomes_a_string_so_that_the_json_stays_json() {
        let mut secrets = Secrets::default();
        secrets.add(&Node::Number("471147114711".into()));
        let shown = mask_json(&JsonText::parse(r#"{"pin":471147114711}"#).unwrap(), &secrets);
        assert_eq!(shown.as_str(), r#"{"pin":"[hidden]"}"#);
    }
}
