//! The tools that the messages call: one for each kind of answer.

use hpd_host::approval::Permission;
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::output::{JsonText, Part, StructuredOutput};
use hpd_host::reexports::{schemars, serde};
use hpd_host::{Approval, ToolError, Toolbox, plugin};
use serde_json::json;

/// Measures the weather.
pub(crate) struct Station;

/// What was measured.
#[derive(serde::Serialize, schemars::JsonSchema)]
pub(crate) struct Measurement {
    station: String,
    celsius: f64,
}

#[plugin]
impl Station {
    /// Measures the temperature.
    #[ai_function(read_only)]
    fn measure(
        &self,
        /// The name of the station.
        station: String,
        /// What to add, in °C.
        #[param(default = 0.0)]
        offset: f64,
    ) -> Measurement {
        Measurement { station, celsius: -7.5 + offset }
    }

    /// Looks around.
    #[ai_function(read_only)]
    fn look(
        &self,
        /** The name of the station. */
        station: String,
    ) -> StructuredOutput {
        let clouds = JsonText::parse(r#"{"clouds":3,"celsius":-7.50}"#).unwrap();
        StructuredOutput::new(clouds).with_parts(vec![
            Part::text(format!("{station} from above:")),
            Part::image(b"\x89PNG\r\n\x1a\n", "image/png"),
            Part::audio(b"RIFF", "audio/wav"),
            Part::text_file("file:///log", "text/plain", "12:00 snow"),
            Part::file("file:///map.pdf", "application/pdf", b"%PDF"),
            Part::file("file:///raw", "application/octet-stream", b"\x00\x01"),
            Part::link("https://example.org/cam", "Camera"),
        ])
    }

    /// Closes the station.
    #[ai_function(write, risk = low)]
    fn close(&self) -> Result<String, ToolError> {
        Err(ToolError::new("Somebody is inside."))
    }

    /// Shows the station to the user.
    #[ai_function(direct, read_only)]
    fn show(&self) -> String {
        "a picture".to_owned()
    }

    /// The last numbers.
    #[ai_function(read_only)]
    fn last(&self) -> Vec<i64> {
        vec![1, 2]
    }
}

/// A toolbox in which nothing is hidden.
pub(crate) fn toolbox() -> Toolbox {
    Toolbox::builder().approval(Approval::new().writes(Permission::Allow)).plugin(Station).build().unwrap()
}

/// A toolbox with one external tool.
pub(crate) fn remote() -> Toolbox {
    let press =
        ExternalTool::new("press", "Presses a button.", json!({ "type": "object", "properties": {} }))
            .classified(Classification::Read);
    Toolbox::builder()
        .approval(Approval::new().writes(Permission::Allow))
        .external(ExternalSource::frontend("buttons", vec![press]))
        .build()
        .unwrap()
}
