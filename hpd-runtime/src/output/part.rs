//! Parts of results: text, images, sound, files, links.

use std::borrow::Cow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::JsonText;

/// A part of a function's result.
///
/// Bytes are base64 text, as providers and MCP send them. Constructors encode bytes, and [`bytes`](Self::bytes) decodes
/// them.
///
/// ```
/// use hpd_runtime::output::Part;
///
/// let sound = Part::audio(b"RIFF", "audio/wav");
/// assert_eq!(sound.to_text(), "[audio, 4 bytes, audio/wav]");
/// assert_eq!(sound.bytes().as_deref(), Some(b"RIFF".as_slice()));
/// ```
///
/// A part is no JSON: it can't be serialised, so that no model reads base64 as text. Functions return parts alone, in
/// lists or tuples, and not as fields of a struct:
///
/// ```compile_fail,E0277
/// #[derive(serde::Serialize)]
/// struct Photo {
///     picture: hpd_runtime::output::Part,
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// Plain text.
    Text {
        /// The text.
        text: String,
    },
    /// An image.
    Image {
        /// The image, in base64.
        data: String,
        /// The media type.
        mime_type: String,
    },
    /// Sound.
    Audio {
        /// The sound, in base64.
        data: String,
        /// The media type.
        mime_type: String,
    },
    /// A file with its content, as MCP's embedded resource.
    File {
        /// The address.
        uri: String,
        /// The media type.
        mime_type: Option<String>,
        /// The content.
        content: FileContent,
    },
    /// The address of a file or page, as MCP's resource link.
    Link {
        /// The address.
        uri: String,
        /// The name.
        name: String,
        /// The media type.
        mime_type: Option<String>,
        /// The contents, in words.
        description: Option<String>,
    },
    /// A part of an MCP server with further members, such as `annotations` and `_meta`.
    Extended {
        /// The part.
        part: Box<Self>,
        /// The further members, as a JSON object.
        members: JsonText,
        /// The further members of the `resource` in an embedded resource, as a JSON object.
        resource_members: Option<JsonText>,
    },
    /// A part of another kind, as its server wrote it.
    Other {
        /// The part, as a JSON text.
        json: JsonText,
    },
}

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileContent {
    /// Text.
    Text(String),
    /// Bytes, in base64.
    Base64(String),
}

impl Part {
    /// Plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// An image of bytes.
    pub fn image(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::Image { data: STANDARD.encode(bytes), mime_type: mime_type.into() }
    }

    /// Sound of bytes.
    pub fn audio(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::Audio { data: STANDARD.encode(bytes), mime_type: mime_type.into() }
    }

    /// A file of bytes.
    pub fn file(uri: impl Into<String>, mime_type: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        let content = FileContent::Base64(STANDARD.encode(bytes));
        Self::File { uri: uri.into(), mime_type: Some(mime_type.into()), content }
    }

    /// A file of text.
    pub fn text_file(uri: impl Into<String>, mime_type: impl Into<String>, text: impl Into<String>) -> Self {
        let content = FileContent::Text(text.into());
        Self::File { uri: uri.into(), mime_type: Some(mime_type.into()), content }
    }

    /// The address of a file or page.
    pub fn link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self::Link { uri: uri.into(), name: name.into(), mime_type: None, description: None }
    }

    /// The part without the further members of its server.
    pub fn plain(&self) -> &Self {
        match self {
            Self::Extended { part, .. } => part.plain(),
            plain => plain,
        }
    }

    /// Whether the part holds bytes: an image, sound, or a file of bytes.
    pub fn is_binary(&self) -> bool {
        self.base64().is_some()
    }

    fn base64(&self) -> Option<&str> {
        match self.plain() {
            Self::Image { data, .. }
            | Self::Audio { data, .. }
            | Self::File { content: FileContent::Base64(data), .. } => Some(data),
            _ => None,
        }
    }

    /// The bytes of an image, of sound, or of a file. `None` for other parts, and for text that is not base64.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        STANDARD.decode(self.base64()?).ok()
    }

    /// The part as text, for readers that take nothing else. Bytes are described: `[audio, 12,345 bytes, audio/wav]`.
    pub fn to_text(&self) -> Cow<'_, str> {
        match self.plain() {
            Self::Text { text } | Self::File { content: FileContent::Text(text), .. } => text.into(),
            Self::Image { data, mime_type } => described("image", data, Some(mime_type)).into(),
            Self::Audio { data, mime_type } => described("audio", data, Some(mime_type)).into(),
            Self::File { uri, mime_type, content: FileContent::Base64(data) } => {
                described(&format!("file {uri}"), data, mime_type.as_deref()).into()
            }
            Self::Link { uri, name, mime_type, description } => {
                let name = Some(name).filter(|name| *name != uri).map(|name| format!("{name}, "));
                let mime_type = mime_type.as_ref().map(|mime_type| format!(", {mime_type}"));
                let description = description.as_ref().map(|text| format!(": {text}"));
                let [name, mime_type, description] =
                    [name, mime_type, description].map(Option::unwrap_or_default);
                format!("[link {name}{uri}{mime_type}{description}]").into()
            }
            Self::Other { json } => json.as_str().into(),
            // `plain` has taken these apart.
            Self::Extended { .. } => Cow::Borrowed(""),
        }
    }
}

fn described(what: &str, data: &str, mime_type: Option<&str>) -> String {
    let mime_type = mime_type.map_or_else(String::new, |mime_type| format!(", {mime_type}"));
    format!("[{what}, {} bytes{mime_type}]", grouped(decoded_length(data)))
}

/// The number of bytes of a base64 text, from its length.
fn decoded_length(data: &str) -> usize {
    let digits = data.trim_end_matches('=').len();
    digits / 4 * 3 + digits % 4 * 3 / 4
}

/// A number with a comma every three digits.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_described_with_their_length() {
        for (length, text) in [
            (0, "[audio, 0 bytes, audio/wav]"),
            (1, "[audio, 1 bytes, audio/wav]"),
            (2, "[audio, 2 bytes, audio/wav]"),
            (999, "[audio, 999 bytes, audio/wav]"),
            (12_345, "[audio, 12,345 bytes, audio/wav]"),
            (1_000_000, "[audio, 1,000,000 bytes, audio/wav]"),
        ] {
            let part = Part::audio(vec![7; length], "audio/wav");
            assert_eq!(part.to_text(), text);
            assert_eq!(part.bytes().unwrap().len(), length);
            assert!(part.is_binary());
        }
    }

    #[test]
    fn each_part_has_a_text() {
        let extended = Part::Extended {
            part: Box::new(Part::image(b"abc", "image/png")),
            members: JsonText::parse(r#"{"annotations":{"priority":1.0}}"#).unwrap(),
            resource_members: None,
        };
        let described = Part::Link {
            uri: "https://example.org/cam".to_owned(),
            name: "Camera".to_owned(),
            mime_type: Some("image/jpeg".to_owned()),
            description: Some("The yard.".to_owned()),
        };
        for (part, text) in [
            (Part::text("a"), "a"),
            (Part::text_file("file:///log", "text/plain", "12:00 snow"), "12:00 snow"),
            (
                Part::file("file:///a.pdf", "application/pdf", b"%PDF"),
                "[file file:///a.pdf, 4 bytes, application/pdf]",
            ),
            (Part::link("https://example.org", "https://example.org"), "[link https://example.org]"),
            (Part::link("https://example.org", "Home"), "[link Home, https://example.org]"),
            (described, "[link Camera, https://example.org/cam, image/jpeg: The yard.]"),
            (extended, "[image, 3 bytes, image/png]"),
            (
                Part::Other { json: JsonText::parse(r#"{"type":"new","x":1.0}"#).unwrap() },
                r#"{"type":"new","x":1.0}"#,
            ),
        ] {
            assert_eq!(part.to_text(), text);
        }
    }

    #[test]
    fn what_is_not_base64_has_no_bytes() {
        assert_eq!(Part::Image { data: "a b".to_owned(), mime_type: "image/png".to_owned() }.bytes(), None);
        assert_eq!(Part::text("YQ==").bytes(), None);
        assert!(!Part::text_file("file:a", "text/plain", "YQ==").is_binary());
    }
}
