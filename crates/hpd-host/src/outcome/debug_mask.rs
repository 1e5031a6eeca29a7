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
