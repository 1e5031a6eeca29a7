//! Parts of a result that are read as text.

use std::borrow::Cow;

use hpd_runtime::output::{FileContent, Part};

/// Bytes of the parts that are read as text, each with a line end.
pub(crate) fn text_bytes(parts: &[Part]) -> usize {
    parts.iter().filter_map(text_of).map(|text| text.len() + 1).sum()
}

/// The text of a part. An image, sound or a file of bytes stays whole, since half of it would be none.
pub(crate) fn text_of(part: &Part) -> Option<Cow<'_, str>> {
    (!part.is_binary()).then(|| part.to_text())
}

/// The part with another text. Another text than that of a JSON value is no value, but a text.
pub(crate) fn with_text(part: &Part, text: String) -> Part {
    match part {
        Part::File { uri, mime_type, content: FileContent::Text(_) } => {
            Part::File { uri: uri.clone(), mime_type: mime_type.clone(), content: FileContent::Text(text) }
        }
        Part::Extended { part, members, resource_members } => Part::Extended {
            part: Box::new(with_text(part, text)),
            members: members.clone(),
            resource_members: resource_members.clone(),
        },
        _ if part.to_text() == text => part.clone(),
        _ => Part::text(text),
    }
}
