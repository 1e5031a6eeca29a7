//! One struct as all arguments: its fields are the parameters, by their names and rules.

use hpd_runtime::{CallContext, Output, Plugin as _, ai_function, plugin};
use serde_json::json;

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Stay {
    /// The city.
    #[schemars(length(min = 1))]
    city_name: String,
    /// How many nights.
    #[serde(default = "one")]
    #[schemars(range(min = 1, max = 30))]
    nights: u32,
    /// The guests' ages.
    ages: Option<Vec<u8>>,
}

fn one() -> u32 {
    1
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct Closed<T> {
    /// The value.
    value: T,
}

fn known(stay: &Stay) -> Result<(), String> {
    if stay.city_name == "Atlantis" { Err("Atlantis is not on the map.".to_owned()) } else { Ok(()) }
}

struct Hotel;

#[plugin]
impl Hotel {
    /// The price of a stay.
    #[ai_function(check = known)]
    fn price(
        &self,
        #[param(flatten, fields(cityName(profile_key = "city"), ages(sensitive)))] stay: Stay,
        #[context] ctx: &CallContext<'_>,
    ) -> String {
        let ages = stay.ages.unwrap_or_default();
        format!("{} of {} in {} by {}", stay.nights, ages.len(), stay.city_name, ctx.call().id)
    }

    /// Takes a note.
    #[ai_function(write, risk = low, question = "Note {value}?")]
    async fn note(&self, #[param(flatten)] note: Closed<String>) -> String {
        note.value
    }
}

/// Doubles.
#[ai_function]
fn double(#[param(flatten)] number: Closed<u32>) -> u32 {
    number.value * 2
}

fn main() {
    let schema = ui_tests::schema::<Hotel>("price").unwrap();
    assert_eq!(
        schema,
        json!({
            "type": "object",
            "properties": {
                "cityName": {"description": "The city.", "type": "string", "minLength": 1},
                "nights": {
                    "description": "How many nights.", "type": "integer", "minimum": 1, "maximum": 30,
                    "default": 1
                },
                "ages": {
                    "description": "The guests' ages.", "type": ["array", "null"],
                    "items": {"type": "integer", "minimum": 0, "maximum": 255}
                }
            },
            "additionalProperties": false
        })
    );
    let text = |text: &str| Ok(Output::Text(text.to_owned()));
    let price = |arguments| ui_tests::call(&Hotel, "price", arguments);
    assert_eq!(price(r#"{"cityName": "Bonn"}"#), text("1 of 0 in Bonn by call_1"));
    assert_eq!(price(r#"{"nights": 2.0, "ages": [3], "cityName": "Bonn"}"#), text("2 of 1 in Bonn by call_1"));
    assert!(price(r#"["Bonn", 1]"#).unwrap_err().contains("must be a JSON object"));
    let errors = price(r#"{"cityName": "", "nights": 31, "ages": [300], "town": 1}"#).unwrap_err();
    for part in ["cityName", "nights must be at most 30", "ages[0]", "town is not a known field"] {
        assert!(errors.contains(part), "{part} in {errors}");
    }
    assert!(!errors.contains("300"), "{errors}");
    assert!(price(r#"{"cityName": "Atlantis"}"#).unwrap_err().contains("Atlantis is not on the map."));
    assert!(price(r#"{"cityName": "Bonn", "cityName": "Rome"}"#).is_err());

    assert_eq!(ui_tests::call(&Hotel, "note", r#"{"value": "x"}"#), text("x"));
    assert!(ui_tests::call(&Hotel, "note", r#"{"value": "x", "more": 1}"#).is_err());
    assert!(Hotel::SPEC.functions.len() == 2);
    assert_eq!(ui_tests::call_free::<double>(r#"{"value": 4}"#), Ok(Output::Json("8".to_owned())));
}
