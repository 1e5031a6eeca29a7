//! The debug output of results, without sensitive values.

use std::fmt;

use hpd_journal::__private::Secrets;
use hpd_runtime::Output;
use hpd_runtime::output::Part;

use super::FunctionResult;

/// The values that the debug output of a result hides. They say nothing of the result itself, so all are equal.
#[derive(Clone, Default)]
pub(crate) struct DebugMask(Option<Box<Secrets>>);

impl DebugMask {
    /// Nothing to hide.
    pub(crate) const NONE: Self = Self(None);

    pub(crate) fn of(secrets: Secrets) -> Self {
        Self((!secrets.is_empty()).then(|| Box::new(secrets)))
    }

    fn mask(&self, output: &Output) -> Output {
        let Some(secrets) = &self.0 else { return output.clone() };
        match output {
            Output::Nothing => Output::Nothing,
            Output::Text(text) => Output::Text(secrets.scrub(text)),
            Output::Json(text) => Output::Json(secrets.scrub(text)),
            Output::Content(parts) => {
                Output::Content(parts.iter().map(|part| mask_part(part, secrets)).collect())
            }
        }
    }
}

fn mask_part(part: &Part, secrets: &Secrets) -> Part {
    match part {
        Part::Text { text } => Part::Text { text: secrets.scrub(text) },
        Part::Image { data, mime_type } => {
            Part::Image { data: secrets.scrub(data), mime_type: mime_type.clone() }
        }
        Part::Resource { uri, mime_type, text } => Part::Resource {
            uri: secrets.scrub(uri),
            mime_type: mime_type.clone(),
            text: text.as_deref().map(|text| secrets.scrub(text)),
        },
        Part::Structured { value } => {
            let text = secrets.scrub(&value.to_string());
            Part::Structured { value: serde_json::from_str(&text).unwrap_or_else(|_| text.into()) }
        }
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
        let Self { output, direct, attempts, whole, note, mask } = self;
        f.debug_struct("FunctionResult")
            .field("output", &mask.mask(output))
            .field("direct", direct)
            .field("attempts", attempts)
            .field("whole", &whole.as_deref().map(|whole| mask.mask(whole)))
            .field("note", note)
            .finish()
    }
}
