//! Results of functions.

use serde::Serialize;

/// The result of a function.
#[derive(Debug, Clone, PartialEq)]
pub enum Output {
    /// The function returns nothing.
    Nothing,
    /// Plain text.
    Text(String),
    /// A JSON text.
    Json(String),
    /// Several content parts.
    Content(Vec<Part>),
}

/// A part of a function's result.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
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
    /// A resource by address, with the text of the resource if that is short.
    Resource {
        /// The address.
        uri: String,
        /// The media type.
        mime_type: Option<String>,
        /// The text of the resource.
        text: Option<String>,
    },
    /// A JSON value.
    Structured {
        /// The value.
        value: serde_json::Value,
    },
}
