//! The tools that the messages call: one for each kind of answer.

use hpd_host::approval::Permission;
use hpd_host::external::{Classification, ExternalSource, ExternalTool};
use hpd_host::output::Part;
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
    ) -> Vec<Part> {
        let text = |text: &str| Some(text.to_owned());
        vec![
            Part::Text { text: format!("{station} from above:") },
            Part::Image { data: "iVBORw0KGgo=".to_owned(), mime_type: "image/png".to_owned() },
            Part::Resource {
                uri: "file:///log".to_owned(),
                mime_type: text("text/plain"),
                text: text("12:00 snow"),
            },
            Part::Resource { uri: "https://example.org/cam".to_owned(), mime_type: None, text: None },
            Part::Structured { value: json!({ "clouds": 3 }) },
        ]
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
