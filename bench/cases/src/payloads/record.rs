//! An external tool of fifty properties, ten of each of five kinds.

use super::members::{Members, object};

const EACH: u32 = 10;

/// The schema of `create_record`.
pub fn record_schema() -> String {
    let properties = |number: u32| {
        [
            (format!("name_{number}"), r#"{"type": "string", "minLength": 1, "maxLength": 100}"#),
            (format!("count_{number}"), r#"{"type": "integer", "minimum": 1, "maximum": 100000}"#),
            (format!("amount_{number}"), r#"{"type": "number", "minimum": 0}"#),
            (format!("postcode_{number}"), r#"{"type": "string", "pattern": "^[0-9]{5}$"}"#),
            (format!("state_{number}"), r#"{"type": "string", "enum": ["open", "paid", "void"]}"#),
        ]
    };
    let properties: Vec<(String, &str)> = (0..EACH).flat_map(properties).collect();
    let required: Vec<String> = properties.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    format!(
        r#"{{"type": "object", "properties": {}, "required": [{}], "additionalProperties": false}}"#,
        object(&Members::new(properties)),
        required.join(", ")
    )
}

/// Right arguments of `create_record`.
pub fn record() -> String {
    object(&members())
}

/// Arguments of `create_record` with three faults: a count is 0, a postcode has letters, a state is unknown.
pub fn wrong_record() -> String {
    let mut members = members();
    members.set("count_2", "0");
    members.set("postcode_5", r#""1234x""#);
    members.set("state_7", r#""opened""#);
    object(&members)
}

fn members() -> Members {
    Members::new((0..EACH).flat_map(|number| {
        [
            (format!("name_{number}"), format!("\"the name of number {number}\"")),
            (format!("count_{number}"), (number * 31 + 1).to_string()),
            (format!("amount_{number}"), format!("1{number}.25")),
            (format!("postcode_{number}"), format!("\"1034{number}\"")),
            (format!("state_{number}"), r#""paid""#.to_owned()),
        ]
    }))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn schema_and_arguments_have_the_same_fifty_properties() {
        let schema: Value = serde_json::from_str(&record_schema()).unwrap();
        let properties = schema["properties"].as_object().unwrap();
        assert_eq!(properties.len(), 50);
        for text in [record(), wrong_record()] {
            let arguments: Value = serde_json::from_str(&text).unwrap();
            let arguments = arguments.as_object().unwrap();
            assert!(arguments.keys().all(|name| properties.contains_key(name)));
            assert_eq!(arguments.len(), 50);
        }
    }
}
