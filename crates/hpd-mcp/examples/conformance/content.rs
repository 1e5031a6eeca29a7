//! Functions with each kind of content, progress, log messages and errors.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use hpd_host::output::{FileContent, Part};
use hpd_host::{CallContext, ToolError, plugin};
use hpd_mcp::server::{Changes, Client};

/// A red pixel.
pub(crate) const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

/// No sound.
const WAV: &str = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";

fn image() -> Part {
    Part::Image { data: PNG.to_owned(), mime_type: "image/png".to_owned() }
}

fn file(uri: &str, mime_type: &str, text: &str) -> Part {
    let content = FileContent::Text(text.to_owned());
    Part::File { uri: uri.to_owned(), mime_type: Some(mime_type.to_owned()), content }
}

/// Functions without input.
pub(crate) struct Content;

#[plugin]
impl Content {
    /// Returns simple text content.
    #[ai_function(read_only)]
    fn test_simple_text(&self) -> &'static str {
        "This is a simple text response for testing."
    }

    /// Returns an image.
    #[ai_function(read_only)]
    fn test_image_content(&self) -> Part {
        image()
    }

    /// Returns sound.
    #[ai_function(read_only)]
    fn test_audio_content(&self) -> Part {
        Part::Audio { data: WAV.to_owned(), mime_type: "audio/wav".to_owned() }
    }

    /// Returns an embedded resource.
    #[ai_function(read_only)]
    fn test_embedded_resource(&self) -> Part {
        file("test://embedded-resource", "text/plain", "This is an embedded resource content.")
    }

    /// Returns several kinds of content.
    #[ai_function(read_only)]
    fn test_multiple_content_types(&self) -> Vec<Part> {
        let json = r#"{"test":"data","value":123}"#;
        vec![
            Part::text("Multiple content types test:"),
            image(),
            file("test://mixed-content-resource", "application/json", json),
        ]
    }

    /// Writes to the client's log.
    #[ai_function(read_only)]
    async fn test_tool_with_logging(&self, #[context] ctx: &CallContext<'_>) -> &'static str {
        log_three_times(ctx).await;
        "The log has three messages."
    }

    /// Writes to the client's log, if it wants messages.
    #[ai_function(read_only)]
    async fn test_logging_tool(&self, #[context] ctx: &CallContext<'_>) -> &'static str {
        log_three_times(ctx).await;
        "done"
    }

    /// Always fails.
    #[ai_function(read_only)]
    fn test_error_handling(&self) -> Result<String, ToolError> {
        Err(ToolError::new("This tool intentionally returns an error for testing"))
    }

    /// Reports progress.
    #[ai_function(read_only)]
    async fn test_tool_with_progress(&self, #[context] ctx: &CallContext<'_>) -> &'static str {
        for (done, activity) in [(0.0, "begins"), (50.0, "is half done"), (100.0, "ends")] {
            ctx.progress(done, Some(100.0), activity);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        "Three steps were reported."
    }

    /// Takes some time, so that the client's stream may break.
    #[ai_function(read_only)]
    async fn test_reconnection(&self) -> &'static str {
        tokio::time::sleep(Duration::from_millis(100)).await;
        "Reconnection test completed successfully"
    }
}

async fn log_three_times(ctx: &CallContext<'_>) {
    let Some(client) = ctx.extension::<Client>() else { return };
    for message in ["Tool execution started", "Tool processing data", "Tool execution completed"] {
        client.log("info", message).await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Functions that change what is served.
#[derive(Clone, Default)]
pub(crate) struct Triggers(Arc<OnceLock<Changes>>);

impl Triggers {
    /// Sets the server whose lists change.
    pub(crate) fn are(&self, changes: Changes) {
        // It is set once, before the server serves.
        let _ = self.0.set(changes);
    }
}

#[plugin]
impl Triggers {
    /// Serves the same tools from another snapshot.
    #[ai_function(read_only)]
    fn test_trigger_tool_change(&self) -> &'static str {
        if let Some(changes) = self.0.get() {
            changes.replace(changes.toolbox());
        }
        "The list of tools has changed."
    }

    /// Tells that the prompts have changed.
    #[ai_function(read_only)]
    fn test_trigger_prompt_change(&self) -> &'static str {
        if let Some(changes) = self.0.get() {
            changes.prompts_changed();
        }
        "The list of prompts has changed."
    }
}
